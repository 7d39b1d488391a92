/* SPDX-License-Identifier: Apache-2.0 */
/* Operations whose elements depend on those at the same place, and what only spreads elements out.
 */
#include "partition/partitioner.h"
#include "partition/tiling_maps.h"

/* Dimensions along which all operands do not change. */
static uint64_t common_constant_dims(const struct shards *operands, uint32_t count)
{
	uint64_t dims = count ? operands[0].constant_dims : 0;
	for (uint32_t i = 1; i < count; i++)
		dims &= operands[i].constant_dims;
	return dims;
}

/* Whether the operands have one tiling, which is that of an array like the result. */
static bool share_tiling(const struct shards *operands, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
		if (!tiling_equal(operands[i].tiling, operands[0].tiling))
			return false;
	return true;
}

void partition_elementwise(struct partitioner *p, const struct instruction *instruction)
{
	const struct hlo_shape *shape = instruction->shape;
	const struct tiling *tiling = result_tiling(p, instruction);
	uint32_t count = instruction->noperands;
	if (shape->tuple || !shape->element) {
		set_unknown(p, instruction, "its result is no array");
		return;
	}
	struct shards *operands = arena_new(p->arena, struct shards, count);
	for (uint32_t i = 0; i < count; i++)
		operands[i] = operand_value(p, instruction, i);
	bool shared = count > 1 && share_tiling(operands, count);
	if (shared)
		tiling = first_form(p, instruction, operands[0].tiling);
	for (uint32_t i = 0; i < count; i++) {
		if (operands[i].tiling->rank == shape->rank)
			operands[i] = reshard(p, operands[i], tiling);
		else
			operands[i] = replicate(p, operands[i]);
	}
	if (tiling->rank != shape->rank)
		tiling = result_tiling(p, instruction);
	struct shards value = computed_leaf(p, instruction, 0, tiling, operands, count);
	value.constant_dims = common_constant_dims(operands, count);
	set_result(p, instruction, value);
	if (shared)
		keep_first_form(p, instruction, tiling);
}

/* A value that every device makes for itself. */
void partition_free(struct partitioner *p, const struct instruction *instruction)
{
	set_computed(p, instruction, NULL, 0);
}

void partition_iota(struct partitioner *p, const struct instruction *iota)
{
	struct shards value = computed_leaf(p, iota, 0, result_tiling(p, iota), NULL, 0);
	if (iota->ndims == 1 && iota->dims[0] >= 0 && iota->dims[0] < iota->shape->rank)
		note_places(p, value, (uint32_t)iota->dims[0]);
	set_result(p, iota, value);
}

/* Of one number everywhere it is as free to make anew as the broadcast of a scalar; of several,
 * every device has all of them and takes its own. */
void partition_constant(struct partitioner *p, const struct instruction *constant)
{
	if (constant->shape->tuple || !constant->literal.splat) {
		partition_default(p, constant);
		return;
	}
	struct shards value = computed_leaf(p, constant, 0, result_tiling(p, constant), NULL, 0);
	value.splat = true;
	set_result(p, constant, value);
}

void partition_rng(struct partitioner *p, const struct instruction *instruction)
{
	set_unknown(p, instruction, "random numbers of the operation rng");
}

/* The tiling of what is spread out along the added dimensions. */
static const struct tiling *before_broadcast(struct partitioner *p, const struct tiling *tiling,
                                             const bool *added, uint32_t rank)
{
	if (tiling_is_replicated(tiling))
		return replicated_tiling(p, rank);
	return tiling_reduced(p->arena, tiling, added);
}

void partition_broadcast(struct partitioner *p, const struct instruction *instruction)
{
	const struct hlo_shape *shape = instruction->shape;
	const struct tiling *tiling = result_tiling(p, instruction);
	struct shards operand = operand_value(p, instruction, 0);
	bool added[TILING_MAX_RANK];
	uint64_t constant = 0;
	uint32_t rank = 0;
	if (shape->tuple) {
		set_unknown(p, instruction, "its result is no array");
		return;
	}
	for (uint32_t i = 0; i < shape->rank; i++)
		added[i] = true;
	for (uint32_t i = 0; i < instruction->ndims; i++)
		if (instruction->dims[i] >= 0 && instruction->dims[i] < shape->rank)
			added[instruction->dims[i]] = false;
	for (uint32_t i = 0; i < shape->rank; i++) {
		constant |= (uint64_t)added[i] << i;
		rank += !added[i];
	}
	const struct tiling *wanted = before_broadcast(p, tiling, added, rank);
	if (rank != operand.tiling->rank) {
		set_unknown(p, instruction, "its dimensions are not those of its operand");
		return;
	}
	operand = reshard(p, operand, wanted);
	struct shards value = computed_leaf(p, instruction, 0, tiling, &operand, 1);
	value.constant_dims = constant;
	value.splat = operand.tiling->rank == 0;
	set_result(p, instruction, value);
}

/* The dimensions that a transpose names, as numbers; false when they are not all of them. */
static bool is_permutation(const struct instruction *instruction, int32_t *to)
{
	bool seen[TILING_MAX_RANK] = {false};
	uint32_t rank = instruction->shape->rank;
	if (instruction->ndims != rank || instruction->operands[0]->shape->rank != rank)
		return false;
	for (uint32_t i = 0; i < rank; i++) {
		int64_t dim = instruction->dims[i];
		if (dim < 0 || dim >= rank || seen[dim])
			return false;
		seen[dim] = true;
		to[i] = (int32_t)dim;
	}
	return true;
}

void partition_transpose(struct partitioner *p, const struct instruction *instruction)
{
	const struct hlo_shape *shape = instruction->shape;
	const struct tiling *tiling = result_tiling(p, instruction);
	int32_t to[TILING_MAX_RANK];
	if (!is_permutation(instruction, to)) {
		set_unknown(p, instruction, "it names not each dimension once");
		return;
	}
	struct shards operand = operand_value(p, instruction, 0);
	operand = reshard(p, operand, tiling_mapped_named(p->arena, tiling, to, shape->rank));
	struct shards value = computed_leaf(p, instruction, 0, tiling, &operand, 1);
	for (uint32_t i = 0; i < shape->rank; i++)
		value.constant_dims |= (operand.constant_dims >> to[i] & 1) << i;
	set_result(p, instruction, value);
}
