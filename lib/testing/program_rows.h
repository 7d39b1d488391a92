/* SPDX-License-Identifier: Apache-2.0 */
/* For tests: the rows of the files that testdata/program/make_trees.py records. */
#pragma once

#include <cjson/cJSON.h>

#include "base/buf.h"

/* How a file of the source tree is read: testing_read, which headers of this folder cannot name. */
typedef struct str read_file_function(struct arena *arena, const char *path);

/*
 * Calls `look` for each row of testdata/program/NAME, one JSON object a line, with an arena of its
 * own. Returns how many rows there are; none when there is no such file.
 */
static inline uint32_t each_row(read_file_function *read, const char *name,
                                void (*look)(struct arena *arena, const cJSON *row))
{
	struct arena file = {0};
	struct str text = read(&file, str_format(&file, "testdata/program/%s", name).s);
	uint32_t count = 0;
	for (size_t at = 0; at < text.len;) {
		struct arena arena = {0};
		size_t end = str_find(text, '\n', at);
		cJSON *row = cJSON_ParseWithLength(text.s + at, end - at);
		if (row)
			look(&arena, row);
		count += row != NULL;
		cJSON_Delete(row);
		arena_drop(&arena);
		at = end + 1;
	}
	arena_drop(&file);
	return count;
}

/* A member of the row that is text; s is NULL when it is null. */
static inline struct str row_text(const cJSON *row, const char *member)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(row, member));
	return text ? str_of(text) : (struct str){NULL, 0};
}
