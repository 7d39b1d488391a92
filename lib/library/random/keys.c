/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of random numbers. JAX: random/core.py. */
#include "library/library.h"
#include "library/random/arguments.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/tracer.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/random/random.h"

const struct dtype *implementation_dtype(struct trace *trace, const struct value *value)
{
	static const char *const pairs[][2] = {
	    {"threefry2x32", "key<fry>"}, {"rbg", "key<rbg>"}, {"unsafe_rbg", "key<urbg>"}};
	for (size_t i = 0; value->kind == VALUE_STRING && i < COUNT_OF(pairs); i++)
		if (str_equal(value->string, str_of(pairs[i][0])))
			return dtype_named(str_of(pairs[i][1]));
	if (value->kind == VALUE_DTYPE && dtype_class(value->dtype) == DTYPE_KEY)
		return value->dtype;
	return trace_unknown(trace, "random numbers of another implementation are not known");
}

/* The dtype that impl= or dtype= names, the default for None; NULL when it is not known. */
static const struct dtype *asked_dtype(struct trace *trace, const struct call_arguments *arguments)
{
	for (uint32_t i = 1; i < arguments->count; i++)
		if (argument(arguments, i)->kind != VALUE_NONE)
			return implementation_dtype(trace, argument(arguments, i));
	return random_key_dtype(&trace->op);
}

static const struct value *make_key(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const char *name = arguments->row->name;
	bool typed = strcmp(name, "key") == 0;
	const struct dtype *dtype = asked_dtype(trace, arguments);
	if (!dtype)
		return NULL;
	const struct value *given = argument(arguments, 0);
	const struct array *seed = given->kind == VALUE_INT /* of 64 bits */
	                               ? array_scalar(op, default_int(op), true)
	                               : value_to_operand(trace, given, name);
	if (!seed)
		return NULL;
	if (random_is_key(seed))
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("{} accepts a scalar seed, but was given a PRNG key.", name));
	if (seed->type.rank)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "TypeError",
		                    TEXT("{} accepts a scalar seed, but was given an array of "
		                         "shape {shape} != (). Use jax.vmap for batching",
		                         name, &seed->type));
	/* Only what is compiled looks at it. */
	if (op->eager && dtype_is_inexact(seed->type.dtype))
		return trace_refuse(
		    trace, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT("PRNG key seed must be an integer; got {}",
		         value_repr(value_array(op->arena, seed))),
		    WORDS("the seed of a key is of {}, and no integer", seed->type.dtype));
	const struct array *key = random_seed(op, seed, dtype);
	return trace_array(trace, typed ? key : random_unwrap(op, key));
}

/* A key that may be an array of its data; NULL after raising. JAX: _check_prng_key. */
static const struct array *read_key(struct trace *trace, const struct value *value,
                                    const char *name, bool several, bool *wrapped)
{
	const struct array *key = random_argument(trace, value);
	return random_check_key(&trace->op, name, several, &key, wrapped) ? key : NULL;
}

/* Keys given back as their data when they came so. */
static const struct value *return_keys(struct trace *trace, const struct array *keys, bool wrapped)
{
	return trace_array(trace, wrapped ? random_unwrap(&trace->op, keys) : keys);
}

/* How many keys there shall be is a parameter of a primitive, which a traced array cannot be. */
static bool count_is_hashable(struct trace *trace, const struct value *count)
{
	const struct value_list *items = value_items(count);
	const struct value *shape = value_sequence(
	    trace->op.arena, VALUE_TUPLE, items ? items->items : &count, items ? items->count : 1);
	bool traced = false;
	for (uint32_t i = 0; i < shape->list.count; i++) {
		const struct value *size = shape->list.items[i];
		traced |= size->kind == VALUE_ARRAY && array_is_traced(trace, size->array) &&
		          size->array->level <= trace->op.staged;
	}
	if (!traced || !op_has(&trace->op, JAX_KEY_COUNT_HASHED))
		return true;
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("As of JAX v0.7, parameters to jaxpr equations must have __hash__ and "
	                   "__eq__ methods. In a call to primitive random_split, the value of "
	                   "parameter shape was not hashable: {}",
	                   value_repr(shape)),
	              WORDS("the number of keys is traced, and not known when shapes are"),
	              HELP("pass the number as a static argument of jit"));
}

static const struct value *split(struct trace *trace, const struct call_arguments *arguments)
{
	const int64_t *shape;
	uint32_t rank;
	bool wrapped;
	const struct array *key = read_key(trace, argument(arguments, 0), "split", false, &wrapped);
	if (!key || !count_is_hashable(trace, argument(arguments, 1)) ||
	    !value_to_ints(trace, argument(arguments, 1), &shape, &rank))
		return NULL;
	for (uint32_t i = 0; i < rank; i++)
		if (shape[i] < 0)
			return trace_unknown(trace, "a negative number of keys is not known");
	if (rank + key->type.rank >= MAX_RANK)
		return trace_unknown(trace, "keys of so many dimensions are not known");
	return return_keys(trace, random_split(&trace->op, key, shape, rank), wrapped);
}

/* What is folded into a key: a number is made one of uint32. */
static const struct array *folded_number(struct trace *trace, const struct value *value)
{
	const struct dtype *dtype = dtype_named(STR("uint32"));
	if (value->kind != VALUE_INT)
		return value_to_operand(trace, value, "fold_in");
	return integer_in_bounds(&trace->op, dtype, value->integer)
	           ? array_scalar(&trace->op, dtype, false)
	           : NULL;
}

static const struct value *fold_in(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	bool wrapped;
	const struct array *key =
	    read_key(trace, argument(arguments, 0), "fold_in", false, &wrapped);
	const struct array *data = key ? folded_number(trace, argument(arguments, 1)) : NULL;
	if (!data)
		return NULL;
	if (data->type.rank)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "TypeError",
		                    TEXT("fold_in accepts a scalar, but was given an array ofshape "
		                         "{shape} != (). Use jax.vmap for batching.",
		                         &data->type));
	data = numpy_astype(op, data, dtype_named(STR("uint32")));
	return return_keys(trace, random_fold_in(op, key, data), wrapped);
}

static const struct value *key_data(struct trace *trace, const struct call_arguments *arguments)
{
	bool wrapped;
	const struct array *keys =
	    read_key(trace, argument(arguments, 0), "key_data", true, &wrapped);
	return trace_array(trace, random_unwrap(&trace->op, keys));
}

static const struct value *wrap_key_data(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct dtype *dtype = asked_dtype(trace, arguments);
	if (!dtype)
		return NULL;
	const struct array *data = value_to_operand(trace, argument(arguments, 0), "random_wrap");
	return trace_array(trace, random_wrap(&trace->op, data, dtype));
}

static const struct value *clone(struct trace *trace, const struct call_arguments *arguments)
{
	bool wrapped;
	if (argument(arguments, 0)->kind != VALUE_ARRAY)
		return trace_unknown(trace, "a clone of what is not a key is not known");
	const struct array *keys = read_key(trace, argument(arguments, 0), "clone", true, &wrapped);
	return return_keys(trace, keys, wrapped);
}

const struct function_row library_random_keys[] = {
    MODULE("jax.random"),
    FUNCTION("key", "seed, *, impl=None", make_key, .until = "0.10.1"),
    FUNCTION("key", "seed, *, impl=None, dtype=None", make_key, .since = "0.10.1"),
    FUNCTION("PRNGKey", "seed, *, impl=None", make_key),
    FUNCTION("split", "key, num=2", split),
    FUNCTION("fold_in", "key, data", fold_in),
    FUNCTION("key_data", "keys", key_data),
    FUNCTION("wrap_key_data", "key_bits_array, *, impl=None", wrap_key_data, .until = "0.10.1"),
    FUNCTION("wrap_key_data", "key_bits_array, *, impl=None, dtype=None", wrap_key_data,
             .since = "0.10.1"),
    FUNCTION("clone", "key", clone),
    TABLE_END,
};
