/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/custom_record.h"

#include "library/transform/derivative.h"
#include "op/core/levels.h"
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
	arena_push(op->arena, fresh->inputs, fresh->count, fresh->room, array_whole(array));
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

/* The function as it runs without a derivative. */
static bool record_function(const struct recorded_call *call, const struct value *function,
                            struct recorded_body *body)
{
	struct trace *trace = call->trace;
	struct staging staging;
	struct fresh fresh;
	const struct value *result;
	staging_begin(&staging, trace);
	do {
		struct value_list all;
		fresh = (struct fresh){0};
		result = fresh_arguments(call, &fresh, &all)
		             ? trace_call(trace, function, &all, NULL, 0, call->at)
		             : NULL;
		if (!result)
			return staging_fail(&staging);
	} while (staging_next(&staging));
	return finish(trace, &staging, &fresh, &result, 1, body);
}

/* The rule forwards of custom_vjp; *residuals is what it keeps. */
static bool record_fwd(const struct recorded_call *call, struct recorded_body *body,
                       const struct value **residuals, const struct value **answer)
{
	struct trace *trace = call->trace;
	struct staging staging;
	struct fresh fresh;
	const struct value_list *both;
	staging_begin(&staging, trace);
	do {
		struct value_list all;
		fresh = (struct fresh){0};
		both = fresh_arguments(call, &fresh, &all)
		           ? pair_of(trace_call(trace, call->rules->fwd, &all, NULL, 0, call->at))
		           : NULL;
		if (!both)
			return staging_fail(&staging);
	} while (staging_next(&staging));
	*answer = both->items[0];
	*residuals = both->items[1];
	return finish(trace, &staging, &fresh, both->items, 2, body);
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
			outputs[i] = array_whole(pytree_array(trace, leaves[i]));
	body->outputs = outputs;
	body->noutputs = call->given->tree.count;
	return true;
}

static bool record_bwd(const struct recorded_call *call, const struct value *residuals,
                       const struct value *answer, struct recorded_body *body)
{
	struct trace *trace = call->trace;
	struct staging staging;
	struct fresh fresh;
	const struct value *result;
	staging_begin(&staging, trace);
	do {
		fresh = (struct fresh){0};
		const struct value *kept = pytree_map(trace, residuals, fresh_leaf, &fresh);
		fresh.cotangents = true;
		const struct value *back = pytree_map(trace, answer, fresh_leaf, &fresh);
		result = NULL;
		if (kept && back) {
			struct value_list all =
			    rule_arguments(trace, &call->given->fixed, kept, back);
			result = trace_call(trace, call->rules->bwd, &all, NULL, 0, call->at);
		}
		if (!result)
			return staging_fail(&staging);
	} while (staging_next(&staging));
	return finish(trace, &staging, &fresh, NULL, 0, body) &&
	       take_cotangents(call, result, body);
}

/* The rule of custom_jvp, on arguments and their tangents. */
static bool record_jvp(const struct recorded_call *call, struct recorded_body *body)
{
	struct trace *trace = call->trace;
	const struct value_list *others = &call->given->others;
	const struct value *given =
	    value_sequence(trace->op.arena, VALUE_TUPLE, others->items, others->count);
	struct staging staging;
	struct fresh fresh;
	const struct value_list *both;
	staging_begin(&staging, trace);
	do {
		fresh = (struct fresh){0};
		const struct value *primals = pytree_map(trace, given, fresh_leaf, &fresh);
		const struct value *tangents = pytree_map(trace, given, fresh_leaf, &fresh);
		both = NULL;
		if (primals && tangents) {
			struct value_list all =
			    rule_arguments(trace, &call->given->fixed, primals, tangents);
			both =
			    pair_of(trace_call(trace, call->rules->jvp, &all, NULL, 0, call->at));
		}
		if (!both)
			return staging_fail(&staging);
	} while (staging_next(&staging));
	return finish(trace, &staging, &fresh, both->items, 2, body);
}

static bool record_bodies(const struct recorded_call *call, const struct value *function,
                          struct recorded_body *bodies)
{
	const struct value *residuals = NULL, *answer = NULL;
	if (!record_function(call, function, &bodies[0]))
		return false;
	return call->rules->fwd ? record_fwd(call, &bodies[1], &residuals, &answer) &&
	                              record_bwd(call, residuals, answer, &bodies[2])
	                        : record_jvp(call, &bodies[1]);
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
