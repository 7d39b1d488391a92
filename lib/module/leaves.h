/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays of a shape, one after another. */
#pragma once

#include "module/module.h"

/* Arrays of a shape, tuples within tuples counted through; a token counts as one. */
uint32_t shape_tuple_leaves(const struct hlo_shape *shape);

/* The shape of leaf `leaf` of a tuple, counted in the same way; of a shape that is no tuple the
 * shape itself. */
const struct hlo_shape *shape_tuple_leaf(const struct hlo_shape *shape, uint32_t leaf);

static inline uint32_t shape_leaves(const struct hlo_shape *shape)
{
	return shape->tuple ? shape_tuple_leaves(shape) : 1;
}

static inline const struct hlo_shape *shape_leaf(const struct hlo_shape *shape, uint32_t leaf)
{
	return shape->tuple ? shape_tuple_leaf(shape, leaf) : shape;
}
