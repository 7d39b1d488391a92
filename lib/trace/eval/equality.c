/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/equality.h"

#include <assert.h>
#include "trace/convert/held_value.h"
#include "trace/convert/iterate.h"
#include "trace/eval/object.h"
#include "trace/state/failure.h"
#include "trace/state/work.h"

static const struct span nowhere = {0, 0};

/* Whether the value, or a part of it, is an object whose class says itself what equals it, or a
 * dataclass with arrays. */
static bool compares_itself(const struct value *value)
{
	const struct value *class = class_of(value);
	const struct value_list *items =
	    value->kind == VALUE_SET ? &value->list : value_items(value);
	if (class && class_find(class, STR("__eq__")))
		return true;
	for (uint32_t i = 0; items && i < items->count; i++)
		if (compares_itself(items->items[i]))
			return true;
	for (uint32_t i = 0; value->kind == VALUE_DICT && i < value->dict.count; i++)
		if (compares_itself(value->dict.pairs[i].key) ||
		    compares_itself(value->dict.pairs[i].value))
			return true;
	return value->kind == VALUE_OBJECT && class->class->form == CLASS_DATACLASS &&
	       (value_holds_array(value->object.fields) || compares_itself(value->object.fields));
}

static bool may_compare_itself(const struct value *value)
{
	return !value_is_single(value) && !value_too_large(value) && compares_itself(value);
}

static bool lists_equal(struct trace *trace, const struct value_list *a, const struct value_list *b,
                        bool *equal)
{
	*equal = a->count == b->count;
	for (uint32_t i = 0; *equal && i < a->count; i++)
		if (!values_equal(trace, a->items[i], b->items[i], equal))
			return false;
	return true;
}

/* Whether each item of the set is in the other one, which has as many. */
static bool sets_equal(struct trace *trace, const struct value *a, const struct value *b,
                       bool *equal)
{
	assert(a->kind == VALUE_SET && b->kind == VALUE_SET);
	*equal = a->list.count == b->list.count;
	for (uint32_t i = 0; *equal && i < a->list.count; i++) {
		const struct value *held = held_item(trace, b, a->list.items[i]);
		*equal = false;
		for (uint32_t j = 0; held && !*equal && j < b->list.count; j++)
			*equal = b->list.items[j] == held || value_equal(b->list.items[j], held);
		if (!held)
			return false;
	}
	return true;
}

static bool dicts_equal(struct trace *trace, const struct value *a, const struct value *b,
                        bool *equal)
{
	assert(a->kind == VALUE_DICT && b->kind == VALUE_DICT);
	*equal = a->dict.count == b->dict.count;
	for (uint32_t i = 0; *equal && i < a->dict.count; i++) {
		const struct value *key = held_item(trace, b, a->dict.pairs[i].key);
		const struct value *other = key ? dict_get(b, key) : NULL;
		*equal = other;
		if (!key || (other && !values_equal(trace, a->dict.pairs[i].value, other, equal)))
			return false;
	}
	return true;
}

const struct value *compared_fields(struct trace *trace, const struct value *object)
{
	assert(object->kind == VALUE_OBJECT);
	const struct class_value *class = object->object.class->class;
	bool forgotten = object->object.fields->kind == VALUE_UNKNOWN;
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, (size_t) class->nfields + 1);
	uint32_t count = 0;
	for (uint32_t i = 0; i < class->nfields; i++) {
		const struct value *field =
		    dict_get_text(object->object.fields, class->fields[i].name);
		if (class->fields[i].compared)
			items[count++] = field ? field : forgotten ? &value_unknown : &value_none;
	}
	return value_sequence(trace->op.arena, VALUE_TUPLE, items, count);
}

/* The same of the fields of a dataclass; what arrays among them make of it hangs on what they hold.
 */
static bool fields_equal(struct trace *trace, const struct value_list *a,
                         const struct value_list *b, bool *equal)
{
	*equal = a->count == b->count;
	for (uint32_t i = 0; *equal && i < a->count; i++) {
		const struct value *one = a->items[i], *other = b->items[i];
		if (one != other && (value_holds_array(one) || value_holds_array(other)))
			return false;
		if (!values_equal(trace, one, other, equal))
			return false;
	}
	return true;
}

/* What `==` says of two values of which one is an object, or of one dataclass. */
static bool objects_equal(struct trace *trace, const struct value *a, const struct value *b,
                          bool *equal)
{
	bool found;
	const struct value *class = class_of(a);
	bool fields = class && class == class_of(b) && class->class->form == CLASS_DATACLASS &&
	              !class_find(class, STR("__eq__")) && !class->class->by_identity;
	if (fields)
		return fields_equal(trace, &compared_fields(trace, a)->list,
		                    &compared_fields(trace, b)->list, equal);
	const struct value *compared = object_binary(trace, OPERATION_EQUAL, a, b, nowhere, &found);
	*equal = false;
	return !found || (compared && trace_truth(trace, compared, equal));
}

/* Whether an entry of a spec is what a tuple holds. */
static bool entry_equals(const struct entry *entry, const struct value *item)
{
	if (entry->kind == ENTRY_UNCONSTRAINED)
		return item->kind == VALUE_UNCONSTRAINED;
	if (entry->kind != ENTRY_AXES)
		return item->kind == VALUE_NONE;
	if (item->kind == VALUE_STRING)
		return entry->naxes == 1 && str_equal(entry->axes[0].name, item->string);
	if (item->kind != VALUE_TUPLE || entry->naxes == 1 || entry->naxes != item->list.count)
		return false;
	for (uint32_t i = 0; i < entry->naxes; i++)
		if (item->list.items[i]->kind != VALUE_STRING ||
		    !str_equal(entry->axes[i].name, item->list.items[i]->string))
			return false;
	return true;
}

/* JAX: partition_spec.py __eq__. */
static bool spec_equals(const struct partition_spec *spec, const struct value *tuple)
{
	if (spec->nunreduced || spec->nreduced || spec->nentries != tuple->list.count)
		return false;
	for (uint32_t i = 0; i < spec->nentries; i++)
		if (!entry_equals(&spec->entries[i], tuple->list.items[i]))
			return false;
	return true;
}

bool values_equal(struct trace *trace, const struct value *a, const struct value *b, bool *equal)
{
	*equal = a == b && a->kind != VALUE_UNKNOWN;
	if (*equal || !work_left(trace))
		return *equal;
	bool reversed = a->kind == VALUE_TUPLE;
	const struct value *spec = reversed ? b : a, *tuple = reversed ? a : b;
	if (spec->kind == VALUE_SPEC && tuple->kind == VALUE_TUPLE &&
	    op_has(&trace->op, JAX_SPEC_EQUALS_TUPLE)) {
		*equal = spec_equals(spec->spec, tuple);
		return true;
	}
	if (!may_compare_itself(a) && !may_compare_itself(b)) {
		*equal = value_equal(a, b);
		return true;
	}
	charge_value(trace, a);
	charge_value(trace, b);
	if (value_items(a) && a->kind == b->kind && !class_of(a) && !class_of(b))
		return lists_equal(trace, &a->list, &b->list, equal);
	if (a->kind == VALUE_SET && b->kind == VALUE_SET)
		return sets_equal(trace, a, b, equal);
	if (a->kind == VALUE_DICT && b->kind == VALUE_DICT)
		return dicts_equal(trace, a, b, equal);
	if (class_of(a) || class_of(b))
		return objects_equal(trace, a, b, equal);
	*equal = false;
	return true;
}

/* Whether it is an object that nothing but itself is the same key as: its class has for __hash__
 * what tells objects apart, as that of tensors has. */
static bool is_itself(const struct value *value)
{
	const struct value *hash =
	    value->kind == VALUE_OBJECT ? class_find(value->object.class, STR("__hash__")) : NULL;
	return hash && hash->kind == VALUE_BUILTIN;
}

/* Whether the hashes that the classes of the values give are known to differ. */
static bool hashes_differ(struct trace *trace, const struct value *a, const struct value *b)
{
	const struct value *both[] = {a, b}, *hashes[2];
	if (is_itself(a) && is_itself(b))
		return a != b;
	for (int i = 0; i < 2; i++) {
		bool found = false;
		hashes[i] = class_of(both[i])
		                ? call_method(trace, both[i], "__hash__", NULL, 0, nowhere, &found)
		                : NULL;
		if (!found || !hashes[i] || hashes[i]->kind != VALUE_INT)
			return false;
	}
	return hashes[0]->integer != hashes[1]->integer;
}

const struct value *held_item(struct trace *trace, const struct value *container,
                              const struct value *item)
{
	bool hashed = container->kind == VALUE_DICT || container->kind == VALUE_SET;
	bool own = may_compare_itself(item);
	uint32_t count =
	    container->kind == VALUE_DICT ? container->dict.count : container->list.count;
	for (uint32_t i = 0; i < count; i++) {
		const struct value *held = container->kind == VALUE_DICT
		                               ? container->dict.pairs[i].key
		                               : container->list.items[i];
		bool equal;
		if (held == item)
			return item;
		if (!own && (held->kind < VALUE_TUPLE || !may_compare_itself(held)))
			continue;
		if (hashed && hashes_differ(trace, held, item))
			continue;
		if (!values_equal(trace, held, item, &equal))
			return trace->op.error.raised ? NULL
			                              : trace_unknown(trace, "%s",
			                                              "whether two objects are "
			                                              "equal is not known");
		if (equal)
			return held;
		if (trace->op.error.raised)
			return NULL;
	}
	return item;
}

const struct value *hashed_item(struct trace *trace, const struct value *container,
                                const struct value *item)
{
	if (!require_hashable(trace, item))
		return NULL;
	item = value_as_key(trace, item);
	return value_has_unknown(item) ? item : held_item(trace, container, item);
}
