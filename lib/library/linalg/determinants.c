/* SPDX-License-Identifier: Apache-2.0 */
/* Determinants of jax.numpy.linalg. JAX: numpy/linalg.py. */
#include "library/linalg/linalg_arguments.h"
#include "op/contract/contract.h"
#include "op/core/dtype_class.h"

/* A name of a derivation with the expression that it stands for. */
struct named_expression {
	const char *name, *expression;
};

/* Names given one after the other; the value of the last one. */
static const struct value *derive_all(struct derivation *derivation,
                                      const struct named_expression *steps, size_t count)
{
	for (size_t i = 0; i + 1 < count; i++)
		derive_name(derivation, steps[i].name, steps[i].expression);
	return derive(derivation, steps[count - 1].expression);
}

#define DERIVE_ALL(derivation, steps) derive_all(derivation, steps, sizeof(steps) / sizeof *(steps))

/* The sign and the logarithm of the size: what the steps give is a pair. */
static const struct value *sign_and_logarithm(struct derivation *derivation,
                                              const struct value *pair)
{
	static const char *const fields[] = {"sign", "logabsdet"};
	static const struct tuple_names names = {"SlogdetResult", fields};
	return pair ? value_named_tuple(derivation->trace->op.arena, &names, pair->list.items, 2)
	            : NULL;
}

/* By an LU decomposition: the product of its diagonal, with a sign for every swap of rows. */
static const struct value *slogdet_lu(struct derivation *derivation, bool complex)
{
	static const struct named_expression diagonal[] = {
	    {"factors", "lax.linalg.lu(a)"},
	    {"pivot", "factors[1]"},
	    {"diag", "jnp.diagonal(factors[0], axis1=-2, axis2=-1)"},
	    {"zero", "jnp.any(diag == jnp.array(0, dtype=a.dtype), axis=-1)"},
	    {"rows", "lax.expand_dims(jnp.arange(a.shape[-1], dtype=pivot.dtype), "
	             "range(pivot.ndim - 1))"},
	    {"swaps", "jnp.count_nonzero(pivot != rows, axis=-1)"},
	    {"done", "None"},
	};
	static const struct named_expression result[] = {
	    {"sign", "jnp.where(zero, jnp.array(0, dtype=a.dtype), "
	             "sign * jnp.array(-2 * (swaps % 2) + 1, dtype=a.dtype))"},
	    {"size", "jnp.where(zero, jnp.array(-jnp.inf, dtype=a.dtype), "
	             "jnp.sum(jnp.log(jnp.abs(diag)).astype(a.dtype), axis=-1))"},
	    {"pair", "(sign, jnp.real(size))"},
	};
	(void)DERIVE_ALL(derivation, diagonal);
	derive_name(derivation, "sign",
	            complex ? "jnp.prod(diag / jnp.abs(diag).astype(diag.dtype), axis=-1)"
	                    : "jnp.array(1, dtype=a.dtype)");
	if (!complex)
		derive_name(derivation, "swaps", "swaps + jnp.count_nonzero(diag < 0, axis=-1)");
	return sign_and_logarithm(derivation, DERIVE_ALL(derivation, result));
}

/* By a QR decomposition: a sign for every reflection. */
static const struct value *slogdet_qr(struct derivation *derivation, const struct array *a)
{
	static const struct named_expression steps[] = {
	    {"diag", "jnp.diagonal(factors, axis1=-2, axis2=-1)"},
	    {"size", "jnp.sum(jnp.log(jnp.abs(diag)), axis=-1)"},
	    {"sign", "jnp.prod(jnp.sign(diag), axis=-1)"},
	    {"turns", "jnp.where(taus[..., :a.shape[-1] - 1] != 0, -1, 1)"},
	    {"pair", "(sign * jnp.prod(turns, axis=-1).astype(sign.dtype), size)"},
	};
	struct trace *trace = derivation->trace;
	const struct array *results[LINALG_MAX_RESULTS];
	uint32_t count;
	if (dtype_class(a->type.dtype) == DTYPE_COMPLEX)
		return trace_refuse(trace, RULE_DTYPE_MISMATCH, "NotImplementedError",
		                    TEXT("slogdet method='qr' not implemented for complex inputs"));
	if (!lax_linalg(&trace->op, "geqrf", NULL, &a, results, &count))
		return NULL;
	derivation_set(derivation, "factors", trace_array(trace, results[0]));
	derivation_set(derivation, "taus", trace_array(trace, results[1]));
	return sign_and_logarithm(derivation, DERIVE_ALL(derivation, steps));
}

/* By the formula for one or two rows. */
static const struct value *slogdet_small(struct derivation *derivation, int64_t rows)
{
	derive_name(derivation, "det",
	            rows == 1 ? "a[..., 0, 0]"
	                      : "(a[..., 0, 0] * a[..., 1, 1]) - (a[..., 0, 1] * a[..., 1, 0])");
	return sign_and_logarithm(
	    derivation, derive(derivation, "(jnp.sign(det), jnp.real(jnp.log(jnp.abs(det))))"));
}

/* a, method=None */
static const struct value *slogdet(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *a = inexact_argument(trace, arguments, 0, "jnp.linalg.slogdet");
	const struct value *method = argument(arguments, 1);
	struct derivation derivation = derivation_from(trace, arguments, a);
	if (!a)
		return NULL;
	if (!has_square_matrices(a))
		return op_has(&trace->op, JAX_SLOGDET_NAMES_SHAPE)
		           ? raise_shape(trace,
		                         "Argument to slogdet() must have shape [..., n, n], got ",
		                         a, "")
		           : trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		                          TEXT("Argument to slogdet() must have shape [..., n, n], "
		                               "got {{a_shape}}"));
	int64_t size = a->type.shape[a->type.rank - 1];
	if (value_is_text(method, "qr"))
		return slogdet_qr(&derivation, a);
	if (method->kind != VALUE_NONE && !value_is_text(method, "lu")) {
		refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("Unknown slogdet method '{}'. Supported methods are 'lu' (`None`), and "
		            "'qr'.",
		            value_str(method)));
		return NULL;
	}
	if ((size == 1 || size == 2) && op_has(&trace->op, JAX_SLOGDET_SMALL))
		return slogdet_small(&derivation, size);
	return slogdet_lu(&derivation, dtype_class(a->type.dtype) == DTYPE_COMPLEX);
}

/* The formulas for two and three rows, as they are and with rows swapped so that the divisor is the
 * greater one. */
static const struct named_expression det_of_two[] = {
    {"det", "a[..., 0, 0] * a[..., 1, 1] - a[..., 0, 1] * a[..., 1, 0]"},
};

static const struct named_expression det_of_three[] = {
    {"det", "a[..., 0, 0] * a[..., 1, 1] * a[..., 2, 2] + "
            "a[..., 0, 1] * a[..., 1, 2] * a[..., 2, 0] + "
            "a[..., 0, 2] * a[..., 1, 0] * a[..., 2, 1] - "
            "a[..., 0, 2] * a[..., 1, 1] * a[..., 2, 0] - "
            "a[..., 0, 0] * a[..., 1, 2] * a[..., 2, 1] - "
            "a[..., 0, 1] * a[..., 1, 0] * a[..., 2, 2]"},
};

/* The first pivot: p is the row with the greater first element, q the other one. */
#define FIRST_PIVOT                                                           \
	{"swap", "jnp.abs(a[..., 1, 0]) > jnp.abs(a[..., 0, 0])"},            \
	    {"p", "jnp.where(swap[..., None], a[..., 1, :], a[..., 0, :])"},  \
	{                                                                     \
		"q", "jnp.where(swap[..., None], a[..., 0, :], a[..., 1, :])" \
	}

static const struct named_expression pivoted_det_of_two[] = {
    FIRST_PIVOT,
    {"divisor", "jnp.where(p[..., 0] == 0, 1, p[..., 0])"},
    {"factor", "jnp.where(p[..., 0] == 0, 0, q[..., 0] / divisor)"},
    {"rest", "q[..., 1] - factor * p[..., 1]"},
    {"det", "jnp.where(swap, -1, 1) * p[..., 0] * rest"},
};

static const struct named_expression pivoted_det_of_three[] = {
    FIRST_PIVOT,
    {"r", "a[..., 2, :]"},
    {"sign", "jnp.where(swap, -1, 1)"},
    {"swap", "jnp.abs(r[..., 0]) > jnp.abs(p[..., 0])"},
    {"rows", "(jnp.where(swap[..., None], r, p), jnp.where(swap[..., None], p, r))"},
    {"p", "rows[0]"},
    {"r", "rows[1]"},
    {"sign", "jnp.where(swap, -sign, sign)"},
    {"divisor", "jnp.where(p[..., 0] == 0, 1, p[..., 0])"},
    {"second", "jnp.where(p[..., 0] == 0, 0, q[..., 0] / divisor)"},
    {"third", "jnp.where(p[..., 0] == 0, 0, r[..., 0] / divisor)"},
    {"q", "q - second[..., None] * p"},
    {"r", "r - third[..., None] * p"},
    {"swap", "jnp.abs(r[..., 1]) > jnp.abs(q[..., 1])"},
    {"rows", "(jnp.where(swap[..., None], r, q), jnp.where(swap[..., None], q, r))"},
    {"q", "rows[0]"},
    {"r", "rows[1]"},
    {"sign", "jnp.where(swap, -sign, sign)"},
    {"divisor", "jnp.where(q[..., 1] == 0, 1, q[..., 1])"},
    {"third", "jnp.where(q[..., 1] == 0, 0, r[..., 1] / divisor)"},
    {"rest", "r[..., 2] - third * q[..., 2]"},
    {"det", "sign * p[..., 0] * q[..., 1] * rest"},
};

static const struct value *det(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *a = inexact_argument(trace, arguments, 0, "jnp.linalg.det");
	struct derivation derivation = derivation_from(trace, arguments, a);
	bool pivots = op_has(&trace->op, JAX_DETERMINANT_PIVOTS);
	if (!a)
		return NULL;
	if (!has_square_matrices(a))
		return raise_shape(trace, "Argument to _det() must have shape [..., n, n], got ", a,
		                   "");
	switch (a->type.shape[a->type.rank - 1]) {
	case 2:
		return pivots ? DERIVE_ALL(&derivation, pivoted_det_of_two)
		              : DERIVE_ALL(&derivation, det_of_two);
	case 3:
		return pivots ? DERIVE_ALL(&derivation, pivoted_det_of_three)
		              : DERIVE_ALL(&derivation, det_of_three);
	default:
		derive_name(&derivation, "s", "jnp.linalg.slogdet(a)");
		return derive(&derivation, "s[0] * jnp.exp(s[1]).astype(s[0].dtype)");
	}
}

static const struct function_row rows[] = {
    {.name = "slogdet", .signature = "a, *, method=None", .call = slogdet, .jitted = JITTED_ITSELF},
    {.name = "det", .signature = "a", .call = det, .jitted = JITTED_WITHIN},
};

const struct module_row library_numpy_determinants = {"jax.numpy.linalg", rows,
                                                      sizeof rows / sizeof *rows};
