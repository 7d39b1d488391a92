/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/manual.h"

#include <stdlib.h>

#include "base/order.h"
#include "partition/partition_frame.h"
#include "partition/tiling_store.h"

/* Each made once for the array of devices that it is of. */
struct manual_parts {
	const struct tiling *whole;
	struct manual_part part;
	struct manual_parts *next;
};

static bool is_partly_manual(const struct hlo_sharding *sharding)
{
	return sharding && sharding->kind == HLO_TILED && sharding->ntypes > 0 &&
	       sharding->types[0] == SUBGROUP_MANUAL;
}

/* The part whose groups differ in the last of the array's dimensions. */
static struct manual_part make_part(struct arena *arena, const struct tiling *whole)
{
	uint32_t manual = whole->rank - 1;
	bool removed[TILING_MAX_RANK] = {false};
	const struct grouped *grouped = grouped_on(arena, whole, &manual, 1, 1);
	struct device_groups *groups = arena_new(arena, struct device_groups, 1);
	*groups = *grouped->groups;
	int32_t *members =
	    arena_copy(arena, groups->members, (size_t)whole->count, sizeof *members);
	for (int32_t i = 0; i < groups->count; i++)
		qsort(members + i * groups->size, (size_t)groups->size, sizeof *members,
		      compare_int32);
	groups->members = members;
	removed[manual] = true;
	const struct tiling *inner = grouped_align(arena, grouped, groups, false)->inner;
	return (struct manual_part){groups, tiling_without(arena, inner, removed)};
}

/* A sharding by names that leaves some axes to the program, as tiles; any other as it is. */
static const struct hlo_sharding *as_tiles(struct arena *arena, const struct hlo_sharding *sharding)
{
	struct str error;
	if (!sharding || sharding->kind != HLO_NAMED || sharding->named->manual.count == 0)
		return sharding;
	struct hlo_sharding *tiled = arena_new(arena, struct hlo_sharding, 1);
	return hlo_of_named(arena, sharding->named, tiled, &error) ? tiled : sharding;
}

bool manual_part_of(struct partitioner *p, const struct hlo_sharding *sharding, uint32_t rank,
                    struct manual_part *part)
{
	sharding = as_tiles(p->arena, sharding);
	if (!is_partly_manual(sharding) || sharding->tiles.ndims != rank + sharding->ntypes ||
	    sharding->ntypes > 2 ||
	    (sharding->ntypes == 2 && sharding->types[1] != SUBGROUP_REPLICATED))
		return false;
	const struct tiling *whole = tiling_stored(p->arena, p->tilings, &sharding->tiles, rank + 1,
	                                           (int32_t)p->module->partitions);
	if (!whole)
		return false;
	struct manual_parts *known = p->manual_parts;
	while (known && known->whole != whole)
		known = known->next;
	if (!known) {
		known = arena_new(p->arena, struct manual_parts, 1);
		*known = (struct manual_parts){whole, make_part(p->arena, whole), p->manual_parts};
		p->manual_parts = known;
	}
	*part = known->part;
	return true;
}

const struct device_groups *manual_groups(struct partitioner *p,
                                          const struct instruction *instruction)
{
	struct manual_part part;
	uint32_t leaves = shape_leaves(instruction->shape);
	for (uint32_t leaf = 0; leaf < leaves; leaf++) {
		const struct hlo_sharding *sharding = leaf_sharding(instruction, leaf);
		if (may_be_partly_manual(sharding) &&
		    manual_part_of(p, sharding, shape_leaf(instruction->shape, leaf)->rank, &part))
			return part.groups;
	}
	return NULL;
}

void enter_manual(struct partitioner *p, const struct device_groups *groups)
{
	bool same =
	    p->manual == groups || (p->manual && groups && device_groups_equal(p->manual, groups));
	if (same)
		return;
	if (p->manual)
		leave_groups(p);
	p->manual = groups;
	if (groups)
		enter_groups(p, groups);
}

const struct shards *operand_as_made(struct partitioner *p, const struct instruction *instruction,
                                     uint32_t operand, uint32_t leaf)
{
	const struct instruction *source = instruction->operands[operand];
	const struct shards *values = p->frame->values[source->number];
	bool made = values && leaf < shape_leaves(source->shape) && values[leaf].tiling;
	return made ? &values[leaf] : NULL;
}
