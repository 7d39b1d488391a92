/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of jax.numpy that make arrays of one value. JAX: numpy/array_creation.py. */
#include "library/arguments/creation_arguments.h"
#include "library/library.h"
#include "library/arguments/shape_arguments.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

/* jnp.zeros(4, 3) where jnp.zeros((4, 3)) was meant. JAX: _check_forgot_shape_tuple. */
static bool check_shape_tuple(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *shape = argument(arguments, 0), *dtype = argument(arguments, 1);
	if (shape->kind != VALUE_INT || dtype->kind != VALUE_INT)
		return true;
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("Cannot interpret '{}' as a data type.", dtype->integer),
	                    HELP("give the shape as one tuple: jnp.{}(({}, {}))",
	                         arguments->row->name, shape->integer, dtype->integer));
}

/* zeros, ones and empty: shape, dtype=None, *, device=None, out_sharding=None. */
static const struct value *constant(struct trace *trace, const struct call_arguments *arguments)
{
	const struct sharding_request *sharding;
	const int64_t *shape;
	uint32_t rank;
	struct str name = str_format(trace->op.arena, "jnp.%s", arguments->row->name);
	if (!check_shape_tuple(trace, arguments))
		return NULL;
	const struct dtype *dtype = dtype_argument(trace, arguments, 1, default_float(&trace->op));
	if (!dtype || !sizes_argument(trace, argument(arguments, 0), &shape, &rank) ||
	    !placement_arguments(trace, arguments, 2, name.s, &sharding))
		return NULL;
	bool empty = strcmp(arguments->row->name, "empty") == 0 &&
	             op_has(&trace->op, JAX_EMPTY_IS_PRIMITIVE);
	if (empty && argument_given(arguments, 2))
		return trace_array(trace,
		                   put_on_device(trace, arguments, argument(arguments, 2),
		                                 lax_empty(&trace->op, dtype, shape, rank, NULL)));
	bool ones = strcmp(arguments->row->name, "ones") == 0;
	bool filled = strcmp(arguments->row->name, "empty") != 0;
	const struct array *fill = array_scalar(&trace->op, dtype, false);
	if (filled)
		fill = array_filled(&trace->op, fill, ones);
	const struct array *made = empty ? lax_empty(&trace->op, dtype, shape, rank, sharding)
	                                 : lax_broadcast(&trace->op, fill, shape, rank, sharding);
	if (filled)
		made = array_filled(&trace->op, made, ones);
	return trace_array(trace, made_on_device(trace, arguments, 2, made));
}

/* Fills with an array: it is broadcast. */
static const struct value *spread(struct trace *trace, const struct array *fill,
                                  const struct dtype *dtype, const int64_t *shape, uint32_t rank,
                                  const struct sharding_request *sharding)
{
	fill = dtype ? lax_convert_element_type(&trace->op, fill, dtype, false) : fill;
	return fill ? trace_array(trace, lax_broadcast_to(&trace->op, fill, shape, rank, sharding))
	            : NULL;
}

/* What a function fills with, of the arrays it is given the one at `position`: an integer of any
 * size is brought to the dtype of the array. */
static const struct array *fill_argument(struct trace *trace,
                                         const struct call_arguments *arguments, uint32_t position)
{
	const struct value *given = argument(arguments, 1);
	if (given->kind == VALUE_INT)
		return array_number(&trace->op, default_int(&trace->op), true, given->integer);
	return value_to_array_at(trace, given, arguments->row->name, position);
}

static const struct value *full(struct trace *trace, const struct call_arguments *arguments)
{
	const struct sharding_request *sharding;
	const struct dtype *dtype = NULL;
	const int64_t *shape;
	uint32_t rank;
	if (argument_given(arguments, 2) && !(dtype = dtype_argument(trace, arguments, 2, NULL)))
		return NULL;
	const struct array *fill = fill_argument(trace, arguments, 0);
	if (!fill || !placement_arguments(trace, arguments, 3, "full", &sharding) ||
	    !sizes_argument(trace, argument(arguments, 0), &shape, &rank))
		return NULL;
	if (fill->type.rank)
		return spread(trace, fill, dtype, shape, rank, sharding);
	fill = fill_shape(trace, fill, dtype ? dtype : fill->type.dtype, !dtype && fill->type.weak,
	                  shape, rank, sharding);
	return trace_array(trace, made_on_device(trace, arguments, 3, fill));
}

/* zeros_like and ones_like: a, dtype=None, shape=None, *, device=None, out_sharding=None. */
static const struct value *constant_like(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct like like;
	struct str name = str_format(trace->op.arena, "jnp.%s", arguments->row->name);
	if (!like_arguments(trace, arguments, 1, &like) ||
	    !placement_arguments(trace, arguments, 3, name.s, &like.sharding))
		return NULL;
	like.placed = argument_given(arguments, 3);
	bool empty = strcmp(arguments->row->name, "empty_like") == 0 &&
	             op_has(&trace->op, JAX_EMPTY_IS_PRIMITIVE);
	if (empty && like.placed && !trace->op.eager)
		return op_unknown(&trace->op, "empty_like with device= inside of jit");
	const struct array *fill = array_scalar(&trace->op, default_int(&trace->op), true);
	if (strcmp(arguments->row->name, "empty_like") != 0)
		fill =
		    array_filled(&trace->op, fill, strcmp(arguments->row->name, "ones_like") == 0);
	fill = fill_like(trace, empty ? NULL : fill, &like);
	return trace_array(trace, made_on_device(trace, arguments, 3, fill));
}

static const struct value *full_like(struct trace *trace, const struct call_arguments *arguments)
{
	struct like like;
	const struct array *fill = fill_argument(trace, arguments, 1);
	if (!fill || !like_arguments(trace, arguments, 2, &like) ||
	    !placement_arguments(trace, arguments, 4, "full_like", &like.sharding))
		return NULL;
	like.placed = argument_given(arguments, 4);
	if (!fill->type.rank)
		return trace_array(
		    trace, made_on_device(trace, arguments, 4, fill_like(trace, fill, &like)));
	const struct array_type *type = &like.x->type;
	return spread(trace, fill, like.dtype ? like.dtype : type->dtype,
	              like.shape ? like.shape : type->shape, like.shape ? like.rank : type->rank,
	              like.sharding);
}

static const char made[] = "shape, dtype=None, *, device=None";
static const char made_sharded[] = "shape, dtype=None, *, device=None, out_sharding=None";
static const char alike[] = "a, dtype=None, shape=None, *, device=None";
static const char alike_sharded[] = "a, dtype=None, shape=None, *, device=None, out_sharding=None";

const struct function_row library_numpy_creation[] = {
    MODULE("jax.numpy"),
    FUNCTION("zeros", made, constant, .until = "0.7.0"),
    FUNCTION("zeros", made_sharded, constant, .since = "0.7.0"),
    FUNCTION("ones", made, constant, .until = "0.7.0"),
    FUNCTION("ones", made_sharded, constant, .since = "0.7.0"),
    FUNCTION("empty", made, constant, .until = "0.7.0"),
    FUNCTION("empty", made_sharded, constant, .since = "0.7.0"),
    FUNCTION("full", "shape, fill_value, dtype=None, *, device=None", full, .until = "0.10.2"),
    FUNCTION("full", "shape, fill_value, dtype=None, *, device=None, out_sharding=None", full,
             .since = "0.10.2"),
    FUNCTION("zeros_like", alike, constant_like, .until = "0.8.0"),
    FUNCTION("zeros_like", alike_sharded, constant_like, .since = "0.8.0"),
    FUNCTION("ones_like", alike, constant_like, .until = "0.8.0"),
    FUNCTION("ones_like", alike_sharded, constant_like, .since = "0.8.0"),
    FUNCTION("empty_like", "prototype, dtype=None, shape=None, *, device=None", constant_like),
    FUNCTION("full_like", "a, fill_value, dtype=None, shape=None, *, device=None", full_like,
             .until = "0.10.2"),
    FUNCTION("full_like",
             "a, fill_value, dtype=None, shape=None, *, device=None, out_sharding=None", full_like,
             .since = "0.10.2"),
    TABLE_END,
};
