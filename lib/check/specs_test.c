/* SPDX-License-Identifier: Apache-2.0 */
/* Checks every spec that is shipped (specs/) against testdata/specs/expected.json. */
#include <cjson/cJSON.h>

#include "testing/testing.h"

/* The expectations; the caller deletes them. */
static cJSON *read_expected(struct arena *arena)
{
	struct str text = testing_read(arena, "testdata/specs/expected.json");
	cJSON *expected = cJSON_ParseWithLength(text.s, text.len);
	cr_assert(cJSON_IsArray(expected), "testdata/specs/expected.json is no list");
	return expected;
}

static const cJSON *entry_of(const cJSON *expected, const char *path)
{
	const cJSON *entry;
	cJSON_ArrayForEach(entry, expected)
	{
		if (strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(entry, "path")), path) == 0)
			return entry;
	}
	return NULL;
}

/* Exactly the rules named, as often as said; of other rules nothing but notes. */
static void compare(struct arena *arena, const char *path, const cJSON *want,
                    const struct check_result *result)
{
	const cJSON *rules = cJSON_GetObjectItem(want, "rules"), *rule;
	cr_expect_str_eq(verdict_name(result->verdict),
	                 cJSON_GetStringValue(cJSON_GetObjectItem(want, "verdict")), "%s", path);
	cJSON_ArrayForEach(rule, rules)
	{
		const struct rule *row = rule_named(str_of(rule->string));
		cr_assert_not_null(row, "%s: no rule is called %s", path, rule->string);
		uint32_t count = testing_count(result, (enum rule_id)(row - rule_of(0)));
		cr_expect_eq(count, (uint32_t)rule->valueint, "%s: %u %s", path, count,
		             rule->string);
	}
	for (uint32_t i = 0; i < result->ndiags; i++) {
		const struct diag *diag = result->diags[i];
		bool expected =
		    cJSON_HasObjectItem(rules, diag->rule->name) || diag->severity == SEVERITY_NOTE;
		cr_expect(expected, "%s gives %s too: %s", path, diag->rule->name,
		          testing_rules(arena, result));
	}
}

static struct check_result check_with(struct arena *arena, const char *path, const char *framework)
{
	struct check_options options = {.overrides = {.framework = {NULL, 0}}};
	struct source *source = arena_new(arena, struct source, 1);
	struct arena scratch = {0};
	if (framework)
		options.overrides.framework = str_of(framework);
	*source = (struct source){str_of(path), testing_read(arena, path)};
	cr_assert_not_null(source->text.s, "%s is not there", path);
	struct check_result result = check_source(arena, &scratch, source, &options);
	arena_drop(&scratch);
	return result;
}

Test(specs, every_expected_result_comes)
{
	struct arena arena = {0};
	cJSON *expected = read_expected(&arena);
	const cJSON *entry, *other;
	cJSON_ArrayForEach(entry, expected)
	{
		const char *path = cJSON_GetStringValue(cJSON_GetObjectItem(entry, "path"));
		struct check_result result = check_with(&arena, path, NULL);
		compare(&arena, path, entry, &result);
		cJSON_ArrayForEach(other, cJSON_GetObjectItem(entry, "with_framework"))
		{
			result = check_with(&arena, path, other->string);
			compare(&arena, path, other, &result);
		}
	}
	cJSON_Delete(expected);
	arena_drop(&arena);
}

/* Every file of a folder is expected; returns how many there are. */
static size_t check_folder(struct arena *arena, const cJSON *expected, const char *folder)
{
	struct testing_names names = testing_list(arena, folder);
	size_t count = 0;
	for (size_t i = 0; i < names.count; i++) {
		const char *path = str_format(arena, "%s/%s", folder, names.items[i]).s;
		if (strcmp(path, "specs/hardware.yaml") == 0)
			continue; /* a table of accelerators, no layout */
		if (str_ends_with(str_of(path), STR(".yaml")) ||
		    str_ends_with(str_of(path), STR(".py"))) {
			cr_expect(entry_of(expected, path), "%s is not in expected.json", path);
			count++;
		} else {
			count += check_folder(arena, expected, path);
		}
	}
	return count;
}

Test(specs, every_shipped_spec_is_expected)
{
	struct arena arena = {0};
	cJSON *expected = read_expected(&arena);
	cr_expect_geq(check_folder(&arena, expected, "specs"), 20u);
	cJSON_Delete(expected);
	arena_drop(&arena);
}
