/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/sharding_request.h"

#include <assert.h>

#include "op/core/abstract_mesh.h"

struct sharding_request request_padded(struct arena *arena, const struct sharding_request *request,
                                       uint32_t rank)
{
	struct sharding_request padded = *request;
	if (request->count >= rank)
		return padded;
	struct dim_axes *spec = spec_none(arena, rank);
	if (request->count)
		memcpy(spec, request->spec, request->count * sizeof *spec);
	padded.spec = spec;
	padded.count = rank;
	return padded;
}

bool request_equal(const struct sharding_request *a, const struct sharding_request *b)
{
	if (!abstract_mesh_equal(a->mesh, b->mesh) || a->open != b->open ||
	    a->unreduced != b->unreduced || a->reduced != b->reduced)
		return false;
	static const struct dim_axes none = {0};
	for (uint32_t i = 0; i < a->count || i < b->count; i++)
		if (!dim_axes_equal(i < a->count ? a->spec[i] : none,
		                    i < b->count ? b->spec[i] : none))
			return false;
	return true;
}

bool request_same(const struct sharding_request *a, const struct sharding_request *b)
{
	return a == b || (a && b && request_equal(a, b));
}

struct sharding_request request_without_auto(struct op *op, const struct array_type *type,
                                             const struct abstract_mesh *mesh)
{
	assert(mesh);
	struct sharding_request request = type_request(type);
	struct dim_axes *spec = spec_none(op->arena, type->rank);
	for (uint32_t i = 0; i < type->rank; i++)
		spec[i] = dim_axes_explicit(op->arena, mesh, type->spec[i]);
	request.mesh = mesh;
	request.spec = spec;
	request.count = type->rank;
	request.unreduced &= mesh->explicit_axes;
	request.reduced &= mesh->explicit_axes;
	return request;
}

/* The axes of a list or set as references by name. */
static const struct reference *references(struct arena *arena, const struct abstract_mesh *mesh,
                                          const uint8_t *axes, uint32_t count)
{
	struct reference *named = arena_new(arena, struct reference, count);
	for (uint32_t i = 0; i < count; i++)
		named[i].name = mesh->mesh->axes[axes[i]].name;
	return named;
}

static const struct reference *set_references(struct arena *arena, const struct abstract_mesh *mesh,
                                              uint64_t set, uint32_t *count)
{
	uint8_t axes[MAX_AXES];
	*count = 0;
	for (uint8_t i = 0; mesh && i < mesh->mesh->naxes; i++)
		if (set >> i & 1)
			axes[(*count)++] = i;
	return references(arena, mesh, axes, *count);
}

struct partition_spec request_partition_spec(struct arena *arena,
                                             const struct sharding_request *request)
{
	struct entry *entries = arena_new(arena, struct entry, request->count);
	for (uint32_t i = 0; i < request->count; i++) {
		struct dim_axes axes = request->spec[i];
		if (!axes.count)
			continue;
		entries[i] =
		    (struct entry){.kind = ENTRY_AXES,
		                   .tuple = axes.count > 1,
		                   .axes = references(arena, request->mesh, axes.axes, axes.count),
		                   .naxes = axes.count};
	}
	struct partition_spec spec = {
	    .entries = entries, .nentries = request->count, .in_code = true};
	spec.unreduced = set_references(arena, request->mesh, request->unreduced, &spec.nunreduced);
	spec.reduced = set_references(arena, request->mesh, request->reduced, &spec.nreduced);
	spec.unreduced_kind = request->unreduced_kind;
	spec.has_unreduced = spec.nunreduced > 0;
	spec.has_reduced = spec.nreduced > 0;
	return spec;
}

void request_spec_text(struct buf *out, const struct jax_rules *rules,
                       const struct sharding_request *request)
{
	struct partition_spec spec = request_partition_spec(out->arena, request);
	jax_spec_text(out, rules, &spec);
}

void request_sharding_text(struct buf *out, const struct jax_rules *rules,
                           const struct sharding_request *request)
{
	buf_puts(out, "NamedSharding(mesh=");
	abstract_mesh_text(out, rules, request->mesh);
	buf_puts(out, ", spec=");
	request_spec_text(out, rules, request);
	buf_putc(out, ')');
}

void type_spec_text(struct buf *out, const struct jax_rules *rules, const struct array_type *type)
{
	struct sharding_request request = type_request(type);
	struct partition_spec spec = request_partition_spec(out->arena, &request);
	jax_spec_text(out, rules, &spec);
}

void type_sharding_text(struct buf *out, const struct jax_rules *rules,
                        const struct array_type *type)
{
	struct sharding_request request = type_request(type);
	request_sharding_text(out, rules, &request);
}

const struct sharding_request *request_kept(struct op *op, const struct sharding_request *request)
{
	return request && op->recording ? arena_copy(op->arena, request, 1, sizeof *request)
	                                : request;
}
