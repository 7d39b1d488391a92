/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program_cases.h"

#include <stdlib.h>

#include "base/buf.h"
#include "op/core/dtype_class.h"
#include "trace/value/named_array.h"

/* The next part of a text up to a separator, without blanks around it; *at goes behind it. */
static struct str next_part(struct str text, char separator, size_t *at)
{
	size_t end = str_find(text, separator, *at);
	struct str part = str_trim(str_slice(text, *at, end));
	*at = end + 1;
	return part;
}

/* "mesh: {axes: {x: 2, y: 4}, types: {x: explicit, y: auto}}" */
static void add_mesh(struct buf *out, struct str text)
{
	struct buf types = {.arena = out->arena};
	struct str type = STR("explicit");
	const char *separator = "";
	buf_puts(out, "mesh: {axes: {");
	for (size_t at = 0; at < text.len;) {
		struct str word = next_part(text, ' ', &at);
		size_t equals = str_find(word, '=', 0);
		if (equals == word.len) {
			type = word;
			continue;
		}
		struct str name = str_slice(word, 0, equals);
		buf_printf(out, "%s%.*s: %.*s", separator, STR_ARG(name),
		           STR_ARG(str_slice(word, equals + 1, word.len)));
		buf_printf(&types, "%s%.*s: %.*s", separator, STR_ARG(name), STR_ARG(type));
		separator = ", ";
	}
	buf_printf(out, "}, types: {%.*s}}\n", STR_ARG(buf_str(&types)));
}

static void add_tensors(struct buf *out, struct str text)
{
	buf_puts(out, text.len ? "tensors:\n" : "");
	for (size_t at = 0; at < text.len;) {
		struct str tensor = next_part(text, ';', &at);
		size_t blank = str_find(tensor, ' ', 0);
		buf_printf(out, "  %.*s: \"%.*s\"\n", STR_ARG(str_slice(tensor, 0, blank)),
		           STR_ARG(str_trim(str_slice(tensor, blank, tensor.len))));
	}
}

struct str testing_program_spec(struct arena *arena, const struct program_case *row)
{
	struct buf out = {.arena = arena};
	struct str program = str_of(row->program);
	buf_printf(&out, "framework: jax==%s\n", row->release);
	add_mesh(&out, str_of(row->mesh));
	add_tensors(&out, str_of(row->tensors));
	buf_puts(&out, "program: |\n");
	for (size_t at = 0; at < program.len;) {
		size_t end = str_find(program, '\n', at);
		buf_printf(&out, "  %.*s\n", STR_ARG(str_slice(program, at, end)));
		at = end + 1;
	}
	return buf_str(&out);
}

/* What the framework raises first, or NULL. */
static const struct framework_error *first_error(const struct check_result *result)
{
	for (uint32_t i = 0; i < result->ndiags; i++)
		if (result->diags[i]->framework_error.type.s)
			return &result->diags[i]->framework_error;
	return NULL;
}

static int compare(const void *a, const void *b)
{
	const struct str *x = a, *y = b;
	return str_compare(*x, *y);
}

/* The arrays that the program names, in the order of their names. */
static struct str values_text(struct arena *arena, const struct trace_result *program)
{
	uint32_t count, kept = 0;
	const struct named_array *arrays = named_arrays(arena, program, &count);
	struct str *texts = arena_new(arena, struct str, count);
	for (uint32_t i = 0; i < count; i++) {
		struct buf text = {.arena = arena};
		if (dtype_class(arrays[i].type->dtype) == DTYPE_KEY)
			continue;
		buf_printf(&text, "%.*s ", STR_ARG(arrays[i].name));
		type_text(&text, arrays[i].type, false);
		texts[kept++] = buf_str(&text);
	}
	qsort(texts, kept, sizeof *texts, compare);
	struct buf out = {.arena = arena};
	for (uint32_t i = 0; i < kept; i++)
		buf_printf(&out, "%s%.*s", i ? "; " : "", STR_ARG(texts[i]));
	return buf_str(&out);
}

struct str testing_program_says(struct arena *arena, const struct program_case *row)
{
	struct check_result result = testing_check(arena, testing_program_spec(arena, row));
	const struct framework_error *error = first_error(&result);
	if (error)
		return str_format(arena, "%.*s: %.*s", STR_ARG(error->type),
		                  STR_ARG(error->message));
	if (result.verdict != VERDICT_ACCEPTED || !result.program)
		return str_of(verdict_name(result.verdict));
	return values_text(arena, result.program);
}

/* The first error in shardctl's words. */
static struct str words_of(struct arena *arena, const struct program_case *row)
{
	struct check_result result = testing_check(arena, testing_program_spec(arena, row));
	for (uint32_t i = 0; i < result.ndiags; i++) {
		const struct diag *diag = result.diags[i];
		if (!diag->framework_error.type.s)
			continue;
		return str_format(arena, "%.*s%s%.*s", STR_ARG(diag->message),
		                  diag->help.len ? " -- " : "", STR_ARG(diag->help));
	}
	return STR("no error");
}

static void expect_rows(const struct program_case *cases, size_t count,
                        struct str (*says)(struct arena *arena, const struct program_case *row))
{
	for (size_t i = 0; i < count; i++) {
		struct arena arena = {0};
		const char *row = str_format(&arena, "%s, %s, %s:\n%s", cases[i].release,
		                             cases[i].mesh, cases[i].tensors, cases[i].program)
		                      .s;
		testing_expect(row, says(&arena, &cases[i]), cases[i].says);
		arena_drop(&arena);
	}
}

void testing_programs(const struct program_case *cases, size_t count)
{
	expect_rows(cases, count, testing_program_says);
}

void testing_words(const struct program_case *cases, size_t count)
{
	expect_rows(cases, count, words_of);
}
