/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/results_in_context.h"

#include <assert.h>

#include "op/core/abstract_mesh.h"

/* The array as one on the mesh, or on Auto axes as one that is whole. */
static const struct value *in_context(struct trace *trace, const struct value *value)
{
	bool is_auto = abstract_mesh_all(trace->op.mesh, AXIS_AUTO);
	if (value->array->level || value->array->host || value->array->placed ||
	    (is_auto ? value->array->whole : value->array->type.mesh != NULL))
		return value;
	struct array *array = arena_new(trace->op.arena, struct array, 1);
	*array = *value->array;
	array->whole |= is_auto;
	array->type.mesh = array->type.mesh || is_auto ? array->type.mesh : trace->op.mesh;
	return value_array(trace->op.arena, array);
}

static const struct value *all_in_context(struct trace *trace, const struct value *value)
{
	const struct value_list *items = value_items(value);
	if (value->kind == VALUE_ARRAY)
		return in_context(trace, value);
	if (!items || !value_holds_array(value))
		return value;
	const struct value **made = arena_new(trace->op.arena, const struct value *, items->count);
	for (uint32_t i = 0; i < items->count; i++)
		made[i] = all_in_context(trace, items->items[i]);
	return value->named ? value_named_tuple(trace->op.arena, value->named, made, items->count)
	                    : value_sequence(trace->op.arena, value->kind, made, items->count);
}

const struct value *results_in_context(struct trace *trace, const struct value *const *arguments,
                                       uint32_t count, const struct value *result, bool places)
{
	assert(arguments || !count);
	const struct abstract_mesh *mesh = trace->op.mesh;
	if (!mesh)
		return result;
	if (!abstract_mesh_all(mesh, AXIS_AUTO))
		return op_has(&trace->op, JAX_RESULTS_IN_CONTEXT) ? all_in_context(trace, result)
		                                                  : result;
	for (uint32_t i = 0; i < count; i++)
		if (!value_arrays_pass(arguments[i], array_is_whole))
			return result;
	return places ? result : all_in_context(trace, result);
}
