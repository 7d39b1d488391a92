/* SPDX-License-Identifier: Apache-2.0 */
/* The top level of a spec. */
#include "release/rules.h"
#include "spec/spec.h"
#include "testing/spec_text.h"

static const char *const rows[][2] = {
    {"version: 1", ""},
    {"version: 2", "value-invalid(2)"},
    {"version: one", "value-invalid(one)"},
    {"devices: 8", ""},
    {"devices: 0", "value-invalid(0)"},
    {"devices: 2147483648", ""},
    {"devices: 2147483649", "limit-exceeded(2147483649)"},
    {"framework: jax==0.6.0", ""},
    {"framework: [jax]", "value-type([jax])"},
    {"framework: jaxx", "framework-unknown(jaxx)"},
    {"dims: {B: 8, T: 0}", ""},
    {"dims: {B: -8}", "value-invalid(-8)"},
    {"dims: {B: x}", "value-invalid(x)"},
    {"dims: [B]", "value-type([B])"},
    {"program: |\n  y = x\nprogram_mode: eager", ""},
    {"program: [y]", "value-type([y])"},
    {"program_mode: fast", "value-invalid(fast)"},
    {"hardware: v5e-16\nmemory: {reserve: 1 GiB}\nrules: [[a, b]]", ""},
    {"tensors:", ""},
    {"tensors: []", "value-type([])"},
    {"tnsors: {}", "key-unknown(tnsors)"},
    {"checks: {}", ""},
    {"checks: {ignore: axis-unused}", ""},
    {"checks: {ignore: [axis-unused, rank-mismatch]}", ""},
    {"checks: {ignore: [axis-unusd]}", "value-invalid(axis-unusd)"},
    {"checks: {severity: {axis-unused: error}}", ""},
    {"checks: {severity: {axis-unused: bad}}", "value-invalid(bad)"},
    {"checks: {severity: [a]}", "value-type([a])"},
    {"checks: {replicated_bytes: 64MiB}", ""},
    {"checks: {replicated_bytes: 64 GiB}", ""},
    {"checks: {replicated_bytes: 64MB}", "value-invalid(64MB)"},
    {"checks: {replicated_bytes: -1}", "value-invalid(-1)"},
    {"checks: {replicated_bytes: 9999999999TiB}", "value-invalid(9999999999TiB)"},
    {"checks: {limits: 1}", "key-unknown(limits)"},
    {"checks: on", "value-type(on)"},
    {"[a]", "value-type([a])"},
    {"text", "value-type(text)"},
};

Test(spec_read, findings_of_the_top_level)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct diags diags;
		testing_spec(&arena, rows[i][0], NULL, &diags);
		testing_expect(rows[i][0],
		               testing_findings_text(&arena, &diags, str_of(rows[i][0])),
		               rows[i][1]);
		arena_drop(&arena);
	}
}

Test(spec_read, settings_of_checks_are_kept)
{
	struct arena arena = {0};
	struct diags diags;
	const struct spec *spec =
	    testing_spec(&arena,
	                 "checks:\n  ignore: [axis-unused]\n  severity: {rank-mismatch: note, "
	                 "dim-uneven: off}\n  replicated_bytes: 2KiB\n",
	                 NULL, &diags);
	const struct check_settings *checks = &spec->checks;
	cr_expect_eq(checks->level[RULE_AXIS_UNUSED], LEVEL_OFF);
	cr_expect_eq(checks->level[RULE_DIM_UNEVEN], LEVEL_OFF);
	cr_expect_eq(checks->level[RULE_RANK_MISMATCH], LEVEL_NOTE);
	cr_expect_eq(checks->level[RULE_AXIS_REPEATED], LEVEL_UNSAID);
	cr_expect_eq(checks->replicated_bytes, 2048);
	arena_drop(&arena);
}

Test(spec_read, defaults_hold_where_nothing_is_said)
{
	struct arena arena = {0};
	struct diags diags;
	const struct spec *spec = testing_spec(&arena, "tensors: {}", NULL, &diags);
	testing_expect("framework", spec->framework.text,
	               str_format(&arena, "jax==%s", jax_newest_release()).s);
	cr_expect_eq(spec->nmeshes, 0u);
	cr_expect_eq(spec->devices, 0);
	cr_expect_eq(spec->checks.replicated_bytes, 64 << 20);
	cr_expect_eq(spec_tensor_count(spec), 0u);
	arena_drop(&arena);
}

Test(spec_read, the_command_line_says_another_framework)
{
	struct arena arena = {0};
	struct diags diags;
	const struct spec_overrides overrides = {.framework = STR("jax==0.6.0")};
	const struct spec *spec = testing_spec(&arena, "framework: nonsense", &overrides, &diags);
	testing_expect("framework", spec->framework.text, "jax==0.6.0");
	cr_expect_eq(diags.count, 0u);
	arena_drop(&arena);
}
