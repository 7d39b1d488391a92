/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What torch says of a DeviceMesh and of placements on it. torch 2.9 and 2.15: device_mesh.py
 * init_device_mesh and DeviceMesh, tensor/_api.py distribute_tensor, DTensor.from_local,
 * DTensor.redistribute and _dtensor_init_helper, tensor/_utils.py compute_global_tensor_info.
 */
#pragma once

#include "torch/dtensor_shards.h"
#include "torch/violation.h"

/* The arguments of init_device_mesh, or of DeviceMesh when there are ranks. */
struct dtensor_mesh_call {
	struct dtensor_sizes sizes;
	const struct str *names; /* or NULL: None */
	uint32_t nnames;
	struct str names_text; /* the names as Python prints them; empty: as a tuple */
	const int64_t *ranks;  /* as many as the sizes multiply to; or NULL: 0, 1, 2 … */
	uint32_t nranks;
	int64_t world; /* how many processes there are; 0: as many as are needed */
};

/* What torch refuses of a mesh, in its order. The entry of a violation is the number of the name or
 * of the rank that it is about. */
void dtensor_check_mesh(const struct torch_rules *rules, const struct dtensor_mesh_call *call,
                        struct violations *found);

/* What the placements are given to. */
enum dtensor_entrance {
	DTENSOR_DISTRIBUTE,  /* distribute_tensor */
	DTENSOR_FACTORY,     /* zeros, ones, empty, full, rand, randn of torch.distributed.tensor */
	DTENSOR_FROM_LOCAL,  /* DTensor.from_local; the shape is that of the local tensor */
	DTENSOR_FROM_SHAPED, /* the same with shape=, which then is not told by the shards */
	DTENSOR_REDISTRIBUTE, /* DTensor.redistribute */
};

/* A tensor that is to be placed. */
struct dtensor_placing {
	enum dtensor_entrance entrance;
	struct dtensor_sizes shape, mesh;   /* those of the mesh are positive */
	const struct placement *placements; /* as they are written */
	uint32_t count;
	struct str name; /* of the tensor, for our words, safe to print: "'w'", "the tensor" */
};

/*
 * Checks placements, and gives them as the DTensor will have them: negative dimensions counted from
 * the front once, as far as the entrance does that. What torch refuses is added in its order; the
 * entry of a violation is the number of the placement. The result lives in the arena of the
 * violations.
 */
const struct placement *dtensor_check_placements(const struct torch_rules *rules,
                                                 const struct dtensor_placing *placing,
                                                 struct violations *found);

/* "S(0)", "_S(0, 2)", "R", "P": a placement as torch's str() gives it; of Partial its reduction
 * too with `reduction`: "P(sum)". In the arena. */
struct str dtensor_placement_text(struct arena *arena, const struct placement *placement,
                                  bool reduction);
