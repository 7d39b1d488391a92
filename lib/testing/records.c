/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/records.h"

const cJSON *record_member(const cJSON *object, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(object, name);
}

const char *record_word(const cJSON *object, const char *name)
{
	const char *text = cJSON_GetStringValue(record_member(object, name));
	return text ? text : "";
}

const int64_t *record_numbers(struct arena *arena, const cJSON *list, uint32_t *count)
{
	int64_t *numbers = arena_new(arena, int64_t, (size_t)cJSON_GetArraySize(list));
	const cJSON *item;
	*count = 0;
	cJSON_ArrayForEach(item, list) numbers[(*count)++] = (int64_t)item->valuedouble;
	return numbers;
}

size_t records_replay_text(const char *name, struct str text, record_replayed *replay,
                           void *context)
{
	size_t count = 0;
	for (size_t at = 0; at < text.len; count++) {
		struct str line = str_slice(text, at, str_find(text, '\n', at));
		cJSON *record = cJSON_ParseWithLength(line.s, line.len);
		cr_assert_not_null(record, "%s: not JSON: %.*s", name, STR_ARG(line));
		replay(record, line, context);
		cJSON_Delete(record);
		at += line.len + 1;
	}
	return count;
}

size_t records_replay(const char *path, record_replayed *replay, void *context)
{
	struct arena arena = {0};
	struct str text = testing_read(&arena, path);
	cr_assert_not_null(text.s, "no file %s", path);
	size_t count = records_replay_text(path, text, replay, context);
	arena_drop(&arena);
	return count;
}
