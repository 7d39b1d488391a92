/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/grown_list.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "trace/module/library_call.h"
#include "trace/module/observer.h"
#include "trace/state/changes.h"

enum { MAX_COUNTED = 64 }; /* in one turn of a loop */

const struct value *grown_list_new(struct trace *trace)
{
	struct value *value = value_new(trace->op.arena, VALUE_UNKNOWN);
	value->string = STR(OBSERVER_GROWN_LIST);
	value->grown = arena_new(trace->op.arena, struct grown_list, 1);
	return value;
}

bool is_grown_list(const struct value *value)
{
	return value->kind == VALUE_UNKNOWN && value->grown && !value->grown->list;
}

void grown_list_count(struct trace *trace, const struct value *list)
{
	assert(is_grown_list(list));
	value_changed(trace, list)->grown = arena_new(trace->op.arena, struct grown_list, 1);
}

const struct value *grown_list_method(struct trace *trace, const struct value *list,
                                      struct str name, const struct value *foreign)
{
	struct value *method = value_new(trace->op.arena, VALUE_UNKNOWN);
	struct grown_list *grown = arena_new(trace->op.arena, struct grown_list, 1);
	*method = *foreign;
	grown->list = list;
	grown->method = name;
	method->grown = grown;
	return method;
}

void grown_list_open(struct trace *trace, const struct value *value)
{
	if (!is_grown_list(value) || value->grown->open)
		return;
	struct grown_list *grown = arena_new(trace->op.arena, struct grown_list, 1);
	grown->open = true;
	value_changed(trace, value)->grown = grown;
}

static void append(struct trace *trace, const struct value *list, const struct value *item)
{
	const struct grown_list *before = list->grown;
	struct grown_list *grown = arena_new(trace->op.arena, struct grown_list, 1);
	const struct value **added =
	    arena_new(trace->op.arena, const struct value *, before->count + 1);
	if (before->count)
		memcpy(added, before->added, before->count * sizeof *added);
	added[before->count] = item;
	*grown = *before;
	grown->added = added;
	grown->count = before->count + 1;
	value_changed(trace, list)->grown = grown;
}

void grown_list_called(struct trace *trace, const struct value *method, const struct given *given)
{
	static const char *const reading[] = {"copy", "count", "index", "reverse", "sort"};
	const struct value *list = method->grown->list;
	struct str name = method->grown->method;
	bool appends = str_is(name, "append") && given->positional.count == 1 && !given->nkeywords;
	bool reads = false;
	for (size_t i = 0; i < COUNT_OF(reading); i++)
		reads |= str_is(name, reading[i]);
	if (!is_grown_list(list) || list->grown->open || reads)
		return;
	if (appends && list->grown->count < MAX_COUNTED)
		append(trace, list, given->positional.items[0]);
	else
		grown_list_open(trace, list);
}

const struct value *grown_list_either(struct trace *trace, const struct value *list,
                                      const struct value *other)
{
	assert(is_grown_list(list));
	bool same = is_grown_list(other) && other->grown == list->grown;
	if (list->grown->open || same)
		return list;
	struct value *either = value_new(trace->op.arena, VALUE_UNKNOWN);
	struct grown_list *grown = arena_new(trace->op.arena, struct grown_list, 1);
	*either = *list;
	grown->open = true;
	either->grown = grown;
	return either;
}
