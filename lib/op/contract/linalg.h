/* SPDX-License-Identifier: Apache-2.0 */
/* Decompositions and solvers of matrices, as primitives. JAX: lax/linalg.py. */
#ifndef OP_CONTRACT_LINALG_H
#define OP_CONTRACT_LINALG_H

#include "op/core/lax.h"

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

/*
 * Applies a primitive: "cholesky", "qr", "geqrf", "svd", "eigh", "eig", "lu", "schur",
 * "hessenberg", "tridiagonal", "householder_product", "ormqr", "triangular_solve",
 * "tridiagonal_solve", "lu_pivots_to_permutation", "cholesky_update", "symmetric_product". Fills
 * the results, in JAX's order, and *nresults.
 */
MUST_USE bool lax_linalg(struct op *op, const char *name, const struct linalg_params *params,
                         const struct array *const *operands, const struct array **results,
                         uint32_t *nresults);

/* The same for a primitive of one result; NULL when it fails. */
const struct array *lax_linalg_one(struct op *op, const char *name,
                                   const struct linalg_params *params,
                                   const struct array *const *operands);

/* The matrices with zeros above the diagonal, or below it when `upper`, moved by `k`. JAX:
 * linalg.py _tril, _triu. */
const struct array *lax_triangle(struct op *op, const struct array *x, bool upper, int64_t k);

/* lax.linalg.triangular_solve, where b can be a vector. */
const struct array *lax_triangular_solve(struct op *op, const struct array *a,
                                         const struct array *b, const struct linalg_params *params);

#endif
