/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/slice/rotate.h"

#include "base/checked.h"
#include "partition/slice/patterns.h"
#include "partition/slice/windowed.h"

/* A value to be turned along a dimension in which it is sharded. */
struct turn {
	struct partitioner *p;
	struct shards value;
	uint32_t dim;
	int64_t shard, shards; /* elements of one, and how many hold anything */
};

/* The pairs by which every shard goes `distance` shards on, past the last to the first; NULL when
 * nothing moves. */
static struct reshard_pair *pairs_of(const struct turn *turn, int64_t distance, uint32_t *count)
{
	const struct tiling *t = turn->value.tiling;
	int64_t stride = t->replicas, tiles = t->tiles[turn->dim];
	struct reshard_pair *pairs =
	    arena_new(turn->p->arena, struct reshard_pair, (size_t)t->count);
	for (uint32_t i = turn->dim + 1; i < t->rank; i++)
		stride *= t->tiles[i];
	*count = 0;
	for (int64_t at = 0; at < t->count; at++) {
		int64_t from = at / stride % tiles, to = (from + distance) % turn->shards;
		if (from < turn->shards)
			pairs[(*count)++] = (struct reshard_pair){
			    t->devices[at], t->devices[at + (to - from) * stride]};
	}
	bool moves = distance % turn->shards != 0 || *count < (uint32_t)t->count;
	return moves ? pairs : NULL;
}

/* Every shard made of the pieces of others that stand `amount` elements before it. */
static struct shards turned_by(const struct turn *turn, int64_t amount)
{
	struct partitioner *p = turn->p;
	const struct shards *value = &turn->value;
	struct shards result = *value;
	int64_t n = turn->shard;
	for (int64_t at = 0, size; at < n; at += size) {
		int64_t distance = amount > at ? ceiling_divide(amount - at, n) : 0;
		int64_t offset = distance * n - amount + at;
		uint32_t count = 0;
		size = n - (offset > at ? offset : at);
		struct reshard_pair *pairs = distance ? pairs_of(turn, distance, &count) : NULL;
		if (!pairs)
			continue;
		const int64_t *sizes = resharder_sizes_with(&p->resharder, value->local,
		                                            value->tiling->rank, turn->dim, size);
		result = depending_on(p, result, permuted(p, *value, pairs, count, sizes));
	}
	return result;
}

/* The value turned to the right (xla HandleCustomCallSPMDInternal_RotateRight). */
static struct shards rotated(struct partitioner *p, struct shards value, uint32_t dim,
                             int64_t amount)
{
	int64_t size = value.extents[dim], n = value.local[dim];
	if (size == 0 || amount % size == 0)
		return value;
	amount %= size;
	struct turn turn = {p, value, dim, n, ceiling_divide(size, n)};
	int64_t padding = turn.shards * n - size;
	struct shards result = turned_by(&turn, amount);
	if (padding) {
		struct shards with = turned_by(&turn, (amount + padding) % (n * turn.shards));
		result = depending_on(p, with, result);
	}
	result = renewed(p, result);
	result.splat = false;
	result.constant_dims = 0;
	result.place = result.source = p->resharder.place;
	return result;
}

/* The value in the middle, padded to the size of the concatenation. */
static struct shards padded(struct partitioner *p, const struct instruction *concatenate,
                            const struct wrap *wrap, const struct tiling *target)
{
	const struct hlo_shape *shape = concatenate->shape;
	const struct tiling *none = replicated_tiling(p, shape->rank);
	struct shards value = operand_value(p, wrap->piece, 0);
	struct shards_window *windows = trivial_windows(p, shape->rank);
	windows[concatenate->dims[0]].low = wrap->low;
	windows[concatenate->dims[0]].high = wrap->high;
	struct shards read = windowed(p, value, windows, target);
	if (read.tiling)
		return computed_leaf(p, concatenate, 0, target, &read, 1);
	read = reshard(p, value, none);
	return reshard(p, computed_leaf(p, concatenate, 0, none, &read, 1), target);
}

static void wrapped(struct partitioner *p, const struct instruction *concatenate,
                    const struct wrap *wrap)
{
	const struct hlo_shape *shape = concatenate->shape;
	const struct tiling *target = result_tiling(p, concatenate);
	uint32_t dim = (uint32_t)concatenate->dims[0];
	int64_t size = shape->dims[dim];
	struct shards value = padded(p, concatenate, wrap, target);
	struct shards first = rotated(p, value, dim, size - (wrap->low_start + wrap->low));
	struct shards last =
	    rotated(p, value, dim, size - (wrap->high_start + wrap->low + wrap->high));
	/* The selection of the end comes first, of it or of the selection of the start. */
	struct shards read[] = {last, first, value};
	set_result(p, concatenate, computed_leaf(p, concatenate, 0, target, read, 3));
}

bool partition_as_rotation(struct partitioner *p, const struct instruction *concatenate)
{
	const struct instruction *piece;
	struct wrap wrap;
	int64_t amount = find_rotation(p, concatenate, &piece);
	if (amount >= 0) {
		const struct tiling *target = result_tiling(p, concatenate);
		struct shards read = reshard(p, operand_value(p, piece, 0), target);
		set_result(p, concatenate,
		           rotated(p, read, (uint32_t)concatenate->dims[0], amount));
		return true;
	}
	if (!find_wrap(p, concatenate, &wrap))
		return false;
	if (wrap.resharded)
		set_unknown(p, concatenate,
		            "a wrapped value whose pieces are changed in another sharding");
	else
		wrapped(p, concatenate, &wrap);
	return true;
}
