/* SPDX-License-Identifier: Apache-2.0 */
/* jax.custom_vjp and jax.custom_jvp: where a derivative is taken, a function is run by the rules
 * that it has been given. JAX: custom_derivatives.py. */
#include "library/transform/carry.h"

#include <assert.h>
#include <string.h>

#include "library/arguments/argument_options.h"
#include "library/library.h"
#include "library/transform/custom_record.h"
#include "library/transform/derivative.h"
#include "library/transform/signature.h"
#include "library/transform/transform.h"
#include "op/core/dtype_class.h"
#include "op/core/levels.h"
#include "trace/value/class.h"

enum { CUSTOM_FUN, CUSTOM_NONDIFF }; /* by position; by name behind it */

/* A call whose derivative is taken by a rule. */
struct custom_call {
	struct trace *trace;
	const struct custom_rules *rules;
	struct span at;
	struct pytree arguments, answer; /* of those that it is taken by */
	uint32_t count;                  /* of those */
	struct value_list fixed;         /* the others: nondiff_argnums */
	const struct value *residuals;
	struct mapping mappings[MAX_VMAPS]; /* the vmaps that it was called under */
	uint32_t nmappings;
	bool gone_back, failed;
};

struct value_list rule_arguments(struct trace *trace, const struct value_list *fixed,
                                 const struct value *first, const struct value *second)
{
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, (size_t)fixed->count + 2);
	for (uint32_t i = 0; i < fixed->count; i++)
		items[i] = fixed->items[i];
	items[fixed->count] = first;
	items[fixed->count + 1] = second;
	return (struct value_list){items, fixed->count + 2};
}

/* The name of a function of the program, or an empty text of what else can be called. */
static struct str function_name(const struct value *function)
{
	if (function->kind != VALUE_FUNCTION)
		return (struct str){0};
	return function->closure.definition ? function->closure.definition->name : STR("<lambda>");
}

/* Raises that a rule gives no pair. JAX: custom_derivatives.py _flatten_fwd, _flatten_jvp. */
static const struct value_list *raise_no_pair(struct trace *trace, const struct transformed *custom,
                                              const struct value *rule, const struct value *result)
{
	const struct custom_rules *rules = custom->memory;
	struct str name = function_name(rule), of = function_name(custom->function);
	struct buf given = op_buf(&trace->op);
	if (!name.len || !of.len || value_has_unknown(result))
		return trace_unknown(trace, "a rule of a derivative that gives no pair");
	value_text(&given, trace->op.rules, result);
	if (rule == rules->fwd)
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("Custom VJP fwd rule {} for function {} must produce a pair (list or "
		         "tuple of length two) where the first element represents the primal "
		         "output (equal to those of the custom_vjp-decorated function {}) and the "
		         "second element represents residuals (i.e. values stored from the "
		         "forward pass for use on the backward pass), but instead of a pair the "
		         "fwd rule {} produced {}.",
		         name, of, of, name, &given),
		    HELP("return the value, and what the rule back needs, as a pair"));
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("Custom JVP rule {} for function {} must produce a pair (list or tuple "
	                   "of length two) representing primal and tangent outputs, but got {}.",
	                   name, of, &given),
	              HELP("return the value and its tangent as a pair"));
}

/* The two parts of what a rule gives back. */
static const struct value_list *read_pair(struct trace *trace, const struct transformed *custom,
                                          const struct value *rule, const struct value *result)
{
	const struct value_list *items = result ? value_items(result) : NULL;
	if (result && (!items || items->count != 2))
		return raise_no_pair(trace, custom, rule, result);
	return items;
}

static bool raise_structure(struct op *op, const struct pytree *given, const struct pytree *wanted)
{
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("Custom VJP bwd rule must produce an output with the same container "
	                   "(pytree) structure as the args tuple of the primal function, and in "
	                   "particular must produce a tuple of length equal to the number of "
	                   "arguments to the primal function, but got bwd output structure {} for "
	                   "primal input structure {}.",
	                   pytree_shown(given), pytree_shown(wanted)),
	              HELP("return a tuple with one cotangent for each argument"));
}

static bool raise_cotangent(struct op *op, const struct custom_call *call, uint32_t index,
                            const struct array_type *got)
{
	const struct array_type *input = &call->arguments.leaves[index]->array->type;
	struct buf path = op_buf(op);
	if (!op_has(op, JAX_CHECKS_COTANGENTS))
		return op_unknown(op, "a cotangent of another type than the argument");
	pytree_path_text(&path, op->rules, &call->arguments, index);
	return refuse(op, RULE_SHARDING_CONFLICT, "ValueError",
	              TEXT("Custom VJP bwd rule must produce an output with the same type as the "
	                   "args tuple of the primal function, but at output{} the bwd rule "
	                   "produced an output of type {long} corresponding to an input of type "
	                   "{long}{}{}",
	                   &path, got, input,
	                   input->dtype != got->dtype ? ", so the dtypes do not match" : "",
	                   type_same_shape(input, got)  ? ""
	                   : input->dtype != got->dtype ? ", and the shapes do not match"
	                                                : ", so the shapes do not match"),
	              HELP("give each cotangent the shape and sharding of its argument"));
}

/* A cotangent may have another inexact dtype, which goes on to the arrays that it is one of. JAX:
 * _temporary_dtype_exception. */
static bool cotangent_fits(const struct op *op, const struct array_type *got,
                           const struct array_type *input, bool *another)
{
	struct array_type wanted = cotangent_type(input), same = *got;
	same.dtype = wanted.dtype;
	same.varying = wanted.varying; /* JAX brings that together */
	*another = got->dtype != wanted.dtype;
	return types_match(op, &same, &wanted);
}

/* Compares what the rule gave back with the arguments; None is a cotangent of zeros. */
static bool check_cotangents(struct custom_call *call, const struct value *result)
{
	struct trace *trace = call->trace;
	const struct value **leaves;
	struct pytree given;
	const struct value_list *items = value_items(result);
	if (!pytree_flatten(trace, result, &given))
		return false;
	if (result->kind == VALUE_LIST && items->count == call->count)
		result = value_sequence(trace->op.arena, VALUE_TUPLE, items->items, items->count);
	if (result->kind != VALUE_TUPLE)
		return raise_structure(&trace->op, &given, &call->arguments);
	if (!pytree_broadcast_prefix(trace, result, &call->arguments, &leaves))
		return raise_structure(&trace->op, &given, &call->arguments);
	for (uint32_t i = 0; i < call->arguments.count; i++) {
		const struct array_type *input = &call->arguments.leaves[i]->array->type;
		if (leaves[i]->kind == VALUE_UNKNOWN)
			return op_unknown(&trace->op, "%s", "");
		if (leaves[i]->kind == VALUE_NONE || !dtype_is_inexact(input->dtype))
			continue;
		const struct array *cotangent = pytree_array(trace, leaves[i]);
		if (!cotangent)
			return false;
		bool another;
		if (!cotangent_fits(&trace->op, &cotangent->type, input, &another))
			return raise_cotangent(&trace->op, call, i, &cotangent->type);
		if (another)
			return op_unknown(&trace->op, "a cotangent of another dtype");
	}
	return true;
}

/* A rule is followed outside of what takes the derivative. JAX: ad.py
 * JVPTrace.process_custom_jvp_call. */
static const struct value *call_rule(struct trace *trace, const struct value *rule,
                                     const struct value_list *given, struct span at)
{
	const struct trace_level *level = trace->level;
	trace->level = level ? level->outside : NULL;
	const struct value *result = trace_call(trace, rule, given, NULL, 0, at);
	trace->level = level;
	return result;
}

/* Runs the rule that takes the derivative back. */
static bool run_back(struct op *op, struct custom_call *call)
{
	struct trace *trace = call->trace;
	const struct array **cotangents =
	    arena_new(op->arena, const struct array *, call->answer.count);
	for (uint32_t i = 0; i < call->answer.count; i++) {
		const struct array *made = call->answer.leaves[i]->array;
		struct array_type type = cotangent_type(&made->type);
		cotangents[i] = array_of_levels(op, &type, array_levels(op, made));
		if (!cotangents[i])
			return false;
	}
	struct value_list given =
	    rule_arguments(trace, &call->fixed, call->residuals,
	                   pytree_of_arrays(trace, &call->answer, cotangents));
	const struct value *result = call_rule(trace, call->rules->bwd, &given, call->at);
	if (result && result->kind == VALUE_UNKNOWN)
		return op_unknown(op, "%s", "");
	return result && check_cotangents(call, result);
}

/* The same once for all arguments, under the vmaps that the function was called under, whose names
 * are gone once they are through. JAX: batching.py batch_custom_vjp_bwd. */
static bool go_back(struct op *op, void *data)
{
	struct custom_call *call = data;
	if (call->gone_back)
		return !call->failed;
	call->gone_back = true;
	uint32_t outside = op->nmappings;
	/* What the rule forwards has kept for it is passed on, and not kept aside. */
	struct escapes *escapes = op->escapes;
	op->escapes = NULL;
	for (; op->nmappings < call->nmappings; op->nmappings++) {
		op->mappings[op->nmappings] = call->mappings[op->nmappings];
		op->mappings[op->nmappings].named = false;
	}
	call->failed = !run_back(op, call);
	op->nmappings = outside;
	op->escapes = escapes;
	return !call->failed;
}

/* The result of a call, which depends on `from` as the rule says. */
static const struct value *result_by(struct trace *trace, const struct pytree *answer,
                                     const struct pytree *from, struct custom_call *back)
{
	const struct array **results =
	    arena_new(trace->op.arena, const struct array *, answer->count);
	const struct array **operands =
	    arena_new(trace->op.arena, const struct array *, from->count);
	for (uint32_t i = 0; i < answer->count; i++)
		results[i] = answer->leaves[i]->array;
	for (uint32_t i = 0; i < from->count; i++)
		operands[i] = from->leaves[i]->array;
	watch_custom(&trace->op, operands, from->count, results, answer->count,
	             back ? go_back : NULL, back);
	return pytree_of_arrays(trace, answer, results);
}

static const struct value *follow_vjp(struct trace *trace, const struct transformed *custom,
                                      const struct parted *given, struct span at)
{
	const struct custom_rules *rules = custom->memory;
	struct custom_call *call = arena_new(trace->op.arena, struct custom_call, 1);
	*call = (struct custom_call){.trace = trace,
	                             .rules = rules,
	                             .at = at,
	                             .arguments = given->tree,
	                             .count = given->others.count,
	                             .fixed = given->fixed,
	                             .nmappings = trace->op.nmappings};
	memcpy(call->mappings, trace->op.mappings,
	       trace->op.nmappings * sizeof *trace->op.mappings);
	watch_mute(&trace->op, 0);
	const struct value_list *both =
	    read_pair(trace, custom, rules->fwd, call_rule(trace, rules->fwd, &given->all, at));
	watch_unmute(&trace->op, 0);
	const struct value *answer = both ? traced_value(trace, both->items[0]) : NULL;
	if (!answer || value_has_unknown(answer) || !pytree_flatten(trace, answer, &call->answer))
		return answer && value_has_unknown(answer) ? &value_unknown : NULL;
	call->residuals = both->items[1];
	return result_by(trace, &call->answer, &given->tree, call);
}

static bool raise_tangent(struct op *op, const struct array_type *primal,
                          const struct array_type *tangent, uint32_t count)
{
	struct str types = phrase(op, " Expected {long} (tangent type of {long}) but got {long}.",
	                          primal, primal, tangent);
	return refuse(op, RULE_SHARDING_CONFLICT, "TypeError",
	              TEXT("Custom JVP rule must produce primal and tangent outputs with "
	                   "corresponding shapes and dtypes{}{}",
	                   count == 1 ? "." : ", but got:", count == 1 ? types : STR("")),
	              HELP("give each tangent the shape, dtype and sharding of its result"));
}

/* Whether each tangent has the type of its primal. */
static bool check_tangents(struct trace *trace, const struct pytree *answer,
                           const struct pytree *tangents)
{
	if (!pytree_same_structure(answer, tangents))
		return op_unknown(&trace->op, "tangents of another structure than the primals");
	for (uint32_t i = 0; i < answer->count; i++) {
		const struct array_type *primal = &answer->leaves[i]->array->type,
					*tangent = &tangents->leaves[i]->array->type;
		if (!dtype_is_inexact(primal->dtype))
			return op_unknown(&trace->op, "tangents of integers are not followed");
		if (types_match(&trace->op, primal, tangent))
			continue;
		if (!op_has(&trace->op, JAX_CHECKS_COTANGENTS))
			return op_unknown(&trace->op, "tangents of other types than the primals");
		return raise_tangent(&trace->op, primal, tangent, answer->count);
	}
	return true;
}

/* Whether what the rule gives first hangs on the primals alone, as the way back needs. JAX: ad.py
 * linearize_jaxpr. */
static bool check_primals(struct trace *trace, const struct pytree *answer)
{
	const struct primitive_watch *watch = trace->op.watch;
	for (uint32_t i = 0; i < answer->count && !watch->forward_only; i++)
		if (watch_dependence(watch, answer->leaves[i]->array) == DEPENDENCE_SOME)
			return refuse(
			    &trace->op, RULE_PROGRAM_ERROR, "ValueError",
			    TEXT("Linearization failed to produce known values for all output "
			         "primals. This is typically caused by attempting to differentiate "
			         "a function uses an operation that does not support reverse-mode "
			         "autodiff."),
			    WORDS("the first of the pair that the rule gives depends on the "
			          "tangents"),
			    HELP("return the value first, then the tangent"));
	return true;
}

static const struct value *follow_jvp(struct trace *trace, const struct transformed *custom,
                                      const struct parted *given, struct span at)
{
	const struct custom_rules *rules = custom->memory;
	const struct pytree *arguments = &given->tree;
	struct pytree answer, tangents;
	const struct array **stopped =
	    arena_new(trace->op.arena, const struct array *, arguments->count);
	for (uint32_t i = 0; i < arguments->count; i++)
		stopped[i] = watch_stop(&trace->op, arguments->leaves[i]->array);
	struct value_list rule = rule_arguments(
	    trace, &given->fixed, pytree_of_arrays(trace, arguments, stopped),
	    value_sequence(trace->op.arena, VALUE_TUPLE, given->others.items, given->others.count));
	trace->op.watch->linear = true;
	const struct value_list *both =
	    read_pair(trace, custom, rules->jvp, call_rule(trace, rules->jvp, &rule, at));
	trace->op.watch->linear = false;
	const struct value *primals = both ? traced_value(trace, both->items[0]) : NULL;
	const struct value *linear = primals ? traced_value(trace, both->items[1]) : NULL;
	if (!linear)
		return NULL;
	if (value_has_unknown(primals) || value_has_unknown(linear))
		return &value_unknown;
	if (!pytree_flatten(trace, primals, &answer) || !pytree_flatten(trace, linear, &tangents) ||
	    !check_tangents(trace, &answer, &tangents) || !check_primals(trace, &answer))
		return NULL;
	return result_by(trace, &answer, &tangents, NULL);
}

/* Whether the rules are followed for the innermost derivative, with arguments that are told to
 * depend on what it is taken by. */
static bool is_followed(const struct trace *trace, const struct transformed *custom,
                        const struct pytree *arguments)
{
	const struct op *op = &trace->op;
	const struct primitive_watch *watch = op->watch;
	const struct value_list *fixed = value_items(custom->options[CUSTOM_NONDIFF]);
	const struct value_list *named = value_items(custom->options[CUSTOM_NONDIFF + 1]);
	bool manual =
	    op->bodies != watch->bodies && op->mesh && abstract_mesh_axes(op->mesh, AXIS_MANUAL);
	if (watch->outer || manual || op->staged || !fixed || !named || named->count)
		return false;
	for (uint32_t i = 0; i < arguments->count; i++) {
		if (arguments->leaves[i]->kind != VALUE_ARRAY)
			return false;
		const struct array *array = arguments->leaves[i]->array;
		if (!dtype_is_inexact(array->type.dtype) ||
		    watch_dependence(watch, array) == DEPENDENCE_UNTOLD)
			return false;
	}
	return true;
}

static bool depends(const struct trace *trace, const struct pytree *arguments)
{
	for (uint32_t i = 0; i < arguments->count; i++) {
		const struct value *leaf = arguments->leaves[i];
		if (leaf->kind == VALUE_UNKNOWN ||
		    (leaf->kind == VALUE_ARRAY &&
		     watch_dependence(trace->op.watch, leaf->array) != DEPENDENCE_NONE))
			return true;
	}
	return false;
}

static const struct value *raise_missing(struct trace *trace, const struct value *self)
{
	const char *kind = strcmp(self->transformed.row->name, "custom_vjp") == 0 ? "VJP" : "JVP";
	const struct value *function = self->transformed.function;
	if (function->kind != VALUE_FUNCTION || !function->closure.definition)
		return trace_unknown(trace, "a function of custom derivatives without any");
	struct str name = function->closure.definition->name;
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError",
	                    TEXT("No {} defined for custom_{} function {} using defvjp.", kind,
	                         kind[0] == 'V' ? "vjp" : "jvp", name));
}

/* In what is traced as a whole, the function comes before its rules. False after an error. */
static bool trace_undifferentiated(struct trace *trace, const struct value *function,
                                   const struct value_list *positional, struct span at)
{
	watch_mute(&trace->op, 0);
	const struct value *result = staged_call(trace, function, positional, NULL, 0, at);
	watch_unmute(&trace->op, 0);
	return result != NULL;
}

/* Parts the arguments; false after an error. */
static bool part_arguments(struct trace *trace, const struct transformed *custom,
                           struct parted *given)
{
	const struct value *positions = custom->options[CUSTOM_NONDIFF];
	const struct value **parts =
	    arena_new(trace->op.arena, const struct value *, 2 * (size_t)given->all.count);
	given->fixed.items = parts;
	given->others.items = parts + given->all.count;
	given->fixed.count = given->others.count = 0;
	for (uint32_t i = 0; i < given->all.count; i++) {
		bool fixed = option_holds_number(positions, i, given->all.count);
		uint32_t at =
		    fixed ? given->fixed.count++ : given->all.count + given->others.count++;
		parts[at] = given->all.items[i];
	}
	const struct value *others =
	    value_sequence(trace->op.arena, VALUE_TUPLE, given->others.items, given->others.count);
	return pytree_flatten(trace, others, &given->tree);
}

/* Runs the function itself. Where no one traces it, its arrays hold their values. JAX: core.py
 * EvalTrace.process_custom_jvp_call. */
static const struct value *run_function(struct trace *trace, const struct value *function,
                                        const struct value_list *positional,
                                        const struct value *keywords, struct span at)
{
	assert(keywords->kind == VALUE_DICT);
	const struct value *result = (trace->op.eager ? trace_call : staged_call)(
	    trace, function, positional, keywords->dict.pairs, keywords->dict.count, at);
	return result ? traced_value(trace, result) : NULL;
}

/* The same where a derivative is taken by rules that are not followed: the result depends on the
 * arguments in a way that is not known. */
static const struct value *run_unfollowed(struct trace *trace, const struct transformed *custom,
                                          const struct parted *given, const struct value *keywords,
                                          struct span at)
{
	watch_doubt(&trace->op, custom->row->name);
	watch_mute(&trace->op, 0);
	const struct value *result =
	    run_function(trace, custom->function, &given->all, keywords, at);
	watch_unmute(&trace->op, 0);
	return result;
}

/* Runs the function by its rules, for a derivative. NULL after an error. */
static const struct value *run_by_rules(struct trace *trace, const struct transformed *custom,
                                        const struct parted *given, const struct value *keywords,
                                        struct span at)
{
	const struct custom_rules *rules = custom->memory;
	if (keywords->dict.count || rules->others || !is_followed(trace, custom, &given->tree))
		return run_unfollowed(trace, custom, given, keywords, at);
	if (trace->op.bodies != trace->op.watch->bodies &&
	    !trace_undifferentiated(trace, custom->function, &given->all, at))
		return NULL;
	return (rules->fwd ? follow_vjp : follow_jvp)(trace, custom, given, at);
}

/* The same call with what is given by name in the place of its parameter, and defaults in the
 * places of what is not given; as it is where a parameter takes no position. JAX: api_util.py
 * resolve_kwargs. */
static struct call_arguments by_position(struct trace *trace, const struct value *function,
                                         const struct call_arguments *arguments)
{
	enum { POSITIONAL, KEYWORDS };
	struct arena *arena = trace->op.arena;
	const struct value_list *given = &arguments->values[POSITIONAL]->list;
	const struct value *keywords = arguments->values[KEYWORDS];
	while (function->kind == VALUE_TRANSFORMED)
		function = function->transformed.function;
	if (function->kind != VALUE_FUNCTION)
		return *arguments;
	const struct closure *closure = &function->closure;
	const struct parameters *parameters = closure_parameters(closure);
	const struct value **items = arena_new(arena, const struct value *, parameters->count);
	uint32_t named = 0, count = 0;
	for (uint32_t i = 0; i < parameters->count; i++) {
		const struct parameter *parameter = &parameters->items[i];
		if (parameter->kind == PARAMETER_KEYWORD_ONLY && closure->defaults[i])
			continue;
		const struct value *by_name =
		    i < given->count ? NULL : dict_get_text(keywords, parameter->name);
		named += by_name != NULL;
		items[i] = i < given->count ? given->items[i]
		           : by_name        ? by_name
		                            : closure->defaults[i];
		if (!items[i] || parameter->kind > PARAMETER_NORMAL)
			return *arguments;
		count++;
	}
	if (named != keywords->dict.count || given->count > count)
		return *arguments;
	struct call_arguments placed = *arguments;
	const struct value **values = arena_new(arena, const struct value *, 2);
	values[POSITIONAL] = value_sequence(arena, VALUE_TUPLE, items, count);
	values[KEYWORDS] = value_new(arena, VALUE_DICT);
	placed.values = values;
	return placed;
}

/* The function as the program calls it. */
static const struct value *call_custom(struct trace *trace, const struct value *self,
                                       const struct call_arguments *written)
{
	const struct transformed *custom = &self->transformed;
	const struct call_arguments placed = by_position(trace, custom->function, written);
	const struct call_arguments *arguments = &placed;
	const struct custom_rules *rules = custom->memory;
	struct value *keywords = value_new(trace->op.arena, VALUE_DICT);
	struct parted given;
	if (!rules->jvp && !rules->fwd && !rules->others)
		return raise_missing(trace, self);
	keywords->dict.count = arguments->values[1]->dict.count;
	if (!traced_arguments(trace, arguments, custom->options[CUSTOM_NONDIFF],
	                      custom->options[CUSTOM_NONDIFF + 1], &given.all,
	                      &keywords->dict.pairs))
		return NULL;
	bool watched = trace->op.watch && !trace->op.watch->muted;
	if (watched && !part_arguments(trace, custom, &given))
		return NULL;
	bool dependent = watched && (keywords->dict.count || trace->op.watch->outer ||
	                             depends(trace, &given.tree));
	if (!dependent)
		return run_function(trace, custom->function, &given.all, keywords, arguments->at);
	struct recording *recording = trace->op.recording;
	trace->op.recording = NULL;
	const struct value *result = run_by_rules(trace, custom, &given, keywords, arguments->at);
	trace->op.recording = recording;
	if (result && recording && !keywords->dict.count && !rules->others)
		custom_record(trace, custom->function, rules, &given, result, arguments->at);
	return result;
}

/* nondiff_argnums with the positions of nondiff_argnames; NULL when these are not known. */
static const struct value *nondiff_positions(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	const struct value *numbers = argument(arguments, 1), *names = argument(arguments, 2);
	const struct value_list *named = value_items(names), *given = value_items(numbers);
	const struct parameters *parameters =
	    named && named->count ? signature_of(trace, argument(arguments, 0)) : NULL;
	if (!parameters || !given)
		return NULL;
	const struct value **all =
	    arena_new(trace->op.arena, const struct value *, given->count + named->count);
	uint32_t count = 0;
	while (count < given->count) {
		all[count] = given->items[count];
		count++;
	}
	for (uint32_t i = 0; i < named->count; i++)
		for (uint32_t j = 0; j < parameters->count; j++)
			if (named->items[i]->kind == VALUE_STRING &&
			    str_equal(named->items[i]->string, parameters->items[j].name))
				all[count++] = value_int(trace->op.arena, j);
	return value_sequence(trace->op.arena, VALUE_TUPLE, all, count);
}

static const struct value *make_custom(struct trace *trace, const struct call_arguments *arguments)
{
	if (!transform_check(trace, arguments))
		return NULL;
	struct value *value = value_new(trace->op.arena, VALUE_TRANSFORMED);
	const struct value *numbers = nondiff_positions(trace, arguments);
	const struct value *options[3] = {arguments->values[0], numbers,
	                                  value_sequence(trace->op.arena, VALUE_TUPLE, NULL, 0)};
	struct call_arguments positions = *arguments;
	if (numbers)
		positions.values = options;
	*value = *transform_new(trace, &positions, call_custom);
	value->transformed.memory = arena_new(trace->op.arena, struct custom_rules, 1);
	return value;
}

/* The rules of the function that a method belongs to, or NULL after raising that it has none. */
static struct custom_rules *rules_of(struct trace *trace, const struct call_arguments *arguments)
{
	const struct transformed *custom = &argument(arguments, 0)->transformed;
	if (custom->call != call_custom)
		trace_unknown(trace, "rules of a derivative for what is not a custom function");
	return custom->call == call_custom ? custom->memory : NULL;
}

static const struct value *set_jvp(struct trace *trace, const struct call_arguments *arguments)
{
	struct custom_rules *rules = rules_of(trace, arguments);
	if (!rules)
		return NULL;
	rules->jvp = argument(arguments, 1);
	return rules->jvp;
}

static const struct value *set_others(struct trace *trace, const struct call_arguments *arguments)
{
	struct custom_rules *rules = rules_of(trace, arguments);
	if (!rules)
		return NULL;
	rules->others = true;
	return &value_none;
}

static const struct value *set_vjp(struct trace *trace, const struct call_arguments *arguments)
{
	struct custom_rules *rules = rules_of(trace, arguments);
	if (!rules)
		return NULL;
	rules->fwd = argument(arguments, 1);
	rules->bwd = argument(arguments, 2);
	rules->others =
	    value_truth(argument(arguments, 3)) != 0 || value_truth(argument(arguments, 4)) != 0;
	return &value_none;
}

const struct function_row library_custom_rules[] = {
    MODULE("jax"),
    FUNCTION("custom_jvp", "fun, nondiff_argnums=(), nondiff_argnames=()", make_custom),
    FUNCTION("custom_vjp", "fun, nondiff_argnums=(), nondiff_argnames=()", make_custom),
    MODULE("transformed"),
    FUNCTION("defjvp", "self, jvp, symbolic_zeros=False", set_jvp),
    FUNCTION("defvjp_with_logs", "self, fwd, bwd", set_others, .since = "0.11.0"),
    FUNCTION("defvjp", "self, fwd, bwd, symbolic_zeros=False, optimize_remat=False", set_vjp),
    TABLE_END,
};
