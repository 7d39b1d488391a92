/* SPDX-License-Identifier: Apache-2.0 */
/* What indexing takes from an array, or changes in it, whose elements are known. NumPy: "Indexing
 * on ndarrays"; where JAX goes on with indices that are out of bounds nothing is known. */
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/index/indexer.h"

/* A dimension of what an index takes: how far it goes in the array with each element; with `joint`
 * those of the arrays of indices, which go as `offsets` say. */
struct taken_dim {
	int64_t size, stride;
	bool joint;
};

struct taking {
	struct op *op;
	const struct array_type *type; /* of the array that is indexed */
	const struct index *index;
	int64_t strides[MAX_RANK], first;
	struct taken_dim dims[2 * MAX_RANK];
	uint32_t rank;
	bool joins;               /* some index is an array with dimensions */
	struct array_type arrays; /* the shape of all of them together */
	int64_t shape[MAX_RANK];  /* of that type */
	union element *offsets;   /* for each of its elements */
	uint32_t joined_at, njoined;
	bool apart; /* arrays do not stand side by side */
};

static bool is_scalar_index(const struct index_item *item)
{
	return item->kind == INDEX_INTEGER ||
	       (item->kind == INDEX_ARRAY && !item->array->type.rank);
}

/* The place along a dimension of this size; false when it is outside. */
static bool wrapped(int64_t *index, int64_t size)
{
	*index += *index < 0 ? size : 0;
	return *index >= 0 && *index < size;
}

static bool scalar_index(const struct index_item *item, int64_t size, int64_t *index)
{
	*index = item->integer;
	if (item->kind == INDEX_ARRAY) {
		const union element *elements = array_elements(item->array);
		if (!elements)
			return false;
		*index = elements->integer;
	}
	return wrapped(index, size);
}

/* Broadcasts the shape against that of the other arrays; false when they do not fit. */
static bool join_shape(struct taking *taking, const struct array_type *type)
{
	struct array_type *all = &taking->arrays;
	if (type->rank > all->rank) {
		uint32_t more = type->rank - all->rank;
		memmove(taking->shape + more, taking->shape, all->rank * sizeof *taking->shape);
		for (uint32_t i = 0; i < more; i++)
			taking->shape[i] = 1;
		all->rank = type->rank;
	}
	for (uint32_t i = 0; i < type->rank; i++) {
		int64_t *size = &taking->shape[all->rank - type->rank + i];
		if (type->shape[i] != 1 && *size != 1 && type->shape[i] != *size)
			return false;
		*size = *size == 1 ? type->shape[i] : *size;
	}
	return true;
}

/* Adds to each offset what an array of indices into a dimension says. */
static bool add_offsets(struct taking *taking, const struct index_item *item, uint32_t axis)
{
	int64_t count = held_count(&taking->arrays), index, strides[MAX_RANK];
	int64_t size = taking->type->shape[axis], stride = taking->strides[axis];
	if (is_scalar_index(item)) {
		if (!scalar_index(item, size, &index))
			return false;
		for (int64_t i = 0; i < count; i++)
			taking->offsets[i].integer += index * stride;
		return true;
	}
	const union element *elements = array_elements(item->array);
	union element *all = elements_new(taking->op, &taking->arrays);
	if (!elements || !all)
		return false;
	broadcast_strides(&item->array->type, &taking->arrays, strides);
	strided_copy(&taking->arrays, elements, strides, all);
	for (int64_t i = 0; i < count; i++) {
		if (!wrapped(&all[i].integer, size))
			return false;
		taking->offsets[i].integer += all[i].integer * stride;
	}
	return true;
}

static void add_dim(struct taking *taking, int64_t size, int64_t stride)
{
	taking->dims[taking->rank++] = (struct taken_dim){size, stride, false};
}

static bool take_slice(struct taking *taking, const struct index_item *item, uint32_t axis)
{
	struct slice_range range;
	if (!slice_is_static(item) || item->start.kind == BOUND_FLOAT ||
	    item->stop.kind == BOUND_FLOAT || item->step.kind == BOUND_FLOAT ||
	    (item->step.kind == BOUND_INTEGER && !item->step.value) ||
	    !slice_range_of(taking->op, item, taking->type->shape[axis], &range))
		return false;
	taking->first += range.size ? range.start * taking->strides[axis] : 0;
	add_dim(taking, range.size, range.step * taking->strides[axis]);
	return true;
}

/* Takes an index that is no slice: into a single element, or with others. */
static bool take_index(struct taking *taking, const struct index_item *item, uint32_t axis,
                       uint32_t position)
{
	int64_t index;
	if (taking->joins) {
		taking->apart |= taking->njoined && taking->joined_at != position;
		if (!taking->njoined++)
			for (uint32_t i = 0; i < taking->arrays.rank; i++)
				taking->dims[taking->rank++] =
				    (struct taken_dim){taking->shape[i], 0, true};
		taking->joined_at = position + 1;
		return add_offsets(taking, item, axis);
	}
	if (!scalar_index(item, taking->type->shape[axis], &index))
		return false;
	taking->first += index * taking->strides[axis];
	return true;
}

/* Looks at all items first: how many dimensions they take up, and what their arrays have in common.
 */
static bool look_at_items(struct taking *taking, uint32_t *consumed, bool *ellipsis)
{
	taking->arrays = (struct array_type){.shape = taking->shape};
	for (uint32_t i = 0; i < taking->index->count; i++) {
		const struct index_item *item = &taking->index->items[i];
		bool array = item->kind == INDEX_ARRAY;
		if (array && (!dtype_is_integer(item->array->type.dtype) ||
		              !join_shape(taking, &item->array->type)))
			return false;
		taking->joins |= array && item->array->type.rank;
		*ellipsis |= item->kind == INDEX_ELLIPSIS;
		*consumed += array || item->kind == INDEX_INTEGER || item->kind == INDEX_SLICE;
		if (!array && item->kind != INDEX_INTEGER && item->kind != INDEX_SLICE &&
		    item->kind != INDEX_ELLIPSIS && item->kind != INDEX_NONE)
			return false;
	}
	int64_t count = taking->joins ? held_count(&taking->arrays) : 0;
	taking->offsets = count < 0 ? NULL : elements_new(taking->op, &taking->arrays);
	for (int64_t i = 0; taking->offsets && i < count; i++)
		taking->offsets[i].integer = 0;
	return taking->offsets && *consumed <= taking->type->rank;
}

static bool take_items(struct taking *taking)
{
	uint32_t consumed = 0, axis = 0;
	bool ellipsis = false;
	strides_of(taking->type, taking->strides);
	if (!look_at_items(taking, &consumed, &ellipsis))
		return false;
	uint32_t left = taking->type->rank - consumed;
	for (uint32_t i = 0; i < taking->index->count; i++) {
		const struct index_item *item = &taking->index->items[i];
		if (item->kind == INDEX_NONE) {
			add_dim(taking, 1, 0);
		} else if (item->kind == INDEX_ELLIPSIS) {
			for (uint32_t j = 0; j < left; j++, axis++)
				add_dim(taking, taking->type->shape[axis], taking->strides[axis]);
		} else if (item->kind == INDEX_SLICE) {
			if (!take_slice(taking, item, axis++))
				return false;
		} else if (!take_index(taking, item, axis++, i)) {
			return false;
		}
	}
	for (; !ellipsis && axis < taking->type->rank; axis++)
		add_dim(taking, taking->type->shape[axis], taking->strides[axis]);
	return true;
}

/* Puts the dimensions of arrays that do not stand side by side in front. */
static void joint_first(struct taking *taking)
{
	struct taken_dim sorted[2 * MAX_RANK];
	uint32_t count = 0;
	for (int joint = 1; joint >= 0; joint--)
		for (uint32_t i = 0; i < taking->rank; i++)
			if (taking->dims[i].joint == (joint == 1))
				sorted[count++] = taking->dims[i];
	memcpy(taking->dims, sorted, count * sizeof *sorted);
}

/* For each element that the index takes, its place in the array; NULL: not known. *type gets their
 * shape. */
static const union element *taken_places(struct op *op, const struct array *x,
                                         const struct index *index, struct array_type *type)
{
	struct taking taking = {.op = op, .type = &x->type, .index = index};
	if (index->list || !take_items(&taking))
		return NULL;
	if (taking.apart)
		joint_first(&taking);
	int64_t *shape = arena_new(op->arena, int64_t, taking.rank), offsets[2 * MAX_RANK];
	if (taking.rank > MAX_RANK)
		return NULL;
	for (uint32_t i = 0; i < taking.rank; i++)
		shape[i] = taking.dims[i].size;
	*type = (struct array_type){.shape = shape, .rank = taking.rank, .dtype = x->type.dtype};
	union element *places = elements_new(op, type);
	int64_t own[MAX_RANK], count = held_count(type), stride = 1;
	strides_of(type, own);
	for (uint32_t i = taking.rank; i-- > 0;) {
		offsets[i] = taking.dims[i].joint ? stride : 0;
		stride *= taking.dims[i].joint ? taking.dims[i].size : 1;
	}
	for (int64_t i = 0; places && i < count; i++) {
		int64_t place = taking.first, joint = 0;
		for (uint32_t d = 0; d < taking.rank; d++) {
			int64_t at = i / own[d] % shape[d];
			place += at * taking.dims[d].stride;
			joint += at * offsets[d];
		}
		places[i].integer = place + (taking.joins ? taking.offsets[joint].integer : 0);
	}
	return places;
}

void index_hold_taken(struct op *op, const struct array *x, const struct index *index,
                      const struct index_options *options, const struct array *result)
{
	const union element *elements = array_elements(x);
	struct array_type type;
	if (!result || result == x || !elements || !op_follows_elements(op) ||
	    options->negative_outside || result->elements || result->level)
		return;
	const union element *places = taken_places(op, x, index, &type);
	union element *items = places ? elements_new(op, &type) : NULL;
	if (!items || !type_same_shape(&type, &result->type))
		return;
	int64_t count = held_count(&type);
	for (int64_t i = 0; i < count; i++)
		items[i] = elements[places[i].integer];
	array_hold(result, items);
}

/* Whether no place is taken twice. */
static bool are_unique(struct op *op, const union element *places, int64_t count, int64_t room)
{
	uint8_t *seen = arena_new(op->arena, uint8_t, (size_t)room + 1);
	for (int64_t i = 0; i < count; i++)
		if (seen[places[i].integer]++)
			return false;
	return true;
}

void index_hold_updated(struct op *op, const struct index_update *update, const struct array *x,
                        const struct index *index, const struct array *y,
                        const struct array *result)
{
	const union element *elements = array_elements(x), *given = array_elements(y);
	struct array_type type;
	int64_t strides[MAX_RANK];
	if (!result || result == x || !elements || !given || !op_follows_elements(op) ||
	    update->apply || result->level)
		return;
	const union element *places = taken_places(op, x, index, &type);
	if (!places)
		return;
	union element *items = elements_new(op, &x->type);
	union element *values = items ? elements_new(op, &type) : NULL;
	if (!values || y->type.rank > type.rank)
		return;
	int64_t count = held_count(&type), room = held_count(&x->type);
	for (uint32_t i = 0; i < y->type.rank; i++) {
		int64_t size = y->type.shape[i];
		if (size != 1 && size != type.shape[type.rank - y->type.rank + i])
			return;
	}
	broadcast_strides(&y->type, &type, strides);
	strided_copy(&type, given, strides, values);
	const struct primitive *joins = update->scatter->data;
	if (!joins && !op->numpy && !are_unique(op, places, count, room))
		return;
	memcpy(items, elements, (size_t)room * sizeof *items);
	for (int64_t i = 0; i < count; i++) {
		union element *item = &items[places[i].integer], one = values[i];
		if (!element_convert(y->type.dtype, x->type.dtype, &one) ||
		    (joins && !element_joined(op, joins, x->type.dtype, *item, one, &one)))
			return;
		*item = one;
	}
	array_hold(result, items);
}

/* The positions of what is true of a mask, an array for each of its dimensions. */
static void mask_positions(struct op *op, const struct array *mask, struct index_item *items)
{
	const union element *elements = array_elements(mask);
	int64_t count = held_count(&mask->type), strides[MAX_RANK], trues = 0;
	for (int64_t i = 0; i < count; i++)
		trues += elements[i].integer;
	strides_of(&mask->type, strides);
	for (uint32_t d = 0; d < mask->type.rank; d++) {
		struct array_type type =
		    type_plain(op->arena, default_int(op), shape_copy(op->arena, &trues, 1), 1);
		const struct array *array = array_new(op, &type);
		union element *places = elements_new(op, &type);
		for (int64_t i = 0, next = 0; places && i < count; i++)
			if (elements[i].integer)
				places[next++].integer = i / strides[d] % mask->type.shape[d];
		array_hold(array, places);
		items[d] = (struct index_item){.kind = INDEX_ARRAY, .array = array};
	}
}

/* How many dimensions of the array a component takes up. */
static uint32_t taken_up(const struct index_item *item)
{
	bool none =
	    item->kind == INDEX_NONE || item->kind == INDEX_BOOL || item->kind == INDEX_ELLIPSIS;
	return item->kind == INDEX_MASK ? item->array->type.rank : !none;
}

/* A mask with dimensions of which is known what is true. */
static bool is_known_mask(const struct index_item *item)
{
	return item->kind == INDEX_MASK && item->array->type.rank && array_elements(item->array);
}

/* How many arrays of positions stand in the place of the masks that are known; 0 when one of them
 * does not fit, which is refused in its own words. */
static uint32_t count_positions(const struct array_type *x, const struct index *index)
{
	uint32_t total = 0, axis = 0, positions = 0;
	for (uint32_t i = 0; i < index->count; i++)
		total += taken_up(&index->items[i]);
	for (uint32_t i = 0; i < index->count && total <= x->rank; i++) {
		const struct index_item *item = &index->items[i];
		axis += item->kind == INDEX_ELLIPSIS ? x->rank - total : 0;
		for (uint32_t d = 0; is_known_mask(item) && d < item->array->type.rank; d++) {
			if (item->array->type.shape[d] != x->shape[axis + d])
				return 0;
			positions++;
		}
		axis += taken_up(item);
	}
	return positions;
}

const struct index *index_without_masks(struct op *op, const struct array_type *x,
                                        const struct index *index)
{
	uint32_t positions = count_positions(x, index), count = 0;
	if (!positions)
		return index;
	struct index_item *items =
	    arena_new(op->arena, struct index_item, index->count + (size_t)positions);
	for (uint32_t i = 0; i < index->count; i++) {
		const struct index_item *item = &index->items[i];
		bool known = is_known_mask(item);
		if (known)
			mask_positions(op, item->array, items + count);
		else
			items[count] = *item;
		count += known ? item->array->type.rank : 1;
	}
	struct index *plain = arena_new(op->arena, struct index, 1);
	*plain = *index;
	plain->items = items;
	plain->count = count;
	return plain;
}
