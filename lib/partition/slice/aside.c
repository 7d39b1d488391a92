/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations that need some dimensions whole, and put their tiles aside: into other dimensions for
 * as long as it takes. All of jaxlib 0.10.2.
 */
#include <assert.h>

#include "partition/partitioner.h"
#include "partition/slice/rotate.h"
#include "sharding/named_tiling.h"

/* The tiles of dimension `source` as the minor part of dimension `target` (xla
 * MoveAndMergeShardingTiles). */
static const struct tiling *merged_into(struct arena *arena, const struct tiling *tiling,
                                        uint32_t source, uint32_t target)
{
	assert(source != target && source < tiling->rank && target < tiling->rank);
	struct tiling_view view;
	uint32_t order[TILING_MAX_RANK + 2], count = 0;
	int32_t tiles[TILING_MAX_RANK];
	view.count = 0;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		tiling_view_add(&view, tiling->tiles[i]);
		tiles[i] = tiling->tiles[i];
		if (i != source)
			order[count++] = i;
		if (i == target)
			order[count++] = source;
	}
	tiling_view_add(&view, tiling->replicas);
	order[count] = tiling->rank;
	tiles[target] *= tiles[source];
	tiles[source] = 1;
	const struct tiling *merged =
	    tiling_make(arena, tiling->rank, tiles, tiling->replicas,
	                tiling_transposed(arena, tiling->devices, &view, order));
	if (!tiling->named)
		return merged;
	return tiling_with_names(arena, merged,
	                         named_tiling_moved(arena, tiling->named, source, target, 1));
}

/*
 * The tiling with each of `dims` made whole: its tiles go to the first other dimension whose size
 * takes them, or are replicated where there is none (xla GetFirstTargetDimToMoveShardingTiles).
 */
static const struct tiling *put_aside(struct arena *arena, const struct tiling *tiling,
                                      const int64_t *sizes, const int64_t *dims, uint32_t ndims)
{
	bool wanted[TILING_MAX_RANK] = {false};
	for (uint32_t i = 0; i < ndims; i++)
		wanted[dims[i]] = true;
	for (uint32_t i = 0; i < ndims; i++) {
		uint32_t dim = (uint32_t)dims[i], to = 0;
		bool whole[TILING_MAX_RANK] = {false};
		int64_t tiles = tiling->tiles[dim];
		whole[dim] = true;
		if (tiles == 1)
			continue;
		while (to < tiling->rank &&
		       (wanted[to] || sizes[to] % (tiles * tiling->tiles[to]) != 0))
			to++;
		tiling = to < tiling->rank && sizes[dim] != 1
		             ? merged_into(arena, tiling, dim, to)
		             : tiling_replicated_on(arena, tiling, whole);
	}
	return tiling;
}

/* Computes with all operands in this tiling, in which all results then are. */
static void compute_in(struct partitioner *p, const struct instruction *instruction,
                       const struct tiling *tiling)
{
	uint32_t count = instruction->noperands;
	struct shards *read = arena_new(p->arena, struct shards, count);
	for (uint32_t i = 0; i < count; i++)
		read[i] = reshard(p, operand_value(p, instruction, i), tiling);
	for (uint32_t i = 0; i < shape_leaves(instruction->shape); i++)
		set_leaf(p, instruction, i, computed_leaf(p, instruction, i, tiling, read, count));
}

static void compute_aside(struct partitioner *p, const struct instruction *instruction,
                          const int64_t *dims, uint32_t ndims)
{
	const struct tiling *tiling = result_tiling(p, instruction);
	if (tiling_is_replicated(tiling))
		partition_default(p, instruction);
	else
		compute_in(p, instruction,
		           put_aside(p->arena, tiling, instruction->shape->dims, dims, ndims));
}

void partition_concatenate(struct partitioner *p, const struct instruction *concatenate)
{
	if (!partition_as_rotation(p, concatenate))
		compute_aside(p, concatenate, concatenate->dims, 1);
}

/* Cholesky and triangular-solve: each matrix is whole. */
void partition_matrices(struct partitioner *p, const struct instruction *instruction)
{
	int64_t rank = instruction->shape->rank, dims[] = {rank - 2, rank - 1};
	if (rank < 2)
		partition_default(p, instruction);
	else
		compute_aside(p, instruction, dims, 2);
}

void partition_sort(struct partitioner *p, const struct instruction *sort)
{
	const struct tiling *tiling = leaf_tiling(p, sort, 0);
	int64_t dim = sort->dims[0];
	bool alike = true;
	for (uint32_t i = 1; i < shape_leaves(sort->shape); i++)
		alike = alike && tiling_equal(tiling, leaf_tiling(p, sort, i));
	if (!alike || tiling_is_replicated(tiling) ||
	    (tiling->rank == 1 && tiling->tiles[dim] > 1)) {
		partition_default(p, sort);
		return;
	}
	compute_in(p, sort, put_aside(p->arena, tiling, sort->operands[0]->shape->dims, &dim, 1));
}
