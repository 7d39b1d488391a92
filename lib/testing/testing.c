/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/testing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "plan/memory_check.h"

const char *testing_path(struct arena *arena, const char *path)
{
	return str_format(arena, "%s/%s", SHARDCTL_SOURCE, path).s;
}

struct str testing_read(struct arena *arena, const char *path)
{
	FILE *file = fopen(testing_path(arena, path), "rb");
	if (!file)
		return (struct str){NULL, 0};
	struct buf text = {.arena = arena};
	char piece[4096];
	for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
		buf_add(&text, (struct str){piece, got});
	fclose(file);
	return str_copy(arena, buf_str(&text));
}

void testing_write(struct arena *arena, const char *path, struct str text)
{
	FILE *file = fopen(testing_path(arena, path), "wb");
	cr_assert(file, "cannot write %s", path);
	size_t written = text.len ? fwrite(text.s, 1, text.len, file) : 0;
	cr_assert(fclose(file) == 0 && written == text.len, "cannot write %s", path);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct testing_names testing_list(struct arena *arena, const char *path)
{
	struct testing_names names = {NULL, 0};
	size_t room = 0;
	DIR *folder = opendir(testing_path(arena, path));
	if (!folder)
		return names;
	for (const struct dirent *entry; (entry = readdir(folder));) {
		if (entry->d_name[0] == '.')
			continue;
		names.items = arena_append(arena, names.items, names.count, &room, sizeof(char *));
		names.items[names.count++] = str_copy(arena, str_of(entry->d_name)).s;
	}
	closedir(folder);
	if (names.count)
		qsort(names.items, names.count, sizeof(char *), compare_names);
	return names;
}

static void free_indexes(struct criterion_test_params *params)
{
	cr_free(params->params);
}

struct criterion_test_params testing_indexes(size_t count)
{
	int *indexes = cr_malloc((count + 1) * sizeof *indexes);
	for (size_t i = 0; i < count; i++)
		indexes[i] = (int)i;
	return cr_make_param_array(int, indexes, count, free_indexes);
}

bool testing_updates(void)
{
	const char *update = getenv("SHARDCTL_UPDATE");
	return update && *update && strcmp(update, "0") != 0;
}

struct check_result testing_check(struct arena *arena, struct str text)
{
	static const struct check_options defaults = {.gate = memory_check};
	struct source *source = arena_new(arena, struct source, 1);
	struct arena scratch = {0};
	*source = (struct source){STR("spec.yaml"), text};
	struct check_result result = check_source(arena, &scratch, source, &defaults);
	arena_drop(&scratch);
	return result;
}

uint32_t testing_count(const struct check_result *result, enum rule_id rule)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < result->ndiags; i++)
		count += result->diags[i]->rule == rule_of(rule);
	return count;
}

const char *testing_rules(struct arena *arena, const struct check_result *result)
{
	struct buf out = {.arena = arena};
	for (uint32_t i = 0; i < result->ndiags; i++)
		buf_printf(&out, "%s%s", i ? " " : "", result->diags[i]->rule->name);
	return str_copy(arena, buf_str(&out)).s;
}

void testing_expect(const char *row, struct str actual, const char *expected)
{
	cr_expect(str_equal(actual, str_of(expected)), "%s:\n  got  '%.*s'\n  want '%s'", row,
	          STR_ARG(actual), expected);
}
