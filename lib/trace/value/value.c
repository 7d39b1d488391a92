/* SPDX-License-Identifier: Apache-2.0 */

#include <assert.h>

#include "trace/value/iterator.h"

const struct value value_unknown = {.kind = VALUE_UNKNOWN};
const struct value value_none = {.kind = VALUE_NONE};
const struct value value_true = {.kind = VALUE_BOOL, .boolean = true};
const struct value value_false = {.kind = VALUE_BOOL, .boolean = false};
const struct value value_ellipsis = {.kind = VALUE_ELLIPSIS};

struct value *value_new(struct arena *arena, enum value_kind kind)
{
	assert(kind < VALUE_KIND_COUNT);
	struct value *value = arena_new(arena, struct value, 1);
	value->kind = kind;
	return value;
}

/* Small integers, which nothing changes, are there once. */
#define SMALL(n)                                  \
	{                                         \
		.kind = VALUE_INT, .integer = (n) \
	}
#define EIGHT(n)                                                                                  \
	SMALL(n), SMALL((n) + 1), SMALL((n) + 2), SMALL((n) + 3), SMALL((n) + 4), SMALL((n) + 5), \
	    SMALL((n) + 6), SMALL((n) + 7)

const struct value *value_int(struct arena *arena, int64_t integer)
{
	static const struct value small[] = {EIGHT(0), EIGHT(8), EIGHT(16), EIGHT(24)};
	if (integer >= 0 && integer < (int64_t)(COUNT_OF(small)))
		return &small[integer];
	struct value *value = value_new(arena, VALUE_INT);
	value->integer = integer;
	return value;
}

const struct value *value_float(struct arena *arena, double real)
{
	struct value *value = value_new(arena, VALUE_FLOAT);
	value->real = real;
	return value;
}

const struct value *value_complex(struct arena *arena, double real, double imaginary)
{
	struct value *value = value_new(arena, VALUE_COMPLEX);
	value->complex.real = real;
	value->complex.imaginary = imaginary;
	return value;
}

const struct value *value_bool(bool boolean)
{
	return boolean ? &value_true : &value_false;
}

const struct value *value_foreign(struct arena *arena, struct str name)
{
	struct value *value = value_new(arena, VALUE_UNKNOWN);
	value->string = name;
	return value;
}

const struct value *value_perhaps(struct arena *arena, struct str name)
{
	struct value *value = value_new(arena, VALUE_UNKNOWN);
	value->string = name;
	value->perhaps = true;
	return value;
}

bool value_is_foreign(const struct value *value)
{
	return value->kind == VALUE_UNKNOWN && value->string.len;
}

const struct value *value_foreign_as(struct arena *arena, const struct value *foreign,
                                     enum value_kind number)
{
	if (!value_is_foreign(foreign) || (foreign->number == number && !foreign->grown))
		return foreign;
	struct value *value = value_new(arena, VALUE_UNKNOWN);
	value->string = foreign->string;
	value->origin = foreign->origin;
	value->arrays = foreign->arrays;
	value->number = number;
	return value;
}

enum value_kind value_number_kind(const struct value *value)
{
	if (value->kind == VALUE_BOOL || value->kind == VALUE_INT || value->kind == VALUE_FLOAT)
		return value->kind;
	return value->kind == VALUE_UNKNOWN ? value->number : VALUE_UNKNOWN;
}

const struct value *value_example(struct arena *arena, const struct value *value)
{
	if (value->kind != VALUE_UNKNOWN || value->number == VALUE_UNKNOWN || value->wide)
		return value;
	return value->number == VALUE_FLOAT ? value_float(arena, 1)
	       : value->number == VALUE_INT ? value_int(arena, 1)
	                                    : &value_true;
}

const struct value *value_named(struct arena *arena, const struct value *foreign, struct str name,
                                struct span at)
{
	assert(foreign->kind == VALUE_UNKNOWN);
	struct value *value = value_new(arena, VALUE_UNKNOWN);
	value->string = foreign->string;
	value->number = foreign->number;
	value->single = foreign->single;
	value->arrays = foreign->arrays;
	value->wide = foreign->wide;
	value->origin = arena_new(arena, struct origin, 1);
	*value->origin = (struct origin){.name = name, .at = at};
	return value;
}

const struct parameters *closure_parameters(const struct closure *closure)
{
	assert(!closure->definition != !closure->lambda);
	return closure->definition ? &closure->definition->parameters
	                           : &closure->lambda->parameters;
}

const struct value *value_string(struct arena *arena, struct str text)
{
	struct value *value = value_new(arena, VALUE_STRING);
	value->string = text;
	return value;
}

const struct value *value_array(struct arena *arena, const struct array *array)
{
	assert(array);
	struct value *value = value_new(arena, VALUE_ARRAY);
	value->array = array;
	return value;
}

const struct value *value_dtype(struct arena *arena, const struct dtype *dtype)
{
	assert(dtype);
	struct value *value = value_new(arena, VALUE_DTYPE);
	value->dtype = dtype;
	return value;
}

const struct value *value_spec(struct arena *arena, const struct partition_spec *spec)
{
	struct value *value = value_new(arena, VALUE_SPEC);
	value->spec = arena_copy(arena, spec, 1, sizeof *spec);
	return value;
}

const struct value *value_named_sharding(struct arena *arena,
                                         const struct named_sharding_value *sharding)
{
	struct value *value = value_new(arena, VALUE_SHARDING);
	value->sharding = arena_copy(arena, sharding, 1, sizeof *sharding);
	return value;
}

const struct value *value_sequence(struct arena *arena, enum value_kind kind,
                                   const struct value *const *items, uint32_t count)
{
	assert(items || !count);
	struct value *value = value_new(arena, kind);
	value->list = (struct value_list){items, count};
	return value;
}

const struct value *value_frozen(struct arena *arena, const struct value *set)
{
	if (!set || set->kind != VALUE_SET)
		return set;
	struct value *frozen = value_new(arena, VALUE_SET);
	*frozen = *set;
	frozen->frozen = true;
	return frozen;
}

const struct value *value_two(struct arena *arena, const struct value *a, const struct value *b)
{
	assert(a && b);
	const struct value **items = arena_new(arena, const struct value *, 2);
	items[0] = a;
	items[1] = b;
	return value_sequence(arena, VALUE_TUPLE, items, 2);
}

const struct value *value_scalar(struct arena *arena, const struct dtype *dtype, double real)
{
	assert(dtype);
	struct value *value = value_new(arena, VALUE_SCALAR);
	value->scalar = (struct numpy_scalar){dtype, real};
	return value;
}

const struct value *value_named_tuple(struct arena *arena, const struct tuple_names *named,
                                      const struct value *const *items, uint32_t count)
{
	assert(named && (items || !count));
	struct value *value = value_new(arena, VALUE_TUPLE);
	value->named = named;
	value->list = (struct value_list){items, count};
	return value;
}

bool value_is_union(const struct value *value)
{
	return value->named && strcmp(value->named->class_name, "UnionType") == 0;
}

const struct value *value_shape(struct arena *arena, const int64_t *sizes, uint32_t count)
{
	const struct value **items = arena_new(arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = value_int(arena, sizes[i]);
	return value_sequence(arena, VALUE_TUPLE, items, count);
}

const struct value *value_dict(struct arena *arena, const struct value_pair *pairs, uint32_t count)
{
	assert(pairs || !count);
	struct value *value = value_new(arena, VALUE_DICT);
	value->dict.pairs = pairs;
	value->dict.count = count;
	return value;
}

const struct value *value_iterator(struct arena *arena, const char *class_name,
                                   const struct value_list *items)
{
	struct value *value = value_new(arena, VALUE_ITERATOR);
	value->iterator = arena_new(arena, struct iterator, 1);
	value->iterator->class_name = class_name;
	value->iterator->items = *items;
	return value;
}

void list_replace(struct value *list, const struct value_list *items)
{
	assert(list->kind == VALUE_LIST || list->kind == VALUE_SET);
	list->list = *items;
	list->room = 0;
}

const struct value_list *value_items(const struct value *value)
{
	bool listed = value->kind == VALUE_TUPLE || value->kind == VALUE_LIST;
	return listed ? &value->list : NULL;
}

int value_truth(const struct value *value)
{
	switch (value->kind) {
	case VALUE_NONE:
		return 0;
	case VALUE_BOOL:
		return value->boolean;
	case VALUE_INT:
		return value->integer != 0;
	case VALUE_FLOAT:
		return value->real != 0;
	case VALUE_COMPLEX:
		return value->complex.real != 0 || value->complex.imaginary != 0;
	case VALUE_SCALAR:
		return value->scalar.real != 0;
	case VALUE_STRING:
		return value->string.len != 0;
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_SET:
		return value->list.count != 0;
	case VALUE_DICT:
		return value->dict.count != 0;
	case VALUE_RANGE:
		return range_length(value) != 0;
	case VALUE_SPEC:
		return value->spec->nentries != 0;
	case VALUE_UNKNOWN:
		return value->sense ? value->sense > 0 : -1;
	case VALUE_ARRAY:
	case VALUE_DEVICES:
		return -1;
	default:
		return 1;
	}
}

int64_t range_length(const struct value *range)
{
	assert(range->kind == VALUE_RANGE && range->range.step != 0);
	int64_t start = range->range.start, stop = range->range.stop, step = range->range.step;
	uint64_t distance, stride;
	if (step > 0 ? start >= stop : start <= stop)
		return 0;
	distance = step > 0 ? (uint64_t)stop - (uint64_t)start : (uint64_t)start - (uint64_t)stop;
	stride = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;
	uint64_t length = (distance - 1) / stride + 1;
	return length > INT64_MAX ? INT64_MAX : (int64_t)length;
}
