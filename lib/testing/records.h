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

/* What is done with a record; `line` is its text. */
typedef void record_replayed(const cJSON *record, struct str line, void *context);

/* Calls the function with each record of a text, a line for each; fails the test, naming the text,
 * where one is no JSON. Returns how many there are. */
size_t records_replay_text(const char *name, struct str text, record_replayed *replay,
                           void *context);

/* The same with a file, which must exist. */
size_t records_replay(const char *path, record_replayed *replay, void *context);
