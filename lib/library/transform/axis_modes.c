/* SPDX-License-Identifier: Apache-2.0 */
/* auto_axes and explicit_axes: functions inside of which mesh axes are of another type. JAX:
 * pjit.py auto_axes, explicit_axes. */
#include "library/library.h"

#include <assert.h>
#include "library/placement/placement.h"
#include "library/transform/transform.h"
#include "op/core/abstract_mesh.h"

enum { MODE_FUNCTION, MODE_AXES, MODE_SHARDING };

/* The sharding given to the decorator, or with the call: there it is taken out of the keywords.
 * NULL after raising that it is missing. */
static const struct value *sharding_option(struct trace *trace, const struct transformed *mode,
                                           const struct value **keywords)
{
	const struct value *given = mode->options[MODE_SHARDING];
	const char *name = mode->row->data;
	if (given->kind != VALUE_NONE)
		return given;
	uint32_t count = (*keywords)->dict.count, kept = 0;
	struct value_pair *pairs = arena_new(trace->op.arena, struct value_pair, count);
	given = NULL;
	for (uint32_t i = 0; i < count; i++) {
		if (str_equal((*keywords)->dict.pairs[i].key->string, str_of(name)))
			given = (*keywords)->dict.pairs[i].value;
		else
			pairs[kept++] = (*keywords)->dict.pairs[i];
	}
	*keywords = value_dict(trace->op.arena, pairs, kept);
	if (given)
		return given;
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("Missing required keyword argument: '{}'", name),
	                    WORDS("{} needs to know how {} is sharded", mode->row->name,
	                          name[0] == 'o' ? "the result" : "each argument"),
	                    HELP("give {}=P(…)", name));
}

/* The set of the axes named, all of them for None. */
static bool axes_option(struct trace *trace, const struct abstract_mesh *mesh,
                        const struct value *option, uint64_t *axes)
{
	const struct value_list one = {&option, 1},
				*names = option->kind == VALUE_TUPLE ? &option->list : &one;
	*axes = AUTO_AXES_ALL;
	if (option->kind == VALUE_NONE || !mesh)
		return true;
	*axes = 0;
	for (uint32_t i = 0; i < names->count; i++) {
		const struct value *name = names->items[i];
		uint32_t axis = name->kind == VALUE_STRING
		                    ? jax_axis_index(mesh->mesh, name->string)
		                    : mesh->mesh->naxes;
		if (axis == mesh->mesh->naxes)
			return refuse(&trace->op, RULE_AXIS_UNKNOWN, "KeyError",
			              TEXT("{}", value_repr(name)),
			              WORDS("the mesh has no axis {}", value_repr(name)));
		*axes |= UINT64_C(1) << axis;
	}
	return true;
}

/* The mesh that shardings given are on, as a request without entries; *request is NULL when none
 * is. False after raising that they are on several. */
static bool shardings_mesh(struct trace *trace, const struct value *shardings,
                           const struct sharding_request **request)
{
	struct op *op = &trace->op;
	struct pytree tree;
	const struct abstract_mesh *mesh = NULL;
	*request = NULL;
	if (!pytree_flatten(trace, shardings, &tree))
		return false;
	for (uint32_t i = 0; i < tree.count; i++) {
		if (tree.leaves[i]->kind != VALUE_SHARDING)
			continue;
		const struct value *next = tree.leaves[i]->sharding->mesh;
		if (mesh && !abstract_mesh_equal(mesh, next->mesh.mesh))
			return refuse(op, RULE_CONTEXT_MESH, "ValueError",
			              TEXT("Shardings passed to auto_axes should have the same "
			                   "mesh. Got one mesh {} and another {}",
			                   mesh, value_repr(next)));
		mesh = next->mesh.mesh;
	}
	if (mesh) {
		struct sharding_request *made = arena_new(op->arena, struct sharding_request, 1);
		made->mesh = mesh;
		*request = made;
	}
	return true;
}

/* Gives every array of a tree what `change` makes of it. */
typedef const struct array *change_array(struct trace *trace, const struct auto_axes *scope,
                                         const struct array *x, const struct value *sharding);

static const struct value *change_tree(struct trace *trace, const struct placing *placing,
                                       const struct auto_axes *scope, change_array *change)
{
	uint32_t count = placing->arrays.count;
	const struct value **leaves = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct array *x =
		    value_to_operand(trace, placing->arrays.leaves[i], "auto_axes");
		const struct array *changed =
		    x ? change(trace, scope, x, placing->shardings ? placing->shardings[i] : NULL)
		      : NULL;
		if (!changed)
			return NULL;
		leaves[i] = value_array(trace->op.arena, changed);
	}
	return pytree_unflatten(trace, &placing->arrays, leaves);
}

static const struct array *without_auto(struct trace *trace, const struct auto_axes *scope,
                                        const struct array *x, const struct value *sharding)
{
	return auto_axes_operand(&trace->op, scope, x);
}

/* The array with the sharding that was given for it. */
static const struct array *with_sharding(struct trace *trace, const struct auto_axes *scope,
                                         const struct array *x, const struct value *sharding)
{
	const struct sharding_request *request;
	if (!value_to_sharding_on(trace, sharding,
	                          op_has(&trace->op, JAX_MESH_CAST) ? "mesh_cast" : "reshard",
	                          false, &request))
		return NULL;
	if (request)
		return auto_axes_cast(&trace->op, x, request);
	return trace_unknown(trace, "a sharding on no mesh, in auto_axes or explicit_axes");
}

static const struct array *with_outer_axes(struct trace *trace, const struct auto_axes *scope,
                                           const struct array *x, const struct value *sharding)
{
	return explicit_axes_leave(&trace->op, scope, x);
}

/* Arrays with the sharding given for them. */
static const struct value *give_shardings(struct trace *trace, const struct value *arrays,
                                          const struct value *shardings)
{
	struct placing placing;
	bool cast = op_has(&trace->op, JAX_MESH_CAST);
	const char *what = op_has(&trace->op, JAX_RESHARD_AS_ARGUMENTS)
	                       ? (cast ? "mesh_cast out_shardings" : "reshard out_shardings")
	                       : "mesh_cast shardings";
	if (!placing_read(trace, arrays, shardings, what,
	                  op_has(&trace->op, JAX_RESHARD_AS_ARGUMENTS) ? PLACING_ARGUMENTS
	                                                               : PLACING_TREE,
	                  &placing))
		return NULL;
	return change_tree(trace, &placing, NULL, with_sharding);
}

static const struct value *call_function(struct trace *trace, const struct transformed *mode,
                                         const struct value *positional,
                                         const struct value *keywords, struct span at)
{
	assert((!positional || positional->kind == VALUE_TUPLE) && keywords->kind == VALUE_DICT);
	return positional ? trace_call(trace, mode->function, &positional->list,
	                               keywords->dict.pairs, keywords->dict.count, at)
	                  : NULL;
}

static const struct value *call_auto(struct trace *trace, const struct value *self,
                                     const struct call_arguments *arguments)
{
	const struct transformed *mode = &self->transformed;
	const struct value *keywords = argument(arguments, 1);
	const struct value *shardings = sharding_option(trace, mode, &keywords);
	const struct sharding_request *request;
	struct auto_axes scope;
	struct placing placing = {0};
	uint64_t axes;
	if (!shardings || !shardings_mesh(trace, shardings, &request) ||
	    !pytree_flatten(trace, argument(arguments, 0), &placing.arrays))
		return NULL;
	const struct abstract_mesh *mesh = trace->op.mesh ? trace->op.mesh
	                                   : request      ? request->mesh
	                                                  : NULL;
	if (!axes_option(trace, mesh, mode->options[MODE_AXES], &axes) ||
	    !auto_axes_enter(&trace->op, axes, request, &scope))
		return NULL;
	const struct value *positional = scope.entered
	                                     ? change_tree(trace, &placing, &scope, without_auto)
	                                     : argument(arguments, 0);
	const struct value *result =
	    call_function(trace, mode, positional, keywords, arguments->at);
	auto_axes_restore(&trace->op, &scope);
	if (!result || !scope.entered || value_has_unknown(result))
		return result;
	return give_shardings(trace, result, shardings);
}

static const struct value *call_explicit(struct trace *trace, const struct value *self,
                                         const struct call_arguments *arguments)
{
	const struct transformed *mode = &self->transformed;
	const struct value *keywords = argument(arguments, 1);
	const struct value *shardings = sharding_option(trace, mode, &keywords);
	struct auto_axes scope;
	struct placing placing = {0};
	uint64_t axes;
	if (!shardings || !axes_option(trace, trace->op.mesh, mode->options[MODE_AXES], &axes) ||
	    !explicit_axes_enter(&trace->op, axes, &scope))
		return NULL;
	const struct value *result =
	    call_function(trace, mode, give_shardings(trace, argument(arguments, 0), shardings),
	                  keywords, arguments->at);
	auto_axes_restore(&trace->op, &scope);
	if (!result || value_has_unknown(result))
		return result;
	if (!pytree_flatten(trace, result, &placing.arrays))
		return NULL;
	return change_tree(trace, &placing, &scope, with_outer_axes);
}

static const struct value *auto_axes(struct trace *trace, const struct call_arguments *arguments)
{
	return argument_given(arguments, MODE_FUNCTION) ? transform_new(trace, arguments, call_auto)
	                                                : transform_defer(trace, arguments);
}

static const struct value *explicit_axes(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	return argument_given(arguments, MODE_FUNCTION)
	           ? transform_new(trace, arguments, call_explicit)
	           : transform_defer(trace, arguments);
}

const struct function_row library_axis_modes[] = {
    MODULE("jax.sharding"),
    FUNCTION("auto_axes", "f=None, /, *, axes=None, out_sharding=None", auto_axes,
             .data = "out_sharding", .since = "0.7.0"),
    FUNCTION("explicit_axes", "f=None, /, *, axes=None, in_sharding=None", explicit_axes,
             .data = "in_sharding", .since = "0.7.0"),
    MODULE("jax.experimental.shard"),
    FUNCTION("auto_axes", "fun, *, axes=None, out_shardings=None", auto_axes,
             .data = "out_shardings", .since = "0.5.3", .until = "0.6.1"),
    FUNCTION("auto_axes", "fun, *, axes=None, out_sharding=None", auto_axes, .data = "out_sharding",
             .since = "0.6.1", .until = "0.7.0"),
    FUNCTION("explicit_axes", "fun, *, axes=None, in_shardings=None", explicit_axes,
             .data = "in_shardings", .since = "0.5.3", .until = "0.6.1"),
    FUNCTION("explicit_axes", "fun, *, axes=None, in_sharding=None", explicit_axes,
             .data = "in_sharding", .since = "0.6.1", .until = "0.7.0"),
    TABLE_END,
};
