/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/windows.h"

#include "base/checked.h"
#include "reshard/halo.h"

/* What windows may say: positions times shards then stay within 64 bits. */
#define MAX_WINDOW RESHARD_MAX_EXTENT

bool window_is_trivial(const struct shards_window *w)
{
	return w->size == 1 && w->stride == 1 && w->low == 0 && w->high == 0 &&
	       w->base_dilation == 1 && w->window_dilation == 1;
}

/* a / b rounded up, of any sign; b > 0. */
static int64_t ceiling(int64_t a, int64_t b)
{
	return a / b + (a % b > 0);
}

static int64_t max64(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* The first element that the windows of a shard cover, counted with the padding before. */
static int64_t window_start(const struct window_cut *c, int64_t shard)
{
	return (c->step * shard + c->start) / c->dilation;
}

static int64_t window_limit(const struct window_cut *c, int64_t shard)
{
	return (c->step * shard + c->limit) / c->dilation;
}

static int64_t window_left(int64_t shard, const void *context)
{
	const struct window_cut *c = context;
	return c->had * shard + c->before - window_start(c, shard);
}

static int64_t window_right(int64_t shard, const void *context)
{
	const struct window_cut *c = context;
	return window_limit(c, shard) - (c->had * (shard + 1) + c->before);
}

static bool within(int64_t value, int64_t low, int64_t high)
{
	return value >= low && value <= high;
}

/* Places of the padded and dilated value; false when numbers are beyond what is taken. */
static bool padded_size(const struct shards_window *w, int64_t extent, int64_t *size)
{
	bool sane =
	    within(w->size, 0, MAX_WINDOW) && within(w->stride, 1, MAX_WINDOW) &&
	    within(w->low, -MAX_WINDOW, MAX_WINDOW) && within(w->high, -MAX_WINDOW, MAX_WINDOW) &&
	    within(w->base_dilation, 1, MAX_WINDOW) && within(w->window_dilation, 1, MAX_WINDOW);
	if (!sane || !checked_multiply(size, extent - 1, w->base_dilation))
		return false;
	*size += 1 + w->low + w->high;
	return within(*size, -2 * MAX_WINDOW, 2 * MAX_WINDOW);
}

/*
 * Fewer windows than shards: the last shards may hold nothing of use, and take no part. What lies
 * past the end of a single shard's useful elements is cut off first.
 */
static void leave_out_last(struct window_cut *c, const struct shards_window *w, int64_t extent,
                           int64_t full, int64_t count)
{
	int64_t useful = ceiling(extent + w->high, c->had);
	if (useful >= c->shards)
		return;
	c->shards = max64(useful, count);
	if (c->shards <= 1)
		return;
	bool padded = c->had * c->shards > extent && w->high > 0;
	if (!padded && w->high < 0 && full - w->low < c->had)
		c->had = full - w->low;
	c->extent = c->had * c->shards;
}

/*
 * Padding so negative that the shards after the first few, which have windows, hold nothing of use
 * take no part. False: the compiler's own check that two are left fails.
 */
static bool leave_out_middle(struct window_cut *c, int64_t full, int64_t count)
{
	int64_t skip = -c->before / c->had - count;
	if (skip <= 0)
		return true;
	c->shards -= skip;
	c->skip_from = count;
	c->skip = skip;
	c->before += skip * c->had;
	int64_t slack = -c->before - c->had * (c->shards - 1);
	if (slack > 0) {
		c->had -= slack;
		c->before += slack * c->shards;
		if (full < c->had) {
			c->before += (c->had - full) * (c->shards - 1);
			c->had = full;
		}
	}
	c->extent = c->had * c->shards;
	return c->shards > 1;
}

/* Where the windows of each shard stand, `each` of them; false when they cannot be dealt out so. */
static bool place_windows(struct window_cut *c, const struct shards_window *w, int64_t full,
                          int64_t each)
{
	int64_t dilated = 1 + (w->size - 1) * w->window_dilation;
	if (full < dilated || !checked_multiply(&c->step, w->stride, each))
		return false;
	if (w->stride != 1 && c->step % w->base_dilation != 0)
		return false;
	c->dilation = w->base_dilation;
	c->start = w->base_dilation - 1 - w->low % w->base_dilation;
	c->limit = c->start + c->step - w->stride + dilated;
	for (int64_t i = 0; i < c->shards; i++)
		c->size = max64(c->size, window_limit(c, i) - window_start(c, i));
	return true;
}

static bool beyond_limits(struct resharder *resharder)
{
	resharder_stop(resharder, RESHARD_UNKNOWN,
	               "a window reaches beyond 2^40 elements or has none");
	return false;
}

/* How one dimension of several tiles is cut, with `local` elements a shard. */
static bool cut_dimension(struct resharder *resharder, struct window_cut *c,
                          const struct shards_window *w, int64_t extent)
{
	int64_t full, tiles = c->shards, dilated;
	if (!padded_size(w, extent, &full) ||
	    !checked_multiply(&dilated, w->size - 1, w->window_dilation) ||
	    !within(++dilated, 0, 2 * MAX_WINDOW))
		return beyond_limits(resharder);
	int64_t count = (full - dilated) / w->stride + 1;
	bool few = count < tiles && w->window_dilation == 1 && w->base_dilation == 1;
	if (few)
		leave_out_last(c, w, extent, full, count);
	if (c->shards <= 1) {
		c->shards = 1;
		return true;
	}
	c->before = w->low / w->base_dilation;
	if (few && !leave_out_middle(c, full, count)) {
		resharder_stop(resharder, RESHARD_ABORTS,
		               "the partitioner leaves all shards but one out of an exchange, and "
		               "its check fails");
		return false;
	}
	return c->had > 0 ? place_windows(c, w, full, ceiling(count, tiles))
	                  : beyond_limits(resharder);
}

const struct window_cut *windows_cut(struct resharder *resharder, const struct tiling *target,
                                     const int64_t *local, const int64_t *extents,
                                     const struct shards_window *windows)
{
	struct window_cut *cuts = arena_new(resharder->scratch, struct window_cut, target->rank);
	for (uint32_t i = 0; i < target->rank; i++) {
		struct window_cut *c = &cuts[i];
		c->shards = target->tiles[i];
		c->skip_from = -1;
		c->had = local[i];
		c->extent = extents[i];
		c->moves = c->shards > 1 && !window_is_trivial(&windows[i]) && local[i] > 0;
		if (c->moves && !cut_dimension(resharder, c, &windows[i], extents[i]))
			return NULL;
	}
	return cuts;
}

/* The devices of the shards that take part. */
static const struct tiling *trimmed(struct arena *arena, const struct tiling *tiling,
                                    const struct window_cut *cuts)
{
	int32_t tiles[TILING_MAX_RANK], count = tiling->replicas;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		tiles[i] = (int32_t)cuts[i].shards;
		count *= tiles[i];
	}
	if (count == tiling->count)
		return tiling;
	int32_t *devices = arena_new(arena, int32_t, (size_t)count);
	for (int32_t at = 0; at < count; at++) {
		int32_t rest = at / tiling->replicas, from = 0, stride = tiling->replicas;
		for (uint32_t i = tiling->rank; i-- > 0;) {
			int32_t index = rest % tiles[i];
			rest /= tiles[i];
			if (cuts[i].skip && index >= cuts[i].skip_from)
				index += (int32_t)cuts[i].skip;
			from += index * stride;
			stride *= tiling->tiles[i];
		}
		devices[at] = tiling->devices[from + at % tiling->replicas];
	}
	return tiling_make(arena, tiling->rank, tiles, tiling->replicas, devices);
}

/* The part of the value that takes part in the exchange, before it. */
static struct shards part_of(struct resharder *resharder, struct shards value,
                             const struct window_cut *cuts)
{
	uint32_t rank = value.tiling->rank;
	int64_t *local = arena_copy(resharder->scratch, value.local, rank, sizeof *local);
	int64_t *extents = arena_copy(resharder->scratch, value.extents, rank, sizeof *extents);
	for (uint32_t i = 0; i < rank; i++) {
		if (!cuts[i].moves)
			continue;
		local[i] = cuts[i].had;
		extents[i] = cuts[i].extent;
	}
	return shards_of(trimmed(resharder->scratch, value.tiling, cuts), local, extents);
}

enum window_outcome windows_exchange(struct resharder *resharder, struct shards *value,
                                     const struct window_cut *cuts)
{
	if (!cuts)
		return WINDOWS_FAIL;
	uint32_t latest = resharder->latest;
	int64_t taking_part = 1;
	for (uint32_t i = 0; i < value->tiling->rank; i++)
		taking_part *= cuts[i].shards;
	if (taking_part == 1)
		return WINDOWS_DONE;
	struct shards part = part_of(resharder, *value, cuts);
	for (uint32_t i = 0; i < part.tiling->rank; i++) {
		const struct window_cut *c = &cuts[i];
		if (!c->moves || c->shards == 1)
			continue;
		/* An exchange before it has shards of its own; those of this dimension are as
		 * they were cut. */
		struct window_cut now = *c;
		now.had = ceiling(c->extent, c->shards);
		struct halo halo = {window_left, window_right, &now, c->before, c->size};
		if (!halo_exchange(resharder, part, i, halo)) {
			resharder->latest = latest;
			return WINDOWS_TOO_FAR;
		}
		part.local =
		    resharder_sizes_with(resharder, part.local, part.tiling->rank, i, c->size);
	}
	value->local = part.local;
	return WINDOWS_DONE;
}
