/* SPDX-License-Identifier: Apache-2.0 */
/* Tuples, loops, branches and calls. */
#include "partition/partitioner.h"

/* The leaves of an operand, each resharded to that of the instruction. */
static struct shards *leaves_of(struct partitioner *p, const struct instruction *instruction,
                                uint32_t operand)
{
	uint32_t count = shape_leaves(instruction->operands[operand]->shape);
	struct shards *leaves = arena_new(p->arena, struct shards, count);
	for (uint32_t i = 0; i < count; i++)
		leaves[i] = operand_leaf(p, instruction, operand, i);
	return leaves;
}

void partition_tuple(struct partitioner *p, const struct instruction *instruction)
{
	uint32_t leaf = 0;
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		uint32_t count = shape_leaves(instruction->operands[i]->shape);
		for (uint32_t k = 0; k < count; k++)
			set_leaf(p, instruction, leaf++, operand_leaf(p, instruction, i, k));
	}
}

void partition_get_tuple_element(struct partitioner *p, const struct instruction *instruction)
{
	const struct hlo_shape *tuple = instruction->operands[0]->shape;
	uint32_t first = 0;
	for (int64_t i = 0; i < instruction->index && i < tuple->nelements; i++)
		first += shape_leaves(&tuple->elements[i]);
	for (uint32_t k = 0; k < shape_leaves(instruction->shape); k++)
		set_leaf(p, instruction, k, renewed(p, operand_leaf(p, instruction, 0, first + k)));
}

void partition_barrier(struct partitioner *p, const struct instruction *instruction)
{
	uint32_t leaf = 0;
	struct shards all = {0};
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		uint32_t count = shape_leaves(instruction->operands[i]->shape);
		for (uint32_t k = 0; k < count && leaf < shape_leaves(instruction->shape); k++) {
			struct shards value = operand_leaf(p, instruction, i, k);
			value = reshard(p, value, leaf_tiling(p, instruction, leaf++));
			all = depending_on(p, all, value);
		}
	}
	for (uint32_t k = 0; k < leaf; k++) {
		const struct hlo_shape *shape = shape_leaf(instruction->shape, k);
		set_leaf(p, instruction, k,
		         computed(p, leaf_tiling(p, instruction, k), shape->dims,
		                  shape_element_bytes(shape), &all, 1));
	}
}

/* One value that depends on all leaves, each resharded to that of the instruction. */
static struct shards gathered_leaves(struct partitioner *p, const struct instruction *instruction,
                                     const struct shards *leaves)
{
	struct shards all = {0};
	for (uint32_t i = 0; leaves && i < shape_leaves(instruction->shape); i++)
		all = depending_on(p, all, reshard(p, leaves[i], leaf_tiling(p, instruction, i)));
	return all;
}

/* What comes out of a loop or a branch: new values with the instruction's tilings. */
static void set_leaves(struct partitioner *p, const struct instruction *instruction,
                       struct shards depends_on)
{
	for (uint32_t i = 0; i < shape_leaves(instruction->shape); i++) {
		const struct hlo_shape *shape = shape_leaf(instruction->shape, i);
		set_leaf(p, instruction, i,
		         computed(p, leaf_tiling(p, instruction, i), shape->dims,
		                  shape_element_bytes(shape), &depends_on, 1));
	}
}

/* Loop parameters: they are there at the start of every iteration. */
static struct shards *carried(struct partitioner *p, const struct instruction *instruction)
{
	uint32_t count = shape_leaves(instruction->shape);
	struct shards *leaves = arena_new(p->arena, struct shards, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct hlo_shape *shape = shape_leaf(instruction->shape, i);
		leaves[i] = computed(p, leaf_tiling(p, instruction, i), shape->dims,
		                     shape_element_bytes(shape), NULL, 0);
		const struct hlo_sharding *sharding = leaf_sharding(instruction, i);
		leaves[i].manual = sharding && sharding->kind == HLO_MANUAL;
	}
	return leaves;
}

void partition_while(struct partitioner *p, const struct instruction *instruction)
{
	struct partition_loop *loop = arena_new(p->arena, struct partition_loop, 1);
	*loop = (struct partition_loop){p->loop, instruction};
	if (instruction->ncalled != 2 || instruction->noperands != 1) {
		set_unknown(p, instruction, "the loop has no condition and body");
		return;
	}
	struct shards all = gathered_leaves(p, instruction, leaves_of(p, instruction, 0));
	const struct shards *condition =
	    walk_computation(p, instruction->called[0], carried(p, instruction), loop);
	if (condition)
		all = depending_on(p, all, condition[0]);
	const struct computation *body = instruction->called[1];
	const struct shards *root = walk_computation(p, body, carried(p, instruction), loop);
	if (partition_ended(p))
		return;
	all = depending_on(p, all, gathered_leaves(p, instruction, root));
	set_leaves(p, instruction, all);
}

void partition_conditional(struct partitioner *p, const struct instruction *instruction)
{
	struct shards all = {0};
	if (instruction->ncalled + 1 != instruction->noperands) {
		set_unknown(p, instruction, "the branches have not one operand each");
		return;
	}
	all = depending_on(p, all, replicate(p, operand_value(p, instruction, 0)));
	for (uint32_t i = 0; i < instruction->ncalled; i++) {
		const struct shards *leaves = leaves_of(p, instruction, i + 1);
		uint32_t count = shape_leaves(instruction->operands[i + 1]->shape);
		for (uint32_t k = 0; k < count; k++)
			all = depending_on(p, all, leaves[k]);
		leaves = walk_computation(p, instruction->called[i], leaves, NULL);
		if (partition_ended(p))
			return;
		all = depending_on(p, all, gathered_leaves(p, instruction, leaves));
	}
	set_leaves(p, instruction, all);
}

void partition_call(struct partitioner *p, const struct instruction *instruction)
{
	uint32_t count = 0, leaf = 0;
	if (instruction->ncalled != 1) {
		set_unknown(p, instruction, "the call names no computation");
		return;
	}
	for (uint32_t i = 0; i < instruction->noperands; i++)
		count += shape_leaves(instruction->operands[i]->shape);
	struct shards *leaves = arena_new(p->arena, struct shards, count), all = {0};
	for (uint32_t i = 0; i < instruction->noperands; i++)
		for (uint32_t k = 0; k < shape_leaves(instruction->operands[i]->shape); k++) {
			leaves[leaf] = operand_leaf(p, instruction, i, k);
			all = depending_on(p, all, leaves[leaf++]);
		}
	const struct shards *root = walk_computation(p, instruction->called[0], leaves, NULL);
	if (partition_ended(p))
		return;
	set_leaves(p, instruction, depending_on(p, all, gathered_leaves(p, instruction, root)));
}
