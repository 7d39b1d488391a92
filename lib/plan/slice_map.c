/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/slice_map.h"

#include <assert.h>

#include "base/checked.h"
#include "torch/dtensor_shards.h"

/* Number of the only mesh axis of this name, or mesh->naxes. */
static uint32_t axis_of(const struct mesh *mesh, const struct reference *reference)
{
	uint32_t found = mesh->naxes, count = 0;
	for (uint32_t axis = 0; axis < mesh->naxes && reference->kind == REFERENCE_NAME; axis++) {
		if (mesh->axes[axis].nameless || !str_equal(mesh->axes[axis].name, reference->name))
			continue;
		found = axis;
		count++;
	}
	return count == 1 ? found : mesh->naxes;
}

/* An entry as PartitionSpec keeps it: a tuple of one thing is that thing, and an empty name without
 * a tuple is None. */
static struct entry entry_meant(struct entry entry)
{
	if (entry.kind != ENTRY_AXES || entry.naxes != 1)
		return entry;
	const struct reference *only = &entry.axes[0];
	if (only->kind == REFERENCE_NESTED) {
		entry.axes = only->items;
		entry.naxes = only->nitems;
	} else if (only->kind != REFERENCE_NAME || (!entry.tuple && !only->name.len)) {
		entry.kind = ENTRY_NONE;
	}
	return entry;
}

/* Puts the axes of an entry on a dimension; false for an axis that is unknown or used already. */
static bool add_axes(struct arena *arena, const struct mesh *mesh, const struct entry *written,
                     bool *used, struct placed_dim *dim)
{
	const struct entry entry = entry_meant(*written);
	if (entry.kind != ENTRY_AXES)
		return true;
	uint32_t *axes = arena_new(arena, uint32_t, entry.naxes);
	for (uint32_t i = 0; i < entry.naxes; i++) {
		axes[i] = axis_of(mesh, &entry.axes[i]);
		if (axes[i] == mesh->naxes || used[axes[i]])
			return false;
		used[axes[i]] = true;
		if (!checked_multiply(&dim->shards, dim->shards, mesh->axes[axes[i]].size))
			return false;
	}
	dim->axes = axes;
	dim->naxes = entry.naxes;
	return true;
}

/* Bytes of a number of elements; the spec reader has checked that they fit. */
static int64_t bytes_of(int64_t elements, int64_t element_bits)
{
	return ceiling_divide(elements * element_bits, 8);
}

static void count(struct slice_map *slice_map, const struct tensor *tensor)
{
	int64_t elements = 1, shard_elements = 1;
	slice_map->shards = 1;
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		const struct placed_dim *dim = &slice_map->dims[i];
		elements *= dim->size;
		shard_elements *= dim->shard;
		slice_map->shards *= dim->shards;
		slice_map->uneven |= dim->size % dim->shards != 0;
	}
	slice_map->copies = slice_map->devices / slice_map->shards;
	slice_map->element_bits = tensor->dtype ? (int64_t)tensor->dtype->bits : 0;
	slice_map->bytes = bytes_of(elements, slice_map->element_bits);
	slice_map->bytes_per_device = bytes_of(shard_elements, slice_map->element_bits);
}

int64_t mesh_size(const struct mesh *mesh)
{
	int64_t size = 1;
	if (mesh->broken || mesh->naxes != mesh->nsizes)
		return 0;
	for (uint32_t i = 0; i < mesh->naxes; i++)
		if (mesh->axes[i].size < 1 || !checked_multiply(&size, size, mesh->axes[i].size))
			return 0;
	return mesh->devices && mesh->ndevices != size ? 0 : size;
}

int64_t mesh_position(const struct mesh *mesh, int64_t device)
{
	int64_t size = mesh_size(mesh);
	if (!mesh->devices)
		return device >= 0 && device < size ? device : -1;
	for (int64_t i = 0; i < size; i++)
		if (mesh->devices[i] == device)
			return i;
	return -1;
}

/*
 * Lays the tensor out by a PartitionSpec; entries beyond the rank must cut nothing. False when it
 * cannot be: an unknown or repeated axis, a mesh that is broken. What is returned lives in the
 * arena.
 */
static bool slice_map_make(struct arena *arena, const struct tensor *tensor,
                           const struct partition_spec *spec, const struct mesh *mesh,
                           struct slice_map *slice_map)
{
	bool used[MAX_AXES] = {false};
	*slice_map = (struct slice_map){.mesh = mesh, .rank = tensor->rank};
	slice_map->devices = mesh ? mesh_size(mesh) : 0;
	if (!slice_map->devices)
		return false;
	struct placed_dim *dims = arena_new(arena, struct placed_dim, tensor->rank);
	for (uint32_t i = 0; i < tensor->rank; i++) {
		dims[i].size = tensor->dims[i].size;
		dims[i].shards = 1;
		if (i < spec->nentries && !add_axes(arena, mesh, &spec->entries[i], used, &dims[i]))
			return false;
		dims[i].shard = ceiling_divide(dims[i].size, dims[i].shards);
	}
	for (uint32_t i = tensor->rank; i < spec->nentries; i++) {
		struct placed_dim none = {.shards = 1};
		if (!add_axes(arena, mesh, &spec->entries[i], used, &none) || none.shards > 1)
			return false;
	}
	for (uint32_t i = 0; i < spec->nunreduced; i++) {
		uint32_t axis = axis_of(mesh, &spec->unreduced[i]);
		slice_map->partial |= axis < mesh->naxes ? (uint64_t)1 << axis : 0;
	}
	slice_map->dims = dims;
	count(slice_map, tensor);
	return true;
}

/* The mesh axes whose placements shard a dimension, one inside of the other; false when their
 * product does not fit in 64 bits. */
static bool place_nest(struct arena *arena, struct dtensor_sizes mesh, const struct layout *layout,
                       uint32_t rank, uint32_t number, struct placed_dim *dim)
{
	struct dtensor_nest *nest = arena_new(arena, struct dtensor_nest, 1);
	if (!dtensor_nest_of(arena, layout->placements.items, mesh, rank, number, dim->size, nest))
		return false;
	dim->nest = nest;
	dim->axes = nest->axes;
	dim->naxes = nest->count;
	dim->shards = nest->shards;
	dim->shard = nest->length;
	return true;
}

/* Lays the tensor out by DTensor placements; NULL, or why it cannot be. */
static const char *slice_map_nest(struct arena *arena, const struct tensor *tensor,
                                  const struct layout *layout, const struct mesh *mesh,
                                  struct slice_map *slice_map)
{
	*slice_map = (struct slice_map){.mesh = mesh, .rank = tensor->rank};
	slice_map->devices = mesh_size(mesh);
	slice_map->element_bits = tensor->dtype ? (int64_t)tensor->dtype->bits : 0;
	struct placed_dim *dims = arena_new(arena, struct placed_dim, tensor->rank);
	const struct dtensor_sizes sizes = {mesh_axis_sizes(arena, mesh), mesh->nsizes};
	bool fits = slice_map->devices && layout->placements.count == mesh->naxes;
	for (uint32_t axis = 0; axis < mesh->naxes && fits; axis++) {
		const struct placement *placement = &layout->placements.items[axis];
		if (placement->kind == PLACEMENT_STRIDED_SHARD && mesh->axes[axis].size > 1)
			return "its strided shards are not one slice on each rank";
		if (placement->kind == PLACEMENT_PARTIAL)
			slice_map->partial |= (uint64_t)1 << axis;
		fits = !placement_shards(placement) || dtensor_dim(placement, tensor->rank) >= 0;
	}
	for (uint32_t i = 0; i < tensor->rank && fits; i++) {
		dims[i].size = tensor->dims[i].size;
		fits = place_nest(arena, sizes, layout, tensor->rank, i, &dims[i]);
	}
	if (!fits)
		return "its layout does not fit the mesh";
	slice_map->dims = dims;
	count(slice_map, tensor);
	return NULL;
}

/* Steps in position from one coordinate of an axis to the next. */
static int64_t stride_of(const struct mesh *mesh, uint32_t axis)
{
	int64_t stride = 1;
	for (uint32_t i = mesh->naxes; i-- > axis + 1;)
		stride *= mesh->axes[i].size;
	return stride;
}

struct slice placed_dim_slice(const struct placed_dim *dim, int64_t index)
{
	if (dim->nest) {
		struct dtensor_run part = dtensor_nested_part(dim->nest, dim->size, index);
		return part.start < part.stop ? (struct slice){part.start, part.stop}
		                              : (struct slice){dim->size, dim->size};
	}
	int64_t start = index * dim->shard < dim->size ? index * dim->shard : dim->size;
	int64_t stop = dim->size - start < dim->shard ? dim->size : start + dim->shard;
	return (struct slice){start, stop};
}

void slice_map_indices(const struct slice_map *slice_map, int64_t position, int64_t *indices)
{
	assert(slice_map->rank <= MAX_RANK);
	assert(position >= 0 && position < slice_map->devices);
	int64_t coordinates[MAX_AXES];
	const struct mesh *mesh = slice_map->mesh;
	for (uint32_t i = mesh->naxes; i-- > 0; position /= mesh->axes[i].size)
		coordinates[i] = position % mesh->axes[i].size;
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		const struct placed_dim *dim = &slice_map->dims[i];
		indices[i] = 0;
		for (uint32_t j = 0; j < dim->naxes; j++)
			indices[i] =
			    indices[i] * mesh->axes[dim->axes[j]].size + coordinates[dim->axes[j]];
	}
}

void slice_map_shard(const struct slice_map *slice_map, const int64_t *indices,
                     struct slice *slices)
{
	assert(slice_map->rank <= MAX_RANK);
	for (uint32_t i = 0; i < slice_map->rank; i++)
		slices[i] = placed_dim_slice(&slice_map->dims[i], indices[i]);
}

void slice_map_slices(const struct slice_map *slice_map, int64_t position, struct slice *slices)
{
	int64_t indices[MAX_RANK];
	slice_map_indices(slice_map, position, indices);
	slice_map_shard(slice_map, indices, slices);
}

struct replicas slice_map_replicas(const struct slice_map *slice_map, const int64_t *indices)
{
	assert(slice_map->mesh);
	const struct mesh *mesh = slice_map->mesh;
	struct replicas replicas = {.left = slice_map->copies};
	bool used[MAX_AXES] = {false};
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		int64_t index = indices[i];
		for (uint32_t j = slice_map->dims[i].naxes; j-- > 0;) {
			uint32_t axis = slice_map->dims[i].axes[j];
			used[axis] = true;
			replicas.base += index % mesh->axes[axis].size * stride_of(mesh, axis);
			index /= mesh->axes[axis].size;
		}
	}
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		if (used[i])
			continue;
		replicas.strides[replicas.naxes] = stride_of(mesh, i);
		replicas.sizes[replicas.naxes++] = mesh->axes[i].size;
	}
	return replicas;
}

int64_t replicas_next(struct replicas *replicas)
{
	if (!replicas->left)
		return -1;
	int64_t position = replicas->base;
	replicas->left--;
	for (uint32_t i = replicas->naxes; i-- > 0;) { /* one step of the odometer */
		replicas->base += replicas->strides[i];
		if (++replicas->counters[i] < replicas->sizes[i])
			break;
		replicas->base -= replicas->sizes[i] * replicas->strides[i];
		replicas->counters[i] = 0;
	}
	return position;
}

const char *slice_map_place(struct arena *arena, const struct tensor *tensor,
                            const struct layout *layout, const struct mesh *mesh,
                            struct slice_map *slice_map)
{
	if (tensor->broken)
		return "its entry cannot be read";
	if (tensor->open)
		return tensor->open;
	if (!layout)
		return "it has no layout of its own";
	if (!mesh)
		return "the file has no mesh";
	if (layout->notation == NOTATION_PLACEMENTS)
		return slice_map_nest(arena, tensor, layout, mesh, slice_map);
	if (layout->notation != NOTATION_PARTITION_SPEC)
		return "no PartitionSpec lays it out alike";
	return slice_map_make(arena, tensor, &layout->spec, mesh, slice_map)
	           ? NULL
	           : "its layout does not fit the mesh";
}

bool next_shard(const struct slice_map *slice_map, int64_t *indices)
{
	for (uint32_t i = slice_map->rank; i-- > 0;) {
		if (++indices[i] < slice_map->dims[i].shards)
			return true;
		indices[i] = 0;
	}
	return false;
}
