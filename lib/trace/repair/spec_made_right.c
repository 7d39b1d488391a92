/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair/spec_made_right.h"

#include "diag/suggest.h"

/* The number of the axis that is named, or nearly so; as many as there are when there is none. */
static uint32_t axis_meant(struct op *op, const struct mesh *mesh, struct str name)
{
	struct str *names = arena_new(op->arena, struct str, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		names[i] = mesh->axes[i].name;
	uint32_t at = 0;
	while (at < mesh->naxes && !str_equal(names[at], name))
		at++;
	struct str near = at < mesh->naxes ? name : suggest(name, names, mesh->naxes);
	for (at = 0; near.s && at < mesh->naxes; at++)
		if (str_equal(names[at], near))
			return at;
	return mesh->naxes;
}

/* The axes of one entry that can cut a dimension of this size, none of which is in *used yet. */
static struct dim_axes usable_axes(struct op *op, const struct entry *entry,
                                   const struct array_type *type, int64_t size, uint64_t *used)
{
	uint8_t *axes = arena_new(op->arena, uint8_t, entry->naxes);
	struct dim_axes kept = {axes, 0};
	for (uint32_t i = 0; i < entry_axes(entry); i++) {
		if (entry->axes[i].kind != REFERENCE_NAME)
			continue;
		uint32_t axis = axis_meant(op, type->mesh->mesh, entry->axes[i].name);
		uint64_t bit = (uint64_t)1 << (axis & 63);
		if (axis >= type->mesh->mesh->naxes || *used & bit ||
		    !(type->mesh->explicit_axes & bit))
			continue;
		axes[kept.count++] = (uint8_t)axis;
		int64_t ways = dim_axes_ways(type->mesh, kept);
		if (ways > 0 && size % ways == 0)
			*used |= bit;
		else
			kept.count--;
	}
	return kept;
}

struct sharding_request spec_made_right(struct op *op, const struct partition_spec *given,
                                        const struct array_type *type)
{
	struct dim_axes *spec = spec_none(op->arena, type->rank);
	uint64_t used = 0;
	for (uint32_t i = 0; i < type->rank && i < given->nentries; i++)
		spec[i] = usable_axes(op, &given->entries[i], type, type->shape[i], &used);
	return (struct sharding_request){.mesh = type->mesh, .spec = spec, .count = type->rank};
}

struct sharding_request spec_as_written(struct op *op, const struct partition_spec *given)
{
	struct dim_axes *spec = spec_none(op->arena, given->nentries);
	const struct mesh *mesh = op->mesh->mesh;
	for (uint32_t i = 0; i < given->nentries; i++) {
		const struct entry *entry = &given->entries[i];
		uint8_t *axes = arena_new(op->arena, uint8_t, entry->naxes);
		spec[i].axes = axes;
		for (uint32_t j = 0; j < entry_axes(entry); j++)
			for (uint32_t axis = 0; axis < mesh->naxes; axis++)
				if (str_equal(mesh->axes[axis].name, entry->axes[j].name))
					axes[spec[i].count++] = (uint8_t)axis;
	}
	return (struct sharding_request){.mesh = op->mesh, .spec = spec, .count = given->nentries};
}
