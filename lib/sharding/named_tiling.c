/* SPDX-License-Identifier: Apache-2.0 */
#include "sharding/named_tiling.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"

/* Adds a part unless it is of size 1. */
static void append(struct arena *arena, struct axis_parts *parts, struct axis_part part)
{
	if (part.size > 1)
		axis_parts_add(arena, parts, part);
}

/* The two lists, one after the other. */
static struct axis_parts joined(struct arena *arena, struct axis_parts a, struct axis_parts b)
{
	struct axis_parts both = {0};
	for (uint32_t i = 0; i < a.count; i++)
		append(arena, &both, a.items[i]);
	for (uint32_t i = 0; i < b.count; i++)
		append(arena, &both, b.items[i]);
	return both;
}

/* Cuts a list after a major part of `size` tiles; false when it has no such part. */
static bool cut(struct arena *arena, struct axis_parts list, int64_t size, struct axis_parts *major,
                struct axis_parts *minor)
{
	*major = *minor = (struct axis_parts){0};
	for (uint32_t i = 0; i < list.count; i++) {
		struct axis_part part = list.items[i], rest = part;
		part.size = size % part.size == 0 ? part.size : size;
		if (rest.size % part.size != 0)
			return false;
		rest.pre *= part.size;
		rest.size /= part.size;
		size /= part.size;
		append(arena, major, part);
		append(arena, minor, rest);
	}
	return size == 1;
}

/* Room for the dimensions of a tiling like this one but for its rank. */
static struct named_tiling *room_like(struct arena *arena, const struct named_tiling *named,
                                      uint32_t rank, struct axis_parts **dims)
{
	struct named_tiling *result = arena_new(arena, struct named_tiling, 1);
	*dims = arena_new(arena, struct axis_parts, rank);
	*result = (struct named_tiling){named->mesh, *dims, rank};
	return result;
}

const struct named_tiling *named_tiling_make(struct arena *arena, const struct named_mesh *mesh,
                                             const struct axis_parts *dims, uint32_t rank)
{
	struct axis_parts *lists = arena_new(arena, struct axis_parts, rank);
	struct named_tiling *result = arena_new(arena, struct named_tiling, 1);
	for (uint32_t i = 0; i < rank; i++)
		lists[i] = joined(arena, dims[i], (struct axis_parts){0});
	*result = (struct named_tiling){mesh, lists, rank};
	return result;
}

const struct named_tiling *named_tiling_split(struct arena *arena, const struct named_tiling *named,
                                              uint32_t dim, int64_t major)
{
	assert(dim < named->rank && major >= 1);
	struct axis_parts *dims;
	struct named_tiling *result = room_like(arena, named, named->rank + 1, &dims);
	for (uint32_t i = 0; i < named->rank; i++)
		dims[i + (i > dim)] = named->dims[i];
	if (!cut(arena, named->dims[dim], major, &dims[dim], &dims[dim + 1]))
		return NULL;
	return result;
}

const struct named_tiling *named_tiling_merged(struct arena *arena,
                                               const struct named_tiling *named, uint32_t dim)
{
	assert(dim + 1 < named->rank);
	struct axis_parts *dims;
	struct named_tiling *result = room_like(arena, named, named->rank - 1, &dims);
	for (uint32_t i = 0; i < named->rank; i++)
		dims[i - (i > dim)] = named->dims[i];
	dims[dim] = joined(arena, named->dims[dim], named->dims[dim + 1]);
	return result;
}

const struct named_tiling *
named_tiling_replicated_on(struct arena *arena, const struct named_tiling *named, const bool *whole)
{
	struct axis_parts *dims;
	struct named_tiling *result = room_like(arena, named, named->rank, &dims);
	for (uint32_t i = 0; i < named->rank; i++)
		if (!whole[i])
			dims[i] = named->dims[i];
	return result;
}

const struct named_tiling *named_tiling_moved(struct arena *arena, const struct named_tiling *named,
                                              uint32_t source, uint32_t target, int64_t kept)
{
	assert(source < named->rank && target < named->rank && source != target);
	struct axis_parts *dims, rest;
	struct named_tiling *result = room_like(arena, named, named->rank, &dims);
	memcpy(dims, named->dims, named->rank * sizeof(*dims));
	if (!cut(arena, named->dims[source], kept, &dims[source], &rest))
		return NULL;
	dims[target] = joined(arena, named->dims[target], rest);
	return result;
}

/* The end of the first used part of the axis at or after `before`, and where that part starts. */
static int64_t next_used(const struct named_tiling *named, uint32_t axis, int64_t before,
                         int64_t *start)
{
	assert(axis < named->mesh->naxes);
	int64_t end = *start = named->mesh->axes[axis].size;
	for (uint32_t i = 0; i < named->rank; i++)
		for (uint32_t k = 0; k < named->dims[i].count; k++) {
			struct axis_part part = named->dims[i].items[k];
			if (part.axis != axis || part.pre < before || part.pre >= *start)
				continue;
			*start = part.pre;
			end = part.pre * part.size;
		}
	return end;
}

/* The parts of axes that no dimension uses, in the order of the mesh. */
static struct axis_parts unused(struct arena *arena, const struct named_tiling *named)
{
	struct axis_parts parts = {0};
	for (uint32_t axis = 0; axis < named->mesh->naxes; axis++)
		for (int64_t at = 1, start; at < named->mesh->axes[axis].size;) {
			int64_t end = next_used(named, axis, at, &start);
			append(arena, &parts,
			       (struct axis_part){.axis = axis, .pre = at, .size = start / at});
			at = end;
		}
	return parts;
}

/* Takes `size` tiles off the front of the list, part by part; false where a part would be 1. */
static bool take_front(struct arena *arena, struct axis_parts *list, int64_t size,
                       struct axis_parts *taken)
{
	*taken = (struct axis_parts){0};
	while (size > 1 && list->count) {
		struct axis_part *left = list->items, part = *left;
		part.size = greatest_common_divisor(size, left->size);
		if (part.size == 1)
			return false;
		append(arena, taken, part);
		size /= part.size;
		left->pre *= part.size;
		left->size /= part.size;
		list->items += left->size == 1;
		list->count -= left->size == 1;
	}
	return size == 1;
}

const struct named_tiling *named_tiling_dealt(struct arena *arena, const struct named_tiling *named,
                                              const int64_t *factors)
{
	struct axis_parts *dims, left = unused(arena, named);
	struct named_tiling *result = room_like(arena, named, named->rank, &dims);
	for (uint32_t i = 0; i < named->rank; i++) {
		struct axis_parts taken;
		if (!take_front(arena, &left, factors[i], &taken))
			return NULL;
		dims[i] = joined(arena, named->dims[i], taken);
	}
	return result;
}

const struct named_tiling *named_tiling_mapped(struct arena *arena,
                                               const struct named_tiling *named, const int32_t *to,
                                               uint32_t rank)
{
	struct axis_parts *dims;
	struct named_tiling *result = room_like(arena, named, rank, &dims);
	for (uint32_t i = 0; i < named->rank; i++)
		if (to[i] >= 0)
			dims[to[i]] = named->dims[i];
	return result;
}

static bool uses_whole_axes(const struct named_tiling *named)
{
	for (uint32_t i = 0; i < named->rank; i++)
		if (axis_parts_any_cut(named->mesh, &named->dims[i]))
			return false;
	return true;
}

static bool uses_axis(const struct named_tiling *named, uint32_t axis)
{
	for (uint32_t i = 0; i < named->rank; i++)
		for (uint32_t k = 0; k < named->dims[i].count; k++)
			if (named->dims[i].items[k].axis == axis)
				return true;
	return false;
}

const struct named_tiling *named_tiling_refined(struct arena *arena,
                                                const struct named_tiling *coarse,
                                                const struct named_tiling *fine)
{
	assert(coarse->mesh == fine->mesh && coarse->rank == fine->rank);
	struct axis_parts *dims;
	struct named_tiling *result = room_like(arena, coarse, coarse->rank, &dims);
	if (!uses_whole_axes(coarse) || !uses_whole_axes(fine))
		return NULL;
	for (uint32_t i = 0; i < coarse->rank; i++) {
		struct axis_parts own = coarse->dims[i], others = fine->dims[i];
		dims[i] = own;
		if (own.count)
			continue;
		for (uint32_t k = 0; k < others.count && !uses_axis(coarse, others.items[k].axis);
		     k++)
			append(arena, &dims[i], others.items[k]);
		if (others.count && !dims[i].count)
			return NULL;
	}
	return result;
}
