/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/levels.h"

#include "op/core/batch.h"
#include "op/core/watch.h"

static bool is_mapped(const struct op *op, const struct array *array)
{
	return array->level > op->staged;
}

uint64_t array_levels(const struct op *op, const struct array *array)
{
	uint64_t levels = 0;
	for (; is_mapped(op, array); array = array->mapped)
		levels |= (uint64_t)1 << (array->level - 1);
	return levels;
}

/* The array mapped by the vmap of this level too. */
static const struct array *map_level(struct op *op, const struct array *array, uint32_t level)
{
	if (is_mapped(op, array) && array->level >= level) {
		if (array->level == level)
			return array;
		const struct array *whole = map_level(op, array->mapped, level);
		return whole ? array_map(op, whole, array->mapped_dim, array->level) : NULL;
	}
	op->batching++;
	op->batching++;
	const struct array *whole = batch_materialise(op, &op->mappings[level - 1], array, -1, 0);
	op->batching--;
	op->batching--;
	return whole ? array_map(op, whole, 0, level) : NULL;
}

const struct array *array_map_levels(struct op *op, const struct array *array, uint64_t levels)
{
	for (uint32_t level = 1; array && level <= op->nmappings; level++)
		if (levels >> (level - 1) & 1)
			array = map_level(op, array, level);
	return array;
}

const struct array *array_align(struct op *op, const struct array *array, uint32_t dim)
{
	if (!is_mapped(op, array))
		return array;
	op->batching++;
	const struct array *whole = batch_move(op, array->mapped, (int32_t)array->mapped_dim, dim);
	op->batching--;
	whole = whole ? array_align(op, whole, dim) : NULL;
	return whole ? array_map(op, whole, dim, array->level) : NULL;
}

const struct array *array_of_levels(struct op *op, const struct array_type *type, uint64_t levels)
{
	struct array_type whole;
	if (!levels)
		return array_new(op, type);
	uint32_t level = 64 - (uint32_t)__builtin_clzll(levels);
	if (!batch_whole_type(op, &op->mappings[level - 1], type, 0, &whole))
		return NULL;
	const struct array *outer =
	    array_of_levels(op, &whole, levels & ~(UINT64_C(1) << (level - 1)));
	return outer ? array_map(op, outer, 0, level) : NULL;
}

static const struct array *type_like(struct op *op, const struct array_type *type,
                                     const struct array *array)
{
	struct array_type whole;
	if (!is_mapped(op, array))
		return array_new(op, type);
	if (!batch_whole_type(op, &op->mappings[array->level - 1], type, array->mapped_dim, &whole))
		return NULL;
	const struct array *outer = type_like(op, &whole, array->mapped);
	return outer ? array_map(op, outer, array->mapped_dim, array->level) : NULL;
}

const struct array *array_like(struct op *op, const struct array *array)
{
	const struct array *like = type_like(op, &array->type, array);
	if (like)
		watch_inherit(op, like, array, UINT32_MAX);
	return like;
}

struct array_type element_type(const struct array_type *type)
{
	struct array_type element = *type;
	element.rank--;
	element.shape++;
	element.spec++;
	return element;
}

const struct array *array_stack(struct op *op, const struct array *array, int64_t length)
{
	if (is_mapped(op, array))
		return array_map(op, array_stack(op, array->mapped, length), array->mapped_dim + 1,
		                 array->level);
	struct array_type stacked;
	batch_insert(op, length, (struct dim_axes){0}, &array->type, 0, &stacked);
	return array_new(op, &stacked);
}
