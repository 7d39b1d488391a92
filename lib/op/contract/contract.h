/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products and sums of products, convolutions, and decompositions of matrices. NULL (or false) when
 * JAX raises or nothing is known.
 */
#pragma once

#include "op/core/primitive.h"

/* The dimensions of a contraction: [0] of the left operand, [1] of the right one. */
struct dot_dimensions {
	struct dimension_list contracting[2], batch[2];
};

/* lax.dot_general: batch dimensions, then those of `lhs` and of `rhs` that are left. `preferred`
 * is the dtype of the result, or NULL: that of the operands; `sharding` is its sharding, or NULL. A
 * failure says how to write it (dot_help; dot_general.c). */
const struct array *lax_dot_general(struct op *op, const struct array *lhs, const struct array *rhs,
                                    const struct dot_dimensions *dimensions,
                                    const struct dtype *preferred,
                                    const struct sharding_request *sharding);

/* Parameters of the primitive dot_general. */
struct dot_params {
	struct dot_dimensions dimensions;
	const struct dtype *preferred;           /* NULL: that of the operands */
	const struct sharding_request *sharding; /* or NULL */
};

/* Applies dot_general, without any help when it fails. */
const struct array *dot_general_apply(struct op *op, const struct array *lhs,
                                      const struct array *rhs, const struct dot_params *params);

/* How a product is written. */
struct dot_spelling {
	const char *function;  /* what takes out_sharding=: "jnp.einsum" */
	const uint32_t *order; /* for each entry of its out_sharding= the dimension of dot_general's
	                          result; NULL: the same */
};

/* Says what to write instead of a product that has just failed for its shardings, if that is why.
 * Always false. */
bool dot_help(struct op *op, const struct array *lhs, const struct array *rhs,
              const struct dot_dimensions *dimensions, const struct dot_spelling *spelling);

struct ragged_dimensions {
	struct dot_dimensions dot;
	struct dimension_list ragged; /* of the left operand; one */
	struct dimension_list group;  /* of the right operand; one, or none */
};

/* Which kind of dimension of the left operand is cut into groups. */
enum ragged_mode { RAGGED_FREE, RAGGED_CONTRACTING, RAGGED_BATCH };

/* Parameters of the primitive ragged_dot_general. */
struct ragged_params {
	struct ragged_dimensions dimensions;
	const struct dtype *preferred;           /* NULL: that of the operands */
	const struct sharding_request *sharding; /* or NULL */
};

/* JAX: lax.py _ragged_dot_mode_and_dim. */
enum ragged_mode ragged_mode(const struct ragged_dimensions *dimensions);

/* The dimensions of an operand (side 0: left, 1: right) of that rank that stand outside of its
 * dimension `ragged` in group sizes of more than one dimension. JAX: lax.py
 * _ragged_dot_prefix_dims. */
struct dimension_list ragged_prefix(struct op *op, const struct ragged_dimensions *dimensions,
                                    uint32_t side, uint32_t rank, int64_t ragged);

/* lax.ragged_dot_general; a NULL dtype is that of the operands. Releases before 0.5.3 know only
 * lax.ragged_dot, whose dimensions these then are. NULL of an operand that is NULL. */
const struct array *lax_ragged_dot_general(struct op *op, const struct array *const operands[3],
                                           const struct ragged_dimensions *dimensions,
                                           const struct dtype *preferred,
                                           const struct sharding_request *sharding);

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

/* Applies conv_general_dilated. */
const struct array *lax_convolution(struct op *op, const struct array *lhs, const struct array *rhs,
                                    const struct conv_params *params);

/* The options of all of them; each looks at its own. */
struct linalg_params {
	bool full_matrices, compute_uv, pivoting; /* of svd and qr */
	bool left_vectors, right_vectors;         /* of eig; of schur the first one */
	bool left_side, transpose_a;              /* of triangular_solve; of ormqr the first one */
	bool has_subset;                          /* of eigh and svd */
	int64_t subset[2];                        /* from, and before */
	int64_t permutation_size;                 /* of lu_pivots_to_permutation */
};

enum { LINALG_MAX_OPERANDS = 4, LINALG_MAX_RESULTS = 4 };

/* JAX: lax/linalg.py, the primitives of these names. */
struct linalg_primitive;
extern const struct linalg_primitive linalg_cholesky, linalg_cholesky_update, linalg_eig,
    linalg_eigh, linalg_geqrf, linalg_hessenberg, linalg_householder_product, linalg_lu,
    linalg_lu_pivots_to_permutation, linalg_ormqr, linalg_qr, linalg_schur, linalg_svd,
    linalg_symmetric_product, linalg_triangular_solve, linalg_tridiagonal, linalg_tridiagonal_solve;

/* How many arrays it takes. */
uint32_t linalg_operand_count(const struct linalg_primitive *primitive);

/* Applies a primitive. Fills the results, in JAX's order, and *nresults. */
MUST_USE bool lax_linalg(struct op *op, const struct linalg_primitive *primitive,
                         const struct linalg_params *params, const struct array *const *operands,
                         const struct array **results, uint32_t *nresults);

/* The same for a primitive of one result; NULL when it fails. */
const struct array *lax_linalg_one(struct op *op, const struct linalg_primitive *primitive,
                                   const struct linalg_params *params,
                                   const struct array *const *operands);

struct tape_entry;

/* Whether JAX has a derivative of what was applied, if it is one of these primitives: it has none
 * for a part of the eigenvalues, and none for all columns of vectors of matrices that are not
 * square, of singular ones. */
bool linalg_has_derivative(const struct tape_entry *entry);

/* The matrices with zeros above the diagonal, or below it when `upper`. That diagonal is moved up
 * by `k`. JAX: linalg.py _tril, _triu. */
const struct array *lax_triangle(struct op *op, const struct array *x, bool upper, int64_t k);

/* lax.linalg.triangular_solve, where b can be a vector. */
const struct array *lax_triangular_solve(struct op *op, const struct array *a,
                                         const struct array *b, const struct linalg_params *params);

/* The kinds of lax.FftType, in its order. */
enum fft_kind { FFT_FFT, FFT_IFFT, FFT_RFFT, FFT_IRFFT };

/* Params of lax_fft. */
struct fft_params {
	enum fft_kind kind;
	struct dimension_list
	    lengths; /* of the last dimensions that are transformed, at least one */
};

/* A Fourier transform (fft.c) of a floating or complex array. */
const struct array *lax_fft(struct op *op, const struct array *x, enum fft_kind kind,
                            struct dimension_list lengths);

/* The dimensions of 0 … rank - 1 that are in none of the lists, in order. */
struct dimension_list dimensions_left(struct op *op, uint32_t rank,
                                      const struct dimension_list *lists, uint32_t count);

/* The list with each dimension one further that does not stand before a new one at `dim`. JAX:
 * lax.py _dot_general_batch_dim_nums bump_dims. */
struct dimension_list dimensions_bumped(struct op *op, struct dimension_list list, int64_t dim);
