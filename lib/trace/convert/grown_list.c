/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/grown_list.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "trace/convert/join.h"
#include "trace/module/library_call.h"
#include "trace/module/observer.h"
#include "trace/state/changes.h"

enum { MAX_COUNTED = 64 }; /* in one turn of a loop */

const struct value *grown_list_new(struct trace *trace, bool singles)
{
	struct grown_list *grown = arena_new(trace->op.arena, struct grown_list, 1);
	struct value *value = value_new(trace->op.arena, VALUE_UNKNOWN);
	value->string = STR(OBSERVER_GROWN_LIST);
	grown->singles = singles;
	value->grown = grown;
	return value;
}

bool is_grown_list(const struct value *value)
{
	return value->kind == VALUE_UNKNOWN && value->grown && !value->grown->list;
}

void grown_list_count(struct trace *trace, const struct value *list)
{
	assert(is_grown_list(list));
	struct grown_list *grown = arena_new(trace->op.arena, struct grown_list, 1);
	grown->singles = list->grown->singles;
	value_changed(trace, list)->grown = grown;
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

/* From here on it is not known how many items there are. */
static void lose_count(struct trace *trace, const struct value *list, bool singles)
{
	struct grown_list *grown = arena_new(trace->op.arena, struct grown_list, 1);
	grown->open = true;
	grown->singles = singles && list->grown->singles;
	value_changed(trace, list)->grown = grown;
}

void grown_list_open(struct trace *trace, const struct value *value)
{
	if (is_grown_list(value) && (!value->grown->open || value->grown->singles))
		lose_count(trace, value, false);
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
	grown->singles = before->singles && is_single(item);
	value_changed(trace, list)->grown = grown;
}

static bool is_among(struct str name, const char *const *names, size_t count)
{
	return str_place(name, names, count) < count;
}

void grown_list_called(struct trace *trace, const struct value *method, const struct given *given)
{
	static const char *const reading[] = {"copy", "count", "index", "reverse", "sort"};
	static const char *const taking[] = {"clear", "pop", "remove"};
	const struct value *list = method->grown->list;
	struct str name = method->grown->method;
	bool appends = str_is(name, "append") && given->positional.count == 1 && !given->nkeywords;
	const struct value *item = appends ? given->positional.items[0] : NULL;
	if (!is_grown_list(list) || is_among(name, reading, COUNT_OF(reading)))
		return;
	if (appends && !list->grown->open && list->grown->count < MAX_COUNTED)
		append(trace, list, item);
	else
		lose_count(trace, list,
		           appends ? is_single(item) : is_among(name, taking, COUNT_OF(taking)));
}

/* Whether all items of the other value are singles, as far as it is a list too. */
static bool keeps_singles(const struct value *list, const struct value *other)
{
	if (is_grown_list(other))
		return list->grown->singles && other->grown->singles;
	bool singles = list->grown->singles && other->kind == VALUE_LIST && !other->view;
	for (uint32_t i = 0; singles && i < other->list.count; i++)
		singles = is_single(other->list.items[i]);
	return singles;
}

const struct value *grown_list_either(struct trace *trace, const struct value *list,
                                      const struct value *other, bool *wider)
{
	assert(is_grown_list(list));
	bool same = is_grown_list(other) && other->grown == list->grown;
	bool singles = same ? list->grown->singles : keeps_singles(list, other);
	*wider |= singles != list->grown->singles;
	if (same || (list->grown->open && singles == list->grown->singles))
		return list;
	struct value *either = value_new(trace->op.arena, VALUE_UNKNOWN);
	struct grown_list *grown = arena_new(trace->op.arena, struct grown_list, 1);
	*either = *list;
	grown->open = true;
	grown->singles = singles;
	either->grown = grown;
	return either;
}

bool holds_singles(const struct value *list)
{
	return is_grown_list(list) && list->grown->singles;
}

const struct value *grown_list_item(struct trace *trace, const struct value *list,
                                    const struct value *index)
{
	assert(is_grown_list(list));
	if (index->kind == VALUE_SLICE)
		return grown_list_new(trace, list->grown->singles);
	return list->grown->singles ? any_single(trace->op.arena)
	                            : value_foreign(trace->op.arena, list->string);
}
