/* SPDX-License-Identifier: Apache-2.0 */
/* Slices at places that are computed. All of jaxlib 0.10.2. */
#include "partition/partitioner.h"

#include "base/checked.h"

/* Appends the start indices, from operand `first` on, of the dimensions that are really sliced; an
 * index that is computed for another is not read. */
static uint32_t read_indices(struct partitioner *p, const struct instruction *instruction,
                             uint32_t first, const bool *sliced, struct shards *read)
{
	uint32_t count = 0, rank = instruction->operands[0]->shape->rank;
	for (uint32_t i = 0; i < rank && first + i < instruction->noperands; i++)
		if (sliced[i])
			read[count++] = replicate(p, operand_value(p, instruction, first + i));
	return count;
}

void partition_dynamic_slice(struct partitioner *p, const struct instruction *slice)
{
	const struct tiling *target = result_tiling(p, slice);
	const struct hlo_shape *shape = slice->shape;
	bool sliced[TILING_MAX_RANK], cut = tiling_is_replicated(target);
	for (uint32_t i = 0; i < shape->rank; i++) {
		sliced[i] = slice->sizes[i] != slice->operands[0]->shape->dims[i];
		cut = cut || (sliced[i] && target->tiles[i] > 1);
	}
	if (cut) {
		partition_default(p, slice);
		return;
	}
	struct shards *read = arena_new(p->arena, struct shards, (size_t)shape->rank + 1);
	read[0] = reshard(p, operand_value(p, slice, 0), target);
	uint32_t count = 1 + read_indices(p, slice, 1, sliced, read + 1);
	struct shards result = computed_leaf(p, slice, 0, target, read, count);
	result.constant_dims = read[0].constant_dims;
	set_result(p, slice, result);
}

/* Whether an update of `size` elements along a dimension, from a constant start, stays in a shard.
 */
static bool stays_in_shard(const struct instruction *start, int64_t size, int64_t shard)
{
	if (start->opcode != OPCODE_CONSTANT || !start->literal.known || shard <= 0)
		return false;
	int64_t first = start->literal.values[0], last;
	return checked_add(&last, first, size - 1) && first / shard == last / shard;
}

/* Whether the update changes one shard along each dimension that is cut, and there is one (xla
 * AnalyzeDynamicUpdateSlice). */
static bool updates_one_shard(const struct instruction *update, const struct tiling *target,
                              const bool *sliced)
{
	bool any = false;
	for (uint32_t i = 0; i < target->rank; i++) {
		int64_t size = update->operands[1]->shape->dims[i];
		if (!sliced[i] || target->tiles[i] == 1)
			continue;
		any = true;
		if (size != 1 &&
		    !stays_in_shard(update->operands[2 + i], size,
		                    ceiling_divide(update->shape->dims[i], target->tiles[i])))
			return false;
	}
	return any;
}

void partition_dynamic_update_slice(struct partitioner *p, const struct instruction *update)
{
	const struct tiling *target = result_tiling(p, update);
	const struct hlo_shape *shape = update->shape;
	bool sliced[TILING_MAX_RANK], cut[TILING_MAX_RANK];
	if (tiling_is_replicated(target) || update->noperands < 2 + shape->rank) {
		partition_default(p, update);
		return;
	}
	for (uint32_t i = 0; i < shape->rank; i++) {
		sliced[i] = update->operands[1]->shape->dims[i] != shape->dims[i];
		cut[i] = sliced[i] && target->tiles[i] > 1;
	}
	struct shards *read = arena_new(p->arena, struct shards, 2 * (size_t)shape->rank + 2);
	uint32_t count = 0;
	const struct tiling *within = target, *updated;
	if (updates_one_shard(update, target, sliced)) {
		/* Each device first asks whether the place is its own. */
		count = read_indices(p, update, 2, cut, read);
		updated = tiling_replicated_on(p->arena, target, sliced);
	} else {
		const struct tiling *declared = result_tiling(p, update->operands[0]);
		if (tiling_tiles(declared) > tiling_tiles(target))
			within = declared;
		within = updated = tiling_replicated_on(p->arena, within, sliced);
	}
	read[count++] = reshard(p, operand_value(p, update, 0), within);
	read[count++] = reshard(p, operand_value(p, update, 1), updated);
	count += read_indices(p, update, 2, sliced, read + count);
	set_result(p, update, computed_leaf(p, update, 0, within, read, count));
}
