/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions. JAX: lax/convolution.py. */
#ifndef OP_CONTRACT_CONVOLUTION_H
#define OP_CONTRACT_CONVOLUTION_H

#include "op/core/primitive.h"

#include "op/core/lax.h"

enum { CONV_LHS, CONV_RHS, CONV_OUT };

/*
 * Where the kinds of dimensions stand in the left operand, the right operand and the result: batch,
 * feature and spatial ones; of the right operand feature of the output, feature of the input and
 * spatial ones. Each is as long as the rank.
 */
struct conv_dimensions {
	const uint32_t *specs[3];
};

/* One convolution as lax writes it; lists are of spatial dimensions in the order of the kernel's.
 */
struct conv_params {
	struct conv_dimensions dimensions;
	uint32_t rank; /* of the specs */
	struct dimension_list strides, lhs_dilation, rhs_dilation;
	const struct padding *padding;
	uint32_t npadding;
	int64_t feature_groups, batch_groups;
	const struct dtype *preferred;           /* or NULL */
	const struct sharding_request *sharding; /* or NULL */
};

/* The dimension numbers of texts such as 'NHWC', 'HWIO', 'NHWC'; false after raising. JAX:
 * convolution.py conv_general_permutations. */
MUST_USE bool conv_read_dimensions(struct op *op, const struct str texts[3],
                                   struct conv_dimensions *dimensions);

/* The default: all dimensions as they stand. */
struct conv_dimensions conv_plain_dimensions(struct op *op, uint32_t rank);

/* Applies conv_general_dilated. */
const struct array *lax_convolution(struct op *op, const struct array *lhs, const struct array *rhs,
                                    const struct conv_params *params);

/* The sizes of the spatial dimensions of an operand (CONV_LHS or CONV_RHS), in the order of the
 * kernel's. */
struct dimension_list conv_spatial(struct op *op, const struct array_type *type,
                                   const struct conv_params *params, int which);

/* A size with gaps of dilation - 1 put between its elements; false when it does not fit. JAX:
 * core.py dilate_dim. */
MUST_USE bool dilate_size(int64_t size, int64_t dilation, int64_t *dilated);

/* The batching rule. JAX: convolution.py _conv_general_dilated_batch_rule. */
bool conv_batch(struct op *op, const struct batching *batching, const struct batched *out);

/* Shape and rank of the result; false after raising. JAX: convolution.py
 * _conv_general_dilated_shape_rule. */
MUST_USE bool conv_shape(struct op *op, const struct array_type *const *operands,
                         const struct conv_params *params, struct array_type *result);

#endif
