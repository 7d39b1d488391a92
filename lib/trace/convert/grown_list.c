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

/* Whether nothing can change the value in place: not what it holds, whatever an array of NumPy
 * does.
 */
static bool is_plain(const struct value *value)
{
	bool plain = value->kind == VALUE_ARRAY || value->kind == VALUE_NONE ||
	             value->kind == VALUE_STRING || value->kind == VALUE_TUPLE ||
	             is_single(value) || (value_is_foreign(value) && !value->arrays);
	for (uint32_t i = 0; plain && value->kind == VALUE_TUPLE && i < value->list.count; i++)
		plain = is_plain(value->list.items[i]);
	return plain && !is_grown_list(value);
}

/* What stands for both items, as any_item says. */
static const struct value *either_item(struct trace *trace, const struct value *one,
                                       const struct value *other)
{
	bool wider = false;
	if (!one || !other || !is_plain(one) || !is_plain(other))
		return NULL;
	if (one != other && (one->kind == VALUE_NONE) != (other->kind == VALUE_NONE))
		return NULL;
	const struct value *either = join_values(trace, one, other, &wider);
	return either->kind == VALUE_UNKNOWN && !is_single(either) ? NULL : either;
}

const struct value *any_item(struct trace *trace, const struct value *any,
                             const struct value_list *items)
{
	for (uint32_t i = 0; i < items->count; i++) {
		any = i == 0 && !any ? either_item(trace, items->items[0], items->items[0])
		                     : either_item(trace, any, items->items[i]);
		if (!any)
			return NULL;
	}
	return any;
}

const struct value *grown_list_new(struct trace *trace, const struct value *any)
{
	struct grown_list *grown = arena_new(trace->op.arena, struct grown_list, 1);
	struct value *value = value_new(trace->op.arena, VALUE_UNKNOWN);
	value->string = STR(OBSERVER_GROWN_LIST);
	grown->any = any;
	value->grown = grown;
	return value;
}

bool is_grown_list(const struct value *value)
{
	return value->kind == VALUE_UNKNOWN && value->grown && !value->grown->list;
}

static void become(struct trace *trace, const struct value *list, struct grown_list grown)
{
	value_changed(trace, list)->grown = arena_copy(trace->op.arena, &grown, 1, sizeof(grown));
}

static const struct value *copy_with(struct trace *trace, const struct value *value,
                                     struct grown_list grown)
{
	struct value *copy = value_new(trace->op.arena, VALUE_UNKNOWN);
	*copy = *value;
	copy->grown = arena_copy(trace->op.arena, &grown, 1, sizeof(grown));
	return copy;
}

void grown_list_count(struct trace *trace, const struct value *list)
{
	assert(is_grown_list(list));
	become(trace, list, (struct grown_list){.any = list->grown->any});
}

const struct value *grown_list_method(struct trace *trace, const struct value *list,
                                      struct str name, const struct value *foreign)
{
	return copy_with(trace, foreign, (struct grown_list){.list = list, .method = name});
}

/* From here on it is not known how many items there are. */
static void lose_count(struct trace *trace, const struct value *list, const struct value *any)
{
	become(trace, list, (struct grown_list){.open = true, .any = any});
}

void grown_list_open(struct trace *trace, const struct value *value)
{
	if (is_grown_list(value) && (!value->grown->open || value->grown->any))
		lose_count(trace, value, NULL);
}

static void append(struct trace *trace, const struct value *list, const struct value *item)
{
	const struct grown_list *before = list->grown;
	const struct value **added =
	    arena_new(trace->op.arena, const struct value *, before->count + 1);
	if (before->count)
		memcpy(added, before->added, before->count * sizeof *added);
	added[before->count] = item;
	become(trace, list,
	       (struct grown_list){.added = added,
	                           .count = before->count + 1,
	                           .any = either_item(trace, before->any, item)});
}

void grown_list_called(struct trace *trace, const struct value *method, const struct given *given)
{
	const struct value *list = method->grown->list;
	struct str name = method->grown->method;
	bool appends = str_is(name, "append") && given->positional.count == 1 && !given->nkeywords;
	const struct value *item = appends ? given->positional.items[0] : NULL;
	if (!is_grown_list(list) || str_has_word(STR("copy count index reverse sort"), name))
		return;
	if (appends && !list->grown->open && list->grown->count < MAX_COUNTED)
		append(trace, list, item);
	else if (appends)
		lose_count(trace, list, either_item(trace, list->grown->any, item));
	else
		lose_count(trace, list,
		           str_has_word(STR("clear pop remove"), name) ? list->grown->any : NULL);
}

/* What stands for any item of either. */
static const struct value *any_of_either(struct trace *trace, const struct value *list,
                                         const struct value *other)
{
	if (is_grown_list(other))
		return either_item(trace, list->grown->any, other->grown->any);
	bool listed = list->grown->any && other->kind == VALUE_LIST && !other->view;
	return listed ? any_item(trace, list->grown->any, &other->list) : NULL;
}

const struct value *grown_list_either(struct trace *trace, const struct value *list,
                                      const struct value *other, bool *wider)
{
	assert(is_grown_list(list));
	if (is_grown_list(other) && other->grown == list->grown)
		return list;
	const struct value *any = any_of_either(trace, list, other);
	*wider |= any != list->grown->any;
	if (list->grown->open && any == list->grown->any)
		return list;
	return copy_with(trace, list, (struct grown_list){.open = true, .any = any});
}

bool holds_singles(const struct value *list)
{
	return is_grown_list(list) && list->grown->any && is_single(list->grown->any);
}

const struct value *grown_list_item(struct trace *trace, const struct value *list,
                                    const struct value *index)
{
	assert(is_grown_list(list));
	if (index->kind == VALUE_SLICE)
		return grown_list_new(trace, list->grown->any);
	return list->grown->any ? list->grown->any : value_foreign(trace->op.arena, list->string);
}
