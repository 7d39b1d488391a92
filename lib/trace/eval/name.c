/* SPDX-License-Identifier: Apache-2.0 */
/* What names stand for. */
#include "diag/suggest.h"

#include <assert.h>
#include "spec/script/script.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/prelude.h"
#include "trace/module/library_call.h"
#include "trace/module/module.h"
#include "trace/module/spec_values.h"
#include "trace/module/torch_values.h"
#include "trace/state/builtin_class.h"
#include "trace/state/failure.h"
#include "trace/state/library_index.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"

/* Behind so many errors no name is suggested any more. */
enum { MAX_SUGGESTIONS = 100 };

/* How a name was looked for. */
struct lookup {
	bool local; /* a function assigns it but has not yet: the one being run, when it is `own` */
	bool own;
	struct name_found found; /* where it is at each call of this function; or not known */
};

/* Whether a function's scope has no such name, at no call of it. */
static bool never_has(const struct scope *scope, const uint32_t *owner)
{
	return scope->numbered && !owner && !scope->names.count;
}

/* The value of a name in the functions around, or NULL. */
static const struct value *scoped_value(const struct trace *trace, struct str name, uint32_t hash,
                                        struct lookup *lookup)
{
	const struct scope *first = trace->scope;
	bool fixed = first->numbered;
	uint32_t depth = 0;
	*lookup = (struct lookup){0};
	for (const struct scope *scope = first; scope; scope = scope->outer, depth++) {
		if (scope->class && scope != first)
			continue;
		const struct bound_name *bound = scope_find(scope, name, hash);
		const uint32_t *owner =
		    scope->locals ? table_find_hashed(scope->locals, name, hash) : NULL;
		if (bound && bound->value) {
			uint32_t number = (uint32_t)(bound - scope->bindings);
			if (fixed && (!scope->numbered || owner))
				lookup->found = (struct name_found){
				    first->locals, scope->numbered ? NULL : scope, depth, number};
			return bound->value;
		}
		lookup->own = scope == first;
		lookup->local =
		    owner && *owner == NAME_LOCAL && !scope->class && !scope->comprehension;
		if (lookup->local || (!scope->class && !scope->comprehension && bound))
			return NULL;
		fixed = fixed && never_has(scope, owner);
	}
	return NULL;
}

const struct value *name_in_scope(const struct trace *trace, struct str name)
{
	struct lookup lookup;
	return scoped_value(trace, name, table_hash(name), &lookup);
}

/* Whether each module has the name by itself, or by Python, with a value that only a run would
 * tell. */
static bool is_of_module(struct str name)
{
	static const char *const names[] = {
	    "__file__",     "__doc__",     "__spec__",   "__package__",
	    "__builtins__", "__loader__",  "__path__",   "__annotations__",
	    "__import__",   "exec",        "eval",       "compile",
	    "memoryview",   "bytearray",   "breakpoint", "help",
	    "input",        "get_ipython", "display",    "reveal_type",
	    "__debug__",    "aiter",       "anext"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_equal(name, str_of(names[i])))
			return true;
	return false;
}

/* What the name means where programs need no imports, or NULL: in a spec, and in parts of a text.
 */
static const struct library_global *without_import(const struct trace *trace, struct str name)
{
	const uint32_t *global = table_find(&trace->index->globals, name);
	return global ? &trace->library->globals[*global] : NULL;
}

/* Whether a part of a program, in a spec, takes the name for what is set up around it. */
static bool is_given_outside(const struct trace *trace, struct str name)
{
	static const char *const names[] = {"config", "cfg", "args", "model_args"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (!source_is_script(&trace->spec->program_file) &&
		    str_equal(name, str_of(names[i])))
			return true;
	return false;
}

static const struct value *global_value(struct trace *trace, struct str name)
{
	const struct value *value = spec_value(trace, name);
	if (!value)
		value = torch_model(trace, name);
	if (value)
		return value;
	if (str_equal(name, STR("__name__")))
		return value_string(trace->op.arena, STR("__main__"));
	if (is_of_module(name))
		return value_foreign(trace->op.arena, name);
	const struct library_global *global = without_import(trace, name);
	if (global && (!source_is_script(&trace->spec->program_file) ||
	               source_is_fragments(&trace->spec->program_file)))
		return dotted_value(trace, str_of(global->meaning));
	const struct function_row *row;
	const struct value *class = builtin_class_in(trace, STR("builtins"), name);
	if (class)
		return class;
	if (library_find(trace, STR("builtins"), name, &row) == LIBRARY_FOUND)
		return library_value(trace, row);
	bool torch = trace->spec->framework.family != FRAMEWORK_JAX && !trace->prelude;
	if ((torch && is_given_outside(trace, name)) ||
	    library_presence(trace, STR("builtins"), name) == NAME_PRESENT)
		return value_foreign(trace->op.arena, name);
	return NULL;
}

/* Names in scope that could have been meant, in the scratch arena. */
static struct str nearest_name(struct trace *trace, struct str name)
{
	struct str *names = NULL;
	size_t room = 0, count = 0;
	if (trace->failure.count > MAX_SUGGESTIONS)
		return (struct str){NULL, 0};
	for (struct scope *scope = trace->scope; scope; scope = scope->outer)
		for (uint32_t i = 0; i < scope->count; i++) {
			if (!scope->bindings[i].name.len)
				continue;
			names = arena_append(trace->scratch, names, count, &room, sizeof *names);
			names[count++] = scope->bindings[i].name;
		}
	for (uint32_t i = 0; i < trace->tensors.numbers.count; i++) {
		names = arena_append(trace->scratch, names, count, &room, sizeof *names);
		names[count++] = trace->tensors.numbers.entries[i].key;
	}
	for (uint32_t i = 0; i < trace->library->nglobals; i++) {
		names = arena_append(trace->scratch, names, count, &room, sizeof *names);
		names[count++] = str_of(trace->library->globals[i].name);
	}
	return suggest(name, names, count);
}

/* Whether nothing in the file can give the name a value: no statement assigns it at the top level,
 * and nothing stands there that does so in another way. */
static bool is_never_given(struct trace *trace, struct str name)
{
	static const char *const words[] = {"global ",  "globals(",    "exec(",      "eval(",
	                                    "builtins", "get_ipython", "__import__", "__dict__"};
	const struct source *source = &trace->spec->program_file;
	const struct parameters none = {NULL, 0};
	if (!source_is_script(source) || source_is_fragments(source) ||
	    scope_top(trace->scope)->module)
		return false;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_contains(trace->program->text, str_of(words[i])))
			return false;
	if (!trace->names.assigned)
		trace->names.assigned =
		    function_locals(trace->op.arena, &none, &trace->program->body);
	return !table_find(trace->names.assigned, name);
}

static const struct value *name_missing(struct trace *trace, struct str name)
{
	struct str nearest = nearest_name(trace, name);
	if (trace->program->has_type_parameters)
		return trace_unknown(trace, "%.*s is not known", STR_ARG(name));
	const struct value *of_model = torch_model_class(trace, name);
	if (of_model || trace->op.error.raised || trace->op.error.unknown)
		return of_model;
	trace_refuse(trace, RULE_NAME_UNKNOWN, "NameError", TEXT("name '{}' is not defined", name),
	             WORDS("'{}' is {} before this", name,
	                   source_is_script(&trace->spec->program_file)
	                       ? "not assigned"
	                       : "neither a tensor or mesh of the spec nor assigned"));
	trace->op.error.certain = is_never_given(trace, name);
	const struct library_global *global = without_import(trace, name);
	if (global)
		explain(&trace->op, HELP("import it: {}", global->import));
	else if (nearest.s)
		explain(&trace->op, HELP("did you mean '{}'?", nearest));
	return NULL;
}

static const struct value *not_assigned_yet(struct trace *trace, struct str name, bool own)
{
	if (own)
		return trace_refuse(
		    trace, RULE_NAME_UNKNOWN, "UnboundLocalError",
		    TEXT(
			"cannot access local variable '{}' where it is not associated with a value",
			name));
	return trace_refuse(trace, RULE_NAME_UNKNOWN, "NameError",
	                    TEXT("cannot access free variable '{}' where it is not associated with "
	                         "a value in enclosing scope",
	                         name));
}

/* The value of a name that no function around has. */
static const struct value *outer_value(struct trace *trace, struct str name, uint32_t hash)
{
	const struct value *value = NULL;
	if (trace->prelude) {
		value = prelude_value(trace, scope_top(trace->scope)->prelude, name);
	} else if (!scope_find(scope_top(trace->scope), name, hash)) {
		value = star_imported(trace, name);
		if (!value && !trace->op.error.raised && !trace->op.error.unknown)
			value = global_value(trace, name);
	}
	if (value || trace->op.error.raised || trace->op.error.unknown)
		return value;
	return star_imports_unknown(trace) ? &value_unknown : name_missing(trace, name);
}

const struct value *name_value(struct trace *trace, const struct expression *expression)
{
	assert(expression->kind == EXPRESSION_NAME);
	const struct bound_name *bound = scope_remembered(trace->scope, expression);
	if (bound && bound->value)
		return bound->value;
	struct str name = expression->name;
	struct lookup lookup;
	const struct value *value = scoped_value(trace, name, expression->name_hash, &lookup);
	if (value) {
		*expression->found = lookup.found;
		return value;
	}
	return lookup.local ? not_assigned_yet(trace, name, lookup.own)
	                    : outer_value(trace, name, expression->name_hash);
}
