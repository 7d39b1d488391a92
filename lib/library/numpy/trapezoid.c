/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: numpy/lax_numpy.py trapezoid. */
#include "library/library.h"
#include "library/numpy/slicing.h"
#include "op/elementwise/formula.h"
#include "op/elementwise/numpy.h"
#include "trace/value/convert_value.h"

static const struct array *compute(struct op *op, const char *text, const struct array *x,
                                   const struct array *y, const struct array *z)
{
	const struct array *arrays[] = {x, y, z};
	struct formula_names names = {z ? "xyz" : "xy", arrays};
	return x && y ? formula(op, text, &names) : NULL;
}

/* The array with dimension `dim` at the end. */
static const struct array *move_last(struct op *op, const struct array *x, uint32_t dim)
{
	uint32_t *order = arena_new(op->arena, uint32_t, x->type.rank), at = 0;
	for (uint32_t i = 0; i < x->type.rank; i++)
		if (i != dim)
			order[at++] = i;
	order[at] = dim;
	return lax_transpose(op, x, order);
}

static const struct array *sum_last(struct op *op, const struct array *x)
{
	const int64_t last = -1;
	return x ? numpy_reduce(op, "sum", x, &last, 1, false) : NULL;
}

/* The areas when all steps are of one width. */
static const struct array *even_trapezoid(struct op *op, const struct array *y,
                                          const struct array *width)
{
	uint32_t last = y->type.rank - 1;
	if (width->type.rank)
		width = element_along(op, width, width->type.rank - 1, 0);
	const struct array *sum = width ? sum_last(op, y) : NULL;
	const struct array *first = sum ? element_along(op, y, last, 0) : NULL;
	const struct array *end = first ? element_along(op, y, last, -1) : NULL;
	const struct array *half = end ? compute(op, "0.5 * (x + y)", first, end, NULL) : NULL;
	return half ? compute(op, "x * (y - z)", width, sum, half) : NULL;
}

static const struct array *uneven_trapezoid(struct op *op, const struct array *y,
                                            const struct array *widths)
{
	uint32_t last = y->type.rank - 1;
	const struct array *behind = slice_along(op, y, last, bound_at(1), bound_open);
	const struct array *before =
	    behind ? slice_along(op, y, last, bound_open, bound_at(-1)) : NULL;
	const struct array *sum =
	    before ? sum_last(op, compute(op, "z * (x + y)", behind, before, widths)) : NULL;
	return sum ? formula_of(op, "0.5 * x", sum) : NULL;
}

/* The widths of the steps, with the axis at the end. */
static const struct array *read_widths(struct trace *trace, const struct call_arguments *arguments,
                                       const struct array **y, int64_t axis)
{
	struct op *op = &trace->op;
	uint32_t dim;
	if (!argument_given(arguments, 1)) {
		const struct array *dx = value_to_array(trace, argument(arguments, 2), "trapezoid");
		if (!dx || !numpy_promote_dtypes(op, y, 1, true))
			return NULL;
		if (dx->type.rank)
			(void)trace_unknown(trace, "trapezoid of several widths is not known");
		return dx->type.rank ? NULL : dx;
	}
	const struct array *arrays[] = {
	    *y, value_to_array_at(trace, argument(arguments, 1), "trapezoid", 1)};
	if (!arrays[1] || !numpy_promote_dtypes(op, arrays, 2, true))
		return NULL;
	*y = arrays[0];
	const struct array *x = arrays[1];
	if (x->type.rank == 1)
		return differences_along(op, x, 0);
	if (!numpy_axis(op, axis, x->type.rank, &dim))
		return NULL;
	x = differences_along(op, x, dim);
	return x ? move_last(op, x, dim) : NULL;
}

static const struct value *trapezoid(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *y = value_to_array_at(trace, argument(arguments, 0), "trapezoid", 0);
	int64_t axis;
	uint32_t dim;
	if (!y || !value_to_int(trace, argument(arguments, 3), &axis))
		return NULL;
	const struct array *widths = read_widths(trace, arguments, &y, axis);
	if (!widths || !numpy_axis(op, axis, y->type.rank, &dim))
		return NULL;
	y = move_last(op, y, dim);
	if (!y)
		return NULL;
	const struct array_type *type = &widths->type;
	bool even = (!type->rank || type->shape[type->rank - 1] == 1) &&
	            op_has(op, JAX_TRAPEZOID_OF_EVEN_STEPS);
	return trace_array(trace,
	                   even ? even_trapezoid(op, y, widths) : uneven_trapezoid(op, y, widths));
}

static const struct function_row rows[] = {
    {.name = "trapezoid",
     .signature = "y, x=None, dx=1.0, axis=-1",
     .call = trapezoid,
     .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_trapezoid = {"jax.numpy", rows, sizeof rows / sizeof *rows};
