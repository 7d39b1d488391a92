/* SPDX-License-Identifier: Apache-2.0 */
/* Derivatives of eigenvalues, of singular values, and of QR and LU. JAX: lax/linalg.py
 * _eigh_jvp_rule, _svd_jvp_rule, qr_jvp_rule, _lu_jvp_inner. All of real matrices. */
#include "derive/apply.h"
#include "derive/matrices.h"
#include "derive/rules.h"
#include "op/contract/contract.h"
#include "op/core/dtype_class.h"
#include "op/core/shape_rules.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/shape/shape.h"

enum { MATRIX = 2 };

static int64_t rows_of(const struct array *x)
{
	return x->type.shape[x->type.rank - 2];
}

static int64_t columns_of(const struct array *x)
{
	return x->type.shape[x->type.rank - 1];
}

static bool is_complex(const struct array *x)
{
	return dtype_class(x->type.dtype) == DTYPE_COMPLEX;
}

/* An operation of jax.numpy, which broadcasts. */
static const struct array *both(struct op *op, const struct primitive *primitive,
                                const struct array *x, const struct array *y)
{
	return x && y ? numpy_binary(op, primitive, x, y, false) : NULL;
}

/* 1 / x */
static const struct array *inverse(struct op *op, const struct array *x)
{
	return x ? over(op, literal(op, x, 1), x) : NULL;
}

/* Numbers as a row, or as a column, of each matrix. */
static const struct array *as_row(struct op *op, const struct array *x)
{
	uint32_t at = x ? x->type.rank - 1 : 0;
	return x ? lax_expand_dims(op, x, &at, 1) : NULL;
}

static const struct array *as_column(struct op *op, const struct array *x)
{
	uint32_t at = x ? x->type.rank : 0;
	return x ? lax_expand_dims(op, x, &at, 1) : NULL;
}

/* The part of each matrix from these places on to before others. */
static const struct array *block(struct op *op, const struct array *x, const int64_t from[MATRIX],
                                 const int64_t to[MATRIX])
{
	uint32_t rank = x->type.rank;
	int64_t *start = arena_new(op->arena, int64_t, rank);
	int64_t *limit = shape_copy(op->arena, x->type.shape, rank);
	for (uint32_t i = 0; i < MATRIX; i++) {
		start[rank - MATRIX + i] = from[i];
		limit[rank - MATRIX + i] = to[i];
	}
	return lax_slice(op, x, start, limit, NULL);
}

static const struct array *columns(struct op *op, const struct array *x, int64_t from, int64_t to)
{
	if (from == 0 && to == columns_of(x))
		return x;
	return block(op, x, (const int64_t[]){0, from}, (const int64_t[]){rows_of(x), to});
}

/* Zeros before the first rows and columns, and behind the last. */
static const struct array *padded(struct op *op, const struct array *x, int64_t before,
                                  int64_t rows, int64_t more)
{
	if (!x)
		return NULL;
	struct padding *paddings = arena_new(op->arena, struct padding, x->type.rank);
	paddings[x->type.rank - 2] = (struct padding){before, rows, 0};
	paddings[x->type.rank - 1] = (struct padding){before, more, 0};
	return lax_pad(op, x, literal(op, x, 0), paddings);
}

/* i where it is not negative, else as many more as there are. */
static const struct array *counted(struct op *op, const struct array *i, int64_t size)
{
	const struct array *below = lax_binary(op, &lax_lt, i, literal(op, i, 0));
	return chosen(op, below, plus(op, i, literal(op, i, (double)size)), i);
}

/* The places (i, i) of a diagonal of n elements: [n, 2]. */
static const struct array *diagonal_places(struct op *op, int64_t n)
{
	const int64_t *length = arena_copy(op->arena, &n, 1, sizeof n);
	const struct array *i = lax_iota(op, dtype_named(STR("int32")), length, 1, 0, NULL);
	const struct array *places[MATRIX];
	for (uint32_t k = 0; k < MATRIX; k++) {
		places[k] = i ? as_column(op, counted(op, i, n)) : NULL;
		if (!places[k])
			return NULL;
	}
	return lax_concatenate(op, places, MATRIX, 1);
}

/* JAX: _extract_diagonal. */
static const struct array *diagonal(struct op *op, const struct array *x)
{
	if (!x)
		return NULL;
	uint32_t batch = x->type.rank - MATRIX;
	const struct array *places =
	    diagonal_places(op, rows_of(x) < columns_of(x) ? rows_of(x) : columns_of(x));
	int64_t *sizes = shape_copy(op->arena, x->type.shape, x->type.rank);
	sizes[batch] = sizes[batch + 1] = 1;
	const struct gather_dimensions dims = {
	    .offset_dims = dimensions_from(op, 0, batch),
	    .collapsed_slice_dims = dimensions_from(op, batch, MATRIX),
	    .start_index_map = dimensions_from(op, batch, MATRIX)};
	return places
	           ? lax_gather(op, x, places, &dims, (struct dimension_list){sizes, x->type.rank})
	           : NULL;
}

/* JAX: _construct_diagonal. */
static const struct array *diagonal_matrix(struct op *op, const struct array *x)
{
	if (!x)
		return NULL;
	uint32_t batch = x->type.rank - 1;
	int64_t n = columns_of(x);
	int64_t *shape = sizes_insert(op->arena, x->type.shape, x->type.rank, x->type.rank, n);
	const struct array *zeros =
	    lax_broadcast(op, literal(op, x, 0), shape, x->type.rank + 1, NULL);
	const struct array *places = diagonal_places(op, n);
	const struct scatter_dimensions dims = {
	    .update_window_dims = dimensions_from(op, 0, batch),
	    .inserted_window_dims = dimensions_from(op, batch, MATRIX),
	    .scatter_dims_to_operand_dims = dimensions_from(op, batch, MATRIX)};
	return zeros && places ? lax_scatter(op, &lax_scatter_set, zeros, places, x, &dims) : NULL;
}

bool forward_eigh(struct forward *f)
{
	struct op *op = f->op;
	const struct linalg_params *params = f->equation->params;
	const struct array *a = f->equation->operands[0], *results[LINALG_MAX_RESULTS];
	uint32_t count;
	if (is_complex(a) || params->has_subset)
		return false;
	const struct array *sum = plus(op, a, matrix_transposed(op, a));
	const struct array *half = sum ? over(op, sum, literal(op, sum, 2)) : NULL;
	if (!half || !lax_linalg(op, &linalg_eigh, params, &half, results, &count))
		return false;
	const struct array *v = results[0], *w = results[1];
	const struct array *eye = unit_matrix(op, a->type.dtype, columns_of(a));
	const struct array *gaps =
	    both(op, &lax_sub, both(op, &lax_add, eye, as_row(op, w)), as_column(op, w));
	const struct array *weights =
	    both(op, &lax_sub, gaps ? lax_power(op, gaps, -1) : NULL, eye);
	const struct array *turned =
	    matrix_product(op, matrix_product(op, matrix_transposed(op, v), f->tangents[0]), v);
	f->results[0] = v;
	f->results[1] = w;
	f->made[0] = matrix_product(op, v, both(op, &lax_mul, weights, turned));
	f->made[1] = diagonal(op, turned);
	return f->made[0] && f->made[1];
}

/* What singular values have in common with those of the other side. */
struct singular {
	const struct array *s, *u, *vt; /* as they were found */
	const struct array *ut, *v;
	const struct array *row;    /* s */
	const struct array *turned; /* the tangent, between the vectors */
};

/* 1 / (s + zeros) - zeros, where these are ones in the place of zeros. */
static const struct array *safe_inverse(struct op *op, const struct array *x,
                                        const struct array *zeros)
{
	return both(op, &lax_sub, inverse(op, both(op, &lax_add, x, zeros)), zeros);
}

static const struct array *weighted_sum(struct op *op, const struct array *weights,
                                        const struct array *x)
{
	return both(op, &lax_mul, weights, both(op, &lax_add, x, matrix_transposed(op, x)));
}

/* What the vectors do not span, when there are fewer of them. */
static const struct array *left_over(struct op *op, const struct array *d, const struct array *x,
                                     const struct array *xt, const struct array *row)
{
	const struct array *spanned = matrix_product(op, x, matrix_product(op, xt, d));
	return both(op, &lax_div, both(op, &lax_sub, d, spanned), row);
}

static bool singular_vectors(struct forward *f, const struct singular *svd)
{
	struct op *op = f->op;
	const struct array *a = f->equation->operands[0], *row = svd->row, *turned = svd->turned;
	const struct array *column = matrix_transposed(op, row);
	const struct array *gaps =
	    both(op, &lax_mul, both(op, &lax_add, row, column), both(op, &lax_sub, row, column));
	const struct array *weights =
	    safe_inverse(op, gaps, unit_matrix(op, row->type.dtype, columns_of(row)));
	const struct array *right = both(op, &lax_mul, row, turned);
	const struct array *left = both(op, &lax_mul, column, turned);
	const struct array *zeros = lax_convert_element_type(
	    op, lax_binary(op, &lax_eq, svd->s, literal(op, svd->s, 0)), svd->s->type.dtype, false);
	const struct array *inverses = diagonal_matrix(op, safe_inverse(op, svd->s, zeros));
	const struct array *skew = both(op, &lax_sub, turned, matrix_transposed(op, turned));
	skew = skew ? times(op, literal(op, skew, 0.5), skew) : NULL;
	const struct array *by_left = both(op, &lax_add, weighted_sum(op, weights, right),
	                                   both(op, &lax_mul, skew, inverses));
	const struct array *du = matrix_product(op, svd->u, by_left);
	const struct array *dv = matrix_product(op, svd->v, weighted_sum(op, weights, left));
	if (rows_of(a) > columns_of(a)) {
		const struct array *d = matrix_product(op, f->tangents[0], svd->v);
		du = both(op, &lax_add, du, left_over(op, d, svd->u, svd->ut, row));
	} else if (columns_of(a) > rows_of(a)) {
		const struct array *d =
		    matrix_product(op, matrix_transposed(op, f->tangents[0]), svd->u);
		dv = both(op, &lax_add, dv, left_over(op, d, svd->v, svd->vt, row));
	}
	f->made[1] = du;
	f->made[2] = matrix_transposed(op, dv);
	return du && f->made[2];
}

bool forward_svd(struct forward *f)
{
	struct op *op = f->op;
	struct linalg_params *params =
	    arena_copy(op->arena, f->equation->params, 1, sizeof *params);
	const struct array *a = f->equation->operands[0], *results[LINALG_MAX_RESULTS];
	bool vectors = params->compute_uv;
	uint32_t count;
	if (is_complex(a) || params->has_subset ||
	    (vectors && params->full_matrices && rows_of(a) != columns_of(a)))
		return false;
	params->full_matrices = false;
	params->compute_uv = true;
	if (!lax_linalg(op, &linalg_svd, params, &a, results, &count))
		return false;
	struct singular svd = {.s = results[0], .u = results[1], .vt = results[2]};
	svd.ut = matrix_transposed(op, svd.u);
	svd.v = matrix_transposed(op, svd.vt);
	svd.row = as_row(op, svd.s);
	svd.turned = matrix_product(op, matrix_product(op, svd.ut, f->tangents[0]), svd.v);
	for (uint32_t i = 0; i < f->equation->nresults; i++)
		f->results[i] = results[i];
	f->made[0] = diagonal(op, svd.turned);
	return f->made[0] && (!vectors || singular_vectors(f, &svd));
}

/* Of matrices that are not wide. JAX: _thin_qr_jvp. */
static bool thin_qr(struct op *op, const struct array *q, const struct array *r,
                    const struct array *g, const struct array *made[2])
{
	const struct array *part = matrix_solved(op, r, g, false, false);
	const struct array *turned = matrix_product(op, matrix_transposed(op, q), part);
	const struct array *below = turned ? lax_triangle(op, turned, false, -1) : NULL;
	const struct array *skew = both(op, &lax_sub, below, matrix_transposed(op, below));
	if (!skew)
		return false;
	const struct array *eye = unit_matrix(op, skew->type.dtype, columns_of(r));
	skew = both(op, &lax_add, skew, both(op, &lax_mul, eye, minus(op, turned, turned)));
	const struct array *rest = both(op, &lax_sub, skew, turned);
	made[0] = both(op, &lax_add, matrix_product(op, q, rest), part);
	made[1] = matrix_product(op, both(op, &lax_sub, turned, skew), r);
	return made[0] && made[1];
}

bool forward_qr(struct forward *f)
{
	struct op *op = f->op;
	const struct linalg_params *params = f->equation->params;
	const struct array *x = f->equation->operands[0], *g = f->tangents[0];
	const struct array *q = f->results[0], *r = f->results[1];
	int64_t m = rows_of(x), n = columns_of(x);
	if (is_complex(x) || params->pivoting || (params->full_matrices && m > n))
		return false;
	if (m >= n)
		return thin_qr(op, q, r, g, f->made);
	const struct array *r1 = columns(op, r, 0, m), *x2 = columns(op, x, m, n);
	const struct array *g1 = columns(op, g, 0, m), *g2 = columns(op, g, m, n);
	const struct array *parts[2];
	if (!r1 || !x2 || !g1 || !g2 || !thin_qr(op, q, r1, g1, f->made))
		return false;
	parts[0] = f->made[1];
	parts[1] = both(op, &lax_add, matrix_product(op, matrix_transposed(op, f->made[0]), x2),
	                matrix_product(op, matrix_transposed(op, q), g2));
	f->made[1] = parts[1] ? lax_concatenate(op, parts, 2, r->type.rank - 1) : NULL;
	return f->made[1] != NULL;
}

/* The rows of a matrix in another order. */
static const struct array *reordered(struct op *op, const struct array *x,
                                     const struct array *order)
{
	uint32_t batch = x->type.rank - MATRIX;
	const struct array *places = as_column(op, counted(op, order, rows_of(x)));
	int64_t *sizes = arena_new(op->arena, int64_t, x->type.rank);
	for (uint32_t i = 0; i < x->type.rank; i++)
		sizes[i] = i == batch + 1 ? columns_of(x) : 1;
	const struct gather_dimensions dims = {
	    .offset_dims = dimensions_from(op, batch + 1, 1),
	    .collapsed_slice_dims = dimensions_from(op, batch, 1),
	    .start_index_map = dimensions_from(op, batch, 1),
	    .operand_batching_dims = dimensions_from(op, 0, batch),
	    .start_indices_batching_dims = dimensions_from(op, 0, batch)};
	return places
	           ? lax_gather(op, x, places, &dims, (struct dimension_list){sizes, x->type.rank})
	           : NULL;
}

/* L with its ones, m by m, and U with ones where it goes on, n by n. */
static bool square_factors(struct op *op, const struct array *lu, const struct array *factors[2])
{
	int64_t m = rows_of(lu), n = columns_of(lu), k = m < n ? m : n;
	const struct dtype *dtype = lu->type.dtype;
	const struct array *first = columns(op, lu, 0, k);
	const struct array *top =
	    k == m ? lu : block(op, lu, (const int64_t[]){0, 0}, (const int64_t[]){k, n});
	if (!first || !top)
		return false;
	const struct array *l = padded(op, lax_triangle(op, first, false, -1), 0, 0, m - k);
	const struct array *u = padded(op, lax_triangle(op, top, true, 0), 0, n - k, 0);
	const struct array *ones =
	    n > k ? padded(op, unit_matrix(op, dtype, n - k), k, 0, 0) : full_like(op, u, 0);
	factors[0] = both(op, &lax_add, l, unit_matrix(op, dtype, m));
	factors[1] = both(op, &lax_add, u, ones);
	return factors[0] && factors[1];
}

bool forward_lu(struct forward *f)
{
	struct op *op = f->op;
	const struct array *factors[2];
	if (is_complex(f->results[0]) || !square_factors(op, f->results[0], factors))
		return false;
	const struct array *g = reordered(op, f->tangents[0], f->results[2]);
	const struct array *part = matrix_solved(op, factors[0], g, true, false);
	const struct array *both_sides = matrix_solved(op, factors[1], part, false, false);
	if (!both_sides)
		return false;
	const struct array *by_l =
	    matrix_product(op, factors[0], lax_triangle(op, both_sides, false, -1));
	const struct array *by_u =
	    matrix_product(op, lax_triangle(op, both_sides, true, 0), factors[1]);
	f->made[0] = both(op, &lax_add, by_l, by_u);
	return f->made[0] != NULL;
}
