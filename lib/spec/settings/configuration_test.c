/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/settings/configuration.h"

#include "base/buf.h"
#include "testing/testing.h"

static const struct configuration *read_text(struct arena *arena, const char *text)
{
	struct arena scratch = {0};
	const struct source source = {STR(".shardctl.yaml"), str_of(text)};
	const struct configuration *configuration = configuration_read(arena, &scratch, &source);
	arena_drop(&scratch);
	return configuration;
}

/* A configuration and what is wrong with it. */
static const char *const rows[][2] = {
    {"", ""},
    {"\n# nothing\n  # more\n", ""},
    {"ignore: axis-unused", ""},
    {"ignore: [axis-unused, dim-uneven]\nselect: rank-mismatch\n", ""},
    {"severity: {axis-unused: off, dim-uneven: ignore, rank-mismatch: note}", ""},
    {"replicated_bytes: 1GiB\nfail_on: [warning, unknown]\nframework: jax==0.6.0", ""},
    {"fail_on: warning", ""},
    {"fail_on: [warnings]", "value-invalid(warnings)"},
    {"fail_on: {warning: true}", "value-type({warning: true})"},
    {"devices: 8\nhardware: v5e-8", ""},
    {"devices: 4\nhardware: v5e-8", "hardware-devices(4)"},
    {"hardware: {chip: v5e, topology: 4x4}", ""},
    {"hardware: v5e-3", "topology-illegal(v5e-3)"},
    {"exclude: tests/", ""},
    {"exclude: [tests/, '!tests/a.py', \"*.yml\"]", ""},
    {"exclude: [[tests/]]", "value-type([tests/])"},
    {"exclude: ['']", "value-invalid('')"},
    {"exclude: {tests/: true}", "value-type({tests/: true})"},
    {"paths: {tests/: {ignore: axis-unused, framework: jax==0.4.35}}", ""},
    {"paths: {tests/: {exclude: a}}", "key-unknown(exclude)"},
    {"paths: {tests/: axis-unused}", "value-type(axis-unused)"},
    {"paths: [tests/]", "value-type([tests/])"},
    {"paths: {'#a': {}}", "value-invalid('#a')"},
    {"paths: {tests/: {}, tests/: {}}", "key-repeated(tests/)"},
    {"tensors: {}", "key-unknown(tensors)"},
    {"framework: jax>=0.6", "framework-unknown(jax>=0.6)"},
    {"- ignore", "value-type(ignore)"},
    {"ignore: [a", "yaml-syntax([) value-invalid(a)"},
};

Test(configuration, what_is_wrong_has_its_place)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		const struct configuration *configuration = read_text(&arena, rows[i][0]);
		struct buf out = {.arena = &arena};
		for (const struct diag *diag = configuration->diags->first; diag; diag = diag->next)
			buf_printf(&out, "%s%s(%.*s)", out.len ? " " : "", diag->rule->name,
			           STR_ARG(span_text(str_of(rows[i][0]), diag->at)));
		testing_expect(rows[i][0], buf_str(&out), rows[i][1]);
		arena_drop(&arena);
	}
}

static const char layers[] = "framework: jax==0.6.0\n"
			     "devices: 8\n"
			     "ignore: [axis-unused, dim-uneven]\n"
			     "fail_on: warning\n"
			     "paths:\n"
			     "  tests/: {severity: {axis-unused: error}, hardware: v5e-16}\n"
			     "  /tests/old/*.py: {framework: jax==0.4.35, select: [dim-uneven]}\n"
			     "  '!*.py': {ignore: rank-mismatch, fail_on: error}\n";

/* What holds for a file, in short. */
static struct str says(struct arena *arena, const struct file_defaults *defaults)
{
	static const enum rule_id rules[] = {RULE_AXIS_UNUSED, RULE_DIM_UNEVEN, RULE_RANK_MISMATCH};
	struct buf out = {.arena = arena};
	buf_printf(&out, "%.*s %d%s:", STR_ARG(defaults->framework), (int)defaults->devices,
	           defaults->fail_on.warnings ? " strict" : "");
	for (size_t i = 0; i < ROWS(rules); i++) {
		enum severity severity = rule_of(rules[i])->severity;
		bool shows = check_settings_shows(&defaults->checks, rules[i], &severity);
		buf_printf(&out, " %s", shows ? severity_name(severity) : "off");
	}
	return buf_str(&out);
}

Test(configuration, what_stands_nearer_is_laid_over_the_rest)
{
	static const char *const files[][2] = {
	    {"a.py", "jax==0.6.0 8 strict: off off error"},
	    {"a.yaml", "jax==0.6.0 8: off off off"},
	    {"tests/a.py", "jax==0.6.0 16 strict: error off error"},
	    {"deep/tests/x/a.yaml", "jax==0.6.0 16: error off off"},
	    {"tests/old/a.py", "jax==0.4.35 16 strict: off warning off"},
	    {"deep/tests/old/a.py", "jax==0.6.0 16 strict: error off error"},
	};
	struct arena arena = {0};
	const struct configuration *configuration = read_text(&arena, layers);
	cr_assert(!configuration->diags->first);
	for (size_t i = 0; i < ROWS(files); i++) {
		const struct file_defaults defaults =
		    configuration_of_file(configuration, str_of(files[i][0]));
		testing_expect(files[i][0], says(&arena, &defaults), files[i][1]);
	}
	arena_drop(&arena);
}
