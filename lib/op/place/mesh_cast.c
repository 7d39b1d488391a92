/* SPDX-License-Identifier: Apache-2.0 */
/* How releases before 0.7.2 enter and leave auto_axes. JAX: pjit.py mesh_cast. */
#include "op/place/place.h"

#include <assert.h>
#include "op/place/reshard.h"

/* The axes of a spec in a row, with NULL for a dimension that has none. JAX: named_sharding.py
 * flatten_spec. */
struct flat_spec {
	const uint8_t *axes[MAX_REFERENCES];
	uint32_t count;
};

static void flatten(struct flat_spec *flat, const struct dim_axes *spec, uint32_t count)
{
	flat->count = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (!spec[i].count)
			flat->axes[flat->count++] = NULL;
		for (uint32_t j = 0; j < spec[i].count; j++)
			flat->axes[flat->count++] = &spec[i].axes[j];
	}
}

static bool say_no_movement(struct op *op)
{
	return explain(
	    op,
	    WORDS("auto_axes moves no data in this release, and the sharding asked for needs that"),
	    HELP("reshard after the call instead"));
}

static bool is_explicit(const struct abstract_mesh *mesh, uint8_t axis)
{
	assert(axis < mesh->mesh->naxes);
	return mesh->explicit_axes >> axis & 1;
}

/* Both name the same axis, or one names an axis whose type changes and the other cannot. */
static bool check_axis(struct op *op, const struct array_type *type,
                       const struct sharding_request *target, const uint8_t *from,
                       const uint8_t *to)
{
	if ((!from && !to) || (from && to && *from == *to))
		return true;
	if (from && to) {
		const struct axis *axes = type->mesh->mesh->axes;
		refuse(op, RULE_SHARDING_CONFLICT, "ValueError",
		       TEXT("Explicit data movement in mesh_cast is not allowed. Got src spec: {} "
		            "and dst spec: {}",
		            axes[*from].name, axes[*to].name));
		return say_no_movement(op);
	}
	uint8_t axis = from ? *from : *to;
	if (is_explicit(type->mesh, axis) == (from != NULL) &&
	    is_explicit(target->mesh, axis) == (to != NULL))
		return true;
	refuse(op, RULE_SHARDING_CONFLICT, "AssertionError", TEXT(""));
	return say_no_movement(op);
}

static bool check_axes(struct op *op, const struct array_type *type,
                       const struct sharding_request *target)
{
	struct flat_spec from, to;
	flatten(&from, type->spec, type->rank);
	flatten(&to, target->spec, target->count);
	if (from.count != to.count) {
		refuse(op, RULE_SHARDING_CONFLICT, "ValueError",
		       TEXT("safe_zip() argument 2 is {} than argument 1",
		            to.count < from.count ? "shorter" : "longer"));
		return say_no_movement(op);
	}
	for (uint32_t i = 0; i < from.count; i++)
		if (!check_axis(op, type, target, from.axes[i], to.axes[i]))
			return false;
	return true;
}

static bool refuse_shape(struct op *op, const struct array_type *type,
                         const struct sharding_request *target)
{
	return refuse(
	    op, RULE_CONTEXT_MESH, "ValueError",
	    TEXT("Mesh shape of the input {shape} does not match the mesh shape of the target "
	         "sharding {shape} for shape {long}",
	         type->mesh, target->mesh, type),
	    WORDS("the array and the sharding asked for are on meshes of different shape"));
}

static bool refuse_same_types(struct op *op, const struct array_type *type)
{
	refuse(op, RULE_SHARDING_CONFLICT, "ValueError",
	       TEXT("mesh_cast should only be used when AxisType changes between the input mesh "
	            "and the target mesh. Got src axis_types={types} and dst axis_types={types}. "
	            "To reshard between the same mesh, use `jax.sharding.reshard` instead?",
	            type->mesh, type->mesh));
	return say_no_movement(op);
}

static bool same_sharding(const struct array_type *type, const struct sharding_request *target)
{
	return type->rank == target->count && spec_equal(type->spec, target->spec, type->rank) &&
	       type->unreduced == target->unreduced && type->reduced == target->reduced;
}

static bool check_cast(struct op *op, const struct array_type *type,
                       const struct sharding_request *target)
{
	if (!type->mesh || !target->mesh)
		return true;
	if (!abstract_mesh_same_shape(type->mesh, target->mesh))
		return refuse_shape(op, type, target);
	if (abstract_mesh_equal(type->mesh, target->mesh))
		return same_sharding(type, target) || refuse_same_types(op, type);
	return !type->mesh->explicit_axes || !target->mesh->explicit_axes ||
	       check_axes(op, type, target);
}

static bool infer(struct op *op, const struct application *application, struct array_type *results)
{
	const struct reshard_params *params = application->params;
	results[0] = *application->operands[0];
	return check_cast(op, application->operands[0], &params->target) &&
	       type_shard(op, &results[0], &params->target);
}

static const struct primitive primitive = {.name = "mesh_cast",
                                           .moves = true,
                                           .infer = infer,
                                           .batch = reshard_batch_target,
                                           .linear = LINEAR,
                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *mesh_cast(struct op *op, const struct array *x,
                              const struct sharding_request *sharding)
{
	return reshard_apply(op, &primitive, x, &(struct reshard_params){*sharding});
}
