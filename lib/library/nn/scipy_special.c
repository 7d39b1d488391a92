/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of jax.scipy.special that formulas say. JAX: scipy/special.py. */
#include "library/numpy/concrete.h"
#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "op/elementwise/formula.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "trace/value/convert_value.h"
#include "trace/eval/interpret.h"

/* A function of floats: its parameters are the letters. */
struct special {
	const char *letters, *formula;
	enum { COMPLEX_TAKEN, COMPLEX_REFUSED, COMPLEX_UNKNOWN } complex_numbers;
};

enum { MAX_SPECIAL = 3 };

/* The parameters as floats of one dtype and one rank; false after raising. */
static bool read_floats(struct trace *trace, const struct call_arguments *arguments, uint32_t count,
                        const struct array *arrays[MAX_SPECIAL])
{
	for (uint32_t i = 0; i < count; i++) {
		arrays[i] =
		    value_to_array_at(trace, argument(arguments, i), arguments->row->name, i);
		if (!arrays[i])
			return false;
	}
	return numpy_promote_dtypes(&trace->op, arrays, count, true) &&
	       numpy_promote_ranks(&trace->op, arrays, count);
}

static const struct value *compute(struct trace *trace, const struct call_arguments *arguments)
{
	const struct special *special = arguments->row->data;
	const struct array *arrays[MAX_SPECIAL];
	if (!read_floats(trace, arguments, (uint32_t)strlen(special->letters), arrays))
		return NULL;
	bool complex_numbers = dtype_class(arrays[0]->type.dtype) == DTYPE_COMPLEX;
	bool unknown = complex_numbers && special->complex_numbers == COMPLEX_UNKNOWN;
	bool refused = complex_numbers && special->complex_numbers == COMPLEX_REFUSED;
	if (unknown || (refused && !op_has(&trace->op, JAX_SPECIAL_REFUSES_COMPLEX)))
		return trace_unknown(trace, "%s of complex numbers is not known",
		                     arguments->row->name);
	if (refused)
		return trace_refuse(
		    trace, RULE_DTYPE_MISMATCH, "ValueError",
		    TEXT("{} does not support complex-valued inputs.", arguments->row->name));
	struct formula_names names = {special->letters, arrays};
	return trace_array(trace, formula(&trace->op, special->formula, &names));
}

/* q is what makes it the function that is there. */
static const struct value *zeta(struct trace *trace, const struct call_arguments *arguments)
{
	if (argument(arguments, 1)->kind == VALUE_NONE)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "NotImplementedError",
		                    TEXT("Riemann zeta function not implemented; pass q != None to "
		                         "compute the Hurwitz Zeta function."));
	return compute(trace, arguments);
}

static const struct value *betainc(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *arrays[MAX_SPECIAL];
	if (!read_floats(trace, arguments, 3, arrays))
		return NULL;
	return trace_array(trace,
	                   lax_nary(&trace->op, &lax_regularized_incomplete_beta, arrays, 3));
}

static const struct value *polygamma(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *order = value_to_array(trace, argument(arguments, 0), "polygamma");
	if (!order)
		return NULL;
	if (!dtype_is_integer(order->type.dtype))
		return trace_refuse(
		    trace, RULE_DTYPE_MISMATCH, "ValueError",
		    TEXT("Argument `n` to polygamma must be of integer type. Got dtype {}.",
		         order->type.dtype->name));
	return compute(trace, arguments);
}

/* How many terms of a series are computed, which must be a number of Python. */
static bool check_order(struct trace *trace, const struct value *order)
{
	struct op *op = &trace->op;
	int64_t terms = order->kind == VALUE_BOOL ? order->boolean : order->integer;
	if (order->kind != VALUE_INT && order->kind != VALUE_BOOL)
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("series_order must be a Python integer."));
	if (terms < 0)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("series_order must be non-negative."));
	return terms <= 30 ||
	       refuse(op, RULE_PROGRAM_ERROR, "ValueError", TEXT("series_order must be <= 30."));
}

/* The normal distribution and what is made of it: of single floats, which are not promoted. */
static const struct value *normal(struct trace *trace, const struct call_arguments *arguments)
{
	const char *name = arguments->row->name;
	if (arguments->count > 1 && !check_order(trace, argument(arguments, 1)))
		return NULL;
	const struct value *given =
	    library_call(trace, "jax.numpy", "asarray", arguments->values, 1, arguments->at);
	if (!given || given->kind != VALUE_ARRAY)
		return given;
	const struct array *x = given->array;
	if (x->type.dtype != dtype_named(STR("float32")))
		return trace_refuse(
		    trace, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT(strcmp(name, "log_ndtr") == 0
		             ? "x.dtype={} is not supported."
		             : "x.dtype={} is not supported, see docstring for supported types.",
		         x->type.dtype->name));
	if (strcmp(name, "ndtr") != 0 && !is_replicated(x))
		return trace_unknown(trace, "%s of a sharded array is not known", name);
	x = numpy_astype(&trace->op, x, x->type.dtype);
	return trace_array(trace, x ? lax_unary(&trace->op, &lax_abs, x) : NULL);
}

static const struct special digamma = {"x", "lax.digamma(x)", COMPLEX_TAKEN};
static const struct special entr = {"x", "lax.neg(x)", COMPLEX_REFUSED};
static const struct special erf_row = {"x", "lax.erf(x)", COMPLEX_TAKEN};
static const struct special erfc_row = {"x", "lax.erfc(x)", COMPLEX_TAKEN};
static const struct special erfinv = {"x", "lax.erf_inv(x)", COMPLEX_TAKEN};
static const struct special expit = {"x", "lax.logistic(x)", COMPLEX_TAKEN};
static const struct special factorial = {"x", "where(x < 0, 0, lax.exp(lax.lgamma(x + 1)))",
                                         COMPLEX_UNKNOWN};
static const struct special gamma_real = {"x", "lax.exp(lax.lgamma(x))", COMPLEX_UNKNOWN};
static const struct special gammainc = {"ax", "lax.igamma(a, x)", COMPLEX_TAKEN};
static const struct special gammaincc = {"ax", "lax.igammac(a, x)", COMPLEX_TAKEN};
static const struct special gammaln = {"x", "lax.lgamma(x)", COMPLEX_TAKEN};
static const struct special bessel_i0 = {"x", "lax.mul(lax.exp(lax.abs(x)), lax.bessel_i0e(x))",
                                         COMPLEX_TAKEN};
static const struct special bessel_i0e = {"x", "lax.bessel_i0e(x)", COMPLEX_TAKEN};
static const struct special bessel_i1 = {"x", "lax.mul(lax.exp(lax.abs(x)), lax.bessel_i1e(x))",
                                         COMPLEX_TAKEN};
static const struct special bessel_i1e = {"x", "lax.bessel_i1e(x)", COMPLEX_TAKEN};
static const struct special kl_div_and = {"pq", "where(lax.and(p > 0.0, q > 0.0), p, 1) - p + q",
                                          COMPLEX_REFUSED};
static const struct special kl_div_or = {"pq", "where(lax.or(p > 0.0, q > 0.0), p, 1) - p + q",
                                         COMPLEX_REFUSED};
static const struct special rel_entr_and = {"pq", "where(lax.and(p > 0.0, q > 0.0), p, 1)",
                                            COMPLEX_REFUSED};
static const struct special rel_entr_or = {"pq", "where(lax.or(p > 0.0, q > 0.0), p, 1)",
                                           COMPLEX_REFUSED};
static const struct special logit = {"x", "lax.log(x / (1 - x))", COMPLEX_TAKEN};
static const struct special of_order = {"nx", "lax.polygamma(n, x)", COMPLEX_REFUSED};
static const struct special xlogy_plain = {"xy", "where(x != 0.0, lax.mul(x, lax.log(y)), x)",
                                           COMPLEX_TAKEN};
static const struct special xlogy_nan = {
    "xy", "where(lax.or(x != 0.0, y != y), lax.mul(x, lax.log(y)), x)", COMPLEX_TAKEN};
static const struct special xlog1py_plain = {"xy", "where(x != 0.0, lax.mul(x, lax.log1p(y)), x)",
                                             COMPLEX_TAKEN};
static const struct special xlog1py_nan = {
    "xy", "where(lax.or(x != 0.0, y != y), lax.mul(x, lax.log1p(y)), x)", COMPLEX_TAKEN};
static const struct special hurwitz = {"xq", "lax.zeta(x, q)", COMPLEX_TAKEN};

static const struct function_row rows[] = {
    {.name = "betainc", .signature = "a, b, x", .call = betainc},
    {.name = "digamma", .signature = "x", .call = compute, .data = &digamma},
    {.name = "entr", .signature = "x", .call = compute, .data = &entr},
    {.name = "erf", .signature = "x", .call = compute, .data = &erf_row},
    {.name = "erfc", .signature = "x", .call = compute, .data = &erfc_row},
    {.name = "erfinv", .signature = "x", .call = compute, .data = &erfinv},
    {.name = "expit", .signature = "x", .call = compute, .data = &expit},
    {.name = "factorial", .signature = "n", .call = compute, .data = &factorial},
    {.name = "gamma", .signature = "x", .call = compute, .data = &gamma_real},
    {.name = "gammainc", .signature = "a, x", .call = compute, .data = &gammainc},
    {.name = "gammaincc", .signature = "a, x", .call = compute, .data = &gammaincc},
    {.name = "gammaln", .signature = "x", .call = compute, .data = &gammaln},
    {.name = "i0", .signature = "x", .call = compute, .data = &bessel_i0},
    {.name = "i0e", .signature = "x", .call = compute, .data = &bessel_i0e},
    {.name = "i1", .signature = "x", .call = compute, .data = &bessel_i1},
    {.name = "i1e", .signature = "x", .call = compute, .data = &bessel_i1e},
    {.name = "kl_div",
     .signature = "p, q",
     .call = compute,
     .data = &kl_div_and,
     .until = "0.12.0"},
    {.name = "kl_div", .signature = "p, q", .call = compute, .data = &kl_div_or, .since = "0.12.0"},
    {.name = "log_ndtr", .custom_jvp = true, .signature = "x, series_order=3", .call = normal},
    {.name = "logit", .custom_jvp = true, .signature = "x", .call = compute, .data = &logit},
    {.name = "ndtr", .signature = "x", .call = normal},
    {.name = "ndtri", .signature = "p", .call = normal},
    {.name = "polygamma", .signature = "n, x", .call = polygamma, .data = &of_order},
    {.name = "rel_entr",
     .signature = "p, q",
     .call = compute,
     .data = &rel_entr_and,
     .until = "0.12.0"},
    {.name = "rel_entr",
     .signature = "p, q",
     .call = compute,
     .data = &rel_entr_or,
     .since = "0.12.0"},
    {.name = "xlog1py",
     .custom_jvp = true,
     .signature = "x, y",
     .call = compute,
     .data = &xlog1py_plain,
     .until = "0.10.2"},
    {.name = "xlog1py",
     .custom_jvp = true,
     .signature = "x, y",
     .call = compute,
     .data = &xlog1py_nan,
     .since = "0.10.2"},
    {.name = "xlogy",
     .custom_jvp = true,
     .signature = "x, y",
     .call = compute,
     .data = &xlogy_plain,
     .until = "0.10.2"},
    {.name = "xlogy",
     .custom_jvp = true,
     .signature = "x, y",
     .call = compute,
     .data = &xlogy_nan,
     .since = "0.10.2"},
    {.name = "zeta", .custom_jvp = true, .signature = "x, q=None", .call = zeta, .data = &hurwitz},
};

const struct module_row library_scipy_special = {"jax.scipy.special", rows,
                                                 sizeof rows / sizeof *rows};

const struct module_row library_scipy = {"jax.scipy", NULL, 0};
