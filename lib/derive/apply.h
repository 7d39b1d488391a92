/* SPDX-License-Identifier: Apache-2.0 */
/* What rules are written with: NULL goes in and comes out. JAX: lax/lax.py. */
#pragma once

#include "op/core/op.h"

/* x + y, by add. As for minus, times and over, dtypes and shapes are the same already: nothing is
 * promoted or broadcast. */
const struct array *plus(struct op *op, const struct array *x, const struct array *y);

/* x - y, by sub. */
const struct array *minus(struct op *op, const struct array *x, const struct array *y);

/* x * y, by mul. */
const struct array *times(struct op *op, const struct array *x, const struct array *y);

/* x / y, by div; of integers it is rounded towards 0. */
const struct array *over(struct op *op, const struct array *x, const struct array *y);

/* -x, by neg. */
const struct array *negative(struct op *op, const struct array *x);

/* A literal of the dtype of `like`. JAX: _const. */
const struct array *literal(struct op *op, const struct array *like, double number);

/* A scalar of this number with the dtype and on the mesh of `like`. JAX: _one, _zero. */
const struct array *scalar_like(struct op *op, const struct array *like, double number);

/* An array of the type of `like`, its sharding included, all of this number. JAX: full_like. */
const struct array *full_like(struct op *op, const struct array *like, double number);

/* The sharding of a type as it is asked for; NULL where no axis is Explicit. In the arena. */
const struct sharding_request *asked_sharding(struct op *op, const struct array_type *type);

/* Whether two types have the same shape and sharding, on meshes that are told apart only where an
 * axis is Explicit. */
bool same_shape_and_sharding(const struct array_type *a, const struct array_type *b);

/* Zeros of a tangent or cotangent of this type. JAX: zeros_like_aval. */
const struct array *zeros_of(struct op *op, const struct array_type *type);

/* The type of the cotangent of what has this type. JAX: core.py to_ct_aval. */
struct array_type cotangent_type_of(const struct array_type *type);

/* The cotangent of what was broadcast to its shape. JAX: _unbroadcast. */
const struct array *unbroadcast(struct op *op, const struct array_type *type,
                                const struct array *x);

/* The array broadcast to what has this type. JAX: _maybe_broadcast. */
const struct array *maybe_broadcast(struct op *op, const struct array *x,
                                    const struct array_type *type);

/* JAX: _balanced_eq: 1 where x is z, and half of it where y is too. */
const struct array *balanced_equal(struct op *op, const struct array *x, const struct array *z,
                                   const struct array *y);

/* JAX: _balanced_cmp: 1 where x is greater than y, and half of it where they are equal. */
const struct array *balanced_order(struct op *op, const struct array *x, const struct array *y);

/* on_true where the booleans are true. JAX: lax.select. */
const struct array *chosen(struct op *op, const struct array *which, const struct array *on_true,
                           const struct array *on_false);

/* A new array of the type of one that holds `length` like the element along a new first dimension,
 * not sharded. */
const struct array *stacked_array(struct op *op, const struct array *element, int64_t length);

struct scatter_dimensions;

/* What a scatter of updates of this type puts them over, taken out. JAX: slicing.py
 * _scatter_addsub_transpose_rule. */
const struct array *gathered_updates(struct op *op, const struct array *x,
                                     const struct array *indices,
                                     const struct scatter_dimensions *dims,
                                     const struct array_type *updates);

/* `count` dimensions from `first` on, in the arena. */
struct dimension_list dimensions_from(struct op *op, uint32_t first, uint32_t count);
