/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of a call, as its text gives them. */
#include "trace/convert/iterate.h"

#include <assert.h>
#include "spec/script/script.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/given_away.h"
#include "trace/eval/statement.h"
#include "trace/module/library_call.h"
#include "trace/module/torch_values.h"
#include "trace/state/argument_name.h"
#include "trace/state/failure.h"
#include "trace/state/missing_vmap.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"
#include "trace/value/class.h"

/* Arguments as they are evaluated, from left to right. */
struct gathered {
	const struct value **items;
	struct value_pair *keywords;
	uint32_t count, nkeywords;
	size_t room, keyword_room;
	bool unknown; /* what *args or **kwargs hold is */
};

static void add_positional(struct trace *trace, struct gathered *gathered,
                           const struct value *value)
{
	arena_push(trace->op.arena, gathered->items, gathered->count, gathered->room, value);
}

/* The name that Python's errors give to a function that is called. */
static struct str function_name(struct trace *trace, const struct value *function)
{
	if (function->kind == VALUE_FUNCTION && function->closure.definition)
		return str_format(trace->op.arena, "%s%.*s",
		                  source_is_script(&trace->spec->program_file) ? "__main__." : "",
		                  STR_ARG(function->closure.definition->name));
	if (function->kind == VALUE_BUILTIN)
		return str_of(function->builtin->name);
	return str_of(value_class_name(function));
}

static bool add_keyword(struct trace *trace, struct gathered *gathered,
                        const struct value *function, const struct value *key,
                        const struct value *value)
{
	assert(key->kind == VALUE_STRING);
	for (uint32_t i = 0; i < gathered->nkeywords; i++)
		if (value_equal(gathered->keywords[i].key, key))
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
			              TEXT("{}() got multiple values for keyword argument '{}'",
			                   function_name(trace, function), key->string));
	gathered->keywords = arena_append(trace->op.arena, gathered->keywords, gathered->nkeywords,
	                                  &gathered->keyword_room, sizeof *gathered->keywords);
	gathered->keywords[gathered->nkeywords++] = (struct value_pair){key, value};
	return true;
}

static bool add_dict(struct trace *trace, struct gathered *gathered, const struct value *function,
                     const struct value *dict, struct span at)
{
	dict = read_mapping(trace, dict, at);
	if (!dict)
		return false;
	if (dict->kind == VALUE_UNKNOWN) {
		gathered->unknown = true;
		return true;
	}
	if (dict->kind != VALUE_DICT)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("{}() argument after ** must be a mapping, not {}",
		                   function_name(trace, function), value_class_name(dict)));
	for (uint32_t i = 0; i < dict->dict.count; i++) {
		const struct value_pair *pair = &dict->dict.pairs[i];
		if (pair->key->kind != VALUE_STRING)
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
			              TEXT("keywords must be strings"));
		if (!add_keyword(trace, gathered, function, pair->key, pair->value))
			return false;
	}
	return true;
}

static bool add_star(struct trace *trace, struct gathered *gathered, const struct value *function,
                     const struct value *value, const struct expression *at)
{
	struct value_list items;
	if (value->kind == VALUE_NONE || value->kind == VALUE_BOOL || value->kind == VALUE_INT ||
	    value->kind == VALUE_FLOAT)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("{}() argument after * must be an iterable, not {}",
		                   function_name(trace, function), value_class_name(value)));
	if (!trace_iterate_at(trace, value, at, &items)) {
		gathered->unknown = true;
		return failed_or_unknown(trace) != NULL;
	}
	for (uint32_t i = 0; i < items.count; i++)
		add_positional(trace, gathered, items.items[i]);
	return true;
}

static bool add_argument(struct trace *trace, struct gathered *gathered,
                         const struct value *function, const struct argument *argument)
{
	const struct value *value = evaluate(trace, argument->value);
	if (!value)
		return false;
	switch (argument->kind) {
	case ARGUMENT_STAR:
		return add_star(trace, gathered, function, value, argument->value);
	case ARGUMENT_DOUBLE_STAR:
		return add_dict(trace, gathered, function, value, argument->value->at);
	case ARGUMENT_KEYWORD:
		return add_keyword(trace, gathered, function,
		                   value_string(trace->op.arena, argument->keyword), value);
	default:
		add_positional(trace, gathered, value);
		return true;
	}
}

static void give_module(struct trace *trace, const struct value *value)
{
	if (value->kind == VALUE_OBJECT && object_field(value, "_parameters"))
		give_away_value(trace, value);
}

/* A function of torch that was not followed, as parallelize_module of a mesh that is not known, may
 * have put other parameters into the modules that it is given by name. */
static void give_modules(struct trace *trace, const struct value *function, const struct call *call)
{
	if (!is_torch_program(trace) || trace->op.error.raised || trace->prelude ||
	    function->kind != VALUE_FUNCTION || !scope_top(function->closure.scope)->prelude)
		return;
	struct op_error before = trace->op.error;
	for (uint32_t i = 0; i < call->arguments.count; i++) {
		const struct expression *given = call->arguments.items[i].value;
		const struct value *value =
		    given->kind == EXPRESSION_NAME ? evaluate(trace, given) : NULL;
		if (value)
			give_module(trace, value);
	}
	trace->op.error = before;
}

const struct value *evaluate_call(struct trace *trace, const struct expression *expression)
{
	assert(expression->kind == EXPRESSION_CALL);
	const struct call *call = expression->call;
	struct gathered gathered = {.room = call->arguments.count};
	const struct value *function = evaluate(trace, call->function);
	if (!function)
		return NULL;
	gathered.items = arena_new(trace->op.arena, const struct value *, gathered.room);
	for (uint32_t i = 0; i < call->arguments.count; i++)
		if (!add_argument(trace, &gathered, function, &call->arguments.items[i])) {
			if (gathered.unknown)
				forget_by_call(trace, expression);
			give_modules(trace, function, call);
			return NULL;
		}
	if (gathered.unknown) {
		forget_by_call(trace, expression);
		give_modules(trace, function, call);
		return &value_unknown;
	}
	struct given given = {{gathered.items, gathered.count},
	                      gathered.keywords,
	                      gathered.nkeywords,
	                      call_span(trace, expression),
	                      trace->derived_at ? NULL : call};
	struct applied applied;
	applied_begin(trace, &applied, expression, expression->at, gathered.items, gathered.count);
	const struct value *value = call_value(trace, function, &given);
	trace->applied = applied.outer;
	if (!value || value->kind == VALUE_UNKNOWN)
		give_modules(trace, function, call);
	if (gathered.nkeywords == 0)
		note_plural_call(trace, call, function, &given.positional, value, given.at);
	return value;
}
