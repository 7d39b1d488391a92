/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of a convolution share. */
#pragma once

#include "op/contract/contract.h"

/* The batching rule. JAX: convolution.py _conv_general_dilated_batch_rule. */
bool conv_batch(struct op *op, const struct batching *batching, const struct batched *out);

/* Shape and rank of the result; false after raising. JAX: convolution.py
 * _conv_general_dilated_shape_rule. */
MUST_USE bool conv_shape(struct op *op, const struct array_type *const *operands,
                         const struct conv_params *params, struct array_type *result);
