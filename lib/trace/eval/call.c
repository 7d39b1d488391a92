/* SPDX-License-Identifier: Apache-2.0 */
/* Calls: of functions of the program, of the library, and of what is made of these. */
#include "trace/convert/advance.h"
#include "trace/convert/grown_list.h"
#include "trace/convert/iterate.h"
#include "trace/eval/prelude.h"

#include <assert.h>

#include "trace/convert/numpy_array.h"
#include "trace/convert/tracer.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/fork.h"
#include "trace/eval/generator.h"
#include "trace/eval/given_away.h"
#include "trace/eval/leave.h"
#include "trace/eval/object.h"
#include "trace/eval/statement.h"
#include "trace/module/observer.h"
#include "trace/module/bind.h"
#include "trace/module/committed.h"
#include "trace/module/environment.h"
#include "trace/module/library_call.h"
#include "trace/state/failure.h"
#include "trace/value/library.h"
#include "trace/state/level.h"
#include "trace/state/library_index.h"
#include "trace/state/missing_vmap.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"
#include "trace/state/work.h"

static struct str name_of(const struct closure *closure)
{
	return closure->definition ? closure->definition->name : STR("<lambda>");
}

/* Whether another call may be entered. */
static bool enter(struct trace *trace, struct span at)
{
	if (trace->work.stopped)
		return false;
	if (trace->work.depth < MAX_CALL_DEPTH && trace->work.inner_depth < MAX_INNER_DEPTH)
		return true;
	if (trace->derived_at)
		at = *trace->derived_at;
	diag_add(trace->diags, RULE_PROGRAM_LIMIT, program_span(trace->program, at),
	         "calls are followed to a depth of %d", MAX_CALL_DEPTH);
	trace->work.stopped = true;
	return false;
}

/* What a body changes in the trace, to be put back behind it. */
struct around {
	const struct frame *frame;
	struct scope *scope;
	struct str target;
	const struct span *derived_at;
	const struct prelude *prelude;
	const struct applied *applied;
	const struct span *waiting_at;
	struct iterator *generator;
};

/* The libraries on JAX, by their folders in the prelude, and the first release whose parameters are
 * all there (testdata/programs/signatures.py); empty: of any release, NULL: of none. */
static const struct followed {
	const char *library, *complete;
} followed[] = {
    {"optax", "0.2.8"},      {"equinox", "0.13.8"},  {"flax", "0.12.8"}, {"chex", ""},
    {"einops", ""},          {"ml_collections", ""}, {"orbax", NULL},    {"distrax", NULL},
    {"configuration", NULL}, {"gymnasium", NULL},    {"rlax", NULL},     {"jax_tqdm", NULL},
    {"jaxopt", NULL},        {"jraph", NULL},
};

/* The library that a file of the prelude follows, or NULL. */
static const struct followed *followed_by(const struct prelude_file *file)
{
	struct str name = str_of(file->name), folder = str_until(name, '/');
	for (size_t i = 0; i < COUNT_OF(followed); i++)
		if (str_is(folder, followed[i].library))
			return &followed[i];
	return NULL;
}

/* Whether only the program can have given what an error of Python is about: an object of a class of
 * its own or of one that programs make objects of, and what stands where arrays, states and modules
 * are wanted. None stands in the prelude for much that a program left out. */
static bool is_given(const struct value *about)
{
	if (!about)
		return false;
	if (about->kind == VALUE_OBJECT) {
		const struct class_value *class = about->object.class->class;
		return !class->home.len || !str_starts_with(class->name, STR("_"));
	}
	return about->kind == VALUE_TUPLE || about->kind == VALUE_LIST ||
	       about->kind == VALUE_DICT || about->kind == VALUE_STRING ||
	       about->kind == VALUE_FUNCTION || about->kind == VALUE_INT ||
	       about->kind == VALUE_FLOAT || about->kind == VALUE_BOOL;
}

/* Whether an error of Python is about what the program has given. An attribute that an object of
 * the library lacks may be one that the prelude leaves out. */
static bool is_about_given(const struct op_error *error)
{
	const struct value *first = error->about[0], *second = error->about[1];
	bool operands = str_starts_with(error->text, STR("unsupported operand type(s)"));
	if (!operands && first && first->kind == VALUE_OBJECT &&
	    first->object.class->class->home.len)
		return false;
	bool number = first && second && (first->kind == VALUE_INT || first->kind == VALUE_FLOAT);
	return is_given(number ? second : first) || (!number && is_given(second));
}

/* Whether the text is of what the program itself has given: what JAX says of its keys and
 * functions, and of names of arguments that a function of the library passes on. */
static bool is_of_given_values(struct str text)
{
	static const char *const beginnings[] = {
	    "JAX encountered invalid PRNG key data",
	    "Array has been deleted with shape=",
	    "The input arguments to the custom_jvp-decorated function",
	    "data type '",
	    "fold_in accepts a single key",
	    "Shapes must be 1D sequences of concrete values",
	    "can't multiply sequence by non-int of type",
	    "split accepts a single key",
	    "unexpected PRNG key type",
	    "cond_fun must return a boolean scalar",
	    "tuple indices must be integers or slices, not str"};
	for (size_t i = 0; i < COUNT_OF(beginnings); i++)
		if (str_starts_with(text, str_of(beginnings[i])))
			return true;
	/* A weight that has been taken out of its layer. */
	if (str_starts_with(text, STR("unsupported operand type(s) for @: 'NoneType'")))
		return true;
	if (str_contains(text, STR("is not a valid JAX type")))
		return true;
	return !str_starts_with(text, STR("_")) &&
	       str_contains(text, STR("() got an unexpected keyword argument"));
}

/* Whether the files of the prelude that follow a library have an error by a gap of theirs: of torch
 * and of what loads data any that they do not raise; the others pass on what JAX says, but not what
 * Python does, nor what is said of trees where they go over them otherwise than the library does.
 */
static bool may_be_a_gap(const struct prelude *prelude, const struct op_error *error)
{
	struct str name = str_of(prelude->file->name);
	if (str_starts_with(name, STR("torch/")) || str_starts_with(name, STR("loading/")))
		return true;
	if (is_of_given_values(error->text) || is_about_given(error))
		return false;
	bool same_trees = str_starts_with(name, STR("optax/")) ||
	                  str_starts_with(name, STR("equinox/")) ||
	                  str_starts_with(name, STR("flax/states"));
	return followed_by(prelude->file) && error->rule == RULE_PROGRAM_ERROR &&
	       !(same_trees && str_starts_with(error->text, STR("pytree structure error")));
}

/* Whether the function of a file of the prelude, which is one of a module or a method of one of its
 * classes, has all parameters of the library's. */
static bool takes_what_there_is(const struct trace *trace, const struct closure *closure)
{
	struct scope *scope = closure->scope, *top = scope_top(scope);
	const struct followed *library = followed_by(top->prelude->file);
	struct str name = name_of(closure);
	bool special = str_is(name, "__init__") || str_is(name, "__call__");
	bool public = special || !str_starts_with(name, STR("_"));
	bool method =
	    scope->class && scope->outer == top && !str_starts_with(scope->name, STR("_"));
	if (!library || !library->complete || !public || !(scope == top || method))
		return false;
	if (!library->complete[0])
		return true;
	struct version release = library_release_of(trace, str_of(library->library));
	return version_compare(release, version_of(library->complete)) >= 0;
}

/* What a body that is left by an error says of it. The prelude's functions of torch are made of
 * JAX's, so that an error they do not raise themselves is none that torch is known to raise. */
static void weigh_error(struct trace *trace, const struct prelude *outside)
{
	static const char *const meant[] = {"AssertionError", "StopIteration"};
	struct op_error *error = &trace->op.error;
	const struct prelude *prelude = trace->prelude;
	struct str type = str_of(error->type ? error->type : "");
	error->meant |=
	    error->exception || str_place(type, meant, COUNT_OF(meant)) < COUNT_OF(meant);
	if (!prelude && outside) {
		error->meant = true;
	} else if (prelude && !outside && !error->meant && may_be_a_gap(prelude, error)) {
		struct str text = error->text;
		trace->failure.placed = false;
		(void)trace_unknown(trace, "what the library makes of this is not known: %.*s",
		                    STR_ARG(text));
	}
}

/* Whether the last that a function does is to end the script, by raise SystemExit(…). */
static bool ends_with_exit(const struct closure *closure)
{
	const struct function *definition = closure->definition;
	if (!definition)
		return false;
	const struct statement *last = &definition->body.items[definition->body.count - 1];
	const struct expression *raised =
	    last->kind == STATEMENT_RAISE ? last->two_operands.first : NULL;
	return raised && raised->kind == EXPRESSION_CALL &&
	       raised->call->function->kind == EXPRESSION_NAME &&
	       str_is(raised->call->function->name, "SystemExit");
}

/* Runs the body of a function in its own scope. One of the prelude stands, for errors, where the
 * program calls into that. */
static const struct value *run_body(struct trace *trace, const struct closure *closure,
                                    struct scope *scope, struct span at, struct iterator *generator)
{
	struct around around = {trace->frame,      trace->scope,    trace->target,
	                        trace->derived_at, trace->prelude,  trace->applied,
	                        trace->waiting_at, trace->generator};
	const struct value *result = &value_none;
	trace->waiting_at = NULL;
	trace->scope = scope;
	trace->generator = generator;
	trace->prelude = scope_top(closure->scope)->prelude;
	if (trace->prelude) {
		trace->derived_at = around.derived_at ? around.derived_at : &at;
	} else {
		if (!generator) {
			struct frame *frame = arena_new(trace->op.arena, struct frame, 1);
			*frame =
			    (struct frame){trace->frame, at, false, closure, trace->trial.doubted};
			trace->frame = frame;
		}
		trace->derived_at = NULL;
		trace->applied = NULL;
	}
	uint32_t *depth = trace->prelude ? &trace->work.inner_depth : &trace->work.depth;
	const struct way_left *left = trace->trial.left;
	++*depth;
	if (closure->lambda)
		result = evaluate(trace, closure->lambda->body);
	else if (run_block(trace, &closure->definition->body, &result) == FLOW_NEXT)
		result = &value_none;
	--*depth;
	if (ways_left(trace, left))
		result = join_returns(trace, left, result);
	if (trace->op.error.raised)
		weigh_error(trace, around.prelude);
	else if (!result && trace->prelude && ends_with_exit(closure))
		trace->failure.open++; /* what stands behind the call is not run */
	trace->frame = around.frame;
	trace->scope = around.scope;
	trace->target = around.target;
	trace->derived_at = around.derived_at;
	trace->prelude = around.prelude;
	trace->applied = around.applied;
	trace->waiting_at = around.waiting_at;
	trace->generator = around.generator;
	return result;
}

const struct value *run_closure(struct trace *trace, const struct closure *closure,
                                const struct value *const *values, struct span at)
{
	assert(!closure->definition != !closure->lambda);
	const struct parameters *parameters = closure_parameters(closure);
	const struct table *names =
	    closure->definition ? closure->definition->names : closure->lambda->names;
	struct scope *scope = scope_entered(trace->op.arena, closure->scope, names,
	                                    name_of(closure), parameters, values);
	scope->traced = trace->level;
	if (closure->definition && closure->definition->is_generator)
		return generator_new(trace, closure, scope);
	const struct value *result = run_body(trace, closure, scope, at, NULL);
	if (!scope_top(closure->scope)->prelude)
		note_batch_call(trace, closure, parameters, values, result, at);
	else if (result && trace->op.eager && !trace->prelude)
		result = value_assigned(trace, result);
	return result;
}

const struct value *run_generator(struct trace *trace, struct iterator *generator)
{
	assert(generator->closure && generator->state == ITERATOR_RUNNING);
	struct span at = next_place(trace);
	if (!at.length && trace->frame)
		at = trace->frame->at;
	if (!enter(trace, at)) {
		generator->lost = true;
		return &value_unknown;
	}
	return run_body(trace, generator->closure, generator->scope, at, generator);
}

/* A call of what is foreign matters once an array is given to it that it may compute with, or its
 * result meets one. */
static const struct value *call_foreign(struct trace *trace, const struct value *function,
                                        const struct given *given)
{
	assert(function->kind == VALUE_UNKNOWN);
	struct str name = function->string;
	bool arrays = false;
	if (!value_is_foreign(function))
		return &value_unknown;
	const struct value *known = environment_call(trace, function, given);
	if (known)
		return known;
	give_away(trace, name, given);
	if (function->grown)
		grown_list_called(trace, function, given);
	for (uint32_t i = 0; i < given_count(given); i++)
		arrays |= value_holds_jax_array(given_at(given, i));
	if (arrays && !(trace->op.eager && is_observer(name)))
		return trace_foreign_call(trace, name);
	/* What it gives is not what the name of the function holds. */
	if (str_find(name, '(', 0) < name.len)
		return function->origin ? value_foreign(trace->op.arena, name) : function;
	return value_foreign(trace->op.arena,
	                     str_format(trace->op.arena, "%.*s(…)", STR_ARG(name)));
}

/* Whether a function that calls itself does so in doubt, again and again: once for each way of each
 * of its calls. */
static bool recurs_in_doubt(const struct trace *trace, const struct closure *closure)
{
	uint32_t doubted = trace->trial.doubted, times = 0;
	for (const struct frame *frame = trace->frame; frame && doubted; frame = frame->outer) {
		if (!frame->closure || frame->closure->definition != closure->definition ||
		    frame->doubted >= doubted)
			continue;
		doubted = frame->doubted;
		times++;
	}
	return closure->definition && times >= MAX_DOUBTED_CALLS;
}

static const struct value *call_closure(struct trace *trace, const struct closure *closure,
                                        const struct given *given)
{
	const struct parameters *parameters = closure_parameters(closure);
	struct formal formals[MAX_PARAMETERS];
	const struct value *values[MAX_PARAMETERS];
	if (!scope_top(closure->scope)->prelude) /* whose functions are as long as they are */
		charge_items(trace, 32 * (uint64_t)parameters->count);
	if (parameters->count > MAX_PARAMETERS)
		return trace_unknown(trace, "a function of more than %d parameters",
		                     MAX_PARAMETERS);
	if (!enter(trace, given->at))
		return &value_unknown;
	if (recurs_in_doubt(trace, closure))
		return trace_unknown(trace, "how deep '%.*s' calls itself is not known",
		                     STR_ARG(name_of(closure)));
	for (uint32_t i = 0; i < parameters->count; i++)
		formals[i] = (struct formal){parameters->items[i].name, parameters->items[i].kind,
		                             closure->defaults[i]};
	struct callee callee = {name_of(closure), closure->scope};
	if (!bind_arguments(trace, callee, formals, parameters->count, given, values)) {
		const struct prelude *prelude = scope_top(closure->scope)->prelude;
		trace->op.error.meant |= !prelude;
		if (trace->prelude || !prelude || !prelude->file->module ||
		    trace->op.error.lacks_argument || takes_what_there_is(trace, closure)) {
			trace->op.error.meant |= !trace->prelude && prelude;
			return NULL;
		}
		/* What is followed of a module takes less than there is, but no more. */
		trace->op.error = (struct op_error){0};
		struct str name = scope_qualified(trace->op.arena, callee.scope, callee.name);
		return call_foreign(trace, value_foreign(trace->op.arena, name), given);
	}
	return run_closure(trace, closure, values, given->at);
}

/* Keywords of functools.partial, which those of the call replace. */
static uint32_t merge_keywords(const struct bound_call *bound, const struct given *given,
                               struct value_pair *keywords)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < bound->nkeywords; i++) {
		bool replaced = false;
		for (uint32_t j = 0; j < given->nkeywords && !replaced; j++)
			replaced = value_equal(bound->keywords[i].key, given->keywords[j].key);
		if (!replaced)
			keywords[count++] = bound->keywords[i];
	}
	for (uint32_t j = 0; j < given->nkeywords; j++)
		keywords[count++] = given->keywords[j];
	return count;
}

struct bound_call call_bound(struct trace *trace, const struct bound_call *bound,
                             const struct given *given)
{
	struct arena *arena = trace->op.arena;
	uint32_t before = bound->positional.count, more = given->positional.count;
	charge_items(trace, before + more);
	const struct value **items = arena_new(arena, const struct value *, before + more);
	struct value_pair *keywords =
	    arena_new(arena, struct value_pair, bound->nkeywords + given->nkeywords);
	for (uint32_t i = 0; i < before; i++)
		items[i] = bound->positional.items[i];
	for (uint32_t i = 0; i < more; i++)
		items[before + i] = given->positional.items[i];
	return (struct bound_call){.function = bound->function,
	                           .positional = {items, before + more},
	                           .keywords = keywords,
	                           .nkeywords = merge_keywords(bound, given, keywords)};
}

static const struct value *call_partial(struct trace *trace, const struct bound_call *bound,
                                        const struct given *given)
{
	if (!enter(trace, given->at))
		return &value_unknown;
	const struct bound_call whole = call_bound(trace, bound, given);
	struct given all = *given;
	all.positional = whole.positional;
	all.keywords = whole.keywords;
	all.nkeywords = whole.nkeywords;
	trace->work.depth++;
	const struct value *result = call_value(trace, bound->function, &all);
	trace->work.depth--;
	return result;
}

/* Whether its function is traced for itself, whatever it does. */
static bool makes_level(const struct trace *trace, const struct value *function)
{
	static const char *const names[] = {"jit",  "vmap",       "grad",  "value_and_grad",
	                                    "pmap", "checkpoint", "remat", "shard_map"};
	struct str name = str_of(function->transformed.row->name);
	return str_place(name, names, COUNT_OF(names)) < COUNT_OF(names) &&
	       !(trace->op.jit_disabled && str_equal(name, STR("jit")));
}

static const struct value *call_transformed(struct trace *trace, const struct value *function,
                                            const struct given *given)
{
	assert(function->kind == VALUE_TRANSFORMED);
	struct arena *arena = trace->op.arena;
	const struct value **values = arena_new(arena, const struct value *, 2);
	values[0] =
	    value_sequence(arena, VALUE_TUPLE, given->positional.items, given->positional.count);
	values[1] = value_dict(arena, given->keywords, given->nkeywords);
	struct call_arguments arguments = {function->transformed.row, values, 2, given->at,
	                                   given->call};
	if (!enter(trace, given->at))
		return &value_unknown;
	struct trace_level level;
	uint64_t first = trace->op.arrays;
	bool levelled = makes_level(trace, function);
	if (levelled)
		level_enter(trace, &level);
	trace->work.depth++;
	const struct value *result = function->transformed.call(trace, function, &arguments);
	trace->work.depth--;
	if (!levelled)
		return result;
	leave_transformed(trace, function, first, result);
	level_leave(trace, &level);
	return result;
}

/* Whether it is the table of what a class has, of which is not known how it makes objects. */
static bool is_class_table(const struct value *value)
{
	if (value->kind != VALUE_MODULE)
		return false;
	const char *dot = strrchr(value->module->name, '.');
	return dot && dot[1] >= 'A' && dot[1] <= 'Z';
}

/* What is called through a method __call__ of its class: jnp.float32(x). */
static const struct value *call_object(struct trace *trace, const struct value *object,
                                       const struct given *given)
{
	const struct function_row *row;
	const struct value *class = class_of(object);
	const struct value *own = class ? class_find(class, STR("__call__")) : NULL;
	if (own)
		return call_value(trace, bind_method(trace, own, object), given);
	if (library_find(trace, value_class_table(object), STR("__call__"), &row) == LIBRARY_FOUND)
		return call_row(trace, row, object, given);
	if (is_class_table(object))
		return trace_unknown(trace, "what %s(…) makes is not known", object->module->name);
	if (object->kind == VALUE_RECORD || object->kind == VALUE_MESH)
		return trace_unknown(trace, "what calling a %s gives is not known",
		                     value_class_name(object));
	(void)trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                   TEXT("'{}' object is not callable", class_in_errors(trace, object)));
	trace->op.error.about[0] = object;
	return NULL;
}

static const struct value *call_class(struct trace *trace, const struct value *class,
                                      const struct given *given)
{
	if (!enter(trace, given->at))
		return &value_unknown;
	trace->work.depth++;
	const struct value *object = make_object(trace, class, given);
	trace->work.depth--;
	return object;
}

/* What the library gave, noted as an operation that was judged. The first array asks for the
 * devices. */
static const struct value *counted(struct trace *trace, const struct value *result)
{
	coverage_note(trace, result);
	if (result && trace->op.eager && result->kind == VALUE_ARRAY && !result->array->host)
		(void)host_devices(trace);
	return result;
}

/* A function of the library. Where it is not followed it may have called the functions that it is
 * given, as often as there are leaves in a tree. */
static const struct value *call_library_row(struct trace *trace, const struct function_row *row,
                                            const struct given *given)
{
	uint64_t first = trace->op.arrays;
	const struct value *result = counted(trace, call_row(trace, row, NULL, given));
	leave_traced(trace, row, first, result);
	bool known = result ? result->kind != VALUE_UNKNOWN : trace->op.error.raised;
	if (known || trace->prelude)
		return result;
	for (uint32_t i = 0; i < given_count(given); i++)
		forget_by_function(trace, given_at(given, i));
	return result;
}

/* What is foreign and goes into a set, or all of it into a list or dict: these are foreign then. */
static const struct value *foreign_content(const struct value *self, struct str method,
                                           const struct given *given)
{
	bool whole = str_equal(method, STR("update")) || str_equal(method, STR("extend"));
	for (uint32_t i = 0; i < given->positional.count; i++)
		if (value_is_foreign(given->positional.items[i]) &&
		    (whole || self->kind == VALUE_SET))
			return given->positional.items[i];
	return NULL;
}

/* A method of the library. Of a list, set or dict that it may have changed nothing is known when it
 * gives up. */
static const struct value *call_method_row(struct trace *trace, const struct function_row *row,
                                           const struct value *self, const struct given *given)
{
	struct str name = str_of(row->name);
	bool changes =
	    (self->kind == VALUE_LIST || self->kind == VALUE_SET || self->kind == VALUE_DICT) &&
	    !trace->prelude && is_changing_method(name);
	const struct value *content = changes ? foreign_content(self, name, given) : NULL;
	if (content) {
		*value_changed(trace, self) = *content;
		return &value_none;
	}
	const struct value *result = counted(trace, call_row(trace, row, self, given));
	if (changes && !result && !trace->op.error.raised)
		forget_object(trace, self);
	return result;
}

/* A method that was taken of something before nothing was known of it any more. */
static const struct value *method_of_lost(struct trace *trace, const struct value *method)
{
	const struct value *self = method->method.self;
	struct str name = str_of(method->method.row->name);
	const struct value *foreign =
	    value_foreign(trace->op.arena, str_format(trace->op.arena, "%.*s.%.*s",
	                                              STR_ARG(self->string), STR_ARG(name)));
	if (!value_is_foreign(self))
		return &value_unknown;
	return is_grown_list(self) ? grown_list_method(trace, self, name, foreign) : foreign;
}

const struct value *call_value(struct trace *trace, const struct value *function,
                               const struct given *given)
{
	switch (function->kind) {
	case VALUE_UNKNOWN:
		return call_foreign(trace, function, given);
	case VALUE_FUNCTION:
		return call_closure(trace, &function->closure, given);
	case VALUE_BUILTIN:
		return call_library_row(trace, function->builtin, given);
	case VALUE_METHOD:
		if (function->method.self && function->method.self->kind == VALUE_UNKNOWN)
			return call_foreign(trace, method_of_lost(trace, function), given);
		return call_method_row(trace, function->method.row, function->method.self, given);
	case VALUE_PARTIAL:
		return call_partial(trace, &function->partial, given);
	case VALUE_TRANSFORMED:
		return call_transformed(trace, function, given);
	case VALUE_CLASS:
		return call_class(trace, function, given);
	case VALUE_DESCRIPTOR:
		return call_value(trace, function->descriptor.function, given);
	default:
		return call_object(trace, function, given);
	}
}

const struct value *trace_call(struct trace *trace, const struct value *function,
                               const struct value_list *positional,
                               const struct value_pair *keywords, uint32_t nkeywords,
                               struct span at)
{
	struct given given = {*positional, keywords, nkeywords, at, NULL};
	return call_value(trace, function, &given);
}
