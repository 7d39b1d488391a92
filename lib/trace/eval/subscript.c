/* SPDX-License-Identifier: Apache-2.0 */
/* object[index] */
#include "base/utf8.h"
#include "diag/suggest.h"

#include <assert.h>
#include "trace/convert/grown_list.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/iterate.h"
#include "trace/convert/sequence.h"
#include "trace/convert/tracer.h"
#include "trace/value/class.h"
#include "trace/eval/annotation.h"
#include "trace/eval/drawn_slice.h"
#include "trace/eval/equality.h"
#include "trace/eval/evaluate.h"
#include "trace/module/environment.h"
#include "trace/module/library_call.h"
#include "trace/module/enumeration.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"
#include "trace/state/work.h"

bool index_integer(const struct value *value, int64_t *integer)
{
	if (value->kind == VALUE_BOOL)
		*integer = value->boolean;
	else if (value->kind == VALUE_INT)
		*integer = value->integer;
	else if (value_is_integer(value))
		*integer = (int64_t)value->scalar.real;
	return value_is_integer(value);
}

/* A bound of a slice, cut to what there is: of `length` items, `low` to `high`. */
static bool slice_bound(struct trace *trace, const struct value *value, int64_t length, int64_t low,
                        int64_t high, int64_t missing, int64_t *bound)
{
	*bound = missing;
	if (value->kind == VALUE_NONE)
		return true;
	if (value->kind == VALUE_UNKNOWN)
		return false;
	if (value->kind == VALUE_ARRAY && !value_to_int(trace, value, bound))
		return false;
	if (value->kind != VALUE_ARRAY && !index_integer(value, bound))
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("slice indices must be integers or None or have an __index__ method"));
	if (*bound < 0)
		*bound += length;
	*bound = *bound < low ? low : *bound > high ? high : *bound;
	return true;
}

bool slice_range(struct trace *trace, const struct value *slice, int64_t length, int64_t *start,
                 int64_t *step, int64_t *count)
{
	assert(slice->kind == VALUE_SLICE && length >= 0);
	int64_t stop;
	*step = 1;
	if (slice->slice.step->kind == VALUE_UNKNOWN)
		return false;
	if (slice->slice.step->kind != VALUE_NONE && !index_integer(slice->slice.step, step))
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("slice indices must be integers or None or have an __index__ method"));
	if (*step == 0)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("slice step cannot be zero"));
	if (*step == INT64_MIN)
		*step = -INT64_MAX;
	int64_t low = *step > 0 ? 0 : -1, high = *step > 0 ? length : length - 1;
	if (!slice_bound(trace, slice->slice.start, length, low, high, *step > 0 ? low : high,
	                 start) ||
	    !slice_bound(trace, slice->slice.stop, length, low, high, *step > 0 ? high : low,
	                 &stop))
		return false;
	struct value range = {.kind = VALUE_RANGE, .range = {*start, stop, *step}};
	*count = range_length(&range);
	return true;
}

static const struct value *index_out_of_range(struct trace *trace, const char *what, int64_t index,
                                              int64_t count)
{
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "IndexError",
	                    TEXT("{} index out of range", what),
	                    WORDS("index {} of a {} of {}", index, what, count));
}

/* The number that an index is, an array's as Python asks for it by __index__. False after an error,
 * where it is not known, and with *other where it is no number. */
static bool index_number(struct trace *trace, const struct value *index, int64_t *number,
                         bool *other)
{
	*other = false;
	if (index->kind == VALUE_ARRAY || index->kind == VALUE_SCALAR)
		return value_to_int(trace, index, number);
	*other = !index_integer(index, number);
	return !*other;
}

static const struct value *sequence_item(struct trace *trace, const struct value *object,
                                         const struct value *index)
{
	assert(value_items(object));
	const struct value_list *list = &object->list;
	int64_t start, step, count;
	bool other;
	if (index->kind == VALUE_SLICE) {
		if (!slice_range(trace, index, list->count, &start, &step, &count))
			return failed_or_unknown(trace);
		charge_items(trace, (uint64_t)count);
		const struct value **items =
		    arena_new(trace->op.arena, const struct value *, (size_t)count);
		for (int64_t i = 0; i < count; i++)
			items[i] = list->items[start + i * step];
		return value_sequence(trace->op.arena, object->kind, items, (uint32_t)count);
	}
	const char *class = object->kind == VALUE_TUPLE ? "tuple" : value_class_name(object);
	if (!index_number(trace, index, &start, &other))
		return !other ? NULL
		              : trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                             TEXT("{} indices must be integers or slices, not {}",
		                                  class, value_class_name(index)));
	if (start < -(int64_t)list->count || start >= (int64_t)list->count)
		return index_out_of_range(trace, class, start, list->count);
	return list->items[start < 0 ? start + list->count : start];
}

static const struct value *dict_item(struct trace *trace, const struct value *dict,
                                     const struct value *key)
{
	const struct value *foreign = value_foreign_part(key);
	const struct value *value = foreign ? NULL : dict_get(dict, key);
	if (value)
		return value;
	if (foreign)
		return value_foreign_as(trace->op.arena, foreign, VALUE_UNKNOWN);
	if (dict->open)
		return value_foreign(trace->op.arena, STR("globals(…)[…]"));
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "KeyError", TEXT("{}", value_repr(key)),
	              WORDS("the dict has no key {}", value_repr(key)));
}

/* The same of a text that is not of bytes alone, by its characters. */
static const struct value *character_item(struct trace *trace, const struct value *object,
                                          const struct value *index)
{
	struct value_list items;
	struct buf out = op_buf(&trace->op);
	int64_t at = 0;
	if (!trace_iterate(trace, object, &items))
		return failed_or_unknown(trace);
	if (index_integer(index, &at) && (at < -(int64_t)items.count || at >= items.count))
		return index_out_of_range(trace, "string", at, items.count);
	const struct value *list =
	    value_sequence(trace->op.arena, VALUE_LIST, items.items, items.count);
	const struct value *found = sequence_item(trace, list, index);
	if (!found || found->kind != VALUE_LIST)
		return found;
	for (uint32_t i = 0; i < found->list.count; i++)
		buf_add(&out, found->list.items[i]->string);
	return value_string(trace->op.arena, buf_str(&out));
}

static const struct value *string_item(struct trace *trace, const struct value *object,
                                       const struct value *index)
{
	assert(object->kind == VALUE_STRING);
	struct str text = object->string;
	int64_t start, step, count;
	bool other;
	if (utf8_ascii_length(text) != text.len)
		return character_item(trace, object, index);
	if (index->kind == VALUE_SLICE) {
		if (!slice_range(trace, index, (int64_t)text.len, &start, &step, &count))
			return failed_or_unknown(trace);
		struct buf out = op_buf(&trace->op);
		for (int64_t i = 0; i < count; i++)
			buf_putc(&out, text.s[start + i * step]);
		return value_string(trace->op.arena, buf_str(&out));
	}
	if (!index_number(trace, index, &start, &other))
		return !other ? NULL
		              : trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                             TEXT("string indices must be integers, not '{}'",
		                                  value_class_name(index)));
	if (start < -(int64_t)text.len || start >= (int64_t)text.len)
		return index_out_of_range(trace, "string", start, (int64_t)text.len);
	size_t at = (size_t)(start < 0 ? start + (int64_t)text.len : start);
	return value_string(trace->op.arena, str_slice(text, at, at + 1));
}

static const struct value *range_item(struct trace *trace, const struct value *range,
                                      const struct value *index)
{
	assert(range->kind == VALUE_RANGE);
	int64_t length = range_length(range), start, step, count;
	bool other;
	struct value *value = value_new(trace->op.arena, VALUE_RANGE);
	if (index->kind == VALUE_SLICE) {
		if (!slice_range(trace, index, length, &start, &step, &count))
			return failed_or_unknown(trace);
		value->range.start = range->range.start + start * range->range.step;
		value->range.step = range->range.step * step;
		value->range.stop = value->range.start + count * value->range.step;
		return value;
	}
	if (!index_number(trace, index, &start, &other))
		return !other
		           ? NULL
		           : trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                          TEXT("range indices must be integers or slices, not {}",
		                               value_class_name(index)));
	if (start < -length || start >= length)
		return index_out_of_range(trace, "range object", start, length);
	return value_int(trace->op.arena,
	                 range->range.start +
	                     (start < 0 ? start + length : start) * range->range.step);
}

/* The name of a member that is meant by another one; empty: none is like it. */
static struct str nearest_member(struct trace *trace, const struct value *members,
                                 const struct value *name)
{
	uint32_t count = members->dict.count;
	struct str *names = arena_new(trace->op.arena, struct str, count);
	for (uint32_t i = 0; i < count; i++)
		names[i] = members->dict.pairs[i].key->string;
	return name->kind == VALUE_STRING ? suggest(name->string, names, count) : (struct str){0};
}

/* Kind["ROW"]: the member of this name. */
static const struct value *member_item(struct trace *trace, const struct value *members,
                                       const struct value *name)
{
	const struct value *member = dict_get(members, name);
	if (member)
		return member;
	trace_refuse(trace, RULE_PROGRAM_ERROR, "KeyError", TEXT("{}", value_repr(name)),
	             WORDS("the enumeration has no member {}", value_repr(name)));
	struct str nearest = nearest_member(trace, members, name);
	if (nearest.len)
		explain(&trace->op, HELP("did you mean '{}'?", nearest));
	return NULL;
}

/* Kind["ROW"] is a member of an enumeration; Generic[T] is the class itself. */
static const struct value *class_item(struct trace *trace, const struct value *class,
                                      const struct value *index)
{
	const struct value *members = class->kind == VALUE_BUILTIN ? library_members(trace, class)
	                              : class->class->form == CLASS_ENUM ? class->class->members
	                                                                 : NULL;
	return members ? member_item(trace, members, index) : class;
}

/* The index with what __index__ gives in the place of objects: in a slice and a tuple, too. */
static const struct value *index_parts(struct trace *trace, const struct value *index)
{
	const struct value *parts[] = {index, index, index};
	if (index->kind != VALUE_SLICE)
		return value_index(trace, index);
	parts[0] = index->slice.start;
	parts[1] = index->slice.stop;
	parts[2] = index->slice.step;
	bool plain = true;
	for (int i = 0; i < 3; i++)
		plain &= parts[i]->kind != VALUE_OBJECT;
	if (plain)
		return index;
	for (int i = 0; i < 3; i++)
		if (!(parts[i] = value_index(trace, parts[i])))
			return NULL;
	struct value *made = value_new(trace->op.arena, VALUE_SLICE);
	made->slice.start = parts[0];
	made->slice.stop = parts[1];
	made->slice.step = parts[2];
	return made;
}

/* An index with scalar arrays in the place of integers of which nobody knows more: JAX gives the
 * same type for any. NULL: it holds what else is not known. */
static const struct value *index_of_any(struct trace *trace, const struct value *index)
{
	if (!value_has_unknown(index))
		return index;
	if (index->kind == VALUE_UNKNOWN)
		return value_number_kind(index) == VALUE_INT && !index->wide
		           ? trace_array(trace,
		                         array_scalar(&trace->op, dtype_named(STR("int32")), true))
		           : NULL;
	if (index->kind != VALUE_TUPLE)
		return NULL;
	const struct value **parts =
	    arena_new(trace->op.arena, const struct value *, index->list.count);
	for (uint32_t i = 0; i < index->list.count; i++)
		if (!(parts[i] = index_of_any(trace, index->list.items[i])))
			return NULL;
	return value_sequence(trace->op.arena, VALUE_TUPLE, parts, index->list.count);
}

/* The same for an array that it indexes: the sharding of a sharded one, and what is recorded, is
 * of an integer itself. */
static const struct value *index_of_array(struct trace *trace, const struct value *object,
                                          const struct value *index)
{
	bool plain = type_is_replicated(&object->array->type) && !trace->op.recording;
	return plain ? index_of_any(trace, index) : NULL;
}

/* Float[Array, "b d"], which is not known, but whose name says it all: isinstance reads it. NULL of
 * any other item. */
static const struct value *annotation_item(struct trace *trace, const struct value *object,
                                           const struct value *index)
{
	const struct value_list *parts = value_items(index);
	if (!str_starts_with(object->string, STR("jaxtyping.")) || !parts || parts->count != 2 ||
	    parts->items[1]->kind != VALUE_STRING)
		return NULL;
	const struct value *holder = parts->items[0];
	const struct module_row *home =
	    holder->kind == VALUE_BUILTIN ? library_home(trace, holder->builtin) : NULL;
	bool foreign = holder->kind == VALUE_UNKNOWN;
	if (!home && !(foreign && str_equal(holder->string, STR("jaxtyping.Array"))))
		return NULL;
	return value_foreign(trace->op.arena,
	                     str_format(trace->op.arena, "%.*s[%s.%s, %.*s]",
	                                STR_ARG(object->string), home ? home->name : "jax",
	                                home ? holder->builtin->name : "Array",
	                                STR_ARG(parts->items[1]->string)));
}

/* An item of what nobody knows, as `os.environ[…]` is. */
static const struct value *unknown_item(struct trace *trace, const struct value *object,
                                        const struct value *index, struct span at)
{
	const struct value *item = environment_item(trace, object, index);
	if (object->arrays)
		return trace_foreign(trace, object);
	if (is_grown_list(object))
		return grown_list_item(trace, object, index);
	if (!annotation_fits(trace, object, index, at))
		return NULL;
	item = item ? item : annotation_item(trace, object, index);
	return item ? item : value_foreign_as(trace->op.arena, object, object->number);
}

/* Whether it is a class of Python's library that is made by a function here, as OrderedDict is:
 * what it is generic over says nothing of it. */
static bool is_made_class(const struct value *object)
{
	const struct function *definition =
	    object->kind == VALUE_FUNCTION ? object->closure.definition : NULL;
	return definition && scope_top(object->closure.scope)->prelude && definition->name.len &&
	       definition->name.s[0] >= 'A' && definition->name.s[0] <= 'Z';
}

/* Whether objects of its class surely have no items. */
static bool has_no_items(const struct value *object)
{
	static const uint64_t kinds = 1ull << VALUE_SHARDING | 1ull << VALUE_MESH |
	                              1ull << VALUE_TYPE | 1ull << VALUE_MODULE |
	                              1ull << VALUE_ITERATOR | 1ull << VALUE_OBJECT;
	if (object->kind == VALUE_TRANSFORMED)
		return true;
	if (object->kind == VALUE_METHOD)
		return object->method.self->kind == VALUE_ARRAY;
	if (object->kind == VALUE_FUNCTION)
		return !scope_top(object->closure.scope)->prelude ||
		       object->closure.scope != scope_top(object->closure.scope);
	return object->kind < VALUE_ARRAY || kinds >> object->kind & 1;
}

/* An item by the method of the object's class. */
static const struct value *item_by_method(struct trace *trace, const struct value *object,
                                          const struct value *index, struct span at)
{
	bool found;
	const struct value *result =
	    call_method(trace, object, "__getitem__", &index, 1, at, &found);
	if (found)
		return result;
	if (is_made_class(object))
		return object;
	if (enum_plain(object) != object)
		return subscript_value(trace, enum_plain(object), index, at);
	if (!has_no_items(object))
		return trace_unknown(trace, "what indexing a %s gives is not known",
		                     value_class_name(object));
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("'{}' object is not subscriptable", class_in_errors(trace, object)));
}

static bool has_elements(const struct array *array)
{
	return shape_elements(array->type.shape, array->type.rank) != 0;
}

const struct value *subscript_value(struct trace *trace, const struct value *object,
                                    const struct value *index, struct span at)
{
	if (object->kind == VALUE_UNKNOWN)
		return unknown_item(trace, object, index, at);
	bool drawn = false;
	if (object->kind == VALUE_ARRAY && !trace->op.recording && has_elements(object->array))
		index = index_without_drawn(trace, index, &drawn);
	if (drawn) {
		const struct value *part = subscript_value(trace, object, index, at);
		return part ? drawn_part(trace, part) : NULL;
	}
	const struct value *foreign = value_foreign_part(index);
	bool of_jax =
	    object->kind == VALUE_AT || (object->kind == VALUE_ARRAY && !object->array->host);
	if (foreign && of_jax) {
		index = index_of_array(trace, object, index);
		if (!index)
			return trace_foreign(trace, foreign);
	}
	if (value_has_unknown(index)) /* an item at a number is not that number */
		return foreign ? value_foreign_as(trace->op.arena, foreign, VALUE_UNKNOWN)
		               : &value_unknown;
	if (object->kind == VALUE_TUPLE || object->kind == VALUE_LIST ||
	    object->kind == VALUE_STRING || object->kind == VALUE_RANGE ||
	    object->kind == VALUE_AT || object->kind == VALUE_ARRAY)
		index = index_parts(trace, index);
	if (!index)
		return NULL;
	if (object->view)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("'{}' object is not subscriptable", value_class_name(object)));
	if (value_is_union(object)) /* of classes that have parameters */
		return object;
	switch (object->kind) {
	case VALUE_TUPLE:
	case VALUE_LIST:
		return sequence_item(trace, object, index);
	case VALUE_DICT:
		index = hashed_item(trace, object, index);
		return index ? dict_item(trace, object, index) : NULL;
	case VALUE_STRING:
		return string_item(trace, object, index);
	case VALUE_RANGE:
		return range_item(trace, object, index);
	case VALUE_AT: {
		struct value *value = value_new(trace->op.arena, VALUE_AT_INDEX);
		value->at_index = (struct at_index){object->array, index};
		return value;
	}
	case VALUE_MODULE:
		if (object->module->rows)
			break;
		return str_starts_with(str_of(object->module->name), STR("jaxtyping"))
		           ? object
		           : &value_unknown;
	case VALUE_CLASS:
	case VALUE_BUILTIN: /* dict[str, int] */
		return class_item(trace, object, index);
	default:
		break;
	}
	return item_by_method(trace, object, index, at);
}
