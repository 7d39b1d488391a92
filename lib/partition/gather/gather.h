/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gather and scatter: five ways of dealing them out to groups of devices, inside of which the same
 * ways are tried again. Follows xla's gather_scatter_handler of jaxlib 0.10.2. A scatter is told in
 * the words of a gather: its updates are the data, as the gather's result is.
 */
#pragma once

#include "partition/partitioner.h"

/* Dimensions of operand, indices and data that belong together, `count` of each; which of the three
 * are set depends. */
struct dim_pairs {
	const uint32_t *operand, *indices, *data;
	uint32_t count;
};

/* What does not change from the whole to the inside of groups. */
struct gathering {
	struct partitioner *p;
	const struct instruction *instruction;
	const struct gather_numbers *numbers;
	bool scatter;
	bool adds_up;       /* a scatter whose parts can be combined by an all-reduce */
	uint32_t noperands; /* of a scatter, and results; 1 of a gather */
	const struct hlo_shape *operand, *indices, *data; /* as the program has them */
	struct dim_pairs batch;                           /* batching dims: of all three */
	struct dim_pairs implicit;  /* the same that indices count up: of all three */
	struct dim_pairs connected; /* all of the indices but the vector: indices and data */
	struct dim_pairs passing;   /* those of them that are no batch: indices and data */
	int64_t memory;             /* bytes that the last local operation reads and writes */
};

/* The values inside some groups, or of all devices. */
struct gather_call {
	const struct shards *operands; /* noperands */
	struct shards indices;
	const struct shards *updates;        /* noperands, of a scatter */
	const int64_t *extents;              /* of the result */
	const struct tiling *const *tilings; /* of the results: noperands */
	const int64_t *slice_sizes;          /* per dimension of the operand */
	bool recursive;                      /* try to deal out what is inside groups */
};

/* Results in their tilings, noperands of them; NULL: the way does not apply. */
typedef const struct shards *gather_method(struct gathering *g, const struct gather_call *call);

/* Along batching dimensions. */
const struct shards *gather_by_batch(struct gathering *g, const struct gather_call *call);

/* Along dimensions that are none, but in which the indices count up. */
const struct shards *gather_by_counting(struct gathering *g, const struct gather_call *call);

/* Along dimensions of which every slice has all. */
const struct shards *gather_by_passthrough(struct gathering *g, const struct gather_call *call);

/* Along dimensions of slices of one element, of which each device masks what it has not. */
const struct shards *gather_by_mask(struct gathering *g, const struct gather_call *call);

/* Along dimensions of the indices. */
const struct shards *gather_by_indices(struct gathering *g, const struct gather_call *call);

/* By whichever way is the cheapest, or by replicating everything (xla PartitionGather). */
const struct shards *gather_by_any(struct gathering *g, const struct gather_call *call);

/* Replicates everything, and brings the results into their tilings. */
const struct shards *gather_replicated(struct gathering *g, const struct gather_call *call);

/* ---- Work ---- */

/* How many elements of a value each device has. */
double gather_elements(struct shards value);

/* The value, for which each device computes so many elements beside the gather or the scatter. */
struct shards gather_computing(struct gathering *g, double elements, struct shards value);

/* ---- Dealing out ---- */

/* How a call is dealt out: three groupings with the same groups. */
struct deal {
	const struct grouped *operand, *indices, *data;
	const struct tiling *carried; /* that the data of a gather has then; NULL: data's own */
};

/* The results inside the groups, seen from outside; not yet in the call's tilings. */
struct shards *dealt_out(struct gathering *g, const struct gather_call *call,
                         const struct deal *deal);

/* The results resharded to the call's tilings, in place. */
const struct shards *in_tilings(struct gathering *g, const struct gather_call *call,
                                struct shards *results);

/* All operands, or updates, resharded. */
const struct shards *resharded_all(struct gathering *g, const struct shards *values,
                                   const struct tiling *tiling);

/* The tiling that the data has, or is to have. */
const struct tiling *data_tiling(const struct gathering *g, const struct gather_call *call);

/* ---- Dimensions ---- */

/* Fills in what the dimension numbers say, and returns the sizes of slices, those of a scatter as
 * its updates have them. */
const int64_t *gathering_find_dims(struct gathering *g);

/* Dimensions of the operand that slices of these sizes have all of, with those of the data; `shape`
 * are the operand's sizes. */
struct dim_pairs passthrough_dims(const struct gathering *g, const int64_t *shape,
                                  const int64_t *slice_sizes);

/* Indexed dimensions of slices of one element, in the order of the index; none when the operand has
 * one tile along all of them. */
struct dim_pairs trivial_dims(const struct gathering *g, const struct tiling *operand,
                              const int64_t *slice_sizes);

/* ---- Tilings ---- */

/* Tiles of the dimensions `from` carried to dimensions `to` of a tensor of `rank`, the rest
 * replicated (xla PropagateShardingAlongDimsAndReplicateOthers). */
const struct tiling *tiling_carried(struct arena *arena, const struct tiling *tiling,
                                    const uint32_t *from, const uint32_t *to, uint32_t count,
                                    uint32_t rank);

/* The common refinement of both, or `into` where there is none that is finer. */
const struct tiling *tiling_made_finer(struct arena *arena, const struct tiling *tiling,
                                       const struct tiling *into);

/* Product of the tiles along some dimensions. */
int32_t tiling_tiles_along(const struct tiling *tiling, const uint32_t *dims, uint32_t count);

/* The tiling with its groups along `dims` those that `reference` has along its own (xla
 * AlignShardingOnDims). */
const struct tiling *tiling_aligned_on(struct arena *arena, const struct tiling *tiling,
                                       const uint32_t *dims, const struct tiling *reference,
                                       const uint32_t *reference_dims, uint32_t count);

/* Groups where `count` of them are needed: of the replicas of a tiling, or of tiles of the
 * dimensions that it can spare made replicas, or of consecutive devices that are replicated inside
 * (xla GroupShardingOnReplicatedDim); with the groups of `to`. In the arena. */

/* Of the indices: the dimension of the index vector can be spared first, then those that are no
 * batches, then the batches. */
const struct grouped *indices_to_match(struct gathering *g, const struct tiling *tiling,
                                       int32_t count, const struct device_groups *to);

/* Of the data, of this tiling: dimensions of which a slice has a part can be spared first, then
 * those of which it has all. */
const struct grouped *data_to_match(struct gathering *g, const struct gather_call *call,
                                    const struct tiling *tiling, int32_t count,
                                    const struct device_groups *to);

/* Of the first operand: indexed dimensions of slices of one element can be spared first, then
 * those of which a slice has all, and no others. */
const struct grouped *operand_to_match(struct gathering *g, const struct gather_call *call,
                                       int32_t count, const struct device_groups *to);
