/* SPDX-License-Identifier: Apache-2.0 */
#include "notation/named_sharding.h"

#include <stdlib.h>

uint32_t named_mesh_axis(const struct named_mesh *mesh, struct str name)
{
	uint32_t axis = 0;
	while (axis < mesh->naxes && !str_equal(mesh->axes[axis].name, name))
		axis++;
	return axis;
}

static bool orders_equal(struct arena *scratch, const struct named_mesh *a,
                         const struct named_mesh *b)
{
	if (!a->order && !b->order)
		return true;
	if (!a->order || !b->order)
		return false;
	const int64_t *x = tile_assignment_devices(scratch, a->order),
		      *y = tile_assignment_devices(scratch, b->order);
	return x && y && memcmp(x, y, (size_t)a->count * sizeof *x) == 0;
}

bool named_mesh_equal(struct arena *scratch, const struct named_mesh *a, const struct named_mesh *b)
{
	if (a == b)
		return true;
	if (a->naxes != b->naxes || a->single != b->single || a->device != b->device)
		return false;
	for (uint32_t i = 0; i < a->naxes; i++)
		if (!str_equal(a->axes[i].name, b->axes[i].name) ||
		    a->axes[i].size != b->axes[i].size)
			return false;
	return orders_equal(scratch, a, b);
}

bool axis_part_is_whole(const struct named_mesh *mesh, const struct axis_part *part)
{
	return part->pre == 1 && part->size == mesh->axes[part->axis].size;
}

struct axis_part axis_whole(const struct named_mesh *mesh, uint32_t axis)
{
	return (struct axis_part){.axis = axis, .pre = 1, .size = mesh->axes[axis].size};
}

struct axis_parts named_mesh_all_axes(struct arena *arena, const struct named_mesh *mesh)
{
	struct axis_parts all = {arena_new(arena, struct axis_part, mesh->naxes), mesh->naxes};
	for (uint32_t i = 0; i < mesh->naxes; i++)
		all.items[i] = axis_whole(mesh, i);
	return all;
}

void axis_parts_add(struct arena *arena, struct axis_parts *parts, struct axis_part part)
{
	struct axis_part *last = parts->count ? &parts->items[parts->count - 1] : NULL;
	if (last && last->axis == part.axis && last->pre * last->size == part.pre) {
		last->size *= part.size;
		return;
	}
	parts->items = arena_grow(arena, parts->items, parts->count * sizeof part,
	                          parts->count + 1u, sizeof part);
	parts->items[parts->count++] = part;
}

static int compare_parts(const void *a, const void *b)
{
	const struct axis_part *x = a, *y = b;
	if (x->axis != y->axis)
		return x->axis < y->axis ? -1 : 1;
	return x->pre < y->pre ? -1 : x->pre > y->pre;
}

void axis_parts_sort(struct axis_parts *parts)
{
	if (parts->count)
		qsort(parts->items, parts->count, sizeof *parts->items, compare_parts);
}

int64_t axis_parts_ways(const struct axis_parts *parts)
{
	int64_t ways = 1;
	for (uint32_t i = 0; i < parts->count; i++)
		ways *= parts->items[i].size;
	return ways;
}

bool axis_parts_any_cut(const struct named_mesh *mesh, const struct axis_parts *parts)
{
	for (uint32_t i = 0; i < parts->count; i++)
		if (!axis_part_is_whole(mesh, &parts->items[i]))
			return true;
	return false;
}

struct named_sharding named_sharding_make(struct arena *arena, const struct named_mesh *mesh,
                                          uint32_t rank)
{
	struct named_sharding sharding = {
	    .mesh = mesh, .dims = arena_new(arena, struct named_dim, rank), .rank = rank};
	for (uint32_t i = 0; i < rank; i++)
		sharding.dims[i].priority = NO_PRIORITY;
	return sharding;
}

const struct axis_parts *named_sharding_parts(const struct named_sharding *sharding, uint32_t index)
{
	const struct axis_parts *lists[] = {&sharding->replicated, &sharding->unreduced,
	                                    &sharding->reduced, &sharding->manual};
	if (index < sharding->rank)
		return &sharding->dims[index].axes;
	index -= sharding->rank;
	return index < sizeof lists / sizeof *lists ? lists[index] : NULL;
}

bool named_sharding_uses(const struct named_sharding *sharding, uint32_t axis)
{
	const struct axis_parts *parts;
	for (uint32_t list = 0; (parts = named_sharding_parts(sharding, list)); list++)
		for (uint32_t i = 0; i < parts->count; i++)
			if (parts->items[i].axis == axis)
				return true;
	return false;
}
