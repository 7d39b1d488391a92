/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of code that the compiler does not see. All of jaxlib 0.10.2. */
#include "partition/manual.h"

/* The tiles of the first `kept` dimensions, for a tensor of another rank; NULL when it is less. */
static const struct tiling *first_dims(struct partitioner *p, const struct tiling *tiling,
                                       uint32_t kept, uint32_t rank)
{
	int32_t to[TILING_MAX_RANK];
	for (uint32_t i = 0; i < tiling->rank; i++)
		to[i] = i < kept ? (int32_t)i : -1;
	return kept <= rank ? tiling_mapped_partly(p->arena, tiling, to, rank) : NULL;
}

/* The tiling along the batch of the first operand that has one, in the rank of that operand; NULL
 * when none has. */
static const struct tiling *batch_tiling(struct partitioner *p, const struct instruction *call,
                                         uint32_t batch)
{
	for (uint32_t i = 0; i < call->noperands; i++) {
		const struct tiling *tiling = operand_value(p, call, i).tiling;
		if (tiling->rank < batch)
			continue;
		tiling = first_dims(p, tiling, batch, tiling->rank);
		if (!tiling_is_replicated(tiling))
			return tiling;
	}
	return NULL;
}

/* Linear algebra of JAX on each of a batch of matrices: operands and results are sharded along the
 * batch as the first operand is that has several tiles there (measured). False when none has. */
static bool partition_batch(struct partitioner *p, const struct instruction *call)
{
	uint32_t count = call->noperands, leaves = shape_leaves(call->shape);
	if (call->batch_dims <= 0 || call->batch_dims > RESHARD_MAX_RANK)
		return false;
	uint32_t batch = (uint32_t)call->batch_dims;
	const struct tiling *first = batch_tiling(p, call, batch);
	struct shards *read = arena_new(p->arena, struct shards, count);
	if (!first)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t rank = call->operands[i]->shape->rank;
		const struct tiling *tiling = first_dims(p, first, batch, rank);
		if (!tiling)
			return false;
		/* A tiling carried over to another array has the names of the first. */
		p->resharder.forms_matter = false;
		read[i] = reshard(p, operand_value(p, call, i), tiling);
		p->resharder.forms_matter = true;
	}
	for (uint32_t i = 0; i < leaves; i++) {
		const struct hlo_shape *shape = shape_leaf(call->shape, i);
		const struct tiling *tiling = first_dims(p, first, batch, shape->rank);
		if (!tiling)
			return false;
		set_leaf(p, call, i, computed_leaf(p, call, i, tiling, read, count));
	}
	return true;
}

/* On one device: it gets all of the operands, and sends what it makes to those that read it (xla
 * HandleSingleDevice). */
static void partition_single(struct partitioner *p, const struct instruction *call)
{
	uint32_t count = call->noperands;
	struct shards *read = arena_new(p->arena, struct shards, count);
	const struct tiling *all = replicated_tiling(p, 0);
	struct shards done = shards_none();
	for (uint32_t i = 0; i < count; i++)
		read[i] = replicate(p, operand_value(p, call, i));
	for (uint32_t i = 0; i < shape_leaves(call->shape); i++) {
		const struct hlo_shape *shape = shape_leaf(call->shape, i);
		const struct tiling *tiling = replicated_tiling(p, shape->rank);
		done = computed_leaf(p, call, i, tiling, read, count);
		set_leaf(p, call, i,
		         shape->element ? collected(p, done, RESHARD_ALL_REDUCE,
		                                    device_groups_along(p->arena, all, 0), NULL)
		                        : done);
	}
	if (call->has_side_effect && done.tiling)
		has_effect(p, done);
	for (uint32_t i = 0; call->has_side_effect && !done.tiling && i < count; i++)
		has_effect(p, read[i]);
}

/* Into a shard_map, or out of it: each device's part becomes a value of its own, and back. */
static void partition_boundary(struct partitioner *p, const struct instruction *call)
{
	const struct shards *operand = operand_as_made(p, call, 0, 0);
	set_result(p, call,
	           computed_leaf(p, call, 0, result_tiling(p, call), operand, operand ? 1 : 0));
}

/* In a shard_map: each device calls. */
static void partition_manual(struct partitioner *p, const struct instruction *call)
{
	for (uint32_t i = 0; call->has_side_effect && i < call->noperands; i++)
		has_effect(p, operand_value(p, call, i));
	partition_default(p, call);
}

/* Of code that is said to do more than to compute, and runs on all devices, XLA knows no copy. */
static void partition_with_effect(struct partitioner *p, const struct instruction *call)
{
	for (uint32_t i = 0; i < call->noperands; i++)
		has_effect(p, operand_value(p, call, i));
	set_unknown(p, call, "a custom call with side effects on all devices");
}

/* Calls for which XLA has rules that are not known here, or which it replaces by sorts, unless each
 * device has all of them. */
static bool has_rule_elsewhere(struct partitioner *p, const struct instruction *call)
{
	static const char *const targets[] = {"TopK", "ApproxTopK", "PartialReduce",
	                                      "__op$block_scaled_dot"};
	bool known = !str_starts_with(call->target, STR("_SPMDInternalOp_")), whole = true;
	for (size_t i = 0; i < COUNT_OF(targets); i++)
		known = known && !str_equal(call->target, str_of(targets[i]));
	for (uint32_t i = 0; !known && i < call->noperands; i++)
		whole = whole && tiling_is_replicated(operand_value(p, call, i).tiling);
	return !known && !whole;
}

void partition_custom_call(struct partitioner *p, const struct instruction *call)
{
	if (call->noperands == 1 && (str_equal(call->target, STR("SPMDFullToShardShape")) ||
	                             str_equal(call->target, STR("SPMDShardToFullShape"))))
		partition_boundary(p, call);
	else if (leaf_is_manual(call, 0))
		partition_manual(p, call);
	else if (result_is_maximal(call))
		partition_single(p, call);
	else if (call->has_side_effect)
		partition_with_effect(p, call);
	else if (str_equal(call->target, STR("MoveToHost")))
		partition_elementwise(p, call);
	else if (str_equal(call->target, STR("MoveToDevice")))
		set_result(p, call, renewed(p, operand_value(p, call, 0)));
	else if (str_equal(call->target, STR("CustomSPMDPartitioning")) ||
	         str_equal(call->target, STR("annotate_device_placement")) ||
	         has_rule_elsewhere(p, call))
		set_unknown(p, call, "a custom call that is partitioned by code of its own");
	else if (!partition_batch(p, call))
		partition_default(p, call);
}
