/* SPDX-License-Identifier: Apache-2.0 */
/* Activations and normalisations. JAX: nn/functions.py. */
#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "op/elementwise/formula.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"
#include "trace/value/convert_value.h"

/* A function that a formula says: its parameters are the letters, the first of them an array. */
struct activation {
	const char *checked; /* by which name errors call the function */
	const char *letters;
	const char *formula;
};

static const struct value *activate(struct trace *trace, const struct call_arguments *arguments)
{
	const struct activation *activation = arguments->row->data;
	const struct array *arrays[2];
	for (uint32_t i = 0; activation->letters[i]; i++) {
		arrays[i] = value_to_array(trace, argument(arguments, i), activation->checked);
		if (!arrays[i])
			return NULL;
	}
	struct formula_names names = {activation->letters, arrays};
	return trace_array(trace, formula(&trace->op, activation->formula, &names));
}

static const struct value *identity(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_array(trace, value_to_array(trace, argument(arguments, 0), "identity"));
}

/* The Gaussian error linear unit; s is a constant of the array's dtype. */
static const struct value *gelu(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *arrays[2] = {value_to_array(trace, argument(arguments, 0), "gelu")};
	bool approximate;
	if (!value_to_bool(trace, argument(arguments, 1), &approximate) ||
	    !numpy_promote_dtypes(op, arrays, 1, true))
		return NULL;
	const struct dtype *dtype = arrays[0]->type.dtype;
	arrays[1] = array_scalar(op, dtype, false);
	struct formula_names names = {"xs", arrays};
	if (approximate)
		return trace_array(
		    trace,
		    formula(op, "x * (0.5 * (1.0 + tanh(s * (x + 0.044715 * x ^ 3))))", &names));
	const char *exact = op_has(op, JAX_GELU_BY_ERFC) ? "0.5 * x * lax.erfc(-x * s)"
	                                                 : "x * (lax.erf(x / s) + 1) / 2";
	return trace_array(trace, numpy_astype(op, formula(op, exact, &names), dtype));
}

/* The first half times the sigmoid of the second one. */
static const struct value *glu(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x = value_to_array(trace, argument(arguments, 0), "glu");
	const struct array *halves[2];
	int64_t axis;
	if (!x || !value_to_int(trace, argument(arguments, 1), &axis))
		return NULL;
	int64_t rank = x->type.rank;
	if (axis < -rank || axis >= rank)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "IndexError",
		                    TEXT("tuple index out of range"));
	uint32_t dim = (uint32_t)(axis < 0 ? axis + rank : axis);
	if (x->type.shape[dim] % 2 != 0)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "AssertionError",
		                    TEXT("axis size must be divisible by 2"));
	int64_t sizes[] = {x->type.shape[dim] / 2, x->type.shape[dim] / 2};
	if (!lax_split(op, x, sizes, 2, dim, halves))
		return NULL;
	struct formula_names names = {"xy", halves};
	return trace_array(trace, formula(op, "x * lax.logistic(y)", &names));
}

static const struct array *minus_infinity(struct op *op)
{
	return array_scalar(op, dtype_named(STR("float32")), true);
}

/* x=, axis=, where= of the functions below. */
static bool read_masked(struct trace *trace, const struct call_arguments *arguments,
                        const char *name, struct numpy_reduction *reduction, const struct array **x)
{
	*x = value_to_array(trace, argument(arguments, 0), name);
	reduction->keepdims = true;
	return *x && read_axes(trace, argument(arguments, 1), reduction) &&
	       read_optional_array(trace, optional_argument(arguments, 2), name, &reduction->where);
}

/* The elements, as far as the mask lets them be, without the greatest one. */
static const struct array *shifted(struct op *op, const struct array *x,
                                   const struct numpy_reduction *reduction)
{
	struct numpy_reduction max = *reduction;
	max.reducer = &numpy_max;
	max.initial = minus_infinity(op);
	const struct array *greatest = numpy_reduction(op, x, &max);
	if (greatest && reduction->where)
		x = numpy_where(op, reduction->where, x, minus_infinity(op));
	return greatest && x ? numpy_binary(op, &lax_sub, x, greatest, false) : NULL;
}

static const struct array *sum_of(struct op *op, const struct array *x,
                                  const struct numpy_reduction *reduction)
{
	struct numpy_reduction sum = *reduction;
	sum.reducer = &numpy_sum;
	return x ? numpy_reduction(op, x, &sum) : NULL;
}

static const struct value *softmax(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct numpy_reduction reduction = {0};
	const struct array *x;
	if (!read_masked(trace, arguments, "max", &reduction, &x))
		return NULL;
	const struct array *power = shifted(op, x, &reduction);
	power = power ? numpy_unary(op, &lax_exp, power, true) : NULL;
	const struct array *sum = sum_of(op, power, &reduction);
	const struct array *result = sum ? numpy_binary(op, &lax_div, power, sum, true) : NULL;
	if (result && reduction.where)
		result = numpy_where(op, reduction.where, result,
		                     array_scalar(op, dtype_named(STR("int32")), true));
	return trace_array(trace, result);
}

static const struct value *log_softmax(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct numpy_reduction reduction = {0};
	const struct array *x;
	if (!read_masked(trace, arguments, "log_softmax", &reduction, &x))
		return NULL;
	const struct array *pair[] = {shifted(op, x, &reduction), NULL};
	const struct array *power = pair[0] ? numpy_unary(op, &lax_exp, pair[0], true) : NULL;
	pair[1] = sum_of(op, power, &reduction);
	struct formula_names names = {"xs", pair};
	const struct array *result = pair[1] ? formula(op, "x - log(s)", &names) : NULL;
	if (result && reduction.where)
		result = numpy_where(op, reduction.where, result, minus_infinity(op));
	return trace_array(trace, result);
}

static const struct value *logsumexp(struct trace *trace, const struct call_arguments *arguments)
{
	struct numpy_reduction reduction = {0};
	const struct array *x = value_to_array(trace, argument(arguments, 0), "logsumexp");
	const struct array *weights = NULL, *results[2];
	bool signs;
	if (!x || !read_optional_array(trace, argument(arguments, 2), "logsumexp", &weights) ||
	    !read_axes(trace, argument(arguments, 1), &reduction) ||
	    !value_to_bool(trace, argument(arguments, 3), &reduction.keepdims) ||
	    !value_to_bool(trace, argument(arguments, 4), &signs) ||
	    !read_optional_array(trace, argument(arguments, 5), "logsumexp", &reduction.where))
		return NULL;
	results[0] =
	    numpy_logsumexp(&trace->op, x, weights, &reduction, signs ? &results[1] : NULL);
	if (!results[0] || !signs)
		return trace_array(trace, results[0]);
	return trace_arrays(trace, VALUE_TUPLE, results, 2);
}

static const struct value *logmeanexp(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct numpy_reduction reduction = {0};
	const struct array *x = value_to_array(trace, argument(arguments, 0), "logsumexp");
	if (!x || !read_axes(trace, argument(arguments, 1), &reduction) ||
	    !read_optional_array(trace, argument(arguments, 2), "logsumexp", &reduction.where) ||
	    !value_to_bool(trace, argument(arguments, 3), &reduction.keepdims))
		return NULL;
	const struct array *pair[] = {numpy_logsumexp(op, x, NULL, &reduction, NULL), NULL};
	pair[1] = pair[0] ? numpy_count(op, x, pair[0]->type.dtype, &reduction) : NULL;
	struct formula_names names = {"xc", pair};
	return trace_array(trace, pair[1] ? formula(op, "x - log(c)", &names) : NULL);
}

/* The variance that standardize takes when it is given none; NULL after raising. */
static const struct array *spread(struct trace *trace, const struct call_arguments *arguments,
                                  const struct array *const *pair,
                                  const struct numpy_reduction *reduction)
{
	struct op *op = &trace->op;
	const struct value *algorithm = optional_argument(arguments, 6);
	struct str name = algorithm->kind == VALUE_STRING ? algorithm->string : STR("fast");
	struct formula_names names = {"xm", pair};
	if (str_equal(name, STR("stable")))
		return numpy_mean(op, formula(op, "square(x - m)", &names), reduction);
	if (!str_equal(name, STR("fast"))) {
		trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		             TEXT("Unknown algorithm '{}'. Expected 'fast' or 'stable'.", name));
		return NULL;
	}
	const struct array *both[] = {pair[0], pair[1],
	                              numpy_mean(op, formula(op, "square(x)", &names), reduction)};
	struct formula_names more = {"xms", both};
	if (!both[2])
		return NULL;
	return formula(
	    op, op_has(op, JAX_STANDARDIZE_CLIPS) ? "maximum(0, s - square(m))" : "s - square(m)",
	    &more);
}

static const struct value *standardize(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct numpy_reduction reduction = {.keepdims = true};
	const struct array *arrays[4] = {0}; /* x, mean, variance, epsilon */
	arrays[0] = value_to_array(trace, argument(arguments, 0), "standardize");
	arrays[3] = arrays[0] ? value_to_array(trace, argument(arguments, 4), "add") : NULL;
	if (!arrays[3] || !read_axes(trace, argument(arguments, 1), &reduction) ||
	    !read_optional_array(trace, argument(arguments, 2), "standardize", &arrays[1]) ||
	    !read_optional_array(trace, argument(arguments, 3), "standardize", &arrays[2]) ||
	    !read_optional_array(trace, argument(arguments, 5), "standardize", &reduction.where))
		return NULL;
	if (!arrays[1])
		arrays[1] = numpy_mean(op, arrays[0], &reduction);
	if (arrays[1] && !arrays[2])
		arrays[2] = spread(trace, arguments, arrays, &reduction);
	if (!arrays[1] || !arrays[2])
		return NULL;
	struct formula_names names = {"xmve", arrays};
	return trace_array(trace, formula(op, "(x - m) * lax.rsqrt(v + e)", &names));
}

static const struct activation clamped = {"maximum", "x", "maximum(x, 0)"};
static const struct activation clamped_6 = {"maximum", "x", "minimum(maximum(x, 0), 6.0)"};
static const struct activation square_plus = {"squareplus", "xb", "(x + sqrt(square(x) + b)) / 2"};
static const struct activation soft_plus = {"logaddexp", "x", "logaddexp(x, 0)"};
static const struct activation sparse_plus = {
    "sparse_plus", "x", "where(x <= -1.0, 0.0, where(x >= 1.0, x, (x + 1.0) ^ 2 / 4))"};
static const struct activation soft_sign = {"soft_sign", "x", "x / (abs(x) + 1)"};
static const struct activation sigmoid = {"logistic", "x", "lax.logistic(x)"};
static const struct activation sparse_sigmoid = {"add", "x",
                                                 "0.5 * minimum(2.0, maximum(0.0, x + 1.0))"};
static const struct activation swish = {"silu", "x", "x * lax.logistic(x)"};
static const struct activation mish = {"mish", "x", "x * tanh(logaddexp(x, 0))"};
static const struct activation log_sigmoid = {"log_sigmoid", "x", "-logaddexp(-x, 0)"};
static const struct activation elu = {"elu", "xa",
                                      "where(x > 0, x, a * expm1(where(x > 0, 0.0, x)))"};
static const struct activation leaky = {"leaky_relu", "xa", "where(x >= 0, x, a * x)"};
static const struct activation tanh_itself = {"tanh", "x", "tanh(x)"};
static const struct activation hard_tanh = {"hard_tanh", "x",
                                            "where(x > 1, 1, where(x < -1, -1, x))"};
static const struct activation celu = {"maximum", "xa",
                                       "maximum(x, 0.0) + a * expm1(minimum(x, 0.0) / a)"};
static const struct activation selu = {
    "elu", "x", "1.05 * where(x > 0, x, 1.67 * expm1(where(x > 0, 0.0, x)))"};
static const struct activation hard_sigmoid = {"add", "x",
                                               "minimum(maximum(x + 3.0, 0), 6.0) / 6.0"};
static const struct activation hard_swish = {"hard_silu", "x",
                                             "x * (minimum(maximum(x + 3.0, 0), 6.0) / 6.0)"};
static const struct activation log1mexp = {"log1mexp", "x",
                                           "where(x < log(2.0), log(-expm1(-x)), log1p(-exp(-x)))"};

#define LOGSUMEXP_PARAMETERS "a, axis=None, b=None, keepdims=False, return_sign=False, where=None"
#define STANDARDIZE_PARAMETERS "x, axis=-1, mean=None, variance=None, epsilon=1e-05, where=None"

static const struct function_row rows[] = {
    {.name = "identity",
     .signature = "x",
     .call = identity,
     .since = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "relu",
     .signature = "x",
     .call = activate,
     .data = &clamped,
     .jitted = JITTED_WITHIN,
     .custom_jvp = true},
    {.name = "relu6",
     .signature = "x",
     .call = activate,
     .data = &clamped_6,
     .jitted = JITTED_WITHIN},
    {.name = "squareplus",
     .signature = "x, b=4",
     .call = activate,
     .data = &square_plus,
     .jitted = JITTED_ITSELF},
    {.name = "softplus",
     .signature = "x",
     .call = activate,
     .data = &soft_plus,
     .jitted = JITTED_ITSELF},
    {.name = "sparse_plus",
     .signature = "x",
     .call = activate,
     .data = &sparse_plus,
     .jitted = JITTED_ITSELF},
    {.name = "soft_sign",
     .signature = "x",
     .call = activate,
     .data = &soft_sign,
     .jitted = JITTED_ITSELF},
    {.name = "sigmoid",
     .signature = "x",
     .call = activate,
     .data = &sigmoid,
     .jitted = JITTED_ITSELF},
    {.name = "sparse_sigmoid",
     .signature = "x",
     .call = activate,
     .data = &sparse_sigmoid,
     .jitted = JITTED_ITSELF},
    {.name = "silu", .signature = "x", .call = activate, .data = &swish, .jitted = JITTED_ITSELF},
    {.name = "swish",
     .signature = "x",
     .call = activate,
     .data = &swish,
     .python_name = "silu",
     .jitted = JITTED_WITHIN},
    {.name = "mish", .signature = "x", .call = activate, .data = &mish, .jitted = JITTED_ITSELF},
    {.name = "log_sigmoid",
     .signature = "x",
     .call = activate,
     .data = &log_sigmoid,
     .jitted = JITTED_ITSELF},
    {.name = "elu",
     .signature = "x, alpha=1.0",
     .call = activate,
     .data = &elu,
     .jitted = JITTED_ITSELF},
    {.name = "leaky_relu",
     .signature = "x, negative_slope=0.01",
     .call = activate,
     .data = &leaky,
     .jitted = JITTED_ITSELF},
    {.name = "tanh",
     .signature = "x, /",
     .call = activate,
     .data = &tanh_itself,
     .jitted = JITTED_ITSELF},
    {.name = "hard_tanh",
     .signature = "x",
     .call = activate,
     .data = &hard_tanh,
     .jitted = JITTED_ITSELF},
    {.name = "celu",
     .signature = "x, alpha=1.0",
     .call = activate,
     .data = &celu,
     .jitted = JITTED_ITSELF},
    {.name = "selu", .signature = "x", .call = activate, .data = &selu, .jitted = JITTED_ITSELF},
    {.name = "hard_sigmoid",
     .signature = "x",
     .call = activate,
     .data = &hard_sigmoid,
     .jitted = JITTED_ITSELF},
    {.name = "hard_silu",
     .signature = "x",
     .call = activate,
     .data = &hard_swish,
     .jitted = JITTED_ITSELF},
    {.name = "hard_swish",
     .signature = "x",
     .call = activate,
     .data = &hard_swish,
     .python_name = "hard_silu",
     .jitted = JITTED_WITHIN},
    {.name = "log1mexp",
     .signature = "x",
     .call = activate,
     .data = &log1mexp,
     .since = "0.7.1",
     .jitted = JITTED_WITHIN},
    {.name = "gelu", .signature = "x, approximate=True", .call = gelu, .jitted = JITTED_WITHIN},
    {.name = "glu", .signature = "x, axis=-1", .call = glu, .jitted = JITTED_ITSELF},
    {.name = "softmax",
     .signature = "x, axis=-1, where=None",
     .call = softmax,
     .jitted = JITTED_WITHIN},
    {.name = "log_softmax",
     .signature = "x, axis=-1, where=None",
     .call = log_softmax,
     .jitted = JITTED_ITSELF},
    {.name = "logsumexp", .signature = LOGSUMEXP_PARAMETERS, .call = logsumexp},
    {.name = "logmeanexp",
     .signature = "x, axis=None, where=None, keepdims=False",
     .call = logmeanexp,
     .since = "0.7.1",
     .jitted = JITTED_ITSELF},
    {.name = "standardize",
     .signature = STANDARDIZE_PARAMETERS,
     .call = standardize,
     .until = "0.10.2",
     .jitted = JITTED_ITSELF},
    {.name = "standardize",
     .signature = STANDARDIZE_PARAMETERS ", *, algorithm='fast'",
     .call = standardize,
     .since = "0.10.2",
     .jitted = JITTED_ITSELF},
};

const struct module_row library_nn = {"jax.nn", rows, sizeof rows / sizeof *rows};

static const struct function_row special_rows[] = {
    {.name = "softmax",
     .signature = "x, /, *, axis=None",
     .call = softmax,
     .since = "0.4.38",
     .jitted = JITTED_WITHIN},
    {.name = "log_softmax",
     .signature = "x, /, *, axis=None",
     .call = log_softmax,
     .since = "0.4.38",
     .jitted = JITTED_ITSELF},
    {.name = "logsumexp", .signature = LOGSUMEXP_PARAMETERS, .call = logsumexp},
};

const struct module_row library_special_reduction = {"jax.scipy.special", special_rows,
                                                     sizeof special_rows / sizeof *special_rows};
