/* SPDX-License-Identifier: Apache-2.0 */
/* Covariances and correlations. JAX: numpy/lax_numpy.py cov, corrcoef. */
#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "library/numpy/slicing.h"
#include "op/elementwise/formula.h"
#include "op/contract/numpy_product.h"
#include "op/reduce/numpy_reduction.h"
#include "trace/value/convert_value.h"

/* What a covariance is computed of: variables in rows. */
struct covariance {
	const struct array *rows;
	const struct array *weights; /* of the observations, or NULL */
	const struct array *divisor;
};

static bool raise(struct trace *trace, const char *type, const char *text)
{
	trace_refuse(trace, RULE_SHAPE_MISMATCH, type, TEXT("{}", text));
	return false;
}

static const struct array *transpose(struct op *op, const struct array *x)
{
	uint32_t *order = arena_new(op->arena, uint32_t, 2);
	order[0] = 1;
	order[1] = 0;
	return x ? lax_transpose(op, x, order) : NULL;
}

/* The array with two dimensions, one in front where it has but one. */
static const struct array *as_rows(struct op *op, const struct array *x)
{
	uint32_t *dims = arena_new(op->arena, uint32_t, 2);
	dims[0] = 0;
	dims[1] = 1;
	return x->type.rank >= 2 ? x : lax_expand_dims(op, x, dims, 2 - x->type.rank);
}

/* m, and behind it y, with variables in rows. */
static bool read_rows(struct trace *trace, const struct call_arguments *arguments,
                      struct covariance *covariance)
{
	struct op *op = &trace->op;
	const struct array *arrays[2] = {value_to_array(trace, argument(arguments, 0), "cov")};
	uint32_t count = argument_given(arguments, 1) ? 2 : 1;
	bool in_rows;
	if (count == 2)
		arrays[1] = value_to_array_at(trace, argument(arguments, 1), "cov", 1);
	if (!arrays[0] || (count == 2 && !arrays[1]) ||
	    !value_to_bool(trace, argument(arguments, 2), &in_rows) ||
	    !numpy_promote_dtypes(op, arrays, count, true) ||
	    !numpy_promote_ranks(op, arrays, count))
		return false;
	if (count == 2 && arrays[1]->type.rank > 2)
		return raise(trace, "ValueError", "y has more than 2 dimensions");
	if (arrays[0]->type.rank > 2)
		return raise(trace, "ValueError", "m has more than 2 dimensions");
	for (uint32_t i = 0; i < count; i++) {
		uint32_t rank = arrays[i]->type.rank;
		arrays[i] = as_rows(op, arrays[i]);
		bool single = arrays[i] && (!i && op_has(op, JAX_COV_TURNS_BY_RANK)
		                                ? rank == 1
		                                : arrays[i]->type.shape[0] == 1);
		if (!in_rows && arrays[i] && !single)
			arrays[i] = transpose(op, arrays[i]);
		if (!arrays[i])
			return false;
	}
	covariance->rows = count == 1 ? arrays[0] : lax_concatenate(op, arrays, 2, 0);
	return covariance->rows != NULL;
}

/* Weights of one kind; *weights stays NULL without any. */
static bool read_weights(struct trace *trace, const struct value *value, bool whole,
                         const struct array *rows, const struct array **weights)
{
	*weights = NULL;
	if (value->kind == VALUE_NONE)
		return true;
	*weights = value_to_array(trace, value, "cov");
	if (!*weights)
		return false;
	const struct array_type *type = &(*weights)->type;
	if (type->rank > 1)
		return raise(trace, "RuntimeError",
		             whole ? "cannot handle multidimensional fweights"
		                   : "cannot handle multidimensional aweights");
	if (!type->rank)
		return raise(trace, "IndexError", "tuple index out of range");
	if (type->shape[0] != rows->type.shape[1])
		return raise(trace, "RuntimeError",
		             whole ? "incompatible numbers of samples and fweights"
		                   : "incompatible numbers of samples and aweights");
	if (whole && !dtype_is_integer(type->dtype))
		return raise(trace, "TypeError", "fweights must be integer.");
	*weights = lax_unary(&trace->op, "abs", *weights);
	return *weights != NULL;
}

static bool read_all_weights(struct trace *trace, const struct call_arguments *arguments,
                             struct covariance *covariance)
{
	const struct array *frequencies, *importances;
	if (!read_weights(trace, argument(arguments, 5), true, covariance->rows, &frequencies) ||
	    !read_weights(trace, argument(arguments, 6), false, covariance->rows, &importances))
		return false;
	covariance->weights = frequencies ? frequencies : importances;
	if (frequencies && importances)
		covariance->weights =
		    numpy_binary(&trace->op, "mul", frequencies, importances, false);
	return covariance->weights || !(frequencies || importances);
}

/* The means of the rows. */
static const struct array *average(struct op *op, const struct covariance *covariance)
{
	static const int64_t axis = 1;
	struct numpy_reduction mean = {.name = "mean", .axes = &axis, .count = 1};
	if (!covariance->weights)
		return numpy_mean(op, covariance->rows, &mean);
	const struct array *arrays[] = {covariance->rows, covariance->weights};
	if (!numpy_promote_dtypes(op, arrays, 2, true))
		return NULL;
	mean.name = "sum";
	uint32_t front = 0;
	arrays[1] = lax_expand_dims(op, arrays[1], &front, 1);
	const struct array *total = arrays[1] ? numpy_reduction(op, arrays[1], &mean) : NULL;
	struct formula_names names = {"xw", arrays};
	const struct array *sum = total ? formula(op, "x * w", &names) : NULL;
	sum = sum ? numpy_reduction(op, sum, &mean) : NULL;
	return sum ? numpy_binary(op, "div", sum, total, true) : NULL;
}

/* What is left of the rows without their means, and the same turned and weighted. */
static const struct array *product(struct op *op, const struct covariance *covariance)
{
	uint32_t last = 1, front = 0;
	const struct array *mean = average(op, covariance);
	/* The first of the sums of weights is looked at, which once lay as the means do. */
	if (!covariance->weights && !op_has(op, JAX_AVERAGE_WEIGHTS_SHAPED) &&
	    !element_along(op, mean, 0, 0))
		return NULL;
	mean = mean ? lax_expand_dims(op, mean, &last, 1) : NULL;
	const struct array *x =
	    mean ? numpy_binary(op, "sub", covariance->rows, mean, false) : NULL;
	const struct array *weighted = x;
	if (x && covariance->weights) {
		const struct array *weights = lax_expand_dims(op, covariance->weights, &front, 1);
		weighted = weights ? numpy_binary(op, "mul", x, weights, false) : NULL;
	}
	const struct array *turned = weighted ? transpose(op, weighted) : NULL;
	if (turned && dtype_class(turned->type.dtype) == DTYPE_COMPLEX)
		turned = lax_unary(op, "conj", turned);
	return turned ? numpy_dot(op, x, turned, NULL, NULL) : NULL;
}

/* The covariance; its dimensions of 1 are dropped. */
static const struct array *finish(struct op *op, const struct covariance *covariance)
{
	const struct array *result = product(op, covariance);
	result = result ? numpy_binary(op, "div", result, covariance->divisor, true) : NULL;
	if (!result || result->type.shape[0] != 1)
		return result;
	static const uint32_t dims[] = {0, 1};
	return lax_squeeze(op, result, dims, 2);
}

/* False after raising that the dtype is none of floats or complex numbers. */
static bool check_dtype(struct trace *trace, const struct value *value, const struct dtype **dtype)
{
	if (!read_dtype(trace, value, dtype))
		return false;
	if (!*dtype || to_inexact(*dtype) == *dtype)
		return true;
	return trace_unknown(trace, "a covariance of integers is not known") != NULL;
}

/* jnp.cov of a row of arguments in its order. */
static const struct array *covariance_of(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct covariance covariance = {0};
	const struct dtype *dtype = NULL;
	if (!read_rows(trace, arguments, &covariance) ||
	    !check_dtype(trace, optional_argument(arguments, 7), &dtype))
		return NULL;
	const int64_t *shape = covariance.rows->type.shape;
	if (!shape[0] || !shape[1]) {
		(void)trace_unknown(trace, "a covariance of nothing is not known");
		return NULL;
	}
	if (!read_all_weights(trace, arguments, &covariance))
		return NULL;
	if (dtype) {
		covariance.rows = numpy_astype(op, covariance.rows, dtype);
		if (covariance.weights)
			covariance.weights = numpy_astype(op, covariance.weights, dtype);
	}
	const struct dtype *number =
	    covariance.weights ? covariance.weights->type.dtype : dtype_named(STR("int32"));
	covariance.divisor = array_scalar(op, number, !covariance.weights);
	return covariance.rows ? finish(op, &covariance) : NULL;
}

static const struct value *cov(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_array(trace, covariance_of(trace, arguments));
}

/* The covariances in units of the deviations, which stand on the diagonal. */
static const struct array *normalize(struct op *op, const struct array *c)
{
	const struct dtype *dtype = c->type.dtype;
	uint32_t front = 0, last = 1;
	if (!c->type.rank)
		return numpy_binary(op, "div", c, c, true);
	/* Products of rows with themselves are replicated, so any reduction of them is, too. */
	static const int64_t axis = 0;
	const struct array *diagonal = numpy_reduce(op, "sum", c, &axis, 1, false);
	const struct array *deviation = diagonal && dtype_class(dtype) == DTYPE_COMPLEX
	                                    ? lax_unary(op, "real", diagonal)
	                                    : diagonal;
	deviation = deviation ? lax_unary(op, "sqrt", deviation) : NULL;
	deviation = deviation ? numpy_astype(op, deviation, dtype) : NULL;
	const struct array *column = deviation ? lax_expand_dims(op, deviation, &last, 1) : NULL;
	const struct array *row = column ? lax_expand_dims(op, deviation, &front, 1) : NULL;
	const struct array *arrays[] = {c, column, row};
	struct formula_names names = {"cvh", arrays};
	return row ? formula(op, "c / v / h", &names) : NULL;
}

/* x, y, rowvar and dtype as jnp.cov wants them. */
static const struct value *corrcoef(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *values[] = {argument(arguments, 0),
	                                argument(arguments, 1),
	                                argument(arguments, 2),
	                                &value_false,
	                                &value_none,
	                                &value_none,
	                                &value_none,
	                                optional_argument(arguments, 3)};
	struct call_arguments of_cov = *arguments;
	of_cov.values = values;
	of_cov.count = sizeof values / sizeof *values;
	if (!value_to_array(trace, values[0], "corrcoef"))
		return NULL;
	const struct array *c = covariance_of(trace, &of_cov);
	return c ? trace_array(trace, normalize(&trace->op, c)) : NULL;
}

#define COV "m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None"

static const struct function_row rows[] = {
    {.name = "cov", .signature = COV, .call = cov, .until = "0.8.1", .jitted = JITTED_ITSELF},
    {.name = "cov",
     .signature = COV ", dtype=None",
     .call = cov,
     .since = "0.8.1",
     .jitted = JITTED_ITSELF},
    {.name = "corrcoef",
     .signature = "x, y=None, rowvar=True",
     .call = corrcoef,
     .until = "0.8.1",
     .jitted = JITTED_ITSELF},
    {.name = "corrcoef",
     .signature = "x, y=None, rowvar=True, dtype=None",
     .call = corrcoef,
     .since = "0.8.1",
     .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_covariance = {"jax.numpy", rows, sizeof rows / sizeof *rows};
