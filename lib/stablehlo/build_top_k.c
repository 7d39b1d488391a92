/* SPDX-License-Identifier: Apache-2.0 */
/* The largest elements: of CHLO, and JAX's approximate ones. */
#include "stablehlo/build.h"

/* chlo.top_k(%x, k = 8), along the last dim. */
bool build_top_k(struct reader *reader, struct operation *operation, struct region *region)
{
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape || !build_operands(reader, operation, 1, 1))
		return false;
	struct instruction *top = build_add(reader, operation, region, OPCODE_TOPK, shape);
	return top &&
	       attribute_integer(&operation->attributes, &reader->cursor, "k", 0, &top->index) &&
	       build_results(reader, operation, region, top);
}

/* What the custom call says of itself. */
static bool read_settings(struct reader *reader, const struct operation *operation,
                          struct attributes *settings)
{
	struct cursor *cursor = &reader->cursor;
	struct str text = attributes_find(&operation->attributes, "mhlo.backend_config");
	*settings = (struct attributes){.arena = reader->scratch};
	if (!text.len)
		return true;
	size_t back = cursor_jump(cursor, text);
	if (!attributes_read(settings, cursor))
		return false;
	cursor->at = back;
	return true;
}

/* The function that compares, as a region of the sort: two elements of each array. */
static bool add_comparator(struct reader *reader, struct operation *operation,
                           struct region *parent, uint32_t arrays)
{
	struct region region = reader_region_of(reader, REGION_COMBINER, parent);
	struct str name = attributes_find(&operation->attributes, "called_computations");
	struct instruction **elements =
	    arena_new(reader->scratch, struct instruction *, 2 * (size_t)arrays);
	for (uint32_t i = 0; i < 2 * arrays; i++) {
		const struct hlo_shape *array = operation->operands[i / 2]->shape;
		elements[i] = reader_parameter(
		    reader, &region, hlo_shape_array(reader->arena, array->element, NULL, 0));
		if (!elements[i])
			return false;
	}
	if (!str_starts_with(name, STR("[@")) || !str_ends_with(name, STR("]")))
		return build_refuse(reader, operation, "it names no function that compares");
	return reader_call(reader, str_slice(name, 2, name.len - 1), operation->at, &region,
	                   elements, 2 * arrays, &region.returned, &region.nreturned) &&
	       reader_close(reader, &region) && operation_add_region(reader, operation, &region);
}

/* The first elements of a sorted array along its dim, as many as the result has. */
static struct instruction *take_first(struct reader *reader, const struct operation *operation,
                                      struct region *region, struct instruction *sorted,
                                      const struct hlo_shape *shape)
{
	struct slice_numbers *slice = arena_new(reader->arena, struct slice_numbers, 1);
	int64_t *numbers = arena_new(reader->arena, int64_t, 2 * (size_t)shape->rank);
	for (uint32_t i = 0; i < shape->rank; i++)
		numbers[shape->rank + i] = 1;
	*slice = (struct slice_numbers){numbers, shape->dims, numbers + shape->rank};
	struct instruction *first =
	    build_add_of(reader, operation, region, OPCODE_SLICE, shape, &sorted, 1);
	if (first)
		first->slice = slice;
	return first;
}

/* Whether the results are the arrays, with no more elements along one dim. */
static bool results_fit(const struct operation *operation, const struct hlo_shape *shape,
                        uint32_t arrays, int64_t dim)
{
	if (!shape->tuple || shape->nelements != arrays)
		return false;
	for (uint32_t i = 0; i < arrays; i++) {
		const struct hlo_shape *array = operation->operands[i]->shape,
				       *result = &shape->elements[i];
		bool fits = array->element && result->element == array->element &&
		            result->rank == array->rank && dim >= 0 && dim < array->rank;
		for (uint32_t k = 0; fits && k < array->rank; k++)
			fits = k == dim ? result->dims[k] <= array->dims[k]
			                : result->dims[k] == array->dims[k];
		if (!fits)
			return false;
	}
	return true;
}

/* Sorts the arrays, each element with those of the others, and takes the first. */
static bool sort_and_take(struct reader *reader, struct operation *operation, struct region *region,
                          const struct hlo_shape *shape, int64_t dim)
{
	uint32_t count = shape->nelements;
	struct hlo_shape *shapes = arena_new(reader->scratch, struct hlo_shape, count);
	struct instruction **taken = arena_new(reader->scratch, struct instruction *, count);
	for (uint32_t i = 0; i < count; i++)
		shapes[i] = *operation->operands[i]->shape;
	const struct hlo_shape *sorted = hlo_shape_tuple(reader->arena, shapes, count);
	struct instruction *sort = build_add_of(reader, operation, region, OPCODE_SORT, sorted,
	                                        operation->operands, count);
	if (!sort)
		return false;
	sort->dims = arena_copy(reader->arena, &dim, 1, sizeof dim);
	sort->ndims = 1;
	sort->called = build_called(reader, operation, &sort->ncalled);
	for (uint32_t i = 0; i < count; i++) {
		struct instruction *element =
		    build_add_of(reader, operation, region, OPCODE_GET_TUPLE_ELEMENT,
		                 &sorted->elements[i], &sort, 1);
		if (!element)
			return false;
		element->index = i;
		taken[i] = take_first(reader, operation, region, element, &shape->elements[i]);
		if (!taken[i])
			return false;
	}
	return build_bind(reader, operation, region, taken, count);
}

bool build_approximate_top_k(struct reader *reader, struct operation *operation,
                             struct region *region, bool *built)
{
	struct attributes settings;
	int64_t dim, fallback;
	uint32_t arrays = operation->noperands / 2;
	struct cursor *cursor = &reader->cursor;
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape || !read_settings(reader, operation, &settings) ||
	    !attribute_integer(&settings, cursor, "is_fallback", 0, &fallback) ||
	    !attribute_integer(&settings, cursor, "reduction_dim", -1, &dim))
		return false;
	*built = fallback;
	if (!fallback)
		return true;
	if (!arrays || operation->noperands % 2 || !results_fit(operation, shape, arrays, dim))
		return build_refuse(reader, operation,
		                    "its operands and its results do not fit together");
	return add_comparator(reader, operation, region, arrays) &&
	       sort_and_take(reader, operation, region, shape, dim);
}
