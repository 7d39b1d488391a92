/* SPDX-License-Identifier: Apache-2.0 */
/* The primitives stack and tile. JAX: lax/lax.py. */
#include <assert.h>

#include "base/checked.h"
#include "op/shape/joining.h"
#include "op/shape/shape.h"
#include "op/core/shape_rules.h"

static bool raise_shapes(struct op *op, const struct application *application, bool ranks)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("{} {shapes}.",
	                   ranks ? "Cannot stack arrays with different numbers of dimensions: got"
	                         : "All input arrays must have the same shape. Got",
	                   type_list_of(application->operands, application->count)));
}

static bool infer_stack(struct op *op, const struct application *application,
                        struct array_type *results)
{
	uint32_t dim = *(const uint32_t *)application->params;
	const struct array_type *first = application->operands[0], *sharded;
	assert(application->count > 0 && dim <= first->rank);
	bool ranks_differ = false, shapes_differ = false;
	const struct abstract_mesh *mesh;
	bool runs;
	for (uint32_t i = 1; i < application->count; i++) {
		ranks_differ |= application->operands[i]->rank != first->rank;
		shapes_differ |= !type_same_shape(application->operands[i], first);
	}
	if (shapes_differ)
		return raise_shapes(op, application, ranks_differ);
	result_like(results, first,
	            sizes_insert(op->arena, first->shape, first->rank, dim, application->count),
	            first->rank + 1);
	for (uint32_t i = 1; i < application->count; i++)
		results->weak = results->weak && application->operands[i]->weak;
	if (!check_same_dtypes(op, "stack", application->operands, application->count) ||
	    !rule_mesh(op, application, &mesh, &runs) ||
	    (runs && !joined_sharding(op, application, &sharded)))
		return false;
	if (!runs || !sharded)
		return rule_result(op, application, mesh, NULL, results);
	struct dim_axes *spec = spec_none(op->arena, first->rank + 1);
	for (uint32_t i = 0; i < first->rank; i++)
		spec[i + (i >= dim)] = sharded->spec[i];
	return rule_result(op, application, mesh, spec, results);
}

/* Whether all operands are mapped, along the same dimension. */
static bool mapped_alike(const struct batching *batching)
{
	for (uint32_t i = 0; i < batching->count; i++)
		if (batching->dims[i] < 0 || batching->dims[i] != batching->dims[0])
			return false;
	return true;
}

/* The operand for all examples, in front; one that is not mapped is repeated there, unsharded. */
static const struct array *in_front(struct op *op, const struct batching *batching, uint32_t i)
{
	assert(i < batching->count);
	const struct array *operand = batching->operands[i];
	if (batching->dims[i] >= 0)
		return batch_move(op, operand, batching->dims[i], 0);
	return lax_broadcast(op, operand, &batching->mapping->size, 1, NULL);
}

static bool batch_stack(struct op *op, const struct batching *batching, const struct batched *out)
{
	uint32_t dim = *(const uint32_t *)batching->params;
	const struct array *const *operands = batching->operands;
	bool alike = mapped_alike(batching);
	uint32_t mapped = alike ? (uint32_t)batching->dims[0] : 0;
	bool before = alike && dim <= mapped;
	if (!alike) {
		const struct array **moved =
		    arena_new(op->arena, const struct array *, batching->count);
		for (uint32_t i = 0; i < batching->count; i++)
			if (!(moved[i] = in_front(op, batching, i)))
				return false;
		operands = moved;
	}
	return batched_result(out, lax_stack(op, operands, batching->count, before ? dim : dim + 1),
	                      (int32_t)(before ? mapped + 1 : mapped));
}

static bool stack_elements(struct op *op, const struct application *application,
                           const union element *const *operands, const struct array_type *results,
                           union element *const *items)
{
	uint32_t dim = *(const uint32_t *)application->params;
	int64_t own[MAX_RANK], strides[MAX_RANK];
	(void)op;
	strides_of(results, own);
	for (uint32_t i = 0; i < results->rank; i++)
		if (i != dim)
			strides[i - (i > dim)] = own[i];
	for (uint32_t i = 0; i < application->count; i++)
		if (held_count(results))
			strided_put(application->operands[i], operands[i], items[0] + i * own[dim],
			            strides);
	return true;
}

static const struct partial_rules stack_partial = {JAX_SHAPES_UNREDUCED, JAX_SHAPES_REDUCED};
static const struct primitive stack = {.name = "stack",
                                       .infer = infer_stack,
                                       .unreduced = joined_partial,
                                       .batch = batch_stack,
                                       .elements = stack_elements,
                                       .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                       .data = &stack_partial};

const struct array *lax_stack(struct op *op, const struct array *const *operands, uint32_t count,
                              uint32_t dim)
{
	uint32_t *params = arena_new(op->arena, uint32_t, 1);
	*params = dim;
	return primitive_apply_one(op, &stack, params, operands, count);
}

static bool check_tile(struct op *op, const struct application *application)
{
	const int64_t *reps = application->params;
	const struct array_type *operand = application->operands[0];
	if ((operand->unreduced || operand->reduced) && op_has(op, JAX_TILE_ITERATES))
		return refuse(op, RULE_UNREDUCED_AXIS, "ValueError",
		              TEXT("Using *pspec is dangerous when PartitionSpec has non-empty "
		                   "unreduced/reduced set. Please use *spec.partitions"),
		              HELP("finish the sum first: {reshard}(operand, P(…))"));
	for (uint32_t i = 0; i < operand->rank; i++) {
		if (reps[i] == 1 || !operand->spec[i].count || !op_has(op, JAX_TILE_REFUSES))
			continue;
		return refuse(op, RULE_DIM_SHARDED, "ShardingTypeError",
		              TEXT("Operand cannot be sharded on dimension {} when the tiling is "
		                   "non-trivial. Got input type: {long} with reps: {}",
		                   i, operand, sizes_of(reps, operand->rank)),
		              WORDS("{dimension|the array}, so that it cannot be repeated",
		                    dimension_of(operand, i)),
		              HELP("reshard the operand so that dimension {} is not sharded", i));
	}
	return true;
}

static bool infer_tile(struct op *op, const struct application *application,
                       struct array_type *results)
{
	const int64_t *reps = application->params;
	const struct array_type *operand = application->operands[0];
	int64_t *shape = arena_new(op->arena, int64_t, operand->rank);
	for (uint32_t i = 0; i < operand->rank; i++)
		if (!checked_multiply(&shape[i], operand->shape[i], reps[i]))
			return op_unknown(op, "the size of the result does not fit 64 bits");
	if (!check_tile(op, application))
		return false;
	result_like(results, operand, shape, operand->rank);
	return rule_of_operand(op, application, operand->spec, results);
}

/* Sets are kept where nothing looks at them. */
static bool tile_partial(struct op *op, const struct application *application,
                         struct array_type *result)
{
	result->unreduced = application->operands[0]->unreduced;
	result->unreduced_kind = application->operands[0]->unreduced_kind;
	result->reduced = application->operands[0]->reduced;
	return true;
}

static bool batch_tile(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct array *operand = batching->operands[0];
	return batched_result(
	    out,
	    lax_tile(op, operand,
	             sizes_insert(op->arena, batching->params, operand->type.rank - 1,
	                          (uint32_t)batching->dims[0], 1)),
	    batching->dims[0]);
}

static bool tile_elements(struct op *op, const struct application *application,
                          const union element *const *operands, const struct array_type *results,
                          union element *const *items)
{
	const struct array_type *operand = application->operands[0];
	int64_t own[MAX_RANK], strides[MAX_RANK], count = held_count(results);
	(void)op;
	strides_of(operand, own);
	strides_of(results, strides);
	for (int64_t i = 0; i < count; i++) {
		int64_t place = 0;
		for (uint32_t d = 0; d < results->rank; d++)
			place += i / strides[d] % results->shape[d] % operand->shape[d] * own[d];
		items[0][i] = operands[0][place];
	}
	return true;
}

static const struct primitive tile = {.name = "tile",
                                      .infer = infer_tile,
                                      .unreduced = tile_partial,
                                      .batch = batch_tile,
                                      .elements = tile_elements,
                                      .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_tile(struct op *op, const struct array *x, const int64_t *reps)
{
	return primitive_apply_one(op, &tile, x ? shape_copy(op->arena, reps, x->type.rank) : NULL,
	                           &x, 1);
}
