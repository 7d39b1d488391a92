/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/named_tiling.h"

#include <string.h>

/* Adds a part at the minor end; one that continues the last is made one with it. `room` is there.
 */
static void append(struct axis_part *items, uint32_t *count, struct axis_part part)
{
	struct axis_part *last = *count ? &items[*count - 1] : NULL;
	if (part.size == 1)
		return;
	if (last && last->axis == part.axis && last->before * last->size == part.before)
		last->size *= part.size;
	else
		items[(*count)++] = part;
}

/* The two lists, one after the other. */
static struct axis_parts joined(struct arena *arena, struct axis_parts a, struct axis_parts b)
{
	struct axis_part *items = arena_new(arena, struct axis_part, a.count + b.count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < a.count; i++)
		append(items, &count, a.items[i]);
	for (uint32_t i = 0; i < b.count; i++)
		append(items, &count, b.items[i]);
	return (struct axis_parts){items, count};
}

/* Cuts a list after a major part of `size` tiles; false when it has no such part. */
static bool cut(struct arena *arena, struct axis_parts list, int64_t size, struct axis_parts *major,
                struct axis_parts *minor)
{
	struct axis_part *items = arena_new(arena, struct axis_part, list.count + 1);
	uint32_t i = 0, count = 0;
	for (; i < list.count && size % list.items[i].size == 0; i++) {
		items[count++] = list.items[i];
		size /= list.items[i].size;
	}
	*major = (struct axis_parts){items, count};
	*minor = (struct axis_parts){list.items + i, list.count - i};
	if (size == 1)
		return true;
	if (i == list.count || list.items[i].size % size != 0)
		return false;
	struct axis_part part = list.items[i];
	items[major->count++] = (struct axis_part){part.axis, part.before, size};
	struct axis_part *rest = arena_new(arena, struct axis_part, minor->count);
	memcpy(rest, minor->items, minor->count * sizeof(*rest));
	rest[0] = (struct axis_part){part.axis, part.before * size, part.size / size};
	minor->items = rest;
	return true;
}

/* Room for the dimensions of a tiling like this one but for its rank. */
static struct named_tiling *like(struct arena *arena, const struct named_tiling *named,
                                 uint32_t rank, struct axis_parts **dims)
{
	struct named_tiling *result = arena_new(arena, struct named_tiling, 1);
	*dims = arena_new(arena, struct axis_parts, rank);
	*result = (struct named_tiling){named->mesh, *dims, rank};
	return result;
}

const struct named_tiling *named_tiling_make(struct arena *arena, const struct mesh_axes *mesh,
                                             const struct axis_list *dims, uint32_t rank)
{
	struct axis_parts *lists = arena_new(arena, struct axis_parts, rank);
	struct named_tiling *result = arena_new(arena, struct named_tiling, 1);
	for (uint32_t i = 0; i < rank; i++) {
		struct axis_part *items = arena_new(arena, struct axis_part, dims[i].count);
		for (uint32_t k = 0; k < dims[i].count; k++) {
			uint32_t axis = dims[i].axes[k];
			append(items, &lists[i].count,
			       (struct axis_part){axis, 1, mesh->sizes[axis]});
		}
		lists[i].items = items;
	}
	*result = (struct named_tiling){mesh, lists, rank};
	return result;
}

const struct named_tiling *named_tiling_split(struct arena *arena, const struct named_tiling *named,
                                              uint32_t dim, int64_t major)
{
	struct axis_parts *dims;
	struct named_tiling *result = like(arena, named, named->rank + 1, &dims);
	for (uint32_t i = 0; i < named->rank; i++)
		dims[i + (i > dim)] = named->dims[i];
	if (!cut(arena, named->dims[dim], major, &dims[dim], &dims[dim + 1]))
		return NULL;
	return result;
}

const struct named_tiling *named_tiling_merged(struct arena *arena,
                                               const struct named_tiling *named, uint32_t dim)
{
	struct axis_parts *dims;
	struct named_tiling *result = like(arena, named, named->rank - 1, &dims);
	for (uint32_t i = 0; i < named->rank; i++)
		dims[i - (i > dim)] = named->dims[i];
	dims[dim] = joined(arena, named->dims[dim], named->dims[dim + 1]);
	return result;
}

const struct named_tiling *
named_tiling_replicated_on(struct arena *arena, const struct named_tiling *named, const bool *whole)
{
	struct axis_parts *dims;
	struct named_tiling *result = like(arena, named, named->rank, &dims);
	for (uint32_t i = 0; i < named->rank; i++)
		if (!whole[i])
			dims[i] = named->dims[i];
	return result;
}

const struct named_tiling *named_tiling_moved(struct arena *arena, const struct named_tiling *named,
                                              uint32_t source, uint32_t target, int64_t kept)
{
	struct axis_parts *dims, rest;
	struct named_tiling *result = like(arena, named, named->rank, &dims);
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
	int64_t end = *start = named->mesh->sizes[axis];
	for (uint32_t i = 0; i < named->rank; i++)
		for (uint32_t k = 0; k < named->dims[i].count; k++) {
			struct axis_part part = named->dims[i].items[k];
			if (part.axis != axis || part.before < before || part.before >= *start)
				continue;
			*start = part.before;
			end = part.before * part.size;
		}
	return end;
}

/* The parts of axes that no dimension uses, in the order of the mesh. */
static struct axis_parts unused(struct arena *arena, const struct named_tiling *named)
{
	uint32_t room = named->mesh->count, count = 0;
	for (uint32_t i = 0; i < named->rank; i++)
		room += named->dims[i].count;
	struct axis_part *items = arena_new(arena, struct axis_part, room);
	for (uint32_t axis = 0; axis < named->mesh->count; axis++)
		for (int64_t at = 1, start; at < named->mesh->sizes[axis];) {
			int64_t end = next_used(named, axis, at, &start);
			append(items, &count, (struct axis_part){axis, at, start / at});
			at = end;
		}
	return (struct axis_parts){items, count};
}

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* Takes `size` tiles off the front of the list, part by part; false where a part would be 1. */
static bool take(struct arena *arena, struct axis_parts *list, int64_t size,
                 struct axis_parts *taken)
{
	struct axis_part *items = arena_new(arena, struct axis_part, 2 * list->count + 1);
	uint32_t count = 0;
	while (size > 1) {
		struct axis_part part = list->count ? list->items[0] : (struct axis_part){0, 1, 1};
		int64_t common = greatest_common_divisor(size, part.size);
		if (common == 1)
			return false;
		append(items, &count, (struct axis_part){part.axis, part.before, common});
		size /= common;
		struct axis_part *rest = arena_new(arena, struct axis_part, list->count);
		memcpy(rest, list->items, list->count * sizeof(*rest));
		rest[0].before *= common;
		rest[0].size /= common;
		list->items = rest[0].size == 1 ? rest + 1 : rest;
		list->count -= rest[0].size == 1;
	}
	*taken = (struct axis_parts){items, count};
	return true;
}

const struct named_tiling *named_tiling_dealt(struct arena *arena, const struct named_tiling *named,
                                              const int64_t *factors)
{
	struct axis_parts *dims, left = unused(arena, named);
	struct named_tiling *result = like(arena, named, named->rank, &dims);
	for (uint32_t i = 0; i < named->rank; i++) {
		struct axis_parts taken;
		if (!take(arena, &left, factors[i], &taken))
			return NULL;
		dims[i] = joined(arena, named->dims[i], taken);
	}
	return result;
}
