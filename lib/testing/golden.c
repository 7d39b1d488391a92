/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/golden.h"

static const char *part_path(struct arena *arena, const char *folder, const char *name,
                             const char *file)
{
	return str_format(arena, "%s/%s/%s", folder, name, file).s;
}

struct testing_names golden_cases(struct arena *arena, const char *folder)
{
	struct testing_names names = testing_list(arena, folder), found = {names.items, 0};
	for (size_t i = 0; i < names.count; i++)
		if (testing_list(arena, part_path(arena, folder, names.items[i], ".")).count)
			found.items[found.count++] = names.items[i];
	return found;
}

struct criterion_test_params golden_indexes(const char *folder)
{
	struct arena arena = {0};
	size_t count = golden_cases(&arena, folder).count;
	arena_drop(&arena);
	return testing_indexes(count);
}

struct str golden_part(struct arena *arena, const char *folder, const char *name, const char *file)
{
	return testing_read(arena, part_path(arena, folder, name, file));
}

void golden_compare(struct arena *arena, const char *folder, const char *name, const char *file,
                    struct str actual)
{
	const char *path = part_path(arena, folder, name, file);
	if (testing_updates())
		testing_write(arena, path, actual);
	struct str expected = testing_read(arena, path);
	cr_expect(expected.s && str_equal(actual, expected), "%s is not what is written now:\n%.*s",
	          path, STR_ARG(actual));
}

struct str golden_word(struct str *line)
{
	*line = str_trim(*line);
	size_t end = str_find(*line, ' ', 0);
	struct str word = str_slice(*line, 0, end);
	*line = str_slice(*line, end, line->len);
	return word;
}
