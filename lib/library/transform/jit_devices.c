/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/jit_devices.h"

#include "derive/derive.h"
#include "library/transform/staged_call.h"
#include "trace/convert/pytree.h"
#include "trace/convert/pytree_text.h"
#include "trace/convert/recorded_function.h"
#include "trace/repair/trial.h"

/* Whether it is a derivative that is not known. */
static bool is_derivative(const struct equation *equation, const void *context)
{
	(void)context;
	return equation->kind >= EQUATION_GRADIENT && equation->kind <= EQUATION_PUSH_FORWARD;
}

/* Devices that are looked for in what was traced. */
struct sought {
	struct trace *trace;
	const struct device_group *devices;
};

static bool names_devices(const struct equation *equation, const void *context)
{
	const struct sought *sought = context;
	const struct abstract_mesh *mesh = equation_mesh(equation);
	return mesh && same_devices(mesh_devices(sought->trace, mesh->mesh), sought->devices);
}

/* What has been noted, if it is among the equations; else nothing. */
static struct noted_devices kept(struct trace *trace, const struct recorded_body *body,
                                 struct noted_devices noted)
{
	const struct sought sought = {trace, noted.devices};
	return recording_search(body->equations, body->count, names_devices, &sought)
	           ? noted
	           : (struct noted_devices){0};
}

/* What the function gives, recorded; without equations where it gives no tree. */
static struct recorded_body record_call(struct trace *trace, const struct traced_call *traced)
{
	struct op *op = &trace->op;
	struct recording recording = {0};
	op->recording = &recording;
	const struct value *result = staged_call(trace, traced->function, &traced->positional,
	                                         traced->pairs, traced->npairs, traced->at);
	struct recorded_body body = {recording.equations, recording.count, .noutputs = 0};
	struct pytree tree;
	if (!result || !pytree_flatten(trace, result, &tree))
		return (struct recorded_body){0};
	const struct array **outputs = arena_new(op->arena, const struct array *, tree.count);
	for (uint32_t i = 0; i < tree.count; i++)
		if (tree.leaves[i]->kind == VALUE_ARRAY)
			outputs[body.noutputs++] = array_whole(op, tree.leaves[i]->array);
	body.outputs = outputs;
	return body;
}

/* The arrays that a trace made: those from the first number on, and before the last. With `numbers`
 * those that come of numbers of the program alone do not count. */
struct made_arrays {
	uint64_t first, last;
	bool numbers;
};

static bool is_made(const struct made_arrays *made, const struct array *array)
{
	bool number = array->literal || (made->numbers && !array->type.rank && !array->computed);
	return array->number >= made->first && array->number < made->last && !number;
}

/* The arrays around the body that it uses; false where it uses one that was made, by what is not
 * recorded. */
static bool arrays_around(struct arena *arena, const struct recorded_body *body,
                          const struct made_arrays *made, struct array_set *around)
{
	uint32_t count = 0;
	const struct array *const *arrays = recording_captures(arena, body, &count);
	*around = (struct array_set){.arena = arena};
	for (uint32_t i = 0; i < count; i++) {
		if (is_made(made, arrays[i]))
			return false;
		array_set_add(around, arrays[i]);
	}
	return true;
}

/* What the results of the function need: the equations, and in *around the arrays that it is given.
 * Without equations and outputs where that is not known; with `numbers` scalars that come of
 * numbers of the program are none that it needs. */
static struct recorded_body find_needed(struct trace *trace, const struct traced_call *traced,
                                        bool numbers, struct array_set *around)
{
	struct trial trial;
	trial_begin(trace, &trial);
	struct made_arrays made = {.first = trace->op.arrays, .numbers = numbers};
	const struct recorded_body whole = record_call(trace, traced);
	made.last = trace->op.arrays;
	const struct recorded_body derived = derive_body(op_afterwards(trace), &whole);
	const struct recorded_body body = recording_pruned(trace->op.arena, &derived);
	trial_end(trace, &trial);
	return recording_search(body.equations, body.count, is_derivative, NULL) ||
	               !arrays_around(trace->op.arena, &body, &made, around)
	           ? (struct recorded_body){0}
	           : body;
}

/* Puts the arrays of each argument in its place, by the names that errors give them. */
static void name_leaves(struct trace *trace, struct committed_call *all)
{
	struct committed_argument *leaves = NULL;
	uint32_t count = 0;
	size_t room = 0;
	for (uint32_t i = 0; i < all->count; i++) {
		struct pytree tree;
		if (!pytree_flatten(trace, all->arguments[i].value, &tree)) {
			trace->op.error = (struct op_error){0};
			continue;
		}
		struct str *paths = pytree_paths(&trace->op, &tree, all->arguments[i].name);
		for (uint32_t j = 0; j < tree.count; j++) {
			leaves =
			    arena_append(trace->op.arena, leaves, count, &room, sizeof *leaves);
			leaves[count++] = (struct committed_argument){tree.leaves[j], paths[j]};
		}
	}
	all->arguments = leaves;
	all->count = count;
}

bool jit_devices_check(struct trace *trace, const struct traced_call *traced,
                       const struct committed_call *meeting, const struct device_group **devices)
{
	struct committed_call all = *meeting;
	struct array_set around;
	all.noted = trace->noted;
	all.noted_elsewhere = trace->noted_elsewhere;
	all.context = context_devices(&trace->op);
	if (check_committed(trace, &all, devices))
		return true;
	trace->op.error = (struct op_error){0};
	const struct recorded_body body = find_needed(trace, traced, false, &around);
	if (!body.count)
		return op_unknown(&trace->op,
		                  "whether the function needs what is on other devices");
	all.noted = kept(trace, &body, all.noted);
	all.noted_elsewhere = kept(trace, &body, all.noted_elsewhere);
	all.needed = &around;
	name_leaves(trace, &all);
	return check_committed(trace, &all, devices);
}

static bool any_needed(const struct described_leaf *described, const struct array_set *needed)
{
	while (described && !array_set_has(needed, described->array))
		described = described->next;
	return described;
}

/* What is made of an array with dimensions is no scalar of numbers alone. */
static bool has_scalar(const struct described_leaf *described)
{
	while (described && described->array->type.rank)
		described = described->next;
	return described;
}

bool jit_described_check(struct trace *trace, const struct traced_call *traced,
                         const struct described_leaf *described, bool all)
{
	struct array_set around;
	bool numbers = !has_scalar(described);
	if (!all && !find_needed(trace, traced, numbers, &around).outputs)
		return op_unknown(&trace->op, "whether the function needs what is not there");
	if (!all && !any_needed(described, &around))
		return true;
	while (described->next)
		described = described->next; /* the first of the call is named, needed or not */
	return jit_argument_refuse_described(trace, described);
}
