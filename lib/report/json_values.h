/* SPDX-License-Identifier: Apache-2.0 */
/* The values of a program in the JSON format, and places. */
#pragma once

#include "check/check.h"
#include "report/json_writer.h"

/*
 * Appends one object for each array that the program names at its top level, those inside of
 * tuples, lists and dicts as name[0] and name['key'], without the brackets of the list. A spec is
 * null where the release has no shardings in types.
 */
void json_add_values(struct json *json, const struct check_result *result);

/* Writes "cell" or "path", where a place is not in the file that is checked itself. */
void json_file_at(struct json *json, const struct position_index *index, uint32_t offset);

/* The same, and "line". */
void json_add_line(struct json *json, const struct position_index *index, uint32_t offset);
