/* SPDX-License-Identifier: Apache-2.0 */
/* How the results of each decomposition look, by primitive. */
#pragma once

#include "op/contract/contract.h"
#include "op/core/primitive.h"

/* How the dtype of a result stands to that of the first operand. */
enum linalg_dtype { LINALG_SAME, LINALG_REAL, LINALG_COMPLEX, LINALG_INT32 };

/* A matrix or vector, behind the batch dimensions. */
struct linalg_core {
	uint32_t rank;
	int64_t sizes[2];
	enum linalg_dtype dtype;
};

/* Families of dtypes that the operands may be of. */
enum linalg_accepts { LINALG_INEXACT, LINALG_FLOATS, LINALG_INT32S };

/* The matrices that come in, and those that go out: with room for as many as there can be. */
struct linalg_shaping {
	const struct linalg_params *params;
	const struct linalg_core *operands;
	struct linalg_core *results;
};

struct linalg_primitive {
	struct primitive primitive;
	uint32_t count; /* of operands */
	uint32_t ranks[LINALG_MAX_OPERANDS];
	enum linalg_accepts accepts;
	bool batched;   /* takes batch dimensions */
	bool any_float; /* takes narrow floats in every release */
	/* Checks the sizes of the matrices and gives those of the results. */
	bool (*shapes)(struct op *op, const struct linalg_shaping *shaping);
	/* How many results there are, for matrices that fit; or what counts them. */
	uint32_t results;
	uint32_t (*count_results)(const struct linalg_params *params);
};

/* The abstract evaluation of the rows. JAX: lax/linalg.py linalg_primitive. */
bool linalg_infer(struct op *op, const struct application *application, struct array_type *results);

/* The batching rule of most rows: the mapped dimension goes in front, broadcast without the mapped
 * axes. JAX: batching.py expand_dims_batcher. */
bool linalg_batch(struct op *op, const struct batching *batching, const struct batched *out);

/* That of triangular_solve: where only the right side is mapped, the examples become columns of
 * it. JAX: linalg.py _triangular_solve_batching_rule. */
bool triangular_solve_batch(struct op *op, const struct batching *batching,
                            const struct batched *out);

/* That of tridiagonal_solve, where only the right side, its fourth operand, is mapped likewise.
 * JAX: linalg.py _tridiagonal_solve_batching_rule. */
bool tridiagonal_solve_batch(struct op *op, const struct batching *batching,
                             const struct batched *out);
