/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a change of sharding costs: the collectives that XLA's SPMD partitioner inserts to bring a
 * tensor from one tiling to another, in order. Follows PartitionedHlo::ReshardNoCache and what it
 * calls in jaxlib 0.10.2; later releases up to 0.12.0.1 insert the same, but abort on some.
 */
#pragma once

#include "sharding/tiling.h"

enum {
	RESHARD_MAX_RANK = 64,
	RESHARD_MAX_DEVICES = 1 << 20,
};
/* Elements along one dimension; so that positions times shards stay within 64 bits. */
#define RESHARD_MAX_EXTENT ((int64_t)1 << 40)

enum reshard_kind {
	RESHARD_ALL_GATHER,
	RESHARD_ALL_TO_ALL,
	RESHARD_ALL_REDUCE,
	RESHARD_COLLECTIVE_PERMUTE,
	RESHARD_REDUCE_SCATTER, /* XLA makes none of a reshard, DTensor does of partial values */
	RESHARD_SLICE,          /* each device takes a part of what it has; no communication */
};

/* A device that sends and the one that receives; the same twice where nothing moves. */
struct reshard_pair {
	int32_t source, target;
};

/* What devices hold after a step: tiles of an array of `extents`, of which the tensor is a reshape
 * in row-major order. */
struct reshard_state {
	const struct tiling *tiling;
	const int64_t *extents; /* elements along each of tiling->rank dimensions */
};

/* How devices hold a value inside groups of them, before or after a step. */
struct reshard_layout {
	const struct tiling *tiling;    /* of places in a group; NULL: it is none that is known */
	const int64_t *extents, *local; /* elements of the whole and of a shard along each of its
	                                   dimensions */
};

/* Which value a step moves, and from where to where. */
struct reshard_move {
	struct reshard_layout from, to;
	int32_t group_count, group_size; /* within which the layouts are */
	const int32_t *groups;           /* of so many device ids; NULL: all devices are one */
	uint32_t place, leaf;            /* in a program: where the value was made */
};

struct reshard_step {
	enum reshard_kind kind;
	bool full_rematerialization; /* gathers the whole tensor because XLA knew no better way */
	bool axes_known;             /* false: the groups follow no axes of the mesh */
	/* Of an all-reduce: nothing has its result but a slice that leaves each device of a group
	 * the next part along one dimension; TPU and GPU make the two a reduce-scatter (xla
	 * ReduceScatterCreator). Of a slice: it is one that leaves that. */
	bool scatters;
	int32_t overcounts; /* of a sum that XLA gets wrong: so many times too large; or 0 */
	int32_t dim;        /* dimension of the operand gathered or split, or -1 */
	int32_t group_count, group_size;
	const int32_t *groups; /* group_count times group_size device ids; NULL without groups */
	const struct reshard_pair *pairs; /* of a permute: in array order */
	uint32_t pair_count;
	struct axis_parts axes;              /* along which the groups run */
	int64_t operand_bytes, result_bytes; /* per device */
	struct reshard_state after; /* tiling NULL where it is no tiling (between halo exchanges) */
	uint32_t place;             /* in a program, by the caller's count */
	uint32_t source;            /* the same, of what made its operand */
	uint32_t made;              /* and of what made the value that is moved */
	struct reshard_move *move;  /* NULL unless asked for */
};

struct reshard_request {
	/* On which the axes of groups are found; NULL: none are. Over the devices 0, 1, 2 …: the
	 * ids in HLO are places in the mesh. */
	const struct named_mesh *mesh;
	/* What each dimension is sharded over before and after, `rank` lists each. NULL where only
	 * the tiling is known; an abort of a release that keeps names cannot be told then. */
	const struct axis_parts *from_axes, *to_axes;
	/* The tilings, with the ids 0 to count - 1; NULL: those of the axes on the mesh. */
	const struct tiling *from, *to;
	const int64_t *extents; /* the tensor's shape, `rank` sizes */
	uint32_t rank;
	int64_t element_bytes;
	bool keeps_names; /* the release has XLA_NAMED_SHARDINGS */
};

enum reshard_outcome {
	RESHARD_PREDICTED,
	RESHARD_ABORTS,  /* the compiler process dies on it */
	RESHARD_UNKNOWN, /* beyond what is known or within the limits */
};

struct reshard {
	enum reshard_outcome outcome;
	const char *reason; /* of an abort or an unknown; else NULL. Static text */
	const struct reshard_step *steps;
	uint32_t step_count;
	/* XLA warned "[SPMD] Involuntary full rematerialization". */
	bool full_rematerialization;
};

/*
 * Predicts the steps of a reshard. The result lives in `arena`; `scratch` is used meanwhile and
 * left as it was. Never fails: what cannot be said is RESHARD_UNKNOWN with a reason and no steps.
 */
struct reshard reshard_plan(struct arena *arena, struct arena *scratch,
                            const struct reshard_request *request);

/* "all-gather", "collective-permute" ...: the name of the collective in HLO; "slice" for none. */
const char *reshard_kind_name(enum reshard_kind kind);

/* Names the axes of the mesh along which the groups of a step run, or its pairs go, where they are
 * known; the mesh may be NULL. The axes live in the arena. */
void reshard_name_axes(struct arena *arena, const struct named_mesh *mesh,
                       struct reshard_step *step);
