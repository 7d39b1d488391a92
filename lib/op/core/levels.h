/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arrays of a body that is traced as a whole and mapped afterwards (a loop, a branch), with the
 * dimensions that vmaps map. Only vmaps further in than op->staged count.
 */
#pragma once

#include "op/core/primitive.h"

/* What a function under vmap number `level` (from 1) sees of an array that is mapped along `dim`.
 */
const struct array *array_map(struct op *op, const struct array *whole, uint32_t dim,
                              uint32_t level);

/* The vmaps that map the array, as a set: bit n is level n + 1. */
uint64_t array_levels(const struct op *op, const struct array *array);

/*
 * What a body gets that is mapped by these vmaps, as JAX makes it up from the type that the body
 * sees: each mapped dimension stands in front of those further in. NULL when JAX raises. JAX:
 * batching.py batch_jaxpr.
 */
const struct array *array_of_levels(struct op *op, const struct array_type *type, uint64_t levels);

/* The same for what is given to the body, or a part of it: it is used when the body uses this. */
const struct array *array_input(struct op *op, const struct array_type *type, uint64_t levels,
                                const struct array *given);

/* The same with the mapped dimensions where the array has them. */
const struct array *array_like(struct op *op, const struct array *array);

/* Another array of the type and vmaps of this one, which an equation is to make; the array itself
 * where nothing is recorded (recording.h), and NULL for NULL. */
const struct array *array_recorded_anew(struct op *op, const struct array *array);

/* The type of one element of an array along its first dimension. */
struct array_type element_type(const struct array_type *type);

/* `length` such arrays along a new first dimension. */
const struct array *array_stack(struct op *op, const struct array *array, int64_t length);
