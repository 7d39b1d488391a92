/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/recorded_function.h"

#include "op/core/abstract_mesh.h"
#include "op/core/primitive.h"
#include "op/core/sharding_request.h"
#include "op/manual/manual.h"
#include "op/place/place.h"
#include "trace/convert/asked_layouts.h"
#include "trace/convert/pytree_text.h"
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
		const struct array *array = array_whole(&trace->op, tree.leaves[i]->array);
		results = arena_append(trace->op.arena, results, function->nresults, room,
		                       sizeof *results);
		results[function->nresults++] = (struct recorded_result){
		    .array = array, .placed = paths ? asked_result(trace, paths[i], array) : NULL};
	}
	function->results = results;
}

struct op *op_afterwards(struct trace *trace)
{
	struct op *op = arena_new(trace->op.arena, struct op, 1);
	*op = trace->op;
	op->escapes = NULL; /* what was recorded is made again as a whole */
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

/* What the program applied itself. */
static struct recorded_function *recorded_own(struct trace *trace,
                                              const struct recording *recording)
{
	struct recorded_function *own = arena_new(trace->op.arena, struct recorded_function, 1);
	own->equations = recording->equations;
	own->count = recording->count;
	own->mesh = trace->op.mesh;
	own->op = op_afterwards(trace);
	return own;
}

/* The program of a spec as one function. */
static struct recorded_function *recorded_program(struct trace *trace,
                                                  const struct recording *recording)
{
	struct recorded_function *function = recorded_own(trace, recording);
	size_t room = 0;
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

const struct recorded_function *recorded_end(struct trace *trace, const struct recording *recording,
                                             const struct recorded_function **outside)
{
	if (!trace->op.recording)
		return NULL;
	trace->op.recording = NULL;
	if (!trace->recorded.outside)
		return recorded_program(trace, recording);
	*outside = recorded_own(trace, recording);
	return trace->recorded.first;
}

/* ---- Calls of jitted functions ---- */

void recorded_call_begin(struct trace *trace, struct recorded_call *call)
{
	const struct recorded_calls *recorded = &trace->recorded;
	*call = (struct recorded_call){.outermost = recorded->outside &&
	                                            trace->op.recording == recorded->outside &&
	                                            trace->op.eager && !trace->op.nmappings};
	call->met = trace->coverage.met;
	if (call->outermost && recorded->count < MOST_RECORDED_CALLS)
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

void recorded_call_static(struct trace *trace, struct recorded_call *call,
                          const struct value *value)
{
	struct recorded_function *made = call->made;
	if (!made)
		return;
	const struct value **all =
	    arena_new(trace->op.arena, const struct value *, (size_t)made->nstatics + 1);
	for (uint32_t i = 0; i < made->nstatics; i++)
		all[i] = made->statics[i];
	all[made->nstatics++] = value;
	made->statics = all;
}

/* Whether two calls are of one function with arguments of the same types. */
static bool same_types(const struct recorded_function *a, const struct recorded_function *b)
{
	if (a->program != b->program || a->narguments != b->narguments ||
	    a->nstatics != b->nstatics)
		return false;
	for (uint32_t i = 0; i < a->nstatics; i++)
		if (a->statics[i] != b->statics[i] && !value_equal(a->statics[i], b->statics[i]))
			return false;
	for (uint32_t i = 0; i < a->narguments; i++) {
		const struct array *x = a->arguments[i].array, *y = b->arguments[i].array;
		if (x->type.dtype != y->type.dtype || !type_same_shape(&x->type, &y->type) ||
		    !abstract_mesh_equal(x->type.mesh, y->type.mesh) ||
		    !spec_equal(x->type.spec, y->type.spec, x->type.rank))
			return false;
	}
	return true;
}

/* Whether two arrays of one type surely lie alike. */
static bool same_place(const struct array *a, const struct array *b)
{
	if (a->number == b->number)
		return true;
	if (a->placed || b->placed)
		return request_same(a->placed, b->placed);
	return (a->host && b->host) ||
	       (a->type.mesh && abstract_mesh_all(a->type.mesh, AXIS_EXPLICIT));
}

static bool same_places(const struct recorded_function *a, const struct recorded_function *b)
{
	for (uint32_t i = 0; i < a->narguments; i++)
		if (!same_place(a->arguments[i].array, b->arguments[i].array))
			return false;
	return true;
}

/* The call with equations that this one is compiled with; NULL: it is compiled itself. */
static const struct recorded_function *find_same(const struct trace *trace,
                                                 const struct recorded_function *made)
{
	const struct recorded_function *last = NULL;
	uint32_t alike = 0;
	for (const struct recorded_function *before = trace->recorded.first; before;
	     before = before->next) {
		if (before->same || !same_types(before, made))
			continue;
		if (before->function == made->function && same_places(before, made))
			return before;
		last = before;
		alike++;
	}
	return alike >= MOST_RECORDED_ALIKE ? last : NULL;
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

/* Notes that a call is not recorded of which the plan has to say so. */
static void leave_out(struct trace *trace, struct recorded_call *call, struct span at)
{
	struct recorded_calls *recorded = &trace->recorded;
	call->made = NULL;
	if (call->outermost && !recorded->nleft_out++)
		recorded->left_out = at;
}

void recorded_call_run(struct trace *trace, struct recorded_call *call, struct str name,
                       const struct value *function, const struct value *program, struct span at)
{
	struct recorded_function *made = call->made;
	if (call->outermost)
		trace->op.recording = NULL;
	if (!made) {
		leave_out(trace, call, at);
		return;
	}
	made->name = name;
	made->function = function;
	made->program = program;
	made->at = at;
	made->mesh = mesh_of_call(trace, made);
	trace->recorded.inside = trace->op.arrays;
	made->same = find_same(trace, made);
	if (made->same)
		return;
	if (trace->recorded.nwritten < MOST_RECORDED)
		trace->op.recording = &call->recording;
	else
		leave_out(trace, call, at);
}

/* Gives the results the arrays that the caller has, and what out_shardings says of them, or the
 * command line of those that are others then. */
static void give_results(struct trace *trace, struct recorded_function *made,
                         const struct value *outer, bool placed)
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
		const struct array *given = tree.leaves[i]->array;
		bool asked = given->number != results[next].array->number;
		results[next].given = given;
		results[next].placed = placed || asked ? given->placed : NULL;
		if (!made->mesh && results[next].placed)
			made->mesh = results[next].placed->mesh;
		next++;
	}
	made->results = results;
}

const struct abstract_mesh *equation_mesh(const struct equation *equation)
{
	const char *name = equation && equation->primitive ? equation->primitive->name : "";
	if (strcmp(name, "sharding_constraint") == 0)
		return ((const struct placed_params *)equation->params)->sharding.mesh;
	if (strcmp(name, "shard_map") == 0)
		return ((const struct manual_spec *)equation->params)->scope->outer;
	return NULL;
}

/* The mesh that the function itself places arrays on; NULL: it names none. */
static const struct abstract_mesh *mesh_named(const struct recorded_function *made)
{
	const struct abstract_mesh *mesh =
	    equation_mesh(recording_find(made->equations, made->count, "sharding_constraint"));
	return mesh ? mesh
	            : equation_mesh(recording_find(made->equations, made->count, "shard_map"));
}

void recorded_call_end(struct trace *trace, struct recorded_call *call, const struct value *inner,
                       const struct value *outer, bool placed)
{
	struct recorded_calls *recorded = &trace->recorded;
	struct recorded_function *made = call->made;
	size_t room = 0;
	if (call->outermost)
		trace->op.recording = recorded->outside;
	if (!made || !inner)
		return;
	made->first = trace->recorded.inside;
	made->equations = call->recording.equations;
	made->count = call->recording.count;
	made->op = op_afterwards(trace);
	if (trace->coverage.met > call->met)
		made->gap = trace->coverage.gaps[trace->coverage.last];
	take_result(trace, made, &room, STR(""), inner);
	if (outer)
		give_results(trace, made, outer, placed);
	if (!made->mesh)
		made->mesh = mesh_named(made);
	if (recorded->last)
		recorded->last->next = made;
	else
		recorded->first = made;
	recorded->last = made;
	recorded->count++;
	recorded->nwritten += !made->same;
}
