/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/dtensor_shards.h"

#include <assert.h>

#include "base/checked.h"

/* The elements of a dimension that are left on the way from one mesh dimension to the next. */
struct holding {
	struct arena *arena;
	struct dtensor_run *runs;
	uint32_t count, room;
	int64_t size; /* elements of all runs */
	bool crowded; /* there are more runs than are kept */
};

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void add_run(struct holding *held, int64_t start, int64_t stop)
{
	if (start >= stop)
		return;
	held->size += stop - start;
	if (held->count && held->runs[held->count - 1].stop == start) {
		held->runs[held->count - 1].stop = stop;
		return;
	}
	if (held->count == held->room) {
		held->crowded = true;
		return;
	}
	held->runs[held->count++] = (struct dtensor_run){start, stop};
}

/* Appends what stands at the places [start, stop) of the runs one after the other. */
static void take(const struct holding *from, int64_t start, int64_t stop, struct holding *into)
{
	int64_t passed = 0;
	for (uint32_t i = 0; i < from->count && passed < stop; i++) {
		const struct dtensor_run *run = &from->runs[i];
		int64_t length = run->stop - run->start;
		int64_t first = start > passed ? start - passed : 0;
		add_run(into, run->start + first, run->start + smaller(length, stop - passed));
		passed += length;
	}
}

struct dtensor_run dtensor_chunk(int64_t size, int64_t parts, int64_t index)
{
	int64_t length = ceiling_divide(size, parts), start;
	if (!checked_multiply(&start, length, index))
		start = size;
	start = smaller(start, size);
	return (struct dtensor_run){start, start + smaller(length, size - start)};
}

/* torch 2.9: cuts into parts times split_factor pieces, and takes every parts-th one. */
static void take_strided_pieces(const struct holding *from, const struct placement *placement,
                                int64_t parts, int64_t index, struct holding *into)
{
	int64_t pieces;
	if (!checked_multiply(&pieces, parts, placement->split_factor))
		pieces = INT64_MAX;
	for (int64_t i = index; i < pieces; i += parts) {
		struct dtensor_run piece = dtensor_chunk(from->size, pieces, i);
		if (piece.start >= from->size || into->crowded)
			return;
		take(from, piece.start, piece.stop, into);
		if (i > INT64_MAX - parts)
			return;
	}
}

/* torch 2.15: cuts into split_factor pieces, and takes its part of each. */
static void take_part_of_pieces(const struct holding *from, const struct placement *placement,
                                int64_t parts, int64_t index, struct holding *into)
{
	for (int64_t i = 0; i < placement->split_factor && !into->crowded; i++) {
		struct dtensor_run piece = dtensor_chunk(from->size, placement->split_factor, i);
		struct dtensor_run part = dtensor_chunk(piece.stop - piece.start, parts, index);
		if (piece.start >= from->size)
			return;
		take(from, piece.start + part.start, piece.start + part.stop, into);
	}
}

static struct holding cut(const struct torch_rules *rules, const struct holding *from,
                          const struct placement *placement, int64_t parts, int64_t index)
{
	assert(parts > 0 && index >= 0 && index < parts);
	struct holding into = {.arena = from->arena, .crowded = from->crowded};
	bool strided = placement->kind == PLACEMENT_STRIDED_SHARD && placement->split_factor > 0;
	into.room = strided ? DTENSOR_MAX_RUNS : from->count;
	into.runs = arena_new(from->arena, struct dtensor_run, into.room);
	if (!strided) {
		struct dtensor_run part = dtensor_chunk(from->size, parts, index);
		take(from, part.start, part.stop, &into);
	} else if (rules->has[DTENSOR_STRIDES_CUT_PIECES]) {
		take_part_of_pieces(from, placement, parts, index, &into);
	} else {
		take_strided_pieces(from, placement, parts, index, &into);
	}
	return into;
}

int64_t dtensor_dim(const struct placement *placement, uint32_t rank)
{
	int64_t dim = placement->dim;
	for (int times = 0; times < 2 && dim < 0; times++)
		dim += rank;
	return dim < 0 || dim >= rank ? -1 : dim;
}

bool dtensor_nest_of(struct arena *arena, const struct placement *placements,
                     struct dtensor_sizes mesh, uint32_t rank, uint32_t dim, int64_t size,
                     struct dtensor_nest *nest)
{
	uint32_t *axes = arena_new(arena, uint32_t, mesh.count);
	int64_t *sizes = arena_new(arena, int64_t, mesh.count);
	bool fits = true;
	*nest = (struct dtensor_nest){axes, sizes, 0, 1, size};
	for (uint32_t axis = 0; axis < mesh.count && fits; axis++) {
		if (!placement_shards(&placements[axis]) ||
		    dtensor_dim(&placements[axis], rank) != (int64_t)dim)
			continue;
		axes[nest->count] = axis;
		sizes[nest->count++] = mesh.items[axis];
		nest->length = ceiling_divide(nest->length, mesh.items[axis]);
		fits = checked_multiply(&nest->shards, nest->shards, mesh.items[axis]);
	}
	return fits;
}

struct dtensor_run dtensor_nested_part(const struct dtensor_nest *nest, int64_t size, int64_t index)
{
	int64_t inner = nest->shards;
	struct dtensor_run whole = {0, size};
	for (uint32_t i = 0; i < nest->count; i++) {
		inner /= nest->sizes[i];
		struct dtensor_run part = dtensor_chunk(whole.stop - whole.start, nest->sizes[i],
		                                        index / inner % nest->sizes[i]);
		whole = (struct dtensor_run){whole.start + part.start, whole.start + part.stop};
	}
	return whole;
}

bool dtensor_extent_of(struct arena *arena, const struct torch_rules *rules,
                       struct dtensor_sizes shape, struct dtensor_sizes mesh,
                       const struct placement *placements, const int64_t *coordinates, uint32_t dim,
                       struct dtensor_extent *extent)
{
	assert(dim < shape.count);
	struct dtensor_run whole = {0, shape.items[dim]};
	struct holding held = {.arena = arena, .size = whole.stop};
	held.runs = arena_copy(arena, &whole, 1, sizeof whole);
	held.count = whole.stop > 0;
	for (uint32_t i = 0; i < mesh.count && !held.crowded; i++)
		if (placement_shards(&placements[i]) &&
		    dtensor_dim(&placements[i], shape.count) == (int64_t)dim)
			held = cut(rules, &held, &placements[i], mesh.items[i], coordinates[i]);
	extent->size = held.size;
	extent->offset = held.count ? held.runs[0].start : shape.items[dim];
	extent->runs = held.runs;
	extent->nruns = held.count;
	return !held.crowded;
}
