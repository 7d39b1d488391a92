/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/partitioner.h"

/* Which dimensions of the inputs the reduction removes. */
static bool reduced_dims(const struct instruction *instruction, uint32_t rank, bool *reduced)
{
	for (uint32_t i = 0; i < rank; i++)
		reduced[i] = false;
	for (uint32_t i = 0; i < instruction->ndims; i++) {
		if (instruction->dims[i] < 0 || instruction->dims[i] >= rank)
			return false;
		reduced[instruction->dims[i]] = true;
	}
	return true;
}

/* The local result: the input's tiling and extents without the reduced dimensions, not yet summed
 * up over the devices. */
static struct shards reduced_locally(struct partitioner *p, struct shards input,
                                     const bool *reduced, struct shards depends_on)
{
	uint32_t rank = 0;
	int64_t *extents = arena_new(p->arena, int64_t, input.tiling->rank);
	for (uint32_t i = 0; i < input.tiling->rank; i++)
		if (!reduced[i])
			extents[rank++] = input.extents[i];
	const struct tiling *tiling = tiling_reduced(p->arena, input.tiling, reduced);
	return computed(p, tiling, extents, input.element_bytes, &depends_on, 1);
}

/* What one device found of a result, of which each device gets that of all in its line of devices.
 */
static struct shards gathered(struct partitioner *p, struct shards input, uint32_t result,
                              const bool *reduced, struct shards depends_on)
{
	uint32_t dims[TILING_MAX_RANK + 1], count = 0, rank = input.tiling->rank;
	for (uint32_t i = 0; i < rank; i++)
		if (!reduced[i])
			dims[count++] = i;
	dims[count++] = rank;
	const struct grouped *groups = grouped_on(p->arena, input.tiling, dims, count, 1);
	int64_t *extents = arena_new(p->arena, int64_t, rank);
	int64_t *local = arena_new(p->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		local[i] = reduced[i] ? 1 : input.local[i];
		extents[i] = reduced[i] ? input.tiling->tiles[i] : input.local[i];
	}
	struct shards part =
	    computed(p, groups->inner, extents, input.element_bytes, &depends_on, 1);
	part.local = local;
	part.leaf = result;
	enter_groups(p, groups->groups);
	part = replicate(p, part);
	leave_groups(p);
	return part;
}

static bool cuts_reduced(const struct tiling *tiling, const bool *reduced)
{
	for (uint32_t i = 0; i < tiling->rank; i++)
		if (reduced[i] && tiling->tiles[i] > 1)
			return true;
	return false;
}

/* Several inputs, which are reduced together: their local results are gathered and reduced again.
 */
static void reduce_several(struct partitioner *p, const struct instruction *instruction,
                           const struct shards *inputs, uint32_t count, const bool *reduced,
                           struct shards all)
{
	struct shards parts = {0};
	bool again = cuts_reduced(inputs[0].tiling, reduced);
	for (uint32_t i = 0; i < count && again; i++)
		parts = depending_on(p, parts, gathered(p, inputs[i], i, reduced, all));
	parts = depending_on(p, parts, all);
	for (uint32_t i = 0; i < count; i++) {
		struct shards result = renewed(p, reduced_locally(p, inputs[i], reduced, parts));
		if (!i && again)
			note_reduced_again(p, instruction, inputs[0], reduced, result);
		set_leaf(p, instruction, i, result);
	}
}

void partition_reduce(struct partitioner *p, const struct instruction *instruction)
{
	uint32_t count = instruction->noperands / 2, rank = instruction->operands[0]->shape->rank;
	bool reduced[TILING_MAX_RANK];
	if (!count || instruction->noperands % 2 || shape_leaves(instruction->shape) != count ||
	    !reduced_dims(instruction, rank, reduced)) {
		set_unknown(p, instruction,
		            "its operands or dimensions are not those of a reduction");
		return;
	}
	struct shards *inputs = arena_new(p->arena, struct shards, count), all = {0};
	for (uint32_t i = 0; i < count; i++) {
		inputs[i] = operand_value(p, instruction, i);
		if (inputs[i].tiling->rank != rank) {
			set_unknown(p, instruction, "its inputs are of different rank");
			return;
		}
		inputs[i] = reshard(p, inputs[i], inputs[0].tiling);
		note_mask(p, inputs[i], reduced);
		all = depending_on(p, all, inputs[i]);
	}
	for (uint32_t i = count; i < 2 * count; i++)
		all = depending_on(p, all, replicate(p, operand_value(p, instruction, i)));
	if (count > 1) {
		reduce_several(p, instruction, inputs, count, reduced, all);
		return;
	}
	uint32_t dims[TILING_MAX_RANK], ndims = instruction->ndims;
	for (uint32_t i = 0; i < ndims; i++)
		dims[i] = (uint32_t)instruction->dims[i];
	struct shards value = reduced_locally(p, inputs[0], reduced, all);
	set_result(p, instruction, all_reduced(p, value, inputs[0].tiling, dims, ndims));
}
