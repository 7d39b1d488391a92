/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/batch.h"

#include <assert.h>

struct dim_axes batch_axes(const struct op *op, const struct mapping *mapping)
{
	struct dim_axes axes = mapping->axes;
	if (axes.count && op->mesh && op_has(op, JAX_MAPPED_AXES_OF_CONTEXT) &&
	    op->mesh->types[axes.axes[0]] != AXIS_EXPLICIT)
		axes.count = 0;
	return axes;
}

/* JAX: util.py tuple_insert. */
static bool refuse_short(struct op *op, uint32_t dim, uint32_t count)
{
	return refuse(op, RULE_SHARDING_CONFLICT, "AssertionError", TEXT("({}, {})", dim, count),
	              WORDS("the sharding asked for under vmap has {} entries, too few for the "
	                    "mapped dimension to come after dimension {}",
	                    count, dim),
	              HELP("write an entry for every dimension of the array"));
}

bool batch_sharding(struct op *op, const struct mapping *mapping,
                    const struct sharding_request *request, uint32_t dim,
                    const struct sharding_request **whole)
{
	assert(mapping->size >= 0);
	*whole = NULL;
	if (!request)
		return true;
	uint32_t count = request->count;
	if (dim > count && !op_has(op, JAX_MAPPED_ENTRY_PADDED))
		return refuse_short(op, dim, count);
	uint32_t longer = dim > count ? dim + 1 : count + 1;
	struct dim_axes *spec = spec_none(op->arena, longer);
	for (uint32_t i = 0; i < count; i++)
		spec[i + (i >= dim)] = request->spec[i];
	spec[dim] = batch_axes(op, mapping);
	struct sharding_request *all = arena_new(op->arena, struct sharding_request, 1);
	*all = *request;
	all->spec = spec;
	all->count = longer;
	if (op_has(op, JAX_VMAP_DROPS_SETS))
		all->unreduced = all->reduced = 0;
	*whole = all;
	return check_request(op, all);
}

void batch_insert(struct op *op, int64_t size, struct dim_axes axes, const struct array_type *type,
                  uint32_t dim, struct array_type *whole)
{
	assert(dim <= type->rank);
	uint32_t rank = type->rank + 1;
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	struct dim_axes *spec = spec_none(op->arena, rank);
	for (uint32_t i = 0; i < type->rank; i++) {
		shape[i + (i >= dim)] = type->shape[i];
		spec[i + (i >= dim)] = type->spec[i];
	}
	shape[dim] = size;
	spec[dim] = axes;
	*whole = *type;
	whole->rank = rank;
	whole->shape = shape;
	whole->spec = spec;
}

bool refuse_mapped_constant(struct op *op, const struct mapping *mapping,
                            const struct array_type *whole, struct dim_axes axes)
{
	assert(mapping->mesh && axes.count && !whole->mesh);
	struct sharding_request request = {
	    .mesh = mapping->mesh, .spec = whole->spec, .count = whole->rank};
	struct str name = mapping->mesh->mesh->axes[axes.axes[0]].name;
	return refuse(
	    op, RULE_VMAP_AXES, "ValueError",
	    TEXT("Resource axis: {} of {spec} is not found in mesh: ().", name, &request),
	    WORDS("vmap over mesh axis '{}' meets a constant, which is on no mesh", name),
	    HELP("make it an array of the mesh, as jnp.zeros((), out_sharding=P()) does"));
}

bool batch_whole_type(struct op *op, const struct mapping *mapping, const struct array_type *type,
                      uint32_t dim, struct array_type *whole)
{
	struct dim_axes axes = batch_axes(op, mapping);
	if (!op_takes_rank(op, (uint64_t)type->rank + 1))
		return false;
	batch_insert(op, mapping->size, axes, type, dim, whole);
	if (!type->mesh)
		return !axes.count || refuse_mapped_constant(op, mapping, whole, axes);
	struct sharding_request request = type_request(whole);
	return check_request(op, &request);
}

struct dim_axes mapping_spmd_axes(struct op *op, const struct mapping *mapping,
                                  const struct abstract_mesh *mesh)
{
	uint8_t *axes = arena_new(op->arena, uint8_t, mapping->nspmd_names);
	struct dim_axes named = {axes, 0};
	for (uint32_t i = 0; i < mapping->nspmd_names; i++) {
		uint32_t axis = jax_axis_index(mesh->mesh, mapping->spmd_names[i]);
		if (axis < mesh->mesh->naxes)
			axes[named.count++] = (uint8_t)axis;
	}
	return named;
}
