/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How DTensor brings a tensor from one list of placements to another: steps along one mesh
 * dimension each, in their order. torch 2.9 and 2.15: tensor/_redistribute.py _gen_transform_infos
 * and redistribute_local_tensor.
 */
#pragma once

#include "torch/dtensor_place.h"

/* What a step does on the devices. */
enum dtensor_step_kind {
	DTENSOR_ALL_GATHER,
	DTENSOR_ALL_TO_ALL,
	DTENSOR_ALL_REDUCE,
	DTENSOR_REDUCE_SCATTER,
	DTENSOR_SLICE,   /* each rank keeps a part of what it has */
	DTENSOR_DIVIDE,  /* a replicated value becomes a partial sum */
	DTENSOR_NOTHING, /* the layout changes by name */
};

struct dtensor_step {
	uint32_t axis; /* of the mesh */
	struct placement from, to;
	enum dtensor_step_kind kind;
};

struct dtensor_plan {
	const struct dtensor_step *steps;
	uint32_t count;
	const char *unknown; /* why the steps cannot be told; static text, else NULL */
	const struct dtensor_refusal *refusal; /* what torch raises on the way, or NULL */
};

/* Whether torch takes two placements for the same: to it a strided shard is equal to a plain one of
 * its dimension in torch 2.9. */
bool dtensor_placements_equal(const struct torch_rules *rules, const struct placement *a,
                              const struct placement *b);

/* A tensor on a mesh that is to be brought to other placements. */
struct dtensor_move {
	struct dtensor_sizes mesh;
	uint32_t rank;                /* dimensions of the tensor */
	const struct placement *from; /* one for each dimension of the mesh */
	const struct placement *to;   /* as dtensor_check_placements leaves them */
	uint32_t count;               /* of `to`: torch looks at no more than it needs */
	bool internal; /* what an operation does, which may make partial values, and not the user */
	/* The mesh is one of CPUs, where an all-to-all is an all-gather of which each rank keeps a
	 * part. */
	bool emulated;
};

/* The steps from one list of placements to the other. Memory comes from the arena. */
struct dtensor_plan dtensor_plan_redistribution(struct arena *arena,
                                                const struct torch_rules *rules,
                                                const struct dtensor_move *move);

/* "all_gather", "reduce_scatter" …: the collective by torch's name, "slice" and so on for none. */
const char *dtensor_step_name(enum dtensor_step_kind kind);

/* Whether the step moves anything between ranks. */
static inline bool dtensor_step_communicates(enum dtensor_step_kind kind)
{
	return kind <= DTENSOR_REDUCE_SCATTER;
}
