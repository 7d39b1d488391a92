/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/held_value.h"

#include <math.h>

#include "op/core/dtype_class.h"
#include "trace/convert/tracer.h"
#include "trace/state/failure.h"
#include "trace/value/number.h"

bool value_element(const struct value *value, const struct dtype *dtype, union element *element)
{
	const struct dtype *from = dtype_of(DTYPE_ID_INT64);
	int64_t integer;
	if (is_integer(value, &integer)) {
		element->integer = integer;
	} else if (value->kind == VALUE_FLOAT) {
		from = dtype_of(DTYPE_ID_FLOAT64);
		element->real = value->real;
	} else if (value->kind == VALUE_SCALAR && dtype_is_held(value->scalar.dtype)) {
		from = value->scalar.dtype;
		if (dtype_holds_reals(from))
			element->real = value->scalar.real;
		else
			element->integer = (int64_t)value->scalar.real;
	} else {
		return false;
	}
	int64_t before = element->integer;
	if (!dtype_is_held(dtype) || !element_convert(from, dtype, element))
		return false;
	bool wrapped =
	    dtype_is_integer(from) && dtype_is_integer(dtype) &&
	    (element->integer != before || (before < 0 && dtype_class(dtype) == DTYPE_UNSIGNED));
	return !wrapped;
}

const struct value *element_value(struct arena *arena, const struct dtype *dtype,
                                  union element element)
{
	if (dtype_holds_reals(dtype))
		return value_float(arena, element.real);
	if (dtype_class(dtype) == DTYPE_BOOL)
		return value_bool(element.integer != 0);
	return dtype_class(dtype) == DTYPE_UNSIGNED && element.integer < 0
	           ? NULL
	           : value_int(arena, element.integer);
}

const struct array *handed_number(struct trace *trace, const struct value *number,
                                  const struct array *array)
{
	if (!trace->op.recording || !array || !is_real_number(number))
		return array;
	array_write_literal(&trace->op, array, number->kind == VALUE_INT ? number->integer : 0,
	                    as_float(number));
	array_changed(array)->handed = true;
	return array;
}

const struct array *held_number(struct trace *trace, const struct value *number,
                                const struct array *array)
{
	bool written =
	    number->kind == VALUE_INT || number->kind == VALUE_FLOAT || number->kind == VALUE_BOOL;
	if (trace->op.recording && array && written)
		array_write_literal(&trace->op, array,
		                    number->kind == VALUE_BOOL ? number->boolean : number->integer,
		                    as_float(number));
	if (!trace->op.values || !array || !dtype_is_held(array->type.dtype))
		return array;
	union element *items = elements_new(&trace->op, &array->type);
	if (items && value_element(number, array->type.dtype, items))
		array_hold(array, items);
	return array;
}

/* The one element of an array that is not traced; NULL: not known. */
static const union element *single_element(struct trace *trace, const struct value *value)
{
	return holds_truth(trace, value) ? array_elements(value->array) : NULL;
}

bool held_truth(struct trace *trace, const struct value *value, bool *truth)
{
	const union element *element = single_element(trace, value);
	if (!element)
		return false;
	*truth = dtype_holds_reals(array_held_dtype(value->array)) ? element->real != 0
	                                                           : element->integer != 0;
	return true;
}

const struct value *value_as_choice(struct trace *trace, const struct value *value)
{
	if (!holds_truth(trace, value) || single_element(trace, value))
		return value;
	return value_foreign_as(
	    trace->op.arena, value_foreign(trace->op.arena, STR("the truth that an array holds")),
	    VALUE_BOOL);
}

bool held_integer(struct trace *trace, const struct value *value, int64_t *integer)
{
	const union element *element = single_element(trace, value);
	if (!element || value->array->type.rank ||
	    !dtype_is_integer(array_held_dtype(value->array)))
		return false;
	*integer = element->integer;
	return *integer >= 0 || dtype_class(array_held_dtype(value->array)) == DTYPE_SIGNED;
}

/* What "int" or "float" makes of the element of an array; NULL: not known. */
static const struct value *held_number_as(struct trace *trace, const struct array *array,
                                          const char *function)
{
	struct arena *arena = trace->op.arena;
	const struct value *whole = value_array(arena, array);
	const union element *element = single_element(trace, whole);
	const struct value *number =
	    element ? element_value(arena, array_held_dtype(array), *element) : NULL;
	if (!number)
		return NULL;
	if (strcmp(function, "float") == 0)
		return value_float(arena, as_float(number));
	if (strcmp(function, "int") != 0)
		return NULL;
	if (number->kind != VALUE_FLOAT)
		return value_int(arena,
		                 number->kind == VALUE_INT ? number->integer : number->boolean);
	return fabs(number->real) < 0x1p62 ? value_int(arena, (int64_t)number->real) : NULL;
}

const struct value *array_to_number(struct trace *trace, const struct array *array,
                                    const char *function)
{
	bool single = array->host && shape_elements(array->type.shape, array->type.rank) == 1;
	if (array->type.rank && !single)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("Only scalar arrays can be converted to Python scalars; got arr.ndim={}",
		         array->type.rank));
	bool integer = strcmp(function, "int") == 0;
	bool opaque = integer ? array_is_traced(trace, array) : array_is_opaque(trace, array);
	const struct value *held = opaque ? NULL : held_number_as(trace, array, function);
	if (held)
		return held;
	if (!opaque)
		return value_foreign_as(
		    trace->op.arena,
		    value_foreign(trace->op.arena, STR("the number that an array holds")),
		    strcmp(function, "float") == 0 ? VALUE_FLOAT
		    : integer                      ? VALUE_INT
						   : VALUE_UNKNOWN);
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "ConcretizationTypeError",
	    TEXT("Abstract tracer value encountered where concrete value is expected: {}",
	         tracer_text(trace, array)),
	    WORDS("{}() of an array, whose value is not known while the function is traced",
	          function),
	    HELP("convert the array: x.astype({})", function));
}

bool holds_list(struct trace *trace, const struct value *value)
{
	return value->kind == VALUE_ARRAY && value->array->type.rank == 1 &&
	       !array_is_traced(trace, value->array) && array_elements(value->array) &&
	       dtype_is_integer(array_held_dtype(value->array));
}

void hold_part(const struct array *array, int64_t index, const struct array *part)
{
	const union element *elements = array_elements(array);
	int64_t count = held_count(&part->type);
	if (elements && count >= 0)
		array_hold(part, elements + index * count);
	array_share_memory(part, array);
}

const struct value *element_scalar(struct arena *arena, const struct dtype *dtype,
                                   union element element)
{
	static const int64_t exact = (int64_t)1 << 53;
	if (dtype_holds_reals(dtype))
		return value_scalar(arena, dtype, element.real);
	if (element.integer > exact || element.integer < -exact ||
	    (element.integer < 0 && dtype_class(dtype) == DTYPE_UNSIGNED))
		return NULL;
	return value_scalar(arena, dtype, (double)element.integer);
}

const struct value *numpy_scalar_of(struct trace *trace, const struct value *array)
{
	if (!array || array->kind != VALUE_ARRAY)
		return array;
	const union element *element =
	    array->array->type.rank ? NULL : array_elements(array->array);
	const struct dtype *dtype = array->array->host;
	const struct value *scalar =
	    element && dtype ? element_scalar(trace->op.arena, dtype, *element) : NULL;
	return scalar ? scalar : array;
}

static const struct value *scalar_as_key(struct trace *trace, const struct value *scalar)
{
	const struct value *known = numpy_scalar_of(trace, scalar);
	if (known->kind != VALUE_ARRAY)
		return known;
	bool integer = dtype_is_integer(scalar->array->type.dtype);
	return array_to_number(trace, scalar->array, integer ? "int" : "bool");
}

const struct value *value_as_key(struct trace *trace, const struct value *value)
{
	if (value->kind == VALUE_ARRAY)
		return value->array->host && !value->array->type.rank ? scalar_as_key(trace, value)
		                                                      : value;
	if (value->kind != VALUE_TUPLE || value->named || value_too_large(value))
		return value;
	uint32_t count = value->list.count, changed = 0;
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		items[i] = value_as_key(trace, value->list.items[i]);
		changed += items[i] != value->list.items[i];
	}
	return changed ? value_sequence(trace->op.arena, VALUE_TUPLE, items, count) : value;
}
