/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests share: files of the source tree, checks of a text, comparison of counted strings.
 */
#pragma once

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "check/check.h"

/* Number of rows of a table. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

/* Names in a folder, sorted. */
struct testing_names {
	const char **items;
	size_t count;
};

/* "/…/shardctl/" and the path behind it, in the arena. */
const char *testing_path(struct arena *arena, const char *path);

/* The bytes of a file of the source tree; s is NULL when there is none. */
struct str testing_read(struct arena *arena, const char *path);

/* Replaces a file of the source tree. */
void testing_write(struct arena *arena, const char *path, struct str text);

/* The names in a folder of the source tree, hidden ones left out; none when there is no folder. */
struct testing_names testing_list(struct arena *arena, const char *path);

/* Parameters 0 … count - 1: what a parameterized test gets is an index, because Criterion copies
 * parameters into other processes and pointers in them would lead nowhere. */
struct criterion_test_params testing_indexes(size_t count);

/* Whether SHARDCTL_UPDATE asks to rewrite the expected output. */
bool testing_updates(void);

/* Checks a text with default options; the result lives in the arena and is named "spec.yaml". */
struct check_result testing_check(struct arena *arena, struct str text);

/* How many of the findings to show are of the rule. */
uint32_t testing_count(const struct check_result *result, enum rule_id rule);

/* The findings to show by name, in order: "rank-mismatch axis-unused". */
const char *testing_rules(struct arena *arena, const struct check_result *result);

/* Fails the test, and says at which row, when the text is not the expected one. */
void testing_expect(const char *row, struct str actual, const char *expected);
