/* SPDX-License-Identifier: Apache-2.0 */
/* Derivatives of Cholesky factors and of triangular systems. JAX: lax/linalg.py
 * _cholesky_jvp_rule, _triangular_solve_jvp_rule_a, _triangular_solve_transpose_rule. */
#include "derive/matrices.h"
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/contract/contract.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

enum { MATRIX = 2 };

const struct array *matrix_solved(struct op *op, const struct array *a, const struct array *b,
                                  bool left_side, bool transpose_a)
{
	const struct linalg_params params = {.left_side = left_side, .transpose_a = transpose_a};
	const struct array *operands[] = {a, b};
	return a && b ? lax_linalg_one(op, &linalg_triangular_solve, &params, operands) : NULL;
}

const struct array *matrix_product(struct op *op, const struct array *x, const struct array *y)
{
	int64_t *dims = arena_new(op->arena, int64_t, MAX_RANK);
	if (!x || !y)
		return NULL;
	uint32_t rank = x->type.rank, batch = rank - MATRIX;
	for (uint32_t i = 0; i < rank; i++)
		dims[i] = i;
	const struct dot_dimensions dimensions = {
	    .contracting = {{&dims[rank - 1], 1}, {&dims[rank - 2], 1}},
	    .batch = {{dims, batch}, {dims, batch}}};
	return lax_dot_general(op, x, y, &dimensions, NULL, NULL);
}

const struct array *matrix_transposed(struct op *op, const struct array *x)
{
	if (!x)
		return NULL;
	uint32_t dims[MAX_RANK];
	for (uint32_t i = 0; i < x->type.rank; i++)
		dims[i] = i;
	dims[x->type.rank - 1]--;
	dims[x->type.rank - 2]++;
	return lax_transpose(op, x, dims);
}

const struct array *unit_matrix(struct op *op, const struct dtype *dtype, int64_t size)
{
	const struct dtype *index = dtype_named(STR("int32"));
	int64_t *sizes = arena_new(op->arena, int64_t, MATRIX);
	sizes[0] = sizes[1] = size;
	const struct array *rows = lax_iota(op, index, sizes, MATRIX, 0, NULL);
	const struct array *columns = lax_iota(op, index, sizes, MATRIX, 1, NULL);
	rows = plus(op, rows, literal(op, rows, 0));
	return lax_convert_element_type(op, lax_binary(op, &lax_eq, rows, columns), dtype, false);
}

/* The lower triangle, of the diagonal half. */
static const struct array *lower_half(struct op *op, const struct array *x)
{
	const struct array *l = lax_triangle(op, x, false, 0);
	if (!l)
		return NULL;
	uint32_t rank = l->type.rank, dims[] = {rank - 2, rank - 1};
	const struct array *eye = unit_matrix(op, l->type.dtype, l->type.shape[rank - 1]);
	const struct array *halves = eye ? plus(op, full_like(op, eye, 1), eye) : NULL;
	if (halves && rank > MATRIX)
		halves = lax_broadcast_in_dim(op, halves, l->type.shape, rank, dims, NULL);
	return halves ? over(op, l, halves) : NULL;
}

/* The lower triangle, and what it says of the other one. */
static const struct array *symmetric(struct op *op, const struct array *x)
{
	const struct array *lower = lax_triangle(op, x, false, 0);
	const struct array *below = lax_triangle(op, x, false, -1);
	return lower && below ? plus(op, lower, matrix_transposed(op, below)) : NULL;
}

bool forward_cholesky(struct forward *f)
{
	struct op *op = f->op;
	const struct array *x = f->equation->operands[0];
	if (dtype_class(x->type.dtype) == DTYPE_COMPLEX)
		return false;
	const struct array *tangent =
	    op_has(op, JAX_CHOLESKY_TANGENT_LOWER) ? symmetric(op, f->tangents[0]) : f->tangents[0];
	const struct array *l = lax_triangle(op, f->results[0], false, 0);
	const struct array *part = matrix_solved(op, l, tangent, false, true);
	const struct array *half = lower_half(op, matrix_solved(op, l, part, true, false));
	f->made[0] = matrix_product(op, l, half);
	return f->made[0] != NULL;
}

/* The tangent by the matrices. */
static const struct array *by_matrices(struct forward *f)
{
	struct op *op = f->op;
	const struct linalg_params *params = f->equation->params;
	const struct array *a = f->equation->operands[0], *x = f->results[0];
	const struct array *g = lax_triangle(op, f->tangents[0], false, 0);
	int64_t m = x->type.shape[x->type.rank - 2], n = x->type.shape[x->type.rank - 1];
	bool left = params->left_side, turned = params->transpose_a;
	g = g ? negative(op, g) : NULL;
	if (!g || (turned && !(g = matrix_transposed(op, g))))
		return NULL;
	if (left && m > n)
		return matrix_solved(op, a, matrix_product(op, g, x), left, turned);
	if (left)
		return matrix_product(op, matrix_solved(op, a, g, left, turned), x);
	if (m < n)
		return matrix_solved(op, a, matrix_product(op, x, g), left, turned);
	return matrix_product(op, x, matrix_solved(op, a, g, left, turned));
}

bool forward_triangular_solve(struct forward *f)
{
	struct op *op = f->op;
	const struct linalg_params *params = f->equation->params;
	const struct array *a = f->equation->operands[0];
	const struct array *sum = NULL;
	if (dtype_class(a->type.dtype) == DTYPE_COMPLEX)
		return false;
	if (f->tangents[0] && !(sum = by_matrices(f)))
		return false;
	if (f->tangents[1]) {
		const struct array *by =
		    matrix_solved(op, a, f->tangents[1], params->left_side, params->transpose_a);
		sum = sum && by ? plus(op, sum, by) : by;
	}
	f->made[0] = sum;
	return sum != NULL;
}

static bool back_triangular_solve(struct backward *b)
{
	const struct linalg_params *params = b->equation->params;
	if (b->linear[0])
		return false;
	b->made[1] = matrix_solved(b->op, b->equation->operands[0], b->cotangents[0],
	                           params->left_side, !params->transpose_a);
	return b->made[1] != NULL;
}

const struct backward_rule matrix_backward[] = {
    {"triangular_solve", back_triangular_solve},
    {NULL, NULL},
};
