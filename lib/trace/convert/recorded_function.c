/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/recorded_function.h"

#include "op/core/primitive.h"
#include "trace/convert/pytree.h"
#include "trace/module/library_call.h"
#include "trace/state/scope.h"
#include "trace/value/class.h"

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
                        const struct value *value)
{
	struct pytree tree;
	struct recorded_result *results =
	    (struct recorded_result *)(void *)(uintptr_t)function->results;
	if (!pytree_flatten(trace, value, &tree)) {
		trace->op.error = (struct op_error){0};
		return;
	}
	for (uint32_t i = 0; i < tree.count; i++) {
		if (tree.leaves[i]->kind != VALUE_ARRAY)
			continue;
		results = arena_append(trace->op.arena, results, function->nresults, room,
		                       sizeof *results);
		results[function->nresults++] =
		    (struct recorded_result){.array = array_whole(tree.leaves[i]->array)};
	}
	function->results = results;
}

/* What operations go on with behind the run of the function: nothing is around them. */
static struct op *op_afterwards(struct trace *trace)
{
	struct op *op = arena_new(trace->op.arena, struct op, 1);
	*op = trace->op;
	op->recording = NULL;
	op->watch = NULL;
	op->captures = NULL;
	op->name_of = NULL;
	op->place_of = NULL;
	op->values = op->eager = false;
	op->bodies = 1;
	op->error = (struct op_error){0};
	return op;
}

struct recorded_function *recorded_program(struct trace *trace, struct recording *recording)
{
	struct recorded_function *function =
	    arena_new(trace->op.arena, struct recorded_function, 1);
	size_t room = 0;
	function->equations = recording->equations;
	function->count = recording->count;
	function->mesh = trace->op.mesh;
	function->op = op_afterwards(trace);
	trace->op.recording = NULL;
	take_tensors(trace, function);
	/* Names of tensors that are assigned anew come first, as they are in scope already. */
	for (uint32_t i = 0; i < spec_tensor_count(trace->spec); i++) {
		struct str name = node_text(node_key(trace->spec->tensors, i));
		const struct value *value = scope_get(trace->globals, name);
		if (value)
			take_result(trace, function, &room, value);
	}
	for (uint32_t i = 0; i < trace->globals->count; i++) {
		const struct bound_name *bound = &trace->globals->bindings[i];
		if (bound->value && !table_find(&trace->tensors.numbers, bound->name))
			take_result(trace, function, &room, bound->value);
	}
	return function;
}

/* ---- Calls of jitted functions ---- */

void recorded_call_begin(struct trace *trace, struct recorded_call *call)
{
	call->made = NULL;
	call->compiled = trace->op.compiled;
	trace->op.compiled = true;
	if (trace->recorded.records && trace->op.eager && !trace->op.recording &&
	    !trace->op.nmappings && trace->recorded.count < MOST_RECORDED)
		call->made = arena_new(trace->op.arena, struct recorded_function, 1);
}

void recorded_call_argument(struct trace *trace, struct recorded_call *call, struct str name,
                            const struct value *value, bool donated)
{
	struct recorded_function *made = call->made;
	struct pytree tree;
	if (!made || !pytree_flatten(trace, value, &tree)) {
		call->made = NULL;
		return;
	}
	struct str *paths = pytree_paths(&trace->op, &tree, name);
	struct recorded_argument *all = arena_new(trace->op.arena, struct recorded_argument,
	                                          (size_t)made->narguments + tree.count);
	for (uint32_t i = 0; i < made->narguments; i++)
		all[i] = made->arguments[i];
	for (uint32_t i = 0; i < tree.count; i++)
		if (tree.leaves[i]->kind == VALUE_ARRAY)
			all[made->narguments++] =
			    (struct recorded_argument){tree.leaves[i]->array, paths[i], donated};
	made->arguments = all;
}

/* Whether two calls are of one function with arguments of the same types. */
static bool same_call(const struct recorded_function *a, const struct recorded_function *b)
{
	if (a->function != b->function || a->narguments != b->narguments)
		return false;
	for (uint32_t i = 0; i < a->narguments; i++) {
		const struct array *x = a->arguments[i].array, *y = b->arguments[i].array;
		if (x->type.dtype != y->type.dtype || !type_same_shape(&x->type, &y->type))
			return false;
		if (y->adrift && !y->placed)
			continue; /* the next step of a loop, most often */
		if (x->type.mesh != y->type.mesh ||
		    !spec_equal(x->type.spec, y->type.spec, x->type.rank))
			return false;
	}
	return true;
}

/* The mesh that a call is compiled for: that in context, or of its arguments. */
static const struct abstract_mesh *mesh_of_call(const struct trace *trace,
                                                const struct recorded_function *made)
{
	const struct abstract_mesh *mesh = trace->op.mesh ? trace->op.mesh : trace->thread_mesh;
	for (uint32_t i = 0; !mesh && i < made->narguments; i++) {
		const struct array *array = made->arguments[i].array;
		mesh = array->placed ? array->placed->mesh : array->type.mesh;
	}
	return mesh;
}

/* What the library makes anew for each call of a function of the program is told by that one. */
static const struct value *origin_of(const struct value *function)
{
	const struct value *names =
	    function->kind == VALUE_FUNCTION ? function->closure.names : NULL;
	const struct value *origin = names ? dict_get_text(names, STR("__origin__")) : NULL;
	return origin ? origin : function;
}

void recorded_call_run(struct trace *trace, struct recorded_call *call, struct str name,
                       const struct value *function, struct span at)
{
	struct recorded_function *made = call->made;
	if (!made)
		return;
	made->name = name;
	made->function = origin_of(function);
	made->at = at;
	made->mesh = mesh_of_call(trace, made);
	for (const struct recorded_function *before = trace->recorded.first; before;
	     before = before->next)
		if (same_call(before, made))
			call->made = NULL;
	call->recording = (struct recording){0};
	made->first = trace->op.arrays;
	if (call->made)
		trace->op.recording = &call->recording;
}

/* Gives the results what out_shardings says of them. */
static void place_results(struct trace *trace, struct recorded_function *made,
                          const struct value *outer)
{
	struct pytree tree;
	struct recorded_result *results =
	    arena_copy(trace->op.arena, made->results, made->nresults, sizeof *results);
	uint32_t next = 0;
	if (!pytree_flatten(trace, outer, &tree))
		return;
	for (uint32_t i = 0; i < tree.count && next < made->nresults; i++)
		if (tree.leaves[i]->kind == VALUE_ARRAY)
			results[next++].placed = tree.leaves[i]->array->placed;
	made->results = results;
}

/* A leaf of a result that may lie anywhere, where arguments are on several devices. */
static const struct value *adrift_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	(void)data;
	if (leaf->kind != VALUE_ARRAY || leaf->array->placed || leaf->array->adrift)
		return leaf;
	struct array *copy = arena_copy(trace->op.arena, leaf->array, 1, sizeof *copy);
	copy->adrift = true;
	return trace_array(trace, copy);
}

/* Whether a leaf of the arguments is on several devices in a way that types do not show. */
static bool any_spread(struct trace *trace, const struct value *const *items, uint32_t count)
{
	struct pytree tree;
	const struct value *all = value_sequence(trace->op.arena, VALUE_TUPLE, items, count);
	if (!pytree_flatten(trace, all, &tree)) {
		trace->op.error = (struct op_error){0};
		return false;
	}
	for (uint32_t i = 0; i < tree.count; i++)
		if (tree.leaves[i]->kind == VALUE_ARRAY && array_is_spread(tree.leaves[i]->array))
			return true;
	return false;
}

const struct value *recorded_call_result(struct trace *trace, const struct recorded_call *call,
                                         const struct value_list *given, const struct value *result)
{
	trace->op.compiled = call->compiled;
	bool adrift = result && trace->recorded.records && trace->op.eager &&
	              any_spread(trace, given->items, given->count);
	return adrift ? pytree_map(trace, result, adrift_leaf, NULL) : result;
}

void recorded_call_end(struct trace *trace, struct recorded_call *call, const struct value *inner,
                       const struct value *outer)
{
	struct recorded_function *made = call->made, **last = &trace->recorded.first;
	size_t room = 0;
	if (!made)
		return;
	trace->op.recording = NULL;
	if (!inner)
		return;
	made->equations = call->recording.equations;
	made->count = call->recording.count;
	made->op = op_afterwards(trace);
	take_result(trace, made, &room, inner);
	if (outer)
		place_results(trace, made, outer);
	for (uint32_t i = 0; !made->mesh && i < made->nresults; i++)
		made->mesh = made->results[i].placed ? made->results[i].placed->mesh : NULL;
	while (*last)
		last = &(*last)->next;
	*last = made;
	trace->recorded.count++;
}
