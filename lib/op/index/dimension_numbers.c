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

#include <inttypes.h>

#include "jax/python_text.h"

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

void dimensions_text(struct buf *out, struct dimension_list dims)
{
	python_shape(out, dims.items, dims.count);
}

bool raise_dimension_numbers(struct op *op, const struct buf *text)
{
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError", TEXT("{}", text),
	              HELP("this fails without any sharding too: mend the dimension numbers"));
}

bool dimensions_sorted(struct op *op, struct named_dimensions list)
{
	for (uint32_t i = 1; i < list.dims.count; i++) {
		if (list.dims.items[i] >= list.dims.items[i - 1])
			continue;
		struct buf text = op_buf(op);
		buf_printf(&text, "%s in %s op must be sorted; got ", list.name, list.operation);
		dimensions_text(&text, list.dims);
		return raise_dimension_numbers(op, &text);
	}
	return true;
}

bool dimensions_unique(struct op *op, struct named_dimensions list)
{
	for (uint32_t i = 0; i < list.dims.count; i++) {
		if (dimensions_find(list.dims, list.dims.items[i]) == i)
			continue;
		struct buf text = op_buf(op);
		buf_printf(&text, "%s in %s op must not repeat; got: ", list.name, list.operation);
		dimensions_text(&text, list.dims);
		buf_putc(&text, '.');
		return raise_dimension_numbers(op, &text);
	}
	return true;
}

static bool raise_range(struct op *op, struct named_dimensions list, uint32_t rank, int64_t dim)
{
	struct buf text = op_buf(op);
	buf_printf(&text,
	           "Invalid %s set in %s op; valid range is [0, %" PRIu32 "); got: %" PRId64 ".",
	           list.name, list.operation, rank, dim);
	return raise_dimension_numbers(op, &text);
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
		struct buf text = op_buf(op);
		buf_printf(&text, "%s and %s in %s op must be disjoint; got: ", a.name, b.name,
		           a.operation);
		dimensions_text(&text, a.dims);
		buf_puts(&text, " and ");
		dimensions_text(&text, b.dims);
		buf_putc(&text, '.');
		return raise_dimension_numbers(op, &text);
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
