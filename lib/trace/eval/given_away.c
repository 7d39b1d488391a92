/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/given_away.h"

#include "program/syntax.h"
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
	struct table seen; /* objects, lists and dicts, by their places in memory */
	uint32_t count;    /* values so far */
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

/* A list, set or dict: what is empty is there to be filled. */
static void give_container(struct giving *giving, const struct value *container)
{
	bool dict = container->kind == VALUE_DICT;
	giving->trace->failure.given_away = true;
	if (!(dict ? container->dict.count : container->list.count))
		forget_filled(giving->trace, container);
	else if (dict)
		give_pairs(giving, container);
	else
		give_items(giving, &container->list);
}

static void give_object(struct giving *giving, const struct value *object)
{
	giving->trace->failure.given_away |= !object->object.sealed;
	if (object->object.fields->kind == VALUE_DICT)
		give_pairs(giving, object->object.fields);
}

static bool is_new(struct giving *giving, const struct value *value)
{
	struct arena *arena = giving->trace->op.arena;
	const struct str key = {(const char *)&value, sizeof value};
	bool added = false;
	if (!table_find(&giving->seen, key))
		(void)table_add(arena, &giving->seen, str_copy(arena, key), 0, &added);
	return added;
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
		break;
	default:
		break;
	}
}

void give_away_value(struct trace *trace, const struct value *value)
{
	struct giving giving = {.trace = trace};
	numpy_forget(trace, value);
	forget_by_function(trace, value);
	give(&giving, value);
	charge_items(trace, giving.count);
}

/* Whether the expression makes a list or dict that nobody else has. */
static bool is_display(const struct expression *expression)
{
	return expression->kind == EXPRESSION_LIST || expression->kind == EXPRESSION_DICT ||
	       expression->kind == EXPRESSION_SET;
}

/* The items of a list or dict that is made for the call alone. */
static void give_display(struct trace *trace, const struct value *value)
{
	struct giving giving = {.trace = trace};
	forget_by_function(trace, value);
	if (value->kind == VALUE_DICT)
		give_pairs(&giving, value);
	else if (value_items(value))
		give_items(&giving, value_items(value));
	charge_items(trace, giving.count);
}

/* The expression of an argument, where the call gives each by one; NULL: it does not. */
static const struct expression *written_argument(const struct given *given, uint32_t index)
{
	const struct call *call = given->call;
	if (!call || call->arguments.count != given->positional.count + given->nkeywords)
		return NULL;
	return call->arguments.items[index].value;
}

void give_away(struct trace *trace, struct str function, const struct given *given)
{
	uint32_t count = given->positional.count;
	trace->failure.foreign_steps++;
	trace->failure.open += replaces_names(function); /* whatever runs may be another function */
	if (is_observer(function))
		return;
	bool computes = computes_only(function);
	for (uint32_t i = 0; i < count + given->nkeywords; i++) {
		const struct value *value =
		    i < count ? given->positional.items[i] : given->keywords[i - count].value;
		const struct expression *written = written_argument(given, i);
		if (computes) {
			numpy_forget(trace, value);
			forget_by_function(trace, value);
		} else if (written && is_display(written)) {
			give_display(trace, value);
		} else {
			give_away_value(trace, value);
		}
	}
}
