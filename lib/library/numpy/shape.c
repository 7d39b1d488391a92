/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of jax.numpy, and methods of arrays, that rearrange an array. JAX:
 * numpy/lax_numpy.py, numpy/array_methods.py. */
#include "library/library.h"
#include "library/arguments/shape_arguments.h"

#include <inttypes.h>

#include "base/checked.h"
#include "jax/python_text.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

/* "cannot reshape array of shape (4, 3) (size 12) into shape …". */
static struct buf size_text(struct trace *trace, const struct array *x, const struct value *shape)
{
	struct buf text = op_buf(&trace->op);
	buf_puts(&text, "cannot reshape array of shape ");
	python_shape(&text, x->type.shape, x->type.rank);
	buf_printf(&text, " (size %" PRId64 ") into shape ",
	           shape_elements(x->type.shape, x->type.rank));
	value_text(&text, trace->op.rules, shape);
	return text;
}

static bool raise_size(struct trace *trace, const struct array *x, const struct value *shape,
                       const struct buf *text)
{
	return refuse(&trace->op, RULE_SHAPE_MISMATCH, "TypeError", TEXT("{}", text),
	              WORDS("the {} elements of {array|the array} do not fill the shape {}",
	                    shape_elements(x->type.shape, x->type.rank), &x->type,
	                    value_repr(shape)),
	              HELP("this fails without any sharding too: the number of elements changes"));
}

/* Fills in the size that is -1. */
static bool fill_unknown_size(struct trace *trace, const struct array *x, const struct value *shape,
                              int64_t *sizes, uint32_t rank, uint32_t unknown)
{
	int64_t total = shape_elements(x->type.shape, x->type.rank), others = 1;
	for (uint32_t i = 0; i < rank; i++)
		if (i != unknown && !checked_multiply(&others, others, sizes[i]))
			return op_unknown(&trace->op,
			                  "the product of the sizes does not fit 64 bits");
	if (others == 0)
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "ZeroDivisionError",
		              TEXT("integer modulo by zero"));
	if (total % others == 0) {
		sizes[unknown] = total / others;
		return true;
	}
	struct buf text = size_text(trace, x, shape);
	buf_printf(&text,
	           " because the product of specified axis sizes (%" PRId64
	           ") does not evenly divide %" PRId64,
	           others, total);
	return raise_size(trace, x, shape, &text);
}

/* The sizes that a reshape asks for, with the -1 filled in. JAX: _compute_newshape. */
static bool new_sizes(struct trace *trace, const struct array *x, const struct value *shape,
                      const int64_t **result, uint32_t *rank)
{
	const int64_t *given;
	uint32_t nunknown = 0, unknown = 0;
	int64_t total = 1;
	if (!sizes_argument(trace, shape, &given, rank))
		return false;
	int64_t *sizes = shape_copy(trace->op.arena, given, *rank);
	*result = sizes;
	for (uint32_t i = 0; i < *rank; i++) {
		if (sizes[i] == -1) {
			nunknown++;
			unknown = i;
		} else if (!checked_multiply(&total, total, sizes[i])) {
			return op_unknown(&trace->op,
			                  "the number of elements does not fit 64 bits");
		}
	}
	if (nunknown > 1) {
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("can only specify one unknown axis size with a `-1` value, got {}",
		         value_repr(shape)));
	}
	if (nunknown)
		return fill_unknown_size(trace, x, shape, sizes, *rank, unknown);
	if (total == shape_elements(x->type.shape, x->type.rank))
		return true;
	struct buf text = size_text(trace, x, shape);
	buf_printf(&text, " (size %" PRId64 ")", total);
	return raise_size(trace, x, shape, &text);
}

/* Dimensions from the last to the first. */
static const uint32_t *reversed_dims(struct trace *trace, uint32_t rank)
{
	uint32_t *dims = arena_new(trace->op.arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		dims[i] = rank - 1 - i;
	return dims;
}

/* The request with its entries from the last to the first. */
static const struct sharding_request *reversed_request(struct trace *trace,
                                                       const struct sharding_request *request)
{
	if (!request || !op_has(&trace->op, JAX_RESHAPE_REVERSES_SPEC))
		return request;
	struct sharding_request *reversed = arena_new(trace->op.arena, struct sharding_request, 1);
	struct dim_axes *spec = spec_none(trace->op.arena, request->count);
	for (uint32_t i = 0; i < request->count; i++)
		spec[i] = request->spec[request->count - 1 - i];
	*reversed = *request;
	reversed->spec = spec;
	return reversed;
}

/* Reshapes in the order of Fortran: everything is turned round, before and after. */
static const struct array *reshape_columns(struct trace *trace, const struct array *x,
                                           const int64_t *sizes, uint32_t rank,
                                           const struct sharding_request *sharding)
{
	int64_t *turned = arena_new(trace->op.arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		turned[i] = sizes[rank - 1 - i];
	x = lax_reshape(&trace->op, x, turned, rank, reversed_dims(trace, x->type.rank),
	                reversed_request(trace, sharding));
	return x ? lax_transpose(&trace->op, x, reversed_dims(trace, x->type.rank)) : NULL;
}

static const struct value *numpy_reshape_value(struct trace *trace, const struct array *x,
                                               const struct value *shape, const struct value *order,
                                               const struct value *out_sharding)
{
	const struct sharding_request *sharding = NULL;
	const int64_t *sizes;
	uint32_t rank;
	if (!x || !new_sizes(trace, x, shape, &sizes, &rank))
		return NULL;
	bool text = order->kind == VALUE_STRING;
	bool rows = text && str_equal(order->string, STR("C"));
	bool columns = text && str_equal(order->string, STR("F"));
	if (rows && !op_has(&trace->op, JAX_RESHAPE_LOOKS_AT_SHARDING) && rank &&
	    rank == x->type.rank && memcmp(sizes, x->type.shape, rank * sizeof *sizes) == 0)
		return trace_array(trace, x);
	if ((rows || columns) && out_sharding &&
	    !value_to_sharding(trace, out_sharding,
	                       columns && op_has(&trace->op, JAX_RESHAPE_REVERSES_SPEC)
	                           ? "jnp.reshape"
	                           : "reshape",
	                       &sharding))
		return NULL;
	if (rows)
		return trace_array(trace, numpy_reshape(&trace->op, x, sizes, rank, sharding));
	if (columns)
		return trace_array(trace, reshape_columns(trace, x, sizes, rank, sharding));
	if (text && str_equal(order->string, STR("A")))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "NotImplementedError",
		                    TEXT("np.reshape order=A is not implemented."));
	struct message_argument given = text ? message_str(order->string) : value_repr(order);
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
	                    TEXT("Unexpected value for 'order' argument: {}.", given));
}

/* The argument at `index`, or NULL where the signature of the release ends before it. */
static const struct value *later_argument(const struct call_arguments *arguments, uint32_t index)
{
	return index < arguments->count ? argument(arguments, index) : NULL;
}

/* a, shape, order='C', *, copy=None, out_sharding=None */
static const struct value *reshape(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	return numpy_reshape_value(trace, x, argument(arguments, 1), argument(arguments, 2),
	                           later_argument(arguments, 4));
}

/* self, *args, order='C', out_sharding=None: the sizes are one argument, or all. */
static const struct value *reshape_method(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct value *shape = argument(arguments, 1);
	if (shape->list.count == 1)
		shape = shape->list.items[0];
	return numpy_reshape_value(trace, array_argument(trace, arguments, 0), shape,
	                           argument(arguments, 2), later_argument(arguments, 3));
}

static const struct value *ravel_value(struct trace *trace, const struct array *x,
                                       const struct value *order, const struct value *out_sharding)
{
	if (!x)
		return NULL;
	if (order->kind == VALUE_STRING && str_equal(order->string, STR("K")))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "NotImplementedError",
		                    TEXT("Ravel not implemented for order='K'."));
	int64_t total = shape_elements(x->type.shape, x->type.rank);
	return numpy_reshape_value(trace, x, value_int(trace->op.arena, total), order,
	                           out_sharding);
}

static const struct value *ravel(struct trace *trace, const struct call_arguments *arguments)
{
	return ravel_value(trace, array_argument(trace, arguments, 0), argument(arguments, 1),
	                   later_argument(arguments, 2));
}

/* The array with its dimensions in this order, which may count them from the end. */
static const struct value *permute(struct trace *trace, const struct array *x, const int64_t *order,
                                   uint32_t count)
{
	uint32_t rank = x->type.rank;
	uint32_t *dims = arena_new(trace->op.arena, uint32_t, rank > count ? rank : count);
	uint64_t seen = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (!numpy_axis(&trace->op, order[i], rank, &dims[i]))
			return NULL;
		seen |= (uint64_t)1 << dims[i];
	}
	uint64_t all = rank ? UINT64_MAX >> (64 - rank) : 0;
	if (count == rank && seen == all)
		return trace_array(trace, lax_transpose(&trace->op, x, dims));
	refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	       TEXT("transpose permutation isn't a permutation of operand dimensions, got "
	            "permutation {} for operand shape {shape}.",
	            dims_of(dims, count), &x->type),
	       WORDS("a transpose names each of the {} dimensions of {array|the array} once", rank,
	             &x->type));
	return NULL;
}

static const struct value *transposed(struct trace *trace, const struct array *x,
                                      const struct value *axes)
{
	const int64_t *order;
	uint32_t count;
	if (!x)
		return NULL;
	if (axes->kind == VALUE_NONE)
		return trace_array(
		    trace, lax_transpose(&trace->op, x, reversed_dims(trace, x->type.rank)));
	if (!value_to_ints(trace, axes, &order, &count))
		return NULL;
	return permute(trace, x, order, count);
}

static const struct value *call_transpose(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct value *axes = argument(arguments, 1);
	if (axes->kind == VALUE_INT)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("'int' object is not iterable"));
	return transposed(trace, array_argument(trace, arguments, 0), axes);
}

/* self, *axes: one sequence or None, or all of them. */
static const struct value *transpose_method(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	const struct value *axes = argument(arguments, 1);
	if (axes->list.count == 1)
		axes = axes->list.items[0];
	else if (!axes->list.count)
		axes = &value_none;
	return transposed(trace, array_argument(trace, arguments, 0), axes);
}

static const struct value *transposed_attribute(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	return transposed(trace, array_argument(trace, arguments, 0), &value_none);
}

static const struct value *broadcast_to(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	const struct sharding_request *sharding;
	const int64_t *shape;
	uint32_t rank;
	bool named = op_has(&trace->op, JAX_BROADCAST_NAMES_TYPES);
	if (!x || !sizes_argument(trace, argument(arguments, 1), &shape, &rank) ||
	    !sharding_argument(trace, arguments, 2, named ? "jnp.broadcast_to" : "broadcast_in_dim",
	                       &sharding))
		return NULL;
	return trace_array(trace, lax_broadcast_to(&trace->op, x, shape, rank, sharding));
}

static const struct value *broadcast_arrays(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct array_list arrays;
	bool tuple = op_has(&trace->op, JAX_BROADCAST_ARRAYS_TUPLE);
	if (!arrays_argument(trace, arguments, 0, &arrays) ||
	    !numpy_broadcast_arrays(&trace->op, arrays.items, arrays.count))
		return NULL;
	return trace_arrays(trace, tuple ? VALUE_TUPLE : VALUE_LIST, arrays.items, arrays.count);
}

static const struct function_row rows[] = {
    FUNCTION("reshape", "a, shape, order='C', *, copy=None", reshape, .also = "newshape",
             .until = "0.6.1"),
    FUNCTION("reshape", "a, shape, order='C', *, copy=None, out_sharding=None", reshape,
             .since = "0.6.1"),
    FUNCTION("ravel", "a, order='C'", ravel, .until = "0.6.1"),
    FUNCTION("ravel", "a, order='C', *, out_sharding=None", ravel, .since = "0.6.1"),
    FUNCTION("transpose", "a, axes=None", call_transpose),
    FUNCTION("permute_dims", "a, /, axes", call_transpose),
    FUNCTION("broadcast_to", "array, shape", broadcast_to, .until = "0.6.1"),
    FUNCTION("broadcast_to", "array, shape, *, out_sharding=None", broadcast_to, .since = "0.6.1"),
    FUNCTION("broadcast_arrays", "*args", broadcast_arrays),
};

const struct module_row library_numpy_shape = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row methods[] = {
    FUNCTION("reshape", "self, *args, order='C'", reshape_method, .python_name = "_reshape",
             .until = "0.6.1"),
    FUNCTION("reshape", "self, *args, order='C', out_sharding=None", reshape_method,
             .python_name = "_reshape", .since = "0.6.1"),
    FUNCTION("ravel", "self, order='C'", ravel, .python_name = "_flatten", .until = "0.6.1"),
    FUNCTION("ravel", "self, order='C', *, out_sharding=None", ravel, .python_name = "_flatten",
             .since = "0.6.1"),
    FUNCTION("flatten", "self, order='C'", ravel, .python_name = "_flatten", .until = "0.6.1"),
    FUNCTION("flatten", "self, order='C', *, out_sharding=None", ravel, .python_name = "_flatten",
             .since = "0.6.1"),
    FUNCTION("transpose", "self, *args", transpose_method, .python_name = "_transpose"),
    VALUE("T", transposed_attribute),
};

const struct module_row library_array_shape = {"ndarray", methods,
                                               sizeof methods / sizeof *methods};
