/* SPDX-License-Identifier: Apache-2.0 */
/* What vmap makes of a convolution: the mapped dimension becomes part of the batch or of the
 * features. */
#include <assert.h>

#include "op/shape/shape.h"
#include "op/contract/convolution.h"

#include "base/checked.h"
#include "op/core/batch.h"
#include "op/core/shape_rules.h"

/* The array with dimension `from` multiplied into the one that is number `to` without it. JAX:
 * convolution.py _reshape_axis_into. */
static const struct array *axis_into(struct op *op, const struct array *x, uint32_t from,
                                     uint32_t to)
{
	assert(!x || (from < x->type.rank && to + 1 < x->type.rank));
	if (!x)
		return NULL;
	uint32_t rank = x->type.rank, next = 0, kept = 0;
	uint32_t *order = arena_new(op->arena, uint32_t, rank);
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		if (i == to) {
			order[i] = from;
			continue;
		}
		next += next == from;
		order[i] = next++;
	}
	for (uint32_t i = 0; i < rank; i++)
		if (i != from)
			shape[kept++] = x->type.shape[i];
	if (!checked_multiply(&shape[to], shape[to], x->type.shape[from]))
		return op_unknown(op, "a dimension of more elements than fit");
	return lax_reshape(op, x, shape, rank - 1, order, NULL);
}

/* The array with a dimension split in two, of which the first has this size. JAX: convolution.py
 * _reshape_axis_out_of. */
static const struct array *axis_out_of(struct op *op, const struct array *x, uint32_t dim,
                                       int64_t size)
{
	assert(!x || dim < x->type.rank);
	if (!x)
		return NULL;
	int64_t *shape = sizes_insert(op->arena, x->type.shape, x->type.rank, dim, size);
	shape[dim + 1] = size ? x->type.shape[dim] / size : 0;
	return lax_reshape(op, x, shape, x->type.rank + 1, NULL, NULL);
}

/* The request with the mapped axes at the dimension of the result that takes the mapped one in;
 * false after raising. JAX: get_out_sharding of the rule. */
static bool request_at(struct op *op, const struct batching *batching, uint32_t dim,
                       const struct sharding_request **request)
{
	struct dim_axes axes = batch_axes(op, batching->mapping);
	if (!*request || !axes.count)
		return true;
	if (dim >= (*request)->count)
		return refuse(op, RULE_RANK_MISMATCH, "IndexError",
		              TEXT("tuple index out of range"));
	if ((*request)->spec[dim].count)
		return refuse(op, RULE_SHARDING_CONFLICT, "NotImplementedError", TEXT(""),
		              WORDS("under this vmap, out_sharding cannot shard dimension {}: the "
		                    "mapped dimension is part of it",
		                    dim));
	struct sharding_request *mapped = arena_new(op->arena, struct sharding_request, 1);
	struct dim_axes *spec = spec_copy(op->arena, (*request)->spec, (*request)->count);
	*mapped = **request;
	spec[dim] = axes;
	mapped->spec = spec;
	mapped->unreduced = mapped->reduced = 0;
	*request = mapped;
	return check_request(op, mapped);
}

/* Both operands are mapped: the mapped dimension becomes groups. */
static const struct array *batch_both(struct op *op, const struct batching *batching,
                                      struct conv_params *params, uint32_t *at)
{
	const struct array *lhs = batching->operands[0], *rhs = batching->operands[1];
	uint32_t dims[] = {(uint32_t)batching->dims[0], (uint32_t)batching->dims[1]};
	bool batch = params->batch_groups > 1;
	int64_t size = lhs->type.shape[dims[0]];
	int64_t *groups = batch ? &params->batch_groups : &params->feature_groups;
	const struct conv_dimensions *dimensions = &params->dimensions;
	*at = dimensions->specs[CONV_OUT][1];
	lhs = axis_into(op, lhs, dims[0], dimensions->specs[CONV_LHS][batch ? 0 : 1]);
	rhs = lhs ? axis_into(op, rhs, dims[1], dimensions->specs[CONV_RHS][0]) : NULL;
	if (!rhs || !request_at(op, batching, *at, &params->sharding))
		return NULL;
	if (!checked_multiply(groups, *groups, size))
		return op_unknown(op, "a convolution of more groups than fit");
	return axis_out_of(op, lax_convolution(op, lhs, rhs, params), *at, size);
}

/* Only the left operand is mapped: the mapped dimension becomes part of the batch. */
static const struct array *batch_left(struct op *op, const struct batching *batching,
                                      struct conv_params *params, uint32_t *at)
{
	const struct array *lhs = batching->operands[0];
	uint32_t dim = (uint32_t)batching->dims[0], batch = params->dimensions.specs[CONV_LHS][0];
	int64_t size = lhs->type.shape[dim];
	*at = params->dimensions.specs[CONV_OUT][0];
	if (params->batch_groups == 1) {
		lhs = axis_into(op, lhs, dim, batch);
	} else {
		lhs = axis_out_of(op, lhs, batch + (dim <= batch), params->batch_groups);
		lhs = axis_into(op, lhs, dim + (batch < dim), batch + 1);
		lhs = axis_into(op, lhs, batch, batch);
	}
	if (!lhs || !request_at(op, batching, *at, &params->sharding))
		return NULL;
	return axis_out_of(op, lax_convolution(op, lhs, batching->operands[1], params), *at, size);
}

/* The kernel alone is mapped, and there are groups: these stay outermost. */
static const struct array *batch_grouped_right(struct op *op, const struct batching *batching,
                                               struct conv_params *params, uint32_t at)
{
	const struct array *rhs = batching->operands[1];
	uint32_t dim = (uint32_t)batching->dims[1], output = params->dimensions.specs[CONV_RHS][0];
	int64_t size = rhs->type.shape[dim];
	int64_t groups = params->feature_groups > 1 ? params->feature_groups : params->batch_groups;
	if (params->sharding)
		return refuse(
		    op, RULE_SHARDING_CONFLICT, "NotImplementedError", TEXT(""),
		    WORDS("a convolution in groups whose kernel alone is mapped by vmap takes "
		          "no out_sharding"));
	rhs = axis_out_of(op, rhs, output + (dim <= output), groups);
	rhs = axis_into(op, rhs, dim + (output < dim), output + 1);
	rhs = axis_into(op, rhs, output, output);
	if (!rhs)
		return NULL;
	const struct array *result = lax_convolution(op, batching->operands[0], rhs, params);
	result = axis_out_of(op, result, at, groups);
	result = axis_out_of(op, result, at + 1, size);
	return axis_into(op, result, at, at + 1);
}

/* Only the kernel is mapped: the mapped dimension becomes part of the output's features. */
static const struct array *batch_right(struct op *op, const struct batching *batching,
                                       struct conv_params *params, uint32_t *at)
{
	const struct array *rhs = batching->operands[1];
	uint32_t dim = (uint32_t)batching->dims[1];
	*at = params->dimensions.specs[CONV_OUT][1];
	if (params->feature_groups != 1 || params->batch_groups != 1)
		return batch_grouped_right(op, batching, params, *at);
	int64_t size = rhs->type.shape[dim];
	rhs = axis_into(op, rhs, dim, params->dimensions.specs[CONV_RHS][0]);
	if (!rhs || !request_at(op, batching, *at, &params->sharding))
		return NULL;
	return axis_out_of(op, lax_convolution(op, batching->operands[0], rhs, params), *at, size);
}

/* The type of one example of an operand. */
static struct array_type example(struct op *op, const struct batching *batching, uint32_t operand)
{
	assert(operand < batching->count);
	struct array_type type = batching->operands[operand]->type;
	int32_t dim = batching->dims[operand];
	if (dim < 0)
		return type;
	int64_t *shape = arena_new(op->arena, int64_t, type.rank);
	uint32_t count = 0;
	for (uint32_t i = 0; i < type.rank; i++)
		if (i != (uint32_t)dim)
			shape[count++] = type.shape[i];
	return type_plain(op->arena, type.dtype, shape, count);
}

/* A vmap over nothing: reshapes cannot do that, so that the result is made of zeros. */
static const struct array *batch_empty(struct op *op, const struct batching *batching,
                                       const struct conv_params *params)
{
	struct array_type types[] = {example(op, batching, 0), example(op, batching, 1)}, result;
	const struct array_type *operands[] = {&types[0], &types[1]};
	const struct sharding_request *sharding;
	if (!conv_shape(op, operands, params, &result) ||
	    !batch_sharding(op, batching->mapping, params->sharding, 0, &sharding))
		return NULL;
	const struct dtype *dtype = params->preferred ? params->preferred : types[0].dtype;
	return lax_full(op, dtype, false, sizes_insert(op->arena, result.shape, result.rank, 0, 0),
	                result.rank + 1, sharding);
}

static bool has_no_examples(const struct batching *batching)
{
	for (uint32_t i = 0; i < 2; i++)
		if (batching->dims[i] >= 0 &&
		    batching->operands[i]->type.shape[batching->dims[i]] == 0)
			return true;
	return false;
}

bool conv_batch(struct op *op, const struct batching *batching, const struct batched *out)
{
	struct conv_params params = *(const struct conv_params *)batching->params;
	uint32_t at = 0;
	if (params.batch_groups != 1 && params.feature_groups != 1)
		return refuse(op, RULE_PROGRAM_ERROR, "AssertionError", TEXT(""));
	if (params.sharding && !op_has(op, JAX_CONV_BATCHES_SHARDING))
		return refuse(
		    op, RULE_SHARDING_CONFLICT, "NotImplementedError", TEXT(""),
		    WORDS("this release takes no out_sharding of a convolution under vmap"));
	if (has_no_examples(batching))
		out->results[0] = batch_empty(op, batching, &params);
	else if (batching->dims[0] >= 0 && batching->dims[1] >= 0)
		out->results[0] = batch_both(op, batching, &params, &at);
	else if (batching->dims[0] >= 0)
		out->results[0] = batch_left(op, batching, &params, &at);
	else
		out->results[0] = batch_right(op, batching, &params, &at);
	out->dims[0] = (int32_t)at;
	return out->results[0] != NULL;
}
