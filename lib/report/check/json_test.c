/* SPDX-License-Identifier: Apache-2.0 */
#include <cjson/cJSON.h>

#include "base/utf8.h"
#include "report/report.h"
#include "testing/testing.h"

/* The whole output for one file, parsed again. */
static cJSON *render(struct arena *arena, struct str spec, const char *path, bool quiet)
{
	struct arena scratch = {0};
	struct buf out = {.arena = arena};
	const struct report_options options = {.quiet = quiet};
	struct check_result result = testing_check(arena, spec);
	struct source source = *result.source;
	source.path = str_of(path);
	result.source = &source;
	struct report_totals totals = {0};
	report_totals_add(&totals, &result);
	json_format.begin(&out, &options);
	json_format.file(&out, &scratch, &result, &options, &(bool){false});
	json_format.end(&out, &totals, &options);
	arena_drop(&scratch);
	cr_assert_eq(utf8_first_invalid(buf_str(&out)), out.len);
	cJSON *parsed = cJSON_ParseWithLength(out.data, out.len);
	cr_assert_not_null(parsed, "%.*s", (int)out.len, out.data);
	return parsed;
}

static const cJSON *first_file(const cJSON *output)
{
	return cJSON_GetArrayItem(cJSON_GetObjectItem(output, "files"), 0);
}

static const cJSON *first_finding(const cJSON *output)
{
	return cJSON_GetArrayItem(cJSON_GetObjectItem(first_file(output), "diagnostics"), 0);
}

static void expect_string(const cJSON *object, const char *key, const char *expected)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
	cr_assert_not_null(text, "no '%s'", key);
	cr_expect_str_eq(text, expected);
}

static void expect_place(const cJSON *finding, const char *key, int line, int column, int offset)
{
	const cJSON *place = cJSON_GetObjectItem(finding, key);
	cr_expect_eq(cJSON_GetObjectItem(place, "line")->valueint, line);
	cr_expect_eq(cJSON_GetObjectItem(place, "column")->valueint, column);
	cr_expect_eq(cJSON_GetObjectItem(place, "offset")->valueint, offset);
}

Test(json, a_finding_has_rule_place_help_and_the_words_of_the_framework)
{
	struct arena arena = {0};
	cJSON *output = render(
	    &arena, STR("framework: jax==0.10.2\nmesh: {x: 2}\ntensors: {\303\251: 'f32[9@x]'}\n"),
	    "a.yaml", false);
	const cJSON *finding = first_finding(output),
		    *error = cJSON_GetObjectItem(finding, "framework_error");
	expect_string(first_file(output), "path", "a.yaml");
	expect_string(first_file(output), "framework", "jax==0.10.2");
	expect_string(first_file(output), "verdict", "rejected");
	expect_string(finding, "rule", "dim-indivisible");
	expect_string(finding, "severity", "error");
	expect_string(finding, "subject", "\303\251");
	expect_string(error, "type", "ValueError");
	expect_place(finding, "start", 3, 21, 57);
	expect_place(finding, "end", 3, 22, 58);
	cr_expect(cJSON_IsArray(cJSON_GetObjectItem(finding, "notes")));
	cJSON_Delete(output);
	arena_drop(&arena);
}

Test(json, the_summary_counts)
{
	struct arena arena = {0};
	cJSON *output = render(&arena,
	                       STR("framework: jax==0.7.9\nmesh: {x: 2, y: 2}\ntensors: {a: "
	                           "'f32[9@x]', b: 'f32[7@x]'}\n"),
	                       "a.yaml", false);
	const cJSON *summary = cJSON_GetObjectItem(output, "summary");
	static const char *const keys[] = {"files", "errors", "warnings", "notes"};
	static const int counts[] = {1, 2, 1, 1};
	for (size_t i = 0; i < ROWS(keys); i++)
		cr_expect_eq(cJSON_GetObjectItem(summary, keys[i])->valueint, counts[i], "%s",
		             keys[i]);
	cr_expect_eq(cJSON_GetObjectItem(output, "version")->valueint, 1);
	cJSON_Delete(output);
	arena_drop(&arena);
}

Test(json, quiet_leaves_warnings_out)
{
	struct arena arena = {0};
	cJSON *output =
	    render(&arena, STR("mesh: {x: 2, y: 2}\ntensors: {a: 'f32[9@x]'}\n"), "a.yaml", true);
	const cJSON *findings = cJSON_GetObjectItem(first_file(output), "diagnostics");
	cr_assert_eq(cJSON_GetArraySize(findings), 1);
	expect_string(first_finding(output), "rule", "dim-indivisible");
	cJSON_Delete(output);
	arena_drop(&arena);
}

/* Names, and how they arrive: cJSON's strings end at a NUL. */
static const struct {
	const char *written, *read;
} names[] = {
    {"\"q\\\"u\\\\o\"", "q\"u\\o"},  {"\"\\e[31m\"", "\033[31m"},     {"\"a\\0b\"", "a\\x00b"},
    {"\"\\u202e\"", "\342\200\256"}, {"\"line\\nend\"", "line\nend"},
};

Test(json, names_arrive_as_they_are)
{
	for (size_t i = 0; i < ROWS(names); i++) {
		struct arena arena = {0};
		struct str spec = str_format(&arena, "mesh: {x: 2}\ntensors: {%s: 'f32[9@x]'}\n",
		                             names[i].written);
		cJSON *output = render(&arena, spec, "a.yaml", false);
		expect_string(first_finding(output), "subject", names[i].read);
		cJSON_Delete(output);
		arena_drop(&arena);
	}
}

Test(json, a_path_that_is_not_utf_8_is_escaped)
{
	struct arena arena = {0};
	cJSON *output = render(&arena, STR("tensors: {}"), "caf\351.yaml", false);
	expect_string(first_file(output), "path", "caf\\xe9.yaml");
	cJSON_Delete(output);
	arena_drop(&arena);
}
