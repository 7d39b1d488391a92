/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/captures.h"

#include <assert.h>

#include "op/core/watch.h"
#include "op/core/levels.h"

void captures_begin(struct op *op, struct captures *captures, uint64_t levels)
{
	*captures =
	    (struct captures){.before = op->arrays, .levels = levels, .outer = op->captures};
	op->captures = captures;
}

void captures_end(struct op *op, const struct captures *captures)
{
	assert(op->captures == captures);
	op->captures = captures->outer;
}

static const struct array *see(struct op *op, struct captures *captures, const struct array *array)
{
	if (!captures || array->number >= captures->before)
		return array;
	for (uint32_t i = 0; i < captures->count; i++)
		if (captures->own[i] == array)
			return captures->seen[i];
	const struct array *seen = see(op, captures->outer, array);
	if (seen && captures->levels)
		seen = array_of_levels(op, &seen->type, array_levels(op, seen) | captures->levels);
	if (!seen)
		return NULL;
	captures->own = arena_append(op->arena, captures->own, captures->count, &captures->own_room,
	                             sizeof(*captures->own));
	captures->seen = arena_append(op->arena, captures->seen, captures->count,
	                              &captures->seen_room, sizeof(*captures->seen));
	captures->own[captures->count] = array;
	captures->seen[captures->count++] = seen;
	return seen;
}

bool captured_by_manual(const struct op *op, const struct array_type *type)
{
	return op->mesh && type->mesh && type->mesh != op->mesh && !op->mesh->explicit_axes &&
	       abstract_mesh_axes(op->mesh, AXIS_MANUAL) &&
	       !abstract_mesh_equal(type->mesh, op->mesh);
}

/* Notes what an array is inside of the shard_map around. */
static void add_manual(struct op *op, const struct array *array, const struct array *inside)
{
	struct manual_captures *captures = op->manual_captures;
	if (!captures)
		return;
	captures->outside = arena_append(op->arena, captures->outside, captures->count,
	                                 &captures->outside_room, sizeof(*captures->outside));
	captures->inside = arena_append(op->arena, captures->inside, captures->count,
	                                &captures->inside_room, sizeof(*captures->inside));
	captures->outside[captures->count] = array;
	captures->inside[captures->count++] = inside;
}

static const struct array *onto_mesh(struct op *op, const struct array *array)
{
	const struct manual_captures *captures = op->manual_captures;
	struct array_type type = array->type;
	if (array->level > op->staged)
		return array_map(op, onto_mesh(op, array->mapped), array->mapped_dim, array->level);
	for (uint32_t i = 0; captures && i < captures->count; i++)
		if (captures->outside[i] == array && captures->inside[i]->type.mesh == op->mesh)
			return captures->inside[i];
	type.mesh = op->mesh;
	type.spec = spec_none(op->arena, type.rank);
	const struct array *cast = array_new_like(op, &type, array);
	watch_inherit(op, cast, array, UINT32_MAX);
	add_manual(op, array, cast);
	return cast;
}

/* Whether it is cut by the spmd_axis_name of a vmap around shard_map, and came in without one: what
 * that has as arguments varies along those axes. */
static bool escapes_spmd(const struct op *op, const struct array *array)
{
	if (!op->checks_varying || !op->mesh || array->level <= op->staged)
		return false;
	const struct mapping *mapping = &op->mappings[array->level - 1];
	for (uint32_t i = 0; i < mapping->nspmd_names; i++) {
		uint32_t axis = jax_axis_index(op->mesh->mesh, mapping->spmd_names[i]);
		if (axis < op->mesh->mesh->naxes && op->mesh->types[axis] == AXIS_MANUAL &&
		    !(array->type.varying >> axis & 1))
			return true;
	}
	return false;
}

const struct array *captures_manual(struct op *op, const struct array *array)
{
	if (array && escapes_spmd(op, array))
		return op_unknown(op,
		                  "an array of vmap with spmd_axis_name that shard_map captures");
	if (!array || !captured_by_manual(op, &array->type))
		return array;
	if (!op_has(op, JAX_SHARD_MAP_CASTS_CAPTURED))
		return op_unknown(op,
		                  "an array of the mesh that a function under shard_map captures");
	if (abstract_mesh_all(array->type.mesh, AXIS_AUTO))
		return onto_mesh(op, array);
	if (!array->type.mesh->explicit_axes)
		return array;
	if (!op_has(op, JAX_SHARD_MAP_NAMES_CAPTURED))
		return op_unknown(
		    op, "an array on Explicit axes that a function under shard_map captures");
	struct buf type = op_buf(op);
	type_axes_text(&type, op->rules, &array->type, false);
	return refuse(
	    op, RULE_CONTEXT_MESH, "NotImplementedError",
	    TEXT("Closing over inputs to shard_map where the input is sharded on `Explicit` axes "
	         "is not implemented. As a workaround, please pass those inputs as an argument "
	         "to shard_map. Got input with shape {}",
	         &type),
	    WORDS("a function under shard_map uses {array|an array} of the mesh, which is not "
	          "among its arguments",
	          &array->type),
	    HELP("pass it as an argument, with its own entry of in_specs"));
}

const struct array *captures_see(struct op *op, const struct array *array)
{
	return array && op->captures && !op->batching ? see(op, op->captures, array) : array;
}
