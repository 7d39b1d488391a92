/* SPDX-License-Identifier: Apache-2.0 */
/* Gather and scatter along dimensions that are a batch of all their operands. */
#include <string.h>

#include "partition/gather/gather.h"

/* A tiling of the other value of a batch that has its tiles where `source` has them (xla
 * CreateMatchingShardingOnDims). */
static const struct tiling *matching(struct gathering *g, const struct tiling *source,
                                     const uint32_t *source_dims, uint32_t rank,
                                     const uint32_t *dims, uint32_t count)
{
	int32_t tiles[TILING_MAX_RANK];
	for (uint32_t i = 0; i < rank; i++)
		tiles[i] = 1;
	for (uint32_t i = 0; i < count; i++)
		tiles[dims[i]] = source->tiles[source_dims[i]];
	int32_t replicas = source->count / tiling_tiles_along(source, source_dims, count);
	const struct tiling *tiling = tiling_reshaped(g->p->arena, source, tiles, rank, replicas);
	return tiling_aligned_on(g->p->arena, tiling, dims, source, source_dims, count);
}

/* The tiling with as many tiles along the batch as the target has, taken from its replicas; NULL
 * when they do not suffice. */
static const struct tiling *filled_up(struct gathering *g, const struct tiling *tiling,
                                      const uint32_t *dims, const struct tiling *target,
                                      const uint32_t *target_dims, uint32_t count)
{
	int32_t tiles[TILING_MAX_RANK], replicas = tiling->replicas;
	memcpy(tiles, tiling->tiles, tiling->rank * sizeof(*tiles));
	if (!tiling_is_partly_replicated(tiling))
		return NULL;
	for (uint32_t i = 0; i < count; i++) {
		int32_t wanted = target->tiles[target_dims[i]], had = tiling->tiles[dims[i]];
		if (wanted == had)
			continue;
		if (wanted % had != 0 || replicas % (wanted / had) != 0)
			return NULL;
		tiles[dims[i]] = wanted;
		replicas /= wanted / had;
	}
	tiling = tiling_reshaped(g->p->arena, tiling, tiles, tiling->rank, replicas);
	return tiling_aligned_on(g->p->arena, tiling, dims, target, target_dims, count);
}

/* The tilings of operand and indices that agree along the batch; false when they cannot (xla
 * GatherScatterOperandsShardedAcrossParallelDims). */
static bool agree_on_batch(struct gathering *g, const struct dim_pairs *batch,
                           const struct tiling **operand, const struct tiling **indices)
{
	const uint32_t *od = batch->operand, *id = batch->indices, count = batch->count;
	int32_t of_operand = tiling_tiles_along(*operand, od, count);
	int32_t of_indices = tiling_tiles_along(*indices, id, count);
	if (of_operand == 1 && of_indices == 1)
		return false;
	if (tiling_is_replicated(*indices)) {
		*indices = matching(g, *operand, od, (*indices)->rank, id, count);
		return true;
	}
	if (tiling_is_replicated(*operand)) {
		*operand = matching(g, *indices, id, (*operand)->rank, od, count);
		return true;
	}
	if (of_indices < of_operand)
		*indices = filled_up(g, *indices, id, *operand, od, count);
	else if (of_indices > of_operand)
		*operand = filled_up(g, *operand, od, *indices, id, count);
	if (!*indices || !*operand)
		return false;
	int32_t tiles[TILING_MAX_RANK];
	memcpy(tiles, (*operand)->tiles, (*operand)->rank * sizeof(*tiles));
	for (uint32_t i = 0; i < count; i++)
		tiles[od[i]] = (*indices)->tiles[id[i]];
	int64_t total = (*operand)->replicas;
	for (uint32_t i = 0; i < (*operand)->rank; i++)
		total *= tiles[i];
	if (total != (*operand)->count) { /* the same product, in other factors */
		partition_aborts(g->p, "the partitioner reshapes a tile assignment to another "
		                       "number of devices, and its check fails");
		return false;
	}
	*operand =
	    tiling_reshaped(g->p->arena, *operand, tiles, (*operand)->rank, (*operand)->replicas);
	*operand = tiling_aligned_on(g->p->arena, *operand, od, *indices, id, count);
	return true;
}

/* xla PartitionGatherParallelDimensions. */
static const struct shards *along_batch(struct gathering *g, const struct gather_call *call,
                                        const struct dim_pairs *batch, bool counting)
{
	struct arena *arena = g->p->arena;
	const struct tiling *operand = call->operands[0].tiling, *indices = call->indices.tiling;
	if (!batch->count || !agree_on_batch(g, batch, &operand, &indices))
		return NULL;
	struct gather_call now = *call;
	now.operands = resharded_all(g, call->operands, operand);
	now.indices = reshard(g->p, call->indices, indices);
	if (partition_ended(g->p))
		return NULL;
	const struct tiling *data =
	    tiling_carried(arena, indices, g->connected.indices, g->connected.data,
	                   g->connected.count, g->data->rank);
	bool whole[TILING_MAX_RANK] = {false};
	for (uint32_t i = 0; i < batch->count; i++)
		whole[batch->operand[i]] = true;
	struct dim_pairs kept = passthrough_dims(g, call->operands[0].extents, call->slice_sizes);
	data = tiling_made_finer(arena,
	                         tiling_carried(arena, tiling_replicated_on(arena, operand, whole),
	                                        kept.operand, kept.data, kept.count, g->data->rank),
	                         data);
	if (g->scatter)
		now.updates = resharded_all(g, call->updates, data);
	if (counting) /* each device counts from its own first element */
		now.indices = renewed(g->p, now.indices);
	const struct grouped *grouped = grouped_on(arena, indices, batch->indices, batch->count, 1);
	struct deal deal = {
	    grouped_align(arena, grouped_on(arena, operand, batch->operand, batch->count, 1),
	                  grouped->groups, false),
	    grouped,
	    grouped_align(arena, grouped_on(arena, data, batch->data, batch->count, 1),
	                  grouped->groups, false),
	    NULL,
	};
	return in_tilings(g, call, dealt_out(g, &now, &deal));
}

const struct shards *gather_by_batch(struct gathering *g, const struct gather_call *call)
{
	return along_batch(g, call, &g->batch, false);
}

const struct shards *gather_by_counting(struct gathering *g, const struct gather_call *call)
{
	return along_batch(g, call, &g->implicit, true);
}
