/* SPDX-License-Identifier: Apache-2.0 */
/*
 * jax.jit inside of a program: arguments that are not static become arrays, and so does what the
 * function returns. JAX: api.py jit, pjit.py _infer_params, api_util.py infer_argnums_and_argnames.
 */
#include "library/arguments/argument_options.h"
#include "library/transform/donation.h"
#include "library/transform/signature.h"
#include "library/transform/jit_record.h"
#include "library/transform/jit_argument.h"
#include "library/transform/jit_devices.h"
#include "library/transform/jit_shardings.h"
#include "library/transform/trace_cache.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/recorded_function.h"
#include "trace/convert/asked_layouts.h"
#include "trace/module/committed.h"
#include "trace/module/recovery.h"
#include "library/library.h"
#include "library/transform/transform.h"
#include "trace/eval/hash.h"
#include "trace/eval/prelude.h"
#include "trace/value/class.h"

enum {
	JIT_FUNCTION,
	JIT_IN_SHARDINGS,
	JIT_OUT_SHARDINGS,
	JIT_STATIC_ARGNUMS,
	JIT_STATIC_ARGNAMES,
	JIT_DONATE_ARGNUMS,
	JIT_DONATE_ARGNAMES,
	JIT_KEEP_UNUSED,
	JIT_DEVICE,
	JIT_BACKEND,
	JIT_OPTIONS /* those that are read */
};

/* A call of a jitted function, with the arguments that are on their way into it. */
struct jit_call {
	struct trace *trace;
	const struct transformed *jit;
	const struct parameters *parameters; /* NULL: not known */
	const struct value **positional;
	struct value_pair *pairs; /* by name */
	uint32_t npositional, npairs;
	const struct described_leaf *described; /* what is no array, but was traced as one */
	struct span at;
};

/* The name of the parameter that takes positional argument `index`; empty when there is none. */
static struct str parameter_name(const struct jit_call *call, uint32_t index)
{
	if (!call->parameters || index >= call->parameters->count)
		return STR("");
	const struct parameter *parameter = &call->parameters->items[index];
	bool positional =
	    parameter->kind == PARAMETER_NORMAL || parameter->kind == PARAMETER_POSITIONAL_ONLY;
	return positional ? parameter->name : STR("");
}

/* Whether an option gives it by number, from the front or the back. */
static bool is_numbered(const struct jit_call *call, const struct value *option, uint32_t index)
{
	return option_holds_number(option, index,
	                           call->parameters ? call->parameters->count : call->npositional);
}

static bool name_is_static(const struct jit_call *call, struct str name)
{
	return option_holds_name(call->jit->options[JIT_STATIC_ARGNAMES], name);
}

static bool number_is_static(const struct jit_call *call, uint32_t index)
{
	return is_numbered(call, call->jit->options[JIT_STATIC_ARGNUMS], index);
}

static bool keyword_is_static(const struct jit_call *call, struct str name)
{
	if (name_is_static(call, name))
		return true;
	for (uint32_t i = 0; call->parameters && i < call->parameters->count; i++)
		if (str_equal(parameter_name(call, i), name))
			return number_is_static(call, i);
	return false;
}

/* Whether the positional argument at `index` is static. */
static bool position_is_static(const struct jit_call *call, uint32_t index)
{
	return number_is_static(call, index) || name_is_static(call, parameter_name(call, index));
}

/* What errors call the positional argument at `index`. */
static struct str jit_argument_name(const struct jit_call *call, uint32_t index)
{
	struct arena *arena = call->trace->op.arena;
	struct str name = parameter_name(call, index);
	if (name.len)
		return name;
	for (uint32_t i = 0; call->parameters && i < call->parameters->count && i <= index; i++)
		if (call->parameters->items[i].kind == PARAMETER_STAR)
			return str_format(arena, "%.*s[%u]",
			                  STR_ARG(call->parameters->items[i].name), index - i);
	return str_format(arena, "args[%u]", index);
}

/* The positional argument at `index`, traced or static. */
static const struct value *positional_argument(struct jit_call *call, uint32_t index,
                                               const struct value *value)
{
	const struct value *names = call->jit->options[JIT_STATIC_ARGNAMES];
	if (!call->parameters && names && names->kind != VALUE_NONE && value->kind != VALUE_ARRAY)
		return trace_unknown(call->trace, "which arguments are static is not known");
	return position_is_static(call, index)
	           ? jit_static_argument(call->trace, value, call->at)
	           : jit_argument(call->trace, call->jit->function, jit_argument_name(call, index),
	                          value, &call->described);
}

/* Gives the positional arguments that are not static, which become *tree, what in_shardings says.
 * JAX: pjit.py _trace_for_jit. */
static bool give_in_shardings(const struct jit_call *call, const struct value **tree)
{
	struct trace *trace = call->trace;
	const struct value *shardings = call->jit->options[JIT_IN_SHARDINGS];
	if (jit_shardings_given(shardings) && call->npairs)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("pjit does not support kwargs when in_shardings is specified."),
		              HELP("pass the arguments by position"));
	if (!jit_shardings_find_mesh(trace, JIT_ARGUMENTS, shardings) ||
	    !jit_shardings_find_mesh(trace, JIT_RESULTS, call->jit->options[JIT_OUT_SHARDINGS]))
		return false;
	uint32_t count = 0;
	uint32_t *places = arena_new(trace->op.arena, uint32_t, call->npositional);
	struct str *names = arena_new(trace->op.arena, struct str, call->npositional);
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, call->npositional);
	for (uint32_t i = 0; i < call->npositional; i++) {
		if (position_is_static(call, i))
			continue;
		places[count] = i;
		names[count] = jit_argument_name(call, i);
		items[count++] = call->positional[i];
	}
	*tree = value_sequence(trace->op.arena, VALUE_TUPLE, items, count);
	const struct value *given =
	    jit_shardings_apply(trace, JIT_ARGUMENTS, shardings, *tree, names, call->at);
	for (uint32_t i = 0; given && i < count; i++)
		call->positional[places[i]] = given->list.items[i];
	return given != NULL;
}

/* The arguments with what errors call them. */
static const struct committed_argument *named_arguments(const struct jit_call *call)
{
	struct committed_argument *arguments =
	    arena_new(call->trace->op.arena, struct committed_argument,
	              (size_t)call->npositional + call->npairs);
	for (uint32_t i = 0; i < call->npositional; i++)
		arguments[i] =
		    (struct committed_argument){call->positional[i], jit_argument_name(call, i)};
	for (uint32_t i = 0; i < call->npairs; i++)
		arguments[call->npositional + i] =
		    (struct committed_argument){call->pairs[i].value, call->pairs[i].key->string};
	return arguments;
}

/* Whether jit says itself where the function is to run. */
static bool names_device(const struct value *const *options)
{
	return options[JIT_DEVICE]->kind != VALUE_NONE || options[JIT_BACKEND]->kind != VALUE_NONE;
}

/* What meets in the call, with the arguments as they are given. */
static struct committed_call meeting_in(const struct jit_call *call)
{
	struct trace *trace = call->trace;
	const struct value *in_shardings = call->jit->options[JIT_IN_SHARDINGS];
	bool given = jit_shardings_given(in_shardings);
	if (!trace->op.eager || names_device(call->jit->options))
		return (struct committed_call){0};
	struct committed_call all = {.function = jitted_name(call->jit->function),
	                             .arguments = named_arguments(call),
	                             .count = given ? 0 : call->npositional + call->npairs};
	const struct value *out_shardings = call->jit->options[JIT_OUT_SHARDINGS];
	all.asked = jit_result_devices(trace, in_shardings, &all.nasked);
	all.results = jit_result_devices(trace, out_shardings, &all.nresults);
	return all;
}

/* Whether what meets in the call, which has been traced, is on the same devices, and is there. */
static bool check_devices(const struct jit_call *call, const struct committed_call *meeting,
                          const struct device_group **devices)
{
	struct trace *trace = call->trace;
	const struct value_list positional = {call->positional, call->npositional};
	const struct traced_call traced = {call->jit->function, positional, call->pairs,
	                                   call->npairs, call->at};
	*devices = NULL;
	if (!trace->op.eager)
		return true;
	if (!names_device(call->jit->options) &&
	    !jit_devices_check(trace, &traced, meeting, devices))
		return false;
	bool all = value_truth(call->jit->options[JIT_KEEP_UNUSED]) == 1;
	return !call->described || jit_described_check(trace, &traced, call->described, all);
}

/* The arguments that are static, by their positions and names. */
static const struct value *static_arguments(const struct jit_call *call)
{
	struct arena *arena = call->trace->op.arena;
	struct value_pair *fixed =
	    arena_new(arena, struct value_pair, (size_t)call->npositional + call->npairs);
	uint32_t count = 0;
	for (uint32_t i = 0; i < call->npositional; i++)
		if (position_is_static(call, i))
			fixed[count++] =
			    (struct value_pair){value_int(arena, i), call->positional[i]};
	for (uint32_t i = 0; i < call->npairs; i++)
		if (keyword_is_static(call, call->pairs[i].key->string))
			fixed[count++] = call->pairs[i];
	return value_dict(arena, fixed, count);
}

/* The others, as a tuple and a dict. */
static const struct value *traced_arguments_of(const struct jit_call *call)
{
	struct arena *arena = call->trace->op.arena;
	const struct value **items = arena_new(arena, const struct value *, call->npositional);
	struct value_pair *pairs = arena_new(arena, struct value_pair, call->npairs);
	uint32_t count = 0, npairs = 0;
	for (uint32_t i = 0; i < call->npositional; i++)
		if (!position_is_static(call, i))
			items[count++] = call->positional[i];
	for (uint32_t i = 0; i < call->npairs; i++)
		if (!keyword_is_static(call, call->pairs[i].key->string))
			pairs[npairs++] = call->pairs[i];
	return value_two(arena, value_sequence(arena, VALUE_TUPLE, items, count),
	                 value_dict(arena, pairs, npairs));
}

/* Traces the function: what it returns, as jit gives it back. */
static const struct value *trace_jitted(const struct jit_call *call)
{
	const struct value_list list = {call->positional, call->npositional};
	uint64_t first = call->trace->op.arrays + call->npositional + call->npairs;
	const struct value *result = staged_call(call->trace, call->jit->function, &list,
	                                         call->pairs, call->npairs, call->at);
	return result ? jit_result(call->trace, result, first) : NULL;
}

/* The same, unless it was traced with such arguments before. */
static const struct value *traced_once(const struct jit_call *call)
{
	struct trace *trace = call->trace;
	struct cached_call cached = {.function = call->jit->function, .at = call->at};
	if (!trace_cache_is_open(trace))
		return trace_jitted(call);
	cached.statics = static_arguments(call);
	if (!pytree_flatten(trace, traced_arguments_of(call), &cached.arguments))
		return NULL;
	const struct value *result = trace_cache_find(trace, &cached);
	if (result || trace->op.error.raised || trace->op.error.unknown)
		return result;
	result = trace_jitted(call);
	if (result)
		trace_cache_add(trace, &cached, result);
	return result;
}

static bool position_is_donated(const struct jit_call *call, uint32_t i)
{
	const struct value *const *options = call->jit->options;
	return is_numbered(call, options[JIT_DONATE_ARGNUMS], i) ||
	       option_holds_name(options[JIT_DONATE_ARGNAMES], parameter_name(call, i));
}

/* Has `give` give those arguments that are donated, or those that are not. */
static bool give_arguments(const struct jit_call *call, bool donated, struct donation **donations,
                           const struct value *(*give)(struct trace *, const struct value *,
                                                       struct donation **))
{
	const struct value *names = call->jit->options[JIT_DONATE_ARGNAMES];
	for (uint32_t i = 0; i < call->npositional; i++) {
		if (position_is_static(call, i) || position_is_donated(call, i) != donated)
			continue;
		call->positional[i] = give(call->trace, call->positional[i], donations);
		if (!call->positional[i])
			return false;
	}
	for (uint32_t i = 0; i < call->npairs; i++) {
		struct value_pair *pair = &call->pairs[i];
		if (option_holds_name(names, pair->key->string) != donated)
			continue;
		pair->value = give(call->trace, pair->value, donations);
		if (!pair->value)
			return false;
	}
	return true;
}

/* Gives the call the arguments that it is to keep. */
static bool donate_arguments(const struct jit_call *call, struct donation **donations)
{
	if (!call->trace->op.eager || call->trace->op.nmappings || call->jit->is_only_traced)
		return true;
	return give_arguments(call, true, donations, donate) &&
	       (!*donations || give_arguments(call, false, donations, donated_again));
}

static const struct value *with_options(struct trace *trace, const struct transformed *jit,
                                        const struct value *const *options)
{
	struct value *changed = value_new(trace->op.arena, VALUE_TRANSFORMED);
	changed->transformed = *jit;
	changed->transformed.options = options;
	return changed;
}

static const struct value **copy_options(struct trace *trace, const struct transformed *jit)
{
	const struct value **options =
	    arena_new(trace->op.arena, const struct value *, JIT_OPTIONS);
	for (uint32_t i = 0; i < JIT_OPTIONS; i++)
		options[i] = jit->options[i];
	return options;
}

/* The function as it is traced and not run: its arguments stay. */
static const struct value *without_donation(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct transformed traced = argument(arguments, 0)->transformed;
	traced.is_only_traced = true;
	return with_options(trace, &traced, traced.options);
}

/* A function of pjit with the shardings that its specs are now. */
static const struct value *on_thread_mesh(struct trace *trace, const struct value *self)
{
	const struct transformed *jit = &self->transformed;
	if (strcmp(jit->row->name, "pjit") != 0)
		return self;
	const struct value **options = copy_options(trace, jit);
	for (uint32_t i = 0; i < 2; i++) {
		uint32_t option = i ? JIT_OUT_SHARDINGS : JIT_IN_SHARDINGS;
		options[option] = jit_shardings_of_thread(trace, i ? JIT_RESULTS : JIT_ARGUMENTS,
		                                          options[option]);
		if (!options[option])
			return NULL;
	}
	return with_options(trace, jit, options);
}

/* Calls the function itself, with the arguments of the jitted one. JAX: pjit.py _python_pjit_helper
 * under jax_disable_jit. */
static const struct value *call_as_it_stands(struct trace *trace, const struct value *function,
                                             const struct call_arguments *arguments)
{
	const struct value *positional = argument(arguments, 0), *keywords = argument(arguments, 1);
	return trace_call(trace, function, &positional->list, keywords->dict.pairs,
	                  keywords->dict.count, arguments->at);
}

/* Begins to record the call, where that is asked for. */
static void record_arguments(const struct jit_call *call, struct recorded_call *recorded)
{
	struct trace *trace = call->trace;
	const struct value *const *options = call->jit->options;
	recorded_call_begin(trace, recorded);
	if (!recorded->made) {
		recorded_call_run(trace, recorded, STR(""), NULL, NULL, call->at);
		return;
	}
	const struct jit_program jitted = jit_program_of(trace, call->jit->function);
	for (uint32_t i = 0; i < call->npositional; i++) {
		struct str name = parameter_name(call, i);
		const struct value *value = call->positional[i];
		if (position_is_static(call, i))
			recorded_call_static(trace, recorded, value);
		else
			jit_record_argument(
			    trace, recorded, &jitted, i, jit_argument_name(call, i), value,
			    is_numbered(call, options[JIT_DONATE_ARGNUMS], i) ||
				option_holds_name(options[JIT_DONATE_ARGNAMES], name));
	}
	for (uint32_t i = 0; i < call->npairs; i++) {
		struct str name = call->pairs[i].key->string;
		if (keyword_is_static(call, name))
			recorded_call_static(trace, recorded, call->pairs[i].value);
		else
			recorded_call_argument(
			    trace, recorded, name, call->pairs[i].value,
			    option_holds_name(options[JIT_DONATE_ARGNAMES], name));
	}
	recorded_call_run(trace, recorded, jitted_name(jitted.program), call->jit->function,
	                  jitted.program, call->at);
}

/* What the program calls the function, where the command line asks for layouts; else empty. */
static struct str asked_name(const struct jit_call *call)
{
	struct trace *trace = call->trace;
	return trace->spec->asked ? jitted_name(jit_program_of(trace, call->jit->function).program)
	                          : STR("");
}

/* Places the arguments that are not static as the command line asks for. */
static bool lay_out_arguments(const struct jit_call *call, struct str name)
{
	struct trace *trace = call->trace;
	if (!trace->spec->asked)
		return true;
	for (uint32_t i = 0; i < call->npositional; i++) {
		const struct value **value = &call->positional[i];
		if (!position_is_static(call, i))
			*value = asked_value(trace, ASKED_ARGUMENT, name,
			                     jit_argument_name(call, i), *value, call->at);
		if (!*value)
			return false;
	}
	for (uint32_t i = 0; i < call->npairs; i++) {
		struct value_pair *pair = &call->pairs[i];
		if (!keyword_is_static(call, pair->key->string))
			pair->value = asked_value(trace, ASKED_ARGUMENT, name, pair->key->string,
			                          pair->value, call->at);
		if (!pair->value)
			return false;
	}
	return true;
}

/* Takes the arguments as the function sees them, traced or static; false after an error. */
static bool take_arguments(struct jit_call *call, const struct value_list *positional,
                           const struct value *keywords)
{
	struct arena *arena = call->trace->op.arena;
	call->npositional = positional->count;
	call->npairs = keywords->dict.count;
	call->positional = arena_new(arena, const struct value *, call->npositional);
	call->pairs = arena_new(arena, struct value_pair, call->npairs);
	for (uint32_t i = 0; i < call->npositional; i++) {
		call->positional[i] = positional_argument(call, i, positional->items[i]);
		if (!call->positional[i])
			return false;
	}
	for (uint32_t i = 0; i < call->npairs; i++) {
		struct value_pair *pair = &call->pairs[i];
		*pair = keywords->dict.pairs[i];
		bool fixed = keyword_is_static(call, pair->key->string);
		pair->value = fixed
		                  ? jit_static_argument(call->trace, pair->value, call->at)
		                  : jit_argument(call->trace, call->jit->function,
		                                 pair->key->string, pair->value, &call->described);
		if (!pair->value)
			return false;
	}
	return true;
}

/* What the function gives, as its caller gets it: where out_shardings and the command line say.
 * `named`: a constraint in it has named devices. Arrays that the function reads without being given
 * them say nothing of devices. NULL after an error. */
static const struct value *place_result(const struct jit_call *call, struct str name,
                                        const struct value *result, bool named)
{
	struct trace *trace = call->trace;
	const struct value *const *options = call->jit->options;
	const struct value_list list = {call->positional, call->npositional};
	bool given = call->npositional + call->npairs > 0;
	if ((!trace->commits || !given) && !named && !trace->noted.devices &&
	    !jit_shardings_given(options[JIT_IN_SHARDINGS]) &&
	    !jit_shardings_given(options[JIT_OUT_SHARDINGS]) &&
	    !check_assigned(trace, result, &list))
		return NULL;
	const struct value *placed = jit_shardings_apply(
	    trace, JIT_RESULTS, options[JIT_OUT_SHARDINGS], result, NULL, call->at);
	if (placed || !recovery_pass_over(trace, options[JIT_OUT_SHARDINGS], call->at))
		result = placed;
	return result ? asked_value(trace, ASKED_RESULT, name, STR("result"), result, call->at)
	              : NULL;
}

/* Runs the function with its arguments, and records that where it is asked for. The outermost jit
 * notes what names devices in it. */
static const struct value *run_recorded(const struct jit_call *call, struct str name)
{
	struct trace *trace = call->trace;
	uint32_t placements = trace->op.placements, first = recording_count(&trace->op);
	struct recorded_call recorded;
	record_arguments(call, &recorded);
	if (trace->op.eager)
		trace->noted = trace->noted_elsewhere = (struct noted_devices){0};
	const struct value *inner = traced_once(call);
	recording_set_call(&trace->op, recorded.outermost ? UINT32_MAX : first);
	struct recording *recording = trace->op.recording;
	trace->op.recording = recorded.outermost ? NULL : recording;
	const struct value *result =
	    inner ? place_result(call, name, inner, placements != trace->op.placements) : NULL;
	trace->op.recording = recording;
	recorded_call_end(trace, &recorded, inner, result,
	                  jit_shardings_given(call->jit->options[JIT_OUT_SHARDINGS]));
	return result;
}

static const struct value *call_jitted(struct trace *trace, const struct value *self,
                                       const struct call_arguments *arguments)
{
	if (trace->op.jit_disabled)
		return call_as_it_stands(trace, self->transformed.function, arguments);
	self = on_thread_mesh(trace, self);
	if (!self)
		return NULL;
	const struct value *positional = argument(arguments, 0), *keywords = argument(arguments, 1);
	struct jit_call call = {.trace = trace,
	                        .jit = &self->transformed,
	                        .parameters = signature_of(trace, self->transformed.function),
	                        .at = arguments->at};
	struct donation *donations = NULL;
	if (!require_function_hash(trace, self->transformed.function, arguments->at) ||
	    !take_arguments(&call, &positional->list, keywords) ||
	    !check_alive(trace, positional) || !check_alive(trace, keywords) ||
	    !donate_arguments(&call, &donations))
		return NULL;
	bool all_whole = !trace->op.placements && !trace->spread;
	const struct value *given = NULL;
	const struct device_group *devices;
	const struct committed_call meeting = meeting_in(&call);
	const struct value *shardings = call.jit->options[JIT_IN_SHARDINGS];
	if (!give_in_shardings(&call, &given)) {
		if (!recovery_pass_over(trace, shardings, call.at))
			return NULL;
		given = NULL;
	}
	struct str name = asked_name(&call);
	trace->ordered &= !trace->op.eager;
	const struct value *result =
	    lay_out_arguments(&call, name) ? run_recorded(&call, name) : NULL;
	if (!result || !check_devices(&call, &meeting, &devices) || !check_order(trace, devices) ||
	    (given && !jit_shardings_match(trace, shardings, given, all_whole)))
		return NULL;
	bool placed = jit_shardings_given(call.jit->options[JIT_OUT_SHARDINGS]);
	return donations_settle(trace, donations, result, placed)
	           ? value_committed(trace, result, devices)
	           : NULL;
}

/* JAX: pjit.py _parse_jit_arguments. */
static bool check_device(struct trace *trace, const struct value *const *options)
{
	if (!names_device(options))
		return true;
	if (options[JIT_DEVICE]->kind != VALUE_NONE && options[JIT_BACKEND]->kind != VALUE_NONE)
		return op_unknown(&trace->op, "jit with both a device and a backend");
	for (uint32_t i = JIT_IN_SHARDINGS; i <= JIT_OUT_SHARDINGS; i++)
		if (jit_shardings_given(options[i]) && options[i]->kind != VALUE_NONE)
			return refuse(
			    &trace->op, RULE_PROGRAM_ERROR, "ValueError",
			    TEXT("If backend or device is specified on jit, then {} "
			         "should not be specified.",
			         i == JIT_IN_SHARDINGS ? "in_shardings" : "out_shardings"));
	return true;
}

/* The parameters that can be given by position or by name; NULL: any. */
static const struct value *names_given(struct trace *trace, const struct parameters *parameters,
                                       bool by_name)
{
	struct arena *arena = trace->op.arena;
	const struct value **names = arena_new(arena, const struct value *, parameters->count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < parameters->count; i++) {
		enum parameter_kind kind = parameters->items[i].kind;
		if (kind == (by_name ? PARAMETER_DOUBLE_STAR : PARAMETER_STAR))
			return &value_none;
		if (kind == PARAMETER_NORMAL ||
		    kind == (by_name ? PARAMETER_KEYWORD_ONLY : PARAMETER_POSITIONAL_ONLY))
			names[count++] = value_string(arena, parameters->items[i].name);
	}
	return value_sequence(arena, VALUE_TUPLE, names, count);
}

/* Whether the function has the parameters that are static or donated. JAX: api_util.py
 * resolve_argnums. */
static bool check_parameters(struct trace *trace, const struct value *const *options,
                             struct span at)
{
	const struct value *function = options[JIT_FUNCTION];
	bool any = false;
	for (uint32_t i = JIT_STATIC_ARGNUMS; i <= JIT_DONATE_ARGNAMES; i++)
		any = any || options[i]->kind != VALUE_NONE;
	const struct parameters *parameters =
	    any && function->kind == VALUE_FUNCTION ? signature_of(trace, function) : NULL;
	if (!parameters)
		return true;
	const struct value *given[] = {
	    names_given(trace, parameters, false), names_given(trace, parameters, true),
	    options[JIT_STATIC_ARGNUMS],           options[JIT_STATIC_ARGNAMES],
	    options[JIT_DONATE_ARGNUMS],           options[JIT_DONATE_ARGNAMES]};
	return library_call(trace, "<prelude>", "check_jit_parameters", given, 6, at) != NULL;
}

static bool prepare_options(struct trace *trace, const struct value *const *options, struct span at)
{
	if (!check_device(trace, options))
		return false;
	return jit_shardings_prepare(trace, JIT_ARGUMENTS, options[JIT_IN_SHARDINGS]) &&
	       jit_shardings_prepare(trace, JIT_RESULTS, options[JIT_OUT_SHARDINGS]) &&
	       check_parameters(trace, options, at);
}

/* jax.jit(f, …), or jax.jit(static_argnums=…), which waits for the function. */
static const struct value *call_jit(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *function = argument(arguments, JIT_FUNCTION);
	if (function->kind == VALUE_STRING)
		return transform_defer(trace, arguments);
	if (!transform_check(trace, arguments) ||
	    !prepare_options(trace, arguments->values, arguments->at))
		return NULL;
	return transform_new(trace, arguments, call_jitted);
}

#define OPTIONS                                                                                \
	"in_shardings=UNSPECIFIED, out_shardings=UNSPECIFIED, static_argnums=None, "           \
	"static_argnames=None, donate_argnums=None, donate_argnames=None, keep_unused=False, " \
	"device=None, backend=None, inline=False"

static const struct value *is_jitted(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *function = argument(arguments, 0);
	return value_bool(function->kind == VALUE_TRANSFORMED &&
	                  function->transformed.call == call_jitted);
}

/* Arguments without those that are static, as a tuple and a dict. */
static const struct value *dynamic_arguments(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0);
	const struct value_list *positional = &argument(arguments, 1)->list;
	const struct value *keywords = argument(arguments, 2);
	if (self->kind != VALUE_TRANSFORMED || argument(arguments, 1)->kind != VALUE_TUPLE ||
	    keywords->kind != VALUE_DICT)
		return &value_unknown;
	const struct jit_call call = {
	    .trace = trace,
	    .jit = &self->transformed,
	    .parameters = signature_of(trace, self->transformed.function),
	    .positional = arena_copy(trace->op.arena, positional->items, positional->count,
	                             sizeof *positional->items),
	    .pairs = arena_copy(trace->op.arena, keywords->dict.pairs, keywords->dict.count,
	                        sizeof *keywords->dict.pairs),
	    .npositional = positional->count,
	    .npairs = keywords->dict.count};
	return traced_arguments_of(&call);
}

const struct function_row library_jit[] = {
    MODULE("jax"),
    FUNCTION("jit", "fun, " OPTIONS ", abstracted_axes=None, compiler_options=None", call_jit,
             .until = "0.7.0"),
    FUNCTION("jit", "fun, /, *, " OPTIONS ", abstracted_axes=None, compiler_options=None", call_jit,
             .since = "0.7.0", .until = "0.8.1"),
    FUNCTION("jit", "fun=NotSpecified, /, *, " OPTIONS ", compiler_options=None", call_jit,
             .since = "0.8.1"),
    MODULE("jax.experimental.pjit"),
    FUNCTION("pjit", "fun, " OPTIONS ", abstracted_axes=None", call_jit, .until = "0.4.36"),
    FUNCTION("pjit", "fun, " OPTIONS ", abstracted_axes=None, compiler_options=None", call_jit,
             .since = "0.4.36", .until = "0.8.1"),
    FUNCTION("pjit", "fun, " OPTIONS ", compiler_options=None", call_jit, .since = "0.8.1"),
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("is_jitted", "function", is_jitted),
    FUNCTION("without_donation", "function", without_donation),
    FUNCTION("dynamic_arguments", "function, args, kwargs", dynamic_arguments,
             .takes_unknown = true),
    TABLE_END,
};
