/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the built program for the tests of its commands. */
#pragma once

#include <cjson/cJSON.h>

#include "testing/testing.h"

/* What a run has written, and its exit status. */
struct outcome {
	struct str output, errors;
	int status;
};

/* Texts of the files a.yaml and b.yaml that a command finds in its folder; NULL: no such file. */
struct specs {
	const char *a, *b;
};

/* One run and what must come of it. */
struct running_row {
	const char *words; /* behind "shardctl", for a shell */
	int status;
	const char *output;  /* a part of standard output; NULL: there is none */
	const char *errors;  /* a part of standard error; NULL: there is none */
	const char *without; /* what standard output must not hold, or NULL */
};

/* Two layouts without a mistake for the same mesh: in b, `bias` has become `scale` and `embed` is
 * no longer cut over `data`. */
extern const struct specs running_specs;

/* Runs a shell command in a folder, with the built program in front of PATH. */
struct outcome running_shell(struct arena *arena, const char *folder, const char *command);

/* Runs the program in a folder of its own that holds the specs. */
struct outcome running(struct arena *arena, const struct specs *specs, const char *words);

/* Runs each row, and fails the test, saying at which row, when something else comes. */
void running_expect(const struct specs *specs, const struct running_row *rows, size_t count);

/* Fails the test unless both runs write the same to standard output, which must not be empty. */
void running_expect_same(const struct specs *specs, const char *words, const char *others);

/* Runs the program, which must end with the status and write a JSON document; the caller gives it
 * back with cJSON_Delete. */
cJSON *running_json(const struct specs *specs, const char *words, int status);

/* Fails the test unless the object holds these keys, in this order: "version files". */
void running_expect_keys(const cJSON *object, const char *keys);

/* The value behind keys and indexes: "files.0.path"; fails the test when there is none. */
const cJSON *running_at(const cJSON *document, const char *path);

/* Number of lines. */
size_t running_lines(struct str text);

/* Whether the text holds the part. */
bool running_holds(struct str text, const char *part);
