/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/release.h"

struct jax_rules testing_release(const char *release)
{
	struct version version;
	cr_assert(version_read(str_of(release), &version), "release %s", release);
	return jax_rules_at(version);
}

struct testing_names testing_recorded(struct arena *arena, const char *folder, const char *prefix)
{
	struct testing_names names = testing_list(arena, folder), kept = {names.items, 0};
	size_t start = strlen(prefix);
	for (size_t i = 0; i < names.count; i++) {
		struct str name = str_of(names.items[i]);
		struct version version;
		if (!str_starts_with(name, str_of(prefix)) || !str_ends_with(name, STR(".jsonl")))
			continue;
		name = str_slice(name, start, name.len - strlen(".jsonl"));
		if (version_read(name, &version))
			kept.items[kept.count++] = str_copy(arena, name).s;
	}
	return kept;
}

struct criterion_test_params testing_recorded_indexes(const char *folder, const char *prefix)
{
	struct arena arena = {0};
	size_t count = testing_recorded(&arena, folder, prefix).count;
	arena_drop(&arena);
	return testing_indexes(count);
}

struct str testing_recording(struct arena *arena, const char *folder, const char *prefix, int index,
                             const char **release)
{
	*release = testing_recorded(arena, folder, prefix).items[index];
	struct str text =
	    testing_read(arena, str_format(arena, "%s/%s%s.jsonl", folder, prefix, *release).s);
	cr_assert_not_null(text.s, "%s: no recording of %s", folder, *release);
	return text;
}
