/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the operations that multiply and sum have in common: dot_general, ragged_dot_general,
 * einsum and their like. [0] is of the left operand, [1] of the right one.
 */
#pragma once

#include "op/contract/contract.h"
#include "op/core/primitive.h"

/* Whether `dim` is in the list. */
bool dimension_listed(struct dimension_list list, int64_t dim);

/* (0, 1) as Python prints a tuple of integers. */
void dimension_list_text(struct buf *out, struct dimension_list list);

/* Checks dimensions and sizes as dot_general does; false after raising. JAX: lax.py
 * _dot_general_shape_rule. */
MUST_USE bool dot_check_shapes(struct op *op, const struct array_type *const *operands,
                               const struct dot_dimensions *dimensions);

/* The dtype of a product; `name` is the function that errors name, `preferred` may be NULL. NULL
 * after raising. JAX: lax.py _dot_general_dtype_rule. */
const struct dtype *dot_dtype(struct op *op, const char *name,
                              const struct array_type *const *operands,
                              const struct dtype *preferred);

/* Fills shape and rank of a product, and gives the entries of its dimensions: those of the batch
 * (as the left operand has them), of the left and of the right operand. `group` are dimensions of
 * the right operand that it has not. JAX: lax.py _dot_general_sharding_computation. */
const struct dim_axes *dot_result(struct op *op, const struct array_type *const *operands,
                                  const struct dot_dimensions *dimensions,
                                  struct dimension_list group, struct array_type *result);

/* A primitive's `unreduced` for products: none of the operands may be unreduced. JAX: lax.py
 * _dot_general_unreduced_rule. */
bool dot_unreduced(struct op *op, const struct application *application, struct array_type *result);

/* Gives the result of a product the sharding asked for. JAX: lax.py _dot_general_unreduced_rule. */
MUST_USE bool dot_out_sharding(struct op *op, const struct application *application,
                               const struct sharding_request *request,
                               const struct dot_dimensions *dimensions, struct array_type *result);

/*
 * The dimensions of a vmapped dot_general whose operands have the mapped dimension at dims[0] and
 * dims[1] (-1: not mapped; not both). `group` are dimensions of the right operand that the result
 * has not. *result is where the mapped dimension stands in the result. JAX: lax.py
 * _dot_general_batch_dim_nums.
 */
struct dot_dimensions dot_batch_dimensions(struct op *op, const struct array *const *operands,
                                           const int32_t *dims,
                                           const struct dot_dimensions *dimensions,
                                           struct dimension_list group, uint32_t *result);

/* Gives the result of a primitive that has no rule for unreduced axes the sharding asked for. JAX:
 * lax/utils.py call_ur_rule. */
MUST_USE bool plain_out_sharding(struct op *op, const struct application *application,
                                 const struct sharding_request *request, struct array_type *result);

/* The entries of listed dimensions as a tuple: ('x', None). */
struct message_argument listed_entries(struct op *op, const struct array_type *type,
                                       struct dimension_list list);
