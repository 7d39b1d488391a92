/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "partition/gather/gather.h"

const struct tiling *tiling_carried(struct arena *arena, const struct tiling *tiling,
                                    const uint32_t *from, const uint32_t *to, uint32_t count,
                                    uint32_t rank)
{
	int32_t map[TILING_MAX_RANK];
	for (uint32_t i = 0; i < tiling->rank; i++)
		map[i] = -1;
	for (uint32_t i = 0; i < count; i++)
		map[from[i]] = (int32_t)to[i];
	return tiling_mapped_named(arena, tiling, map, rank);
}

const struct tiling *tiling_made_finer(struct arena *arena, const struct tiling *tiling,
                                       const struct tiling *into)
{
	if (tiling_is_replicated(tiling))
		return into;
	const struct tiling *both = tiling_common(arena, tiling, into, tiling_tiles(into) + 1);
	return both ? both : into;
}

int32_t tiling_tiles_along(const struct tiling *tiling, const uint32_t *dims, uint32_t count)
{
	int32_t tiles = 1;
	for (uint32_t i = 0; i < count; i++)
		tiles *= tiling->tiles[dims[i]];
	return tiles;
}

const struct tiling *tiling_aligned_on(struct arena *arena, const struct tiling *tiling,
                                       const uint32_t *dims, const struct tiling *reference,
                                       const uint32_t *reference_dims, uint32_t count)
{
	const struct grouped *to = grouped_on(arena, reference, reference_dims, count, 1);
	const struct grouped *groups = grouped_on(arena, tiling, dims, count, 1);
	return grouped_expand(arena, grouped_align(arena, groups, to->groups, false));
}

/* Prime factors as XLA finds them, which misses one above the root of what is left; at most 31. */
static uint32_t prime_factors(int32_t number, int32_t *factors)
{
	uint32_t count = 0;
	for (; number % 2 == 0; number /= 2)
		factors[count++] = 2;
	for (int32_t i = 3; (int64_t)i * i <= number; i += 2)
		for (; number % i == 0; number /= i)
			factors[count++] = i;
	return count;
}

/*
 * The tiles of `dims`, first ones first, made replicas until there are `count` of them; the devices
 * are dealt out anew. NULL when that does not come out even or leaves no tiles.
 */
static const struct tiling *borrow(struct arena *arena, const struct tiling *tiling, int32_t count,
                                   const uint32_t *dims, uint32_t ndims)
{
	int64_t most = tiling->replicas * (int64_t)tiling_tiles_along(tiling, dims, ndims);
	int32_t tiles[TILING_MAX_RANK], left = count / tiling->replicas;
	memcpy(tiles, tiling->tiles, tiling->rank * sizeof(*tiles));
	if (most % count != 0 || count % tiling->replicas != 0)
		return NULL;
	for (uint32_t i = 0; i < ndims; i++) {
		int32_t factors[31];
		uint32_t nfactors = prime_factors(tiles[dims[i]], factors);
		for (uint32_t k = 0; k < nfactors; k++) {
			if (left % factors[k] != 0)
				continue;
			tiles[dims[i]] /= factors[k];
			left /= factors[k];
			if (left == 1 && count < tiling->count)
				return tiling_iota(arena, tiling->rank, tiles, count);
			if (left == 1)
				return NULL;
		}
	}
	return NULL;
}

/* Groups of a tiling that can spare tiles of `dims`, first ones first. */
static const struct grouped *grouped_to_match(struct arena *arena, const struct tiling *tiling,
                                              int32_t count, const uint32_t *dims, uint32_t ndims,
                                              const struct device_groups *to)
{
	uint32_t replicas = tiling->rank;
	const struct tiling *dealt = NULL;
	const struct grouped *grouped;
	if (!tiling_is_replicated(tiling) && tiling->replicas % count != 0)
		dealt = borrow(arena, tiling, count, dims, ndims);
	if (tiling_is_partly_replicated(tiling) && tiling->replicas % count == 0)
		grouped = grouped_on(arena, tiling, &replicas, 1, tiling->replicas / count);
	else if (dealt)
		grouped = grouped_on(arena, dealt, &replicas, 1, 1);
	else
		grouped = grouped_consecutive(arena, tiling->rank, count, tiling->count);
	return grouped_align(arena, grouped, to, false);
}

const struct grouped *indices_to_match(struct gathering *g, const struct tiling *tiling,
                                       int32_t count, const struct device_groups *to)
{
	uint32_t *dims = arena_new(g->p->arena, uint32_t, tiling->rank), ndims = 0;
	int64_t vector = g->numbers->index_vector;
	if (vector < tiling->rank)
		dims[ndims++] = (uint32_t)vector;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		bool is_batch = i == vector;
		for (uint32_t k = 0; k < g->batch.count; k++)
			is_batch = is_batch || g->batch.indices[k] == i;
		if (!is_batch)
			dims[ndims++] = i;
	}
	for (uint32_t k = 0; k < g->batch.count; k++)
		dims[ndims++] = g->batch.indices[k];
	return grouped_to_match(g->p->arena, tiling, count, dims, ndims, to);
}

const struct grouped *data_to_match(struct gathering *g, const struct gather_call *call,
                                    const struct tiling *tiling, int32_t count,
                                    const struct device_groups *to)
{
	struct dim_pairs kept = passthrough_dims(g, g->operand->dims, call->slice_sizes);
	uint32_t *dims = arena_new(g->p->arena, uint32_t, tiling->rank), ndims = 0;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		bool is_kept = false;
		for (uint32_t k = 0; k < kept.count; k++)
			is_kept = is_kept || kept.data[k] == i;
		if (!is_kept)
			dims[ndims++] = i;
	}
	for (uint32_t k = 0; k < kept.count; k++)
		dims[ndims++] = kept.data[k];
	return grouped_to_match(g->p->arena, tiling, count, dims, ndims, to);
}

const struct grouped *operand_to_match(struct gathering *g, const struct gather_call *call,
                                       int32_t count, const struct device_groups *to)
{
	const struct tiling *tiling = call->operands[0].tiling;
	struct dim_pairs first = trivial_dims(g, tiling, call->slice_sizes);
	struct dim_pairs then = passthrough_dims(g, g->operand->dims, call->slice_sizes);
	uint32_t *dims = arena_new(g->p->arena, uint32_t, first.count + then.count), ndims = 0;
	for (uint32_t i = 0; i < first.count; i++)
		dims[ndims++] = first.operand[i];
	for (uint32_t i = 0; i < then.count; i++)
		dims[ndims++] = then.operand[i];
	return grouped_to_match(g->p->arena, tiling, count, dims, ndims, to);
}
