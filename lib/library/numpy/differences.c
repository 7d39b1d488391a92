/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours, and gradients. JAX: numpy/lax_numpy.py. */
#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "library/numpy/slicing.h"
#include "op/elementwise/formula.h"
#include "op/contract/numpy_product.h"
#include "op/reduce/numpy_reduction.h"
#include "trace/value/convert_value.h"

enum { MAX_PARTS = 3 };

/* jnp.concatenate of these arrays. */
static const struct array *join(struct op *op, const struct array *const *parts, uint32_t count,
                                uint32_t dim)
{
	const struct array *arrays[MAX_PARTS];
	uint32_t same;
	for (uint32_t i = 0; i < count; i++) {
		if (!parts[i])
			return NULL;
		arrays[i] = parts[i];
	}
	if (!numpy_axis(op, dim, arrays[0]->type.rank, &same))
		return NULL;
	return numpy_promote_dtypes(op, arrays, count, false)
	           ? lax_concatenate(op, arrays, count, dim)
	           : NULL;
}

/* What stands in front of or behind the array: a scalar is spread along the other dimensions. */
static const struct array *edge(struct trace *trace, const struct value *value,
                                const struct array *x, uint32_t dim)
{
	const struct array *given = value_to_array(trace, value, "diff");
	if (!given || given->type.rank)
		return given;
	int64_t *shape = shape_copy(trace->op.arena, x->type.shape, x->type.rank);
	shape[dim] = 1;
	return lax_broadcast_to(&trace->op, given, shape, x->type.rank, NULL);
}

static const struct array *with_edges(struct trace *trace, const struct call_arguments *arguments,
                                      const struct array *x, uint32_t dim)
{
	const struct array *parts[MAX_PARTS];
	uint32_t count = 0;
	if (argument_given(arguments, 3) &&
	    !(parts[count++] = edge(trace, argument(arguments, 3), x, dim)))
		return NULL;
	parts[count++] = x;
	if (argument_given(arguments, 4) &&
	    !(parts[count++] = edge(trace, argument(arguments, 4), x, dim)))
		return NULL;
	return count > 1 ? join(&trace->op, parts, count, dim) : x;
}

static bool raise(struct trace *trace, const char *type, const char *text)
{
	trace_refuse(trace, RULE_SHAPE_MISMATCH, type, TEXT("{}", text));
	return false;
}

static const struct value *diff(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_array(trace, argument(arguments, 0), "diff");
	int64_t order, axis;
	uint32_t dim;
	if (!x || !value_to_int(trace, argument(arguments, 1), &order) ||
	    !value_to_int(trace, argument(arguments, 2), &axis))
		return NULL;
	if (order == 0)
		return trace_array(trace, x);
	if (order < 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("order must be non-negative but got {}", order));
	if (!x->type.rank)
		return trace_unknown(trace, "diff of a scalar is not known");
	if (!numpy_axis(&trace->op, axis, x->type.rank, &dim))
		return NULL;
	x = with_edges(trace, arguments, x, dim);
	for (int64_t i = 0; x && i < order && (i == 0 || x->type.shape[dim] > 0); i++)
		x = differences_along(&trace->op, x, dim);
	return trace_array(trace, x);
}

static const struct value *ediff1d(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x = value_to_array(trace, argument(arguments, 0), "ediff1d");
	x = x ? numpy_ravel(op, x) : NULL;
	const struct array *behind = slice_along(op, x, 0, bound_at(1), bound_open);
	const struct array *before =
	    behind ? slice_along(op, x, 0, bound_open, bound_at(-1)) : NULL;
	const struct array *result = before ? lax_binary(op, "sub", behind, before) : NULL;
	for (uint32_t i = 2; result && i > 0; i--) {
		if (!argument_given(arguments, i))
			continue;
		const struct array *end = value_to_array(trace, argument(arguments, i), "ediff1d");
		end = end ? numpy_astype(op, end, x->type.dtype) : NULL;
		end = end ? numpy_ravel(op, end) : NULL;
		const struct array *parts[] = {i == 1 ? result : end, i == 1 ? end : result};
		result = join(op, parts, 2, 0);
	}
	return trace_array(trace, result);
}

/* One step of a formula of slices. */
struct slices {
	const struct array *x;
	uint32_t dim;
};

static const struct array *from_to(struct op *op, const struct slices *of, int64_t start,
                                   int64_t stop)
{
	return slice_in_dim(op, of->x, of->dim, start, bound_at(stop));
}

static const struct array *from(struct op *op, const struct slices *of, int64_t start)
{
	return slice_in_dim(op, of->x, of->dim, start, bound_open);
}

static const struct array *compute(struct op *op, const char *text, const struct array *x,
                                   const struct array *y, const struct array *z)
{
	const struct array *arrays[] = {x, y, z};
	struct formula_names names = {z ? "xyz" : "xy", arrays};
	return x && y ? formula(op, text, &names) : NULL;
}

/* Differences at the edges and inside, of which the distances are a number. */
static bool even_gradient(struct op *op, const struct slices *f, const struct array *h,
                          const struct array *parts[MAX_PARTS])
{
	parts[0] = compute(op, "x - y", from_to(op, f, 1, 2), from_to(op, f, 0, 1), NULL);
	parts[2] =
	    parts[0] ? compute(op, "x - y", from(op, f, -1), from_to(op, f, -2, -1), NULL) : NULL;
	parts[1] = parts[2]
	               ? compute(op, "(x - y) * 0.5 / z", from(op, f, 2), from_to(op, f, 0, -2), h)
	               : NULL;
	parts[2] = parts[1] ? compute(op, "x / y", parts[2], h, NULL) : NULL;
	parts[0] = parts[2] ? compute(op, "x / y", parts[0], h, NULL) : NULL;
	return parts[0] != NULL;
}

/* The same with a distance for each step: of slices of h. */
static bool uneven_gradient(struct op *op, const struct slices *f, const struct slices *h,
                            const struct array *parts[MAX_PARTS])
{
	const struct array *first =
	    compute(op, "x - y", from_to(op, h, 1, 2), from_to(op, h, 0, 1), NULL);
	parts[0] =
	    first ? compute(op, "(x - y) / z", from_to(op, f, 1, 2), from_to(op, f, 0, 1), first)
		  : NULL;
	const struct array *last =
	    parts[0] ? compute(op, "x - y", from(op, h, -1), from_to(op, h, -2, -1), NULL) : NULL;
	parts[2] =
	    last ? compute(op, "(x - y) / z", from(op, f, -1), from_to(op, f, -2, -1), last) : NULL;
	if (!parts[2])
		return false;
	const struct array *one =
	    compute(op, "x - y", from_to(op, h, 1, -1), from_to(op, h, 0, -2), NULL);
	const struct array *two =
	    one ? compute(op, "x - y", from(op, h, 2), from_to(op, h, 1, -1), NULL) : NULL;
	const struct array *weights[] = {
	    two ? compute(op, "-y / (x * (x + y))", one, two, NULL) : NULL,
	    two ? compute(op, "(y - x) / (x * y)", one, two, NULL) : NULL,
	    two ? compute(op, "x / (y * (x + y))", one, two, NULL) : NULL};
	const struct array *left =
	    weights[0] ? compute(op, "x * y", weights[0], from_to(op, f, 0, -2), NULL) : NULL;
	left = left ? compute(op, "z + x * y", weights[1], from_to(op, f, 1, -1), left) : NULL;
	parts[1] = left ? compute(op, "z + x * y", weights[2], from(op, f, 2), left) : NULL;
	return parts[1] != NULL;
}

/* The gradient along one dimension. */
static const struct array *gradient_along(struct trace *trace, const struct array *f,
                                          const struct array *h, uint32_t dim)
{
	struct op *op = &trace->op;
	const struct array *parts[MAX_PARTS];
	struct slices of = {f, dim};
	if (h->type.rank > 1)
		return raise(trace, "ValueError", "Spacing arrays must be 1D arrays or scalars.")
		           ? f
		           : NULL;
	if (!h->type.rank)
		return even_gradient(op, &of, h, parts) ? join(op, parts, 3, dim) : NULL;
	if (h->type.shape[0] != f->type.shape[dim])
		return raise(trace, "ValueError",
		             "Spacing arrays must have the same length as the dimension along "
		             "which the gradient is calculated.")
		           ? f
		           : NULL;
	int64_t *shape = arena_new(op->arena, int64_t, f->type.rank);
	for (uint32_t i = 0; i < f->type.rank; i++)
		shape[i] = i == dim ? h->type.shape[0] : 1;
	h = numpy_reshape(op, h, shape, f->type.rank, NULL);
	struct slices steps = {h, dim};
	return h && uneven_gradient(op, &of, &steps, parts) ? join(op, parts, 3, dim) : NULL;
}

/* f and the distances, as floats of one dtype: arrays[0] and the rest. */
static const struct array **read_spacing(struct trace *trace,
                                         const struct call_arguments *arguments, uint32_t *count)
{
	const struct value_list *given = value_items(argument(arguments, 1));
	*count = given ? given->count + 1 : 1;
	const struct array **arrays = arena_new(trace->op.arena, const struct array *, *count);
	for (uint32_t i = 0; i < *count; i++) {
		arrays[i] = value_to_array(trace, i ? given->items[i - 1] : argument(arguments, 0),
		                           "gradient");
		if (!arrays[i])
			return NULL;
	}
	return numpy_promote_dtypes(&trace->op, arrays, *count, true) ? arrays : NULL;
}

/* Checks sizes and the number of distances for these dimensions. */
static bool check_gradient(struct trace *trace, const struct value *axis,
                           const struct array_type *f, const uint32_t *dims, uint32_t ndims,
                           uint32_t nspacing)
{
	for (uint32_t i = 0; i < ndims; i++)
		if (f->shape[dims[i]] < 2)
			return raise(trace, "ValueError",
			             "Shape of array too small to calculate a numerical gradient, "
			             "at least 2 elements are required.");
	if (nspacing <= 1 || nspacing == ndims)
		return true;
	if (!op_has(&trace->op, JAX_GRADIENT_COUNTS_SPACING))
		return raise(trace, "UnboundLocalError",
		             "cannot access local variable 'dx' where it is not associated with a "
		             "value");
	trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("Invalid number of spacing arguments {} for axis={}", nspacing, value_repr(axis)));
	return false;
}

static const struct value *gradient(struct trace *trace, const struct call_arguments *arguments)
{
	struct numpy_reduction reduction = {0};
	const struct value *axis = argument(arguments, 2);
	const uint32_t *dims;
	uint32_t ndims, count;
	if (argument_given(arguments, 3))
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "NotImplementedError",
		    TEXT("The 'edge_order' argument to jnp.gradient is not supported."));
	const struct array **arrays = read_spacing(trace, arguments, &count);
	if (!arrays || !read_axes(trace, axis, &reduction) ||
	    !numpy_axes(&trace->op, reduction.axes, reduction.count, arrays[0]->type.rank, &dims,
	                &ndims))
		return NULL;
	const struct array **results = arena_new(trace->op.arena, const struct array *, ndims);
	if (!ndims)
		return trace_arrays(trace, VALUE_LIST, results, 0);
	if (!check_gradient(trace, axis, &arrays[0]->type, dims, ndims, count - 1))
		return NULL;
	const struct array *one = array_scalar(&trace->op, dtype_named(STR("float32")), true);
	for (uint32_t i = 0; i < ndims; i++) {
		const struct array *h = count == 1 ? one : arrays[count == 2 ? 1 : i + 1];
		results[i] = gradient_along(trace, arrays[0], h, dims[i]);
		if (!results[i])
			return NULL;
	}
	return ndims == 1 ? trace_array(trace, results[0])
	                  : trace_arrays(trace, VALUE_LIST, results, ndims);
}

static const struct function_row rows[] = {
    {.name = "diff",
     .signature = "a, n=1, axis=-1, prepend=None, append=None",
     .call = diff,
     .jitted = JITTED_ITSELF},
    {.name = "ediff1d",
     .signature = "ary, to_end=None, to_begin=None",
     .call = ediff1d,
     .jitted = JITTED_ITSELF},
    {.name = "gradient",
     .signature = "f, *varargs, axis=None, edge_order=None",
     .call = gradient,
     .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_differences = {"jax.numpy", rows, sizeof rows / sizeof *rows};
