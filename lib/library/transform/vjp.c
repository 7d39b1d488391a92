/* SPDX-License-Identifier: Apache-2.0 */
/* jax.vjp, jax.jvp and jax.linearize. JAX: api.py. */
#include "library/transform/carry.h"

#include <assert.h>
#include "library/transform/derivative.h"
#include "library/library.h"
#include "library/transform/staged_call.h"
#include "op/core/dtype_class.h"
#include "op/core/levels.h"
#include "trace/state/level.h"

enum { VJP_FUN, VJP_PRIMALS, VJP_HAS_AUX };

/* A derivative that has been taken forward, by these primals. */
struct linear {
	struct primitive_watch watch;
	const struct value *primals, *answer, *aux;
	struct recorded_linear *recorded; /* NULL: nothing is */
};

/* Appends what begins the derivative to what is being recorded: the function has been run on these
 * primals, which stand for those that it was given. */
static void record_begun(struct trace *trace, struct linear *linear, const struct value *given,
                         const struct recorded_body *body)
{
	struct equation equation = {.kind = EQUATION_LINEARIZE};
	struct recorded_body kept = *body;
	if (!trace->op.recording)
		return;
	struct recorded_linear *recorded = arena_new(trace->op.arena, struct recorded_linear, 1);
	equation.params = linear->recorded = recorded;
	equation.operands = derivative_leaves(trace, given, &equation.count);
	kept.inputs = derivative_leaves(trace, linear->primals, &kept.ninputs);
	kept.outputs = derivative_leaves(trace, linear->answer, &kept.noutputs);
	*recorded = (struct recorded_linear){equation.operands, equation.count, kept};
	derivative_record(trace, &equation, &kept, linear->answer);
}

/* The same where the body is of one example: the answer, and what comes with it, are results. */
static bool record_begun_mapped(struct trace *trace, struct linear *linear,
                                const struct value *given, const struct recorded_body *body)
{
	struct arena *arena = trace->op.arena;
	struct equation equation = {.kind = EQUATION_LINEARIZE,
	                            .bodies = arena_copy(arena, body, 1, sizeof *body),
	                            .nbodies = 1};
	struct recorded_linear *recorded = arena_new(arena, struct recorded_linear, 1);
	*recorded = (struct recorded_linear){body->inputs, body->ninputs, *body};
	linear->answer = derivative_anew(trace, linear->answer);
	linear->aux = linear->aux ? derivative_anew(trace, linear->aux) : NULL;
	if (!linear->answer)
		return false;
	equation.params = linear->recorded = recorded;
	derivative_record_mapped(trace, &equation, given,
	                         linear->aux ? value_two(arena, linear->answer, linear->aux)
	                                     : linear->answer);
	return true;
}

/* What the function gives for the inputs; NULL of them is an error that was raised. */
static const struct value *call_function(struct trace *trace,
                                         const struct call_arguments *arguments,
                                         const struct value *inputs)
{
	return inputs ? trace_call(trace, argument(arguments, VJP_FUN), &inputs->list, NULL, 0,
	                           arguments->at)
	              : NULL;
}

/* The function run by what one example sees, where vmaps are around; false where that gives no
 * body. */
static bool run_example(struct trace *trace, const struct call_arguments *arguments,
                        const struct value *primals, struct example_run *run)
{
	if (!example_run_begin(run, trace))
		return false;
	struct trace_level level;
	level_enter(trace, &level);
	const struct value *result =
	    call_function(trace, arguments, example_run_inputs(run, primals));
	level_leave(trace, &level);
	return example_run_end(run, result);
}

/* The result, which goes on with the derivative; appended to what is being recorded. */
static const struct value *recorded_going_on(struct trace *trace, const struct linear *linear,
                                             enum equation_kind kind, const struct value *given,
                                             const struct value *result)
{
	struct equation equation = {.kind = kind, .params = linear->recorded};
	if (!result || !linear->recorded)
		return result;
	if (trace->op.nmappings > trace->op.staged) {
		derivative_record_mapped(trace, &equation, given, result);
		return result;
	}
	equation.operands = derivative_leaves(trace, given, &equation.count);
	equation.results = derivative_leaves(trace, result, &equation.nresults);
	recording_add(&trace->op, &equation);
	return result;
}

/* Runs the function on its primals, which become those that the derivative is taken by. */
static bool run_primals(struct trace *trace, const struct call_arguments *arguments,
                        const struct value *primals, struct linear *linear)
{
	assert(value_items(primals));
	struct recording recording;
	struct trace_level level;
	struct example_run example;
	bool mapped = run_example(trace, arguments, primals, &example);
	recording_begin(&trace->op, &recording);
	watch_begin(&trace->op, &linear->watch);
	linear->watch.forward_only = strcmp(arguments->row->name, "jvp") == 0;
	linear->watch.at_once = linear->watch.forward_only;
	level_enter(trace, &level);
	linear->primals = derivative_inputs(trace, primals);
	const struct value *result = call_function(trace, arguments, linear->primals);
	level_leave(trace, &level);
	watch_end(&trace->op, &linear->watch);
	const struct recorded_body body = recording_end(&trace->op, &recording);
	if (!result)
		return false;
	linear->answer = result;
	if (result->kind == VALUE_UNKNOWN)
		return true;
	derivative_judge(trace, &linear->watch, arguments->at);
	if (value_truth(argument(arguments, VJP_HAS_AUX)) == 1) {
		if (result->kind != VALUE_TUPLE || result->list.count != 2)
			return op_unknown(&trace->op,
			                  "a function with aux output that gives no pair");
		linear->aux = result->list.items[1];
		result = result->list.items[0];
	}
	linear->answer = traced_value(trace, result);
	if (linear->answer && mapped)
		return record_begun_mapped(trace, linear, primals, &example.body);
	if (linear->answer)
		record_begun(trace, linear, primals, &body);
	return linear->answer != NULL;
}

static uint64_t levels_of(struct trace *trace, const struct value *value)
{
	struct pytree tree;
	uint64_t levels = 0;
	if (!pytree_flatten(trace, value, &tree))
		return 0;
	for (uint32_t i = 0; i < tree.count; i++)
		if (tree.leaves[i]->kind == VALUE_ARRAY)
			levels |= array_levels(&trace->op, tree.leaves[i]->array);
	return levels;
}

/* The vmaps that map what goes on with a derivative: the function, and what it is given. */
static uint64_t linear_levels(struct trace *trace, const struct linear *linear,
                              const struct value *given)
{
	return levels_of(trace, linear->answer) | levels_of(trace, linear->primals) |
	       levels_of(trace, given);
}

/* What the functions that JAX gives back are called with: as many arrays as `expected` has. */
static bool read_linear(struct trace *trace, const struct value *given,
                        const struct value *expected, struct pytree *got, struct pytree *want)
{
	const struct value *arrays = traced_value(trace, given);
	if (!arrays || !pytree_flatten(trace, arrays, got) ||
	    !pytree_flatten(trace, expected, want))
		return false;
	if (!pytree_same_structure(got, want))
		return op_unknown(&trace->op, "a derivative by values of another structure");
	for (uint32_t i = 0; i < got->count; i++)
		if (got->leaves[i]->kind != VALUE_ARRAY || want->leaves[i]->kind != VALUE_ARRAY)
			return op_unknown(&trace->op, "%s", "");
	return true;
}

static void *raise_cotangent(struct op *op, const struct array_type *got,
                             const struct array_type *forward)
{
	struct array_type expected = cotangent_type(forward);
	if (!op_has(op, JAX_CHECKS_COTANGENTS))
		return op_unknown(op, "a cotangent of another type than the result");
	return refuse(op, RULE_SHARDING_CONFLICT, "ValueError",
	              TEXT("unexpected JAX type (e.g. shape/dtype) for argument to VJP function: "
	                   "got {long}, but expected {long} because the corresponding output of "
	                   "the differentiated function had JAX type {long}",
	                   got, &expected, forward),
	              HELP("give it what has the type of the function's result: jnp.ones_like(y)"));
}

/* The arrays of the answer, by which the derivative goes back. */
static bool go_back(struct trace *trace, struct linear *linear)
{
	struct pytree tree;
	if (!pytree_flatten(trace, linear->answer, &tree))
		return false;
	const struct array **outputs = arena_new(trace->op.arena, const struct array *, tree.count);
	for (uint32_t i = 0; i < tree.count; i++)
		outputs[i] = tree.leaves[i]->array;
	return watch_transpose(&trace->op, &linear->watch, outputs, tree.count);
}

/* The function beside the value of jax.vjp. */
static const struct value *pull_back(struct trace *trace, const struct value *self,
                                     const struct call_arguments *arguments)
{
	struct linear *linear = self->transformed.memory;
	const struct value_list *given = &arguments->values[0]->list;
	struct pytree got, want;
	if (given->count != 1 || arguments->values[1]->dict.count)
		return trace_unknown(trace, "a function of jax.vjp that gets more than one value");
	if (!read_linear(trace, given->items[0], linear->answer, &got, &want))
		return NULL;
	for (uint32_t i = 0; i < got.count; i++) {
		const struct array_type *type = &got.leaves[i]->array->type,
					*forward = &want.leaves[i]->array->type;
		struct array_type expected = cotangent_type(forward);
		if (!types_match(&trace->op, type, &expected))
			return raise_cotangent(&trace->op, type, forward);
	}
	const char *doubt = linear->watch.doubt;
	if (!go_back(trace, linear))
		return NULL;
	if (linear->watch.doubt && !doubt)
		derivative_judge(trace, &linear->watch, arguments->at);
	return recorded_going_on(
	    trace, linear, EQUATION_PULL_BACK, given->items[0],
	    derivative_back(trace, linear->primals, linear_levels(trace, linear, given->items[0])));
}

/* The function beside the value of jax.linearize. */
static const struct value *push_forward(struct trace *trace, const struct value *self,
                                        const struct call_arguments *arguments)
{
	struct linear *linear = self->transformed.memory;
	struct op *op = &trace->op;
	struct pytree got, want;
	if (!read_linear(trace, arguments->values[0], linear->primals, &got, &want))
		return NULL;
	for (uint32_t i = 0; i < got.count; i++) {
		const struct array_type *type = &want.leaves[i]->array->type;
		if (dtype_is_inexact(type->dtype) &&
		    types_match(op, &got.leaves[i]->array->type, type))
			continue;
		if (!op_has(op, JAX_GRADIENTS_KEEP_SHARDING))
			return trace_unknown(trace, "tangents of other types than the primals");
		return refuse(op, RULE_SHARDING_CONFLICT, "ValueError",
		              TEXT("linearized function called on tangent values inconsistent with "
		                   "the original primal values:"),
		              HELP("give it what has the types of the primals")),
		       NULL;
	}
	return recorded_going_on(trace, linear, EQUATION_PUSH_FORWARD, arguments->values[0],
	                         derivative_by(trace, linear->answer,
	                                       linear_levels(trace, linear, arguments->values[0])));
}

static const struct value *function_of(struct trace *trace, const struct call_arguments *arguments,
                                       struct linear *linear)
{
	struct value *value = value_new(trace->op.arena, VALUE_TRANSFORMED);
	bool forward = strcmp(arguments->row->name, "linearize") == 0;
	value->transformed = (struct transformed){.row = arguments->row,
	                                          .function = argument(arguments, VJP_FUN),
	                                          .options = arguments->values,
	                                          .call = forward ? push_forward : pull_back,
	                                          .memory = linear,
	                                          .is_tree = true};
	return value;
}

static const struct value *call_vjp(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *primals = traced_value(trace, argument(arguments, VJP_PRIMALS));
	struct linear *linear = arena_new(trace->op.arena, struct linear, 1);
	if (!primals || !run_primals(trace, arguments, primals, linear))
		return NULL;
	if (linear->answer->kind == VALUE_UNKNOWN)
		return linear->answer;
	const struct value **items = arena_new(trace->op.arena, const struct value *, 3);
	items[0] = linear->answer;
	items[1] = function_of(trace, arguments, linear);
	items[2] = linear->aux;
	return value_sequence(trace->op.arena, VALUE_TUPLE, items, linear->aux ? 3 : 2);
}

enum { JVP_FUN, JVP_PRIMALS, JVP_TANGENTS, JVP_HAS_AUX };

/* Whether a tangent fits a primal. JAX: api.py _jvp. */
static bool check_tangent(struct op *op, const struct array_type *primal,
                          const struct array_type *tangent)
{
	if (!dtype_is_inexact(primal->dtype))
		return op_unknown(op, "tangents of integers are not followed");
	if (primal->dtype != tangent->dtype)
		return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		              TEXT("primal and tangent arguments to jax.jvp do not match; dtypes "
		                   "must be equal, or in case of int/bool primal dtype the tangent "
		                   "dtype must be float0.Got primal dtype {} and so expected "
		                   "tangent dtype {}, but got tangent dtype {} instead.",
		                   primal->dtype, primal->dtype, tangent->dtype));
	if (!type_same_shape(primal, tangent))
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("jvp called with different primal and tangent shapes;{}Got "
		                   "primal shape {shape} and tangent shape as {shape}",
		                   op_has(op, JAX_JVP_TEXT_SPACED) ? " " : "", primal, tangent),
		              HELP("give it tangents with the shapes of the primals"));
	return types_match(op, primal, tangent) ||
	       op_unknown(op, "tangents of other shardings than the primals");
}

static bool check_tangents(struct trace *trace, const struct value *primals,
                           const struct value *tangents)
{
	struct pytree in, out;
	if (!pytree_flatten(trace, primals, &in) || !pytree_flatten(trace, tangents, &out))
		return false;
	if (!pytree_same_structure(&in, &out))
		return op_unknown(&trace->op, "tangents of another structure than the primals");
	for (uint32_t i = 0; i < in.count; i++) {
		if (in.leaves[i]->kind != VALUE_ARRAY || out.leaves[i]->kind != VALUE_ARRAY)
			return op_unknown(&trace->op, "%s", "");
		if (!check_tangent(&trace->op, &in.leaves[i]->array->type,
		                   &out.leaves[i]->array->type))
			return false;
	}
	return true;
}

static const struct value *call_jvp(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *primals = argument(arguments, JVP_PRIMALS);
	const struct value *tangents = argument(arguments, JVP_TANGENTS);
	struct linear linear = {0};
	if (!value_items(primals) || !value_items(tangents))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("primal and tangent arguments to jax.jvp must be tuples "
		                         "or lists; found {} and {}.",
		                         value_class_name(primals), value_class_name(tangents)));
	primals = traced_value(trace, primals);
	tangents = primals ? traced_value(trace, tangents) : NULL;
	if (!tangents || !check_tangents(trace, primals, tangents))
		return NULL;
	struct call_arguments run = *arguments;
	const struct value *values[] = {argument(arguments, JVP_FUN), primals,
	                                argument(arguments, JVP_HAS_AUX)};
	run.values = values;
	if (!run_primals(trace, &run, primals, &linear))
		return NULL;
	if (linear.answer->kind == VALUE_UNKNOWN)
		return linear.answer;
	const struct value **items = arena_new(trace->op.arena, const struct value *, 3);
	items[0] = linear.answer;
	items[1] = derivative_by(trace, linear.answer,
	                         levels_of(trace, linear.answer) | levels_of(trace, tangents));
	items[2] = linear.aux;
	recorded_going_on(trace, &linear, EQUATION_PUSH_FORWARD, tangents, items[1]);
	return items[1] ? value_sequence(trace->op.arena, VALUE_TUPLE, items, linear.aux ? 3 : 2)
	                : NULL;
}

const struct function_row library_vjp[] = {
    MODULE("jax"),
    FUNCTION("vjp", "fun, *primals, has_aux=False, reduce_axes=()", call_vjp,
             .also = "*, saveable_args, in_nzs"),
    FUNCTION("linearize", "fun, *primals, has_aux=False", call_vjp, .also = "*, in_nzs"),
    FUNCTION("jvp", "fun, primals, tangents, has_aux=False", call_jvp),
    TABLE_END,
};
