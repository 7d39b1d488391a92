/* SPDX-License-Identifier: Apache-2.0 */
#include "report/check/finding.h"

#include "testing/testing.h"

static const char spec[] = "mesh: {x: 2, unused: 2}\n"
			   "tensors:\n"
			   "  a: f32[9@x]\n"
			   "  b: {shape: [8], spec: [x, null]}\n"
			   "  c: f32[9@x]\n";

/* The names of the findings shown, and how many are hidden. */
static const struct {
	struct report_options options;
	uint32_t most;
	const char *shown;
} rows[] = {
    {{.width = 0}, 0, "axis-unused dim-indivisible rank-mismatch dim-indivisible 0"},
    {{.width = 0}, 100, "axis-unused dim-indivisible rank-mismatch dim-indivisible 0"},
    {{.width = 0}, 3, "dim-indivisible rank-mismatch dim-indivisible 1"},
    {{.quiet = true}, 0, "dim-indivisible rank-mismatch dim-indivisible 0"},
    {{.quiet = true}, 2, "dim-indivisible rank-mismatch 1"},
    {{.limited = true, .most = 3}, 1, "dim-indivisible rank-mismatch dim-indivisible 1"},
    {{.limited = true, .most = 0}, 100, "4"},
    {{.limited = true, .most = UINT32_MAX},
     1,
     "axis-unused dim-indivisible rank-mismatch dim-indivisible 0"},
};

Test(finding, a_limit_keeps_errors_in_their_order)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct buf shown = {.arena = &arena};
		struct check_result result = testing_check(&arena, str_of(spec));
		struct findings findings =
		    findings_shown(&arena, &result, &rows[i].options, rows[i].most);
		for (uint32_t j = 0; j < findings.count; j++)
			buf_printf(&shown, "%s ", findings.items[j]->rule->name);
		buf_printf(&shown, "%u", findings.hidden);
		testing_expect(rows[i].shown, buf_str(&shown), rows[i].shown);
		arena_drop(&arena);
	}
}

/* Of the findings of a text, in the arena; *count says how many. */
static const uint64_t *prints_of(struct arena *arena, struct str text, uint32_t *count)
{
	static const struct report_options options;
	struct check_result result = testing_check(arena, text);
	struct findings findings = findings_shown(arena, &result, &options, 0);
	*count = findings.count;
	return finding_fingerprints(arena, &result, &findings);
}

Test(finding, a_fingerprint_survives_other_lines)
{
	struct arena arena = {0};
	uint32_t count, moved_count;
	const uint64_t *prints = prints_of(&arena, str_of(spec), &count);
	const uint64_t *moved = prints_of(
	    &arena, str_format(&arena, "# one more\n\n%s  d: f32[8@x]\n", spec), &moved_count);
	cr_assert(count == 4 && moved_count == 4);
	for (uint32_t i = 0; i < count; i++)
		cr_expect_eq(prints[i], moved[i], "%u", i);
	arena_drop(&arena);
}

Test(finding, fingerprints_differ_where_all_is_on_one_line)
{
	enum { AXES = 12 };
	struct arena arena = {0};
	struct buf text = {.arena = &arena};
	uint32_t count;
	buf_puts(&text, "mesh: {");
	for (int i = 0; i < AXES; i++)
		buf_printf(&text, "%sx%d: 2", i ? ", " : "", i);
	buf_puts(&text, "}\ntensors: {t: 'f32[");
	for (int i = 0; i < AXES; i++)
		buf_printf(&text, "%s9@x%d", i ? ", " : "", i);
	buf_puts(&text, "]'}\n");
	const uint64_t *prints = prints_of(&arena, buf_str(&text), &count);
	cr_assert_geq(count, (uint32_t)AXES, "%u", count);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j < i; j++)
			cr_assert_neq(prints[i], prints[j], "%u %u", i, j);
	arena_drop(&arena);
}

static const struct {
	const char *path, *plain;
} paths[] = {{"a.yaml", "a.yaml"},       {"./a.yaml", "a.yaml"}, {"././a.yaml", "a.yaml"},
             {"../a.yaml", "../a.yaml"}, {"./", "./"},           {"-", "-"}};

Test(finding, paths_are_those_of_a_repository)
{
	for (size_t i = 0; i < ROWS(paths); i++)
		testing_expect(paths[i].path, path_plain(str_of(paths[i].path)), paths[i].plain);
}
