/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/custom_record.h"
#include "library/transform/staged_call.h"

#include <assert.h>

#include "library/arguments/argument_options.h"
#include "library/library.h"
#include "library/transform/checkpoint_policy.h"
#include "op/core/levels.h"
#include "op/manual/manual.h"
#include "op/shape/shape.h"
#include "trace/eval/hash.h"
#include "trace/eval/prelude.h"
#include "trace/module/staging.h"
#include "trace/state/level.h"

static const struct value *traced_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	return leaf->kind == VALUE_ARRAY || leaf->kind == VALUE_UNKNOWN
	           ? leaf
	           : trace_array(trace, pytree_array(trace, leaf));
}

const struct value *traced_value(struct trace *trace, const struct value *value)
{
	return pytree_map(trace, value, traced_leaf, NULL);
}

/* The arguments of a body that is recorded: those of the call, and as the last run got them. */
struct given_arrays {
	const struct array **operands, **inputs;
	uint32_t count;
	size_t room, input_room;
};

/* The array as one that stands for what was given, where it is known how that was placed. */
static const struct array *argument_of(struct op *op, const struct array *like,
                                       const struct array *given)
{
	given = given->argument ? given->argument : given;
	if (!like || (!given->placed && !given->positional))
		return like;
	struct array *argument = arena_new(op->arena, struct array, 1);
	*argument = *like;
	argument->argument = given;
	return argument;
}

/* A leaf of an argument as this run of the function gets it. */
static const struct value *run_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	struct given_arrays *given = data;
	if (leaf->kind != VALUE_ARRAY)
		return leaf;
	struct op *op = &trace->op;
	const struct array *like = array_like(op, leaf->array);
	if (!given) {
		recording_same(op, EQUATION_SAME, like, leaf->array);
		return trace_array(trace, argument_of(op, like, leaf->array));
	}
	given->operands = arena_append(op->arena, given->operands, given->count, &given->room,
	                               sizeof *given->operands);
	given->inputs = arena_append(op->arena, given->inputs, given->count, &given->input_room,
	                             sizeof *given->inputs);
	given->operands[given->count] = array_whole(op, leaf->array);
	given->inputs[given->count++] = array_whole(op, like);
	return trace_array(trace, like);
}

static const struct value *call_run(struct trace *trace, const struct value *function,
                                    const struct value_list *positional,
                                    const struct value_pair *keywords, uint32_t nkeywords,
                                    struct given_arrays *given, struct span at)
{
	struct arena *arena = trace->op.arena;
	const struct value **items = arena_new(arena, const struct value *, positional->count);
	struct value_pair *pairs = arena_new(arena, struct value_pair, nkeywords);
	for (uint32_t i = 0; i < positional->count; i++) {
		items[i] = pytree_map(trace, positional->items[i], run_leaf, given);
		if (!items[i])
			return NULL;
	}
	for (uint32_t i = 0; i < nkeywords; i++) {
		pairs[i].key = keywords[i].key;
		pairs[i].value = pytree_map(trace, keywords[i].value, run_leaf, given);
		if (!pairs[i].value)
			return NULL;
	}
	return trace_call(trace, function, &(struct value_list){items, positional->count}, pairs,
	                  nkeywords, at);
}

const struct value *staged_call(struct trace *trace, const struct value *function,
                                const struct value_list *positional,
                                const struct value_pair *keywords, uint32_t nkeywords,
                                struct span at)
{
	struct staging staging;
	struct trace_level level;
	const struct value *result;
	staging_begin(&staging, trace);
	do {
		level_enter(trace, &level);
		result = call_run(trace, function, positional, keywords, nkeywords, NULL, at);
		level_leave(trace, &level);
		if (!result)
			return staging_fail(&staging);
	} while (staging_next(&staging));
	recording_inline_unit(&trace->op, &staging.body);
	return result;
}

bool traced_arguments(struct trace *trace, const struct call_arguments *arguments,
                      const struct value *static_positions, const struct value *static_names,
                      struct value_list *positional, const struct value_pair **keywords)
{
	assert(arguments->count == 2);
	const struct value_list *given = &arguments->values[0]->list;
	const struct value *dict = arguments->values[1];
	const struct value **items = arena_new(trace->op.arena, const struct value *, given->count);
	struct value_pair *pairs = arena_new(trace->op.arena, struct value_pair, dict->dict.count);
	for (uint32_t i = 0; i < given->count; i++) {
		bool fixed = option_holds_number(static_positions, i, given->count);
		items[i] = fixed ? given->items[i] : traced_value(trace, given->items[i]);
		if (!items[i])
			return false;
	}
	for (uint32_t i = 0; i < dict->dict.count; i++) {
		const struct value_pair *pair = &dict->dict.pairs[i];
		bool fixed = option_holds_name(static_names, pair->key->string);
		pairs[i].key = pair->key;
		pairs[i].value = fixed ? pair->value : traced_value(trace, pair->value);
		if (!pairs[i].value)
			return false;
	}
	*positional = (struct value_list){items, given->count};
	*keywords = pairs;
	return true;
}

/* The tree with arrays as its leaves. */
static const struct value *traced_tree(struct trace *trace, const struct call_arguments *arguments)
{
	return traced_value(trace, argument(arguments, 0));
}

/* function, *args, **kwargs: what the function of the program gives that JAX traces as a whole. */
static const struct value *traced_call(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *keywords = argument(arguments, 2);
	return staged_call(trace, argument(arguments, 0), &argument(arguments, 1)->list,
	                   keywords->dict.pairs, keywords->dict.count, arguments->at);
}

/* function, args, solve, matvec, transposed, b: what function(*args) gives, which looks at all of a
 * linear solve; it is recorded as one of b. */
static const struct value *linear_solve(struct trace *trace, const struct call_arguments *arguments)
{
	enum { FUNCTION_OF_ALL, ARGS, SOLVE, B = SOLVE + 3 };
	struct recording *recording = trace->op.recording;
	const struct value *functions[3];
	for (uint32_t i = 0; i < 3; i++)
		functions[i] = argument(arguments, SOLVE + i);
	trace->op.recording = NULL;
	const struct value *x =
	    staged_call(trace, argument(arguments, FUNCTION_OF_ALL),
	                &argument(arguments, ARGS)->list, NULL, 0, arguments->at);
	trace->op.recording = recording;
	if (!x || !recording)
		return x;
	return linear_solve_record(trace, functions, argument(arguments, B), x, arguments->at);
}

/* x, like: x along all that the other varies along, and mapped by all vmaps that map it. It holds
 * what the other does. */
static const struct value *mapped_alike(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x = pytree_array(trace, argument(arguments, 0)),
			   *like = pytree_array(trace, argument(arguments, 1));
	if (!x || !like)
		return NULL;
	x = manual_vary(op, x, like->type.varying);
	x = array_map_levels(op, x, array_levels(op, like));
	x = array_recorded_anew(op, array_align(op, x, 0));
	if (x && type_same_shape(&array_whole(op, x)->type, &array_whole(op, like)->type))
		recording_same(op, EQUATION_SAME, x, like);
	return trace_array(trace, x);
}

/* function, static_argnums, static_argnames, args, kwargs: the same with arguments of which some
 * are static. */
static const struct value *call_with_static(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct call_arguments given = {.values = &arguments->values[3], .count = 2};
	struct value_list positional;
	const struct value_pair *keywords;
	return traced_arguments(trace, &given, argument(arguments, 1), argument(arguments, 2),
	                        &positional, &keywords)
	           ? staged_call(trace, argument(arguments, 0), &positional, keywords,
	                         argument(arguments, 4)->dict.count, arguments->at)
	           : NULL;
}

/* A leaf as another array than the one given. */
static const struct value *other_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	return leaf->kind == VALUE_ARRAY ? value_array(trace->op.arena, leaf->array) : leaf;
}

static const struct value *optimization_barrier(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	const struct value *operand = traced_value(trace, argument(arguments, 0));
	struct pytree tree;
	operand = operand ? pytree_map(trace, operand, other_leaf, NULL) : NULL;
	if (!operand || !trace->op.checks_varying ||
	    !op_has(&trace->op, JAX_BARRIER_VARIES_ALIKE) || value_has_unknown(operand))
		return operand;
	if (!pytree_flatten(trace, operand, &tree))
		return NULL;
	const struct array **arrays = pytree_arrays(trace, &tree);
	return arrays ? pytree_of_arrays(trace, &tree,
	                                 manual_vary_alike(&trace->op, arrays, tree.count))
	              : NULL;
}

/* Calls a function under checkpoint where that is recorded, with arguments as it sees them. */
static const struct value *recorded_checkpoint_call(struct trace *trace,
                                                    const struct call_arguments *arguments,
                                                    const struct value_list *positional,
                                                    const struct value_pair *keywords)
{
	struct op *op = &trace->op;
	struct staging staging;
	struct given_arrays given;
	struct pytree out;
	const struct value *result;
	staging_begin(&staging, trace);
	do {
		given = (struct given_arrays){0};
		result = call_run(trace, argument(arguments, 0), positional, keywords,
		                  argument(arguments, 4)->dict.count, &given, arguments->at);
		if (!result)
			return staging_fail(&staging);
	} while (staging_next(&staging));
	if (value_has_unknown(result) || !pytree_flatten(trace, result, &out))
		return result;
	struct recorded_checkpoint *params = arena_new(op->arena, struct recorded_checkpoint, 1);
	struct recorded_body *body = arena_new(op->arena, struct recorded_body, 1);
	struct equation equation = {.kind = EQUATION_CHECKPOINT,
	                            .params = params,
	                            .operands = given.operands,
	                            .count = given.count,
	                            .bodies = body,
	                            .nbodies = 1};
	params->prevent_cse = value_truth(argument(arguments, 5)) == 1;
	params->policy = checkpoint_policy(op->arena, argument(arguments, 6));
	*body = staging.body;
	body->inputs = given.inputs;
	body->ninputs = given.count;
	equation.results = body->outputs = pytree_held(trace, &out, &body->noutputs);
	equation.nresults = body->noutputs;
	recording_add(op, &equation);
	return result;
}

/* The same of a function under checkpoint, with prevent_cse and policy behind. */
static const struct value *checkpointed(struct trace *trace, const struct call_arguments *arguments)
{
	struct call_arguments given = {.values = &arguments->values[3], .count = 2};
	struct value_list positional;
	const struct value_pair *keywords;
	if (!require_function_hash(trace, argument(arguments, 0), arguments->at))
		return NULL;
	if (!trace->op.recording)
		return call_with_static(trace, arguments);
	return traced_arguments(trace, &given, argument(arguments, 1), argument(arguments, 2),
	                        &positional, &keywords)
	           ? recorded_checkpoint_call(trace, arguments, &positional, keywords)
	           : NULL;
}

const struct function_row library_staged_call[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("traced_tree", "x", traced_tree, .takes_unknown = true),
    FUNCTION("call_with_static", "f, static_argnums, static_argnames, args, kwargs",
             call_with_static, .takes_unknown = true),
    FUNCTION("checkpointed",
             "f, static_argnums, static_argnames, args, kwargs, prevent_cse, policy", checkpointed,
             .takes_unknown = true),
    FUNCTION("traced_call", "f, /, *args, **kwargs", traced_call, .takes_unknown = true),
    FUNCTION("linear_solve", "f, args, solve, matvec, transposed, b", linear_solve),
    FUNCTION("mapped_alike", "x, like", mapped_alike),
    MODULE("jax.lax"),
    FUNCTION("optimization_barrier", "operand, /", optimization_barrier, .since = "0.4.38"),
    TABLE_END,
};
