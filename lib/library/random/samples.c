/* SPDX-License-Identifier: Apache-2.0 */
/* Distributions of jax.random that a formula of what is drawn tells. JAX: random/core.py. */
#include "library/numpy/concrete.h"
#include "library/library.h"
#include "library/random/arguments.h"
#include "library/random/sample.h"
#include "library/numpy/reduction_arguments.h"
#include "trace/value/convert_value.h"
#include "op/core/dtype_class.h"
#include "op/random/random.h"

static bool is_sharded(const struct sample *sample)
{
	for (uint32_t i = 0; i < sample->nparameters; i++)
		if (!is_replicated(sample->parameters[i]))
			return true;
	return false;
}

/* False after raising that method=, the last argument where there is one, names none. */
static bool check_method(struct trace *trace, const struct call_arguments *arguments,
                         const struct distribution *distribution)
{
	const struct value *method =
	    optional_argument(arguments, (uint32_t)strlen(distribution->letters) + 3);
	if (method->kind == VALUE_NONE ||
	    (method->kind == VALUE_STRING && (str_equal(method->string, STR("exact")) ||
	                                      str_equal(method->string, STR("approximate")))))
		return true;
	trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("method argument to `{}` must be one of {{'exact', 'approximate'}}, got {}",
	         arguments->row->name, value_repr(method)));
	return false;
}

/* Whether the parameters have as many dimensions as the samples, which are divided by them. */
static bool parameters_shaped(const struct sample *sample)
{
	for (uint32_t i = 0; i < sample->nparameters; i++)
		if (sample->parameters[i]->type.rank != sample->rank)
			return false;
	return true;
}

static const struct value *draw_sample(struct trace *trace, const struct call_arguments *arguments)
{
	const struct distribution *distribution = arguments->row->data;
	struct sample sample;
	if (!check_method(trace, arguments, distribution) ||
	    !sample_read(trace, arguments, distribution, &sample))
		return NULL;
	if (distribution->opaque && !sample.sharding && is_sharded(&sample))
		return trace_unknown(trace, "jax.random.%s with sharded parameters is not known",
		                     arguments->row->name);
	if (strcmp(arguments->row->name, "f") == 0 && !parameters_shaped(&sample))
		return trace_unknown(trace, "jax.random.f of parameters of other shapes");
	if (distribution->scalars_asked)
		sample_ask_replicated(&trace->op, &sample);
	return sample_take(trace, &sample, sample_combine);
}

/* jax.random.gumbel, whose mode= stands before out_sharding=. */
static const struct value *gumbel(struct trace *trace, const struct call_arguments *arguments)
{
	struct sample sample;
	struct call_arguments without_mode = *arguments;
	const struct value *values[] = {argument(arguments, 0), argument(arguments, 1),
	                                argument(arguments, 2), optional_argument(arguments, 4)};
	without_mode.values = values;
	without_mode.count = sizeof values / sizeof *values;
	if (!sample_read(trace, &without_mode, arguments->row->data, &sample) ||
	    !sample_mode(trace, argument(arguments, 3)))
		return NULL;
	sample_ask_replicated(&trace->op, &sample);
	return sample_take(trace, &sample, sample_combine);
}

static const struct array *combine_bits(struct op *op, const struct sample *sample,
                                        const struct array *const *parameters)
{
	(void)parameters;
	return random_bits(op, sample->key, sample->dtype->bits, sample->shape, sample->rank);
}

static const struct value *bits(struct trace *trace, const struct call_arguments *arguments)
{
	struct sample sample = {.dtype = dtype_named(STR("uint32"))};
	if (!sample_key(trace, arguments, "bits", &sample) ||
	    !read_dtype(trace, argument(arguments, 2), &sample.dtype))
		return NULL;
	if (dtype_class(sample.dtype) != DTYPE_UNSIGNED)
		return trace_refuse(
		    trace, RULE_DTYPE_MISMATCH, "ValueError",
		    TEXT("dtype argument to `bits` must be an unsigned int dtype, got {}",
		         sample.dtype->name));
	if (!random_shape(trace, argument(arguments, 1), &sample.shape, &sample.rank) ||
	    !value_to_sharding(trace, optional_argument(arguments, 3), "bits", &sample.sharding))
		return NULL;
	sample_ask_replicated(&trace->op, &sample);
	return sample_take(trace, &sample, combine_bits);
}

static const struct distribution plain = {.scalars_asked = true, .letters = "u"};
static const struct distribution inexact = {
    .accepted = SAMPLES_INEXACT, .scalars_asked = true, .letters = "u"};
static const struct distribution integers = {
    .accepted = SAMPLES_INTEGERS, .scalars_asked = true, .letters = "u"};
static const struct distribution gamma_like = {
    .scalars_asked = true, .gamma = true, .letters = "ua"};
static const struct distribution log_gamma = {.gamma = true, .letters = "ua"};
static const struct distribution quotient = {
    .scalars_asked = true, .letters = "ub", .formula = "lax.exp(u / b)"};
static const struct distribution product = {
    .scalars_asked = true, .letters = "ub", .formula = "b * u"};
static const struct distribution log_normal = {
    .accepted = SAMPLES_INEXACT, .letters = "ub", .formula = "lax.exp(u * b)"};
static const struct distribution one_opaque = {
    .scalars_asked = true, .opaque = true, .letters = "ub", .formula = "u * b"};
static const struct distribution two_opaque = {
    .scalars_asked = true, .opaque = true, .letters = "ubc", .formula = "u * b * c"};
static const struct distribution three_opaque = {
    .scalars_asked = true, .opaque = true, .letters = "ubcd", .formula = "u * b * c * d"};
static const struct distribution count_opaque = {.accepted = SAMPLES_INTEGERS,
                                                 .scalars_asked = true,
                                                 .opaque = true,
                                                 .letters = "ub",
                                                 .formula = "u * b"};

#define SAMPLES "key, shape=(), dtype=None"
#define SHARDED ", *, out_sharding=None"
#define METHOD ", method='exact'"

static const struct function_row rows[] = {
    {.name = "bits", .signature = SAMPLES, .call = bits, .until = "0.6.0", .jitted = JITTED_WITHIN},
    {.name = "bits",
     .signature = SAMPLES SHARDED,
     .call = bits,
     .since = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "normal",
     .signature = SAMPLES,
     .call = draw_sample,
     .data = &inexact,
     .until = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "normal",
     .signature = SAMPLES SHARDED,
     .call = draw_sample,
     .data = &inexact,
     .since = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "gumbel",
     .signature = "key, shape=(), dtype=None",
     .call = draw_sample,
     .data = &plain,
     .until = "0.5.3",
     .jitted = JITTED_WITHIN},
    {.name = "gumbel",
     .signature = "key, shape=(), dtype=None, mode=None",
     .call = gumbel,
     .data = &plain,
     .since = "0.5.3",
     .until = "0.7.1",
     .jitted = JITTED_WITHIN},
    {.name = "gumbel",
     .signature = "key, shape=(), dtype=None, mode=None, *, out_sharding=None",
     .call = gumbel,
     .data = &plain,
     .since = "0.7.1",
     .jitted = JITTED_WITHIN},
    {.name = "exponential",
     .signature = "key, shape=(), dtype=None",
     .call = draw_sample,
     .data = &plain,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "exponential",
     .signature = "key, shape=(), dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &plain,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "laplace",
     .signature = "key, shape=(), dtype=None",
     .call = draw_sample,
     .data = &plain,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "laplace",
     .signature = "key, shape=(), dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &plain,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "cauchy",
     .signature = "key, shape=(), dtype=None",
     .call = draw_sample,
     .data = &plain,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "cauchy",
     .signature = "key, shape=(), dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &plain,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "logistic",
     .signature = "key, shape=(), dtype=None",
     .call = draw_sample,
     .data = &plain,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "logistic",
     .signature = "key, shape=(), dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &plain,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "maxwell",
     .signature = "key, shape=(), dtype=None",
     .call = draw_sample,
     .data = &plain,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "maxwell",
     .signature = "key, shape=(), dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &plain,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "rademacher",
     .signature = "key, shape=(), dtype=None",
     .call = draw_sample,
     .data = &integers,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "rademacher",
     .signature = "key, shape=(), dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &integers,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "gamma",
     .signature = "key, a, shape=None, dtype=None",
     .call = draw_sample,
     .data = &gamma_like,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "gamma",
     .signature = "key, a, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &gamma_like,
     .since = "0.10.2",
     .until = "0.11.1",
     .jitted = JITTED_WITHIN},
    {.name = "gamma",
     .signature = "key, a, shape=None, dtype=None, *, out_sharding=None" METHOD,
     .call = draw_sample,
     .data = &gamma_like,
     .since = "0.11.1",
     .jitted = JITTED_WITHIN},
    {.name = "loggamma",
     .signature = "key, a, shape=None, dtype=None",
     .call = draw_sample,
     .data = &log_gamma,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "loggamma",
     .signature = "key, a, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &log_gamma,
     .since = "0.10.2",
     .until = "0.11.1",
     .jitted = JITTED_WITHIN},
    {.name = "loggamma",
     .signature = "key, a, shape=None, dtype=None, *, out_sharding=None" METHOD,
     .call = draw_sample,
     .data = &log_gamma,
     .since = "0.11.1",
     .jitted = JITTED_WITHIN},
    {.name = "chisquare",
     .signature = "key, df, shape=None, dtype=None",
     .call = draw_sample,
     .data = &gamma_like,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "chisquare",
     .signature = "key, df, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &gamma_like,
     .since = "0.10.2",
     .until = "0.11.1",
     .jitted = JITTED_WITHIN},
    {.name = "chisquare",
     .signature = "key, df, shape=None, dtype=None, *, out_sharding=None" METHOD,
     .call = draw_sample,
     .data = &gamma_like,
     .since = "0.11.1",
     .jitted = JITTED_WITHIN},
    {.name = "pareto",
     .signature = "key, b, shape=None, dtype=None",
     .call = draw_sample,
     .data = &quotient,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "pareto",
     .signature = "key, b, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &quotient,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "rayleigh",
     .signature = "key, scale, shape=None, dtype=None",
     .call = draw_sample,
     .data = &product,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "rayleigh",
     .signature = "key, scale, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &product,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "poisson",
     .signature = "key, lam, shape=None, dtype=None",
     .call = draw_sample,
     .data = &count_opaque,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "poisson",
     .signature = "key, lam, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &count_opaque,
     .since = "0.10.2",
     .until = "0.11.1",
     .jitted = JITTED_WITHIN},
    {.name = "poisson",
     .signature = "key, lam, shape=None, dtype=None, *, out_sharding=None" METHOD,
     .call = draw_sample,
     .data = &count_opaque,
     .since = "0.11.1",
     .jitted = JITTED_WITHIN},
    {.name = "geometric",
     .signature = "key, p, shape=None, dtype=None",
     .call = draw_sample,
     .data = &count_opaque,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "geometric",
     .signature = "key, p, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &count_opaque,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "wald",
     .signature = "key, mean, shape=None, dtype=None",
     .call = draw_sample,
     .data = &one_opaque,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "wald",
     .signature = "key, mean, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &one_opaque,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "t",
     .signature = "key, df, shape=(), dtype=None",
     .call = draw_sample,
     .data = &one_opaque,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "t",
     .signature = "key, df, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &one_opaque,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "beta",
     .signature = "key, a, b, shape=None, dtype=None",
     .call = draw_sample,
     .data = &two_opaque,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "beta",
     .signature = "key, a, b, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &two_opaque,
     .since = "0.10.2",
     .until = "0.11.1",
     .jitted = JITTED_WITHIN},
    {.name = "beta",
     .signature = "key, a, b, shape=None, dtype=None, *, out_sharding=None" METHOD,
     .call = draw_sample,
     .data = &two_opaque,
     .since = "0.11.1",
     .jitted = JITTED_WITHIN},
    {.name = "f",
     .signature = "key, dfnum, dfden, shape=None, dtype=None",
     .call = draw_sample,
     .data = &two_opaque,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "f",
     .signature = "key, dfnum, dfden, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &two_opaque,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "triangular",
     .signature = "key, left, mode, right, shape=None, dtype=None",
     .call = draw_sample,
     .data = &three_opaque,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "triangular",
     .signature = "key, left, mode, right, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &three_opaque,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "lognormal",
     .signature = "key, sigma=1.0, shape=None, dtype=None",
     .call = draw_sample,
     .data = &log_normal,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "lognormal",
     .signature = "key, sigma=1.0, shape=None, dtype=None, *, out_sharding=None",
     .call = draw_sample,
     .data = &log_normal,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "binomial",
     .signature = "key, n, p, shape=None, dtype=None",
     .call = draw_sample,
     .data = &two_opaque,
     .jitted = JITTED_WITHIN},
};

const struct module_row library_random_samples = {"jax.random", rows, sizeof rows / sizeof *rows};
