/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/value/dict_view.h"

#include <assert.h>

static const struct value *part_of(struct arena *arena, const struct value_pair *pair,
                                   enum dict_part part)
{
	if (part != DICT_ITEMS)
		return part == DICT_KEYS ? pair->key : pair->value;
	return value_two(arena, pair->key, pair->value);
}

struct value *dict_part_list(struct arena *arena, const struct value *dict, enum dict_part part)
{
	assert(dict->kind == VALUE_DICT && part < DICT_PART_COUNT);
	uint32_t count = dict->dict.count;
	const struct value **items = arena_new(arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = part_of(arena, &dict->dict.pairs[i], part);
	struct value *made = value_new(arena, VALUE_LIST);
	made->list = (struct value_list){items, count};
	return made;
}

const struct value *dict_view_new(struct arena *arena, const struct value *dict,
                                  enum dict_part part)
{
	static const char *const class_names[DICT_PART_COUNT] = {"dict_keys", "dict_values",
	                                                         "dict_items"};
	struct value *made = dict_part_list(arena, dict, part);
	struct dict_view *view = arena_new(arena, struct dict_view, 1);
	*view = (struct dict_view){class_names[part], part, dict};
	made->view = view;
	return made;
}

static bool shows(const struct value *item, const struct value_pair *pair, enum dict_part part)
{
	if (part != DICT_ITEMS)
		return item == (part == DICT_KEYS ? pair->key : pair->value);
	return item->list.items[0] == pair->key && item->list.items[1] == pair->value;
}

const struct value *dict_view_now(struct arena *arena, const struct value *value)
{
	assert(value->kind == VALUE_LIST && value->view);
	const struct dict_view *view = value->view;
	const struct value *dict = view->dict;
	if (dict->kind != VALUE_DICT)
		return &value_unknown;
	bool same = dict->dict.count == value->list.count;
	for (uint32_t i = 0; same && i < dict->dict.count; i++)
		same = shows(value->list.items[i], &dict->dict.pairs[i], view->part);
	return same ? value : dict_view_new(arena, dict, view->part);
}
