/* SPDX-License-Identifier: Apache-2.0 */
/* Signatures of the library, as Python writes them. */
#include "program/lex/number_literal.h"

#include <assert.h>
#include "trace/module/bind.h"
#include "trace/state/trace.h"

/* The byte behind one parameter: the next comma outside of brackets and quotes. */
static size_t parameter_end(struct str text, size_t at)
{
	int depth = 0;
	bool quoted = false;
	for (; at < text.len; at++) {
		char c = text.s[at];
		if (c == '\'')
			quoted = !quoted;
		else if (quoted)
			continue;
		else if (c == '(' || c == '[' || c == '{')
			depth++;
		else if (c == ')' || c == ']' || c == '}')
			depth--;
		else if (c == ',' && depth == 0)
			break;
	}
	return at;
}

static const struct value *literal_value(struct trace *trace, struct str text);

/* (1, 2) or []: items in brackets. */
static const struct value *literal_items(struct trace *trace, struct str text, enum value_kind kind)
{
	struct arena *arena = trace->op.arena;
	const struct value **items = NULL;
	uint32_t count = 0;
	size_t room = 0;
	for (size_t at = 0; at < text.len;) {
		size_t end = parameter_end(text, at);
		struct str item = str_trim(str_slice(text, at, end));
		if (item.len) {
			arena_push(arena, items, count, room, literal_value(trace, item));
		}
		at = end + 1;
	}
	return value_sequence(arena, kind, items, count);
}

static const struct value *literal_number(struct trace *trace, struct str text)
{
	bool negative = text.s[0] == '-';
	struct number number = number_value(trace->scratch, str_slice(text, negative, text.len));
	if (number.kind == NUMBER_INTEGER && number.fits)
		return value_int(trace->op.arena, negative ? -number.integer : number.integer);
	return value_float(trace->op.arena, negative ? -number.real : number.real);
}

/* A default value: None, True, 1, -1, 1e-5, 'x', (), [], (0, 1). Anything else is a name, which
 * stands as a string. */
static const struct value *literal_value(struct trace *trace, struct str text)
{
	assert(text.len > 0);
	if (str_equal(text, STR("None")))
		return &value_none;
	if (str_equal(text, STR("True")) || str_equal(text, STR("False")))
		return value_bool(text.len == 4);
	if (str_equal(text, STR("...")))
		return &value_ellipsis;
	if (text.len >= 2 && (text.s[0] == '(' || text.s[0] == '['))
		return literal_items(trace, str_slice(text, 1, text.len - 1),
		                     text.s[0] == '(' ? VALUE_TUPLE : VALUE_LIST);
	if (text.len >= 2 && text.s[0] == '\'')
		return value_string(trace->op.arena, str_slice(text, 1, text.len - 1));
	if (number_starts(text, text.s[0] == '-'))
		return literal_number(trace, text);
	return value_string(trace->op.arena, text);
}

/* Reads one parameter; false for the marks / and *, which say of which kind others are. */
static bool read_parameter(struct trace *trace, struct str text, struct formal *formal,
                           enum parameter_kind *kind)
{
	assert(text.len > 0);
	size_t equals = str_find(text, '=', 0);
	formal->name = str_trim(str_slice(text, 0, equals));
	formal->kind = *kind;
	formal->default_value = NULL;
	if (str_equal(text, STR("*"))) {
		*kind = PARAMETER_KEYWORD_ONLY;
		return false;
	}
	if (str_starts_with(text, STR("**"))) {
		formal->kind = PARAMETER_DOUBLE_STAR;
		formal->name = str_slice(formal->name, 2, formal->name.len);
	} else if (str_starts_with(text, STR("*"))) {
		formal->kind = PARAMETER_STAR;
		formal->name = str_slice(formal->name, 1, formal->name.len);
		*kind = PARAMETER_KEYWORD_ONLY;
	}
	if (equals < text.len)
		formal->default_value =
		    literal_value(trace, str_trim(str_slice(text, equals + 1, text.len)));
	return true;
}

uint32_t signature_read(struct trace *trace, const char *signature,
                        struct formal formals[MAX_PARAMETERS])
{
	struct str text = str_of(signature);
	enum parameter_kind kind = PARAMETER_NORMAL;
	uint32_t count = 0;
	for (size_t at = 0; at < text.len;) {
		assert(count < MAX_PARAMETERS);
		size_t end = parameter_end(text, at);
		struct str part = str_trim(str_slice(text, at, end));
		at = end + 1;
		if (part.len == 0)
			continue;
		if (str_equal(part, STR("/"))) {
			for (uint32_t i = 0; i < count; i++)
				formals[i].kind = PARAMETER_POSITIONAL_ONLY;
			continue;
		}
		count += read_parameter(trace, part, &formals[count], &kind);
	}
	return count;
}

const struct known_row *row_known(struct trace *trace, const struct function_row *row)
{
	struct known_row *known = library_known(trace, row);
	if (!known->formals) {
		struct formal formals[MAX_PARAMETERS];
		known->nformals = signature_read(trace, row->signature, formals);
		known->formals =
		    arena_copy(trace->op.arena, formals, known->nformals, sizeof *formals);
	}
	return known;
}

const struct formal *row_formals(struct trace *trace, const struct function_row *row,
                                 uint32_t *count)
{
	const struct known_row *known = row_known(trace, row);
	*count = known->nformals;
	return known->formals;
}
