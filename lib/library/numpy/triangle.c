/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.tril, jnp.triu, jnp.diag and jnp.trace. JAX: numpy/lax_numpy.py. */
#include "library/arguments/creation_arguments.h"
#include "library/library.h"
#include "library/arguments/shape_arguments.h"

#include <stdlib.h>

#include "op/index/index.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

/* Zeros like the array: of its type. */
static const struct array *zeros_like(struct trace *trace, const struct array *x)
{
	struct like like = {.x = x};
	return fill_like(trace, array_scalar(&trace->op, dtype_named(STR("int32")), true), &like);
}

/* The mask of a triangle, for every matrix of the array. */
static const struct array *triangle_mask(struct trace *trace, const struct array *x)
{
	struct op *op = &trace->op;
	const struct array_type *type = &x->type;
	uint32_t lead = type->rank - 2;
	struct sharding_request request = type_request(type);
	const struct array *mask =
	    diagonal_mask(trace, type->shape + lead, &lax_ge, dtype_named(STR("bool")));
	bool asks = op_has(op, JAX_TRIANGLE_LIKE_OPERAND) && type->mesh;
	return mask ? lax_broadcast(op, mask, type->shape, lead, asks ? &request : NULL) : NULL;
}

/* tril and triu: m, k=0. */
static const struct value *triangle(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	bool lower = strcmp(arguments->row->name, "tril") == 0;
	int64_t k;
	if (!x || !value_to_int(trace, argument(arguments, 1), &k))
		return NULL;
	if (x->type.rank < 2)
		return trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("Argument to jax.numpy.{} must be at least 2D", arguments->row->name));
	const struct array *mask = triangle_mask(trace, x);
	const struct array *zeros = mask ? zeros_like(trace, x) : NULL;
	const struct array *cases[] = {lower ? zeros : x, lower ? x : zeros};
	return zeros ? trace_array(trace, lax_select_n(&trace->op, mask, cases, 2)) : NULL;
}

/* A matrix with the vector on a diagonal. */
static const struct array *diagonal_matrix(struct trace *trace, const struct array *x, int64_t k)
{
	struct op *op = &trace->op;
	static const uint32_t behind = 1;
	bool columns = op_has(op, JAX_DIAG_OF_COLUMNS);
	int64_t before = k > 0 ? k : 0, after = k < 0 ? -k : 0;
	struct padding padding = {columns ? after : before, columns ? before : after, 0};
	const struct array *zero = array_scalar(op, x->type.dtype, x->type.weak);
	x = lax_pad(op, x, zero, &padding);
	if (!x)
		return NULL;
	int64_t *shape = arena_new(op->arena, int64_t, 2);
	shape[0] = shape[1] = x->type.shape[0];
	const struct array *mask = diagonal_mask(trace, shape, &lax_eq, dtype_named(STR("bool")));
	const struct array *otherwise = mask && !columns ? zeros_like(trace, x) : zero;
	x = mask && columns ? lax_expand_dims(op, x, &behind, 1) : x;
	return mask && x && otherwise ? numpy_where(op, mask, x, otherwise) : NULL;
}

/* start, start + 1 …: as jnp.arange makes them. */
static const struct array *count_from(struct trace *trace, int64_t start, const int64_t *count)
{
	const struct dtype *dtype = dtype_named(STR("int32"));
	if (!start || op_has(&trace->op, JAX_ARANGE_STARTS))
		return lax_iota(&trace->op, dtype, count, 1, 0, NULL);
	struct array_type type = type_plain(trace->op.arena, dtype, count, 1);
	return array_new(&trace->op, &type);
}

/* x[..., i, j], where i and j count along the diagonal. */
static const struct array *take_diagonal(struct trace *trace, const struct array *x, int64_t offset)
{
	struct op *op = &trace->op;
	const int64_t *sizes = x->type.shape + (x->type.rank - 2);
	int64_t *length = arena_new(op->arena, int64_t, 1), above = offset > 0 ? offset : 0;
	int64_t rows = sizes[0] + (offset < 0 ? offset : 0), columns = sizes[1] - above;
	*length = rows < columns ? rows : columns;
	*length = *length < 0 ? 0 : *length;
	const struct array *near = count_from(trace, 0, length);
	const struct array *far = near ? count_from(trace, llabs(offset), length) : NULL;
	struct index_item *items = arena_new(op->arena, struct index_item, 3);
	items[0].kind = INDEX_ELLIPSIS;
	items[1] = (struct index_item){.kind = INDEX_ARRAY, .array = offset < 0 ? far : near};
	items[2] = (struct index_item){.kind = INDEX_ARRAY, .array = offset < 0 ? near : far};
	struct index index = {.items = items, .count = 3};
	struct index_options options = {0};
	return far ? numpy_index_get(op, x, &index, &options) : NULL;
}

/* The array with two dimensions at its end. */
static const struct array *dims_last(struct trace *trace, const struct array *x, uint32_t first,
                                     uint32_t second)
{
	uint32_t rank = x->type.rank, count = 0;
	uint32_t *order = arena_new(trace->op.arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		if (i != first && i != second)
			order[count++] = i;
	order[count++] = first;
	order[count] = second;
	return lax_transpose(&trace->op, x, order);
}

/* Two different dimensions; false after an error. */
static bool two_dims(struct trace *trace, const struct call_arguments *arguments,
                     const struct array *x, uint32_t dims[2])
{
	if (!dim_argument(trace, argument(arguments, 2), x->type.rank, &dims[0]) ||
	    !dim_argument(trace, argument(arguments, 3), x->type.rank, &dims[1]))
		return false;
	return dims[0] != dims[1] || op_unknown(&trace->op, "a diagonal within one dimension");
}

static const struct value *diag(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	int64_t k;
	if (!x || !value_to_int(trace, argument(arguments, 1), &k))
		return NULL;
	if (k > INT32_MAX || k < -INT32_MAX)
		return trace_unknown(trace, "a diagonal that is far outside");
	if (x->type.rank == 1)
		return trace_array(trace, diagonal_matrix(trace, x, k));
	if (x->type.rank == 2)
		return trace_array(trace, take_diagonal(trace, x, k));
	return trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
	                    TEXT("diag input must be 1d or 2d"));
}

/* a, offset=0, axis1=0, axis2=1 */
static const struct value *diagonal(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	uint32_t dims[2];
	int64_t offset;
	if (!x)
		return NULL;
	if (x->type.rank < 2)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		                    TEXT("diagonal requires an array of at least two dimensions."));
	if (!value_to_int(trace, argument(arguments, 1), &offset) ||
	    !two_dims(trace, arguments, x, dims))
		return NULL;
	if (offset > INT32_MAX || offset < -INT32_MAX)
		return trace_unknown(trace, "a diagonal that is far outside");
	x = dims_last(trace, x, dims[0], dims[1]);
	return x ? trace_array(trace, take_diagonal(trace, x, offset)) : NULL;
}

/* a, offset=0, axis1=0, axis2=1, dtype=None, out=None: all but the diagonal is made 0, then summed
 * up. */
static const struct value *sum_diagonal(struct trace *trace, const struct call_arguments *arguments)
{
	static const int64_t last[] = {-2, -1};
	const struct array *x = array_argument(trace, arguments, 0);
	uint32_t dims[2];
	if (!x || !two_dims(trace, arguments, x, dims))
		return NULL;
	if (argument_given(arguments, 4) || argument_given(arguments, 5))
		return trace_unknown(trace, "jnp.trace in another dtype");
	x = dims_last(trace, x, dims[0], dims[1]);
	const struct array *mask = x ? diagonal_mask(trace, x->type.shape + (x->type.rank - 2),
	                                             &lax_eq, dtype_named(STR("bool")))
	                             : NULL;
	const struct array *zeros = mask ? zeros_like(trace, x) : NULL;
	x = zeros ? numpy_where(&trace->op, mask, x, zeros) : NULL;
	return x ? trace_array(trace, numpy_reduce(&trace->op, &numpy_sum, x, last, 2, false))
	         : NULL;
}

static const struct function_row rows[] = {
    {.name = "tril", .signature = "m, k=0", .call = triangle, .jitted = JITTED_ITSELF},
    {.name = "triu", .signature = "m, k=0", .call = triangle, .jitted = JITTED_ITSELF},
    {.name = "diag", .signature = "v, k=0", .call = diag},
    {.name = "diagonal",
     .signature = "a, offset=0, axis1=0, axis2=1",
     .call = diagonal,
     .jitted = JITTED_ITSELF},
    {.name = "trace",
     .signature = "a, offset=0, axis1=0, axis2=1, dtype=None, out=None",
     .call = sum_diagonal,
     .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_triangle = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row methods[] = {
    {.name = "diagonal",
     .signature = "self, offset=0, axis1=0, axis2=1",
     .python_name = "_diagonal",
     .call = diagonal,
     .jitted = JITTED_WITHIN},
    {.name = "trace",
     .signature = "self, offset=0, axis1=0, axis2=1, dtype=None, out=None",
     .python_name = "_trace",
     .call = sum_diagonal,
     .jitted = JITTED_WITHIN},
};

const struct module_row library_array_triangle = {"ndarray", methods,
                                                  sizeof methods / sizeof *methods};
