/* SPDX-License-Identifier: Apache-2.0 */
/* Which device stands where in a logical mesh that the framework's own mesh builders make. */
#pragma once

#include "hardware/axis_assignment.h"

enum { MESH_RANK_MAX = 64 };

/* Arguments of create_device_mesh and create_hybrid_device_mesh, by their own names. */
struct device_mesh_request {
	const int64_t *mesh_shape; /* least communicating axis first */
	uint32_t rank;             /* at most MESH_RANK_MAX */
	bool mesh_shape_is_list;   /* written [4, 2] rather than (4, 2); for the error text */
	bool contiguous_submeshes; /* not known to the hybrid builder */
	bool allow_split_physical_axes;

	/* The rest is for the hybrid builder. */
	const int64_t *dcn_mesh_shape;
	uint32_t dcn_rank; /* at most MESH_RANK_MAX */
	bool dcn_mesh_shape_is_list;
	bool process_is_granule; /* processes, not slices, are joined by the slow network */
	bool granules_as_listed; /* should_sort_granules_by_key=False */
};

enum device_mesh_path {
	DEVICE_MESH_RING,   /* along a fixed ring of devices */
	DEVICE_MESH_WHOLE,  /* on whole physical axes */
	DEVICE_MESH_SPLIT,  /* on parts of physical axes */
	DEVICE_MESH_LISTED, /* in the order of the list, or of ids */
};

/* What an error is about. */
enum device_mesh_problem {
	DEVICE_MESH_LAYOUT, /* the shape does not lie on the devices, or a limit of our own */
	DEVICE_MESH_COUNT,  /* there are more or fewer devices */
	DEVICE_MESH_SLICES, /* there are more or fewer slices or processes */
};

struct device_mesh {
	struct mesh_error error; /* type set: the framework raises; of the rest only `problem` is
	                            set and, as far as it came, `physical` and `assignment` */
	enum device_mesh_problem problem;
	enum device_mesh_path path;
	uint32_t rank;
	int64_t shape[MESH_RANK_MAX];
	uint32_t count;
	const int32_t *ids; /* device ids in C order of `shape` */
	/*
	 * On the paths WHOLE and SPLIT, how each logical axis lies on those of the physical mesh;
	 * of a hybrid mesh, within the first granule and without its DCN factors.
	 */
	struct physical_mesh physical;
	struct axis_assignment assignment;
};

/*
 * mesh_utils.create_device_mesh: lays request->mesh_shape on the devices as this release of JAX
 * does. The arena owns what the result points to. Not a result but a limit of our own is the error
 * of type "" that a shape beyond MESH_RANK_MAX gets.
 */
struct device_mesh device_mesh_create(struct arena *arena, const struct device_list *devices,
                                      const struct device_mesh_request *request,
                                      const struct jax_rules *rules);

/*
 * mesh_utils.create_hybrid_device_mesh: one mesh per slice or process, set side by side along
 * request->dcn_mesh_shape, which is the major part of every axis. As device_mesh_create otherwise.
 */
struct device_mesh device_mesh_create_hybrid(struct arena *arena, const struct device_list *devices,
                                             const struct device_mesh_request *request,
                                             const struct jax_rules *rules);
