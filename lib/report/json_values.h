/* SPDX-License-Identifier: Apache-2.0 */
/* The values of a program in the JSON format. */
#pragma once

#include "base/buf.h"
#include "check/check.h"

/*
 * Appends one object for each array that the program names at its top level, those inside of
 * tuples, lists and dicts as name[0] and name['key'], without the brackets of the list. A spec is
 * null where the release has no shardings in types.
 */
void json_add_values(struct buf *out, struct arena *scratch, const struct check_result *result);

/* Writes a place as keys that follow others: "cell" or "path", where it is not in the file that is
 * checked itself, and "line". */
void json_add_line(struct buf *out, struct arena *scratch, const struct position_index *index,
                   uint32_t offset);
