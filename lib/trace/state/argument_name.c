/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/argument_name.h"

#include <assert.h>
#include "trace/state/scope.h"

#include "jax/python_text.h"

/* Longer texts are not quoted, and things inside of things are looked at so deep. */
enum { MAX_QUOTED = 32, MAX_DEPTH = 3 };

void applied_begin(struct trace *trace, struct applied *applied,
                   const struct expression *expression, struct span at,
                   const struct value *const *operands, uint32_t count)
{
	assert(operands || !count);
	const struct applied *outer = trace->applied;
	bool derives = trace->derived_at; /* what the program applies stands around */
	if (derives && outer) {
		applied->outer = outer;
		return;
	}
	*applied = derives ? (struct applied){0}
	                   : (struct applied){outer, expression, at, trace->scope, operands, count};
	trace->applied = applied;
}

/* Whether the array is the one of this type, or holds all examples of it. */
static bool is_array_of(const struct array *array, const struct array_type *type)
{
	for (; array; array = array->mapped)
		if (&array->type == type)
			return true;
	return false;
}

/* Writes the way from a value to the array inside of it: "", "[0]", "['w'][1]"; false when it is
 * not there. */
static bool way_to(struct buf *way, const struct value *value, const struct array_type *type,
                   uint32_t depth)
{
	const struct value_list *items = value_items(value);
	if (value->kind == VALUE_ARRAY)
		return is_array_of(value->array, type);
	for (uint32_t i = 0; depth < MAX_DEPTH && items && i < items->count; i++) {
		struct buf inner = {.arena = way->arena};
		if (!way_to(&inner, items->items[i], type, depth + 1))
			continue;
		buf_printf(way, "[%u]", i);
		buf_add(way, buf_str(&inner));
		return true;
	}
	for (uint32_t i = 0;
	     value->kind == VALUE_DICT && depth < MAX_DEPTH && i < value->dict.count; i++) {
		const struct value_pair *pair = &value->dict.pairs[i];
		struct buf inner = {.arena = way->arena};
		if (pair->key->kind != VALUE_STRING ||
		    !way_to(&inner, pair->value, type, depth + 1))
			continue;
		buf_putc(way, '[');
		python_string(way, pair->key->string);
		buf_putc(way, ']');
		buf_add(way, buf_str(&inner));
		return true;
	}
	return false;
}

/* The value of the name where the expression stands, or NULL. */
static const struct value *value_of_name(const struct trace *trace, const struct scope *scope,
                                         struct str name)
{
	const struct value *value = scope_value(scope, name, table_hash(name));
	if (value)
		return value;
	const uint32_t *tensor = table_find(&trace->tensors.numbers, name);
	return tensor ? trace->tensors.values[*tensor] : NULL;
}

/* The positional argument at `index`, or NULL when that cannot be told. */
static const struct expression *positional(const struct call *call, uint32_t index)
{
	for (uint32_t i = 0; i <= index; i++)
		if (i >= call->arguments.count ||
		    call->arguments.items[i].kind != ARGUMENT_POSITIONAL)
			return NULL;
	return call->arguments.items[index].value;
}

static const struct expression *operand_at(const struct expression *expression, uint32_t index)
{
	switch (expression->kind) {
	case EXPRESSION_UNARY:
		return expression->unary.operand;
	case EXPRESSION_BINARY:
		return index ? expression->binary.right : expression->binary.left;
	case EXPRESSION_SUBSCRIPT:
		return expression->subscript.object;
	case EXPRESSION_CALL:
		return positional(expression->call, index);
	default:
		return NULL;
	}
}

/* The text of an operand, empty when a message could not quote it. */
static struct str operand_text(const struct trace *trace, const struct expression *expression,
                               uint32_t index)
{
	const struct expression *operand = expression ? operand_at(expression, index) : NULL;
	struct str text = operand ? program_text(trace->program, operand->at) : STR("");
	bool quotable = text.len <= MAX_QUOTED && str_find(text, '\n', 0) == text.len;
	return quotable ? text : STR("");
}

static bool is_name_start(char byte)
{
	return byte == '_' || byte_is_letter(byte) || (unsigned char)byte >= 0x80;
}

static bool is_name_part(char byte)
{
	return is_name_start(byte) || (byte >= '0' && byte <= '9');
}

/* The name in the text that starts at *at or behind it, with *at moved past it; empty at the end.
 */
static struct str next_name(struct str text, size_t *at)
{
	size_t start = *at;
	while (start < text.len && !is_name_start(text.s[start]))
		start += 1;
	size_t end = start;
	while (end < text.len && is_name_part(text.s[end]))
		end++;
	*at = end;
	return str_slice(text, start, end);
}

static struct str name_in_text(const struct trace *trace, const struct applied *applied,
                               const struct array_type *type)
{
	struct str text = program_text(trace->program, applied->at);
	size_t at = 0;
	for (struct str name = next_name(text, &at); name.len; name = next_name(text, &at)) {
		const struct value *value = value_of_name(trace, applied->scope, name);
		struct buf way = op_buf(&trace->op);
		buf_add(&way, name);
		if (value && way_to(&way, value, type, 0))
			return buf_str(&way);
	}
	return STR("");
}

struct str argument_name(const struct op *op, const struct array_type *type)
{
	/* The op is the first member of its trace. */
	const struct trace *trace = (const struct trace *)(const void *)op;
	const struct applied *applied = trace->applied;
	if (!applied)
		return STR("");
	for (uint32_t i = 0; i < applied->count; i++) {
		const struct value *value = applied->operands[i];
		if (value->kind != VALUE_ARRAY || !is_array_of(value->array, type))
			continue;
		struct str text = operand_text(trace, applied->expression, i);
		if (text.len)
			return text;
	}
	return name_in_text(trace, applied, type);
}
