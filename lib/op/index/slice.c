/* SPDX-License-Identifier: Apache-2.0 */
/* The primitive slice. JAX: lax/slicing.py. */
#include "base/checked.h"
#include "op/index/index.h"
#include "op/core/shape_rules.h"

static bool raise_bounds(struct op *op, const struct slice_params *params,
                         const struct array_type *operand, const char *problem)
{
	bool beyond = strcmp(problem, "limit") == 0;
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("slice limit_indices must be {} {} {} {}.",
	                   beyond ? "less than or equal to operand shape, got limit_indices"
	                          : "greater than or equal to start_indices, got start_indices",
	                   sizes_of(beyond ? params->limit : params->start, operand->rank),
	                   beyond ? "for operand shape" : "and limit_indices",
	                   sizes_of(beyond ? operand->shape : params->limit, operand->rank)),
	              HELP("this fails without any sharding too: correct the bounds of the slice"));
}

static bool raise_negative(struct op *op, const char *name, const int64_t *sizes, uint32_t rank)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("slice {} must have every element be nonnegative, got {}.", name,
	                   sizes_of(sizes, rank)));
}

static bool any_negative(const int64_t *sizes, uint32_t rank)
{
	for (uint32_t i = 0; sizes && i < rank; i++)
		if (sizes[i] < 0)
			return true;
	return false;
}

static bool check_slice(struct op *op, const struct slice_params *params,
                        const struct array_type *operand)
{
	uint32_t rank = operand->rank;
	if (any_negative(params->start, rank))
		return raise_negative(op, "start_indices", params->start, rank);
	if (any_negative(params->limit, rank))
		return raise_negative(op, "limit_indices", params->limit, rank);
	for (uint32_t i = 0; i < rank; i++)
		if (params->limit[i] > operand->shape[i])
			return raise_bounds(op, params, operand, "limit");
	for (uint32_t i = 0; i < rank; i++)
		if (params->limit[i] < params->start[i])
			return raise_bounds(op, params, operand, "start");
	if (any_negative(params->strides, rank))
		return raise_negative(op, "strides", params->strides, rank);
	for (uint32_t i = 0; params->strides && i < rank; i++)
		if (params->strides[i] == 0)
			return refuse(op, RULE_PROGRAM_ERROR, "ZeroDivisionError",
			              TEXT("integer division or modulo by zero"));
	return true;
}

static bool infer_slice(struct op *op, const struct application *application,
                        struct array_type *results)
{
	const struct slice_params *params = application->params;
	const struct array_type *operand = application->operands[0];
	if (!check_slice(op, params, operand))
		return false;
	int64_t *shape = arena_new(op->arena, int64_t, operand->rank);
	for (uint32_t i = 0; i < operand->rank; i++) {
		int64_t length = params->limit[i] - params->start[i];
		shape[i] = params->strides ? ceiling_divide(length, params->strides[i]) : length;
	}
	result_like(results, operand, shape, operand->rank);
	/* What runs at once, with steps of one, is cut by dynamic_slice. JAX: _slice_impl */
	return op->eager && !params->strides
	           ? rule_varying_numpy(op, application, "dynamic_slice", NUMPY_SIZES, results)
	           : rule_varying_shape(op, application, "slicing", results);
}

static bool slice_elements(struct op *op, const struct application *application,
                           const union element *const *operands, const struct array_type *results,
                           union element *const *items)
{
	const struct slice_params *params = application->params;
	int64_t strides[MAX_RANK], first = 0;
	(void)op;
	strides_of(application->operands[0], strides);
	for (uint32_t i = 0; i < results->rank; i++) {
		first += strides[i] * params->start[i];
		strides[i] *= params->strides ? params->strides[i] : 1;
	}
	if (held_count(results))
		strided_copy(results, operands[0] + first, strides, items[0]);
	return true;
}

static bool batch_slice(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct slice_params *params = batching->params;
	const struct array *operand = batching->operands[0];
	uint32_t mapped = (uint32_t)batching->dims[0], rank = operand->type.rank - 1;
	const int64_t *strides =
	    params->strides ? sizes_insert(op->arena, params->strides, rank, mapped, 1) : NULL;
	return batched_result(out,
	                      lax_slice(op, operand,
	                                sizes_insert(op->arena, params->start, rank, mapped, 0),
	                                sizes_insert(op->arena, params->limit, rank, mapped,
	                                             operand->type.shape[mapped]),
	                                strides),
	                      batching->dims[0]);
}

/* A slice that drops axes: its derivative is a pad, which does not know of them. */
static bool forward_slice(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct array_type *from = &entry->operands[operand]->type;
	const struct array_type *result = &entry->results[0]->type;
	for (uint32_t i = 0; i < from->rank; i++)
		if (from->spec[i].count && !result->spec[i].count)
			return op_unknown(op, "%s", "");
	return true;
}

static const struct partial_rules slice_partial = {JAX_SLICES_PARTIAL, JAX_SLICES_PARTIAL};
static const struct primitive slice = {.name = "slice",
                                       .infer = infer_slice,
                                       .unreduced = keep_partial,
                                       .batch = batch_slice,
                                       .elements = slice_elements,
                                       .forward = forward_slice,
                                       .linear = LINEAR,
                                       .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                       .data = &slice_partial};

const struct array *lax_slice(struct op *op, const struct array *x, const int64_t *start,
                              const int64_t *limit, const int64_t *strides)
{
	struct slice_params *params = arena_new(op->arena, struct slice_params, 1);
	uint32_t rank = x ? x->type.rank : 0;
	*params = (struct slice_params){shape_copy(op->arena, start, rank),
	                                shape_copy(op->arena, limit, rank),
	                                strides ? shape_copy(op->arena, strides, rank) : NULL};
	return primitive_apply_one(op, &slice, params, &x, 1);
}
