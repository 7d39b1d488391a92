/* SPDX-License-Identifier: Apache-2.0 */
/* What operations along one axis share. */
#pragma once

#include "op/core/op.h"

/*
 * Completes the error of an operation that needs dimension `dim` of the operand whole: says what it
 * `does` with it ("sorts along"), and how to reshard. Always false.
 */
bool refuse_sharded_dim(struct op *op, const struct array_type *operand, uint32_t dim,
                        const char *does);
