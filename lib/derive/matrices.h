/* SPDX-License-Identifier: Apache-2.0 */
/* What derivatives of decompositions are written with: all on the last two dimensions, one matrix
 * for each place of the others. NULL goes in and comes out. */
#pragma once

#include "op/core/op.h"

/* Solves with a triangular matrix: a x = b where it stands on the left, else x a = b. */
const struct array *matrix_solved(struct op *op, const struct array *a, const struct array *b,
                                  bool left_side, bool transpose_a);

/* x y, by dot_general: both of one rank, at least 2, and with the same dimensions in front. */
const struct array *matrix_product(struct op *op, const struct array *x, const struct array *y);

/* The last two dimensions exchanged; nothing is conjugated. */
const struct array *matrix_transposed(struct op *op, const struct array *x);

/* The unit matrix, without a batch. JAX: lax.py _eye. */
const struct array *unit_matrix(struct op *op, const struct dtype *dtype, int64_t size);
