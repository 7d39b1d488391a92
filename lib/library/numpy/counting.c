/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of equal elements and histograms, and where elements are not 0. JAX:
 * numpy/lax_numpy.py. */
#include "library/arguments/concrete.h"
#include "library/library.h"
#include "library/arguments/reduction_arguments.h"
#include "library/numpy/slicing.h"
#include "op/contract/contract.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"
#include "op/core/sharding_request.h"
#include "trace/convert/convert_value.h"

/* zeros(length).at[indices].add(weights) */
static const struct array *scatter_counts(struct op *op, const struct array *indices,
                                          const struct array *weights, int64_t length,
                                          enum index_mode mode,
                                          const struct sharding_request *sharding)
{
	static const struct index_update add = {.scatter = &lax_scatter_add};
	int64_t *shape = arena_new(op->arena, int64_t, 1);
	struct index_item *item = arena_new(op->arena, struct index_item, 1);
	*shape = length;
	*item = (struct index_item){.kind = INDEX_ARRAY, .array = indices};
	struct index index = {.items = item, .count = 1};
	struct index_options options = {.mode = mode, .sharding = sharding};
	const struct array *zeros = lax_full(op, weights->type.dtype, false, shape, 1, NULL);
	return zeros ? numpy_index_update(op, &add, zeros, &index, weights, &options) : NULL;
}

/* jnp.bincount once its arguments are checked. */
static const struct array *count(struct op *op, const struct array *x, const struct array *weights,
                                 int64_t length, const struct sharding_request *sharding)
{
	const struct array *zero = array_scalar(op, dtype_named(STR("int32")), true);
	x = numpy_binary(op, &lax_max, zero, x, false);
	enum index_mode mode = op_has(op, JAX_BINCOUNT_DROPS) ? INDEX_MODE_FILL : INDEX_MODE_NONE;
	return x ? scatter_counts(op, x, weights, length, mode, sharding) : NULL;
}

/* The weights, which must be of the type of x but for their dtype; 1 without any. */
static const struct array *read_weights(struct trace *trace, const struct value *value,
                                        const struct array *x)
{
	struct op *op = &trace->op;
	if (value->kind == VALUE_NONE)
		return array_scalar(op, dtype_named(STR("int32")), false);
	const struct array *weights = value_to_array(trace, value, "bincount");
	if (!weights)
		return NULL;
	bool typed = op_has(op, JAX_BINCOUNT_COMPARES_TYPES);
	const struct array_type *a = &x->type, *b = &weights->type;
	bool alike = type_same_shape(a, b) &&
	             (!typed || !a->mesh || !b->mesh || spec_equal(a->spec, b->spec, a->rank));
	if (alike)
		return weights;
	struct buf mine = op_buf(op), theirs = op_buf(op);
	type_axes_text(&mine, op->rules, a, false);
	type_axes_text(&theirs, op->rules, b, false);
	if (typed)
		trace_refuse(trace, RULE_SHARDING_CONFLICT, "ValueError",
		             TEXT("type of weights must match type of x. Got typeof(x)={} and "
		                  "typeof(weights)={}",
		                  &mine, &theirs));
	else
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("shape of weights must match shape of x."));
	return NULL;
}

/* False after raising that the result of a count would be sharded. */
static bool check_sharding(struct trace *trace, const struct sharding_request *sharding)
{
	bool plain = true;
	for (uint32_t i = 0; sharding && i < sharding->count; i++)
		plain = plain && !sharding->spec[i].count;
	if (plain)
		return true;
	trace_refuse(trace, RULE_SHARDING_CONFLICT, "ShardingTypeError",
	             TEXT("out_sharding passed to `jnp.bincount` can only be fully replicated or "
	                  "fully unreduced along all mesh axes"));
	return false;
}

/* The integers to be counted, in one dimension. */
static const struct array *read_integers(struct trace *trace, const struct value *value)
{
	const struct array *x = value_to_array(trace, value, "bincount");
	if (x && dtype_class(x->type.dtype) == DTYPE_BOOL && op_has(&trace->op, JAX_BINCOUNT_DROPS))
		x = numpy_astype(&trace->op, x, dtype_named(STR("int32")));
	if (!x)
		return NULL;
	if (!dtype_is_integer(x->type.dtype))
		trace_refuse(trace, RULE_DTYPE_MISMATCH, "TypeError",
		             TEXT("x argument to bincount must have an integer type; got {}",
		                  x->type.dtype->name));
	else if (x->type.rank != 1)
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("only 1-dimensional input supported."));
	else
		return x;
	return NULL;
}

static const struct value *bincount(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = read_integers(trace, argument(arguments, 0));
	const struct sharding_request *sharding = NULL;
	int64_t least, length;
	if (!x || !concrete_size(trace, argument(arguments, 2), &least))
		return NULL;
	if (!argument_given(arguments, 3))
		return refuse_traced(trace, x);
	if (!concrete_size(trace, argument(arguments, 3), &length))
		return NULL;
	if (length < 0)
		return trace_unknown(trace, "counts of a negative length are not known");
	if ((!is_replicated(x) && !op_has(&trace->op, JAX_BINCOUNT_COMPARES_TYPES)) ||
	    op_has(&trace->op, JAX_SCATTER_ADD_REFUSES))
		return trace_unknown(trace, "counts of a sharded array are not known");
	const struct array *weights = read_weights(trace, argument(arguments, 1), x);
	if (!weights ||
	    !value_to_sharding(trace, optional_argument(arguments, 4), "jnp.bincount", &sharding) ||
	    !check_sharding(trace, sharding))
		return NULL;
	return trace_array(trace, count(&trace->op, x, weights, length, sharding));
}

/* How many elements are asked for: known, or counted, which is never known. */
static bool read_size(struct trace *trace, const struct value *value, const struct array *x,
                      int64_t *size)
{
	struct op *op = &trace->op;
	if (value->kind != VALUE_NONE)
		return concrete_size(trace, value, size);
	const struct array *zero = array_scalar(op, x->type.dtype, true);
	const struct array *mask = dtype_class(x->type.dtype) == DTYPE_BOOL
	                               ? x
	                               : numpy_binary(op, &lax_ne, x, zero, false);
	const struct array *total =
	    mask ? numpy_reduce(op, &numpy_sum, mask, NULL, 0, false) : NULL;
	return total && refuse_traced(trace, total);
}

/* Positions of the elements of x that are not 0, as many arrays as it has dimensions. */
static const struct array **find_nonzero(struct trace *trace, const struct array *x, int64_t size)
{
	struct op *op = &trace->op;
	const struct dtype *int32 = dtype_named(STR("int32"));
	const struct array **positions = arena_new(op->arena, const struct array *, x->type.rank);
	if (size < 0 || !is_replicated(x) || op_has(op, JAX_SCATTER_ADD_REFUSES)) {
		(void)trace_unknown(trace, "where a sharded array is not 0 is not known");
		return NULL;
	}
	const struct array *order = made_of(op, x, int32, &size, 1);
	if (order && size && shape_elements(x->type.shape, x->type.rank))
		order = count(op, order, array_scalar(op, int32, false), size, NULL);
	for (uint32_t i = 0; order && i < x->type.rank; i++)
		positions[i] = order;
	return order ? positions : NULL;
}

static bool check_fill(struct trace *trace, const struct value *fill)
{
	return fill->kind == VALUE_NONE || fill->kind == VALUE_INT ||
	       trace_unknown(trace, "this fill_value is not known") != NULL;
}

/* jnp.nonzero, and jnp.where of a condition alone. */
const struct value *numpy_nonzero(struct trace *trace, const struct array *x,
                                  const struct value *size_given, const struct value *fill)
{
	int64_t size;
	if (!x->type.rank)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		                    TEXT("Calling nonzero on 0d arrays is not allowed. Use "
		                         "jnp.atleast_1d(scalar).nonzero() instead."));
	if (!read_size(trace, size_given, x, &size) || !check_fill(trace, fill))
		return NULL;
	const struct array **positions = find_nonzero(trace, x, size);
	return positions ? trace_arrays(trace, VALUE_TUPLE, positions, x->type.rank) : NULL;
}

static const struct value *nonzero(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_array(trace, argument(arguments, 0), "nonzero");
	return x ? numpy_nonzero(trace, x, argument(arguments, 1), argument(arguments, 2)) : NULL;
}

static const struct value *flatnonzero(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_array(trace, argument(arguments, 0), "ravel");
	x = x ? numpy_ravel(&trace->op, x) : NULL;
	const struct value *found =
	    x ? numpy_nonzero(trace, x, argument(arguments, 1), argument(arguments, 2)) : NULL;
	return found ? value_items(found)->items[0] : NULL;
}

static const struct value *argwhere(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x = value_to_array(trace, argument(arguments, 0), "argwhere");
	int64_t shape[2];
	if (!x)
		return NULL;
	if (!x->type.rank)
		return trace_unknown(trace, "argwhere of a scalar is not known");
	if (!numpy_nonzero(trace, x, argument(arguments, 1), argument(arguments, 2)) ||
	    !concrete_size(trace, argument(arguments, 1), &shape[0]))
		return NULL;
	shape[1] = x->type.rank;
	return trace_array(trace, made_of(op, x, dtype_named(STR("int32")), shape, 2));
}

static const struct function_row rows[] = {
    {.name = "bincount",
     .signature = "x, weights=None, minlength=0, *, length=None",
     .call = bincount,
     .until = "0.10.2"},
    {.name = "bincount",
     .signature = "x, weights=None, minlength=0, *, length=None, out_sharding=None",
     .call = bincount,
     .since = "0.10.2"},
    {.name = "nonzero", .signature = "a, *, size=None, fill_value=None", .call = nonzero},
    {.name = "flatnonzero", .signature = "a, *, size=None, fill_value=None", .call = flatnonzero},
    {.name = "argwhere", .signature = "a, *, size=None, fill_value=None", .call = argwhere},
};

const struct module_row library_numpy_counting = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row method_rows[] = {
    {.name = "nonzero",
     .signature = "self, *, size=None, fill_value=None",
     .call = nonzero,
     .python_name = "_nonzero"},
};

const struct module_row library_array_counting = {"ndarray", method_rows,
                                                  sizeof method_rows / sizeof *method_rows};
