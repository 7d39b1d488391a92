/* SPDX-License-Identifier: Apache-2.0 */
/* Tuples, loops, branches and calls. */
#include "partition/partitioner.h"

/* The leaves of an operand. */
static struct shards *leaves_of(struct partitioner *p, const struct instruction *instruction,
                                uint32_t operand)
{
	uint32_t count = shape_leaves(instruction->operands[operand]->shape);
	struct shards *leaves = arena_new(p->arena, struct shards, count);
	for (uint32_t i = 0; i < count; i++)
		leaves[i] = operand_leaf(p, instruction, operand, i);
	return leaves;
}

/* Leaves of all operands from one on. */
static uint32_t operand_leaves(const struct instruction *instruction, uint32_t first)
{
	uint32_t count = 0;
	for (uint32_t i = first; i < instruction->noperands; i++)
		count += shape_leaves(instruction->operands[i]->shape);
	return count;
}

/* Whether a computation takes one parameter of this shape and returns the other. */
static bool takes(const struct computation *computation, const struct hlo_shape *parameter,
                  const struct hlo_shape *result)
{
	return computation->root && computation->nparameters == 1 &&
	       hlo_shape_equal(computation->parameters[0]->shape, parameter) &&
	       (!result || hlo_shape_equal(computation->root->shape, result));
}

void partition_tuple(struct partitioner *p, const struct instruction *instruction)
{
	uint32_t leaf = 0;
	if (operand_leaves(instruction, 0) != shape_leaves(instruction->shape)) {
		set_unknown(p, instruction, "its shape is not that of its operands");
		return;
	}
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
	if (instruction->index < 0 || instruction->index >= tuple->nelements ||
	    !hlo_shape_equal(instruction->shape, &tuple->elements[instruction->index])) {
		set_unknown(p, instruction, "it takes no element of its operand");
		return;
	}
	for (int64_t i = 0; i < instruction->index; i++)
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
	for (uint32_t k = 0; k < leaf; k++)
		set_leaf(p, instruction, k,
		         computed_leaf(p, instruction, k, leaf_tiling(p, instruction, k), &all, 1));
}

/* One value that depends on all leaves, each resharded to that of the instruction; those that come
 * out of a computation are that already. */
static struct shards gathered_leaves(struct partitioner *p, const struct instruction *instruction,
                                     const struct shards *leaves)
{
	struct shards all = {0};
	for (uint32_t i = 0; leaves && i < shape_leaves(instruction->shape); i++)
		all = depending_on(p, all, reshard(p, leaves[i], leaf_tiling(p, instruction, i)));
	return all;
}

/* Loop parameters: they are there at the start of every iteration. */
static struct shards *carried(struct partitioner *p, const struct instruction *instruction)
{
	uint32_t count = shape_leaves(instruction->shape);
	struct shards *leaves = arena_new(p->arena, struct shards, count);
	for (uint32_t i = 0; i < count; i++)
		leaves[i] = given_leaf(p, instruction, i);
	return leaves;
}

/* A value as a parameter of what is called: nothing is known of how it was made. */
static struct shards entering(struct partitioner *p, struct shards value)
{
	value.splat = false;
	value.constant_dims = 0;
	return renewed(p, value);
}

void partition_while(struct partitioner *p, const struct instruction *instruction)
{
	struct partition_loop *loop = arena_new(p->arena, struct partition_loop, 1);
	*loop = (struct partition_loop){p->loop, instruction};
	const struct hlo_shape *shape = instruction->shape;
	if (instruction->ncalled != 2 || instruction->noperands != 1 ||
	    !hlo_shape_equal(instruction->operands[0]->shape, shape) ||
	    !takes(instruction->called[0], shape, NULL) ||
	    !takes(instruction->called[1], shape, shape)) {
		set_unknown(p, instruction, "the loop has no condition and body of its shape");
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
	set_computed(p, instruction, &all, 1);
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
		if (!takes(instruction->called[i], instruction->operands[i + 1]->shape,
		           instruction->shape)) {
			set_unknown(p, instruction, "a branch is not of its shape");
			return;
		}
		struct shards *leaves = leaves_of(p, instruction, i + 1);
		uint32_t count = shape_leaves(instruction->operands[i + 1]->shape);
		for (uint32_t k = 0; k < count; k++) {
			all = depending_on(p, all, leaves[k]);
			leaves[k] = entering(p, leaves[k]);
		}
		const struct shards *root =
		    walk_computation(p, instruction->called[i], leaves, NULL);
		if (partition_ended(p))
			return;
		all = depending_on(p, all, gathered_leaves(p, instruction, root));
	}
	set_computed(p, instruction, &all, 1);
}

/* Whether there is one computation, which takes the operands and returns the result. */
static bool calls_one(const struct instruction *instruction)
{
	if (instruction->ncalled != 1)
		return false;
	const struct computation *called = instruction->called[0];
	if (!called->root || called->nparameters != instruction->noperands ||
	    !hlo_shape_equal(called->root->shape, instruction->shape))
		return false;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		if (!hlo_shape_equal(called->parameters[i]->shape, instruction->operands[i]->shape))
			return false;
	return true;
}

void partition_call(struct partitioner *p, const struct instruction *instruction)
{
	uint32_t count = operand_leaves(instruction, 0), leaf = 0;
	if (!calls_one(instruction)) {
		set_unknown(p, instruction, "the call names no computation of its shape");
		return;
	}
	struct shards *leaves = arena_new(p->arena, struct shards, count), all = {0};
	for (uint32_t i = 0; i < instruction->noperands; i++)
		for (uint32_t k = 0; k < shape_leaves(instruction->operands[i]->shape); k++) {
			struct shards value = operand_leaf(p, instruction, i, k);
			all = depending_on(p, all, value);
			leaves[leaf++] = entering(p, value);
		}
	const struct shards *root = walk_computation(p, instruction->called[0], leaves, NULL);
	if (partition_ended(p))
		return;
	all = depending_on(p, all, gathered_leaves(p, instruction, root));
	set_computed(p, instruction, &all, 1);
}
