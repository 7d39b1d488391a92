/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one rank of a DeviceMesh holds of a DTensor: placements applied to the tensor from the first
 * mesh dimension to the last, each cutting what the ones before it left. torch 2.9 and 2.15:
 * tensor/placement_types.py and tensor/_utils.py compute_local_shape_and_global_offset.
 */
#pragma once

#include "spec/layout.h"
#include "torch/release.h"

enum { DTENSOR_MAX_RUNS = 1024 }; /* of elements that lie apart, of one dimension on one rank */

/* Sizes of a DeviceMesh, and of a tensor. */
struct dtensor_sizes {
	const int64_t *items;
	uint32_t count;
};

/* Elements of one dimension that follow each other. */
struct dtensor_run {
	int64_t start, stop;
};

/* What a rank holds along one dimension. */
struct dtensor_extent {
	int64_t size;   /* elements */
	int64_t offset; /* of the first one; the dimension's size when there is none */
	const struct dtensor_run *runs; /* in ascending order of the rank's own index */
	uint32_t nruns;                 /* 0 when it is empty, more than 1 with strided shards */
};

/* Part number `index`, from 0 on, of the positive number of parts into which torch.chunk cuts
 * `size` elements: they are of one length, rounded up, until nothing is left. */
struct dtensor_run dtensor_chunk(int64_t size, int64_t parts, int64_t index);

/*
 * The dimension that a shard cuts, counted from the front; -1 when the tensor has none such. Torch
 * counts negative ones from the end when it normalizes them, and what is negative then once more
 * where it is an index of a list.
 */
int64_t dtensor_dim(const struct placement *placement, uint32_t rank);

/* The mesh dimensions whose placements shard one dimension of a tensor, outermost first. */
struct dtensor_nest {
	const uint32_t *axes; /* their numbers */
	const int64_t *sizes;
	uint32_t count;
	int64_t shards; /* the product of the sizes */
	int64_t length; /* elements of a full shard */
};

/*
 * The nest of dimension `dim`, of `size` elements, of a tensor of this rank. False when there are
 * more shards than fit in 64 bits. Strided shards are taken for plain ones. Memory comes from the
 * arena.
 */
MUST_USE bool dtensor_nest_of(struct arena *arena, const struct placement *placements,
                              struct dtensor_sizes mesh, uint32_t rank, uint32_t dim, int64_t size,
                              struct dtensor_nest *nest);

/* What shard number `index`, in row-major order of the nest, holds of `size` elements, each mesh
 * dimension cutting what the one before it left. */
struct dtensor_run dtensor_nested_part(const struct dtensor_nest *nest, int64_t size,
                                       int64_t index);

static inline bool placement_shards(const struct placement *placement)
{
	return placement->kind == PLACEMENT_SHARD || placement->kind == PLACEMENT_STRIDED_SHARD;
}

/*
 * What the rank at `coordinates` (one for each placement) holds of dimension `dim` of a tensor.
 * False when strided shards leave more runs than are kept. Memory comes from the arena. Partial and
 * replicated dimensions of the mesh cut nothing. The sizes of the mesh are positive.
 */
MUST_USE bool dtensor_extent_of(struct arena *arena, const struct torch_rules *rules,
                                struct dtensor_sizes shape, struct dtensor_sizes mesh,
                                const struct placement *placements, const int64_t *coordinates,
                                uint32_t dim, struct dtensor_extent *extent);
