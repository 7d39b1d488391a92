/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/sharding_request.h"

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

struct sharding_request request_without_auto(struct op *op, const struct array_type *type,
                                             const struct abstract_mesh *mesh)
{
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
