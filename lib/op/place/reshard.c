/* SPDX-License-Identifier: Apache-2.0 */
#include "op/place/reshard.h"

#include <assert.h>

#include "op/place/place.h"
#include "op/core/batch.h"
#include "op/core/sharding_request.h"

static bool refuse_other_mesh(struct op *op, const struct array_type *type,
                              const struct abstract_mesh *target)
{
	assert(type->mesh && type->mesh != target);
	return refuse(op, RULE_CONTEXT_MESH, "ValueError",
	              TEXT("Mesh of the input {} does not equal the mesh of the target sharding {} "
	                   "for shape {long}",
	                   type->mesh, target, type),
	              WORDS("reshard stays on one mesh, and the target is on another"),
	              HELP("use jax.device_put to move an array between meshes"));
}

/* Gaining max- or min-unreduced axes, or changing the kind, is no movement of data. */
static bool check_unreduced(struct op *op, const struct array_type *type,
                            const struct sharding_request *target)
{
	bool gains =
	    target->unreduced_kind != UNREDUCED_SUM && (target->unreduced & ~type->unreduced);
	bool differs =
	    type->unreduced && target->unreduced && type->unreduced_kind != target->unreduced_kind;
	if (!gains && !differs)
		return true;
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ValueError",
	    TEXT("{}{spec}{}{spec}",
	         gains ? "out_sharding passed to `jax.reshard` cannot be more unreduced "
	                 "than the input. Got input pspec: "
	               : "The unreduced_kind of input and output sharding passed to "
	                 "`jax.reshard` should be the same. Got input spec: ",
	         type, gains ? ", out pspec: " : " and output spec: ", target),
	    WORDS(
		gains
		    ? "an array cannot become unreduced by max or min: only a reduction makes it so"
		    : "an unreduced array cannot change what its parts are to be joined by"));
}

static bool reshard_infer(struct op *op, const struct application *application,
                          struct array_type *results)
{
	const struct reshard_params *params = application->params;
	const struct array_type *type = application->operands[0];
	if (op_has(op, JAX_RESHARD_KEEPS_MESH) && type->mesh &&
	    !abstract_mesh_equal(type->mesh, params->target.mesh))
		return refuse_other_mesh(op, type, params->target.mesh);
	if (op_has(op, JAX_RESHARD_CHECKS_SETS) && !check_unreduced(op, type, &params->target))
		return false;
	results[0] = *type;
	return type_shard(op, &results[0], &params->target);
}

bool reshard_batch_target(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct reshard_params *params = batching->params;
	const struct sharding_request *target = &params->target;
	if (batching->dims[0] >= 0 &&
	    !batch_sharding(op, batching->mapping, target, (uint32_t)batching->dims[0], &target))
		return false;
	struct reshard_params *whole = arena_new(op->arena, struct reshard_params, 1);
	whole->target = *target;
	return batched_result(
	    out, primitive_apply_one(op, batching->primitive, whole, batching->operands, 1),
	    batching->dims[0]);
}

static bool reshard_batch(struct op *op, const struct batching *batching, const struct batched *out)
{
	if (op_has(op, JAX_RESHARD_NO_SPMD_NAME) && batching->mapping->spmd_axes.count)
		return refuse(op, RULE_PROGRAM_ERROR, "AssertionError", TEXT(""),
		              WORDS("this release cannot reshard under a vmap with spmd_axis_name"),
		              HELP("leave spmd_axis_name out: arrays on explicit axes say it"));
	return reshard_batch_target(op, batching, out);
}

const struct array *reshard_apply(struct op *op, const struct primitive *primitive,
                                  const struct array *x, const struct reshard_params *params)
{
	const struct abstract_mesh *context = op->mesh;
	op->mesh = NULL;
	struct reshard_params *kept = arena_copy(op->arena, params, 1, sizeof *params);
	const struct array *result = primitive_apply_one(op, primitive, kept, &x, 1);
	op->mesh = context;
	return result;
}

static const struct primitive reshard = {.name = "reshard",
                                         .moves = true,
                                         .infer = reshard_infer,
                                         .batch = reshard_batch,
                                         .linear = LINEAR,
                                         .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_reshard(struct op *op, const struct array *x,
                                const struct sharding_request *sharding)
{
	if (!x)
		return NULL;
	struct reshard_params params = {request_padded(op->arena, sharding, x->type.rank)};
	return reshard_apply(op, &reshard, x, &params);
}
