/* SPDX-License-Identifier: Apache-2.0 */
#include "library/indexing/index_value.h"

#include <assert.h>

#include "trace/convert/convert_value.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

enum { MAX_LIST_DEPTH = 32, MAX_LIST_ITEMS = 1 << 16 };

static struct str text_of(const struct trace *trace, const struct value *value)
{
	struct buf out = op_buf(&trace->op);
	value_text(&out, trace->op.rules, value);
	return buf_str(&out);
}

static bool is_sequence(const struct value *value)
{
	return value->kind == VALUE_LIST || value->kind == VALUE_TUPLE;
}

/* Several arrays of one shape as one. A list of numbers is a constant; of arrays jnp.stack. */
static const struct array *stack_indices(struct trace *trace, const struct array **arrays,
                                         uint32_t count)
{
	struct op *op = &trace->op;
	uint32_t first = 0;
	bool constant = true;
	if (!numpy_promote_dtypes(op, arrays, count, false))
		return NULL;
	for (uint32_t i = 0; i < count; i++) {
		constant = constant && !arrays[i]->level && !arrays[i]->type.mesh;
		if (!type_same_shape(&arrays[i]->type, &arrays[0]->type))
			return op_unknown(op, "a list of arrays of different shapes");
	}
	if (constant) {
		struct array_type type = arrays[0]->type;
		int64_t *shape = arena_new(op->arena, int64_t, (size_t)type.rank + 1);
		shape[0] = count;
		if (type.rank)
			memcpy(shape + 1, type.shape, type.rank * sizeof *shape);
		type = type_plain(op->arena, type.dtype, shape, type.rank + 1);
		return array_new(op, &type);
	}
	if (count > MAX_OPERANDS)
		return op_unknown(op, "a list of so many arrays is not judged");
	for (uint32_t i = 0; i < count; i++) {
		arrays[i] = lax_expand_dims(op, arrays[i], &first, 1);
		if (!arrays[i])
			return NULL;
	}
	return lax_concatenate(op, arrays, count, 0);
}

static const struct array *list_array(struct trace *trace, const struct value *value,
                                      const char *function, uint32_t depth)
{
	struct op *op = &trace->op;
	if (!is_sequence(value))
		return value_to_array(trace, value, function);
	uint32_t count = value->list.count;
	if (depth > MAX_LIST_DEPTH || count > MAX_LIST_ITEMS)
		return op_unknown(op, "a list of so many items is not judged");
	if (!count) {
		struct array_type none =
		    type_plain(op->arena, default_float(op), arena_new(op->arena, int64_t, 1), 1);
		return array_new(op, &none);
	}
	const struct array **arrays = arena_new(op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++) {
		arrays[i] = list_array(trace, value->list.items[i], function, depth + 1);
		if (!arrays[i])
			return NULL;
	}
	return stack_indices(trace, arrays, count);
}

const struct array *value_as_array(struct trace *trace, const struct value *value,
                                   const char *function)
{
	return list_array(trace, value, function, 0);
}

/* How many numbers of a nested list of booleans are True; -1 when something else is in it. */
static int64_t count_trues(const struct value *value, uint32_t depth)
{
	int64_t trues = 0;
	if (value->kind == VALUE_BOOL)
		return value->boolean;
	if (!is_sequence(value) || !value->list.count || depth > MAX_LIST_DEPTH)
		return -1;
	for (uint32_t i = 0; i < value->list.count; i++) {
		int64_t more = count_trues(value->list.items[i], depth + 1);
		if (more < 0)
			return -1;
		trues += more;
	}
	return trues;
}

static bool list_item(struct trace *trace, const struct value *value, struct index_item *item)
{
	int64_t trues = count_trues(value, 0);
	item->listed = true;
	item->trues = trues;
	item->kind = trues < 0 ? INDEX_ARRAY : INDEX_MASK;
	item->array = value_as_array(trace, value, "asarray");
	return item->array != NULL;
}

static bool bound_of(const struct value *value, struct index_bound *bound)
{
	*bound = (struct index_bound){0};
	switch (value->kind) {
	case VALUE_NONE:
		bound->kind = BOUND_NONE;
		return true;
	case VALUE_BOOL:
		*bound = (struct index_bound){BOUND_INTEGER, value->boolean};
		return true;
	case VALUE_INT:
		*bound = (struct index_bound){BOUND_INTEGER, value->integer};
		return true;
	case VALUE_SCALAR:
		if (!dtype_is_integer(value->scalar.dtype))
			return false;
		*bound = (struct index_bound){BOUND_INTEGER, (int64_t)value->scalar.real};
		return true;
	case VALUE_ARRAY:
		bound->kind = BOUND_ARRAY;
		return !value->array->host;
	case VALUE_FLOAT:
		bound->kind = BOUND_FLOAT;
		return true;
	default:
		return false;
	}
}

static bool slice_item(struct trace *trace, const struct value *value, struct index_item *item)
{
	assert(value->kind == VALUE_SLICE);
	item->kind = INDEX_SLICE;
	if (!bound_of(value->slice.start, &item->start) ||
	    !bound_of(value->slice.stop, &item->stop) || !bound_of(value->slice.step, &item->step))
		return op_unknown(&trace->op, "a slice of such bounds is not known");
	if (item->start.kind == BOUND_ARRAY || item->stop.kind == BOUND_ARRAY ||
	    item->step.kind == BOUND_ARRAY)
		item->text = text_of(trace, value);
	return true;
}

static void item_of_array(struct trace *trace, const struct value *value, struct index_item *item)
{
	bool mask = dtype_class(value->array->type.dtype) == DTYPE_BOOL;
	item->kind = mask ? INDEX_MASK : INDEX_ARRAY;
	item->array = value->array;
	if (!mask && !dtype_is_integer(value->array->type.dtype))
		item->text = text_of(trace, value);
}

static bool index_item(struct trace *trace, const struct value *value, struct index_item *item)
{
	switch (value->kind) {
	case VALUE_NONE:
		item->kind = INDEX_NONE;
		return true;
	case VALUE_ELLIPSIS:
		item->kind = INDEX_ELLIPSIS;
		return true;
	case VALUE_SLICE:
		return slice_item(trace, value, item);
	case VALUE_INT:
		item->kind = INDEX_INTEGER;
		item->integer = value->integer;
		return true;
	case VALUE_BOOL:
		item->kind = INDEX_BOOL;
		item->integer = value->boolean;
		return true;
	case VALUE_SCALAR:
		if (dtype_is_integer(value->scalar.dtype)) {
			item->kind = INDEX_INTEGER;
			return value_to_int(trace, value, &item->integer);
		}
		if (dtype_class(value->scalar.dtype) == DTYPE_BOOL)
			return op_unknown(&trace->op, "an index by np.bool_ is not judged");
		item->kind = INDEX_NUMBER;
		item->dtype = value->scalar.dtype->name;
		break;
	case VALUE_ARRAY:
		item_of_array(trace, value, item);
		return true;
	case VALUE_LIST:
	case VALUE_TUPLE:
		return list_item(trace, value, item);
	case VALUE_FLOAT:
	case VALUE_COMPLEX:
		item->kind = INDEX_NUMBER;
		item->dtype = value->kind == VALUE_FLOAT ? "float64" : "complex128";
		break;
	case VALUE_STRING:
		item->kind = INDEX_STRING;
		break;
	case VALUE_RANGE:
		return op_unknown(&trace->op, "an index by a range is not judged");
	default:
		item->kind = INDEX_OBJECT;
		break;
	}
	item->text = text_of(trace, value);
	return true;
}

/* Whether an item of a bare list shows that a tuple was meant. JAX: _should_unpack_list_index. */
static bool shows_tuple(const struct value *value)
{
	return is_sequence(value) || value->kind == VALUE_SLICE || value->kind == VALUE_ELLIPSIS ||
	       value->kind == VALUE_NONE || value->kind == VALUE_STRING ||
	       (value->kind == VALUE_ARRAY && value->array->type.rank);
}

bool value_to_index(struct trace *trace, const struct value *value, struct index *index)
{
	const struct value *const *parts = &value;
	*index = (struct index){.count = 1};
	if (value->kind == VALUE_LIST) {
		index->list = true;
		for (uint32_t i = 0; i < value->list.count; i++)
			index->nested = index->nested || shows_tuple(value->list.items[i]);
	} else if (value->kind == VALUE_TUPLE) {
		parts = value->list.items;
		index->count = value->list.count;
	}
	if (index->count > MAX_RANK)
		return op_unknown(&trace->op, "an index of so many components is not judged");
	struct index_item *items = arena_new(trace->op.arena, struct index_item, index->count);
	bool texts = false;
	for (uint32_t i = 0; !index->list && i < index->count; i++) {
		if (!index_item(trace, parts[i], &items[i]))
			return false;
		texts = texts || items[i].kind == INDEX_STRING;
	}
	index->items = items;
	if (texts)
		index->text = text_of(
		    trace, value_sequence(trace->op.arena, VALUE_TUPLE, parts, index->count));
	return true;
}

static const struct {
	const char *member;
	enum index_mode mode;
} members[] = {
    {"CLIP", INDEX_MODE_CLIP},
    {"FILL_OR_DROP", INDEX_MODE_FILL},
    {"PROMISE_IN_BOUNDS", INDEX_MODE_PROMISE},
    {"ONE_HOT", INDEX_MODE_ONE_HOT},
};

const struct value *gather_scatter_mode(struct trace *trace, const struct call_arguments *arguments)
{
	static const char *const names[] = {"name"};
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	const struct value **fields = arena_new(trace->op.arena, const struct value *, 1);
	fields[0] = value_string(trace->op.arena, str_of(arguments->row->name));
	value->record = (struct record){"GatherScatterMode", names, fields, 1};
	return value;
}

void value_to_index_mode(const struct trace *trace, const struct value *value,
                         struct index_options *options)
{
	options->mode = INDEX_MODE_NONE;
	if (value->kind == VALUE_NONE)
		return;
	options->mode = INDEX_MODE_UNKNOWN;
	if (value->kind == VALUE_STRING) {
		options->mode_text = value->string;
		options->mode = index_mode_named(&trace->op, value->string);
		return;
	}
	bool member = value->kind == VALUE_RECORD &&
	              strcmp(value->record.class_name, "GatherScatterMode") == 0;
	for (size_t i = 0; member && i < COUNT_OF(members); i++)
		if (str_equal(value->record.fields[0]->string, str_of(members[i].member)))
			options->mode = members[i].mode;
	if (options->mode == INDEX_MODE_UNKNOWN)
		options->mode_text = text_of(trace, value);
}
