/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/join.h"

#include "base/arena.h"
#include "base/pointer_table.h"
#include "base/table.h"
#include "op/core/dtype_class.h"
#include "op/core/elements.h"
#include "op/core/recording.h"
#include "op/core/shape_rules.h"
#include "op/core/sharding_request.h"
#include "trace/convert/grown_list.h"
#include "trace/convert/numpy_array.h"
#include "trace/module/committed.h"

enum { MAX_DEPTH = 40 };

/* Two values that are joined with all that they hold. */
struct join {
	struct trace *trace;
	bool *wider;
	struct table pairs; /* of objects: the place among `joined` of what they become, by both */
	const struct value **joined;
	uint32_t count;
	size_t room;
};

static const struct value *join_at(struct join *join, const struct value *one,
                                   const struct value *other, uint32_t depth);

static bool is_gone(const struct array *array)
{
	return array->deleted && !array->perhaps;
}

static bool same_type(const struct array *a, const struct array *b)
{
	return type_equal(&a->type, &b->type) && a->host == b->host && is_gone(a) == is_gone(b) &&
	       same_devices(a->committed, b->committed) && !a->level && !b->level;
}

/* One array, of which nobody knows what it holds, of this type; it lies as both do. */
static const struct value *any_array(struct trace *trace, const struct array *like,
                                     const struct array *other)
{
	struct array *any = arena_new(trace->op.arena, struct array, 1);
	*any = *array_new(&trace->op, &like->type);
	any->host = like->host;
	any->placed = request_same(like->placed, other->placed) ? like->placed : NULL;
	const struct array *const ways[] = {like, other}, *const result = any;
	recording_add(&trace->op, &(struct equation){.kind = EQUATION_LIKE,
	                                             .operands = ways,
	                                             .count = 2,
	                                             .results = &result,
	                                             .nresults = 1});
	any->committed = like->committed;
	any->deleted = is_gone(like);
	return value_array(trace->op.arena, any);
}

static const struct value *foreign_of(struct trace *trace, const struct value *one,
                                      const struct value *other, bool *wider)
{
	struct value *foreign = value_new(trace->op.arena, VALUE_UNKNOWN);
	foreign->string = STR("what a statement may have changed");
	foreign->arrays = value_holds_jax_array(one) || value_holds_jax_array(other);
	*wider = true;
	return foreign;
}

/* A list of which nobody knows how long it is, in the place of two. */
static const struct value *grown_list(struct trace *trace, const struct value *one,
                                      const struct value *other, bool *wider)
{
	const struct value *any = any_item(trace, NULL, &one->list);
	*wider = true;
	if (other->list.count && (any || !one->list.count))
		any = any_item(trace, any, &other->list);
	return grown_list_new(trace, any);
}

/* The array, of which it is not known whether it has been deleted: who has another one either way
 * need not care. */
static const struct value *perhaps_deleted(struct trace *trace, const struct array *array)
{
	struct array *perhaps = arena_new(trace->op.arena, struct array, 1);
	*perhaps = *array;
	perhaps->deleted = perhaps->perhaps = true;
	return value_array(trace->op.arena, perhaps);
}

static const struct value *join_arrays(struct trace *trace, const struct value *one,
                                       const struct value *other, bool *wider)
{
	const struct array *a = one->array, *b = other->array;
	if (a == b)
		return one;
	if (a->number == b->number && a->deleted != b->deleted)
		return perhaps_deleted(trace, a);
	if (!same_type(a, b))
		return foreign_of(trace, one, other, wider);
	if (a->perhaps) /* which is the other one when it has been */
		return any_array(trace, b, b);
	if (is_numpy_array(one) && a->memory == b->memory)
		return one;
	if (!array_elements(a))
		return trace->op.recording ? any_array(trace, a, b) : one;
	*wider = true;
	return any_array(trace, a, b);
}

/* The items of both; NULL when all are those of the first. */
static const struct value *const *join_items(struct join *join, const struct value_list *one,
                                             const struct value_list *other, uint32_t depth)
{
	bool same = true;
	const struct value **items =
	    arena_new(join->trace->op.arena, const struct value *, one->count);
	for (uint32_t i = 0; i < one->count; i++) {
		items[i] = join_at(join, one->items[i], other->items[i], depth + 1);
		same &= items[i] == one->items[i];
	}
	return same ? NULL : items;
}

static const struct value *join_sequences(struct join *join, const struct value *one,
                                          const struct value *other, uint32_t depth)
{
	struct trace *trace = join->trace;
	uint32_t count = one->list.count;
	bool views = one->view || other->view;
	if (one->kind == VALUE_LIST && count != other->list.count && !views)
		return grown_list(trace, one, other, join->wider);
	if (count != other->list.count || one->named != other->named || views)
		return foreign_of(trace, one, other, join->wider);
	const struct value *const *items = join_items(join, &one->list, &other->list, depth);
	if (!items)
		return one;
	return one->named ? value_named_tuple(trace->op.arena, one->named, items, count)
	                  : value_sequence(trace->op.arena, one->kind, items, count);
}

/* What a dict has under this key, at this place or, as the functions of jax.tree put keys in order,
 * at another; NULL: it has none. */
static const struct value *item_at(const struct value *dict, uint32_t place,
                                   const struct value *key)
{
	const struct value_pair *pair = &dict->dict.pairs[place];
	return value_equal(pair->key, key) ? pair->value : dict_get(dict, key);
}

static const struct value *join_dicts(struct join *join, const struct value *one,
                                      const struct value *other, uint32_t depth)
{
	struct trace *trace = join->trace;
	uint32_t count = one->dict.count;
	bool same = true;
	struct value_pair *pairs = arena_new(trace->op.arena, struct value_pair, count);
	if (count != other->dict.count)
		return foreign_of(trace, one, other, join->wider);
	for (uint32_t i = 0; i < count; i++) {
		const struct value_pair *a = &one->dict.pairs[i];
		const struct value *b = item_at(other, i, a->key);
		if (!b)
			return foreign_of(trace, one, other, join->wider);
		pairs[i] = (struct value_pair){a->key, join_at(join, a->value, b, depth + 1)};
		same &= pairs[i].value == a->value;
	}
	return same ? one : value_dict(trace->op.arena, pairs, count);
}

/* What two objects become by their fields, which `object` is until that is known. */
static const struct value *join_fields(struct join *join, const struct value *one,
                                       const struct value *other, struct value *object,
                                       uint32_t depth)
{
	const struct value *own = one->object.fields, *others = other->object.fields;
	const struct value *fields = join_at(join, own, others, depth + 1);
	if (fields->kind != VALUE_DICT)
		return foreign_of(join->trace, one, other, join->wider);
	object->object.fields = fields;
	return fields == own ? one : object;
}

/* Two objects, which are looked into once: they may hold each other, and be held by many. */
static const struct value *join_objects(struct join *join, const struct value *one,
                                        const struct value *other, uint32_t depth)
{
	struct arena *arena = join->trace->op.arena;
	const struct value *const both[] = {one, other};
	const struct str key = {(const char *)both, sizeof both};
	if (one->object.class != other->object.class || one->object.fields->kind != VALUE_DICT ||
	    other->object.fields->kind != VALUE_DICT)
		return foreign_of(join->trace, one, other, join->wider);
	const uint32_t *before = table_find(&join->pairs, key);
	if (before)
		return join->joined[*before];
	bool added;
	uint32_t at = join->count;
	struct value *object = value_new(arena, VALUE_OBJECT);
	object->object = one->object;
	(void)table_add(arena, &join->pairs, str_copy(arena, key), at, &added);
	arena_push(arena, join->joined, join->count, join->room, (const struct value *)object);
	const struct value *result = join_fields(join, one, other, object, depth);
	join->joined[at] = result;
	return result;
}

const struct value *any_number(struct arena *arena, enum value_kind number)
{
	return value_foreign_as(arena, value_foreign(arena, STR("a number of a loop")), number);
}

/* Values that differ: a number if both are of one kind. */
static const struct value *join_unlike(struct trace *trace, const struct value *one,
                                       const struct value *other, bool *wider)
{
	enum value_kind number = value_number_kind(one);
	if (number == VALUE_UNKNOWN || number != value_number_kind(other))
		return foreign_of(trace, one, other, wider);
	if (value_is_foreign(one))
		return one;
	*wider = true;
	return any_number(trace->op.arena, number);
}

bool is_single(const struct value *value)
{
	return value->single || value_number_kind(value) != VALUE_UNKNOWN ||
	       (value->kind == VALUE_ARRAY && !value->array->type.rank && !value->array->host &&
	        !value->array->deleted && dtype_is_held(value->array->type.dtype));
}

static bool same_arrays(const struct value *one, const struct value *other)
{
	return one->kind == VALUE_ARRAY && other->kind == VALUE_ARRAY &&
	       same_type(one->array, other->array);
}

const struct value *any_single(struct arena *arena)
{
	struct value *single = value_new(arena, VALUE_UNKNOWN);
	single->string = STR("a number of a loop");
	single->single = true;
	return single;
}

/* Whether an array of JAX is what jit makes of such a number: the count of steps in a state is one
 * from the first step on. */
static bool is_number_under_jit(const struct value *array, const struct value *number)
{
	enum value_kind kind = value_number_kind(number);
	if (array->kind != VALUE_ARRAY || array->array->host || array->array->type.rank ||
	    !array->array->type.weak || array->array->deleted)
		return false;
	enum dtype_class class = dtype_class(array->array->type.dtype);
	return kind == VALUE_INT ? class == DTYPE_SIGNED
	                         : kind == VALUE_FLOAT && class == DTYPE_FLOAT;
}

/* The array of the two, of which nobody knows what it holds. */
static const struct value *number_as_array(struct trace *trace, const struct value *one,
                                           const struct value *other, bool *wider)
{
	const struct value *array = one->kind == VALUE_ARRAY ? one : other;
	if (array == one && !array_elements(one->array))
		return one;
	*wider = true;
	return any_array(trace, array->array, array->array);
}

/* Functions that are written at the same place and see the same names. */
static bool same_function(const struct value *one, const struct value *other)
{
	const struct closure *a = &one->closure, *b = &other->closure;
	return a->definition == b->definition && a->lambda == b->lambda && a->scope == b->scope;
}

/* Of None and something else the other, which most programs mean to be there in the end: what that
 * leads to may not be so. */
static const struct value *join_none(struct trace *trace, const struct value *one,
                                     const struct value *other, bool *wider)
{
	bool first = one->kind == VALUE_NONE;
	*wider |= first;
	trace->failure.open++;
	return first ? other : one;
}

/* Whether what is foreign stands for all that it may be joined with. */
static bool covers(const struct value *foreign, const struct value *other)
{
	enum value_kind number = value_number_kind(foreign);
	if (foreign->single)
		return is_single(other);
	return number == VALUE_UNKNOWN || number == value_number_kind(other);
}

/* What a list was before the turn that is settled, in which another one took its place that has not
 * been filled, or has been; NULL: it is the same. */
static struct list_before *list_before(const struct trace *trace, const struct value *one,
                                       const struct value *other)
{
	const struct pointer_table *lists = trace->trial.lists;
	return lists && one != other && other->kind == VALUE_LIST ? pointer_find(lists, one) : NULL;
}

static const struct value *join_at(struct join *join, const struct value *one,
                                   const struct value *other, uint32_t depth)
{
	struct trace *trace = join->trace;
	struct list_before *before = list_before(trace, one, other);
	if (before) {
		const struct value *joined = join_sequences(join, &before->was, other, depth);
		before->replaced = joined == &before->was;
		return before->replaced ? other : joined;
	}
	bool *wider = join->wider;
	enum value_kind number = value_number_kind(one);
	bool numbers = number != VALUE_UNKNOWN && number == value_number_kind(other);
	if (one == other)
		return one;
	if (is_grown_list(one))
		return grown_list_either(trace, one, other, wider);
	if (one->kind == VALUE_UNKNOWN && covers(one, other))
		return one;
	if (depth > MAX_DEPTH)
		return foreign_of(trace, one, other, wider);
	if ((one->kind == VALUE_NONE) != (other->kind == VALUE_NONE))
		return join_none(trace, one, other, wider);
	if (depth && (is_number_under_jit(one, other) || is_number_under_jit(other, one)))
		return number_as_array(trace, one, other, wider);
	if ((one->kind != other->kind || one->kind == VALUE_ARRAY) && !numbers && is_single(one) &&
	    is_single(other) && !same_arrays(one, other)) {
		*wider = true;
		return any_single(trace->op.arena);
	}
	if (other->kind == VALUE_UNKNOWN && !numbers) {
		*wider = true;
		return other;
	}
	if (one->kind != other->kind)
		return join_unlike(trace, one, other, wider);
	switch (one->kind) {
	case VALUE_ARRAY:
		return join_arrays(trace, one, other, wider);
	case VALUE_TUPLE:
	case VALUE_LIST:
		return join_sequences(join, one, other, depth);
	case VALUE_DICT:
		return join_dicts(join, one, other, depth);
	case VALUE_OBJECT:
		return join_objects(join, one, other, depth);
	case VALUE_NONE:
		return one;
	case VALUE_FUNCTION:
		return same_function(one, other) ? one : foreign_of(trace, one, other, wider);
	default:
		return value_equal(one, other) ? one : join_unlike(trace, one, other, wider);
	}
}

const struct value *join_values(struct trace *trace, const struct value *one,
                                const struct value *other, bool *wider)
{
	struct join join = {.trace = trace, .wider = wider};
	return join_at(&join, one, other, 0);
}
