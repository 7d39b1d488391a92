/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on Python's own values: numbers, texts, tuples, lists, sets and dicts. */
#include "trace/convert/advance.h"
#include "trace/convert/held_value.h"
#include "trace/convert/iterate.h"
#include "trace/convert/python_number.h"
#include "trace/convert/sequence.h"
#include "trace/value/class.h"
#include "trace/convert/tracer.h"
#include "trace/convert/wide_integer.h"
#include "trace/eval/equality.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/object.h"
#include "trace/module/library_call.h"
#include "trace/state/failure.h"
#include "trace/state/trace.h"
#include "trace/state/work.h"
#include "trace/value/dict_view.h"

#include <assert.h>
#include <math.h>

static bool is_number(const struct value *value)
{
	return is_real_number(value) || value->kind == VALUE_COMPLEX;
}

static bool is_sequence(const struct value *value)
{
	return (value->kind == VALUE_TUPLE || value->kind == VALUE_LIST ||
	        value->kind == VALUE_STRING) &&
	       !value->view;
}

static const struct value *concatenate(struct trace *trace, const struct value *left,
                                       const struct value *right)
{
	struct arena *arena = trace->op.arena;
	if (left->kind != right->kind || right->view)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("can only concatenate {} (not \"{}\") to {}",
		                         value_class_name(left), value_class_name(right),
		                         value_class_name(left)));
	if (left->kind == VALUE_STRING && left->string.len + right->string.len > MAX_TEXT)
		return trace_unknown(trace, "a text of more than %d bytes", MAX_TEXT);
	if (left->kind == VALUE_STRING)
		return value_string(arena, str_format(arena, "%.*s%.*s", STR_ARG(left->string),
		                                      STR_ARG(right->string)));
	uint32_t count = left->list.count + right->list.count;
	if (count > MAX_ITEMS)
		return trace_unknown(trace, "a sequence of more than %d items", MAX_ITEMS);
	charge_items(trace, count);
	const struct value **items = arena_new(arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = i < left->list.count ? left->list.items[i]
		                                : right->list.items[i - left->list.count];
	return value_sequence(arena, left->kind, items, count);
}

static const struct value *repeat(struct trace *trace, const struct value *sequence,
                                  const struct value *times)
{
	struct arena *arena = trace->op.arena;
	int64_t count, length = sequence->kind == VALUE_STRING ? (int64_t)sequence->string.len
	                                                       : sequence->list.count;
	if (!index_integer(times, &count))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("can't multiply sequence by non-int of type '{}'",
		                         value_class_name(times)));
	count = count < 0 ? 0 : count;
	int64_t most = sequence->kind == VALUE_STRING ? MAX_TEXT : MAX_ITEMS;
	if (count > most || !checked_multiply(&count, count, length) || count > most)
		return trace_unknown(trace, "a sequence of more than %d items", (int)most);
	if (sequence->kind == VALUE_STRING) {
		struct buf text = op_buf(&trace->op);
		for (int64_t i = 0; i < count; i++)
			buf_putc(&text, sequence->string.s[i % length]);
		return value_string(arena, buf_str(&text));
	}
	const struct value **items = arena_new(arena, const struct value *, (size_t)count);
	for (int64_t i = 0; i < count; i++)
		items[i] = sequence->list.items[i % length];
	return value_sequence(arena, sequence->kind, items, (uint32_t)count);
}

static bool list_contains(const struct value_list *list, const struct value *item)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (value_equal(list->items[i], item))
			return true;
	return false;
}

/* | & - ^ of two sets. */
static const struct value *set_binary(struct trace *trace, enum operation operation,
                                      const struct value *left, const struct value *right)
{
	assert(left->kind == VALUE_SET && right->kind == VALUE_SET);
	uint32_t count = 0, room = left->list.count + right->list.count;
	charge_items(trace, 8 * (uint64_t)left->list.count * right->list.count);
	if (!work_left(trace))
		return &value_unknown;
	const struct value **items = arena_new(trace->op.arena, const struct value *, room);
	for (uint32_t i = 0; i < left->list.count; i++) {
		const struct value *item = held_item(trace, right, left->list.items[i]);
		bool both = item && list_contains(&right->list, item);
		if (!item)
			return failed_or_unknown(trace);
		if (operation == OPERATION_BIT_OR || both == (operation == OPERATION_BIT_AND))
			items[count++] = left->list.items[i];
	}
	for (uint32_t i = 0; i < right->list.count; i++) {
		const struct value *item = held_item(trace, left, right->list.items[i]);
		bool both = item && list_contains(&left->list, item);
		if (!item)
			return failed_or_unknown(trace);
		if (!both && (operation == OPERATION_BIT_OR || operation == OPERATION_BIT_XOR))
			items[count++] = right->list.items[i];
	}
	const struct value *made = value_sequence(trace->op.arena, VALUE_SET, items, count);
	return left->frozen ? value_frozen(trace->op.arena, made) : made;
}

static const struct value *merge_dicts(struct trace *trace, const struct value *left,
                                       const struct value *right)
{
	assert(left->kind == VALUE_DICT && right->kind == VALUE_DICT);
	struct value *dict = dict_copy(trace, left);
	for (uint32_t i = 0; i < right->dict.count; i++) {
		const struct value *key = held_item(trace, dict, right->dict.pairs[i].key);
		if (!key)
			return failed_or_unknown(trace);
		dict_set(trace, dict, key, right->dict.pairs[i].value);
	}
	return dict;
}

/* Of a class that the library may know operators of: PartitionSpec and its like. */
static bool has_own_operators(const struct value *value)
{
	return value->kind > VALUE_ARRAY && value->kind != VALUE_FUNCTION &&
	       value->kind != VALUE_BUILTIN && value->kind != VALUE_METHOD &&
	       value->kind != VALUE_MODULE && value->kind != VALUE_UNCONSTRAINED;
}

/* left + right of a class whose methods the library has; *found tells whether one of them is. */
static const struct value *object_sum(struct trace *trace, const struct value *left,
                                      const struct value *right, bool *found)
{
	const struct span nowhere = {0, 0};
	*found = false;
	if (!has_own_operators(left) && !has_own_operators(right))
		return NULL;
	const struct value *sum = call_method(trace, left, "__add__", &right, 1, nowhere, found);
	return *found ? sum : call_method(trace, right, "__radd__", &left, 1, nowhere, found);
}

/* Whether `|` makes a union of types of the value and another. */
static bool is_class(const struct value *value)
{
	return value->kind == VALUE_BUILTIN || value->kind == VALUE_DTYPE ||
	       value->kind == VALUE_CLASS || value_is_union(value);
}

/* jax.Array | None: what isinstance takes as it takes a tuple. */
static const struct value *class_union(struct trace *trace, const struct value *left,
                                       const struct value *right)
{
	static const char *const names[] = {"", ""};
	static const struct tuple_names named = {"UnionType", names, NULL};
	const struct value **both = arena_new(trace->op.arena, const struct value *, 2);
	both[0] = left;
	both[1] = right;
	return value_named_tuple(trace->op.arena, &named, both, 2);
}

/* Whether it is of the keys or the items of a dict, which are a set to operators. */
static bool is_set_view(const struct value *value)
{
	return value->view && value->view->part != DICT_VALUES;
}

/* The set of what is gone through; NULL when that fails. */
static const struct value *set_from(struct trace *trace, const struct value *value)
{
	struct value_list items;
	return trace_iterate(trace, value, &items) ? set_of(trace, items.items, items.count) : NULL;
}

/* An operation of which a view of a dict is an operand. */
static const struct value *view_binary(struct trace *trace, enum operation operation,
                                       const struct value *left, const struct value *right)
{
	const struct value *a = set_from(trace, left), *b = a ? set_from(trace, right) : NULL;
	if (!b || a->kind != VALUE_SET || b->kind != VALUE_SET)
		return failed_or_unknown(trace);
	return set_binary(trace, operation, a, b);
}

const struct value *python_binary(struct trace *trace, enum operation operation,
                                  const struct value *left, const struct value *right)
{
	if (is_number(left) && is_number(right))
		return number_binary(trace, operation, left, right);
	bool found = false;
	const struct value *sum =
	    operation == OPERATION_ADD ? object_sum(trace, left, right, &found) : NULL;
	if (found)
		return sum;
	if (operation == OPERATION_ADD && is_sequence(left))
		return concatenate(trace, left, right);
	if (operation == OPERATION_MULTIPLY && is_sequence(left))
		return repeat(trace, left, right);
	if (operation == OPERATION_MULTIPLY && is_sequence(right) && left->kind != VALUE_SCALAR)
		return repeat(trace, right, left);
	bool of_sets = operation == OPERATION_BIT_OR || operation == OPERATION_BIT_AND ||
	               operation == OPERATION_BIT_XOR || operation == OPERATION_SUBTRACT;
	if (left->kind == VALUE_SET && right->kind == VALUE_SET && of_sets)
		return set_binary(trace, operation, left, right);
	if (of_sets && (is_set_view(left) || is_set_view(right)))
		return view_binary(trace, operation, left, right);
	if (left->kind == VALUE_DICT && right->kind == VALUE_DICT && operation == OPERATION_BIT_OR)
		return merge_dicts(trace, left, right);
	if (operation == OPERATION_BIT_OR && (is_class(left) || is_class(right)))
		return class_union(trace, left, right);
	if (left->kind == VALUE_STRING && operation == OPERATION_MODULO)
		return percent_format(trace, left->string, right);
	if (has_own_operators(left) || has_own_operators(right) || left->kind == VALUE_SCALAR ||
	    right->kind == VALUE_SCALAR)
		return trace_unknown(trace, "'%.*s' between a %s and a %s is not known",
		                     STR_ARG(operation_text(operation)), value_class_name(left),
		                     value_class_name(right));
	return operands_refused(trace, operation, left, right);
}

/* The order of two values: *order is negative, 0 or positive. False when they have none. */
static bool value_order(const struct value *left, const struct value *right, int *order)
{
	int64_t x, y;
	if (is_integer(left, &x) && is_integer(right, &y)) {
		*order = x < y ? -1 : x > y;
	} else if (is_real_number(left) && is_real_number(right)) {
		*order = as_float(left) < as_float(right) ? -1 : as_float(left) > as_float(right);
	} else if (left->kind == VALUE_STRING && right->kind == VALUE_STRING) {
		*order = str_compare(left->string, right->string);
	} else if (value_items(left) && left->kind == right->kind) {
		uint32_t count = left->list.count;
		for (uint32_t i = 0; i < count && i < right->list.count; i++)
			if (!value_equal(left->list.items[i], right->list.items[i]))
				return value_order(left->list.items[i], right->list.items[i],
				                   order);
		*order = count < right->list.count ? -1 : count > right->list.count;
	} else {
		return false;
	}
	return true;
}

bool records_compared(const struct value *left, const struct value *right)
{
	return (left->kind == VALUE_RECORD && right->kind >= VALUE_FUNCTION) ||
	       (right->kind == VALUE_RECORD && left->kind >= VALUE_FUNCTION);
}

/* Whether all of a set is in another, which has more besides when it is to be a proper one. */
static bool is_subset(struct trace *trace, const struct value *part, const struct value *whole,
                      bool proper)
{
	assert(part->kind == VALUE_SET && whole->kind == VALUE_SET);
	charge_items(trace, (uint64_t)part->list.count * whole->list.count);
	for (uint32_t i = 0; work_left(trace) && i < part->list.count; i++)
		if (!list_contains(&whole->list, part->list.items[i]))
			return false;
	return !proper || part->list.count < whole->list.count;
}

const struct value *python_compare(struct trace *trace, enum operation operation,
                                   const struct value *left, const struct value *right)
{
	int order;
	charge_value(trace, left);
	if (value_has_unknown(left) || value_has_unknown(right))
		return &value_unknown;
	if (left->kind == VALUE_SCALAR || right->kind == VALUE_SCALAR)
		return trace_unknown(trace, "comparing a %s with a %s is not known",
		                     value_class_name(left), value_class_name(right));
	bool equality = operation == OPERATION_EQUAL || operation == OPERATION_NOT_EQUAL;
	if (equality && left->kind != right->kind && records_compared(left, right))
		return trace_unknown(trace, "whether these are equal is not known");
	bool equal, both = (is_set_view(left) || left->kind == VALUE_SET) &&
	                   (is_set_view(right) || right->kind == VALUE_SET);
	if (both && (left->view || right->view)) {
		left = set_from(trace, left);
		right = left ? set_from(trace, right) : NULL;
		return right ? python_compare(trace, operation, left, right)
		             : failed_or_unknown(trace);
	}
	if (equality && (left->view || right->view))
		return value_bool((left == right) == (operation == OPERATION_EQUAL));
	if (equality && value_equal_unknown(left, right))
		return &value_unknown;
	if (equality && !values_equal(trace, left, right, &equal))
		return failed_or_unknown(trace);
	if (equality && left == right && left->kind == VALUE_FLOAT && isnan(left->real))
		equal = false;
	if (equality)
		return value_bool(equal == (operation == OPERATION_EQUAL));
	if (value_order(left, right, &order))
		return value_bool(operation_holds(operation, order));
	if (left->kind == VALUE_SET && right->kind == VALUE_SET)
		return value_bool(
		    operation == OPERATION_LESS || operation == OPERATION_LESS_EQUAL
			? is_subset(trace, left, right, operation == OPERATION_LESS)
			: is_subset(trace, right, left, operation == OPERATION_GREATER));
	if (value_holds_array(left) || value_holds_array(right) ||
	    (value_items(left) && left->kind == right->kind))
		return trace_unknown(trace, "an order of values that hold others");
	if (left->kind == VALUE_OBJECT || right->kind == VALUE_OBJECT)
		return trace_unknown(trace, "an order of objects");
	struct str sign = operation_text(operation);
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("'{}' not supported between instances of '{}' and '{}'", sign,
	                         value_class_name(left), value_class_name(right)));
}

const struct value *python_unary(struct trace *trace, enum operation operation,
                                 const struct value *operand)
{
	int64_t integer;
	if (operation == OPERATION_INVERT && is_integer(operand, &integer))
		return value_int(trace->op.arena, ~integer);
	if (operation != OPERATION_INVERT && operand->kind == VALUE_COMPLEX)
		return operation == OPERATION_PLUS
		           ? operand
		           : value_complex(trace->op.arena, -operand->complex.real,
		                           -operand->complex.imaginary);
	if (operation != OPERATION_INVERT && operand->kind == VALUE_FLOAT)
		return value_float(trace->op.arena,
		                   operation == OPERATION_NEGATE ? -operand->real : operand->real);
	if (operation == OPERATION_PLUS && is_integer(operand, &integer))
		return value_int(trace->op.arena, integer);
	if (operation == OPERATION_NEGATE && is_integer(operand, &integer))
		return integer == INT64_MIN ? wide_result(trace, OPERATION_SUBTRACT, 0, integer)
		                            : value_int(trace->op.arena, -integer);
	const char *sign = operation == OPERATION_INVERT ? "~"
	                   : operation == OPERATION_PLUS ? "+"
	                                                 : "-";
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("bad operand type for unary {}: '{}'", sign, value_class_name(operand)));
}

static bool is_number_item(const struct value *item)
{
	return is_real_number(item) || item->kind == VALUE_SCALAR;
}

/* item in array: whether any element is equal, which is not known while JAX traces. */
static const struct value *array_contains(struct trace *trace, const struct value *container,
                                          const struct value *item)
{
	const struct array *array = container->array;
	const union element *held = array_is_traced(trace, array) ? NULL : array_elements(array);
	int64_t count = held && is_number_item(item) ? held_count(&array->type) : -1;
	for (int64_t i = 0; i < count; i++) {
		const struct value *number =
		    element_value(trace->op.arena, array_held_dtype(array), held[i]);
		if (number && value_equal(number, item))
			return &value_true;
	}
	if (count >= 0)
		return &value_false;
	bool scalar = item->kind == VALUE_ARRAY ? item->array->type.rank == 0
	                                        : item->kind == VALUE_SCALAR || is_number(item);
	if (!scalar || container->array->type.rank != 1)
		return trace_unknown(trace, "'in' of an array is not known for a %s",
		                     value_class_name(item));
	const struct array *any = array_scalar(&trace->op, dtype_named(STR("bool")), false);
	return array_truth(trace, any) ? container : failed_or_unknown(trace);
}

/* Whether a dict whose keys are texts and integers has a text among them: 1, 0, or -1 where it is
 * another or has others. */
static int has_text(const struct value *dict, const struct value *item)
{
	if (dict->kind != VALUE_DICT || item->kind != VALUE_STRING)
		return -1;
	for (uint32_t i = 0; i < dict->dict.count; i++) {
		const struct value *key = dict->dict.pairs[i].key;
		if (key->kind != VALUE_STRING && key->kind != VALUE_INT)
			return -1;
		if (value_equal(key, item))
			return 1;
	}
	return 0;
}

static const struct value *text_contains(struct trace *trace, const struct value *text,
                                         const struct value *item)
{
	if (item->kind != VALUE_STRING)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("'in <string>' requires string as left operand, not {}",
		                         value_class_name(item)));
	charge_value(trace, text);
	return value_bool(item->string.len == 0 || str_contains(text->string, item->string));
}

/* Whether Python goes through nothing to find an item in it. */
static bool has_no_items(const struct value *container)
{
	bool object = container->kind == VALUE_OBJECT && !is_lazy(container) &&
	              mapping_items(container) == container &&
	              !class_find(class_of(container), STR("__getitem__"));
	return object || is_real_number(container) || container->kind == VALUE_NONE;
}

/* Behind a comparison that has failed, unless an item before may be the one. */
static const struct value *among_failed(struct trace *trace, const struct value *choice,
                                        const struct value *compared)
{
	if (choice == &value_false)
		return compared ? failed_or_unknown(trace) : NULL;
	trace->op.error = (struct op_error){0};
	return trace_unknown(trace, "whether 'in' finds an item before one that fails");
}

/* Whether one of the items is the array or equals it: a truth that is foreign where only a run
 * would tell. */
static const struct value *array_among(struct trace *trace, const struct value_list *items,
                                       const struct value *array, struct span at)
{
	const struct value *choice = &value_false;
	for (uint32_t i = 0; i < items->count; i++) {
		if (items->items[i] == array)
			return &value_true;
		const struct value *compared =
		    operate_binary(trace, OPERATION_EQUAL, items->items[i], array, at);
		bool equal = false;
		compared = compared ? value_as_choice(trace, compared) : NULL;
		if (compared && value_is_foreign(compared))
			choice = compared;
		else if (!compared || !trace_truth(trace, compared, &equal))
			return among_failed(trace, choice, compared);
		else if (equal)
			return &value_true;
	}
	return choice;
}

/* Whether one of the items is the item; a dict and a set look for it by its hash. */
static const struct value *items_contain(struct trace *trace, const struct value *container,
                                         const struct value *item, struct span at)
{
	struct value_list items;
	bool hashes = container->kind == VALUE_DICT || container->kind == VALUE_SET;
	bool perhaps = false;
	charge_items(trace, value_weight_seen(container, &perhaps) - 1);
	if (value_has_unknown(item) || (perhaps && value_has_unknown(container)))
		return &value_unknown;
	if (hashes && !require_hashable(trace, item))
		return NULL;
	if (!trace_iterate(trace, container, &items))
		return failed_or_unknown(trace);
	const struct value *among =
	    item->kind == VALUE_ARRAY ? array_among(trace, &items, item, at) : &value_false;
	if (among != &value_false)
		return among;
	struct value list = {.kind = VALUE_LIST, .list = items};
	const struct value *held = held_item(trace, hashes ? container : &list, item);
	if (!held)
		return failed_or_unknown(trace);
	if (item->kind == VALUE_ARRAY || list_contains(&items, held))
		return value_bool(item->kind != VALUE_ARRAY);
	for (uint32_t i = 0; i < items.count; i++)
		if (records_compared(item, items.items[i]) ||
		    value_equal_unknown(item, items.items[i]))
			return &value_unknown;
	return &value_false;
}

/* Whether flags have all those of the item. CPython: enum.py Flag.__contains__. */
static const struct value *flag_contains(struct trace *trace, const struct value *flags,
                                         const struct value *item)
{
	if (item->kind == VALUE_UNKNOWN)
		return &value_unknown;
	if (!class_of(item) || !class_derives(class_of(item), class_of(flags)))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("unsupported operand type(s) for 'in': '{}' and '{}'",
		                         value_class_name(item), value_class_name(flags)));
	if (!enum_is_flag(item))
		return trace_unknown(trace, "a flag whose bits are not known");
	int64_t bits = enum_value(item)->integer;
	return value_bool((bits & enum_value(flags)->integer) == bits);
}

const struct value *python_contains(struct trace *trace, const struct value *container,
                                    const struct value *item, struct span at)
{
	bool found = false;
	int has = has_text(container, item);
	if (has >= 0)
		return value_bool(has);
	const struct value *own =
	    class_of(container)
		? call_method(trace, container, "__contains__", &item, 1, at, &found)
		: NULL;
	if (found)
		return own;
	if (enum_plain(container)->kind == VALUE_STRING)
		return text_contains(trace, enum_plain(container), enum_plain(item));
	if (enum_is_flag(container))
		return flag_contains(trace, container, item);
	if (enum_value(container) && enum_value(container)->kind == VALUE_UNKNOWN)
		return &value_unknown;
	if (has_no_items(container))
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("argument of type '{}' is not iterable", value_class_name(container)));
	if (container->kind == VALUE_ARRAY)
		return array_contains(trace, container, item);
	return items_contain(trace, container, item, at);
}
