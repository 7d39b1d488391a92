/* SPDX-License-Identifier: Apache-2.0 */
#include "check/check.h"

#include <stdlib.h>

#include "base/buf.h"
#include "testing/testing.h"

/* A spec, its verdict, and its findings in order. */
static const struct {
	const char *text, *verdict, *rules;
} rows[] = {
    {"mesh: {x: 2}\ntensors: {a: 'f32[8@x]'}", "accepted", ""},
    {"tensors: {}", "accepted", ""},
    {"mesh: {x: 2, y: 2}\ntensors: {a: 'f32[8@x]'}", "accepted", "axis-unused"},
    {"mesh: {x: 2}\ntensors: {a: 'f32[9@x]'}", "rejected", "dim-indivisible"},
    {"framework: jax==9\nmesh: {x: 2}\ntensors: {a: 'f32[8@x]'}", "unknown", "version-not-known"},
    {"framework: jax==9\nmesh: {x: 2}\ntensors: {a: 'f32[9@x]'}", "rejected",
     "version-not-known dim-indivisible"},
    {"mesh: {x: 2}\ntensors: {a: 'f32[9@x]', b: 'f32['}", "invalid", "dim-indivisible type-syntax"},
    {"", "invalid", "file-empty"},
    {"framework: jaxx\nmesh: {x: 2}\ntensors: {a: 'f32[9@x]'}", "invalid", "framework-unknown"},
    /* one mistake gives one finding */
    {"mesh: {x: 2}\ntensors: {a: {shape: [8], spec: [q, q]}}", "rejected",
     "axis-repeated axis-unknown rank-mismatch"},
    {"mesh: {x: 2, y: 3}\ntensors: {a: {shape: [8], spec: [[x, y]]}, b: *c}", "invalid",
     "alias-unknown"},
    {"mesh: {x: 2}\ntensors: {a: {shape: [8], spec: [x], mesh: n}}", "invalid", "mesh-unknown"},
    {"mesh: {x: 0}\ntensors: {a: 'f32[9@x]'}", "invalid", "value-invalid"},
    /* findings stand in the order of the file, whatever found them */
    {"tensors: {a: 'f32[9@x]'}\nmesh: {x: 2, y: 2}", "rejected", "dim-indivisible axis-unused"},
    /* ignored findings still count for the verdict */
    {"checks: {ignore: dim-indivisible}\nmesh: {x: 2}\ntensors: {a: 'f32[9@x]'}", "rejected", ""},
    {"mesh: {x: 2}\ntensors:\n  a: f32[9@x] # shardctl: ignore[dim-indivisible]\n", "rejected", ""},
    /* lints */
    {"mesh: {x: 2, one: 1}\ntensors: {a: 'f32[8@x]'}", "accepted", ""},
    {"mesh: {x: 2, y: 2}\nprogram: y\ntensors: {a: 'f32[8@x]'}", "rejected", "name-unknown"},
    {"mesh: {x: 2, y: 2}\nprogram: b = a + a\ntensors: {a: 'f32[8@x]'}", "accepted", ""},
    {"framework: torch_xla\nmesh: {x: 2}\nprogram: b = a\ntensors: {a: 'f32[8@x]'}", "accepted",
     ""},
    {"mesh: {x: 2, y: 2}\ntensors: {a: {shape: [8], spec: \"P('x', unreduced={'y'})\", "
     "applied_by: none}}",
     "accepted", ""},
    {"mesh: {x: 2}\ntensors: {w: {shape: [4611686018427387904, 0], dtype: f32, spec: [], kind: "
     "param}, v: 'f32[2@x]'}",
     "accepted", ""},
    {"mesh: {x: 2}\ntensors: {w: {shape: [8], spec: [x], heads: {0: 9223372036854775807}}}",
     "accepted", "heads-split"},
    {"mesh: {x: 2}\ntensors: {w: {shape: [8], spec: [x], heads: {0: 1}}}", "accepted",
     "heads-split"},
    {"framework: torch_xla\nmesh: {a: 2147483648, b: 2147483648, c: 2}\ntensors: {w: {shape: "
     "[8192, 8192], dtype: f32, spec: [], kind: param}}",
     "invalid", "limit-exceeded"},
    {"mesh: {x: 2}\ntensors: {l.0: 'f32[8@x]', l.1: 'f32[8@x]', l.2: 'f32[8]'}", "accepted",
     "family-differs"},
    {"mesh: {x: 2}\ntensors: {l.0: 'f32[8@x]', l.1: 'f32[8]'}", "accepted", ""},
    {"mesh: {x: 2, y: 2}\ntensors: {l.0: 'f32[8@x]', l.1: 'f32[8@x]', l.2: 'f32[8]', l.3: "
     "'f32[8@y]'}",
     "accepted", ""},
};

Test(check, verdicts_and_findings)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct check_result result = testing_check(&arena, str_of(rows[i].text));
		cr_expect_str_eq(verdict_name(result.verdict), rows[i].verdict, "%s", rows[i].text);
		testing_expect(rows[i].text, str_of(testing_rules(&arena, &result)), rows[i].rules);
		arena_drop(&arena);
	}
}

Test(check, counts_and_severities_follow_the_settings)
{
	struct arena arena = {0};
	struct check_result result =
	    testing_check(&arena, STR("mesh: {x: 2, y: 2}\n"
	                              "checks: {severity: {axis-unused: error, dim-indivisible: "
	                              "note}, ignore: rank-mismatch}\n"
	                              "tensors: {a: 'f32[9@x]', b: {shape: [], spec: [x]}}\n"));
	cr_expect_eq(result.errors, 1u);
	cr_expect_eq(result.warnings, 0u);
	cr_expect_eq(result.notes, 1u);
	cr_expect_eq(result.ignored, 1u);
	cr_expect_eq(result.verdict, VERDICT_REJECTED);
	arena_drop(&arena);
}

Test(check, a_file_that_is_too_large_is_not_read)
{
	struct arena arena = {0};
	const struct str huge = {"", (size_t)MAX_FILE_BYTES + 1};
	static const struct check_options defaults;
	struct arena scratch = {0};
	/* Pages that are never touched: nothing of the text may be looked at before its length. */
	char *text = calloc(1, huge.len);
	cr_assert_not_null(text);
	const struct source source = {STR("x"), {text, huge.len}};
	struct check_result result = check_source(&arena, &scratch, &source, &defaults);
	cr_expect_eq(result.verdict, VERDICT_INVALID);
	cr_expect_str_eq(testing_rules(&arena, &result), "limit-exceeded");
	free(text);
	arena_drop(&scratch);
	arena_drop(&arena);
}

Test(check, many_tensors_need_little_scratch)
{
	struct arena arena = {0}, tree = {0}, scratch = {0};
	struct buf out = {.arena = &arena};
	static const struct check_options defaults;
	buf_puts(&out, "mesh: {x: 2, y: 2}\ntensors:\n");
	for (int i = 0; i < 20000; i++)
		buf_printf(&out, "  layer.%d.w: {shape: [4096, 4], dtype: f32, spec: [x, y]}\n", i);
	const struct source source = {STR("x"), buf_str(&out)};
	struct check_result result = check_source(&tree, &scratch, &source, &defaults);
	cr_expect_eq(result.ndiags, 0u);
	cr_expect(arena_footprint(&tree) < 12 * out.len, "%zu bytes for %zu",
	          arena_footprint(&tree), out.len);
	arena_drop(&scratch);
	arena_drop(&tree);
	arena_drop(&arena);
}
