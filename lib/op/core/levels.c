/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/levels.h"

#include <assert.h>

#include "op/core/batch.h"
#include "op/core/escape.h"
#include "op/core/watch.h"

/* The type of one example of a mapped array: without the mapped dimension. */
static struct array_type example_type(struct op *op, const struct array_type *whole, uint32_t dim)
{
	struct array_type type = *whole;
	int64_t *shape = arena_new(op->arena, int64_t, whole->rank);
	struct dim_axes *spec = spec_none(op->arena, whole->rank);
	type.rank = 0;
	for (uint32_t i = 0; i < whole->rank; i++) {
		if (i == dim)
			continue;
		shape[type.rank] = whole->shape[i];
		spec[type.rank++] = whole->spec[i];
	}
	type.shape = shape;
	type.spec = spec;
	return type;
}

const struct array *array_map(struct op *op, const struct array *whole, uint32_t dim,
                              uint32_t level)
{
	if (!whole)
		return NULL;
	assert(dim < whole->type.rank);
	assert(level > 0 && level <= op->nmappings);
	struct array *array = arena_new(op->arena, struct array, 1);
	array->type = example_type(op, &whole->type, dim);
	array->level = level;
	array->mapped = whole;
	array->mapped_dim = dim;
	array->used = whole->used;
	array->committed = whole->committed;
	array->number = op->arrays++;
	watch_inherit(op, array, whole, level);
	return array;
}

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

const struct array *array_of_levels(struct op *op, const struct array_type *type, uint64_t levels)
{
	assert(op->nmappings == MAX_VMAPS || !(levels >> op->nmappings));
	struct array_type whole;
	if (!levels)
		return array_new(op, type);
	uint32_t level = 64 - (uint32_t)__builtin_clzll(levels);
	if (!batch_whole_type(op, &op->mappings[level - 1], type, 0, &whole))
		return NULL;
	const struct array *outer =
	    array_of_levels(op, &whole, levels & ~(UINT64_C(1) << (level - 1)));
	return array_map(op, outer, 0, level);
}

static const struct array *type_like(struct op *op, const struct array_type *type,
                                     const struct array *array)
{
	struct array_type whole;
	if (!escape_check(op, array))
		return NULL;
	assert(array->level <= op->nmappings);
	if (!is_mapped(op, array))
		return array_new(op, type);
	if (!batch_whole_type(op, &op->mappings[array->level - 1], type, array->mapped_dim, &whole))
		return NULL;
	const struct array *outer = type_like(op, &whole, array->mapped);
	return array_map(op, outer, array->mapped_dim, array->level);
}

/* The array, so that one who asks whether the other is used is told of this one too. */
static const struct array *used_as(struct op *op, const struct array *array,
                                   const struct array *other)
{
	if (!array || !other->used)
		return array;
	struct array *asked = arena_new(op->arena, struct array, 1);
	*asked = *array;
	asked->used = other->used;
	return asked;
}

const struct array *array_input(struct op *op, const struct array_type *type, uint64_t levels,
                                const struct array *given)
{
	return used_as(op, array_of_levels(op, type, levels), given);
}

const struct array *array_like(struct op *op, const struct array *array)
{
	const struct array *like = array ? type_like(op, &array->type, array) : NULL;
	if (!like)
		return NULL;
	like = used_as(op, like, array);
	watch_inherit(op, like, array, UINT32_MAX);
	return like;
}

const struct array *array_recorded_anew(struct op *op, const struct array *array)
{
	return op->recording ? array_like(op, array) : array;
}

struct array_type element_type(const struct array_type *type)
{
	assert(type->rank > 0);
	struct array_type element = *type;
	element.rank--;
	element.shape++;
	element.spec++;
	return element;
}

const struct array *array_stack(struct op *op, const struct array *array, int64_t length)
{
	if (!array)
		return NULL;
	if (is_mapped(op, array))
		return array_map(op, array_stack(op, array->mapped, length), array->mapped_dim + 1,
		                 array->level);
	struct array_type stacked;
	assert(array->type.rank < MAX_RANK);
	batch_insert(op, length, (struct dim_axes){0}, &array->type, 0, &stacked);
	return array_new(op, &stacked);
}
