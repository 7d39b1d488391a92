/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/case_says.h"

#include <stdlib.h>

#include "library/transform/transform.h"
#include "op/core/dtype_class.h"
#include "testing/case_file.h"
#include "testing/recorded_text.h"
#include "testing/testing.h"
#include "trace/named_array.h"
#include "trace/trace.h"

/* The kinds of lines of an answer. */
struct kinds {
	bool names;     /* "NAME = VALUE": all findings and all values */
	bool words;     /* "words: " and "help: " of the first error */
	bool places;    /* "RULE at TEXT": all errors and what the caret is under */
	bool repairs;   /* "repair: " of the first error, and "import: " that it needs */
	bool said;      /* any other line: what the program raises or its arrays */
	bool differs;   /* "jax: ": what JAX says, and shardctl does not */
	uint32_t lines; /* how many are "line N: ": the first findings */
};

static bool is_value(struct str line)
{
	size_t blank = str_find(line, ' ', 0);
	return str_starts_with(str_slice(line, blank, line.len), STR(" = "));
}

/* Whether a line is "RULE at TEXT"; the text may be empty. */
static bool is_place(struct str line)
{
	size_t blank = str_find(line, ' ', 0);
	return str_find(line, ':', 0) > blank &&
	       str_starts_with(str_slice(line, blank, line.len), STR(" at"));
}

static struct kinds kinds_of(struct str answer)
{
	struct kinds kinds = {0};
	for (size_t at = 0; at < answer.len;) {
		struct str line = case_next(answer, '\n', &at);
		if (str_starts_with(line, STR("words: ")) || str_starts_with(line, STR("help: ")))
			kinds.words = true;
		else if (str_starts_with(line, STR("line ")))
			kinds.lines++;
		else if (str_starts_with(line, STR("jax: ")))
			kinds.differs = true;
		else if (str_starts_with(line, STR("repair: ")) ||
		         str_starts_with(line, STR("import: ")))
			kinds.repairs = true;
		else if (is_place(line))
			kinds.places = true;
		else if (is_value(line))
			kinds.names = true;
		else
			kinds.said = true;
	}
	return kinds;
}

bool case_is_own(struct str answer)
{
	struct kinds kinds = kinds_of(answer);
	return kinds.names || ((kinds.words || kinds.repairs) && !kinds.said);
}

static void add_line(struct buf *out, struct str line)
{
	buf_puts(out, out->len ? "\n" : "");
	buf_add(out, str_trim(line));
}

/* By the names in front of the types. */
static int compare_lines(const void *a, const void *b)
{
	const struct str *x = a, *y = b;
	size_t x_name = str_find(*x, ':', 0), y_name = str_find(*y, ':', 0);
	int order = str_compare(str_slice(*x, 0, x_name), str_slice(*y, 0, y_name));
	return order ? order : str_compare(*x, *y);
}

/* The arrays that the program names, in the order of their names. */
static void add_arrays(struct buf *out, const struct trace_result *program)
{
	uint32_t count, kept = 0;
	const struct named_array *arrays = named_arrays(out->arena, program, &count);
	struct str *texts = arena_new(out->arena, struct str, count);
	for (uint32_t i = 0; i < count; i++) {
		struct buf text = {.arena = out->arena};
		if (dtype_class(arrays[i].type->dtype) == DTYPE_KEY)
			continue;
		buf_printf(&text, "%.*s: ", STR_ARG(arrays[i].name));
		type_text(&text, arrays[i].type, false);
		texts[kept++] = buf_str(&text);
	}
	if (kept)
		qsort(texts, kept, sizeof *texts, compare_lines);
	for (uint32_t i = 0; i < kept; i++)
		add_line(out, texts[i]);
	if (!kept)
		add_line(out, str_of(verdict_name(VERDICT_ACCEPTED)));
}

/* The first finding that quotes the framework, or NULL. */
static const struct diag *first_error(const struct check_result *result)
{
	for (uint32_t i = 0; i < result->ndiags; i++)
		if (result->diags[i]->framework_error.type.s)
			return result->diags[i];
	return NULL;
}

/* What the program raises, its arrays, or the verdict. */
static void add_said(struct buf *out, const struct check_result *result)
{
	const struct diag *error = first_error(result);
	if (error)
		add_line(out,
		         str_format(out->arena, "%.*s: %.*s", STR_ARG(error->framework_error.type),
		                    STR_ARG(error->framework_error.message)));
	else if (result->verdict == VERDICT_ACCEPTED && result->program)
		add_arrays(out, result->program);
	else
		add_line(out, str_of(verdict_name(result->verdict)));
}

static void add_words(struct buf *out, const struct check_result *result)
{
	const struct diag *error = first_error(result);
	if (!error)
		return;
	add_line(out, str_format(out->arena, "words: %.*s", STR_ARG(error->message)));
	if (error->help.len)
		add_line(out, str_format(out->arena, "help: %.*s", STR_ARG(error->help)));
}

/* The line of the program, from 1, that a place in the spec is on. */
static uint32_t line_in_program(struct str spec, uint32_t offset)
{
	uint32_t line = 0;
	bool program = false;
	for (size_t at = 0; at < spec.len && at <= offset; at = str_find(spec, '\n', at) + 1) {
		line += program;
		program |= str_starts_with(str_slice(spec, at, spec.len), STR("program: |\n"));
	}
	return line;
}

static void add_findings(struct buf *out, const struct check_result *result, uint32_t most)
{
	struct str spec = result->source->text;
	for (uint32_t i = 0; i < result->ndiags && most; i++) {
		const struct diag *diag = result->diags[i];
		struct str type = diag->framework_error.type, text = diag->framework_error.message;
		if (diag->rule == rule_of(RULE_AXIS_UNUSED))
			continue;
		if (!type.s) {
			type = str_of(diag->rule->name);
			text = diag->message;
		}
		add_line(out, str_format(out->arena, "line %u: %.*s: %.*s",
		                         line_in_program(spec, diag->at.offset), STR_ARG(type),
		                         STR_ARG(text)));
		most--;
	}
}

/* Whether the value is told: functions, modules and what is foreign are not. */
static bool is_shown(const struct value *value)
{
	return value->kind == VALUE_DTYPE ||
	       (value->kind != VALUE_MODULE && !value_is_foreign(value) &&
	        !value_is_callable(value));
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

/* What the program's names hold, in their order, but functions and modules. */
static void add_values(struct buf *out, const struct trace_result *program)
{
	for (uint32_t i = 0; program && i < program->count; i++) {
		struct buf line = {.arena = out->arena};
		if (!is_shown(program->values[i].value))
			continue;
		buf_printf(&line, "%.*s = ", STR_ARG(program->values[i].name));
		add_value(&line, program->values[i].value);
		add_line(out, buf_str(&line));
	}
}

/* Each error: its rule, what the caret is under, and what the framework raises. */
static void add_places(struct buf *out, const struct check_result *result)
{
	for (uint32_t i = 0; i < result->ndiags; i++) {
		const struct diag *diag = result->diags[i];
		const struct framework_error *error = &diag->framework_error;
		if (diag->severity != SEVERITY_ERROR)
			continue;
		add_line(out, str_format(out->arena, "%s at %.*s", diag->rule->name,
		                         STR_ARG(span_text(result->source->text, diag->at))));
		if (error->type.s)
			add_line(out, str_format(out->arena, "%.*s: %.*s", STR_ARG(error->type),
			                         STR_ARG(error->message)));
	}
}

/* The spec with a repair in it, and an import in front of the program. */
static struct str repaired_spec(struct arena *arena, struct str spec,
                                const struct diag_edit *repair, struct str import)
{
	struct str start = STR("program: |\n");
	size_t program = 0, behind = repair->at.offset + repair->at.length;
	while (!str_starts_with(str_slice(spec, program, spec.len), start))
		program++;
	program += start.len;
	return str_format(arena, "%.*s%s%.*s%s%.*s%.*s%.*s", (int)program, spec.s,
	                  import.len ? "  " : "", STR_ARG(import), import.len ? "\n" : "",
	                  STR_ARG(str_slice(spec, program, repair->at.offset)),
	                  STR_ARG(repair->text), STR_ARG(str_slice(spec, behind, spec.len)));
}

/* What is proposed for the first error, and the import that it needs; "rejected" when the program
 * still is with it. */
static void add_repair(struct buf *out, const struct check_result *result)
{
	struct str import = STR(""), none = STR("none");
	const struct diag_edit *repair = NULL;
	uint32_t first = 0;
	while (first < result->ndiags && result->diags[first]->severity != SEVERITY_ERROR)
		first++;
	if (first < result->ndiags)
		repair = result->diags[first]->repair.edits;
	if (repair && repair->next) {
		import = str_trim(repair->text);
		repair = repair->next;
	}
	add_line(out,
	         str_format(out->arena, "repair: %.*s", STR_ARG(repair ? repair->text : none)));
	if (import.len)
		add_line(out, str_format(out->arena, "import: %.*s", STR_ARG(import)));
	if (!repair)
		return;
	struct arena *arena = out->arena;
	struct str spec = repaired_spec(arena, result->source->text, repair, import);
	enum verdict verdict = testing_check(arena, spec).verdict;
	if (verdict != VERDICT_ACCEPTED)
		add_line(out, str_of(verdict_name(verdict)));
}

bool case_agrees(struct arena *arena, const struct check_result *result, struct str answer,
                 struct str *says)
{
	struct buf out = {.arena = arena};
	struct kinds kinds = kinds_of(answer);
	if (kinds.names || kinds.lines)
		add_findings(&out, result, kinds.names ? result->ndiags : kinds.lines);
	if (kinds.names)
		add_values(&out, result->program);
	if (kinds.places)
		add_places(&out, result);
	else if (kinds.said || kinds.differs)
		add_said(&out, result);
	if (kinds.repairs)
		add_repair(&out, result);
	if (kinds.words)
		add_words(&out, result);
	*says = buf_str(&out);
	if (kinds.differs)
		return !str_equal(recorded_text(arena, *says),
		                  recorded_text(arena, str_slice(answer, 5, answer.len)));
	return str_equal(recorded_text(arena, *says), recorded_text(arena, answer));
}
