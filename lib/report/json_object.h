/* SPDX-License-Identifier: Apache-2.0 */
/* Building JSON with cJSON: running out of memory ends the process, as in an arena. */
#ifndef REPORT_JSON_OBJECT_H
#define REPORT_JSON_OBJECT_H

#include <cjson/cJSON.h>

#include "base/buf.h"

/* The item, unless cJSON had no memory for it. */
cJSON *json_made(cJSON *item);

/* Puts the item, which the object then owns, under the key. */
void json_add(cJSON *object, const char *key, cJSON *item);

/* Puts the item, which the array then owns, at its end. */
void json_append(cJSON *array, cJSON *item);

/* Puts a text under the key; one that holds a NUL is written with escapes. */
void json_add_text(cJSON *object, struct arena *scratch, const char *key, struct str text);

/* An integer, exact to its last digit. */
cJSON *json_integer(int64_t value);

/* Writes the item and gives it back to cJSON. */
void json_write(struct buf *out, cJSON *item);

#endif
