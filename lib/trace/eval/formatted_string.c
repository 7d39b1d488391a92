/* SPDX-License-Identifier: Apache-2.0 */
/* f-strings: their text, as far as it can be told. */
#include "program/lex/bytes.h"
#include "program/lex/string_literal.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/object.h"
#include "trace/state/failure.h"
#include "trace/state/trace.h"

/* An f-string that is being put together. */
struct formatting {
	struct trace *trace;
	struct buf text;
	bool unknown;                /* a part of it is */
	bool told;                   /* by something else than the machine */
	const struct value *foreign; /* what of the machine is in it, or NULL */
};

/* The parts of a replacement field, as bytes of the program's text. */
struct field {
	struct span expression;
	struct span spec; /* the format behind ':'; or nothing */
	char conversion;  /* of !r, !s and !a, or 0 */
	struct span text; /* what '=' prints in front of the value, with it; or nothing */
	size_t end;       /* behind the closing brace */
};

/* Takes the '=' off a field that ends with one, which prints its expression and repr(). */
static void read_equals(struct str text, struct field *field)
{
	size_t start = field->expression.offset, end = start + field->expression.length;
	while (end > start && text.s[end - 1] == ' ')
		end--;
	if (end < start + 2 || text.s[end - 1] != '=' || strchr("=!<>", text.s[end - 2]))
		return;
	field->text = field->expression;
	field->expression.length = (uint32_t)(end - 1 - start);
}

/* Reads a field whose opening brace stands in front of byte `at`; false when it is not closed. */
static bool read_field(struct str text, size_t at, size_t stop, struct field *field)
{
	size_t start = at, end = 0;
	int depth = 0;
	char quote = '\0';
	for (; at < stop; at++) {
		char c = text.s[at];
		bool mark = depth == 0 && !quote && !end &&
		            (c == ':' || (c == '!' && byte_at(text, at + 1) != '='));
		if (mark)
			end = at;
		if (quote) {
			quote = c == quote ? '\0' : quote;
		} else if (c == '\'' || c == '"') {
			quote = c;
		} else if (c == '(' || c == '[' || c == '{') {
			depth++;
		} else if (depth == 0 && c == '}') {
			break;
		} else if (c == ')' || c == ']' || c == '}') {
			depth--;
		}
	}
	struct str rest = str_slice(text, end ? end : at, at);
	bool converted = rest.len > 1 && rest.s[0] == '!';
	size_t spec = (end ? end : at) + (converted ? 2 : 0);
	spec += spec < at && text.s[spec] == ':';
	field->conversion = converted ? rest.s[1] : '\0';
	field->spec = (struct span){(uint32_t)spec, (uint32_t)(at > spec ? at - spec : 0)};
	field->expression = (struct span){(uint32_t)start, (uint32_t)((end ? end : at) - start)};
	field->text = (struct span){0, 0};
	read_equals(text, field);
	if (rest.len == 0 && field->text.length)
		field->conversion = 'r';
	field->end = at + 1;
	return at < stop;
}

static bool add_formatted(struct formatting *formatting, size_t start, size_t stop, bool raw);

/* The format of a field, which may have fields itself; false after an error. */
static bool read_spec(struct formatting *formatting, const struct field *field, struct str *spec)
{
	struct formatting inner = {.trace = formatting->trace,
	                           .text = op_buf(&formatting->trace->op)};
	size_t start = field->spec.offset, stop = start + field->spec.length;
	if (!add_formatted(&inner, start, stop, true))
		return false;
	formatting->unknown |= inner.unknown;
	*spec = buf_str(&inner.text);
	return true;
}

static bool add_value(struct formatting *formatting, const struct field *field,
                      const struct value *value)
{
	struct trace *trace = formatting->trace;
	struct str spec;
	if (!read_spec(formatting, field, &spec))
		return false;
	if (field->conversion)
		value = field->conversion == 's' ? value_str_value(trace, value)
		                                 : value_repr_value(trace, value);
	const struct value *text = value ? value_formatted(trace, value, spec) : NULL;
	if (text && text->kind == VALUE_STRING) {
		buf_add(&formatting->text, text->string);
		return true;
	}
	formatting->unknown = true;
	if (text && value_is_foreign(text))
		formatting->foreign = text;
	else
		formatting->told = true;
	trace->op.error.unknown = false;
	return !trace->op.error.raised;
}

/* The expression of a field, which is read once; NULL: it cannot be. */
static const struct expression *field_expression(struct trace *trace, const struct field *field)
{
	const struct program *program = text_being_run(trace);
	const char *place = program->text.s + field->expression.offset;
	const struct expression **read = pointer_find(&trace->fields, place);
	if (!read) {
		read = arena_new(trace->op.arena, const struct expression *, 1);
		*read = program_read_expression(trace->op.arena, trace->scratch, program,
		                                field->expression);
		pointer_add(trace->op.arena, &trace->fields, place, read);
	}
	return *read;
}

static bool add_field(struct formatting *formatting, const struct field *field)
{
	struct trace *trace = formatting->trace;
	const struct expression *expression = field_expression(trace, field);
	const struct value *value = expression ? evaluate(trace, expression) : &value_unknown;
	if (!value)
		return false;
	buf_add(&formatting->text, str_slice(text_being_run(trace)->text, field->text.offset,
	                                     (size_t)field->text.offset + field->text.length));
	return add_value(formatting, field, value);
}

/* Adds what an escape stands for; the byte behind it. */
static size_t add_escaped(struct formatting *formatting, struct str text, size_t at, size_t stop)
{
	struct string_problem problem;
	size_t end = at + 2 < stop ? at + 2 : stop;
	while (end < stop && end < at + 4 && text.s[at + 1] == 'x')
		end++;
	string_decode(&formatting->text,
	              str_format(formatting->trace->op.arena, "\"\"\"%.*s\"\"\"",
	                         STR_ARG(str_slice(text, at, end))),
	              &problem);
	formatting->unknown |= strchr("NuU01234567", byte_at(text, at + 1)) != NULL;
	return end;
}

/* Adds one literal, which is formatted, without its quotes. */
static bool add_formatted(struct formatting *formatting, size_t start, size_t stop, bool raw)
{
	struct str text = text_being_run(formatting->trace)->text;
	struct field field;
	for (size_t at = start; at < stop;) {
		char c = text.s[at];
		char next = byte_at(text, at + 1);
		if (c == '\\' && !raw && next != '{' && next != '}') {
			at = add_escaped(formatting, text, at, stop);
			continue;
		}
		bool doubled = (c == '{' || c == '}') && next == c;
		if (c == '{' && !doubled) {
			if (!read_field(text, at + 1, stop, &field)) {
				formatting->unknown = true;
				return true;
			}
			if (!add_field(formatting, &field))
				return false;
			at = field.end;
			continue;
		}
		buf_putc(&formatting->text, c);
		at += doubled ? 2 : 1;
	}
	return true;
}

const struct value *evaluate_formatted(struct trace *trace, const struct expression *expression)
{
	struct formatting formatting = {.trace = trace, .text = op_buf(&trace->op)};
	struct str text = text_being_run(trace)->text;
	size_t stop = expression->at.offset + expression->at.length, end;
	for (size_t at = expression->at.offset; at < stop; at++) {
		struct string_form form;
		struct string_problem problem;
		if (!string_starts(text, at, &form) || !string_end(text, at, &form, &end))
			continue; /* white space between two literals */
		size_t quotes = form.triple ? 3 : 1;
		if (!form.formatted)
			string_decode(&formatting.text, str_slice(text, at, end), &problem);
		else if (!add_formatted(&formatting, at + form.prefix + quotes, end - quotes,
		                        form.raw))
			return NULL;
		at = end - 1;
	}
	return formatting.unknown
	           ? (formatting.foreign && !formatting.told
	                  ? value_foreign_as(trace->op.arena, formatting.foreign, VALUE_UNKNOWN)
	                  : &value_unknown)
	           : value_string(trace->op.arena, buf_str(&formatting.text));
}
