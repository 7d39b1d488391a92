/* SPDX-License-Identifier: Apache-2.0 */
/* What the prelude asks of lists and dicts so often that going through them item by item, in
 * Python, would be most of what a call takes. */
#include "library/library.h"
#include "trace/eval/prelude.h"
#include "trace/state/work.h"
#include "trace/value/class.h"

/* Where an item stands in a list; the list's length: nowhere. */
static uint32_t place_in(const struct value_list *list, const struct value *item)
{
	uint32_t place = 0;
	while (place < list->count && !value_equal(list->items[place], item))
		place++;
	return place;
}

static bool is_in(const struct value *list, const struct value *item)
{
	const struct value_list *items = value_items(list);
	return items && place_in(items, item) < items->count;
}

/* Whether all of these arguments are lists or tuples; else gives up. */
static bool are_lists(struct trace *trace, const struct call_arguments *arguments)
{
	for (uint32_t i = 0; i < arguments->count; i++)
		if (!value_items(argument(arguments, i)))
			return trace_unknown(trace, "what has to be a list is none");
	return true;
}

/* A list of the items of the first that are in the second, or that are not. */
static const struct value *chosen(struct trace *trace, const struct call_arguments *arguments,
                                  bool wanted)
{
	if (!are_lists(trace, arguments))
		return NULL;
	const struct value_list *items = value_items(argument(arguments, 0));
	const struct value **kept = arena_new(trace->op.arena, const struct value *, items->count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < items->count; i++)
		if (is_in(argument(arguments, 1), items->items[i]) == wanted)
			kept[count++] = items->items[i];
	return value_sequence(trace->op.arena, VALUE_LIST, kept, count);
}

static const struct value *common(struct trace *trace, const struct call_arguments *arguments)
{
	return chosen(trace, arguments, true);
}

static const struct value *without(struct trace *trace, const struct call_arguments *arguments)
{
	return chosen(trace, arguments, false);
}

/* A list of the places of items, all of which are in the second list. */
static const struct value *places(struct trace *trace, const struct call_arguments *arguments)
{
	if (!are_lists(trace, arguments))
		return NULL;
	struct arena *arena = trace->op.arena;
	const struct value_list *items = value_items(argument(arguments, 0)),
				*list = value_items(argument(arguments, 1));
	const struct value **found = arena_new(arena, const struct value *, items->count);
	for (uint32_t i = 0; i < items->count; i++) {
		uint32_t place = place_in(list, items->items[i]);
		if (place == list->count)
			return trace_unknown(trace, "what has to be in a list is not");
		found[i] = value_int(arena, place);
	}
	return value_sequence(arena, VALUE_LIST, found, items->count);
}

/* The keys of a dict whose values are what `wanted` says; None where it is not known of one. */
static const struct value *named_values(struct trace *trace, const struct value *dict,
                                        bool (*wanted)(const struct value *value))
{
	if (dict->kind != VALUE_DICT)
		return &value_none;
	const struct value **names =
	    arena_new(trace->op.arena, const struct value *, dict->dict.count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < dict->dict.count; i++) {
		if (dict->dict.pairs[i].value->kind == VALUE_UNKNOWN)
			return &value_none;
		if (wanted(dict->dict.pairs[i].value))
			names[count++] = dict->dict.pairs[i].key;
	}
	return value_sequence(trace->op.arena, VALUE_LIST, names, count);
}

static bool is_list(const struct value *value)
{
	return value->kind == VALUE_LIST;
}

/* Whether it is a dict, of a class of the program's own too. */
static bool is_dict(const struct value *value)
{
	return mapping_items(value)->kind == VALUE_DICT;
}

/* Whether it is a dict, or a list or tuple of some. */
static bool is_of_dicts(const struct value *value)
{
	const struct value_list *items = value_items(value);
	bool found = is_dict(value);
	for (uint32_t i = 0; items && i < items->count; i++)
		found |= is_dict(items->items[i]);
	return found;
}

static const struct value *named_lists(struct trace *trace, const struct call_arguments *arguments)
{
	return named_values(trace, argument(arguments, 0), is_list);
}

static const struct value *named_dicts(struct trace *trace, const struct call_arguments *arguments)
{
	return named_values(trace, argument(arguments, 0), is_of_dicts);
}

static bool is_given_before(const struct value_list *pairs, uint32_t count,
                            const struct value *object)
{
	for (uint32_t i = 0; i < count; i++)
		if (value_items(pairs->items[i])->items[1] == object)
			return true;
	return false;
}

/* A list of pairs without those whose second is an object that stands in one before. */
static const struct value *distinct(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *pairs = value_items(argument(arguments, 0));
	uint32_t count = 0;
	if (!pairs)
		return &value_unknown;
	const struct value **kept = arena_new(trace->op.arena, const struct value *, pairs->count);
	for (uint32_t i = 0; i < pairs->count; i++) {
		const struct value_list *pair = value_items(pairs->items[i]);
		if (!pair || pair->count != 2)
			return &value_unknown;
		bool object = pair->items[1]->kind == VALUE_OBJECT;
		if (!object || !is_given_before(pairs, i, pair->items[1]))
			kept[count++] = pairs->items[i];
	}
	charge_items(trace, count);
	return value_sequence(trace->op.arena, VALUE_LIST, kept, count);
}

/* A list of pairs of what a dict has under the keys that another dict says True of, by ascending
 * key: of each its key and it. */
static const struct value *marked_items(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct value *marks = argument(arguments, 0), *dict = argument(arguments, 1);
	if (marks->kind != VALUE_DICT || dict->kind != VALUE_DICT)
		return &value_unknown; /* as the attributes are of what was not made */
	const struct value **pairs = arena_new(arena, const struct value *, marks->dict.count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < marks->dict.count; i++) {
		const struct value *key = marks->dict.pairs[i].key;
		const struct value *mark = marks->dict.pairs[i].value;
		const struct value *item = value_truth(mark) == 1 ? dict_get(dict, key) : NULL;
		if (key->kind != VALUE_STRING || mark->kind == VALUE_UNKNOWN)
			return &value_unknown;
		if (!item)
			continue;
		uint32_t at = count++;
		for (; at && str_compare(pairs[at - 1]->list.items[0]->string, key->string) > 0;
		     at--)
			pairs[at] = pairs[at - 1];
		pairs[at] = value_two(arena, key, item);
	}
	return value_sequence(arena, VALUE_LIST, pairs, count);
}

const struct function_row library_prelude_lists[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("common", "items, others", common),
    FUNCTION("without", "items, others", without),
    FUNCTION("places", "items, others", places),
    FUNCTION("distinct", "pairs", distinct, .takes_unknown = true),
    FUNCTION("marked_items", "marks, dict", marked_items, .takes_unknown = true),
    FUNCTION("named_dicts", "dict", named_dicts, .takes_unknown = true),
    FUNCTION("named_lists", "dict", named_lists, .takes_unknown = true),
    TABLE_END,
};
