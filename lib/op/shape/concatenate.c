/* SPDX-License-Identifier: Apache-2.0 */
/* The primitive concatenate. JAX: lax/lax.py. */

#include <assert.h>

#include "base/checked.h"
#include "op/core/batch.h"
#include "op/shape/joining.h"
#include "op/shape/shape.h"
#include "op/core/shape_rules.h"
#include "op/core/array_message.h"

static bool raise_ranks(struct op *op, const struct application *application)
{
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "TypeError",
	    TEXT("Cannot concatenate arrays with different numbers of dimensions: got {shapes}.",
	         type_list_of(application->operands, application->count)),
	    WORDS("arrays that are joined differ in rank: {}",
	          arrays_shown(op, application->operands, application->count)),
	    HELP("this fails without any sharding too: jnp.stack joins along a new dimension"));
}

static bool raise_dim(struct op *op, const struct application *application, uint32_t dim)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("concatenate dimension out of bounds: dimension {} for shapes {shapes}.",
	                   dim, type_list_of(application->operands, application->count)));
}

static bool raise_sizes(struct op *op, const struct application *application, uint32_t dim)
{
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "TypeError",
	    TEXT("Cannot concatenate arrays with shapes that differ in dimensions other than the "
	         "one being concatenated: concatenating along dimension {} for shapes {shapes}.",
	         dim, type_list_of(application->operands, application->count)),
	    WORDS("arrays joined along dimension {} differ in another one: {}", dim,
	          arrays_shown(op, application->operands, application->count)),
	    HELP("this fails without any sharding too: only dimension {} may differ", dim));
}

static bool infer_shape(struct op *op, const struct application *application,
                        struct array_type *result)
{
	uint32_t dim = *(const uint32_t *)application->params;
	const struct array_type *first = application->operands[0];
	for (uint32_t i = 1; i < application->count; i++)
		if (application->operands[i]->rank != first->rank)
			return raise_ranks(op, application);
	if (dim >= first->rank)
		return raise_dim(op, application, dim);
	int64_t *shape = shape_copy(op->arena, first->shape, first->rank);
	for (uint32_t i = 1; i < application->count; i++) {
		const int64_t *sizes = application->operands[i]->shape;
		for (uint32_t d = 0; d < first->rank; d++)
			if (d != dim && sizes[d] != shape[d])
				return raise_sizes(op, application, dim);
		if (!checked_add(&shape[dim], shape[dim], sizes[dim]))
			return op_unknown(op, "the size of the result does not fit 64 bits");
	}
	result_like(result, first, shape, first->rank);
	for (uint32_t i = 1; i < application->count; i++)
		result->weak = result->weak && application->operands[i]->weak;
	return true;
}

static bool raise_shardings(struct op *op, const struct application *application)
{
	return refuse(op, RULE_SHARDING_CONFLICT, "ShardingTypeError",
	              TEXT("All operands should have the same sharding. Got shardings {shardings}",
	                   type_list_of(application->operands, application->count)),
	              CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "TypeError"),
	              WORDS("arrays that are joined must be sharded alike, but these are {}",
	                    arrays_shown(op, application->operands, application->count)),
	              HELP("reshard them to one sharding first, by {reshard}"));
}

bool joined_sharding(struct op *op, const struct application *application,
                     const struct array_type **sharded)
{
	*sharded = NULL;
	for (uint32_t i = 0; i < application->count; i++) {
		const struct array_type *operand = application->operands[i];
		if (!operand->mesh)
			continue;
		if (*sharded && !sharding_equal(operand, *sharded))
			return raise_shardings(op, application);
		*sharded = operand;
	}
	return true;
}

static bool infer_concatenate(struct op *op, const struct application *application,
                              struct array_type *results)
{
	const struct array_type *sharded;
	const struct abstract_mesh *mesh;
	bool runs;
	if (!infer_shape(op, application, results) ||
	    !check_same_dtypes(op, "concatenate", application->operands, application->count) ||
	    !rule_mesh(op, application, &mesh, &runs))
		return false;
	if (!runs)
		return rule_result(op, application, mesh, NULL, results);
	return joined_sharding(op, application, &sharded) &&
	       rule_result(op, application, mesh, sharded ? sharded->spec : NULL, results);
}

bool joined_partial(struct op *op, const struct application *application, struct array_type *result)
{
	struct application of_sharded = *application;
	for (uint32_t i = 0; i < application->count; i++)
		if (application->operands[i]->mesh)
			of_sharded.operands = &application->operands[i];
	return keep_partial(op, &of_sharded, result);
}

/* The operand repeated for every example, in front, sharded there as `axes` says. */
static const struct array *repeat_operand(struct op *op, const struct array *operand,
                                          const struct mapping *mapping, struct dim_axes axes)
{
	const struct array_type *type = &operand->type;
	uint32_t *dims = arena_new(op->arena, uint32_t, type->rank);
	struct array_type whole;
	for (uint32_t i = 0; i < type->rank; i++)
		dims[i] = i + 1;
	batch_insert(op, mapping->size, axes, type, 0, &whole);
	if (!type->mesh && axes.count) {
		(void)refuse_mapped_constant(op, mapping, &whole, axes);
		return NULL;
	}
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	*request = type_request(&whole);
	if (type->mesh && !check_request(op, request))
		return NULL;
	return lax_broadcast_in_dim(op, operand, whole.shape, whole.rank, dims,
	                            type->mesh ? request : NULL);
}

static bool batch_concatenate(struct op *op, const struct batching *batching,
                              const struct batched *out)
{
	uint32_t dim = *(const uint32_t *)batching->params, first = 0;
	while (batching->dims[first] < 0)
		first++;
	assert(first < batching->count);
	const struct array_type *mapped = &batching->operands[first]->type;
	struct dim_axes axes = mapped->spec[batching->dims[first]];
	const struct array **operands = arena_new(op->arena, const struct array *, batching->count);
	for (uint32_t i = 0; i < batching->count; i++) {
		const struct array *operand = batching->operands[i];
		operands[i] = batching->dims[i] < 0
		                  ? repeat_operand(op, operand, batching->mapping, axes)
		                  : batch_move(op, operand, batching->dims[i], 0);
		if (!operands[i])
			return false;
	}
	return batched_result(out, lax_concatenate(op, operands, batching->count, dim + 1), 0);
}

static bool concatenate_elements(struct op *op, const struct application *application,
                                 const union element *const *operands,
                                 const struct array_type *results, union element *const *items)
{
	uint32_t dim = *(const uint32_t *)application->params;
	int64_t strides[MAX_RANK], start = 0;
	(void)op;
	strides_of(results, strides);
	for (uint32_t i = 0; i < application->count; i++) {
		const struct array_type *operand = application->operands[i];
		if (held_count(operand))
			strided_put(operand, operands[i], items[0] + start * strides[dim], strides);
		start += operand->shape[dim];
	}
	return true;
}

static const struct partial_rules partial = {JAX_SHAPES_UNREDUCED, JAX_SHAPES_REDUCED};
static const struct primitive concatenate = {.name = "concatenate",
                                             .infer = infer_concatenate,
                                             .unreduced = joined_partial,
                                             .batch = batch_concatenate,
                                             .elements = concatenate_elements,
                                             .linear = LINEAR,
                                             .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                             .data = &partial};

const struct array *lax_concatenate(struct op *op, const struct array *const *operands,
                                    uint32_t count, uint32_t dim)
{
	if (!count)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("concatenate requires a non-empty sequences of arrays"));
	if (count == 1)
		return operands[0];
	uint32_t *params = arena_new(op->arena, uint32_t, 1);
	*params = dim;
	return primitive_apply_one(op, &concatenate, params, operands, count);
}
