/* SPDX-License-Identifier: Apache-2.0 */
/* The primitives split and unstack, whose results are as many as the operand is cut into. JAX:
 * lax/lax.py. */

#include "base/checked.h"
#include "op/shape/shape_params.h"

#include <assert.h>
#include "op/core/unreduced.h"
#include "op/shape/shape.h"
#include "op/core/shape_rules.h"

static bool check_split(struct op *op, const struct split_params *params,
                        const struct array_type *operand)
{
	int64_t sum = 0;
	struct message_argument sizes = sizes_of(params->sizes, params->count);
	for (uint32_t i = 0; i < params->count; i++) {
		if (params->sizes[i] < 0)
			return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
			              TEXT("Sizes passed to split must be nonnegative, got {}",
			                   params->numpy ? phrase(op, "{numpy list}", sizes)
			                                 : phrase(op, "{list}", sizes)));
		if (!checked_add(&sum, sum, params->sizes[i]))
			return op_unknown(op, "the sum of the sizes does not fit 64 bits");
	}
	if (sum == operand->shape[params->dim])
		return true;
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "ValueError",
	    TEXT("Sum of sizes {}{} must be equal to dimension {} of the operand shape {list}", sum,
	         params->count ? "" : ".0", /* numpy.sum of nothing is a float */
	         params->dim, sizes_of(operand->shape, operand->rank)),
	    WORDS("the pieces add up to {}, but dimension {} of {array|the array} has size {}", sum,
	          params->dim, operand, operand->shape[params->dim]),
	    HELP("this fails without any sharding too: correct the sizes of the pieces"));
}

static bool infer_split(struct op *op, const struct application *application,
                        struct array_type *results)
{
	const struct split_params *params = application->params;
	const struct array_type *operand = application->operands[0];
	assert(params->dim < operand->rank && params->count == application->nresults);
	if (!check_split(op, params, operand))
		return false;
	for (uint32_t i = 0; i < params->count; i++) {
		int64_t *shape = shape_copy(op->arena, operand->shape, operand->rank);
		shape[params->dim] = params->sizes[i];
		result_like(&results[i], operand, shape, operand->rank);
		if (!rule_varying_numpy(op, application, "split",
		                        params->numpy ? UINT64_C(1) << params->dim % 64 : 0,
		                        &results[i]))
			return false;
	}
	return true;
}

static bool apply_split(struct op *op, const struct array *x, const struct split_params *params,
                        const struct array **pieces);

static bool batch_split(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct split_params *params = batching->params;
	struct split_params of_all = *params;
	of_all.dim += params->dim >= (uint32_t)batching->dims[0];
	for (uint32_t i = 0; i < params->count; i++)
		out->dims[i] = batching->dims[0];
	return apply_split(op, batching->operands[0], &of_all, out->results);
}

/* The parts of the operand that begin at the first one, at the next … along a dimension; each has
 * its own size there, or is one without the dimension. */
static bool cut_elements(const struct application *application, uint32_t dim, bool drops,
                         const union element *from, const struct array_type *results,
                         union element *const *items)
{
	const struct array_type *operand = application->operands[0];
	int64_t own[MAX_RANK], strides[MAX_RANK], start = 0;
	strides_of(operand, own);
	for (uint32_t i = 0; i < operand->rank; i++)
		if (!drops || i != dim)
			strides[i - (drops && i > dim)] = own[i];
	for (uint32_t i = 0; i < application->nresults; i++) {
		if (held_count(&results[i]))
			strided_copy(&results[i], from + start * own[dim], strides, items[i]);
		start += drops ? 1 : results[i].shape[dim];
	}
	return true;
}

static bool split_elements(struct op *op, const struct application *application,
                           const union element *const *operands, const struct array_type *results,
                           union element *const *items)
{
	const struct split_params *params = application->params;
	(void)op;
	return cut_elements(application, params->dim, false, operands[0], results, items);
}

static bool unstack_elements(struct op *op, const struct application *application,
                             const union element *const *operands, const struct array_type *results,
                             union element *const *items)
{
	(void)op;
	return cut_elements(application, *(const uint32_t *)application->params, true, operands[0],
	                    results, items);
}

static const struct partial_rules split_partial = {JAX_SHAPES_UNREDUCED, JAX_SHAPES_UNREDUCED};
static const struct primitive split = {.name = "split",
                                       .infer = infer_split,
                                       .unreduced = keep_partial,
                                       .batch = batch_split,
                                       .elements = split_elements,
                                       .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                       .data = &split_partial};

static bool apply_split(struct op *op, const struct array *x, const struct split_params *params,
                        const struct array **pieces)
{
	struct split_params *kept = arena_new(op->arena, struct split_params, 1);
	*kept = *params;
	kept->sizes = shape_copy(op->arena, params->sizes, params->count);
	return primitive_apply(op, &split, kept, &x, 1, pieces, params->count);
}

bool lax_split(struct op *op, const struct array *x, const int64_t *sizes, uint32_t count,
               uint32_t dim, const struct array **pieces)
{
	struct split_params params = {sizes, count, dim, false};
	return apply_split(op, x, &params, pieces);
}

bool numpy_split(struct op *op, const struct array *x, const int64_t *sizes, uint32_t count,
                 uint32_t dim, const struct array **pieces)
{
	struct split_params params = {sizes, count, dim, true};
	return apply_split(op, x, &params, pieces);
}

static bool infer_unstack(struct op *op, const struct application *application,
                          struct array_type *results)
{
	uint32_t dim = *(const uint32_t *)application->params;
	const struct array_type *operand = application->operands[0];
	assert(dim < operand->rank && operand->shape[dim] == application->nresults);
	if (!spec_readable(op, operand, "pspec[...]"))
		return false;
	if (operand->spec[dim].count)
		return refuse(op, RULE_DIM_SHARDED, "ShardingTypeError",
		              TEXT("unstack operand cannot be sharded on the unstacking axis {}. "
		                   "Got operand type={}",
		                   dim, operand),
		              WORDS("{dimension|the array}, so that it cannot be unstacked",
		                    dimension_of(operand, dim)),
		              HELP("reshard the operand so that dimension {} is not sharded", dim));
	int64_t *shape = arena_new(op->arena, int64_t, operand->rank);
	struct dim_axes *spec = spec_none(op->arena, operand->rank);
	for (uint32_t i = 0, next = 0; i < operand->rank; i++) {
		if (i == dim)
			continue;
		shape[next] = operand->shape[i];
		spec[next++] = operand->spec[i];
	}
	for (uint32_t i = 0; i < application->nresults; i++) {
		result_like(&results[i], operand, shape, operand->rank - 1);
		if (!rule_of_operand(op, application, spec, &results[i]))
			return false;
	}
	return true;
}

static bool batch_unstack(struct op *op, const struct batching *batching, const struct batched *out)
{
	uint32_t dim = *(const uint32_t *)batching->params, mapped = (uint32_t)batching->dims[0];
	for (uint32_t i = 0; i < batching->nresults; i++)
		out->dims[i] = (int32_t)(dim < mapped ? mapped - 1 : mapped);
	return lax_unstack(op, batching->operands[0], dim + (dim >= mapped), out->results);
}

static const struct primitive unstack = {.name = "unstack",
                                         .infer = infer_unstack,
                                         .unreduced = keep_partial,
                                         .batch = batch_unstack,
                                         .elements = unstack_elements,
                                         .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                         .data = &split_partial};

bool lax_unstack(struct op *op, const struct array *x, uint32_t dim, const struct array **pieces)
{
	uint32_t *params = arena_new(op->arena, uint32_t, 1);
	*params = dim;
	return x &&
	       primitive_apply(op, &unstack, params, &x, 1, pieces, (uint32_t)x->type.shape[dim]);
}
