/* SPDX-License-Identifier: Apache-2.0 */
#include "op/place/place.h"

#include <assert.h>

#include "op/core/abstract_mesh.h"
#include "op/core/sharding_request.h"

const struct array *auto_axes_cast(struct op *op, const struct array *x,
                                   const struct sharding_request *request)
{
	return op_has(op, JAX_MESH_CAST) ? mesh_cast(op, x, request) : lax_reshard(op, x, request);
}

static bool refuse_empty(struct op *op, const char *function)
{
	const struct abstract_mesh *none = NULL;
	bool shown = !op_has(op, JAX_AUTO_AXES_WITHOUT_MESH);
	return refuse(op, RULE_CONTEXT_MESH, "ValueError",
	              TEXT("Context mesh {}cannot be empty. Please use `{set_mesh}` API to enter "
	                   "into a mesh context when using `{}` API.",
	                   shown ? phrase(op, "{} ", none) : STR(""), function),
	              WORDS("{} needs a mesh in context", function));
}

/* JAX: pjit.py _get_new_mesh. */
static bool refuse_context(struct op *op, const struct abstract_mesh *asked)
{
	return refuse(op, RULE_CONTEXT_MESH, "ValueError",
	              TEXT("Context mesh {} must match the mesh passed to shardings {}. "
	                   "Recommended approach is to use `{set_mesh}` context manager.",
	                   op->mesh, asked),
	              WORDS("the sharding asked for is on another mesh than the one in context"));
}

static bool refuse_manual(struct op *op)
{
	return refuse(
	    op, RULE_CONTEXT_MESH, "NotImplementedError",
	    TEXT("Going from `Manual` AxisType to `Auto` or `Explicit` AxisType is not allowed. "
	         "Please file a bug at https://github.com/jax-ml/jax/issues with your use case"),
	    WORDS("an axis of shard_map cannot become auto or explicit inside of it"));
}

static uint64_t chosen_axes(struct op *op, const struct abstract_mesh *mesh, uint64_t axes)
{
	if (axes == AUTO_AXES_EXPLICIT && op_has(op, JAX_AUTO_AXES_OF_EXPLICIT))
		return mesh->explicit_axes;
	uint64_t all = abstract_mesh_all_axes(mesh);
	return axes == AUTO_AXES_EXPLICIT ? all : axes & all;
}

bool auto_axes_enter(struct op *op, uint64_t axes, const struct sharding_request *request,
                     struct auto_axes *scope)
{
	const struct abstract_mesh *mesh = op->mesh;
	*scope = (struct auto_axes){op->mesh, op->mesh, false};
	if (mesh && request && request->mesh && !abstract_mesh_equal(mesh, request->mesh))
		return refuse_context(op, request->mesh);
	if (!mesh && request)
		mesh = request->mesh;
	if (!mesh)
		return op_has(op, JAX_AUTO_AXES_WITHOUT_MESH) || refuse_empty(op, "auto_axes");
	axes = chosen_axes(op, mesh, axes);
	if (axes & abstract_mesh_axes(mesh, AXIS_MANUAL))
		return refuse_manual(op);
	if (op_has(op, JAX_AUTO_AXES_SKIPS) && abstract_mesh_axes(mesh, AXIS_AUTO) == axes)
		return true;
	scope->inner = abstract_mesh_with(op->arena, mesh, axes, AXIS_AUTO);
	scope->entered = true;
	op->mesh = scope->inner;
	return true;
}

bool explicit_axes_enter(struct op *op, uint64_t axes, struct auto_axes *scope)
{
	*scope = (struct auto_axes){op->mesh, op->mesh, true};
	if (!op->mesh)
		return refuse_empty(op, "explicit_axes");
	axes &= abstract_mesh_all_axes(op->mesh);
	if (axes & abstract_mesh_axes(op->mesh, AXIS_MANUAL))
		return refuse_manual(op);
	scope->inner = abstract_mesh_with(op->arena, op->mesh, axes, AXIS_EXPLICIT);
	op->mesh = scope->inner;
	return true;
}

const struct array *explicit_axes_leave(struct op *op, const struct auto_axes *scope,
                                        const struct array *result)
{
	assert(scope->entered);
	if (!result)
		return NULL;
	struct sharding_request request = request_without_auto(op, &result->type, scope->outer);
	return auto_axes_cast(op, result, &request);
}

const struct array *auto_axes_operand(struct op *op, const struct auto_axes *scope,
                                      const struct array *x)
{
	if (!x || !scope->entered)
		return x;
	struct sharding_request request = request_without_auto(op, &x->type, scope->inner);
	return auto_axes_cast(op, x, &request);
}

void auto_axes_restore(struct op *op, const struct auto_axes *scope)
{
	op->mesh = scope->outer;
}

const struct array *auto_axes_leave(struct op *op, const struct auto_axes *scope,
                                    const struct array *result,
                                    const struct sharding_request *request)
{
	auto_axes_restore(op, scope);
	if (!result || !scope->entered)
		return result;
	return auto_axes_cast(op, result, request);
}
