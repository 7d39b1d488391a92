/* SPDX-License-Identifier: Apache-2.0 */
/* The primitives transpose and rev. JAX: lax/lax.py. */

#include "op/shape/shape.h"
#include "op/shape/shape_params.h"
#include "op/core/shape_rules.h"

static bool is_permutation(const uint32_t *dims, uint32_t rank)
{
	uint64_t seen = 0;
	for (uint32_t i = 0; i < rank; i++)
		if (dims[i] < rank)
			seen |= (uint64_t)1 << dims[i];
	for (uint32_t i = 0; i < rank; i++)
		if (!(seen >> i & 1))
			return false;
	return true;
}

static bool raise_permutation(struct op *op, const uint32_t *permutation,
                              const struct array_type *operand)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("transpose permutation isn't a permutation of operand dimensions, got "
	                   "permutation {} for operand shape {shape}.",
	                   dims_of(permutation, operand->rank), operand),
	              WORDS("a transpose names each of the {} dimensions once", operand->rank));
}

static bool infer_transpose(struct op *op, const struct application *application,
                            struct array_type *results)
{
	const uint32_t *permutation = application->params;
	const struct array_type *operand = application->operands[0];
	uint32_t rank = operand->rank;
	if (!is_permutation(permutation, rank))
		return raise_permutation(op, permutation, operand);
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	struct dim_axes *spec = spec_none(op->arena, rank);
	for (uint32_t i = 0; i < rank; i++) {
		shape[i] = operand->shape[permutation[i]];
		spec[i] = operand->spec[permutation[i]];
	}
	result_like(results, operand, shape, rank);
	return rule_of_operand(op, application, spec, results);
}

static bool batch_transpose(struct op *op, const struct batching *batching,
                            const struct batched *out)
{
	const uint32_t *permutation = batching->params;
	const struct array *operand = batching->operands[0];
	uint32_t mapped = (uint32_t)batching->dims[0], rank = operand->type.rank;
	uint32_t *all = arena_new(op->arena, uint32_t, rank);
	all[0] = mapped;
	for (uint32_t i = 1; i < rank; i++)
		all[i] = permutation[i - 1] + (permutation[i - 1] >= mapped);
	return batched_result(out, lax_transpose(op, operand, all), 0);
}

static bool transpose_elements(struct op *op, const struct application *application,
                               const union element *const *operands,
                               const struct array_type *results, union element *const *items)
{
	const uint32_t *permutation = application->params;
	int64_t own[MAX_RANK], strides[MAX_RANK];
	(void)op;
	strides_of(application->operands[0], own);
	for (uint32_t i = 0; i < results->rank; i++)
		strides[i] = own[permutation[i]];
	strided_copy(results, operands[0], strides, items[0]);
	return true;
}

static const struct partial_rules transpose_partial = {JAX_TRANSPOSE_UNREDUCED, JAX_SHAPES_REDUCED};
static const struct primitive transpose = {.name = "transpose",
                                           .infer = infer_transpose,
                                           .unreduced = keep_partial,
                                           .batch = batch_transpose,
                                           .elements = transpose_elements,
                                           .linear = LINEAR,
                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                           .data = &transpose_partial};

const struct array *lax_transpose(struct op *op, const struct array *x, const uint32_t *permutation)
{
	bool moved = false;
	for (uint32_t i = 0; x && i < x->type.rank; i++)
		moved |= permutation[i] != i;
	if (!moved)
		return x;
	permutation = arena_copy(op->arena, permutation, x->type.rank, sizeof *permutation);
	return primitive_apply_one(op, &transpose, permutation, &x, 1);
}

static bool check_rev(struct op *op, const struct rev_params *params,
                      const struct array_type *operand)
{
	uint64_t seen = 0;
	uint32_t outside = 0;
	bool repeated = false;
	for (uint32_t i = 0; i < params->count; i++) {
		outside += params->dims[i] >= operand->rank;
		repeated |= params->dims[i] < MAX_RANK && (seen >> params->dims[i] & 1);
		if (params->dims[i] < MAX_RANK)
			seen |= (uint64_t)1 << params->dims[i];
	}
	if (!repeated && !outside)
		return true;
	struct message_argument dims = dims_of(params->dims, params->count);
	if (repeated)
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("rev dimensions must be unique, got {}.", dims));
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("rev dimensions must all be less than operand ndim, got dimensions {} "
	                   "for operand ndim {}.",
	                   dims, operand->rank));
}

static bool infer_rev(struct op *op, const struct application *application,
                      struct array_type *results)
{
	const struct array_type *operand = application->operands[0];
	if (!check_rev(op, application->params, operand))
		return false;
	result_like(results, operand, operand->shape, operand->rank);
	return rule_of_operand(op, application, operand->spec, results);
}

static bool batch_rev(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct rev_params *params = batching->params;
	uint32_t mapped = (uint32_t)batching->dims[0];
	uint32_t *dims = arena_new(op->arena, uint32_t, params->count);
	for (uint32_t i = 0; i < params->count; i++)
		dims[i] = params->dims[i] + (params->dims[i] >= mapped);
	return batched_result(out, lax_rev(op, batching->operands[0], dims, params->count),
	                      batching->dims[0]);
}

static bool rev_elements(struct op *op, const struct application *application,
                         const union element *const *operands, const struct array_type *results,
                         union element *const *items)
{
	const struct rev_params *params = application->params;
	int64_t strides[MAX_RANK], first = 0;
	(void)op;
	strides_of(results, strides);
	for (uint32_t i = 0; i < params->count; i++) {
		uint32_t dim = params->dims[i];
		first += strides[dim] * (results->shape[dim] - 1);
		strides[dim] = -strides[dim];
	}
	if (held_count(results))
		strided_copy(results, operands[0] + first, strides, items[0]);
	return true;
}

static const struct primitive rev = {.name = "rev",
                                     .infer = infer_rev,
                                     .batch = batch_rev,
                                     .elements = rev_elements,
                                     .linear = LINEAR,
                                     .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_rev(struct op *op, const struct array *x, const uint32_t *dims,
                            uint32_t count)
{
	struct rev_params *params = arena_new(op->arena, struct rev_params, 1);
	dims = arena_copy(op->arena, dims, count, sizeof *dims);
	*params = (struct rev_params){dims, count};
	return primitive_apply_one(op, &rev, params, &x, 1);
}

const struct array *batch_move(struct op *op, const struct array *array, int32_t dim, uint32_t to)
{
	if (!array || dim < 0 || (uint32_t)dim == to)
		return array;
	uint32_t rank = array->type.rank, from = (uint32_t)dim, next = 0;
	uint32_t *permutation = arena_new(op->arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		if (i == to) {
			permutation[i] = from;
			continue;
		}
		next += next == from;
		permutation[i] = next++;
	}
	return lax_transpose(op, array, permutation);
}
