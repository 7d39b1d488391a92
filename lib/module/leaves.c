/* SPDX-License-Identifier: Apache-2.0 */
#include "module/leaves.h"

/* Tuples deeper than this have no leaves. */
enum { MAX_NESTED_TUPLES = 64 };

static uint32_t count_leaves(const struct hlo_shape *shape, uint32_t depth)
{
	uint32_t count = 0;
	if (!shape->tuple)
		return 1;
	for (uint32_t i = 0; i < shape->nelements && depth < MAX_NESTED_TUPLES; i++)
		count +=
		    shape->elements[i].tuple ? count_leaves(&shape->elements[i], depth + 1) : 1;
	return count;
}

uint32_t shape_tuple_leaves(const struct hlo_shape *shape)
{
	return shape->nested ? count_leaves(shape, 0) : shape->nelements;
}

const struct hlo_shape *shape_tuple_leaf(const struct hlo_shape *shape, uint32_t leaf)
{
	if (!shape->nested)
		return leaf < shape->nelements ? &shape->elements[leaf] : shape;
	for (uint32_t depth = 0; shape->tuple && depth < MAX_NESTED_TUPLES; depth++) {
		uint32_t i = 0;
		for (; i < shape->nelements; i++) {
			const struct hlo_shape *element = &shape->elements[i];
			uint32_t count = element->tuple ? count_leaves(element, depth + 1) : 1;
			if (leaf < count)
				break;
			leaf -= count;
		}
		if (i == shape->nelements)
			return shape;
		shape = &shape->elements[i];
	}
	return shape;
}
