/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/halo.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"
#include "reshard/reshard_rules.h"

/* Even windows: shard i starts at element i * each of the new layout, and i * had of the old. */
struct windows {
	int64_t had, each; /* elements per shard before and after */
	int64_t shards;
};

static int64_t window_left(int64_t shard, const void *context)
{
	const struct windows *w = context;
	return (w->had - w->each) * shard;
}

static int64_t window_right(int64_t shard, const void *context)
{
	const struct windows *w = context;
	return (w->each - w->had) * (shard + 1);
}

/* The sizes are linear in the shard, so the largest stands at an end. */
static int64_t larger_end(halo_size *size, const struct windows *w, int64_t first, int64_t last)
{
	int64_t a = size(first, w), b = size(last, w);
	return a > b ? a : b;
}

static int64_t min64(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t max64(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/*
 * One permute of `size` elements along `dim` between shards `distance` apart, to the right
 * (distance > 0) or to the left; pairs in the order of the array.
 */
static void shift(struct resharder *resharder, struct shards value, uint32_t dim, int64_t distance,
                  int64_t size)
{
	const struct tiling *t = value.tiling;
	if (resharder->outcome != RESHARD_PREDICTED)
		return;
	int64_t stride = t->replicas, apart = distance < 0 ? -distance : distance;
	for (uint32_t i = dim + 1; i < t->rank; i++)
		stride *= t->tiles[i];
	struct reshard_pair *pairs =
	    arena_new(resharder->scratch, struct reshard_pair, (size_t)t->count);
	uint32_t count = 0;
	for (int64_t at = 0; at < t->count; at++) {
		if (at / stride % t->tiles[dim] < apart)
			continue;
		int32_t here = t->devices[at], there = t->devices[at - apart * stride];
		pairs[count++] = distance > 0 ? (struct reshard_pair){there, here}
		                              : (struct reshard_pair){here, there};
	}
	if (count)
		resharder_permute(resharder, pairs, count,
		                  resharder_sizes_with(resharder, value.local, t->rank, dim, size),
		                  t->rank);
}

/*
 * Each shard gets whole halos from neighbour after neighbour, farthest on the left first (xla
 * ExchangeHalo). False when that reaches too far.
 */
static bool exchange_plain(struct resharder *resharder, struct shards value, uint32_t dim,
                           struct windows w)
{
	int64_t n = value.local[dim], last = w.shards - 1;
	int64_t left = larger_end(window_left, &w, 1, last);
	int64_t right = larger_end(window_right, &w, 0, last - 1);
	if (left + right + n >= n * w.shards && (left > n || right > n))
		return false;
	int64_t start = -larger_end(window_left, &w, 0, last);
	int64_t stop = n + larger_end(window_right, &w, 0, last);
	if (start >= stop)
		return false;
	for (int64_t k = left > 0 ? ceiling_divide(left, n) - 1 : -1; k >= 0; k--)
		if (-(k + 1) * n < stop)
			shift(resharder, value, dim, k + 1,
			      min64(left - n * k, n) - max64(-k * n - stop, 0));
	int64_t skipped = min64(max64(start - n, 0), max64(right, 0)) / n;
	for (int64_t k = skipped; k * n < right; k++)
		shift(resharder, value, dim, -(k + 1),
		      min64(right - n * k, n) - max64(start - (k + 1) * n, 0));
	return true;
}

enum exchange { EXCHANGED, TOO_FAR };

/* Gives each shard its window (xla ExchangeHaloAndGetValidData). */
static enum exchange exchange(struct resharder *resharder, struct shards value, uint32_t dim,
                              struct windows w)
{
	int64_t n = value.local[dim], last = w.shards - 1;
	int64_t reach =
	    max64(larger_end(window_left, &w, 0, last), larger_end(window_right, &w, 0, last));
	int64_t window = n + w.each - w.had;
	if (window == w.each && reach > 2 * w.each) {
		if (2 * window >= w.shards * n)
			return TOO_FAR;
		struct halo halo = {window_left, window_right, &w};
		halo_exchange_compact(resharder, value, dim, halo);
		return EXCHANGED;
	}
	return exchange_plain(resharder, value, dim, w) ? EXCHANGED : TOO_FAR;
}

/* The same value with the dimension gathered, as far as the tiling goes. */
static struct shards gather_one(struct resharder *resharder, struct shards value, uint32_t dim)
{
	bool whole[TILING_MAX_RANK] = {false};
	whole[dim] = true;
	const struct tiling *gathered =
	    tiling_replicated_on(resharder->scratch, value.tiling, whole);
	return reshard_value(resharder, value, gathered, true);
}

/* The first `shards` of the dimension only, for values that end before the last one. */
static const struct tiling *trimmed(struct arena *arena, const struct tiling *tiling, uint32_t dim,
                                    int32_t shards)
{
	assert(dim < tiling->rank && shards <= tiling->tiles[dim]);
	int32_t tiles[TILING_MAX_RANK], stride = tiling->replicas, count = 0;
	memcpy(tiles, tiling->tiles, tiling->rank * sizeof(*tiles));
	tiles[dim] = shards;
	for (uint32_t i = dim + 1; i < tiling->rank; i++)
		stride *= tiling->tiles[i];
	int32_t *devices = arena_new(arena, int32_t, (size_t)tiling->count);
	for (int32_t i = 0; i < tiling->count; i++)
		if (i / stride % tiling->tiles[dim] < shards)
			devices[count++] = tiling->devices[i];
	return tiling_make(arena, tiling->rank, tiles, tiling->replicas, devices);
}

/*
 * Fewer elements than shards: the shards that have nothing to give stay out of the exchange, and
 * the others cut off what lies past the end. Returns how many take part.
 */
static int64_t trim(struct resharder *resharder, struct shards *value, uint32_t dim, int64_t high,
                    struct windows *w)
{
	int64_t n = value->local[dim], total = value->extents[dim] + high;
	int64_t useful = ceiling_divide(total, n);
	if (useful >= w->shards)
		return w->shards;
	w->shards = max64(useful, total);
	if (w->shards <= 1)
		return 1;
	if (high < 0 && total < n)
		n = total;
	w->had = n;
	value->tiling = trimmed(resharder->scratch, value->tiling, dim, (int32_t)w->shards);
	value->local = resharder_sizes_with(resharder, value->local, value->tiling->rank, dim, n);
	return w->shards;
}

const int64_t *halo_relayout(struct resharder *resharder, struct shards value, uint32_t dim,
                             int64_t high, int64_t *left_over)
{
	int64_t shards = value.tiling->tiles[dim], total = value.extents[dim] + high;
	*left_over = high;
	if (high == 0 || shards == 1)
		return value.local;
	if (total < 1) {
		resharder_stop(resharder, RESHARD_UNKNOWN, "a shard would have no elements");
		return value.local;
	}
	const struct shards whole = value;
	struct windows w = {ceiling_divide(value.extents[dim], shards),
	                    ceiling_divide(total, shards), shards};
	if (total < shards && trim(resharder, &value, dim, high, &w) == 1) {
		*left_over = total - whole.local[dim];
		return whole.local;
	}
	*left_over = 0;
	if (exchange(resharder, value, dim, w) == TOO_FAR)
		value = gather_one(resharder, whole, dim);
	return resharder_sizes_with(resharder, value.local, whole.tiling->rank, dim, w.each);
}
