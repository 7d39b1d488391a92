/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reshapes between whose tilings none is free: what can stay as it is makes groups of devices, and
 * inside of them elements move between the shards of one dimension, or everything is gathered (xla
 * HandleReshape, recursive_shard).
 */
#include "base/checked.h"
#include "partition/reshape.h"
#include "partition/slice/windowed.h"

/* A value whose elements are to be seen as another array. */
struct reshaping {
	struct shards operand;
	const struct tiling *target;
	const int64_t *extents; /* of the result, target->rank of them */
	uint32_t depth;
};

static struct shards reshape_within(struct partitioner *p, struct reshaping r);

/* Intervals of dimensions that are tried, times the devices. */
enum { MAX_TRIES = 1 << 26 };

static struct shards through_whole(struct partitioner *p, struct reshaping r)
{
	struct shards operand = replicate(p, r.operand);
	struct shards value = computed(p, replicated_tiling(p, r.target->rank), r.extents,
	                               operand.element_bytes, &operand, 1);
	return reshard(p, value, r.target);
}

/* The one dimension with several tiles; the rank when there is none or more than one. */
static uint32_t tiled_dim(const struct tiling *tiling)
{
	uint32_t found = tiling->rank;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		if (tiling->tiles[i] == 1)
			continue;
		if (found < tiling->rank)
			return tiling->rank;
		found = i;
	}
	return found;
}

/* Elements of the dimensions before `dim`; 0 when they are more than can be counted. */
static int64_t major_elements(const int64_t *extents, uint32_t dim)
{
	int64_t count = 1;
	for (uint32_t i = 0; i < dim; i++)
		if (!checked_multiply(&count, count, extents[i]))
			return 0;
	return count;
}

/* Windows that see dimension `dim` as if `high` elements followed it. */
static const struct shards_window *padded(struct partitioner *p, uint32_t rank, uint32_t dim,
                                          int64_t high)
{
	struct shards_window *windows = trivial_windows(p, rank);
	windows[dim].high = high;
	return windows;
}

/* A local reshape to these local sizes of a value with these extents. */
static struct shards locally(struct partitioner *p, struct shards operand,
                             const struct tiling *tiling, const int64_t *local,
                             const int64_t *extents)
{
	struct shards value = computed(p, tiling, extents, operand.element_bytes, &operand, 1);
	value.local = local;
	return value;
}

/* The tiled dimension becomes `factor` times as short: shards get whole parts of it first. */
static struct shards split_dim(struct partitioner *p, struct reshaping r, uint32_t from,
                               uint32_t to, int64_t factor)
{
	int64_t tiles = r.target->tiles[to], shard = ceiling_divide(r.extents[to], tiles);
	int64_t high = shard * factor * tiles - r.operand.extents[from];
	uint32_t rank = r.operand.tiling->rank;
	struct shards value = windowed(p, r.operand, padded(p, rank, from, high), r.operand.tiling);
	if (!value.tiling)
		return through_whole(p, r);
	return locally(p, value, r.target, resharder_shard(&p->resharder, r.target, r.extents),
	               r.extents);
}

/* The tiled dimension becomes `factor` times as long: reshaped locally, with the padding that
 * shards have, which moves to the end then. */
static struct shards merge_dims(struct partitioner *p, struct reshaping r, uint32_t from,
                                uint32_t to, int64_t factor)
{
	int64_t tiles = r.target->tiles[to], shard = r.operand.local[from] * factor;
	const int64_t *local = resharder_shard(&p->resharder, r.target, r.extents);
	uint32_t rank = r.target->rank;
	local = resharder_sizes_with(&p->resharder, local, rank, to, shard);
	const int64_t *extents =
	    resharder_sizes_with(&p->resharder, local, rank, to, shard * tiles);
	struct shards value = locally(p, r.operand, r.target, local, extents);
	value = windowed(p, value, padded(p, rank, to, r.extents[to] - shard * tiles), r.target);
	return value.tiling ? outside(value, r.target, r.extents) : through_whole(p, r);
}

static struct shards along_one_dim(struct partitioner *p, struct reshaping r)
{
	const struct tiling *tiling = r.operand.tiling;
	uint32_t from = tiled_dim(tiling), to = tiled_dim(r.target);
	if (tiling_tiles(tiling) != tiling_tiles(r.target) || from == tiling->rank ||
	    to == r.target->rank ||
	    major_elements(r.operand.extents, from) != major_elements(r.extents, to))
		return through_whole(p, r);
	r.operand = reshard(
	    p, r.operand,
	    tiling_reshaped(p->arena, r.target, tiling->tiles, tiling->rank, tiling->replicas));
	int64_t in = r.operand.extents[from], out = r.extents[to];
	if (in && out && in % out == 0)
		return split_dim(p, r, from, to, in / out);
	if (in && out && out % in == 0)
		return merge_dims(p, r, from, to, out / in);
	return through_whole(p, r);
}

static struct hlo_shape shape_of(const int64_t *extents, uint32_t rank)
{
	return (struct hlo_shape){.dims = extents, .rank = rank};
}

/* The devices in the order of dimensions first to end - 1, then the others, the replicas last. */
static int32_t *interval_first(struct arena *arena, const struct tiling *tiling, uint32_t first,
                               uint32_t end)
{
	struct tiling_view view;
	uint32_t order[TILING_MAX_RANK + 1], count = 0;
	view.count = 0;
	for (uint32_t i = 0; i < tiling->rank; i++)
		tiling_view_add(&view, tiling->tiles[i]);
	tiling_view_add(&view, tiling->replicas);
	for (uint32_t i = first; i < end; i++)
		order[count++] = i;
	for (uint32_t i = 0; i < first; i++)
		order[count++] = i;
	for (uint32_t i = end; i <= tiling->rank; i++)
		order[count++] = i;
	return tiling_transposed(arena, tiling->devices, &view, order);
}

/* What dimensions first to end - 1 of the operand alone become, or NULL. */
static const struct tiling *interval_tiling(struct arena *arena, const struct reshaping *r,
                                            uint32_t first, uint32_t end)
{
	const struct tiling *tiling = r->operand.tiling;
	struct hlo_shape from = shape_of(r->operand.extents, tiling->rank);
	struct hlo_shape to = shape_of(r->extents, r->target->rank);
	int32_t tiles[TILING_MAX_RANK], product = 1;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		tiles[i] = i >= first && i < end ? tiling->tiles[i] : 1;
		product *= tiles[i];
	}
	if (product == 1)
		return NULL;
	const struct tiling *alone = tiling_iota(arena, tiling->rank, tiles, 1);
	const struct tiling *reshaped = tiling_through_reshape(arena, &from, &to, alone);
	if (!reshaped)
		return NULL;
	int32_t replicas = reshaped->replicas * (tiling->count / product);
	reshaped = tiling_make(arena, to.rank, reshaped->tiles, replicas,
	                       interval_first(arena, tiling, first, end));
	return tiling_with_names(arena, reshaped,
	                         names_through_reshape(arena, tiling, first, end, reshaped));
}

/* What can be kept of the operand's tiling, interval by interval of its dimensions (xla
 * PropagateShardingThroughReshape). */
static const struct tiling *kept_tiling(struct partitioner *p, const struct reshaping *r)
{
	struct arena *arena = p->arena;
	uint32_t rank = r->operand.tiling->rank, first = 0;
	const struct tiling *kept = replicated_tiling(p, r->target->rank);
	while (first < rank) {
		const struct tiling *found = NULL;
		uint32_t end = rank + 1;
		while (!found && --end > first) {
			const struct tiling *part = interval_tiling(arena, r, first, end);
			if (part)
				found = tiling_common(arena, part, kept, tiling_tiles(kept) + 1);
		}
		first = found ? end : first + 1;
		kept = found ? found : kept;
	}
	return kept;
}

/* Whether the result's own tiling has the same tiles where the kept one has several, and more. */
static bool refines(const struct tiling *target, const struct tiling *kept)
{
	for (uint32_t i = 0; i < kept->rank; i++)
		if (kept->tiles[i] > 1 && kept->tiles[i] != target->tiles[i])
			return false;
	return tiling_tiles(target) > tiling_tiles(kept);
}

/* The reshape of what a group has, in which the kept dimensions have one tile. `own`: the groups
 * are those of the result's own tiling. */
static struct shards inside_groups(struct partitioner *p, struct reshaping r,
                                   const struct grouped *in, const struct grouped *out,
                                   const struct tiling *kept, bool own)
{
	int64_t *extents =
	    arena_copy(p->arena, r.operand.extents, in->inner->rank, sizeof *extents);
	int64_t *result = arena_copy(p->arena, r.extents, out->inner->rank, sizeof *result);
	for (uint32_t k = 0; k < in->apart.count; k++)
		extents[in->apart.dims[k]] = r.operand.local[in->apart.dims[k]];
	for (uint32_t k = 0; k < out->apart.count; k++)
		result[out->apart.dims[k]] =
		    ceiling_divide(result[out->apart.dims[k]], kept->tiles[out->apart.dims[k]]);
	struct reshaping inner = {
	    .operand = outside(renewed(p, r.operand), in->inner, extents),
	    .target = out->inner,
	    .extents = result,
	    .depth = r.depth + 1,
	};
	enter_groups(p, in->groups);
	struct shards value = reshape_within(p, inner);
	leave_groups(p);
	const struct tiling *whole = grouped_expand(p->arena, out);
	if (!own)
		whole = tiling_with_names(p->arena, whole, kept->named);
	return reshard(p, outside(value, whole, r.extents), r.target);
}

static struct shards reshape_within(struct partitioner *p, struct reshaping r)
{
	uint32_t dims[TILING_MAX_RANK];
	struct hlo_shape from = shape_of(r.operand.extents, r.operand.tiling->rank);
	struct hlo_shape to = shape_of(r.extents, r.target->rank);
	if ((int64_t)from.rank * from.rank * p->devices > MAX_TRIES)
		return unknown_shards(p, through_whole(p, r),
		                      "its dimensions and devices are too many to try");
	const struct tiling *kept = kept_tiling(p, &r);
	if (tiling_is_replicated(kept) || r.depth == TILING_MAX_RANK)
		return along_one_dim(p, r);
	const struct tiling *back = tiling_through_reshape(p->arena, &to, &from, kept);
	if (!back)
		return along_one_dim(p, r);
	uint32_t count = tiling_tiled_dims(back, dims);
	const struct grouped *in = grouped_on(p->arena, r.operand.tiling, dims, count, 1);
	bool own = refines(r.target, kept);
	count = tiling_tiled_dims(kept, dims);
	const struct grouped *out = grouped_on(p->arena, own ? r.target : kept, dims, count, 1);
	if (in->groups->count != out->groups->count)
		return unknown_shards(p, through_whole(p, r),
		                      "its shards before and after make different groups");
	if (own)
		out = grouped_align(p->arena, out, in->groups, false);
	return inside_groups(p, r, in, out, kept, own);
}

struct shards reshape_unevenly(struct partitioner *p, struct shards operand,
                               const struct tiling *target, const int64_t *extents)
{
	return reshape_within(p, (struct reshaping){operand, target, extents, 0});
}
