/* SPDX-License-Identifier: Apache-2.0 */
/* Views of dicts: what keys(), values() and items() give. CPython: Objects/dictobject.c. */
#pragma once

#include "trace/value/value.h"

enum dict_part { DICT_KEYS, DICT_VALUES, DICT_ITEMS, DICT_PART_COUNT };

/* What makes a VALUE_LIST a view. */
struct dict_view {
	const char *class_name; /* "dict_keys" */
	enum dict_part part;
	const struct value *dict;
};

/* A plain list in the arena of what the dict has now: its keys, its values, or pairs of both. */
struct value *dict_part_list(struct arena *arena, const struct value *dict, enum dict_part part);

/* A view in the arena of a part of the dict. */
const struct value *dict_view_new(struct arena *arena, const struct value *dict,
                                  enum dict_part part);

/* The view as the dict is now: the same value when the dict has not changed since it was made, and
 * &value_unknown when what the dict holds has been lost. */
const struct value *dict_view_now(struct arena *arena, const struct value *view);
