/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/recorded_function.h"

#include "trace/convert/pytree.h"
#include "trace/state/scope.h"

/* The tensors of the spec that are arrays, under their names. */
static void take_tensors(struct trace *trace, struct recorded_function *function)
{
	uint32_t count = spec_tensor_count(trace->spec);
	struct recorded_argument *arguments =
	    arena_new(trace->op.arena, struct recorded_argument, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct value *value = trace->tensors.values[i];
		if (value && value->kind == VALUE_ARRAY)
			arguments[function->narguments++] = (struct recorded_argument){
			    .array = value->array,
			    .name = node_text(node_key(trace->spec->tensors, i))};
	}
	function->arguments = arguments;
}

/* Appends the arrays that a value holds. Numbers of Python are none. */
static void take_result(struct trace *trace, struct recorded_function *function, size_t *room,
                        struct str name, const struct value *value)
{
	struct pytree tree;
	struct recorded_result *results =
	    (struct recorded_result *)(void *)(uintptr_t)function->results;
	if (!pytree_flatten(trace, value, &tree)) {
		trace->op.error = (struct op_error){0};
		return;
	}
	struct str *paths = pytree_paths(&trace->op, &tree, name);
	for (uint32_t i = 0; i < tree.count; i++) {
		if (tree.leaves[i]->kind != VALUE_ARRAY)
			continue;
		results = arena_append(trace->op.arena, results, function->nresults, room,
		                       sizeof *results);
		results[function->nresults++] = (struct recorded_result){
		    .array = array_whole(tree.leaves[i]->array), .name = paths[i]};
	}
	function->results = results;
}

struct recorded_function *recorded_program(struct trace *trace, struct recording *recording)
{
	struct recorded_function *function =
	    arena_new(trace->op.arena, struct recorded_function, 1);
	size_t room = 0;
	function->equations = recording->equations;
	function->count = recording->count;
	function->mesh = trace->op.mesh;
	function->op = &trace->op;
	trace->op.recording = NULL;
	take_tensors(trace, function);
	/* Names of tensors that are assigned anew come first, as they are in scope already. */
	for (uint32_t i = 0; i < spec_tensor_count(trace->spec); i++) {
		struct str name = node_text(node_key(trace->spec->tensors, i));
		const struct value *value = scope_get(trace->globals, name);
		if (value)
			take_result(trace, function, &room, name, value);
	}
	for (uint32_t i = 0; i < trace->globals->count; i++) {
		const struct bound_name *bound = &trace->globals->bindings[i];
		if (bound->value && !table_find(&trace->tensors.numbers, bound->name))
			take_result(trace, function, &room, bound->name, bound->value);
	}
	return function;
}
