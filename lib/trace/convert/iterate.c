/* SPDX-License-Identifier: Apache-2.0 */
/* Going through values, their truth, and changing them. */
#include "trace/convert/iterate.h"

#include <assert.h>
#include "base/utf8.h"
#include "trace/convert/advance.h"
#include "trace/convert/held_value.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/sequence.h"
#include "trace/convert/tracer.h"
#include "trace/module/enumeration.h"
#include "trace/module/library_call.h"
#include "trace/module/module.h"
#include "trace/state/failure.h"
#include "trace/state/work.h"
#include "op/core/dtype_class.h"
#include "op/shape/shape.h"
#include "trace/value/class.h"
#include "trace/value/dict_view.h"

enum { MAX_TAKEN = 100000 };

static bool range_items(struct trace *trace, const struct value *range, struct value_list *items)
{
	assert(range->kind == VALUE_RANGE);
	int64_t length = range_length(range);
	if (length > MAX_ITEMS)
		return op_unknown(&trace->op, "a range of more than %d integers", MAX_ITEMS);
	charge_items(trace, (uint64_t)length);
	const struct value **values =
	    arena_new(trace->op.arena, const struct value *, (size_t)length);
	for (int64_t i = 0; i < length; i++)
		values[i] = value_int(trace->op.arena, range->range.start + i * range->range.step);
	*items = (struct value_list){values, (uint32_t)length};
	return true;
}

/* The characters of a text. */
static bool string_items(struct trace *trace, struct str text, struct value_list *items)
{
	const struct value **values = arena_new(trace->op.arena, const struct value *, text.len);
	uint32_t count = 0;
	charge_items(trace, text.len);
	for (size_t at = 0, size; at < text.len; at += size) {
		bool valid;
		utf8_decode(str_slice(text, at, text.len), &size, &valid);
		values[count++] = value_string(trace->op.arena, str_slice(text, at, at + size));
	}
	*items = (struct value_list){values, count};
	return true;
}

/* The keys of a dict, or else its values. */
static bool dict_items(struct trace *trace, const struct value *dict, bool keys,
                       struct value_list *items)
{
	assert(dict->kind == VALUE_DICT);
	const struct value **values =
	    arena_new(trace->op.arena, const struct value *, dict->dict.count);
	for (uint32_t i = 0; i < dict->dict.count; i++)
		values[i] = keys ? dict->dict.pairs[i].key : dict->dict.pairs[i].value;
	*items = (struct value_list){values, dict->dict.count};
	return true;
}

/* The elements of an array of NumPy, whose first dimension is one that can be gone through. */
static void numpy_items(struct trace *trace, const struct array *array, struct value_list *items)
{
	const struct array_type *type = &array->type;
	uint32_t count = (uint32_t)type->shape[0];
	const struct value **values = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		values[i] = numpy_array(trace, array->host, type->shape + 1, type->rank - 1);
		hold_part(array, i, values[i]->array);
		values[i] = numpy_scalar_of(trace, values[i]);
	}
	*items = (struct value_list){values, count};
}

/* The elements of an array whose parts are on several devices: each comes by way of the host.
 * JAX: array.py ArrayImpl.__iter__. */
static void gathered_items(struct trace *trace, const struct array *array, struct value_list *items)
{
	const struct array_type *type = &array->type;
	struct array_type item =
	    type_plain(trace->op.arena, type->dtype, type->shape + 1, type->rank - 1);
	uint32_t count = (uint32_t)type->shape[0];
	const struct array **elements = arena_new(trace->op.arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++)
		elements[i] = array_new(&trace->op, &item);
	*items = trace_arrays(trace, VALUE_LIST, elements, count)->list;
}

/* The elements of an array along its first dimension. JAX: lax.py _iter. */
static bool array_items(struct trace *trace, const struct array *array, struct value_list *items)
{
	const struct array_type *type = &array->type;
	if (type->rank == 0)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("iteration over a 0-d array"));
	int64_t length = type->shape[0];
	if (length > MAX_ELEMENTS)
		return op_unknown(&trace->op,
		                  "an array of more than %d elements is not gone through",
		                  MAX_ELEMENTS);
	trace->work.steps += (uint32_t)length;
	const struct array **elements =
	    arena_new(trace->op.arena, const struct array *, (size_t)length);
	if (array->host) {
		numpy_items(trace, array, items);
		return true;
	}
	if (!type_is_whole(type) && !array_is_opaque(trace, array)) {
		gathered_items(trace, array, items);
		return true;
	}
	bool whole = op_has(&trace->op, JAX_ITERATES_BY_UNSTACK);
	if (whole && !lax_unstack(&trace->op, array, 0, elements))
		return false;
	for (int64_t i = 0; !whole && i < length; i++) {
		elements[i] = array_item(trace, array, i);
		if (!elements[i])
			return false;
	}
	*items = trace_arrays(trace, VALUE_LIST, elements, (uint32_t)length)->list;
	return true;
}

/* The members of an enumeration, without other names of them. */
static void members_of(struct trace *trace, const struct value *class, struct value_list *items)
{
	assert(class->kind == VALUE_CLASS && class->class->members);
	const struct value *members = class->class->members;
	const struct value **found =
	    arena_new(trace->op.arena, const struct value *, members->dict.count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < members->dict.count; i++) {
		const struct value *member = members->dict.pairs[i].value;
		const struct value *name = dict_get_text(member->object.fields, STR("name"));
		int64_t bits = enum_is_flag(member) ? enum_value(member)->integer : 1;
		if (name && value_equal(name, members->dict.pairs[i].key) && bits &&
		    !(bits & (bits - 1)))
			found[count++] = member;
	}
	*items = (struct value_list){found, count};
}

/* Takes what an iterator gives until its end. */
static bool take_all(struct trace *trace, const struct value *iterator, struct value_list *items)
{
	const struct value **taken = NULL;
	size_t room = 0;
	uint32_t count = 0;
	for (;;) {
		const struct value *item = advance(trace, iterator);
		if (!item && (trace->op.error.raised || trace->op.error.unknown))
			return false;
		if (!item)
			break;
		bool lost = iterator->kind == VALUE_ITERATOR && iterator->iterator->lost;
		bool tried = item->kind == VALUE_UNKNOWN && trace->trial.running;
		if (lost || tried || !work_left(trace) || count == MAX_TAKEN)
			return false;
		arena_push(trace->op.arena, taken, count, room, item);
	}
	*items = (struct value_list){taken, count};
	return true;
}

/* The name of the class of what goes through such a value. */
static const char *iterator_class(struct trace *trace, const struct value *value)
{
	if (value->kind == VALUE_LIST && !value->view)
		return "list_iterator";
	if (value->kind == VALUE_TUPLE && !value->named)
		return "tuple_iterator";
	return str_format(trace->op.arena, "%s_iterator", value_class_name(value)).s;
}

const struct value *iterator_of(struct trace *trace, const struct value *value)
{
	struct value_list items;
	bool found;
	if (value->kind == VALUE_ITERATOR)
		return value;
	if (class_of(value) && value->kind == VALUE_OBJECT) {
		const struct value *own =
		    call_method(trace, value, "__iter__", NULL, 0, (struct span){0, 0}, &found);
		if (found)
			return own && own != value ? iterator_of(trace, own) : own;
		if (class_find(class_of(value), STR("__next__")))
			return value;
	}
	bool counts = value->kind == VALUE_RANGE; /* one number after the other: it may be long */
	if (counts)
		items = (struct value_list){NULL, 0};
	else if (!trace_iterate(trace, value, &items))
		return NULL;
	const struct value *iterator =
	    value_iterator(trace->op.arena, iterator_class(trace, value), &items);
	iterator->iterator->trial = trace->trial.running ? trace->trial.count : 0;
	if (counts || value->kind == VALUE_LIST || value->kind == VALUE_DICT ||
	    value->kind == VALUE_SET)
		iterator->iterator->source = value->view ? value->view->dict : value;
	return iterator;
}

/* Objects of the program, by __iter__ and __next__. */
static bool own_items(struct trace *trace, const struct value *value, struct value_list *items)
{
	bool by_index = !is_lazy(value) && class_find(class_of(value), STR("__getitem__"));
	if (!is_lazy(value) && !by_index)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("'{}' object is not iterable", value_class_name(value)));
	const struct value *iterator =
	    by_index ? library_call(trace, "<lazily>", "by_index", &value, 1, (struct span){0, 0})
		     : iterator_of(trace, value);
	return iterator && iterator->kind != VALUE_UNKNOWN && take_all(trace, iterator, items);
}

/* The flags that a member has. CPython: enum.py Flag.__iter__. */
static bool flags_in(struct trace *trace, const struct value *flag, struct value_list *items)
{
	struct value_list members;
	members_of(trace, flag->object.class, &members);
	const struct value **found =
	    arena_new(trace->op.arena, const struct value *, (size_t)members.count + 1);
	*items = (struct value_list){found, 0};
	for (uint32_t i = 0; i < members.count; i++) {
		if (!enum_is_flag(members.items[i]))
			return op_unknown(&trace->op, "flags whose bits are not known");
		if (enum_value(members.items[i])->integer & enum_value(flag)->integer)
			found[items->count++] = members.items[i];
	}
	return true;
}

/* Objects of which the library knows how they are gone through. */
static bool object_items(struct trace *trace, const struct value *value, struct value_list *items)
{
	bool found;
	const struct value *members = library_members(trace, value);
	if (value->kind == VALUE_CLASS && value->class->form == CLASS_ENUM) {
		members_of(trace, value, items);
		return true;
	}
	if (members)
		return dict_items(trace, members, false, items);
	if (enum_is_flag(value) && !is_lazy(value))
		return flags_in(trace, value, items);
	if (class_of(value))
		return own_items(trace, value, items);
	const struct value *list =
	    call_method(trace, value, "__iter__", NULL, 0, (struct span){0, 0}, &found);
	if (found && list && value_items(list)) {
		*items = *value_items(list);
		return true;
	}
	if (found)
		return false;
	if (value->kind >= VALUE_ARRAY && value->kind != VALUE_FUNCTION &&
	    value->kind != VALUE_BUILTIN && value->kind != VALUE_METHOD)
		return op_unknown(&trace->op, "going through a %s is not known",
		                  value_class_name(value));
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("'{}' object is not iterable", value_class_name(value)));
}

bool trace_iterate(struct trace *trace, const struct value *value, struct value_list *items)
{
	switch (value->kind) {
	case VALUE_UNKNOWN:
		return value_is_foreign(value) &&
		       op_unknown(&trace->op, "what a loop over %.*s gives is not known",
		                  STR_ARG(value->string));
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_SET:
		charge_items(trace, value->list.count);
		*items = value->list;
		return true;
	case VALUE_DICT:
		return dict_items(trace, value, true, items);
	case VALUE_RANGE:
		return range_items(trace, value, items);
	case VALUE_STRING:
		return string_items(trace, value->string, items);
	case VALUE_ARRAY:
		return array_items(trace, value->array, items);
	case VALUE_ITERATOR:
		return take_all(trace, value, items);
	default:
		return object_items(trace, value, items);
	}
}

bool trace_iterate_at(struct trace *trace, const struct value *value, const struct expression *at,
                      struct value_list *items)
{
	if (value_items(value))
		return trace_iterate(trace, value, items);
	const struct span place = call_span(trace, at), *around = trace->waiting_at;
	trace->waiting_at = &place;
	bool iterated = trace_iterate(trace, value, items);
	trace->waiting_at = around;
	return iterated;
}

bool trace_truth(struct trace *trace, const struct value *value, bool *truth)
{
	bool found;
	int known = value_truth(value);
	*truth = known > 0;
	if (value->kind == VALUE_OBJECT) {
		const struct span nowhere = {0, 0};
		const struct value *own =
		    call_method(trace, value, "__bool__", NULL, 0, nowhere, &found);
		if (!found)
			own = call_method(trace, value, "__len__", NULL, 0, nowhere, &found);
		if (found)
			return own && trace_truth(trace, own, truth);
		bool flag =
		    enum_is_flag(value) || (enum_value(value) && value->object.class->class->mixed);
		if (flag)
			return trace_truth(trace, enum_value(value), truth);
	}
	if (known >= 0)
		return true;
	if (held_truth(trace, value, truth))
		return true;
	if (value->kind == VALUE_ARRAY)
		return array_truth(trace, value->array);
	if (value_is_wide(value))
		return (*truth = true);
	if (is_foreign_module(trace, value))
		return (*truth = true);
	if (value_is_foreign(value))
		return op_unknown(&trace->op, "the truth of %.*s is not known",
		                  STR_ARG(value->string));
	if (value->kind == VALUE_UNKNOWN)
		return false;
	return op_unknown(&trace->op, "the truth of a %s is not known", value_class_name(value));
}

/* Objects of a class that says when they are equal, and not what their hash is. */
static bool object_unhashable(const struct value *object)
{
	const struct class_value *class = object->object.class->class;
	for (uint32_t i = 0; i < class->norder; i++) {
		const struct class_value *one = class->order[i]->class;
		const struct value *hash = dict_get_text(one->names, STR("__hash__"));
		if (hash)
			return hash->kind == VALUE_NONE;
		if (one->form == CLASS_DATACLASS && !one->by_identity)
			return !one->is_frozen && !one->is_hashed;
		if (dict_get_text(one->names, STR("__eq__")))
			return true;
	}
	return false;
}

/* What of the value Python cannot hash, or NULL. */
static const struct value *unhashable(const struct value *value)
{
	const struct value *found = NULL;
	if (value->kind == VALUE_OBJECT)
		return object_unhashable(value) ? value : NULL;
	bool array =
	    value->kind == VALUE_ARRAY && !(value->array->host && !value->array->type.rank);
	if (value->kind == VALUE_LIST || value->kind == VALUE_DICT ||
	    (value->kind == VALUE_SET && !value->frozen) || array)
		return value;
	for (uint32_t i = 0; value->kind == VALUE_TUPLE && !found && i < value->list.count; i++)
		found = unhashable(value->list.items[i]);
	return found;
}

/* Raises that an array of NumPy, or one that exists, cannot be hashed. Which class a tracer is of
 * is not told. Always false. */
static bool refuse_array(struct trace *trace, const struct array *array)
{
	bool exists = !array_is_traced(trace, array) &&
	              dtype_class(array->type.dtype) != DTYPE_KEY &&
	              op_has(&trace->op, JAX_ARRAYS_OF_JAXLIB);
	if (!array->host && !exists)
		return op_unknown(&trace->op, "the hash of an array is not known");
	return refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("unhashable type: '{}'", array->host ? "numpy.ndarray" : "jaxlib._jax.ArrayImpl"),
	    WORDS("an array cannot be a key of a dict or an item of a set"));
}

bool require_hashable(struct trace *trace, const struct value *value)
{
	charge_value(trace, value);
	const struct value *found = value_too_large(value) ? NULL : unhashable(value);
	if (!found)
		return true;
	if (found->kind == VALUE_ARRAY)
		return refuse_array(trace, found->array);
	return refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("unhashable type: '{}'", value_class_name(found)),
	    WORDS("a {} cannot be a key of a dict or an item of a set", value_class_name(found)));
}

void list_append(struct trace *trace, struct value *list, const struct value *item)
{
	assert(list->kind == VALUE_LIST || list->kind == VALUE_SET);
	uint32_t count = list->list.count;
	const struct value **items;
	memcpy(&items, &list->list.items, sizeof items); /* made here, when there is room */
	if (count >= list->room) {
		list->room = 2 * count + 4;
		items = arena_new(trace->op.arena, const struct value *, list->room);
		if (count)
			memcpy(items, list->list.items, count * sizeof *items);
	}
	items[count] = item;
	list->list = (struct value_list){items, count + 1};
}

void dict_set(struct trace *trace, struct value *dict, const struct value *key,
              const struct value *value)
{
	assert(dict->kind == VALUE_DICT || dict->kind == VALUE_UNKNOWN);
	uint32_t count = dict->dict.count, at = 0;
	struct value_pair *pairs;
	if (dict->kind == VALUE_UNKNOWN)
		return;
	memcpy(&pairs, &dict->dict.pairs, sizeof pairs); /* made here, when there is room */
	charge_items(trace, count);
	while (at < count && !value_equal(dict->dict.pairs[at].key, key))
		at++;
	if (count >= dict->room) {
		dict->room = 2 * count + 4;
		pairs = arena_new(trace->op.arena, struct value_pair, dict->room);
		if (count)
			memcpy(pairs, dict->dict.pairs, count * sizeof *pairs);
	}
	pairs[at] = (struct value_pair){at < count ? pairs[at].key : key, value};
	dict->dict.pairs = pairs;
	dict->dict.count = at < count ? count : count + 1;
}

bool dict_remove(struct trace *trace, struct value *dict, const struct value *key)
{
	assert(dict->kind == VALUE_DICT);
	uint32_t count = dict->dict.count, kept = 0;
	struct value_pair *pairs = arena_new(trace->op.arena, struct value_pair, count);
	for (uint32_t i = 0; i < count; i++)
		if (!value_equal(dict->dict.pairs[i].key, key))
			pairs[kept++] = dict->dict.pairs[i];
	if (kept == count)
		return false;
	dict->dict.pairs = pairs;
	dict->dict.count = kept;
	dict->room = 0;
	return true;
}

struct value *dict_copy(struct trace *trace, const struct value *dict)
{
	assert(dict->kind == VALUE_DICT);
	struct value *copy = value_new(trace->op.arena, VALUE_DICT);
	copy->dict = dict->dict;
	value_changed(trace, dict)->room = 0; /* the first to change makes room of its own */
	return copy;
}
