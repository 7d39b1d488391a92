/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/entry.h"

#include "base/utf8.h"
#include "spec/script/type_comment.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/prelude.h"
#include "trace/eval/said_types.h"
#include "trace/module/library_call.h"
#include "trace/module/project.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"
#include "trace/value/class.h"

/* A function that is to be called. */
struct called {
	struct trace *trace;
	const struct entry_request *request;
	struct str name;                 /* as it is asked for */
	const struct value *value;       /* what is called */
	const struct function *function; /* its definition, or NULL: it has none of the program's */
	struct span at;                  /* its name, in the program's text */
	struct span place;               /* its name in the file */
	bool bound;                      /* its first parameter is given by the object */
};

/* Says of the entry what keeps it from being called. Always NULL. */
#define entry_fails(called, help, ...)                                                  \
	((void)diag_help(diag_add((called)->trace->diags, RULE_ENTRY_INVALID,           \
	                          program_span((called)->trace->program, (called)->at), \
	                          __VA_ARGS__),                                         \
	                 "%s", help),                                                   \
	 NULL)

static struct str shown(const struct called *called, struct str name)
{
	return utf8_escaped(called->trace->diags->arena, name);
}

/* ---- Annotations of jaxtyping ---- */

/* The dtype that a class of jaxtyping stands for; NULL where that is several. */
static const struct dtype *annotated_dtype(struct str class)
{
	static const struct {
		const char *class, *dtype;
	} rows[] = {
	    {"Float", "f32"},   {"Float32", "f32"},   {"Float16", "f16"}, {"BFloat16", "bf16"},
	    {"Inexact", "f32"}, {"Real", "f32"},      {"Int", "i32"},     {"Int32", "i32"},
	    {"Int16", "i16"},   {"Int8", "i8"},       {"Integer", "i32"}, {"UInt", "u32"},
	    {"UInt32", "u32"},  {"UInt16", "u16"},    {"UInt8", "u8"},    {"Bool", "bool"},
	    {"Complex", "c64"}, {"Complex64", "c64"},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (str_equal(class, str_of(rows[i].class)))
			return dtype_named(str_of(rows[i].dtype));
	return NULL;
}

/* The size of a dimension: a number, or a name that --dim= gives. False after a finding, and
 * without one when the annotation does not say. */
static bool annotated_size(const struct called *called, struct str word, int64_t *size)
{
	const struct entry_request *request = called->request;
	size_t equals = str_find(word, '=', 0);
	if (equals < word.len)
		word = str_slice(word, equals + 1, word.len);
	if (str_to_int64(word, size))
		return *size >= 0;
	for (uint32_t i = 0; i < request->ndims; i++)
		if (str_equal(request->dims[i].name, word)) {
			*size = request->dims[i].size;
			return true;
		}
	bool name = word.len && word.s[0] != '_';
	for (size_t i = 0; i < word.len; i++)
		name = name && (word.s[i] == '_' || (word.s[i] >= '0' && word.s[i] <= '9' && i) ||
		                ((word.s[i] | 0x20) >= 'a' && (word.s[i] | 0x20) <= 'z'));
	if (name)
		(void)entry_fails(called, "give its size, or the argument with --arg",
		                  "the size of dimension '%.*s' is not known: --dim %.*s=8",
		                  STR_ARG(word), STR_ARG(word));
	return false;
}

/* The array that Float[Array, "batch d"] describes; NULL when that is not clear. */
static const struct value *annotated_value(const struct called *called,
                                           const struct expression *annotation)
{
	struct trace *trace = called->trace;
	int64_t *shape = arena_new(trace->op.arena, int64_t, MAX_RANK);
	uint32_t rank = 0;
	if (!annotation || annotation->kind != EXPRESSION_SUBSCRIPT ||
	    annotation->subscript.index->kind != EXPRESSION_TUPLE)
		return NULL;
	const struct expression_list *index = &annotation->subscript.index->list;
	const struct value *class = evaluate(trace, annotation->subscript.object);
	trace->op.error = (struct op_error){0};
	if (!class || !value_is_foreign(class) || index->count != 2 ||
	    index->items[1]->kind != EXPRESSION_STRING || index->items[1]->string.formatted ||
	    !str_starts_with(class->string, STR("jaxtyping.")))
		return NULL;
	const struct dtype *dtype =
	    annotated_dtype(str_slice(class->string, sizeof "jaxtyping." - 1, class->string.len));
	struct str dims = index->items[1]->string.text;
	for (size_t at = 0, end; dtype && at < dims.len; at = end + 1) {
		end = str_find(dims, ' ', at);
		struct str word = str_trim(str_slice(dims, at, end));
		if (word.len && (rank == MAX_RANK || !annotated_size(called, word, &shape[rank++])))
			return NULL;
	}
	if (!dtype)
		return NULL;
	struct array_type type = type_plain(trace->op.arena, dtype, shape, rank);
	return value_array(trace->op.arena, array_new(&trace->op, &type));
}

/* ---- Arguments ---- */

static const struct type_comment *asked_argument(const struct called *called, struct str name)
{
	for (uint32_t i = 0; i < called->request->nargs; i++)
		if (str_equal(called->request->args[i].name, name))
			return &called->request->args[i];
	const struct spec *spec = called->trace->spec;
	struct str whole =
	    str_format(called->trace->op.arena, "%.*s.%.*s", STR_ARG(called->name), STR_ARG(name));
	for (uint32_t i = 0; i < spec->nsaid; i++)
		if (str_equal(spec->said[i].name, name) || str_equal(spec->said[i].name, whole))
			return &spec->said[i];
	return NULL;
}

/* The value of a parameter: given, or annotated; NULL: neither. */
static const struct value *parameter_value(const struct called *called,
                                           const struct parameter *parameter)
{
	const struct type_comment *given = asked_argument(called, parameter->name);
	if (given)
		return said_value(called->trace, &given->value, &called->place);
	return parameter->default_value ? NULL : annotated_value(called, parameter->annotation);
}

/* Says which of the given arguments are of no parameter. */
static bool arguments_known(const struct called *called)
{
	const struct parameters *parameters = &called->function->parameters;
	for (uint32_t i = 0; i < called->request->nargs; i++) {
		struct str name = called->request->args[i].name;
		bool known = false;
		for (uint32_t j = called->bound; j < parameters->count; j++)
			known |= parameters->items[j].kind == PARAMETER_DOUBLE_STAR ||
			         str_equal(parameters->items[j].name, name);
		if (!known && called->request->nentries == 1) {
			(void)entry_fails(called, "drop the argument, or name one that it has",
			                  "'%.*s' has no parameter '%.*s'",
			                  STR_ARG(shown(called, called->name)),
			                  STR_ARG(shown(called, name)));
			return false;
		}
	}
	return true;
}

/* Calls the function with what its parameters are given. */
static void call_with_parameters(const struct called *called)
{
	struct trace *trace = called->trace;
	const struct parameters *parameters = &called->function->parameters;
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, parameters->count);
	struct value_pair *pairs = arena_new(trace->op.arena, struct value_pair, parameters->count);
	struct value_list positional = {items, 0};
	uint32_t npairs = 0;
	bool gap = false, complete = arguments_known(called);
	for (uint32_t i = called->bound; i < parameters->count; i++) {
		const struct parameter *parameter = &parameters->items[i];
		if (parameter->kind == PARAMETER_STAR || parameter->kind == PARAMETER_DOUBLE_STAR)
			continue;
		uint32_t findings = trace->diags->count;
		const struct value *value = parameter_value(called, parameter);
		struct str name = shown(called, parameter->name);
		if (value && !gap && parameter->kind != PARAMETER_KEYWORD_ONLY) {
			items[positional.count++] = value;
			continue;
		}
		gap = true;
		if (value)
			pairs[npairs++] = (struct value_pair){
			    value_string(trace->op.arena, parameter->name), value};
		else if (!parameter->default_value)
			complete = false;
		if (!value && !parameter->default_value && trace->diags->count == findings)
			(void)entry_fails(called, "say what it is, with its own dtype and sizes",
			                  "the argument '%.*s' of '%.*s' is missing: "
			                  "--arg '%.*s=f32[8, 128]'",
			                  STR_ARG(name), STR_ARG(shown(called, called->name)),
			                  STR_ARG(name));
	}
	if (complete && !trace_call(trace, called->value, &positional, pairs, npairs, called->at))
		(void)place_failure(trace, called->at);
}

/* The function that is called in the end; NULL: there is none that a `def` defines. */
static const struct value *innermost(const struct value *value, bool *bound)
{
	while (value && value->kind != VALUE_FUNCTION) {
		if (value->kind == VALUE_TRANSFORMED)
			value = value->transformed.function;
		else if (value->kind == VALUE_PARTIAL && !value->partial.nkeywords &&
		         value->partial.positional.count == 1 && !*bound) {
			*bound = true;
			value = value->partial.function;
		} else {
			return NULL;
		}
	}
	return value && value->closure.definition ? value : NULL;
}

/* Whether a library has made the function, around one of the program. */
static bool is_of_prelude(const struct value *function)
{
	return scope_top(function->closure.scope)->prelude != NULL;
}

/* Runs what is run for the object of a class before its test. False after an error. */
static bool prepare_test(const struct called *called, const struct value *object,
                         const struct value *test)
{
	const struct value *given[] = {object, test};
	return library_call(called->trace, PRELUDE_INTRINSICS, "prepare_test", given, 2,
	                    called->at) ||
	       place_failure(called->trace, called->at);
}

/* The function of this dotted name: one of the top level, or a method of an object that is made
 * without arguments and, of a test, prepared for it. NULL after a finding or an error. */
static const struct value *find_entry(struct called *called)
{
	struct trace *trace = called->trace;
	size_t dot = str_find(called->name, '.', 0);
	struct str name = str_slice(called->name, 0, dot);
	const struct value *value = scope_get(trace->globals, name);
	if (!value)
		return entry_fails(called, "name one of its top level, or a method: Class.method",
		                   "the file has no function '%.*s'", STR_ARG(shown(called, name)));
	if (dot == called->name.len)
		return value;
	struct str method = str_slice(called->name, dot + 1, called->name.len);
	const struct value_list none = {NULL, 0};
	if (value->kind == VALUE_CLASS && !class_find(value, method))
		return entry_fails(called, "name one of its methods", "'%.*s' has no '%.*s'",
		                   STR_ARG(shown(called, name)), STR_ARG(shown(called, method)));
	if (value->kind == VALUE_CLASS)
		value = trace_call(trace, value, &none, NULL, 0, called->at);
	const struct value *found =
	    value ? trace_attribute(trace, value, method, called->at) : NULL;
	bool test = found && class_of(value) && str_starts_with(method, STR("test"));
	if (found)
		return !test || prepare_test(called, value, found) ? found : NULL;
	trace->op.error = (struct op_error){0};
	return entry_fails(called, "write a function that makes the object, and name that",
	                   "'%.*s' cannot be had from an object that is made without arguments",
	                   STR_ARG(shown(called, called->name)));
}

static void call_function(struct called *called)
{
	struct trace *trace = called->trace;
	called->value = find_entry(called);
	if (!called->value)
		return;
	const struct value *function = innermost(called->value, &called->bound);
	if (function && !is_of_prelude(function)) {
		called->function = function->closure.definition;
		called->at = called->function->name_at;
		called->place = program_span(trace->program, called->at);
		call_with_parameters(called);
	} else if (function) {
		trace_doubt(trace, called->at, "what '%.*s' takes is not known",
		            STR_ARG(shown(called, called->name)));
	} else if (called->value->kind != VALUE_UNKNOWN) {
		(void)entry_fails(called, "name a function that the file defines",
		                  "'%.*s' is not a function of the file",
		                  STR_ARG(shown(called, called->name)));
	} else {
		trace_doubt(trace, called->at, "what '%.*s' is cannot be told",
		            STR_ARG(shown(called, called->name)));
	}
}

/* Runs a test as unittest or pytest do, if it is one and nothing is said of its arguments; whether
 * it has. */
static bool run_test(struct called *called)
{
	struct trace *trace = called->trace;
	size_t dot = str_find(called->name, '.', 0);
	const struct value *class = scope_get(trace->globals, str_slice(called->name, 0, dot));
	bool method = dot < called->name.len, bound = false;
	struct str name =
	    method ? str_slice(called->name, dot + 1, called->name.len) : called->name;
	if (!class || (method && class->kind != VALUE_CLASS) || called->request->nargs ||
	    !str_starts_with(name, STR("test")))
		return false;
	const struct value *test = innermost(method ? class_find(class, name) : class, &bound);
	if (!test)
		return false;
	const struct value *given[] = {method ? class : &value_none,
	                               value_string(trace->op.arena, name)};
	struct span at = is_of_prelude(test) ? called->at : test->closure.definition->name_at;
	const struct value *ran =
	    library_call(trace, PRELUDE_INTRINSICS, "run_test_alone", given, 2, at);
	if (!ran)
		(void)place_failure(trace, at);
	return !ran || ran->kind == VALUE_UNKNOWN || value_truth(ran) == 1;
}

static void call_entry(struct trace *trace, struct str name)
{
	struct called called = {.trace = trace, .request = trace->spec->entry, .name = name};
	struct span top = {0, trace->program->text.len ? 1 : 0};
	called.at = top;
	for (uint32_t i = 0; i < trace->globals->count; i++)
		if (str_equal(trace->globals->bindings[i].name, str_until(name, '.')))
			called.at = trace->globals->bindings[i].at;
	if (!run_test(&called))
		call_function(&called);
	report_failure(trace);
}

bool has_entries(const struct spec *spec)
{
	for (uint32_t i = 0; spec->entry && i < spec->entry->nentries; i++)
		if (str_equal(spec->entry->entries[i].path, spec->source->path))
			return true;
	return false;
}

void import_conftests(struct trace *trace)
{
	static const char *const names[] = {"conftest", "tests.conftest"};
	const struct spec *spec = trace->spec;
	struct span top = {0, trace->program->text.len ? 1 : 0};
	bool tests = false;
	for (uint32_t i = 0; has_entries(spec) && i < spec->entry->nentries; i++) {
		struct str name = spec->entry->entries[i].function;
		name = str_slice(name, str_behind_last(name, '.'), name.len);
		tests |= str_starts_with(name, STR("test"));
	}
	for (size_t i = 0; tests && i < COUNT_OF(names); i++)
		if (!project_import(trace, str_of(names[i]), true, top) && trace->op.error.raised &&
		    !place_failure(trace, top))
			report_failure(trace);
}

void call_entries(struct trace *trace)
{
	const struct spec *spec = trace->spec;
	const struct abstract_mesh *around = trace->op.mesh;
	if (spec->meshes_outside && spec->nmeshes && !around)
		trace->op.mesh = trace->meshes[0];
	for (uint32_t i = 0; spec->entry && i < spec->entry->nentries; i++)
		if (str_equal(spec->entry->entries[i].path, spec->source->path))
			call_entry(trace, spec->entry->entries[i].function);
	trace->op.mesh = around;
}
