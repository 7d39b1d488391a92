/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One tensor laid out on a mesh: what each device holds. Nothing is tabulated per device: the slice
 * of a device follows from its coordinates in the mesh. JAX: sharding.py devices_indices_map, with
 * the first axis of a tuple as the major one; DTensor: lib/torch/dtensor_shards.h.
 */
#pragma once

#include "spec/spec.h"

/* Half-open range of elements along a dimension. */
struct slice {
	int64_t start, stop;
};

struct dtensor_nest;

struct placed_dim {
	int64_t size;         /* elements */
	int64_t shards;       /* how many ways it is cut */
	int64_t shard;        /* elements of a full shard: size / shards, rounded up */
	const uint32_t *axes; /* numbers of the mesh axes on it, major to minor */
	uint32_t naxes;
	/* The axes where each of them cuts the shards of those before it, as DTensor does; NULL
	 * where they cut the dimension at once. */
	const struct dtensor_nest *nest;
};

struct slice_map {
	const struct mesh *mesh;
	const struct placed_dim *dims;
	uint32_t rank;
	int64_t devices;          /* of the mesh */
	int64_t shards;           /* different slices: the product over the dimensions */
	int64_t copies;           /* devices that hold the same slice */
	int64_t element_bits;     /* 0 when the dtype is not known */
	int64_t bytes;            /* of one whole tensor */
	int64_t bytes_per_device; /* of a full shard */
	bool uneven;              /* some shard is smaller than others, or empty */
	uint64_t partial;         /* a set of mesh axes along which devices hold parts of sums */
};

/*
 * How many devices a mesh has; 0 when it is broken: sizes that are missing, below 1 or too large,
 * or another number of devices listed.
 */
int64_t mesh_size(const struct mesh *mesh);

/* The device at a position of a mesh: from its list of devices, else the position. */
static inline int64_t mesh_device(const struct mesh *mesh, int64_t position)
{
	return mesh->devices ? mesh->devices[position] : position;
}

/* The position of a device in a mesh, or -1. */
int64_t mesh_position(const struct mesh *mesh, int64_t device);

/* The number of the shard of each dimension held at a position of the mesh; rank of them. */
void slice_map_indices(const struct slice_map *slice_map, int64_t position, int64_t *indices);

/* The slice of each dimension that these shards of them make: rank slices. */
void slice_map_shard(const struct slice_map *slice_map, const int64_t *indices,
                     struct slice *slices);

/* The slice of each dimension held at position `position` of the mesh (row-major over its axes):
 * rank slices. */
void slice_map_slices(const struct slice_map *slice_map, int64_t position, struct slice *slices);

/* Part `index` of a dimension cut into shards: from index * shard on, cut at the size; empty behind
 * it. Nested shards that are empty start and stop at the size. */
struct slice placed_dim_slice(const struct placed_dim *dim, int64_t index);

/* Goes through the shards: the indices along each dimension, last one fastest. False after the last
 * one. */
bool next_shard(const struct slice_map *slice_map, int64_t *indices);

/*
 * The positions that hold one shard, in ascending order: the mesh seen as the axes that shard the
 * tensor, which are fixed, and those that replicate it, over which it walks.
 */
struct replicas {
	int64_t base; /* the first position */
	int64_t strides[MAX_AXES], sizes[MAX_AXES], counters[MAX_AXES];
	uint32_t naxes; /* that replicate, major to minor */
	int64_t left;   /* positions not yet given */
};

/* Starts at the shard whose index along each dimension is `indices` (rank of them). */
struct replicas slice_map_replicas(const struct slice_map *slice_map, const int64_t *indices);

/* The next position, or -1 when all have been given. */
int64_t replicas_next(struct replicas *replicas);

/* Lays a tensor out as slice_map_make does; NULL, or why it cannot be, static text. `layout` and
 * `mesh` may be NULL, as in a spec without them. */
const char *slice_map_place(struct arena *arena, const struct tensor *tensor,
                            const struct layout *layout, const struct mesh *mesh,
                            struct slice_map *slice_map);
