/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/convert_value.h"
#include "trace/convert/held_value.h"
#include "trace/value/class.h"
#include "trace/convert/iterate.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/pytree.h"
#include "trace/convert/pytree_node.h"
#include "trace/convert/tracer.h"
#include "trace/module/bind.h"
#include "trace/state/failure.h"
#include "trace/value/dtype_text.h"

#include "op/core/dtype_class.h"

/* The dtype that a Python number has, and whether that gives way. NULL for anything else. */
static const struct dtype *number_dtype(const struct op *op, const struct value *value, bool *weak)
{
	*weak = value->kind != VALUE_BOOL;
	switch (value->kind) {
	case VALUE_BOOL:
		return dtype_of(DTYPE_ID_BOOL);
	case VALUE_INT:
		return default_int(op);
	case VALUE_FLOAT:
		return default_float(op);
	case VALUE_COMPLEX:
		return dtype_of_array(DTYPE_ID_WEAK_COMPLEX, op->x64);
	default:
		return NULL;
	}
}

/* "<class 'list'>": how Python prints the class of a value. */
static struct str class_text(struct trace *trace, const struct value *value)
{
	return str_format(trace->op.arena, "<class '%.*s'>",
	                  STR_ARG(value_class_path(&trace->op, value)));
}

/* The parameter of the function being called that got the value, if that is one of jax.numpy: these
 * are jitted but for those that make arrays of what Python holds. Empty for any other. */
static struct str jitted_parameter(struct trace *trace, const struct value *value)
{
	static const char *const plain[] = {"array", "asarray"};
	const struct call_arguments *calling = trace->calling;
	uint32_t nformals;
	const struct module_row *home = calling ? library_home(trace, calling->row) : NULL;
	if (!home || strcmp(home->name, "jax.numpy") != 0 ||
	    str_place(str_of(calling->row->name), plain, COUNT_OF(plain)) < COUNT_OF(plain))
		return STR("");
	const struct formal *formals = row_formals(trace, calling->row, &nformals);
	for (uint32_t i = 0; i < calling->count; i++)
		if (calling->values[i] == value)
			return formals[i].name;
	return STR("");
}

bool refuse_overflow(struct op *op, struct str path, int64_t integer)
{
	struct str got = op_has(op, JAX_JIT_OVERFLOW_VALUE)
	                     ? phrase(op, " Got <class 'int'> with value {}", integer)
	                     : STR("");
	return refuse(op, RULE_PROGRAM_ERROR, "OverflowError",
	              TEXT("An overflow was encountered while parsing an argument to a jitted "
	                   "computation, whose argument path is {}.{}",
	                   path, got));
}

/* Whether an array of the dtype can hold the integer; those of floats and booleans take any. Those
 * of less than a byte are of ml_dtypes, which keeps the low bits where NumPy refuses. */
static bool integer_fits(const struct dtype *dtype, int64_t integer)
{
	if (!dtype_is_integer(dtype) || dtype->bits >= 64 || dtype->bits < 8)
		return true;
	int64_t half = (int64_t)1 << (dtype->bits - 1);
	if (dtype_class(dtype) == DTYPE_SIGNED)
		return integer >= -half && integer < half;
	return integer >= 0 && integer < 2 * half;
}

bool integer_in_bounds(struct op *op, const struct dtype *dtype, int64_t integer)
{
	return integer_fits(dtype, integer) ||
	       refuse(op, RULE_PROGRAM_ERROR, "OverflowError",
	              TEXT("Python integer {} out of bounds for {}", integer, dtype->name));
}

/* An integer that is made an array must fit its bits. */
static const struct array *number_array(struct trace *trace, const struct value *value,
                                        const struct dtype *dtype, bool weak)
{
	if (value->kind != VALUE_INT || integer_fits(dtype, value->integer))
		return held_number(trace, value, array_scalar(&trace->op, dtype, weak));
	struct str parameter = jitted_parameter(trace, value);
	if (parameter.len)
		(void)refuse_overflow(&trace->op, parameter, value->integer);
	else
		refuse(&trace->op, RULE_PROGRAM_ERROR, "OverflowError",
		       TEXT("Python int {} too large to convert to int32", value->integer));
	return explain(&trace->op,
	               WORDS("{} does not fit in the 32 bits of an integer array", value->integer));
}

bool unknown_value(struct trace *trace, const struct value *value)
{
	if (value_is_foreign(value))
		return trace_foreign(trace, value) != NULL;
	return op_unknown(&trace->op, "%s", "");
}

/* An array or a number; NULL, without an error, for anything else. */
static const struct array *arraylike(struct trace *trace, const struct value *value)
{
	bool weak;
	value = value_of_number(value);
	if (value->kind == VALUE_ARRAY)
		return array_of_jax(trace, value->array);
	if (value->kind == VALUE_UNKNOWN) {
		(void)unknown_value(trace, value);
		return NULL;
	}
	/* Which functions take such objects changes from release to release. */
	if (value->kind == VALUE_OBJECT && class_find(value->object.class, STR("__jax_array__")))
		return op_unknown(&trace->op,
		                  "what .__jax_array__ gives to a function is not known");
	if (value->kind == VALUE_SCALAR)
		return held_number(trace, value,
		                   array_scalar(&trace->op,
		                                canonical_dtype(&trace->op, value->scalar.dtype),
		                                false));
	const struct dtype *dtype = number_dtype(&trace->op, value, &weak);
	return dtype ? number_array(trace, value, dtype, weak) : NULL;
}

const struct value *value_held_array(struct trace *trace, const struct value *value)
{
	bool found = false;
	if (value->kind != VALUE_OBJECT || !class_find(value->object.class, STR("__jax_array__")))
		return value;
	const struct value *node = pytree_take_apart(trace, value);
	if (!node || node->kind != VALUE_NODE)
		return node ? value : NULL;
	return call_method(trace, value, "__jax_array__", NULL, 0, (struct span){0, 0}, &found);
}

/* Whether NumPy asks the value for an array. */
static bool gives_array(const struct value *value)
{
	return value->kind == VALUE_OBJECT && class_find(value->object.class, STR("__array__")) &&
	       !class_find(value->object.class, STR("__jax_array__"));
}

static const struct value *with_arrays(struct trace *trace, const struct value *value,
                                       uint32_t depth)
{
	const struct value_list *items = value_items(value);
	bool found = false;
	if (gives_array(value))
		return call_method(trace, value, "__array__", NULL, 0, (struct span){0, 0}, &found);
	if (!items || depth == MAX_RANK || value->named)
		return value;
	const struct value **made = NULL;
	for (uint32_t i = 0; i < items->count; i++) {
		const struct value *item = with_arrays(trace, items->items[i], depth + 1);
		if (!item)
			return NULL;
		if (item != items->items[i] && !made)
			made =
			    arena_copy(trace->op.arena, items->items, items->count, sizeof *made);
		if (made)
			made[i] = item;
	}
	return made ? value_sequence(trace->op.arena, value->kind, made, items->count) : value;
}

const struct value *value_with_arrays(struct trace *trace, const struct value *value)
{
	return value_too_large(value) ? value : with_arrays(trace, value, 0);
}

static bool failed(const struct trace *trace)
{
	return trace->op.error.raised || trace->op.error.unknown;
}

const struct array *value_to_array_at(struct trace *trace, const struct value *value,
                                      const char *function, uint32_t position)
{
	value = value_held_array(trace, value);
	const struct array *array = value ? arraylike(trace, value) : NULL;
	if (array || failed(trace))
		return array;
	refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	       TEXT("{} requires ndarray or scalar arguments, got {} at position {}.", function,
	            class_text(trace, value).s, position));
	if (value_items(value))
		explain(&trace->op, HELP("make an array of it: jnp.array(…) or jnp.stack(…)"));
	return NULL;
}

const struct array *value_to_array(struct trace *trace, const struct value *value,
                                   const char *function)
{
	return value_to_array_at(trace, value, function, 0);
}

const struct array *value_to_operand(struct trace *trace, const struct value *value,
                                     const char *function)
{
	const struct array *array = arraylike(trace, value);
	if (array || failed(trace))
		return array;
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("Value '{}' of type {} is not a valid JAX type", value_repr(value),
	                   class_text(trace, value).s));
}

bool value_is_integer(const struct value *value)
{
	return value->kind == VALUE_INT || value->kind == VALUE_BOOL ||
	       (value->kind == VALUE_SCALAR && dtype_is_integer(value->scalar.dtype));
}

/* What the __index__ of an object gives; the value itself of any other, NULL after an error. */
const struct value *value_index(struct trace *trace, const struct value *value)
{
	bool found;
	if (value->kind != VALUE_OBJECT || enum_plain(value) != value)
		return enum_plain(value);
	const struct value *own =
	    call_method(trace, value, "__index__", NULL, 0, (struct span){0, 0}, &found);
	return found ? own : value;
}

bool value_to_int(struct trace *trace, const struct value *value, int64_t *integer)
{
	value = value_index(trace, value);
	if (!value)
		return false;
	switch (value->kind) {
	case VALUE_INT:
		*integer = value->integer;
		return true;
	case VALUE_BOOL:
		*integer = value->boolean;
		return true;
	case VALUE_SCALAR:
		if (dtype_is_integer(value->scalar.dtype)) {
			*integer = (int64_t)value->scalar.real;
			return true;
		}
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("'numpy.{}' object cannot be interpreted as an integer",
		                   value_class_name(value)));
	case VALUE_UNKNOWN:
		return unknown_value(trace, value);
	case VALUE_ARRAY:
		return held_integer(trace, value, integer) || array_to_int(trace, value->array);
	default:
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("'{}' object cannot be interpreted as an integer",
		                   value_class_name(value)));
	}
}

bool value_to_items(struct trace *trace, const struct value *value, struct value_list *items)
{
	const struct value_list *held = value_items(value);
	if (value->kind == VALUE_RANGE || holds_list(trace, value))
		return trace_iterate(trace, value, items);
	if (held) {
		*items = *held;
		return true;
	}
	const struct value **single = arena_new(trace->op.arena, const struct value *, 1);
	single[0] = value;
	*items = (struct value_list){single, 1};
	return true;
}

bool value_to_ints(struct trace *trace, const struct value *value, const int64_t **integers,
                   uint32_t *count)
{
	struct value_list items;
	if (value->kind == VALUE_ARRAY && !array_is_traced(trace, value->array) &&
	    value->array->type.rank == 1 && dtype_is_integer(value->array->type.dtype))
		return op_unknown(&trace->op,
		                  "the value of an array that is not traced is not followed");
	if (!value_to_items(trace, value, &items))
		return false;
	int64_t *list = arena_new(trace->op.arena, int64_t, items.count);
	for (uint32_t i = 0; i < items.count; i++)
		if (!value_to_int(trace, items.items[i], &list[i]))
			return false;
	*integers = list;
	*count = items.count;
	return true;
}

/* "Shapes must be 1D sequences of concrete values of integer type, got (2.5,)." JAX: core.py
 * canonicalize_shape. */
static bool value_no_shape(struct trace *trace, const struct value *value)
{
	return refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("Shapes must be 1D sequences of concrete values of integer type, got {}.",
	         value_repr(value)));
}

bool value_to_size(struct trace *trace, const struct value *item, const struct value *shape,
                   int64_t *size)
{
	item = value_index(trace, item);
	if (!item)
		return false;
	if (item->kind == VALUE_UNKNOWN)
		return unknown_value(trace, item);
	if (held_integer(trace, item, size))
		return true;
	if (item->kind == VALUE_ARRAY && !array_is_traced(trace, item->array) &&
	    item->array->type.rank <= 1 && dtype_is_integer(item->array->type.dtype))
		return op_unknown(&trace->op, "the value of an array that is not traced is not "
		                              "followed");
	if (!value_is_integer(item))
		return value_no_shape(trace, shape);
	return value_to_int(trace, item, size);
}

static bool shape_sizes(struct trace *trace, const struct value *value,
                        const struct value_list *items, int64_t *sizes)
{
	for (uint32_t i = 0; i < items->count; i++) {
		if (!value_to_size(trace, items->items[i], value, &sizes[i]))
			return false;
		if (sizes[i] < 0)
			return refuse(
			    &trace->op, RULE_SHAPE_MISMATCH, "ValueError",
			    TEXT("Shapes must be non-negative, got a dimension of size {}",
			         sizes[i]));
	}
	return true;
}

bool value_to_shape(struct trace *trace, const struct value *value, const int64_t **shape,
                    uint32_t *rank)
{
	const struct value_list *items = value_items(value);
	struct value_list single = {&value, 1};
	if (holds_list(trace, value) && !trace_iterate(trace, value, &single))
		return false;
	if (!items)
		items = &single;
	if (items->count > MAX_RANK)
		return op_unknown(&trace->op, "a shape of more than %d dimensions", MAX_RANK);
	int64_t *sizes = arena_new(trace->op.arena, int64_t, items->count);
	if (!shape_sizes(trace, value, items, sizes))
		return false;
	*shape = sizes;
	*rank = items->count;
	return true;
}

bool value_to_bool(struct trace *trace, const struct value *value, bool *boolean)
{
	if (trace_truth(trace, value, boolean))
		return true;
	if (!failed(trace))
		(void)op_unknown(&trace->op, "%s", "");
	return false;
}

/* The dtype that a class of Python stands for: float is float64. */
static const struct dtype *builtin_dtype(const struct function_row *row)
{
	static const char *const pairs[][2] = {
	    {"bool", "bool"}, {"int", "int64"}, {"float", "float64"}, {"complex", "complex128"}};
	for (size_t i = 0; i < COUNT_OF(pairs); i++)
		if (strcmp(row->name, pairs[i][0]) == 0)
			return dtype_named(str_of(pairs[i][1]));
	return NULL;
}

static bool is_builtin(const struct trace *trace, const struct function_row *row)
{
	const struct module_row *home = library_home(trace, row);
	return home && strcmp(home->name, "builtins") == 0;
}

const struct dtype *value_to_own_dtype(struct trace *trace, const struct value *value)
{
	const struct dtype *dtype = NULL;
	bool foreign = true;
	if (value->kind == VALUE_UNKNOWN) {
		(void)unknown_value(trace, value);
		return NULL;
	}
	if (value->kind == VALUE_DTYPE)
		dtype = value->dtype;
	else if (value->kind == VALUE_STRING)
		dtype = numpy_dtype_named(value->string, &foreign);
	else if (value->kind == VALUE_BUILTIN && is_builtin(trace, value->builtin))
		dtype = builtin_dtype(value->builtin);
	else if (value->kind == VALUE_BUILTIN)
		dtype = numpy_dtype(value->builtin);
	else if (value->kind == VALUE_ARRAY)
		dtype = array_held_dtype(value->array);
	else if (value->kind == VALUE_SCALAR)
		dtype = value->scalar.dtype;
	else if (value->kind == VALUE_TYPE)
		dtype = value->type->dtype;
	if (dtype)
		return dtype;
	struct buf text = op_buf(&trace->op);
	value_text(&text, trace->op.rules, value);
	if (!foreign)
		refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("data type {} not understood", &text));
	else
		(void)op_unknown(&trace->op, "%.*s as a dtype is not known",
		                 STR_ARG(buf_str(&text)));
	return NULL;
}

const struct dtype *value_to_dtype(struct trace *trace, const struct value *value)
{
	const struct dtype *dtype = value_to_own_dtype(trace, value);
	return dtype ? canonical_dtype(&trace->op, dtype) : NULL;
}

const struct dtype *value_to_user_dtype(struct trace *trace, const struct value *value)
{
	bool refused = value->kind == VALUE_ARRAY && op_has(&trace->op, JAX_ARRAY_AS_DTYPE_REFUSED);
	if (!refused)
		return value_to_dtype(trace, value);
	if (is_numpy_array(value))
		refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("Cannot construct a dtype from an array"));
	else
		refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("Passing an array as a dtype argument is no longer supported; "
		            "instead of dtype=arr use dtype=arr.dtype."));
	return NULL;
}
