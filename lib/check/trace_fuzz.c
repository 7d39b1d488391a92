/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a program on a few tensors, interpreted under one release or another. Whatever comes
 * in, it ends, findings lie inside of the text and are safe to print, and types are well formed.
 */
#include "check/check.h"
#include "testing/fuzz_checks.h"
#include "trace/trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const releases[] = {"0.4.30", "0.6.0", "0.8.2", "0.10.2", "0.12.0.1"};

enum { RELEASE_COUNT = COUNT_OF(releases) };

static const char head[] = "mesh: {x: 2, y: 2}\n"
			   "tensors:\n"
			   "  a: {shape: [4, 8], dtype: float32, spec: [x, null]}\n"
			   "  b: {shape: [4, 8], dtype: bfloat16, spec: [x, y]}\n"
			   "  c: {shape: [8], dtype: int32, spec: [null]}\n"
			   "  d: {shape: [8, 4, 8], dtype: float32, spec: [[x, y], null, null]}\n"
			   "  s: {shape: [], dtype: float32, spec: []}\n"
			   "program: |\n";

static void check_findings(struct arena *arena, const struct check_result *result)
{
	for (uint32_t i = 0; i < result->ndiags; i++) {
		const struct diag *diag = result->diags[i];
		check_finding(arena, result->source->text, diag);
		must(str_find(diag->framework_error.message, '\n', 0) ==
		         diag->framework_error.message.len,
		     "a quotation of several lines");
	}
}

static void check_array(const struct array *array)
{
	const struct array_type *type = &array->type;
	must(type->dtype && type->rank <= MAX_RANK, "an array without a type");
	must(array->level == 0, "an array that is still mapped");
	for (uint32_t i = 0; i < type->rank; i++) {
		must(type->shape[i] >= 0, "a negative size");
		must(type->spec[i].count == 0 || type->mesh, "axes of no mesh");
		for (uint32_t j = 0; j < type->spec[i].count; j++)
			must(type->spec[i].axes[j] < type->mesh->mesh->naxes, "an axis of none");
	}
}

static void check_value(const struct value *value)
{
	const struct value_list *items = value_items(value);
	if (value->kind == VALUE_ARRAY)
		check_array(value->array);
	for (uint32_t i = 0; items && i < items->count; i++)
		if (items->items[i]->kind == VALUE_ARRAY)
			check_array(items->items[i]->array);
}

/* The spec around the program, whose lines are set in. */
static struct str spec_of(struct arena *arena, struct str program)
{
	struct buf text = {.arena = arena};
	buf_printf(&text, "framework: jax==%s\n%s", releases[program.len % RELEASE_COUNT], head);
	for (size_t at = 0; at < program.len;) {
		size_t end = str_find(program, '\n', at);
		buf_printf(&text, "  %.*s\n", STR_ARG(str_slice(program, at, end)));
		at = end + 1;
	}
	return buf_str(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = {0}, scratch = {0};
	struct check_options options = {0};
	struct str program = {(const char *)data, size};
	struct source source = {STR("fuzz.yaml"), spec_of(&arena, program)};
	struct check_result result = check_source(&arena, &scratch, &source, &options);
	check_findings(&arena, &result);
	for (uint32_t i = 0; result.program && i < result.program->count; i++)
		check_value(result.program->values[i].value);
	arena_drop(&arena);
	arena_drop(&scratch);
	return 0;
}
