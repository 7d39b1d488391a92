/* SPDX-License-Identifier: Apache-2.0 */
/* The largest elements along an axis. JAX: lax/lax.py top_k_p. */

#include <assert.h>

#include "op/core/unreduced.h"
#include "op/index/index.h"
#include "op/reduce/reduce.h"
#include "op/reduce/sharded_dimension.h"
#include "op/shape/shape.h"
#include "op/core/dtype_class.h"
#include "op/core/shape_rules.h"
#include "op/core/watch.h"

static bool raise_too_many(struct op *op, const struct array_type *operand,
                           const struct choosing *params)
{
	assert(params->axis >= 0 && params->axis < operand->rank);
	struct message_argument shape = sizes_of(operand->shape, operand->rank);
	if (op_has(op, JAX_TOP_K_AXIS))
		refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		       TEXT("k argument to top_k must be no larger than size along axis; got k={} "
		            "with shape={list} and axis={}",
		            params->k, shape, params->axis));
	else
		refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("k argument to top_k must be no larger than minor dimension; {} vs {list}",
		         params->k, shape));
	return explain(op,
	               WORDS("the {} largest of {} element{} cannot be chosen", params->k,
	                     operand->shape[params->axis],
	                     operand->shape[params->axis] == 1 ? "" : "s"),
	               HELP("this fails without any sharding too: dimension {} of {array|the "
	                    "array} is as long as that",
	                    params->axis, operand));
}

static bool check_choosing(struct op *op, const struct array_type *operand,
                           const struct choosing *params)
{
	if (dtype_class(operand->dtype) == DTYPE_COMPLEX)
		return refuse(op, RULE_DTYPE_MISMATCH, "ValueError",
		              TEXT("top_k is not compatible with complex inputs."));
	if (params->k < 0)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("k argument to top_k must be nonnegative, got {}", params->k));
	if (!operand->rank)
		return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
		              TEXT("top_k operand must have >= 1 dimension, got ()"));
	if (params->axis < 0 || params->axis >= operand->rank)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("axis argument out of range: axis={} for operand.shape={shape}",
		                   params->axis, operand));
	if (operand->shape[params->axis] < params->k)
		return raise_too_many(op, operand, params);
	if (operand->shape[params->axis] <= (int64_t)INT32_MAX + 1 ||
	    !op_has(op, JAX_TOP_K_INDEX_RANGE))
		return true;
	return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("top_k returns int32 indices, which will overflow for array dimensions "
	                   "larger than the maximum int32 ({}). Got operand.shape={shape}",
	                   INT32_MAX, operand));
}

static bool check_top_k_sharding(struct op *op, const struct array_type *operand, uint32_t axis)
{
	assert(axis < operand->rank);
	if (!spec_readable(op, operand, "pspec[...]"))
		return false;
	if (!operand->spec[axis].count)
		return true;
	refuse(op, RULE_DIM_SHARDED, "ShardingTypeError",
	       TEXT("The input should be unsharded over the axis along which to compute the top_k "
	            "values. Got input type={str} and axis={}",
	            operand, axis));
	return refuse_sharded_dim(op, operand, axis, "chooses along");
}

static bool infer_top_k(struct op *op, const struct application *application,
                        struct array_type *results)
{
	const struct choosing *params = application->params;
	const struct array_type *operand = application->operands[0];
	if (!check_choosing(op, operand, params))
		return false;
	if (op_has(op, JAX_CUMULATIVE_DIM_UNSHARDED) &&
	    !check_top_k_sharding(op, operand, (uint32_t)params->axis))
		return false;
	int64_t *shape = shape_copy(op->arena, operand->shape, operand->rank);
	shape[params->axis] = params->k;
	for (uint32_t i = 0; i < 2; i++) {
		results[i] = *operand;
		results[i].shape = shape;
		struct sharding_request request = type_request(operand);
		bool made = op_has(op, JAX_SORT_RUNS_RULE)
		                ? rule_of_operand(op, application, operand->spec, &results[i])
		                : type_shard(op, &results[i], &request);
		if (!made)
			return false;
	}
	results[1].dtype = dtype_named(STR("int32"));
	return true;
}

static bool batch_top_k(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct choosing *one = batching->params;
	struct choosing *all = arena_new(op->arena, struct choosing, 1);
	*all = (struct choosing){one->k, one->axis + (batching->dims[0] <= one->axis)};
	out->dims[0] = out->dims[1] = batching->dims[0];
	return primitive_apply(op, batching->primitive, all, batching->operands, 1, out->results,
	                       2);
}

/* Before 0.8.1: along the last dimension alone, from where the mapped one has to be moved. */
static bool batch_top_k_last(struct op *op, const struct batching *batching,
                             const struct batched *out)
{
	uint32_t rank = batching->operands[0]->type.rank;
	int32_t dim = batching->dims[0];
	if (op_has(op, JAX_TOP_K_AXIS) || dim != (int32_t)rank - 1)
		return batch_top_k(op, batching, out);
	uint32_t *swap = arena_new(op->arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		swap[i] = i;
	swap[rank - 2] = rank - 1;
	swap[rank - 1] = rank - 2;
	const struct array *moved = lax_transpose(op, batching->operands[0], swap);
	struct choosing *all = arena_new(op->arena, struct choosing, 1);
	*all = *(const struct choosing *)batching->params;
	all->axis = rank - 1;
	if (!moved || !primitive_apply(op, batching->primitive, all, &moved, 1, out->results, 2))
		return false;
	for (uint32_t i = 0; i < 2; i++) {
		out->dims[i] = dim;
		out->results[i] = lax_transpose(op, out->results[i], swap);
	}
	return out->results[0] && out->results[1];
}

/* What top_k along the axis takes of another array, by the indices that it gives; or, back, what
 * the values put there. JAX: lax.py _top_k_jvp. */
static const struct array *gather_top(struct op *op, const struct array *x,
                                      const struct array *indices, uint32_t axis, bool back,
                                      const struct array *values)
{
	assert(axis < x->type.rank);
	uint32_t rank = x->type.rank;
	int64_t *others = arena_new(op->arena, int64_t, rank);
	int64_t *ones = arena_new(op->arena, int64_t, rank), *along = ones;
	struct dimension_list none = {NULL, 0}, batch = {others, 0}, axes;
	along = arena_new(op->arena, int64_t, 1);
	*along = axis;
	axes = (struct dimension_list){along, 1};
	for (uint32_t i = 0; i < rank; i++) {
		ones[i] = 1;
		if (i != axis)
			others[batch.count++] = i;
	}
	indices = lax_expand_dims(op, indices, &rank, 1);
	if (!indices)
		return NULL;
	if (back && op_has(op, JAX_SCATTER_ADD_REFUSES)) /* it is given the sharding of x */
		return x;
	if (back)
		return lax_scatter(
		    op, &lax_scatter_add, x, indices, values,
		    &(struct scatter_dimensions){none, axes, axes, batch, batch, false, false});
	return lax_gather(op, x, indices,
	                  &(struct gather_dimensions){none, axes, axes, batch, batch, false},
	                  (struct dimension_list){ones, rank});
}

static bool forward_top_k(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct choosing *params = entry->params;
	return gather_top(op, entry->operands[operand], entry->results[1], (uint32_t)params->axis,
	                  false, NULL) != NULL;
}

static bool transpose_top_k(struct op *op, const struct tape_entry *entry, uint32_t by)
{
	const struct choosing *params = entry->params;
	const struct array *operand = array_example(op, entry->operands[by]);
	const struct array *cotangent =
	    gather_top(op, operand, array_example(op, entry->results[1]), (uint32_t)params->axis,
	               true, array_example(op, entry->results[0]));
	return check_cotangent(op, operand, cotangent);
}

bool lax_largest(struct op *op, const struct array *x, int64_t k, int64_t axis,
                 const struct array **values, const struct array **indices)
{
	static const struct primitive primitive = {.name = "top_k",
	                                           .infer = infer_top_k,
	                                           .batch = batch_top_k_last,
	                                           .forward = forward_top_k,
	                                           .transpose = transpose_top_k,
	                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	struct choosing *params = arena_new(op->arena, struct choosing, 1);
	*params = (struct choosing){k, axis};
	const struct array *results[2];
	if (!primitive_apply(op, &primitive, params, &x, 1, results, 2))
		return false;
	*values = results[0];
	*indices = results[1];
	return true;
}
