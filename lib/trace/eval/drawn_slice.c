/* SPDX-License-Identifier: Apache-2.0 */
/* A bound is read as a sum of names with factors, whose values are not known, and a number. Where
 * the names of both bounds cancel out, the numbers say how long the slice is; that it does not
 * reach over the end is taken for granted, as it is by who draws its beginning. */
#include "trace/eval/drawn_slice.h"

#include "base/checked.h"
#include "op/core/dtype_class.h"
#include "trace/convert/held_value.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/tracer.h"
#include "trace/eval/evaluate.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"

enum { MAX_TERMS = 8, MAX_SUM_HEIGHT = 16 };

struct sum {
	struct str names[MAX_TERMS];
	int64_t factors[MAX_TERMS];
	uint32_t count;
	int64_t number;
};

static bool is_drawn(const struct trace *trace, const struct value *value)
{
	if (value->kind == VALUE_UNKNOWN)
		return value_number_kind(value) == VALUE_INT && !value_is_wide(value);
	return (is_numpy_array(value) || array_exists(trace, value)) && !value->array->type.rank &&
	       dtype_is_integer(value->array->type.dtype);
}

static bool add_number(struct sum *sum, int64_t factor, int64_t number)
{
	return checked_multiply(&number, number, factor) &&
	       checked_add(&sum->number, sum->number, number);
}

static bool add_name(struct sum *sum, int64_t factor, struct str name)
{
	uint32_t i = 0;
	while (i < sum->count && !str_equal(sum->names[i], name))
		i++;
	if (i == MAX_TERMS)
		return false;
	if (i == sum->count) {
		sum->names[sum->count] = name;
		sum->factors[sum->count++] = 0;
	}
	return checked_add(&sum->factors[i], sum->factors[i], factor);
}

/* The integer that an expression without a call is, which has been evaluated before. */
static bool known_integer(struct trace *trace, const struct expression *said, int64_t *integer)
{
	if (said->kind == EXPRESSION_INTEGER) {
		*integer = said->integer.value;
		return said->integer.fits;
	}
	const struct value *value = NULL;
	if (said->kind == EXPRESSION_NAME)
		value = scope_value(trace->scope, said->name, said->name_hash);
	else if (said->kind == EXPRESSION_ATTRIBUTE)
		value = evaluate(trace, said);
	if (value && value->kind == VALUE_INT)
		*integer = value->integer;
	return value && value->kind == VALUE_INT;
}

static bool add_terms(struct trace *trace, struct sum *sum, int64_t factor,
                      const struct expression *said)
{
	int64_t number;
	if (known_integer(trace, said, &number))
		return add_number(sum, factor, number);
	if (said->kind == EXPRESSION_NAME)
		return add_name(sum, factor, said->name);
	if (said->kind != EXPRESSION_BINARY)
		return false;
	const struct expression *left = said->binary.left, *right = said->binary.right;
	switch (said->binary.operation) {
	case OPERATION_ADD:
		return add_terms(trace, sum, factor, left) && add_terms(trace, sum, factor, right);
	case OPERATION_SUBTRACT:
		return add_terms(trace, sum, factor, left) && factor != INT64_MIN &&
		       add_terms(trace, sum, -factor, right);
	case OPERATION_MULTIPLY:
		if (known_integer(trace, right, &number))
			return checked_multiply(&number, factor, number) &&
			       add_terms(trace, sum, number, left);
		return known_integer(trace, left, &number) &&
		       checked_multiply(&number, factor, number) &&
		       add_terms(trace, sum, number, right);
	default:
		return false;
	}
}

const struct value *drawn_slice(struct trace *trace, const struct value *slice,
                                const struct expression *said)
{
	const struct expression *start = said->slice.start, *stop = said->slice.stop;
	int64_t known;
	if (!start || !stop || said->slice.step || !is_drawn(trace, slice->slice.start) ||
	    !is_drawn(trace, slice->slice.stop) || start->height > MAX_SUM_HEIGHT ||
	    stop->height > MAX_SUM_HEIGHT || held_integer(trace, slice->slice.start, &known))
		return NULL;
	struct sum sum = {0};
	if (!add_terms(trace, &sum, 1, stop) || !add_terms(trace, &sum, -1, start))
		return NULL;
	for (uint32_t i = 0; i < sum.count; i++)
		if (sum.factors[i])
			return NULL;
	if (sum.number <= 0)
		return NULL;
	struct value *whole = value_new(trace->op.arena, VALUE_SLICE);
	whole->slice.start = value_int(trace->op.arena, 0);
	whole->slice.stop = value_int(trace->op.arena, sum.number);
	whole->slice.step = &value_none;
	return whole;
}

/* What stands for one part of an index in its place: of an integer that is not known any one. */
static const struct value *part_without_drawn(struct trace *trace, const struct value *part,
                                              bool *drawn)
{
	bool slice = part->kind == VALUE_SLICE && part->slice.drawn;
	bool integer = part->kind == VALUE_UNKNOWN && is_drawn(trace, part);
	*drawn |= slice || integer;
	return slice ? part->slice.drawn : integer ? value_int(trace->op.arena, 0) : part;
}

const struct value *index_without_drawn(struct trace *trace, const struct value *index, bool *drawn)
{
	*drawn = false;
	if (index->kind != VALUE_TUPLE)
		return part_without_drawn(trace, index, drawn);
	const struct value **parts =
	    arena_new(trace->op.arena, const struct value *, index->list.count);
	for (uint32_t i = 0; i < index->list.count; i++)
		parts[i] = part_without_drawn(trace, index->list.items[i], drawn);
	return *drawn ? value_sequence(trace->op.arena, VALUE_TUPLE, parts, index->list.count)
	              : index;
}

const struct value *drawn_part(struct trace *trace, const struct value *part)
{
	if (part->kind != VALUE_ARRAY)
		return part;
	struct array *any = arena_new(trace->op.arena, struct array, 1);
	*any = *part->array;
	any->elements = NULL;
	any->literal = NULL;
	return value_array(trace->op.arena, any);
}
