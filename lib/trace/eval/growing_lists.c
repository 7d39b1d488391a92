/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/growing_lists.h"

#include <assert.h>

#include "base/arena.h"
#include "trace/convert/grown_list.h"

enum { MOST_LISTS = 64, MOST_ITEMS = 1 << 18 };

struct search {
	struct trace *trace;
	struct growing_lists lists;
};

static struct growing_list *list_among(struct growing_lists *lists, const struct value *value)
{
	for (uint32_t i = 0; i < lists->count; i++)
		if (lists->items[i].list == value)
			return &lists->items[i];
	return NULL;
}

/* Called from the last change to the first: what the value was before that is what counts. */
static void see_change(void *context, const struct value *value, const struct value *was)
{
	struct search *search = context;
	struct growing_list *known = list_among(&search->lists, value);
	if (!is_grown_list(value) || (!known && search->lists.count == MOST_LISTS))
		return;
	if (!known)
		known = &search->lists.items[search->lists.count++];
	*known = (struct growing_list){.list = value, .grew = was->kind == VALUE_LIST};
	if (known->grew)
		known->before = was->list;
}

struct growing_lists growing_lists_since(struct trace *trace, struct change_mark mark)
{
	struct search search = {.trace = trace};
	search.lists.items = arena_new(trace->op.arena, struct growing_list, MOST_LISTS);
	changes_visit(trace, mark, see_change, &search);
	return search.lists;
}

void growing_lists_count(struct trace *trace, const struct growing_lists *lists)
{
	for (uint32_t i = 0; i < lists->count; i++)
		grown_list_count(trace, lists->items[i].list);
}

/* The item as another turn appends it: what each turn makes anew is another one each time. */
static const struct value *item_of_turn(struct trace *trace, const struct value *item,
                                        struct change_mark mark)
{
	bool changes = item->kind == VALUE_LIST || item->kind == VALUE_DICT ||
	               item->kind == VALUE_SET || item->kind == VALUE_OBJECT;
	if (!changes || !arena_is_since(trace->op.arena, mark.made, item))
		return item;
	struct value *other = value_new(trace->op.arena, item->kind);
	*other = *item;
	other->room = 0;
	other->kept = 0;
	if (item->kind == VALUE_OBJECT)
		other->object.fields = item_of_turn(trace, item->object.fields, mark);
	return other;
}

static void end_one(struct trace *trace, const struct growing_list *growing,
                    const struct grown_list *turn, struct change_mark mark, uint64_t turns)
{
	uint64_t count = growing->before.count + turn->count * turns;
	if (!growing->grew || turn->open || !turn->count || turns > MOST_ITEMS ||
	    count > MOST_ITEMS)
		return;
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < growing->before.count; i++)
		items[i] = growing->before.items[i];
	for (uint64_t i = growing->before.count; i < count; i++)
		items[i] = item_of_turn(
		    trace, turn->added[(i - growing->before.count) % turn->count], mark);
	struct value *list = value_changed(trace, growing->list);
	uint64_t kept = list->kept;
	*list = *value_sequence(trace->op.arena, VALUE_LIST, items, (uint32_t)count);
	list->kept = kept;
}

void growing_lists_end(struct trace *trace, const struct growing_lists *lists,
                       struct change_mark mark, bool whole, uint64_t turns)
{
	const struct grown_list *counted[MOST_LISTS];
	assert(lists->count <= MOST_LISTS);
	for (uint32_t i = 0; i < lists->count; i++)
		counted[i] =
		    is_grown_list(lists->items[i].list) ? lists->items[i].list->grown : NULL;
	changes_undo(trace, mark);
	changes_end(trace);
	for (uint32_t i = 0; i < lists->count && whole; i++)
		if (counted[i])
			end_one(trace, &lists->items[i], counted[i], mark, turns);
}
