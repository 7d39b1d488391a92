/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/halo.h"

#include <string.h>

#include "base/checked.h"
#include "reshard/reshard_rules.h"
#include "reshard/windows.h"

static int64_t min64(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t max64(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* The largest of the sizes that the shards [first, end) have. */
static int64_t largest(halo_size *size, const void *context, int64_t first, int64_t end)
{
	int64_t most = size(first, context);
	for (int64_t i = first + 1; i < end; i++)
		most = max64(most, size(i, context));
	return most;
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
		resharder_permute_part(resharder, pairs, count, value, dim, size);
}

/*
 * Each shard gets whole halos from neighbour after neighbour, farthest on the left first (xla
 * ExchangeHalo). False when that reaches too far.
 */
static bool exchange_plain(struct resharder *resharder, struct shards value, uint32_t dim,
                           struct halo halo)
{
	int64_t n = value.local[dim], shards = value.tiling->tiles[dim];
	int64_t left = largest(halo.left, halo.context, 1, shards);
	int64_t right = largest(halo.right, halo.context, 0, shards - 1);
	if (left + right + n >= n * shards && (left > n || right > n))
		return false;
	value.source = resharder->source;
	int64_t start = -largest(halo.left, halo.context, 0, shards);
	int64_t stop = n + largest(halo.right, halo.context, 0, shards);
	if (start >= stop)
		return false;
	int64_t k = left > 0 ? min64(ceiling_divide(left, n) - 1, shards - 2) : -1;
	for (; k >= 0 && resharder->outcome == RESHARD_PREDICTED; k--)
		if (-(k + 1) * n < stop)
			shift(resharder, value, dim, k + 1,
			      min64(left - n * k, n) - max64(-k * n - stop, 0));
	int64_t skipped = min64(max64(start - n, 0), max64(right, 0)) / n;
	for (k = skipped; k * n < right && k + 1 < shards; k++)
		shift(resharder, value, dim, -(k + 1),
		      min64(right - n * k, n) - max64(start - (k + 1) * n, 0));
	resharder->source = resharder->place; /* where they are put together */
	return true;
}

bool halo_exchange(struct resharder *resharder, struct shards value, uint32_t dim, struct halo halo)
{
	int64_t n = value.local[dim], shards = value.tiling->tiles[dim];
	int64_t reach = max64(largest(halo.left, halo.context, 0, shards),
	                      largest(halo.right, halo.context, 0, shards));
	if (halo.left(0, halo.context) != halo.before || reach <= 2 * halo.size)
		return exchange_plain(resharder, value, dim, halo);
	int64_t most = 0;
	for (int64_t i = 0; i < shards; i++)
		most = max64(most, n + halo.left(i, halo.context) + halo.right(i, halo.context));
	if (most != halo.size)
		return exchange_plain(resharder, value, dim, halo);
	if (2 * most >= shards * n)
		return false;
	halo_exchange_compact(resharder, value, dim, halo);
	return true;
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

const int64_t *halo_relayout(struct resharder *resharder, struct shards value, uint32_t dim,
                             int64_t high, int64_t *left_over)
{
	uint32_t rank = value.tiling->rank;
	int64_t shards = value.tiling->tiles[dim], total = value.extents[dim] + high;
	*left_over = high;
	if (high == 0 || shards == 1)
		return value.local;
	if (total < 1) {
		resharder_stop(resharder, RESHARD_UNKNOWN, "a shard would have no elements");
		return value.local;
	}
	struct shards_window *windows = arena_new(resharder->scratch, struct shards_window, rank);
	for (uint32_t i = 0; i < rank; i++)
		windows[i] = (struct shards_window){1, 1, 0, i == dim ? high : 0, 1, 1};
	const struct window_cut *cuts =
	    windows_cut(resharder, value.tiling, value.local, value.extents, windows);
	if (!cuts)
		return value.local;
	if (cuts[dim].shards == 1) {
		*left_over = total - value.local[dim];
		return value.local;
	}
	*left_over = 0;
	struct shards before = value;
	if (windows_exchange(resharder, &value, cuts) == WINDOWS_DONE)
		return value.local;
	value = gather_one(resharder, before, dim);
	return resharder_sizes_with(resharder, value.local, rank, dim, cuts[dim].size);
}
