/* SPDX-License-Identifier: Apache-2.0 */
#include "sharding/axis_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

bool axis_part_is_whole(const struct named_mesh *mesh, const struct axis_part *part)
{
	assert(part->axis < mesh->naxes);
	return part->pre == 1 && part->size == mesh->axes[part->axis].size;
}

struct axis_part axis_whole(const struct named_mesh *mesh, uint32_t axis)
{
	assert(axis < mesh->naxes);
	return (struct axis_part){.axis = axis, .pre = 1, .size = mesh->axes[axis].size};
}

void axis_part_write_cut(struct buf *out, const struct axis_part *part, int64_t whole)
{
	if (part->size != whole)
		buf_printf(out, ":(%" PRId64 ")%" PRId64, part->pre, part->size);
}

struct axis_parts named_mesh_all_axes(struct arena *arena, const struct named_mesh *mesh)
{
	struct axis_parts all = {arena_new(arena, struct axis_part, mesh->naxes), mesh->naxes};
	for (uint32_t i = 0; i < mesh->naxes; i++)
		all.items[i] = axis_whole(mesh, i);
	return all;
}

void axis_parts_push(struct arena *arena, struct axis_parts *parts, struct axis_part part)
{
	parts->items = arena_grow(arena, parts->items, parts->count * sizeof part,
	                          parts->count + 1u, sizeof part);
	parts->items[parts->count++] = part;
}

void axis_parts_add(struct arena *arena, struct axis_parts *parts, struct axis_part part)
{
	assert(part.pre >= 1 && part.size >= 1);
	struct axis_part *last = parts->count ? &parts->items[parts->count - 1] : NULL;
	if (last && last->axis == part.axis && last->pre * last->size == part.pre) {
		last->size *= part.size;
		return;
	}
	axis_parts_push(arena, parts, part);
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

bool axis_part_equal(const struct axis_part *a, const struct axis_part *b)
{
	return a->axis == b->axis && a->pre == b->pre && a->size == b->size;
}

struct axis_parts axis_parts_without(struct arena *arena, const struct axis_parts *parts,
                                     const struct axis_parts *others)
{
	struct axis_parts rest = {0};
	for (uint32_t i = 0; i < parts->count; i++) {
		uint32_t at = 0;
		while (at < others->count && !axis_part_equal(&parts->items[i], &others->items[at]))
			at++;
		if (at == others->count)
			axis_parts_push(arena, &rest, parts->items[i]);
	}
	return rest;
}

bool axis_parts_any_cut(const struct named_mesh *mesh, const struct axis_parts *parts)
{
	for (uint32_t i = 0; i < parts->count; i++)
		if (!axis_part_is_whole(mesh, &parts->items[i]))
			return true;
	return false;
}
