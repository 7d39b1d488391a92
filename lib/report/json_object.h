/* SPDX-License-Identifier: Apache-2.0 */
/* Objects and arrays of JSON: running out of memory ends the process, as in an arena. */
#pragma once

#include <cjson/cJSON.h>

#include "base/buf.h"

/* Puts the item, which the object then owns, under the key. */
void json_put(cJSON *object, const char *key, cJSON *item);

/* Puts a text under the key, escaped where json_add_string escapes. */
void json_put_text(cJSON *object, struct arena *scratch, const char *key, struct str text);

/* Puts the item, which the array then owns, at its end. */
void json_push(cJSON *array, cJSON *item);

/* An integer, exact to its last digit. */
cJSON *json_integer(int64_t value);
