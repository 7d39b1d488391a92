/* SPDX-License-Identifier: Apache-2.0 */
/* Decompositions of jax.numpy.linalg, and what follows from singular values. JAX: numpy/linalg.py.
 */
#include "library/linalg/linalg_arguments.h"
#include "op/contract/contract.h"
#include "op/elementwise/elementwise.h"

/* A named tuple of the results; NULL when one is. */
static const struct value *named_results(struct trace *trace, const struct tuple_names *names,
                                         const struct value *const *values, uint32_t count)
{
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		items[i] = values[i];
		if (!items[i])
			return NULL;
	}
	return value_named_tuple(trace->op.arena, names, items, count);
}

/* Two names of the derivation as a named tuple. */
static const struct value *named_pair(struct derivation *derivation,
                                      const struct tuple_names *names, const char *first,
                                      const char *second)
{
	const struct value *values[] = {derive(derivation, first), derive(derivation, second)};
	return named_results(derivation->trace, names, values, 2);
}

/* Since 0.12.0 a shape that does not fit is seen before anything else. */
static bool check_square(struct trace *trace, const char *function, const struct array *x)
{
	if (!op_has(&trace->op, JAX_LINALG_CHECKS_SQUARE) || has_square_matrices(x))
		return true;
	struct str before = str_format(trace->op.arena,
	                               "Argument to linalg.%s must have shape "
	                               "[..., n, n], got ",
	                               function);
	return raise_shape(trace, before.s, x, ".");
}

/* a, upper=False[, symmetrize_input=True] */
static const struct value *cholesky(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *a =
	    value_to_array(trace, argument(arguments, 0), "jnp.linalg.cholesky");
	bool upper;
	if (!a || !check_square(trace, "cholesky", a) ||
	    !numpy_promote_dtypes(&trace->op, &a, 1, true) ||
	    !value_to_bool(trace, argument(arguments, 1), &upper))
		return NULL;
	struct derivation derivation = derivation_from(trace, arguments, a);
	derive_name(&derivation, "lower",
	            arguments->count > 2
	                ? "jax.lax.linalg.cholesky(a, symmetrize_input=symmetrize_input)"
	                : "jax.lax.linalg.cholesky(a)");
	return derive(&derivation, upper ? "lower.mT.conj()" : "lower");
}

/* a, mode='reduced' */
static const struct value *qr(struct trace *trace, const struct call_arguments *arguments)
{
	static const char *const fields[] = {"Q", "R"};
	static const struct tuple_names names = {"QRResult", fields};
	const struct array *a = inexact_argument(trace, arguments, 0, "jnp.linalg.qr");
	const struct value *mode = argument(arguments, 1);
	bool reduced = value_is_text(mode, "reduced") || value_is_text(mode, "full");
	bool triangle = value_is_text(mode, "r");
	struct derivation derivation = derivation_from(trace, arguments, a);
	if (!a)
		return NULL;
	if (value_is_text(mode, "raw")) {
		const struct array *results[LINALG_MAX_RESULTS];
		uint32_t count;
		if (!lax_linalg(&trace->op, "geqrf", NULL, &a, results, &count))
			return NULL;
		derivation_set(&derivation, "factors", trace_array(trace, results[0]));
		derivation_set(&derivation, "taus", trace_array(trace, results[1]));
		return named_pair(&derivation, &names, "factors.mT", "taus");
	}
	if (!reduced && !triangle && !value_is_text(mode, "complete")) {
		refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("Unsupported QR decomposition mode '{}'", value_str(mode)),
		       HELP("modes are 'reduced', 'complete', 'r' and 'raw'"));
		return NULL;
	}
	derivation_set(&derivation, "full", value_bool(!reduced && !triangle));
	derive_name(&derivation, "pair", "jax.lax.linalg.qr(a, full_matrices=full)");
	return triangle ? derive(&derivation, "pair[1]")
	                : named_pair(&derivation, &names, "pair[0]", "pair[1]");
}

static const char *const svd_fields[] = {"U", "S", "Vh"};
static const struct tuple_names svd_names = {"SVDResult", svd_fields};

/* The singular values of Hermitian matrices are the sizes of their eigenvalues, the greatest first.
 */
static const struct value *hermitian_svd(struct derivation *derivation, bool vectors)
{
	const struct op *op = &derivation->trace->op;
	derive_name(derivation, "e", "lax.linalg.eigh(a, subset_by_index=subset_by_index)");
	derive_name(derivation, "s", "lax.abs(e[1])");
	derive_name(derivation, "dims", "[s.ndim - 1]");
	if (!vectors)
		return derive(derivation, "lax.rev(lax.sort(s, dimension=-1), dimensions=dims)");
	derive_name(derivation, "sign",
	            op_has(op, JAX_SVD_SIGN_BY_WHERE) ? "jnp.where(e[1] < 0, -1, 1)"
	                                              : "lax.sign(e[1])");
	derive_name(derivation, "order",
	            op_has(op, JAX_SVD_INDEX_UNSIGNED)
	                ? "lax.broadcasted_iota(jnp.uint32, s.shape, dimension=s.ndim - 1)"
	                : "lax.broadcasted_iota(jnp.int32, s.shape, dimension=s.ndim - 1)");
	derive_name(derivation, "sorted", "lax.sort((s, order, sign), dimension=-1, num_keys=1)");
	derive_name(derivation, "s", "lax.rev(sorted[0], dimensions=dims)");
	derive_name(derivation, "order", "lax.rev(sorted[1], dimensions=dims)");
	derive_name(derivation, "sign", "lax.rev(sorted[2], dimensions=dims)");
	derive_name(derivation, "u", "jnp.take_along_axis(e[0], order[..., None, :], axis=-1)");
	derive_name(derivation, "v", "u * sign[..., None, :].astype(u.dtype)");
	const struct value *results[] = {derive(derivation, "u"), derive(derivation, "s"),
	                                 derive(derivation, "jnp.conjugate(v.mT)")};
	return named_results(derivation->trace, &svd_names, results, 3);
}

/* a, full_matrices=True, compute_uv=True, hermitian=False, subset_by_index=None */
static const struct value *svd(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *a = inexact_argument(trace, arguments, 0, "jnp.linalg.svd");
	struct derivation derivation = derivation_from(trace, arguments, a);
	bool vectors, hermitian;
	if (!a || !value_to_bool(trace, argument(arguments, 2), &vectors) ||
	    !value_to_bool(trace, argument(arguments, 3), &hermitian))
		return NULL;
	if (hermitian)
		return hermitian_svd(&derivation, vectors);
	const struct value *result =
	    derive(&derivation, "lax.linalg.svd(a, full_matrices=full_matrices, "
	                        "compute_uv=compute_uv, subset_by_index=subset_by_index)");
	return result && vectors ? named_results(trace, &svd_names, result->list.items, 3) : result;
}

static const struct value *svdvals(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_array(trace, argument(arguments, 0), "jnp.linalg.svdvals");
	struct derivation derivation = derivation_from(trace, arguments, x);
	return derive(&derivation, "jnp.linalg.svd(x, compute_uv=False, hermitian=False)");
}

static const char *const eigen_fields[] = {"eigenvalues", "eigenvectors"};

/* a, UPLO=None, symmetrize_input=True */
static const struct value *eigh(struct trace *trace, const struct call_arguments *arguments)
{
	static const struct tuple_names names = {"EighResult", eigen_fields};
	const struct array *a = value_to_array(trace, argument(arguments, 0), "jnp.linalg.eigh");
	const struct value *triangle = argument(arguments, 1);
	bool upper = value_is_text(triangle, "U");
	if (!a || !check_square(trace, "eigh", a))
		return NULL;
	if (!upper && triangle->kind != VALUE_NONE && !value_is_text(triangle, "L")) {
		refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("UPLO must be one of None, 'L', or 'U', got {}", value_str(triangle)));
		return NULL;
	}
	if (!numpy_promote_dtypes(&trace->op, &a, 1, true))
		return NULL;
	struct derivation derivation = derivation_from(trace, arguments, a);
	derive_name(&derivation, "pair", "lax.linalg.eigh(a, symmetrize_input=symmetrize_input)");
	return named_pair(&derivation, &names, "pair[1]", "pair[0]");
}

/* a, UPLO='L'[, symmetrize_input=True] */
static const struct value *eigvalsh(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *a = inexact_argument(trace, arguments, 0, "jnp.linalg.eigvalsh");
	struct derivation derivation = derivation_from(trace, arguments, a);
	return derive(&derivation,
	              arguments->count > 2
	                  ? "jnp.linalg.eigh(a, UPLO, symmetrize_input=symmetrize_input)[0]"
	                  : "jnp.linalg.eigh(a, UPLO)[0]");
}

static const struct value *eig(struct trace *trace, const struct call_arguments *arguments)
{
	static const struct tuple_names names = {"EigResult", eigen_fields};
	const struct array *a = inexact_argument(trace, arguments, 0, "jnp.linalg.eig");
	struct derivation derivation = derivation_from(trace, arguments, a);
	derive_name(&derivation, "pair", "lax.linalg.eig(a, compute_left_eigenvectors=False)");
	return op_has(&trace->op, JAX_EIG_NAMED)
	           ? named_pair(&derivation, &names, "pair[0]", "pair[1]")
	           : derive(&derivation, "(pair[0], pair[1])");
}

static const struct value *eigvals(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *a = inexact_argument(trace, arguments, 0, "jnp.linalg.eigvals");
	struct derivation derivation = derivation_from(trace, arguments, a);
	return derive(&derivation, "lax.linalg.eig(a, compute_left_eigenvectors=False, "
	                           "compute_right_eigenvectors=False)[0]");
}

/* Which of two arguments of one meaning was given; NULL after raising for both. */
static const struct value *one_of(struct trace *trace, const struct value *first,
                                  const struct value *second, const char *text)
{
	if (second->kind == VALUE_NONE)
		return first;
	return first->kind == VALUE_NONE
	           ? second
	           : trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError", TEXT("{}", text));
}

/* a, rtol=None, hermitian=False, rcond=None */
static const struct value *pinv(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *tolerance =
	    one_of(trace, argument(arguments, 1), argument(arguments, 3),
	           "pinv: only one of rtol and rcond may be specified.");
	const struct array *a =
	    tolerance ? inexact_argument(trace, arguments, 0, "jnp.linalg.pinv") : NULL;
	struct derivation derivation = derivation_from(trace, arguments, a);
	if (!a)
		return NULL;
	uint32_t rank = a->type.rank;
	if (rank < 2)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		                    TEXT("not enough values to unpack (expected 2, got {})", rank));
	if (!a->type.shape[rank - 1] || !a->type.shape[rank - 2])
		return derive(&derivation,
		              "jnp.empty(a.shape[:-2] + (a.shape[-1], a.shape[-2]), a.dtype)");
	derivation_set(&derivation, "rtol", tolerance);
	derive_name(&derivation, "a", "jnp.conj(a)");
	derive_name(&derivation, "rtol",
	            tolerance->kind == VALUE_NONE ? "10.0 * jnp.array(jnp.finfo(a.dtype).eps)"
	                                          : "jnp.asarray(rtol)");
	derive_name(&derivation, "usv",
	            "jnp.linalg.svd(a, full_matrices=False, hermitian=hermitian)");
	derive_name(&derivation, "u", "usv[0]");
	derive_name(&derivation, "s", "usv[1]");
	derive_name(&derivation, "rtol",
	            "lax.expand_dims(rtol[..., None], range(s.ndim - rtol.ndim - 1))");
	derive_name(&derivation, "s",
	            "jnp.where(s > rtol * s[..., 0:1], s, jnp.inf).astype(u.dtype)");
	return derive(&derivation, "lax.convert_element_type(jnp.matmul(usv[2].mT, "
	                           "jnp.divide(u.mT, s[..., None])), a.dtype)");
}

/* The number of singular values above a tolerance: M, rtol and hermitian are names. */
static const struct value *rank_of(struct derivation *derivation, const struct array *x,
                                   const struct value *tolerance)
{
	derivation_set(derivation, "rtol", tolerance);
	if (x->type.rank < 2)
		return derive(derivation, "(M != 0).any().astype(jnp.int32)");
	derive_name(derivation, "s",
	            "jnp.linalg.svd(M, full_matrices=False, compute_uv=False, "
	            "hermitian=hermitian)");
	if (tolerance->kind == VALUE_NONE)
		derive_name(derivation, "rtol", "s.max(-1) * jnp.finfo(s.dtype).eps");
	return derive(derivation, "jnp.sum(s > jnp.expand_dims(rtol, jnp.ndim(rtol)), axis=-1)");
}

/* M, rtol=None, [hermitian=False,] tol=None */
static const struct value *matrix_rank(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = inexact_argument(trace, arguments, 0, "jnp.linalg.matrix_rank");
	const struct value *tolerance =
	    x ? one_of(trace, argument(arguments, 1), argument(arguments, arguments->count - 1),
	               "matrix_rank: only one of tol or rtol may be specified.")
	      : NULL;
	struct derivation derivation = derivation_from(trace, arguments, x);
	if (arguments->count < 4)
		derivation_set(&derivation, "hermitian", &value_false);
	return tolerance ? rank_of(&derivation, x, tolerance) : NULL;
}

#define EIGVALSH "a, UPLO='L'"
#define JITTED(function, parameters, ...)                                     \
	{                                                                     \
		.name = #function, .signature = parameters, .call = function, \
		.jitted = JITTED_WITHIN, __VA_ARGS__                          \
	}

static const struct function_row rows[] = {
    JITTED(cholesky, "a, *, upper=False", .until = "0.6.0"),
    JITTED(cholesky, "a, *, upper=False, symmetrize_input=True", .since = "0.6.0"),
    JITTED(qr, "a, mode='reduced'", .since = NULL),
    JITTED(svd, "a, full_matrices=True, compute_uv=True, hermitian=False, subset_by_index=None",
           .since = NULL),
    {.name = "svdvals", .signature = "x, /", .call = svdvals},
    JITTED(eigh, "a, UPLO=None, symmetrize_input=True", .since = NULL),
    JITTED(eigvalsh, EIGVALSH, .until = "0.6.0"),
    JITTED(eigvalsh, EIGVALSH ", *, symmetrize_input=True", .since = "0.6.0"),
    {.name = "eig", .signature = "a", .call = eig},
    JITTED(eigvals, "a", .since = NULL),
    JITTED(pinv, "a, rtol=None, hermitian=False, *, rcond=None", .since = NULL),
    JITTED(matrix_rank, "M, rtol=None, *, tol=None", .until = "0.10.2"),
    JITTED(matrix_rank, "M, rtol=None, *, hermitian=False, tol=None", .since = "0.10.2"),
};

const struct module_row library_numpy_decompositions = {"jax.numpy.linalg", rows,
                                                        sizeof rows / sizeof *rows};
