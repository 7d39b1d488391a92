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
	const struct placement *to; /* as dtensor_check_placements leaves them */
	const char *unknown;        /* why the steps cannot be told; static text, else NULL */
};

/* DTensor.redistribute(device_mesh, placements). */
struct dtensor_move {
	const struct placement *from; /* one for each dimension of the tensor's mesh */
	uint32_t from_count;
	struct dtensor_placing to; /* torch looks at no more placements than it needs */
	bool elsewhere;            /* it is asked for on another mesh than the tensor is on */
};

/*
 * The steps from one list of placements to the other, in the arena of the violations. What torch
 * refuses, of the placements and on the way, is added in its order; the entry of a violation is the
 * number of the placement.
 */
struct dtensor_plan dtensor_plan_redistribution(const struct torch_rules *rules,
                                                const struct dtensor_move *move,
                                                struct violations *found);

/* Whether the step moves anything between ranks. */
static inline bool dtensor_step_communicates(enum dtensor_step_kind kind)
{
	return kind <= DTENSOR_REDUCE_SCATTER;
}
