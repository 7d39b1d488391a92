/* SPDX-License-Identifier: Apache-2.0 */
/* What vmap makes of decompositions and solvers. */
#include <assert.h>

#include "base/checked.h"
#include "op/contract/linalg_shapes.h"
#include "op/shape/shape.h"

/* The operands with the mapped dimension in front, made by broadcasting where they have none; its
 * axes then are `axes`. */
static bool move_to_front(struct op *op, const struct batching *batching, struct dim_axes axes,
                          const struct array **moved)
{
	assert(batching->count <= LINALG_MAX_OPERANDS);
	struct mapping mapping = *batching->mapping;
	mapping.axes = axes;
	for (uint32_t i = 0; i < batching->count; i++) {
		moved[i] =
		    batch_materialise(op, &mapping, batching->operands[i], batching->dims[i], 0);
		if (!moved[i])
			return false;
	}
	return true;
}

/* Applies the primitive to operands that are all mapped in front. */
static bool apply_in_front(struct op *op, const struct batching *batching, struct dim_axes axes,
                           const struct batched *out)
{
	const struct array *moved[LINALG_MAX_OPERANDS];
	for (uint32_t i = 0; i < batching->nresults; i++)
		out->dims[i] = 0;
	return move_to_front(op, batching, axes, moved) &&
	       primitive_apply(op, batching->primitive, batching->params, moved, batching->count,
	                       out->results, batching->nresults);
}

/* JAX: batching.py expand_dims_batcher, which broadcasts without the mapped axes. */
bool linalg_batch(struct op *op, const struct batching *batching, const struct batched *out)
{
	return apply_in_front(op, batching, (struct dim_axes){NULL, 0}, out);
}

/* The array with dimension `dim` and the one behind it as one. */
static const struct array *merged(struct op *op, const struct array *x, uint32_t dim)
{
	assert(!x || dim + 1 < x->type.rank);
	if (!x)
		return NULL;
	uint32_t rank = x->type.rank;
	int64_t *shape = arena_new(op->arena, int64_t, rank - 1);
	for (uint32_t i = 0; i < rank - 1; i++)
		shape[i] = x->type.shape[i + (i > dim)];
	if (!checked_multiply(&shape[dim], x->type.shape[dim], x->type.shape[dim + 1]))
		return op_unknown(op, "a dimension of more elements than fit");
	return lax_reshape(op, x, shape, rank - 1, NULL, NULL);
}

/* Only the last operand is mapped: its examples become columns, or rows, of one matrix. `dim` is
 * where the mapped dimension is put, and `first` the first of the two that are merged. */
static bool batch_columns(struct op *op, const struct batching *batching, uint32_t dim,
                          uint32_t first, const struct batched *out)
{
	assert(batching->count > 0);
	if (first > dim)
		return op_unknown(op, "what vmap makes of %s here is not known",
		                  batching->primitive->name);
	const struct array *operands[LINALG_MAX_OPERANDS];
	uint32_t last = batching->count - 1;
	for (uint32_t i = 0; i < last; i++)
		operands[i] = batching->operands[i];
	const struct array *moved =
	    batch_move(op, batching->operands[last], batching->dims[last], dim);
	operands[last] = merged(op, moved, first);
	if (!operands[last])
		return false;
	const struct array *flat = primitive_apply_one(op, batching->primitive, batching->params,
	                                               operands, batching->count);
	if (!flat)
		return false;
	return batched_result(
	    out, lax_reshape(op, flat, moved->type.shape, moved->type.rank, NULL, NULL),
	    (int32_t)dim);
}

bool triangular_solve_batch(struct op *op, const struct batching *batching,
                            const struct batched *out)
{
	const struct linalg_params *params = batching->params;
	uint32_t rank = batching->operands[1]->type.rank;
	if (batching->dims[0] < 0) {
		uint32_t dim = params->left_side ? rank - 1 : rank - 2;
		return batch_columns(op, batching, dim, params->left_side ? rank - 2 : rank - 3,
		                     out);
	}
	bool maps_axes = op_has(op, JAX_TRIANGULAR_SOLVE_RULE);
	return apply_in_front(
	    op, batching, maps_axes ? batching->mapping->axes : (struct dim_axes){NULL, 0}, out);
}

bool tridiagonal_solve_batch(struct op *op, const struct batching *batching,
                             const struct batched *out)
{
	uint32_t rank = batching->operands[3]->type.rank;
	if (batching->dims[0] < 0 && batching->dims[1] < 0 && batching->dims[2] < 0)
		return batch_columns(op, batching, rank - 2, rank - 2, out);
	return apply_in_front(op, batching, (struct dim_axes){NULL, 0}, out);
}
