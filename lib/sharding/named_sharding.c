/* SPDX-License-Identifier: Apache-2.0 */
#include "sharding/named_sharding.h"

#include <assert.h>

struct named_sharding named_sharding_make(struct arena *arena, const struct named_mesh *mesh,
                                          uint32_t rank)
{
	struct named_sharding sharding = {
	    .mesh = mesh, .dims = arena_new(arena, struct named_dim, rank), .rank = rank};
	for (uint32_t i = 0; i < rank; i++)
		sharding.dims[i].priority = NO_PRIORITY;
	return sharding;
}

struct named_sharding named_sharding_open(struct arena *arena, const struct named_mesh *mesh,
                                          uint32_t rank)
{
	struct named_sharding sharding = named_sharding_make(arena, mesh, rank);
	for (uint32_t i = 0; i < rank; i++)
		sharding.dims[i].open = true;
	return sharding;
}

bool named_sharding_is_open(const struct named_sharding *sharding)
{
	for (uint32_t i = 0; i < sharding->rank; i++)
		if (!sharding->dims[i].open || sharding->dims[i].axes.count)
			return false;
	return !sharding->replicated.count && !sharding->unreduced.count;
}

const struct axis_parts *named_sharding_parts(const struct named_sharding *sharding, uint32_t index)
{
	const struct axis_parts *lists[] = {&sharding->replicated, &sharding->unreduced,
	                                    &sharding->reduced, &sharding->manual};
	if (index < sharding->rank)
		return &sharding->dims[index].axes;
	index -= sharding->rank;
	return index < COUNT_OF(lists) ? lists[index] : NULL;
}

bool named_sharding_uses(const struct named_sharding *sharding, uint32_t axis)
{
	assert(axis < sharding->mesh->naxes);
	const struct axis_parts *parts;
	for (uint32_t list = 0; (parts = named_sharding_parts(sharding, list)); list++)
		for (uint32_t i = 0; i < parts->count; i++)
			if (parts->items[i].axis == axis)
				return true;
	return false;
}
