/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What torch says of a DeviceMesh and of placements on it. torch 2.9 and 2.15: device_mesh.py
 * init_device_mesh and DeviceMesh, tensor/_api.py distribute_tensor, DTensor.from_local,
 * DTensor.redistribute and _dtensor_init_helper, tensor/_utils.py compute_global_tensor_info.
 */
#pragma once

#include "torch/dtensor_shards.h"

/* What is wrong, for those who say it in their own words. */
enum dtensor_problem {
	DTENSOR_PROBLEM_NAMES,      /* as many names as sizes are needed */
	DTENSOR_PROBLEM_NAME_TWICE, /* two dimensions of the mesh have one name */
	DTENSOR_PROBLEM_MESH_SIZE,  /* a size that no mesh has */
	DTENSOR_PROBLEM_WORLD,      /* the mesh is larger than the world */
	DTENSOR_PROBLEM_RANK_TWICE, /* a rank stands twice in the mesh */
	DTENSOR_PROBLEM_RANK,       /* a rank that the world has not */
	DTENSOR_PROBLEM_COUNT,      /* not one placement for each dimension of the mesh */
	DTENSOR_PROBLEM_DIM,        /* a shard of a dimension that the tensor has not */
	DTENSOR_PROBLEM_SPLIT,      /* a split factor below 1 */
	DTENSOR_PROBLEM_PARTIAL,    /* Partial where it cannot be */
	DTENSOR_PROBLEM_MIXED,      /* Partials of several reductions */
	DTENSOR_PROBLEM_COUNT_OF
};

/* One thing that torch refuses. */
struct dtensor_refusal {
	enum dtensor_problem problem;
	const char *type; /* of the exception */
	struct str text;  /* its first line */
	uint32_t place;   /* number of the size, the rank or the placement that it is about */
	struct dtensor_refusal *next;
};

/* Every refusal, in the order in which torch would come upon them: it raises the first. */
struct dtensor_refusals {
	struct arena *arena; /* owns them */
	struct dtensor_refusal *first, *last;
};

/* The arguments of init_device_mesh, or of DeviceMesh when there are ranks. */
struct dtensor_mesh_call {
	struct dtensor_sizes sizes;
	const struct str *names; /* or NULL: None */
	uint32_t nnames;
	const int64_t *ranks; /* as many as the sizes multiply to; or NULL: 0, 1, 2 … */
	uint32_t nranks;
	int64_t world; /* how many processes there are; 0: as many as are needed */
};

void dtensor_check_mesh(const struct torch_rules *rules, const struct dtensor_mesh_call *call,
                        struct dtensor_refusals *refusals);

/* What the placements are given to. */
enum dtensor_entrance {
	DTENSOR_DISTRIBUTE, /* distribute_tensor */
	DTENSOR_FACTORY,    /* zeros, ones, empty, full, rand, randn of torch.distributed.tensor */
	DTENSOR_FROM_LOCAL, /* DTensor.from_local; the shape is that of the local tensor */
	DTENSOR_REDISTRIBUTE, /* DTensor.redistribute */
};

/*
 * Checks placements for a tensor of a shape on a mesh of positive sizes, and gives them as the
 * DTensor will have them: negative dimensions counted from the front once, as far as the entrance
 * does that. The result lives in the arena of the refusals; *count is how many there are.
 */
const struct placement *dtensor_check_placements(const struct torch_rules *rules,
                                                 enum dtensor_entrance entrance,
                                                 struct dtensor_sizes shape,
                                                 struct dtensor_sizes mesh,
                                                 const struct placement *placements, uint32_t count,
                                                 struct dtensor_refusals *refusals);

/* "(Shard(dim=0), Replicate())": placements as torch prints a tuple of them, in the arena. */
struct str dtensor_placements_text(struct arena *arena, const struct placement *placements,
                                   uint32_t count);

/* "S(0)", "_S(0, 2)", "R", "P": a placement as torch's str() gives it; of Partial its reduction
 * too with `reduction`: "P(sum)". In the arena. */
struct str dtensor_placement_text(struct arena *arena, const struct placement *placement,
                                  bool reduction);
