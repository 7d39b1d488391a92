/* SPDX-License-Identifier: Apache-2.0 */
/* What was asked of a real framework: files of the source tree with one JSON object a line. */
#pragma once

#include <cjson/cJSON.h>

#include "testing/testing.h"

/* The member of an object, or NULL. */
const cJSON *record_member(const cJSON *object, const char *name);

/* A member that is a text; "" for none, and for any other. */
const char *record_word(const cJSON *object, const char *name);

/* A list of integers, *count of them, in the arena. */
const int64_t *record_numbers(struct arena *arena, const cJSON *list, uint32_t *count);

/* Calls the function with each record of a file, and with its line; fails the test where a line is
 * no JSON. Returns how many there are. */
size_t records_replay(const char *path,
                      void (*replay)(const cJSON *record, struct str line, void *context),
                      void *context);
