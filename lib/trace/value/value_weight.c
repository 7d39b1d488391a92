/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/value/class.h"

enum { MAX_DEPTH = 200 /* values inside of each other */ };

/* What is found of the values inside of one. */
struct weighing {
	uint32_t weight;
	bool unknown; /* one of them is */
};

static void add_parts(const struct value *value, uint32_t depth, struct weighing *weighing);

/* Counts the value and those inside of it; more than MAX_VALUE_WEIGHT when they are too many or too
 * deep, or the value contains itself. */
static inline void add_weight(const struct value *value, uint32_t depth, struct weighing *weighing)
{
	weighing->weight++;
	weighing->unknown |= value->kind == VALUE_UNKNOWN;
	if (!value_is_single(value) || depth > MAX_DEPTH)
		add_parts(value, depth, weighing);
}

static void add_parts(const struct value *value, uint32_t depth, struct weighing *weighing)
{
	uint32_t *weight = &weighing->weight;
	if (depth > MAX_DEPTH)
		*weight = MAX_VALUE_WEIGHT + 1;
	if (*weight > MAX_VALUE_WEIGHT)
		return;
	switch (value->kind) {
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_SET:
		for (uint32_t i = 0; i < value->list.count && *weight <= MAX_VALUE_WEIGHT; i++)
			add_weight(value->list.items[i], depth + 1, weighing);
		break;
	case VALUE_DICT:
		for (uint32_t i = 0; i < value->dict.count && *weight <= MAX_VALUE_WEIGHT; i++) {
			add_weight(value->dict.pairs[i].key, depth + 1, weighing);
			add_weight(value->dict.pairs[i].value, depth + 1, weighing);
		}
		break;
	case VALUE_RECORD:
		for (uint32_t i = 0; i < value->record.count && *weight <= MAX_VALUE_WEIGHT; i++)
			add_weight(value->record.fields[i], depth + 1, weighing);
		break;
	case VALUE_NODE:
		for (uint32_t i = 0; i < value->node.children.count && *weight <= MAX_VALUE_WEIGHT;
		     i++)
			add_weight(value->node.children.items[i], depth + 1, weighing);
		break;
	case VALUE_OBJECT:
		if (object_shows_fields(value))
			add_weight(value->object.fields, depth + 1, weighing);
		break;
	case VALUE_SLICE:
		add_weight(value->slice.start, depth + 1, weighing);
		add_weight(value->slice.stop, depth + 1, weighing);
		add_weight(value->slice.step, depth + 1, weighing);
		break;
	case VALUE_AT_INDEX:
		add_weight(value->at_index.index, depth + 1, weighing);
		break;
	case VALUE_STRING:
		*weight += (uint32_t)(value->string.len / sizeof(struct value));
		break;
	default:
		break;
	}
}

static struct weighing weighed(const struct value *value)
{
	struct weighing weighing = {0, false};
	add_weight(value, 0, &weighing);
	return weighing;
}

uint32_t value_weight_counted(const struct value *value)
{
	return weighed(value).weight;
}

bool value_weighs_too_much(const struct value *value)
{
	return weighed(value).weight > MAX_VALUE_WEIGHT;
}

uint32_t value_weight_looked_at(const struct value *value, bool *unknown)
{
	struct weighing weighing = weighed(value);
	*unknown |= weighing.unknown || weighing.weight > MAX_VALUE_WEIGHT;
	return weighing.weight;
}
