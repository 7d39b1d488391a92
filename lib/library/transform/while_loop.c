/* SPDX-License-Identifier: Apache-2.0 */
/* lax.while_loop. JAX: lax/control_flow/loops.py while_loop, _while_loop_batching_rule. */
#include "library/transform/carry.h"
#include "library/library.h"
#include "library/transform/transform.h"
#include "op/core/committed_array.h"
#include "op/core/dtype_class.h"
#include "op/core/levels.h"
#include "trace/eval/hash.h"
#include "trace/eval/prelude.h"
#include "trace/state/level.h"

struct loop {
	struct trace *trace;
	const struct value *condition, *body;
	struct span at;
	struct carry carry;
	const struct array *predicate;  /* of the last run */
	struct recorded_body bodies[2]; /* the condition and the body, of the last run */
	bool unknown;                   /* a function gave back what is not known */
};

/* What the condition gave back, which is to be one boolean. */
static bool take_predicate(struct loop *loop, const struct value *result)
{
	struct trace *trace = loop->trace;
	struct pytree pytree;
	if (!pytree_flatten(trace, result, &pytree))
		return false;
	if (pytree.count != 1 || pytree.tree != pytree.leaves[0])
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("cond_fun must return a boolean scalar, but got pytree {}.",
		                   pytree_shown(&pytree)));
	loop->predicate = pytree_array(trace, pytree.leaves[0]);
	if (!loop->predicate)
		return false;
	const struct array_type *type = &loop->predicate->type;
	if (type->rank == 0 && dtype_class(type->dtype) == DTYPE_BOOL)
		return true;
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("cond_fun must return a boolean scalar, but got output type(s) "
	                   "[{aval}].",
	                   type));
}

static const struct value *call_part(struct loop *loop, const struct value *function,
                                     struct recorded_body *body)
{
	struct op *op = &loop->trace->op;
	struct trace_level level;
	level_enter_control(loop->trace, &level);
	const struct value *carry = carry_input(loop->trace, &loop->carry);
	struct recording recording;
	recording_begin(op, &recording);
	const struct value *result =
	    trace_call(loop->trace, function, &(struct value_list){&carry, 1}, NULL, 0, loop->at);
	level_leave(loop->trace, &level);
	*body = recording_end(op, &recording);
	body->inputs = recorded_arrays(op, loop->carry.inputs, loop->carry.init.count);
	body->ninputs = loop->carry.init.count;
	return result;
}

static bool run_condition(struct loop *loop)
{
	const struct value *result = call_part(loop, loop->condition, &loop->bodies[0]);
	if (!result)
		return false;
	loop->unknown |= value_has_unknown(result);
	return loop->unknown || take_predicate(loop, result);
}

static bool run_body(struct loop *loop)
{
	const struct value *result = call_part(loop, loop->body, &loop->bodies[1]);
	if (!result)
		return false;
	loop->unknown |= value_has_unknown(result);
	return loop->unknown || carry_take(loop->trace, &loop->carry, result);
}

static bool check_first_run(struct loop *loop, const struct staging *staging)
{
	bool again;
	if (loop->unknown)
		return true;
	if (!carry_settle(&loop->carry, staging, "while_loop body", &again) ||
	    (again && (!run_condition(loop) || !run_body(loop))))
		return false;
	return loop->unknown || carry_check(loop->trace, &loop->carry, "while_loop body");
}

/* Repeats the body until its carry is mapped by the same vmaps going in and coming out. */
static bool settle_levels(struct loop *loop, const struct staging *staging)
{
	bool again = true;
	while (!loop->unknown) {
		if (!carry_map(loop->trace, &loop->carry, &again))
			return false;
		if (!again)
			break;
		staging_again(staging);
		if (!run_body(loop))
			return false;
	}
	return true;
}

/* A condition that differs between examples ends the loop for each at its own time: the whole of
 * the carry is then mapped. */
static bool map_by_predicate(struct loop *loop, const struct staging *staging)
{
	uint64_t levels = array_levels(&loop->trace->op, loop->predicate);
	if (!levels)
		return true;
	if (!carry_map_by(loop->trace, &loop->carry, levels))
		return false;
	staging_again(staging);
	return run_condition(loop) && run_body(loop) && settle_levels(loop, staging);
}

static bool run_phase(struct loop *loop, const struct staging *staging)
{
	if (!carry_align(loop->trace, &loop->carry) || !run_condition(loop) || !run_body(loop))
		return false;
	if (staging->first && !check_first_run(loop, staging))
		return false;
	if (!settle_levels(loop, staging) || (!loop->unknown && !run_condition(loop)))
		return false;
	return loop->unknown || map_by_predicate(loop, staging);
}

/* Ends the body that is recorded with what it gives back, as its vmaps map that. */
static bool finish_body(struct loop *loop)
{
	struct op *op = &loop->trace->op;
	struct recorded_body *condition = &loop->bodies[0], *body = &loop->bodies[1];
	struct recording recording;
	recording_resume(op, &recording, body);
	bool done = carry_finish(loop->trace, &loop->carry);
	struct recorded_body finished = recording_end(op, &recording);
	body->equations = finished.equations;
	body->count = finished.count;
	if (!done)
		return false;
	body->outputs = recorded_arrays(op, loop->carry.results, loop->carry.out.count);
	body->noutputs = loop->carry.out.count;
	condition->outputs = recorded_arrays(op, &loop->predicate, 1);
	condition->noutputs = 1;
	return true;
}

/* What is said of a condition that is of each example; NULL: it is not. */
static const struct recorded_while *while_params(const struct loop *loop)
{
	struct op *op = &loop->trace->op;
	uint64_t levels = array_levels(op, loop->predicate);
	if (!levels)
		return NULL;
	struct recorded_while *params = arena_new(op->arena, struct recorded_while, 1);
	params->alike = !(levels & (levels - 1));
	for (uint32_t i = 0; i < loop->carry.init.count; i++)
		params->alike = params->alike && loop->carry.levels[i] == levels;
	return params;
}

/* Appends the loop, which gives the result, to what is being recorded. False when JAX raises. */
static bool record(struct loop *loop, const struct value *result)
{
	struct op *op = &loop->trace->op;
	struct pytree out;
	const struct array *const *operands = carry_operands(loop->trace, &loop->carry);
	if (!operands || !pytree_flatten(loop->trace, result, &out))
		return false;
	struct recorded_body *bodies = arena_new(op->arena, struct recorded_body, 2);
	memcpy(bodies, loop->bodies, sizeof loop->bodies);
	recording_add(op, &(struct equation){.kind = EQUATION_WHILE,
	                                     .params = while_params(loop),
	                                     .operands = operands,
	                                     .count = loop->carry.init.count,
	                                     .results = pytree_arrays(loop->trace, &out),
	                                     .nresults = out.count,
	                                     .bodies = bodies,
	                                     .nbodies = 2});
	return true;
}

/* Runs the loop of cond_fun, body_fun and init_val over types, with `hidden` values of the carry
 * before the program's own. The result is the last carry, or NULL when it fails. */
static const struct value *while_run(struct trace *trace, const struct call_arguments *arguments,
                                     uint32_t hidden)
{
	const struct value *const *values = arguments->values;
	struct loop loop = {
	    .trace = trace, .condition = values[0], .body = values[1], .at = arguments->at};
	struct staging staging;
	loop.carry.hidden = hidden;
	if (trace->op.jit_disabled)
		return trace_unknown(trace, "a loop under jax_disable_jit is not followed");
	if (!carry_begin(trace, values[2], &loop.carry) || !replication_told(&trace->op))
		return NULL;
	loop.carry.untimed = true;
	staging_begin(&staging, trace);
	do {
		if (!run_phase(&loop, &staging))
			return staging_fail(&staging);
		if (loop.unknown) {
			staging_end(&staging);
			return &value_unknown;
		}
	} while (staging_next(&staging));
	if (!check_context_devices(&trace->op, "while", 0, loop.carry.arrays,
	                           loop.carry.init.count))
		return NULL;
	if (!trace->op.recording)
		return carry_result(trace, &loop.carry);
	const struct value *result = finish_body(&loop) ? carry_result(trace, &loop.carry) : NULL;
	return result && record(&loop, result) ? result : NULL;
}

static const struct value *call_while_loop(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	if (!value_is_callable(argument(arguments, 0)) ||
	    !value_is_callable(argument(arguments, 1)))
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("lax.while_loop: body_fun and cond_fun arguments should be callable."));
	for (uint32_t i = 0; i < 2; i++)
		if (!require_function_hash(trace, argument(arguments, i), arguments->at))
			return NULL;
	return while_run(trace, arguments, 0);
}

/* The same with the two bounds of lax.fori_loop in the carry. */
static const struct value *while_for(struct trace *trace, const struct call_arguments *arguments)
{
	return while_run(trace, arguments, 2);
}

const struct function_row library_while_loop[] = {
    MODULE("jax.lax"),
    FUNCTION("while_loop", "cond_fun, body_fun, init_val", call_while_loop),
    MODULE(PRELUDE_INTRINSICS),
    {.name = "while_for", .signature = "cond_fun, body_fun, init_val", .call = while_for},
    TABLE_END,
};
