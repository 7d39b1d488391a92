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
	if (index < sharding->rank)
		return &sharding->dims[index].axes;
	switch (index - sharding->rank) {
	case 0:
		return &sharding->replicated;
	case 1:
		return &sharding->unreduced;
	case 2:
		return &sharding->reduced;
	case 3:
		return &sharding->manual;
	default:
		return NULL;
	}
}

const struct named_mesh *named_mesh_with_axes(const struct named_sharding *const *shardings,
                                              uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (shardings[i]->mesh->naxes)
			return shardings[i]->mesh;
	return NULL;
}

const struct named_sharding *const *
named_shardings_over(struct arena *arena, const struct named_sharding *const *shardings,
                     uint32_t count, const struct named_mesh *mesh)
{
	const struct named_sharding **over = arena_new(arena, const struct named_sharding *, count);
	for (uint32_t i = 0; i < count; i++) {
		over[i] = shardings[i];
		if (shardings[i]->mesh->naxes || shardings[i]->mesh->single)
			continue;
		struct named_sharding *moved = arena_copy(arena, shardings[i], 1, sizeof *moved);
		moved->mesh = mesh;
		over[i] = moved;
	}
	return over;
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

/* Axes of size 1 do nothing. */
static struct axis_parts copy_parts(struct arena *arena, const struct axis_parts *parts)
{
	struct axis_parts copy = {arena_new(arena, struct axis_part, parts->count), 0};
	for (uint32_t i = 0; i < parts->count; i++)
		if (parts->items[i].size > 1)
			copy.items[copy.count++] = parts->items[i];
	return copy;
}

const struct named_sharding *named_sharding_copy(struct arena *arena,
                                                 const struct named_sharding *sharding)
{
	struct named_sharding *copy = arena_new(arena, struct named_sharding, 1);
	*copy = *sharding;
	copy->dims = arena_copy(arena, sharding->dims, sharding->rank, sizeof *sharding->dims);
	for (uint32_t i = 0; i < sharding->rank; i++)
		copy->dims[i].axes = copy_parts(arena, &sharding->dims[i].axes);
	copy->replicated = copy_parts(arena, &sharding->replicated);
	copy->unreduced = copy_parts(arena, &sharding->unreduced);
	copy->reduced = copy_parts(arena, &sharding->reduced);
	copy->manual = copy_parts(arena, &sharding->manual);
	return copy;
}
