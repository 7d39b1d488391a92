/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/custom_record.h"

#include "library/transform/derivative.h"
#include "op/core/levels.h"
#include "op/manual/manual.h"
#include "op/shape/shape.h"
#include "trace/module/staging.h"

/* A call whose bodies are being recorded. */
struct recorded_call {
	struct trace *trace;
	const struct custom_rules *rules;
	const struct parted *given;
	struct span at;
};

/* New arrays in the place of those of a tree, appended to the inputs of a body. */
struct fresh {
	const struct array **inputs;
	uint32_t count;
	size_t room;
	bool cotangents; /* of the type of those of the arrays */
};

static const struct value *fresh_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	struct fresh *fresh = data;
	struct op *op = &trace->op;
	if (leaf->kind != VALUE_ARRAY)
		return leaf;
	const struct array *array = array_like(op, leaf->array);
	if (array && fresh->cotangents && !array->level) {
		struct array_type type = cotangent_type(&array->type);
		array = array_new(op, &type);
	}
	if (!array)
		return NULL;
	arena_push(op->arena, fresh->inputs, fresh->count, fresh->room, array_whole(op, array));
	return trace_array(trace, array);
}

/* All arguments, with new arrays in those that a derivative is taken by. */
static bool fresh_arguments(const struct recorded_call *call, struct fresh *fresh,
                            struct value_list *all)
{
	const struct parted *given = call->given;
	const struct value **items =
	    arena_new(call->trace->op.arena, const struct value *, given->all.count);
	uint32_t next = 0;
	for (uint32_t i = 0; i < given->all.count; i++) {
		items[i] = given->all.items[i];
		if (next >= given->others.count || given->others.items[next] != items[i])
			continue;
		items[i] = pytree_map(call->trace, items[i], fresh_leaf, fresh);
		next++;
		if (!items[i])
			return false;
	}
	*all = (struct value_list){items, given->all.count};
	return next == given->others.count;
}

/* The two parts of what a rule gives back. */
static const struct value_list *pair_of(const struct value *result)
{
	const struct value_list *items = result ? value_items(result) : NULL;
	return items && items->count == 2 ? items : NULL;
}

/* Ends a body with the arrays of these values, one behind the other. */
static bool finish(struct trace *trace, struct staging *staging, const struct fresh *fresh,
                   const struct value *const *values, uint32_t count, struct recorded_body *body)
{
	const struct array **outputs = NULL;
	size_t room = 0;
	*body = staging->body;
	body->inputs = fresh->inputs;
	body->ninputs = fresh->count;
	for (uint32_t i = 0; i < count; i++) {
		struct pytree tree;
		uint32_t nheld;
		if (value_has_unknown(values[i]) || !pytree_flatten(trace, values[i], &tree))
			return false;
		const struct array *const *held = pytree_held(trace, &tree, &nheld);
		for (uint32_t j = 0; j < nheld; j++)
			arena_push(trace->op.arena, outputs, body->noutputs, room, held[j]);
	}
	body->outputs = outputs;
	return true;
}

/* Calls what a body is recorded of, on new arrays; NULL after an error. */
typedef const struct value *recorded_run(const struct recorded_call *call, struct fresh *fresh,
                                         const void *data);

/* Records one run, until what is traced as a whole settles. NULL after an error. */
static const struct value *run_recorded(const struct recorded_call *call, recorded_run *run,
                                        const void *data, struct staging *staging,
                                        struct fresh *fresh)
{
	const struct value *result;
	staging_begin(staging, call->trace);
	do {
		*fresh = (struct fresh){0};
		result = run(call, fresh, data);
		if (!result) {
			(void)staging_fail(staging);
			return NULL;
		}
	} while (staging_next(staging));
	return result;
}

/* A function on all arguments: without a derivative, or the rule forwards of custom_vjp. */
static const struct value *run_on_arguments(const struct recorded_call *call, struct fresh *fresh,
                                            const void *data)
{
	const struct value *function = data;
	struct value_list all;
	return fresh_arguments(call, fresh, &all)
	           ? trace_call(call->trace, function, &all, NULL, 0, call->at)
	           : NULL;
}

/* A rule on the arguments that no derivative is taken by, and two others. */
static const struct value *run_rule(const struct recorded_call *call, const struct value *rule,
                                    const struct value *first, const struct value *second)
{
	if (!first || !second)
		return NULL;
	struct value_list all = rule_arguments(call->trace, &call->given->fixed, first, second);
	return trace_call(call->trace, rule, &all, NULL, 0, call->at);
}

/* The rule of custom_jvp, on arguments and their tangents. */
static const struct value *run_jvp(const struct recorded_call *call, struct fresh *fresh,
                                   const void *data)
{
	const struct value *given = data;
	const struct value *primals = pytree_map(call->trace, given, fresh_leaf, fresh);
	const struct value *tangents = pytree_map(call->trace, given, fresh_leaf, fresh);
	return run_rule(call, call->rules->jvp, primals, tangents);
}

/* The rule back, on what the rule forwards keeps and the cotangents of its answer. */
static const struct value *run_bwd(const struct recorded_call *call, struct fresh *fresh,
                                   const void *data)
{
	const struct value_list *both = data;
	const struct value *kept = pytree_map(call->trace, both->items[1], fresh_leaf, fresh);
	fresh->cotangents = true;
	const struct value *back = pytree_map(call->trace, both->items[0], fresh_leaf, fresh);
	return run_rule(call, call->rules->bwd, kept, back);
}

static bool record_function(const struct recorded_call *call, recorded_run *run,
                            const struct value *function, struct recorded_body *body)
{
	struct staging staging;
	struct fresh fresh;
	const struct value *result = run_recorded(call, run, function, &staging, &fresh);
	return result && finish(call->trace, &staging, &fresh, &result, 1, body);
}

/* Records a rule that gives a pair; NULL when that is not known. */
static const struct value_list *record_pair(const struct recorded_call *call, recorded_run *run,
                                            const void *data, struct recorded_body *body)
{
	struct staging staging;
	struct fresh fresh;
	const struct value_list *both = pair_of(run_recorded(call, run, data, &staging, &fresh));
	return both && finish(call->trace, &staging, &fresh, both->items, 2, body) ? both : NULL;
}

/* What the rule back gives for each argument; NULL where it gives None. */
static bool take_cotangents(const struct recorded_call *call, const struct value *result,
                            struct recorded_body *body)
{
	struct trace *trace = call->trace;
	const struct value_list *items = value_items(result);
	const struct value **leaves;
	const struct array **outputs =
	    arena_new(trace->op.arena, const struct array *, call->given->tree.count);
	if (items && result->kind == VALUE_LIST)
		result = value_sequence(trace->op.arena, VALUE_TUPLE, items->items, items->count);
	if (value_has_unknown(result) ||
	    !pytree_broadcast_prefix(trace, result, &call->given->tree, &leaves))
		return false;
	for (uint32_t i = 0; i < call->given->tree.count; i++)
		if (leaves[i]->kind != VALUE_NONE)
			outputs[i] = array_whole(&trace->op, pytree_array(trace, leaves[i]));
	body->outputs = outputs;
	body->noutputs = call->given->tree.count;
	return true;
}

static bool record_bwd(const struct recorded_call *call, const struct value_list *both,
                       struct recorded_body *body)
{
	struct staging staging;
	struct fresh fresh;
	const struct value *result = run_recorded(call, run_bwd, both, &staging, &fresh);
	return result && finish(call->trace, &staging, &fresh, NULL, 0, body) &&
	       take_cotangents(call, result, body);
}

static bool record_bodies(const struct recorded_call *call, const struct value *function,
                          struct recorded_body *bodies)
{
	const struct value_list *others = &call->given->others;
	const struct value *given =
	    value_sequence(call->trace->op.arena, VALUE_TUPLE, others->items, others->count);
	if (!record_function(call, run_on_arguments, function, &bodies[0]))
		return false;
	if (!call->rules->fwd)
		return record_pair(call, run_jvp, given, &bodies[1]) != NULL;
	const struct value_list *both =
	    record_pair(call, run_on_arguments, call->rules->fwd, &bodies[1]);
	return both && record_bwd(call, both, &bodies[2]);
}

void custom_record(struct trace *trace, const struct value *function,
                   const struct custom_rules *rules, const struct parted *given,
                   const struct value *result, struct span at)
{
	static const struct recorded_custom params = {.name = ""};
	struct op *op = &trace->op;
	struct pytree tree;
	struct recorded_body *bodies = arena_new(op->arena, struct recorded_body, 3);
	struct recorded_call call = {trace, rules, given, at};
	struct equation equation = {.kind = rules->fwd ? EQUATION_CUSTOM_VJP : EQUATION_CUSTOM_JVP,
	                            .params = &params,
	                            .bodies = bodies,
	                            .nbodies = rules->fwd ? 3 : 2};
	watch_mute(op, 0);
	bool known = record_bodies(&call, function, bodies);
	watch_unmute(op, 0);
	if (!known || !pytree_flatten(trace, result, &tree)) {
		op->error = (struct op_error){0};
		return;
	}
	equation.operands = pytree_held(trace, &given->tree, &equation.count);
	equation.results = pytree_held(trace, &tree, &equation.nresults);
	recording_add(op, &equation);
}

/* A solution, and the arrays of the solution of a linear solve that its leaves are to be mapped
 * like, in order. */
struct alike {
	const struct value **leaves;
	uint32_t next;
};

/* The array with all that vmaps map in front. JAX: solves.py _linear_solve_batching_rule. */
static const struct value *aligned_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	struct op *op = &trace->op;
	struct alike *alike = data;
	const struct array *x = pytree_array(trace, leaf);
	const struct array *like =
	    x && alike ? pytree_array(trace, alike->leaves[alike->next++]) : x;
	if (!like)
		return NULL;
	x = manual_vary(op, x, like->type.varying);
	return trace_array(trace,
	                   array_align(op, array_map_levels(op, x, array_levels(op, like)), 0));
}

static const struct value *run_aligned(const struct recorded_call *call, struct fresh *fresh,
                                       const void *data)
{
	const struct value *result = run_on_arguments(call, fresh, data);
	return result ? pytree_map(call->trace, result, aligned_leaf, NULL) : NULL;
}

const struct value *linear_solve_record(struct trace *trace, const struct value *const functions[3],
                                        const struct value *b, const struct value *x,
                                        struct span at)
{
	static const struct recorded_custom params = {.name = "linear_solve"};
	struct op *op = &trace->op;
	struct recording *recording = op->recording;
	struct pytree tree;
	struct parted given = {.all = {&b, 1}, .others = {&b, 1}};
	struct recorded_call call = {.trace = trace, .given = &given, .at = at};
	struct recorded_body *bodies = arena_new(op->arena, struct recorded_body, 3);
	struct equation equation = {
	    .kind = EQUATION_CUSTOM_JVP, .params = &params, .bodies = bodies};
	op->recording = NULL;
	x = pytree_map(trace, x, aligned_leaf, NULL);
	op->recording = recording;
	if (!x || !pytree_flatten(trace, x, &tree))
		return NULL;
	struct alike alike = {.leaves = tree.leaves};
	b = pytree_map(trace, b, aligned_leaf, &alike);
	bool known = b && pytree_flatten(trace, b, &given.tree);
	watch_mute(op, 0);
	for (uint32_t i = 0; known && i < 3 && functions[i]->kind != VALUE_NONE; i++)
		known =
		    record_function(&call, run_aligned, functions[i], &bodies[equation.nbodies++]);
	watch_unmute(op, 0);
	if (!known) {
		op->error = (struct op_error){0};
		return x;
	}
	equation.operands = pytree_held(trace, &given.tree, &equation.count);
	equation.results = pytree_held(trace, &tree, &equation.nresults);
	recording_add(op, &equation);
	return x;
}
