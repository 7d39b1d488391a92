/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/signature.h"

#include <assert.h>

#include "trace/module/bind.h"
#include "trace/value/class.h"

/* A function inside of more others is not looked at. */
enum { MOST_WRAPPERS = 50 };

static const struct parameters *signature_inside(struct trace *trace, const struct value *function,
                                                 uint32_t depth);

static struct parameters *copy_from(struct trace *trace, const struct parameters *whole,
                                    uint32_t first)
{
	struct parameters *copy = arena_new(trace->op.arena, struct parameters, 1);
	struct parameter *items = arena_new(trace->op.arena, struct parameter, whole->count);
	for (uint32_t i = first; i < whole->count; i++)
		items[copy->count++] = whole->items[i];
	copy->items = items;
	return copy;
}

/* Without the first `count` that take positional arguments; *args takes any number. */
static struct parameters *without_positional(struct trace *trace, const struct parameters *whole,
                                             uint32_t count)
{
	uint32_t first = 0;
	while (first < whole->count && first < count &&
	       whole->items[first].kind <= PARAMETER_NORMAL)
		first++;
	return copy_from(trace, whole, first);
}

/* What a keyword has bound, and all behind it, is given by keyword alone. CPython: inspect.py
 * _signature_get_partial. */
static const struct parameters *of_partial(struct trace *trace, const struct bound_call *partial,
                                           uint32_t depth)
{
	const struct parameters *whole = signature_inside(trace, partial->function, depth);
	if (!whole)
		return NULL;
	struct parameters *rest = without_positional(trace, whole, partial->positional.count);
	struct parameter *items = arena_new(trace->op.arena, struct parameter, rest->count);
	bool by_keyword = false;
	for (uint32_t i = 0; i < rest->count; i++) {
		items[i] = rest->items[i];
		for (uint32_t j = 0; j < partial->nkeywords; j++)
			by_keyword |= str_equal(partial->keywords[j].key->string, items[i].name);
		if (by_keyword && items[i].kind == PARAMETER_NORMAL)
			items[i].kind = PARAMETER_KEYWORD_ONLY;
	}
	rest->items = items;
	return rest;
}

/* What the program gave the function under this name; NULL: nothing. */
static const struct value *named(const struct closure *closure, struct str name)
{
	return closure->names ? dict_get_text(closure->names, name) : NULL;
}

static const struct parameters *of_closure(struct trace *trace, const struct closure *closure,
                                           uint32_t depth)
{
	const struct value *wrapped = named(closure, STR("__wrapped__"));
	if (named(closure, STR("__signature__")))
		return NULL;
	if (wrapped)
		return signature_inside(trace, wrapped, depth);
	return closure_parameters(closure);
}

static const struct parameters *of_row(struct trace *trace, const struct function_row *row)
{
	uint32_t count;
	if (!row->signature)
		return NULL;
	const struct formal *formals = row_formals(trace, row, &count);
	struct parameters *parameters = arena_new(trace->op.arena, struct parameters, 1);
	struct parameter *items = arena_new(trace->op.arena, struct parameter, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = (struct parameter){.kind = formals[i].kind, .name = formals[i].name};
	*parameters = (struct parameters){items, count};
	return parameters;
}

static const struct parameters *of_object(struct trace *trace, const struct value *object,
                                          uint32_t depth)
{
	assert(object->kind == VALUE_OBJECT);
	const struct value *call = class_find(object->object.class, STR("__call__"));
	const struct parameters *whole = call ? signature_inside(trace, call, depth) : NULL;
	return whole ? without_positional(trace, whole, 1) : NULL;
}

static const struct parameters *signature_inside(struct trace *trace, const struct value *function,
                                                 uint32_t depth)
{
	if (depth == MOST_WRAPPERS)
		return NULL;
	switch (function->kind) {
	case VALUE_FUNCTION:
		return of_closure(trace, &function->closure, depth + 1);
	case VALUE_TRANSFORMED:
		return signature_inside(trace, function->transformed.function, depth + 1);
	case VALUE_PARTIAL:
		return of_partial(trace, &function->partial, depth + 1);
	case VALUE_OBJECT:
		return of_object(trace, function, depth + 1);
	case VALUE_BUILTIN:
		return of_row(trace, function->builtin);
	default:
		return NULL;
	}
}

const struct parameters *signature_of(struct trace *trace, const struct value *function)
{
	return signature_inside(trace, function, 0);
}

struct str called_name(const struct value *function)
{
	for (uint32_t depth = 0; depth < MOST_WRAPPERS; depth++) {
		if (function->kind == VALUE_PARTIAL) {
			function = function->partial.function;
			continue;
		}
		if (function->kind == VALUE_TRANSFORMED) {
			function = function->transformed.function;
			continue;
		}
		if (function->kind == VALUE_BUILTIN)
			return str_of(function->builtin->name);
		if (function->kind != VALUE_FUNCTION)
			break;
		const struct closure *closure = &function->closure;
		const struct value *given = named(closure, STR("__name__"));
		const struct value *wrapped = named(closure, STR("__wrapped__"));
		if (given && given->kind == VALUE_STRING)
			return given->string;
		if (!wrapped)
			return closure->definition ? closure->definition->name : STR("<lambda>");
		function = wrapped;
	}
	return STR("");
}
