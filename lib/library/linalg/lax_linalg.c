/* SPDX-License-Identifier: Apache-2.0 */
/* jax.lax.linalg. JAX: lax/linalg.py. */
#include "library/library.h"
#include "trace/convert/convert_value.h"
#include "jax/python_text.h"
#include "op/contract/contract.h"

#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

/* Applies a primitive and gives its results as a tuple or list, or as one array. */
static const struct value *apply(struct trace *trace, const struct linalg_primitive *primitive,
                                 const struct linalg_params *params,
                                 const struct array *const *operands, enum value_kind kind)
{
	const struct array *results[LINALG_MAX_RESULTS];
	uint32_t count;
	if (!lax_linalg(&trace->op, primitive, params, operands, results, &count))
		return NULL;
	return kind == VALUE_ARRAY ? trace_array(trace, results[0])
	                           : trace_arrays(trace, kind, results, count);
}

/* The first `count` arguments as operands. */
static bool read_operands(struct trace *trace, const struct call_arguments *arguments,
                          uint32_t count, const struct array **operands)
{
	for (uint32_t i = 0; i < count; i++) {
		operands[i] = value_to_operand(trace, argument(arguments, i), arguments->row->name);
		if (!operands[i])
			return false;
	}
	return true;
}

/* An array where JAX looks at x.ndim before anything else. */
static const struct array *read_matrix(struct trace *trace, const struct value *value)
{
	if (value->kind == VALUE_ARRAY || value->kind == VALUE_UNKNOWN ||
	    op_has(&trace->op, JAX_LINALG_CHECKS_SQUARE))
		return value_to_operand(trace, value, "linalg");
	trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError",
	             TEXT("'{}' object has no attribute 'ndim'", value_class_name(value)));
	return NULL;
}

static bool read_subset(struct trace *trace, const struct value *value,
                        struct linalg_params *params)
{
	const int64_t *items;
	uint32_t count;
	params->has_subset = value->kind != VALUE_NONE;
	if (!params->has_subset)
		return true;
	if (!value_to_ints(trace, value, &items, &count))
		return false;
	if (count != 2)
		return op_unknown(&trace->op, "a subset_by_index that is no pair");
	params->subset[0] = items[0];
	params->subset[1] = items[1];
	return true;
}

/* Since 0.12.0 cholesky and eigh look at the shape before they add the transpose. */
static bool check_square(struct trace *trace, const char *name, const struct array *x)
{
	const struct array_type *type = &x->type;
	if (!op_has(&trace->op, JAX_LINALG_CHECKS_SQUARE) ||
	    (type->rank >= 2 && type->shape[type->rank - 1] == type->shape[type->rank - 2]))
		return true;
	return refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("The input to linalg.{} must have shape [..., n, n], got shape {shape}",
	                   name, type));
}

/* (x + x^H) / 2, by Python's operators. JAX: linalg.py symmetrize. */
static const struct array *symmetrised(struct trace *trace, const struct array *x, struct span at)
{
	struct op *op = &trace->op;
	uint32_t rank = x->type.rank;
	if (rank < 2) {
		refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
		       TEXT("transpose permutation isn't a permutation of operand dimensions, got "
		            "permutation {} for operand shape {}.",
		            rank ? "(0, -1)" : "(-1, -2)", sizes_of(x->type.shape, rank)),
		       WORDS("this takes matrices, but the array has rank {}", rank));
		return NULL;
	}
	uint32_t *swapped = arena_new(op->arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		swapped[i] = i < rank - 2 ? i : 2 * rank - 3 - i;
	const struct array *other = lax_transpose(op, x, swapped);
	if (other && dtype_class(x->type.dtype) == DTYPE_COMPLEX)
		other = lax_unary(op, &lax_conj, other);
	const struct value *half = other
	                               ? operate_binary(trace, OPERATION_ADD, trace_array(trace, x),
	                                                trace_array(trace, other), at)
	                               : NULL;
	half = half ? operate_binary(trace, OPERATION_DIVIDE, half, value_int(op->arena, 2), at)
	            : NULL;
	return half ? half->array : NULL;
}

/* x, symmetrize_input */
static const struct value *cholesky(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = read_matrix(trace, argument(arguments, 0));
	bool symmetric;
	if (!x || !value_to_bool(trace, argument(arguments, 1), &symmetric) ||
	    !check_square(trace, "cholesky", x))
		return NULL;
	if (symmetric)
		x = symmetrised(trace, x, arguments->at);
	x = x ? lax_linalg_one(&trace->op, &linalg_cholesky, NULL, &x) : NULL;
	return trace_array(trace, lax_triangle(&trace->op, x, false, 0));
}

/* x, lower, symmetrize_input, sort_eigenvalues, subset_by_index */
static const struct value *eigh(struct trace *trace, const struct call_arguments *arguments)
{
	struct linalg_params params = {0};
	const struct array *x = read_matrix(trace, argument(arguments, 0));
	bool symmetric;
	if (!x || !value_to_bool(trace, argument(arguments, 2), &symmetric) ||
	    !read_subset(trace, argument(arguments, 4), &params) || !check_square(trace, "eigh", x))
		return NULL;
	if (symmetric)
		x = symmetrised(trace, x, arguments->at);
	return x ? apply(trace, &linalg_eigh, &params, &x, VALUE_TUPLE) : NULL;
}

/* x, compute_left_eigenvectors, compute_right_eigenvectors, … */
static const struct value *eig(struct trace *trace, const struct call_arguments *arguments)
{
	struct linalg_params params = {0};
	const struct array *x;
	if (!read_operands(trace, arguments, 1, &x) ||
	    !value_to_bool(trace, argument(arguments, 1), &params.left_vectors) ||
	    !value_to_bool(trace, argument(arguments, 2), &params.right_vectors))
		return NULL;
	return apply(trace, &linalg_eig, &params, &x, VALUE_LIST);
}

/* x, pivoting, full_matrices, use_magma */
static const struct value *qr(struct trace *trace, const struct call_arguments *arguments)
{
	struct linalg_params params = {0};
	const struct array *x;
	if (!read_operands(trace, arguments, 1, &x) ||
	    !value_to_bool(trace, argument(arguments, 1), &params.pivoting) ||
	    !value_to_bool(trace, argument(arguments, 2), &params.full_matrices))
		return NULL;
	return apply(trace, &linalg_qr, &params, &x, VALUE_TUPLE);
}

/* qr before it took pivoting: x, full_matrices */
static const struct value *plain_qr(struct trace *trace, const struct call_arguments *arguments)
{
	struct linalg_params params = {0};
	const struct array *x;
	if (!read_operands(trace, arguments, 1, &x) ||
	    !value_to_bool(trace, argument(arguments, 1), &params.full_matrices))
		return NULL;
	return apply(trace, &linalg_qr, &params, &x, VALUE_TUPLE);
}

/* x, full_matrices, compute_uv, subset_by_index[, algorithm] */
static const struct value *svd(struct trace *trace, const struct call_arguments *arguments)
{
	struct linalg_params params = {0};
	const struct array *x, *results[LINALG_MAX_RESULTS];
	uint32_t count;
	if (!read_operands(trace, arguments, 1, &x) ||
	    !value_to_bool(trace, argument(arguments, 1), &params.full_matrices) ||
	    !value_to_bool(trace, argument(arguments, 2), &params.compute_uv) ||
	    !read_subset(trace, argument(arguments, 3), &params) ||
	    !lax_linalg(&trace->op, &linalg_svd, &params, &x, results, &count))
		return NULL;
	const struct array *ordered[] = {results[1], results[0], results[2]};
	return params.compute_uv ? trace_arrays(trace, VALUE_TUPLE, ordered, 3)
	                         : trace_array(trace, results[0]);
}

/* One operand and nothing else that types depend on: a list of the results of the primitive that is
 * the row's data. */
static const struct value *decompose(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x;
	if (!read_operands(trace, arguments, 1, &x))
		return NULL;
	return apply(trace, arguments->row->data, NULL, &x, VALUE_LIST);
}

/* x, compute_schur_vectors, … */
static const struct value *schur(struct trace *trace, const struct call_arguments *arguments)
{
	struct linalg_params params = {0};
	const struct array *x;
	if (!read_operands(trace, arguments, 1, &x) ||
	    !value_to_bool(trace, argument(arguments, 1), &params.left_vectors))
		return NULL;
	return apply(trace, &linalg_schur, &params, &x, VALUE_LIST);
}

/* Operands alone, and one result of the primitive that is the row's data. */
static const struct value *combine(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *operands[LINALG_MAX_OPERANDS];
	if (!read_operands(trace, arguments, linalg_operand_count(arguments->row->data), operands))
		return NULL;
	return apply(trace, arguments->row->data, NULL, operands, VALUE_ARRAY);
}

/* a, taus, c, left, transpose */
static const struct value *ormqr(struct trace *trace, const struct call_arguments *arguments)
{
	struct linalg_params params = {0};
	const struct array *operands[3];
	if (!read_operands(trace, arguments, 3, operands) ||
	    !value_to_bool(trace, argument(arguments, 3), &params.left_side))
		return NULL;
	return apply(trace, &linalg_ormqr, &params, operands, VALUE_ARRAY);
}

/* pivots, permutation_size */
static const struct value *pivots_to_permutation(struct trace *trace,
                                                 const struct call_arguments *arguments)
{
	struct linalg_params params = {0};
	const struct array *x;
	if (!read_operands(trace, arguments, 1, &x) ||
	    !value_to_int(trace, argument(arguments, 1), &params.permutation_size))
		return NULL;
	return apply(trace, &linalg_lu_pivots_to_permutation, &params, &x, VALUE_ARRAY);
}

/* a, b, left_side, lower, transpose_a, … */
static const struct value *triangular_solve(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct linalg_params params = {0};
	const struct array *operands[2];
	if (!read_operands(trace, arguments, 2, operands) ||
	    !value_to_bool(trace, argument(arguments, 2), &params.left_side) ||
	    !value_to_bool(trace, argument(arguments, 4), &params.transpose_a))
		return NULL;
	return trace_array(trace,
	                   lax_triangular_solve(&trace->op, operands[0], operands[1], &params));
}

/* a_matrix, c_matrix, alpha, beta, symmetrize_output */
static const struct value *symmetric_product(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	const struct array *operands[2];
	bool symmetric;
	if (!read_operands(trace, arguments, 2, operands) ||
	    !value_to_bool(trace, argument(arguments, 4), &symmetric))
		return NULL;
	if (symmetric)
		return trace_unknown(trace, "symmetric_product with symmetrize_output=True");
	return apply(trace, &linalg_symmetric_product, NULL, operands, VALUE_ARRAY);
}

#define EIG "x, *, compute_left_eigenvectors=True, compute_right_eigenvectors=True"
#define EIGH                                                               \
	"x, *, lower=True, symmetrize_input=True, sort_eigenvalues=True, " \
	"subset_by_index=None"
#define SVD "x, *, full_matrices=True, compute_uv=True, subset_by_index=None"

static const struct function_row rows[] = {
    FUNCTION("cholesky", "x, *, symmetrize_input=True", cholesky),
    FUNCTION("cholesky_update", "r_matrix, w_vector", combine, .data = &linalg_cholesky_update,
             .since = "0.5.3"),
    FUNCTION("eig", EIG, eig, .until = "0.4.38"),
    FUNCTION("eig", EIG ", use_magma=None", eig, .since = "0.4.38", .until = "0.8.0"),
    FUNCTION("eig", EIG ", implementation=None, use_magma=None", eig, .since = "0.8.0",
             .until = "0.10.2"),
    FUNCTION("eig", EIG ", enable_eigvec_derivs=False, implementation=None, use_magma=None", eig,
             .since = "0.10.2"),
    FUNCTION("eigh", EIGH, eigh, .until = "0.8.1"),
    FUNCTION("eigh", EIGH ", implementation=None", eigh, .since = "0.8.1"),
    FUNCTION("hessenberg", "a", decompose, .data = &linalg_hessenberg),
    FUNCTION("householder_product", "a, taus", combine, .data = &linalg_householder_product),
    FUNCTION("lu", "x", decompose, .data = &linalg_lu),
    FUNCTION("lu_pivots_to_permutation", "pivots, permutation_size", pivots_to_permutation),
    FUNCTION("ormqr", "a, taus, c, *, left=True, transpose=False", ormqr, .since = "0.10.0"),
    FUNCTION("qr", "x, *, full_matrices=True", plain_qr, .until = "0.5.0"),
    FUNCTION("qr", "x, *, pivoting=False, full_matrices=True, use_magma=None", qr,
             .since = "0.5.0"),
    FUNCTION("schur",
             "x, *, compute_schur_vectors=True, sort_eig_vals=False, "
             "select_callable=None",
             schur),
    FUNCTION("svd", SVD, svd, .until = "0.4.38"),
    FUNCTION("svd", SVD ", algorithm=None", svd, .since = "0.4.38"),
    FUNCTION("symmetric_product",
             "a_matrix, c_matrix, *, alpha=1.0, beta=0.0, symmetrize_output=False",
             symmetric_product, .since = "0.5.3"),
    FUNCTION("triangular_solve",
             "a, b, *, left_side=False, lower=False, transpose_a=False, "
             "conjugate_a=False, unit_diagonal=False",
             triangular_solve),
    FUNCTION("tridiagonal", "a, *, lower=True", decompose, .data = &linalg_tridiagonal),
    FUNCTION("tridiagonal_solve", "dl, d, du, b", combine, .data = &linalg_tridiagonal_solve,
             .until = "0.10.0"),
    FUNCTION("tridiagonal_solve", "dl, d, du, b, *, perturb_singular=False", combine,
             .data = &linalg_tridiagonal_solve, .since = "0.10.0"),
};

const struct module_row library_lax_linalg = {"jax.lax.linalg", rows, sizeof rows / sizeof *rows};
