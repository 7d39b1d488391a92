/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/recorded_function.h"

#include "op/core/abstract_mesh.h"
#include "trace/convert/pytree.h"
#include "trace/convert/asked_layouts.h"
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

/* Appends the arrays that a value holds, which the program of a spec has under this name. Numbers
 * of Python are none. */
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
	struct str *paths = name.len ? pytree_paths(&trace->op, &tree, name) : NULL;
	for (uint32_t i = 0; i < tree.count; i++) {
		if (tree.leaves[i]->kind != VALUE_ARRAY)
			continue;
		const struct array *array = array_whole(tree.leaves[i]->array);
		results = arena_append(trace->op.arena, results, function->nresults, room,
		                       sizeof *results);
		results[function->nresults++] = (struct recorded_result){
		    .array = array, .placed = paths ? asked_result(trace, paths[i], array) : NULL};
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
			take_result(trace, function, &room, name, value);
	}
	for (uint32_t i = 0; i < trace->globals->count; i++) {
		const struct bound_name *bound = &trace->globals->bindings[i];
		if (bound->value && !table_find(&trace->tensors.numbers, bound->name))
			take_result(trace, function, &room, bound->name, bound->value);
	}
	return function;
}

bool recorded_layout_open(const struct array *array)
{
	return !array->placed && array->type.mesh && abstract_mesh_all(array->type.mesh, AXIS_AUTO);
}

/* ---- Calls of jitted functions ---- */

void recorded_call_begin(struct trace *trace, struct recorded_call *call)
{
	call->made = call->known = NULL;
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

/* Whether two arrays were placed otherwise, as far as that is known. */
static bool placed_apart(const struct array *a, const struct array *b)
{
	const struct sharding_request *x = a->placed, *y = b->placed;
	return x && y && a->type.rank == b->type.rank && x->count == a->type.rank &&
	       y->count == b->type.rank && !spec_equal(x->spec, y->spec, a->type.rank);
}

/* Whether types are on the same mesh; one whose axes no type shows is as good as none. */
static bool meshes_alike(const struct abstract_mesh *a, const struct abstract_mesh *b)
{
	bool shown_a = a && !abstract_mesh_all(a, AXIS_AUTO),
	     shown_b = b && !abstract_mesh_all(b, AXIS_AUTO);
	return a == b || (!shown_a && !shown_b && (!a || !b));
}

/* Whether two calls are of one function with arguments of the same types. */
static bool same_call(const struct recorded_function *a, const struct recorded_function *b)
{
	if (a->function != b->function || a->narguments != b->narguments)
		return false;
	for (uint32_t i = 0; i < a->narguments; i++) {
		const struct array *x = a->arguments[i].array, *y = b->arguments[i].array;
		if (x->type.dtype != y->type.dtype || !type_same_shape(&x->type, &y->type) ||
		    !meshes_alike(x->type.mesh, y->type.mesh) || placed_apart(x, y) ||
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

void recorded_call_run(struct trace *trace, struct recorded_call *call, struct str name,
                       const struct value *function, struct span at)
{
	struct recorded_function *made = call->made;
	if (!made)
		return;
	made->name = name;
	made->function = function;
	made->at = at;
	made->mesh = mesh_of_call(trace, made);
	for (struct recorded_function *before = trace->recorded.first; before && !call->known;
	     before = before->next)
		if (same_call(before, made))
			call->known = before;
	if (call->known)
		call->made = NULL;
	call->recording = (struct recording){0};
	if (call->made)
		trace->op.recording = &call->recording;
}

/* Gives the results what out_shardings says of all of them, or what is asked of some. */
static void place_results(struct trace *trace, struct recorded_function *made,
                          const struct value *outer, bool all)
{
	struct pytree tree;
	struct recorded_result *results =
	    arena_copy(trace->op.arena, made->results, made->nresults, sizeof *results);
	uint32_t next = 0;
	if (!pytree_flatten(trace, outer, &tree))
		return;
	for (uint32_t i = 0; i < tree.count && next < made->nresults; i++) {
		if (tree.leaves[i]->kind != VALUE_ARRAY)
			continue;
		const struct array *array = tree.leaves[i]->array;
		struct recorded_result *result = &results[next++];
		if (all || array->number != result->array->number)
			result->placed = array->placed;
	}
	made->results = results;
}

/* Notes what a further call of a function gave. */
static void take_again(struct trace *trace, struct recorded_function *known,
                       const struct value *result)
{
	struct recorded_again *again = arena_new(trace->op.arena, struct recorded_again, 1);
	struct recorded_function taken = {0};
	size_t room = 0;
	take_result(trace, &taken, &room, STR(""), result);
	*again = (struct recorded_again){taken.results, taken.nresults, known->again};
	known->again = again;
}

void recorded_call_end(struct trace *trace, struct recorded_call *call, const struct value *inner,
                       const struct value *outer, bool all)
{
	struct recorded_function *made = call->made, **last = &trace->recorded.first;
	size_t room = 0;
	if (call->known && inner)
		take_again(trace, call->known, inner);
	if (!made)
		return;
	trace->op.recording = NULL;
	if (!inner)
		return;
	made->equations = call->recording.equations;
	made->count = call->recording.count;
	made->op = op_afterwards(trace);
	take_result(trace, made, &room, STR(""), inner);
	if (outer)
		place_results(trace, made, outer, all);
	while (*last)
		last = &(*last)->next;
	*last = made;
	trace->recorded.count++;
}
