/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of JSON that are written one after the other. */
#pragma once

#include <cjson/cJSON.h>

#include "base/buf.h"

/* Returns its argument; ends the process when cJSON had no memory for it. */
cJSON *json_made(cJSON *item);

/* Appends an item in one line and deletes it. */
void json_add(struct buf *out, cJSON *item);

/* Appends a text as a JSON string. A text with a NUL, or that is not UTF-8, is written with
 * escapes. */
void json_add_string(struct buf *out, struct arena *scratch, struct str text);

/* A text as cJSON takes it: NUL-terminated, in `scratch`, escaped where json_add_string escapes. */
const char *json_c_string(struct arena *scratch, struct str text);

/* Appends a number of seconds or the like, or null when it is not known. */
void json_add_double(struct buf *out, double number, bool known);
