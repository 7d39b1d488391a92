/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/type.h"

#include <assert.h>

#include "base/checked.h"

struct array_type type_plain(struct arena *arena, const struct dtype *dtype, const int64_t *shape,
                             uint32_t rank)
{
	return (struct array_type){
	    .dtype = dtype, .rank = rank, .shape = shape, .spec = spec_none(arena, rank)};
}

bool dim_axes_equal(struct dim_axes a, struct dim_axes b)
{
	return a.count == b.count && (!a.count || memcmp(a.axes, b.axes, a.count) == 0);
}

bool spec_equal(const struct dim_axes *a, const struct dim_axes *b, uint32_t rank)
{
	assert((a && b) || !rank);
	for (uint32_t i = 0; i < rank; i++)
		if (!dim_axes_equal(a[i], b[i]))
			return false;
	return true;
}

int64_t dim_axes_ways(const struct abstract_mesh *mesh, struct dim_axes axes)
{
	assert(mesh || !axes.count);
	int64_t ways = 1;
	for (uint32_t i = 0; i < axes.count; i++)
		if (!checked_multiply(&ways, ways, mesh->mesh->axes[axes.axes[i]].size))
			return INT64_MAX;
	return ways;
}

int64_t shape_elements(const int64_t *shape, uint32_t rank)
{
	int64_t elements = 1;
	bool fits = true;
	for (uint32_t i = 0; i < rank; i++) {
		if (shape[i] == 0)
			return 0;
		fits = fits && checked_multiply(&elements, elements, shape[i]);
	}
	return fits ? elements : INT64_MAX;
}

bool type_same_shape(const struct array_type *a, const struct array_type *b)
{
	return a->rank == b->rank &&
	       (!a->rank || memcmp(a->shape, b->shape, a->rank * sizeof *a->shape) == 0);
}

bool type_is_replicated(const struct array_type *type)
{
	for (uint32_t i = 0; i < type->rank; i++)
		if (type->spec[i].count)
			return false;
	return !type->unreduced && !type->reduced;
}

bool spec_is_none(const struct array_type *type)
{
	for (uint32_t i = 0; i < type->rank; i++)
		if (type->spec[i].count)
			return false;
	return true;
}

bool type_is_whole(const struct array_type *type)
{
	for (uint32_t i = 0; i < type->rank; i++)
		if (dim_axes_ways(type->mesh, type->spec[i]) != 1)
			return false;
	return true;
}

int64_t *shape_copy(struct arena *arena, const int64_t *shape, uint32_t rank)
{
	int64_t *copy = arena_new(arena, int64_t, rank);
	if (rank)
		memcpy(copy, shape, rank * sizeof *copy);
	return copy;
}

struct dim_axes *spec_copy(struct arena *arena, const struct dim_axes *spec, uint32_t rank)
{
	struct dim_axes *copy = spec_none(arena, rank);
	if (rank)
		memcpy(copy, spec, rank * sizeof *copy);
	return copy;
}

uint64_t spec_axes(const struct dim_axes *spec, uint32_t count)
{
	uint64_t axes = 0;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j < spec[i].count; j++)
			axes |= UINT64_C(1) << spec[i].axes[j];
	return axes;
}

struct dim_axes *spec_none(struct arena *arena, uint32_t rank)
{
	return arena_new(arena, struct dim_axes, rank);
}

struct sharding_request type_request(const struct array_type *type)
{
	return (struct sharding_request){.mesh = type->mesh,
	                                 .spec = type->spec,
	                                 .count = type->rank,
	                                 .unreduced = type->unreduced,
	                                 .reduced = type->reduced,
	                                 .unreduced_kind = type->unreduced_kind};
}

struct dim_axes dim_axes_explicit(struct arena *arena, const struct abstract_mesh *mesh,
                                  struct dim_axes axes)
{
	uint8_t *kept = arena_new(arena, uint8_t, axes.count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < axes.count; i++)
		if (mesh->explicit_axes >> axes.axes[i] & 1)
			kept[count++] = axes.axes[i];
	return (struct dim_axes){kept, count};
}

/* The text of a spec whose length is not the rank; `numbers` is how it puts both into words. */
