/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Distributions of jax.random whose samples have dimensions of their own, or parameters that no
 * shape is checked against. What they do to sharded parameters is not known. JAX: random/core.py.
 */
#include "library/numpy/concrete.h"
#include "library/library.h"
#include "library/random/arguments.h"
#include "library/random/sample.h"
#include "library/numpy/reduction_arguments.h"
#include "trace/value/convert_value.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/random/random.h"

/* Where the arguments stand; a parameter is an array, a size an integer. */
struct vectors {
	uint32_t parameter, nparameters, size, shape, dtype, sharding;
};

static const struct array *combine_plain(struct op *op, const struct sample *sample,
                                         const struct array *const *parameters)
{
	(void)parameters;
	return random_uniform(op, sample->key, sample->shape, sample->rank, sample->dtype,
	                      array_scalar(op, sample->dtype, false),
	                      array_scalar(op, sample->dtype, false));
}

/* Whether a parameter is a scalar with which samples keep their dtype. */
static bool is_number_of(const struct array *parameter, const struct dtype *dtype)
{
	const struct array_type *type = &parameter->type;
	return !type->rank && (type->weak || type->dtype == dtype);
}

/* The dimensions of the sample's shape and then `count` more. */
static void add_dimensions(struct op *op, struct sample *sample, const int64_t *sizes,
                           uint32_t count)
{
	int64_t *shape = arena_new(op->arena, int64_t, (size_t)sample->rank + count);
	for (uint32_t i = 0; i < sample->rank; i++)
		shape[i] = sample->shape[i];
	for (uint32_t i = 0; i < count; i++)
		shape[sample->rank + i] = sizes[i];
	sample->shape = shape;
	sample->rank += count;
}

static bool read_vectors(struct trace *trace, const struct call_arguments *arguments,
                         const struct vectors *places, bool *has_shape, struct sample *sample)
{
	const char *name = arguments->row->name;
	const struct value *shape = argument(arguments, places->shape);
	*sample = (struct sample){.dtype = dtype_named(STR("float32")),
	                          .nparameters = places->nparameters};
	*has_shape = shape->kind != VALUE_NONE;
	if (!sample_key(trace, arguments, name, sample))
		return false;
	for (uint32_t i = 0; i < places->nparameters; i++) {
		const struct value *value = argument(arguments, places->parameter + i);
		sample->parameters[i] = value_to_array(trace, value, name);
		if (!sample->parameters[i])
			return false;
		if (!is_replicated(sample->parameters[i]))
			return trace_unknown(trace,
			                     "jax.random.%s with sharded parameters is not known",
			                     name) != NULL;
	}
	return read_dtype(trace, argument(arguments, places->dtype), &sample->dtype) &&
	       (!*has_shape || random_shape(trace, shape, &sample->shape, &sample->rank)) &&
	       (!places->sharding ||
	        value_to_sharding(trace, optional_argument(arguments, places->sharding), name,
	                          &sample->sharding));
}

/* The shape that parameters have without their last dimensions, or the one given. */
static bool batch_shape(struct trace *trace, const char *name, bool has_shape,
                        const uint32_t *dropped, struct sample *sample)
{
	struct op *op = &trace->op;
	struct sample checked = *sample;
	for (uint32_t i = 0; i < sample->nparameters; i++) {
		const struct array_type *type = &sample->parameters[i]->type;
		struct array_type batch =
		    type_plain(op->arena, type->dtype, type->shape, type->rank - dropped[i]);
		checked.parameters[i] = array_new(op, &batch);
	}
	if (!sample_shape(trace, name, has_shape, &checked))
		return false;
	sample->shape = checked.shape;
	sample->rank = checked.rank;
	return true;
}

static const struct value *dirichlet(struct trace *trace, const struct call_arguments *arguments)
{
	const struct vectors places = {1, 1, 0, 2, 3, 4};
	const uint32_t dropped = 1;
	struct sample sample;
	bool has_shape;
	if (!read_vectors(trace, arguments, &places, &has_shape, &sample) ||
	    !sample_dtype(trace, "dirichlet", SAMPLES_FLOATS, sample.dtype))
		return NULL;
	const struct array_type *alpha = &sample.parameters[0]->type;
	if (!alpha->rank)
		return trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("dirichlet requires alpha.ndim >= 1, got alpha.ndim == 0"));
	if (!batch_shape(trace, "dirichlet", has_shape, &dropped, &sample))
		return NULL;
	add_dimensions(&trace->op, &sample, &alpha->shape[alpha->rank - 1], 1);
	return sample_take(trace, &sample, combine_plain);
}

/* Whether mean and covariance fit; false after raising that they do not. */
static bool check_normal(struct trace *trace, const struct array_type *mean,
                         const struct array_type *covariance)
{
	int64_t size = mean->rank ? mean->shape[mean->rank - 1] : 0;
	uint32_t rank = covariance->rank;
	if (!mean->rank)
		trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("multivariate_normal requires mean.ndim >= 1, got mean.ndim == 0"));
	else if (rank < 2)
		trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("multivariate_normal requires cov.ndim >= 2, got cov.ndim == {}", rank));
	else if (covariance->shape[rank - 2] != size || covariance->shape[rank - 1] != size) {
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("multivariate_normal requires cov.shape == (..., n, n) for n={}, "
		                  "but got cov.shape == {}.",
		                  size, sizes_of(covariance->shape, rank)));
	} else {
		return true;
	}
	return false;
}

static const struct value *multivariate_normal(struct trace *trace,
                                               const struct call_arguments *arguments)
{
	const struct vectors places = {1, 2, 0, 3, 4, 6};
	const uint32_t dropped[] = {1, 2};
	const struct value *method = argument(arguments, 5);
	struct sample sample;
	bool has_shape;
	if (!read_vectors(trace, arguments, &places, &has_shape, &sample) ||
	    !numpy_promote_dtypes(&trace->op, sample.parameters, 2, true))
		return NULL;
	if (method->kind != VALUE_STRING ||
	    (!str_equal(method->string, STR("cholesky")) &&
	     !str_equal(method->string, STR("svd")) && !str_equal(method->string, STR("eigh"))))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("method must be one of {{'svd', 'eigh', 'cholesky'}}"));
	const struct array_type *mean = &sample.parameters[0]->type;
	if (!argument_given(arguments, 4))
		sample.dtype = mean->dtype;
	if (!sample_dtype(trace, "multivariate_normal", SAMPLES_FLOATS, sample.dtype) ||
	    !check_normal(trace, mean, &sample.parameters[1]->type) ||
	    !batch_shape(trace, has_shape ? "normal" : "", has_shape, dropped, &sample))
		return NULL;
	if (sample.dtype != mean->dtype)
		return trace_unknown(trace, "multivariate_normal with another dtype is not known");
	add_dimensions(&trace->op, &sample, &mean->shape[mean->rank - 1], 1);
	return sample_take(trace, &sample, combine_plain);
}

static const struct value *orthogonal(struct trace *trace, const struct call_arguments *arguments)
{
	const struct vectors places = {.shape = 2, .dtype = 3, .sharding = 5};
	const struct value *columns = optional_argument(arguments, 4);
	struct sample sample;
	bool has_shape;
	int64_t sizes[2];
	if (!read_vectors(trace, arguments, &places, &has_shape, &sample) ||
	    !concrete_size(trace, argument(arguments, 1), &sizes[0]) ||
	    !concrete_size(trace, columns->kind == VALUE_NONE ? argument(arguments, 1) : columns,
	                   &sizes[1]) ||
	    !sample_dtype(trace, "normal", SAMPLES_INEXACT, sample.dtype))
		return NULL;
	if (sizes[0] < 0 || sizes[1] < 0 || dtype_class(sample.dtype) != DTYPE_FLOAT)
		return trace_unknown(trace, "such an orthogonal matrix is not known");
	add_dimensions(&trace->op, &sample, sizes, 2);
	return sample_take(trace, &sample, combine_plain);
}

static const struct value *ball(struct trace *trace, const struct call_arguments *arguments)
{
	const struct vectors places = {2, 1, 1, 3, 4, 5};
	struct sample sample;
	bool has_shape;
	int64_t size;
	if (!read_vectors(trace, arguments, &places, &has_shape, &sample) ||
	    !concrete_size(trace, argument(arguments, 1), &size) ||
	    !sample_dtype(trace, "gamma", SAMPLES_FLOATS, sample.dtype))
		return NULL;
	if (size < 0 || !is_number_of(sample.parameters[0], sample.dtype))
		return trace_unknown(trace, "such a ball is not known");
	sample.nparameters = 0;
	add_dimensions(&trace->op, &sample, &size, 1);
	return sample_take(trace, &sample, combine_plain);
}

static const struct value *generalized_normal(struct trace *trace,
                                              const struct call_arguments *arguments)
{
	const struct vectors places = {1, 1, 0, 2, 3, 4};
	struct sample sample;
	bool has_shape;
	if (!read_vectors(trace, arguments, &places, &has_shape, &sample) ||
	    !sample_dtype(trace, "gamma", SAMPLES_FLOATS, sample.dtype))
		return NULL;
	if (!is_number_of(sample.parameters[0], sample.dtype))
		return trace_unknown(trace, "such powers are not known");
	sample.nparameters = 0;
	sample_ask_replicated(&trace->op, &sample);
	return sample_take(trace, &sample, combine_plain);
}

/* weibull_min and double_sided_maxwell, with scalars for parameters. */
static const struct value *two_scalars(struct trace *trace, const struct call_arguments *arguments)
{
	const struct vectors places = {1, 2, 0, 3, 4, 0};
	struct sample sample;
	bool has_shape;
	if (!read_vectors(trace, arguments, &places, &has_shape, &sample) ||
	    !sample_dtype(trace, arguments->row->name, SAMPLES_FLOATS, sample.dtype))
		return NULL;
	for (uint32_t i = 0; i < 2; i++) {
		if (!is_number_of(sample.parameters[i], sample.dtype))
			return trace_unknown(trace, "such parameters are not known");
	}
	return sample_take(trace, &sample, combine_plain);
}

#define SHARDED ", *, out_sharding=None"
#define DIRICHLET "key, alpha, shape=None, dtype=None"
#define NORMAL "key, mean, cov, shape=None, dtype=None, method='cholesky'"
#define ORTHOGONAL "key, n, shape=(), dtype=None"
#define BALL "key, d, p=2, shape=(), dtype=None"
#define GENERALIZED "key, p, shape=(), dtype=None"

static const struct function_row rows[] = {
    {.name = "dirichlet",
     .signature = DIRICHLET,
     .call = dirichlet,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "dirichlet",
     .signature = DIRICHLET SHARDED,
     .call = dirichlet,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "multivariate_normal",
     .signature = NORMAL,
     .call = multivariate_normal,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "multivariate_normal",
     .signature = NORMAL SHARDED,
     .call = multivariate_normal,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "orthogonal",
     .signature = ORTHOGONAL,
     .call = orthogonal,
     .until = "0.5.3",
     .jitted = JITTED_WITHIN},
    {.name = "orthogonal",
     .signature = ORTHOGONAL ", m=None",
     .call = orthogonal,
     .since = "0.5.3",
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "orthogonal",
     .signature = ORTHOGONAL ", m=None" SHARDED,
     .call = orthogonal,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "ball", .signature = BALL, .call = ball, .until = "0.10.2", .jitted = JITTED_WITHIN},
    {.name = "ball",
     .signature = BALL SHARDED,
     .call = ball,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "generalized_normal",
     .signature = GENERALIZED,
     .call = generalized_normal,
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "generalized_normal",
     .signature = GENERALIZED SHARDED,
     .call = generalized_normal,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "weibull_min",
     .signature = "key, scale, concentration, shape=(), dtype=None",
     .call = two_scalars,
     .jitted = JITTED_WITHIN},
    {.name = "double_sided_maxwell",
     .signature = "key, loc, scale, shape=(), dtype=None",
     .call = two_scalars,
     .jitted = JITTED_WITHIN},
};

const struct module_row library_random_vectors = {"jax.random", rows, sizeof rows / sizeof *rows};
