/* SPDX-License-Identifier: Apache-2.0 */
#include "op/index/dimension_numbers.h"

/* Where it stands in the list, which has it. */
static uint32_t dimensions_find(struct dimension_list dims, int64_t dim)
{
	uint32_t i = 0;
	while (i < dims.count && dims.items[i] != dim)
		i++;
	return i;
}

bool dimensions_have(struct dimension_list dims, int64_t dim)
{
	return dimensions_find(dims, dim) < dims.count;
}

struct dimension_list dimensions_kept(struct arena *arena, struct dimension_list dims)
{
	return (struct dimension_list){shape_copy(arena, dims.items, dims.count), dims.count};
}

struct dimension_list dimensions_behind(struct arena *arena, struct dimension_list dims, bool first)
{
	int64_t *items = arena_new(arena, int64_t, (size_t)dims.count + 1);
	for (uint32_t i = 0; i < dims.count; i++)
		items[i + first] = dims.items[i] + 1;
	return (struct dimension_list){items, dims.count + first};
}

bool dimensions_sorted(struct op *op, struct named_dimensions list)
{
	for (uint32_t i = 1; i < list.dims.count; i++) {
		if (list.dims.items[i] >= list.dims.items[i - 1])
			continue;
		return raise_dimension_numbers(op, "{} in {} op must be sorted; got {}", list.name,
		                               list.operation, list.dims);
	}
	return true;
}

bool dimensions_unique(struct op *op, struct named_dimensions list)
{
	for (uint32_t i = 0; i < list.dims.count; i++) {
		if (dimensions_find(list.dims, list.dims.items[i]) == i)
			continue;
		return raise_dimension_numbers(op, "{} in {} op must not repeat; got: {}.",
		                               list.name, list.operation, list.dims);
	}
	return true;
}

static bool raise_range(struct op *op, struct named_dimensions list, uint32_t rank, int64_t dim)
{
	return raise_dimension_numbers(op,
	                               "Invalid {} set in {} op; valid range is [0, {}); got: {}.",
	                               list.name, list.operation, rank, dim);
}

bool dimensions_in_range(struct op *op, struct named_dimensions list, uint32_t rank)
{
	for (uint32_t i = 0; i < list.dims.count; i++)
		if (list.dims.items[i] < 0 || list.dims.items[i] >= rank)
			return raise_range(op, list, rank, list.dims.items[i]);
	return true;
}

bool sorted_dimensions_in_range(struct op *op, struct named_dimensions list, uint32_t rank)
{
	if (!list.dims.count)
		return true;
	int64_t first = list.dims.items[0], last = list.dims.items[list.dims.count - 1];
	int64_t invalid = first < 0 ? first : last >= rank ? last : 0;
	return !invalid || raise_range(op, list, rank, invalid); /* JAX lets 0 of rank 0 pass */
}

bool dimensions_disjoint(struct op *op, struct named_dimensions a, struct named_dimensions b)
{
	for (uint32_t i = 0; i < a.dims.count; i++) {
		if (!dimensions_have(b.dims, a.dims.items[i]))
			continue;
		return raise_dimension_numbers(
		    op, "{} and {} in {} op must be disjoint; got: {} and {}.", a.name, b.name,
		    a.operation, a.dims, b.dims);
	}
	return true;
}

const int64_t *dimensions_sizes(struct op *op, struct dimension_list dims,
                                const struct array_type *type)
{
	int64_t *sizes = arena_new(op->arena, int64_t, dims.count);
	for (uint32_t i = 0; i < dims.count; i++) {
		if (dims.items[i] >= type->rank)
			return refuse(op, RULE_PROGRAM_ERROR, "IndexError",
			              TEXT("tuple index out of range"));
		sizes[i] = type->shape[dims.items[i]];
	}
	return sizes;
}
