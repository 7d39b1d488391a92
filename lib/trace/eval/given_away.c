/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/given_away.h"

#include "base/pointer_table.h"
#include "program/syntax.h"
#include "trace/convert/grown_list.h"
#include "trace/convert/numpy_array.h"
#include "trace/eval/statement.h"
#include "trace/module/observer.h"
#include "trace/state/trace.h"
#include "trace/state/work.h"
#include "trace/value/class.h"

enum { MAX_LOOKED_INTO = 2000 };

/* Goes through all that a value holds. */
struct giving {
	struct trace *trace;
	struct pointer_table seen; /* objects, lists and dicts */
	uint32_t count;            /* values so far */
};

static void give(struct giving *giving, const struct value *value);

static void give_items(struct giving *giving, const struct value_list *items)
{
	for (uint32_t i = 0; i < items->count && giving->count < MAX_LOOKED_INTO; i++)
		give(giving, items->items[i]);
}

static void give_pairs(struct giving *giving, const struct value *dict)
{
	for (uint32_t i = 0; i < dict->dict.count && giving->count < MAX_LOOKED_INTO; i++)
		give(giving, dict->dict.pairs[i].value);
}

/* What is in a list, set or dict. */
static void give_content(struct giving *giving, const struct value *container)
{
	if (container->kind == VALUE_DICT)
		give_pairs(giving, container);
	else
		give_items(giving, &container->list);
}

/* A list, set or dict: what is empty is there to be filled. */
static void give_container(struct giving *giving, const struct value *container)
{
	bool dict = container->kind == VALUE_DICT;
	giving->trace->failure.given_away = true;
	if (dict ? container->dict.count : container->list.count)
		give_content(giving, container);
	else
		forget_filled(giving->trace, container);
}

static void give_object(struct giving *giving, const struct value *object)
{
	giving->trace->failure.given_away |= !object->object.sealed;
	if (object->object.fields->kind == VALUE_DICT)
		give_pairs(giving, object->object.fields);
}

static bool is_new(struct giving *giving, const struct value *value)
{
	if (pointer_find(&giving->seen, value))
		return false;
	pointer_add(giving->trace->op.arena, &giving->seen, value, giving);
	return true;
}

static void give(struct giving *giving, const struct value *value)
{
	giving->count++;
	switch (value->kind) {
	case VALUE_TUPLE:
		give_items(giving, &value->list);
		break;
	case VALUE_LIST:
	case VALUE_SET:
	case VALUE_DICT:
		if (!value->frozen && is_new(giving, value))
			give_container(giving, value);
		break;
	case VALUE_OBJECT:
		if (is_new(giving, value))
			give_object(giving, value);
		break;
	case VALUE_CLASS:
		giving->trace->failure.given_away = true;
		break;
	case VALUE_METHOD:
		if (value->method.self && is_changing_method(str_of(value->method.row->name)))
			forget_filled(giving->trace, value->method.self);
		break;
	case VALUE_PARTIAL:
		give_items(giving, &value->partial.positional);
		for (uint32_t i = 0; i < value->partial.nkeywords; i++)
			give(giving, value->partial.keywords[i].value);
		break;
	default:
		grown_list_open(giving->trace, value);
		break;
	}
}

/* What a function does with a value that it is given. */
enum use {
	USE_COMPUTES, /* reads it, and calls what can be called */
	USE_FRESH,    /* has a list or dict for itself that is made for the call alone */
	USE_KEEPS     /* may keep it, and change it */
};

/* It may always write to the arrays of NumPy in the value, and call it. */
static void give_for(struct trace *trace, const struct value *value, enum use use)
{
	struct giving giving = {.trace = trace};
	bool container = value->kind == VALUE_DICT || value_items(value);
	numpy_forget(trace, value);
	forget_by_function(trace, value);
	if (use == USE_KEEPS)
		give(&giving, value);
	else if (use == USE_FRESH && container)
		give_content(&giving, value);
	charge_items(trace, giving.count);
}

void give_away_value(struct trace *trace, const struct value *value)
{
	give_for(trace, value, USE_KEEPS);
}

/* Whether the argument is written as a list or dict, where the call gives each by one expression.
 */
static bool is_fresh(const struct given *given, uint32_t index)
{
	const struct call *call = given->call;
	if (!call || call->arguments.count != given_count(given))
		return false;
	uint8_t kind = call->arguments.items[index].value->kind;
	return kind == EXPRESSION_LIST || kind == EXPRESSION_DICT || kind == EXPRESSION_SET;
}

/* Whether it is the name of the option by which JAX has 64-bit types: what is foreign may be JAX.
 */
static bool names_bits(const struct value *value)
{
	return value->kind == VALUE_STRING && str_is(value->string, "jax_enable_x64");
}

void give_away(struct trace *trace, struct str function, const struct given *given)
{
	trace->failure.foreign_steps++;
	trace->failure.open += replaces_names(function); /* whatever runs may be another function */
	if (is_observer(function))
		return;
	bool computes = computes_only(function);
	for (uint32_t i = 0; i < given_count(given); i++) {
		trace->failure.bits_open |= names_bits(given_at(given, i));
		give_for(trace, given_at(given, i),
		         computes             ? USE_COMPUTES
		         : is_fresh(given, i) ? USE_FRESH
		                              : USE_KEEPS);
	}
}
