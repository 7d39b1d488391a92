/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

#include "testing/release.h"
#include "trace/trace.h"

static const char tensors[] = "tensors:\n"
			      "  a: {shape: [4, 8], dtype: float32, spec: [x, null]}\n"
			      "  b: {shape: [4, 8], dtype: bfloat16, spec: [x, null]}\n"
			      "  c: {shape: [8], dtype: int32, spec: [null]}\n"
			      "  m: {shape: [4, 8], dtype: bool, spec: [x, null]}\n"
			      "  s: {shape: [], dtype: float32, spec: []}\n"
			      "  k: {shape: [], dtype: int32, spec: []}\n"
			      "program: |\n";

/* The spec around the program, whose lines are set in. */
static struct str spec_text(struct arena *arena, const char *release, struct str program)
{
	struct buf text = {.arena = arena};
	struct jax_rules rules = testing_release(release);
	buf_printf(&text, "framework: jax==%s\nmesh: {axes: {x: 2, y: 2}, types: %s}\n%s", release,
	           rules.has[JAX_AXIS_TYPES] ? "explicit" : "auto", tensors);
	for (size_t at = 0; at < program.len;) {
		size_t end = str_find(program, '\n', at);
		buf_printf(&text, "  %.*s\n", STR_ARG(str_slice(program, at, end)));
		at = end + 1;
	}
	return buf_str(&text);
}

static uint32_t line_of(struct str text, uint32_t offset)
{
	uint32_t line = 1;
	for (size_t at = 0; at < offset && at < text.len; at++)
		line += text.s[at] == '\n';
	return line;
}

static void add_finding(struct buf *out, struct str spec, const struct diag *diag)
{
	size_t body = 0;
	while (!str_starts_with(str_slice(spec, body, spec.len), STR("program: |\n")))
		body = str_find(spec, '\n', body) + 1;
	uint32_t line = line_of(spec, diag->at.offset) - line_of(spec, (uint32_t)body);
	buf_printf(out, "%s%u ", out->len ? "; " : "", line);
	if (diag->framework_error.type.s)
		buf_printf(out, "%.*s: %.*s", STR_ARG(diag->framework_error.type),
		           STR_ARG(diag->framework_error.message));
	else
		buf_printf(out, "%s: %.*s", diag->rule->name, STR_ARG(diag->message));
}

static bool is_shown(const struct value *value)
{
	switch (value->kind) {
	case VALUE_FUNCTION:
	case VALUE_BUILTIN:
	case VALUE_METHOD:
	case VALUE_PARTIAL:
	case VALUE_TRANSFORMED:
	case VALUE_MODULE:
		return false;
	default:
		return true;
	}
}

static void add_value(struct buf *out, const struct value *value)
{
	struct jax_rules rules = {0};
	if (value->kind == VALUE_ARRAY) {
		buf_puts(out, value->array->type.weak ? "~" : "");
		type_text(out, &value->array->type, false);
	} else if (value_has_unknown(value)) {
		buf_putc(out, '?');
	} else if (value_items(value)) {
		bool tuple = value->kind == VALUE_TUPLE;
		buf_putc(out, tuple ? '(' : '[');
		for (uint32_t i = 0; i < value->list.count; i++) {
			buf_puts(out, i ? ", " : "");
			add_value(out, value->list.items[i]);
		}
		buf_putc(out, tuple ? ')' : ']');
	} else {
		value_text(out, &rules, value);
	}
}

struct str testing_program(struct arena *arena, const char *release, const char *program)
{
	struct buf out = {.arena = arena};
	struct str spec = spec_text(arena, release, str_of(program));
	struct check_result result = testing_check(arena, spec);
	for (uint32_t i = 0; i < result.ndiags; i++)
		if (result.diags[i]->rule != rule_of(RULE_AXIS_UNUSED))
			add_finding(&out, spec, result.diags[i]);
	for (uint32_t i = 0; result.program && i < result.program->count; i++) {
		const struct named_value *named = &result.program->values[i];
		if (!is_shown(named->value))
			continue;
		buf_printf(&out, "%s%.*s=", out.len ? "; " : "", STR_ARG(named->name));
		add_value(&out, named->value);
	}
	return buf_str(&out);
}

void testing_outcomes(const struct program_outcome *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct arena arena = {0};
		testing_expect(cases[i].program,
		               testing_program(&arena, cases[i].release, cases[i].program),
		               cases[i].outcome);
		arena_drop(&arena);
	}
}
