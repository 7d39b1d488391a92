/* SPDX-License-Identifier: Apache-2.0 */
/* jax.random.uniform, randint, truncated_normal, bernoulli and categorical. JAX: random/core.py. */
#include "library/library.h"
#include "library/random/sample.h"
#include "library/numpy/reduction_arguments.h"
#include "op/elementwise/formula.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/random/random.h"
#include "trace/value/convert_value.h"
#include "library/random/arguments.h"

/* Where the arguments stand that these functions share; 0: nowhere. */
struct places {
	uint32_t parameters, count, shape, dtype, sharding;
	bool optional; /* without a shape it is that of the parameters */
};

/* The key, the dtype and the shape; has_shape tells whether a shape was given. */
static bool read_common(struct trace *trace, const struct call_arguments *arguments,
                        const struct places *places, bool *has_shape, struct sample *sample)
{
	const char *name = arguments->row->name;
	const struct value *shape = argument(arguments, places->shape);
	*has_shape = shape->kind != VALUE_NONE;
	if (!*has_shape && !places->optional)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("'NoneType' object is not iterable"));
	return sample_key(trace, arguments, name, sample) &&
	       (!places->dtype ||
	        read_dtype(trace, argument(arguments, places->dtype), &sample->dtype)) &&
	       (!*has_shape || random_shape(trace, shape, &sample->shape, &sample->rank)) &&
	       value_to_sharding(trace, optional_argument(arguments, places->sharding), name,
	                         &sample->sharding);
}

static bool read_parameters(struct trace *trace, const struct call_arguments *arguments,
                            const struct places *places, struct sample *sample)
{
	for (uint32_t i = 0; i < places->count; i++) {
		const struct value *value = argument(arguments, places->parameters + i);
		sample->parameters[i] = value_to_array(trace, value, arguments->row->name);
		if (!sample->parameters[i])
			return false;
	}
	sample->nparameters = places->count;
	return true;
}

static const struct array *combine_uniform(struct op *op, const struct sample *sample,
                                           const struct array *const *parameters)
{
	return random_uniform(op, sample->key, sample->shape, sample->rank, sample->dtype,
	                      parameters[0], parameters[1]);
}

static const struct value *uniform(struct trace *trace, const struct call_arguments *arguments)
{
	const struct places places = {3, 2, 1, 2, 5, false};
	struct sample sample = {.dtype = dtype_named(STR("float32"))};
	bool has_shape;
	if (!read_common(trace, arguments, &places, &has_shape, &sample) ||
	    !sample_dtype(trace, "uniform", SAMPLES_FLOATS, sample.dtype) ||
	    !read_parameters(trace, arguments, &places, &sample))
		return NULL;
	sample_ask_replicated(&trace->op, &sample);
	return sample_take(trace, &sample, combine_uniform);
}

/* The bits, scaled to the range. */
static const struct array *combine_randint(struct op *op, const struct sample *sample,
                                           const struct array *const *parameters)
{
	const struct array *arrays[3] = {
	    random_bits(op, sample->key, sample->dtype->bits, sample->shape, sample->rank)};
	if (!arrays[0])
		return NULL;
	arrays[0] = numpy_astype(op, arrays[0], sample->dtype);
	for (uint32_t i = 0; i < 2; i++)
		arrays[i + 1] = numpy_astype(op, parameters[i], sample->dtype);
	struct formula_names names = {"uab", arrays};
	return arrays[0] && arrays[1] && arrays[2] ? formula(op, "u * (b - a) + a", &names) : NULL;
}

static const struct value *randint(struct trace *trace, const struct call_arguments *arguments)
{
	const struct places places = {2, 2, 1, 4, 5, false};
	struct sample sample = {.dtype = dtype_named(STR("int32"))};
	bool has_shape;
	if (!read_common(trace, arguments, &places, &has_shape, &sample))
		return NULL;
	if (!dtype_is_integer(sample.dtype))
		return trace_refuse(
		    trace, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT("randint only accepts integer dtypes, got {}", sample.dtype->name));
	if (!read_parameters(trace, arguments, &places, &sample) ||
	    !sample_shape(trace, "randint", true, &sample))
		return NULL;
	sample_ask_replicated(&trace->op, &sample);
	return sample_take(trace, &sample, combine_randint);
}

static const struct value *truncated_normal(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	const struct places places = {1, 2, 3, 4, 5, true};
	struct sample sample = {.dtype = dtype_named(STR("float32"))};
	bool has_shape;
	if (!read_common(trace, arguments, &places, &has_shape, &sample) ||
	    !sample_dtype(trace, "truncated_normal", SAMPLES_FLOATS, sample.dtype) ||
	    !read_parameters(trace, arguments, &places, &sample) ||
	    !sample_shape(trace, "truncated_normal", has_shape, &sample))
		return NULL;
	return sample_take(trace, &sample, combine_uniform);
}

static const struct array *combine_bernoulli(struct op *op, const struct sample *sample,
                                             const struct array *const *parameters)
{
	const struct array *bound = array_scalar(op, sample->dtype, false);
	const struct array *arrays[2] = {random_uniform(op, sample->key, sample->shape,
	                                                sample->rank, sample->dtype, bound, bound),
	                                 numpy_astype(op, parameters[0], sample->dtype)};
	struct formula_names names = {"up", arrays};
	return arrays[0] && arrays[1] ? formula(op, "u < p", &names) : NULL;
}

/* Raises that mode= is neither "high" nor "low". */
static bool check_mode(struct trace *trace, const struct value *mode)
{
	if (mode->kind == VALUE_NONE ||
	    (mode->kind == VALUE_STRING &&
	     (str_equal(mode->string, STR("low")) || str_equal(mode->string, STR("high")))))
		return true;
	trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
	             TEXT("got mode={}, expected 'high' or 'low'", value_repr(mode)));
	return false;
}

static const struct value *bernoulli(struct trace *trace, const struct call_arguments *arguments)
{
	const struct places places = {1, 1, 2, 0, 4, true};
	struct sample sample = {0};
	bool has_shape;
	if (!check_mode(trace, optional_argument(arguments, 3)) ||
	    !read_common(trace, arguments, &places, &has_shape, &sample) ||
	    !read_parameters(trace, arguments, &places, &sample))
		return NULL;
	sample.dtype = sample.parameters[0]->type.dtype;
	if (dtype_class(sample.dtype) != DTYPE_FLOAT)
		return trace_refuse(
		    trace, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT("bernoulli probability `p` must have a floating dtype, got {}.",
		         sample.dtype->name));
	if (!sample_shape(trace, "bernoulli", has_shape, &sample))
		return NULL;
	return sample_take(trace, &sample, combine_bernoulli);
}

#define DRAWS "key, shape=(), dtype=None, minval=0.0, maxval=1.0"
#define INTEGERS "key, shape, minval, maxval, dtype=None"
#define TRUNCATED "key, lower, upper, shape=None, dtype=None"
#define COINS "key, p=0.5, shape=None"
#define SHARDED ", *, out_sharding=None"

static const struct function_row rows[] = {
    {.name = "uniform",
     .signature = DRAWS,
     .call = uniform,
     .until = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "uniform",
     .signature = DRAWS SHARDED,
     .call = uniform,
     .since = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "randint",
     .signature = INTEGERS,
     .call = randint,
     .until = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "randint",
     .signature = INTEGERS SHARDED,
     .call = randint,
     .since = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "truncated_normal",
     .signature = TRUNCATED,
     .call = truncated_normal,
     .until = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "truncated_normal",
     .signature = TRUNCATED SHARDED,
     .call = truncated_normal,
     .since = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "bernoulli",
     .signature = COINS,
     .call = bernoulli,
     .until = "0.6.1",
     .jitted = JITTED_WITHIN},
    {.name = "bernoulli",
     .signature = COINS ", mode='low'",
     .call = bernoulli,
     .since = "0.6.1",
     .until = "0.8.1",
     .jitted = JITTED_WITHIN},
    {.name = "bernoulli",
     .signature = COINS ", mode='low'" SHARDED,
     .call = bernoulli,
     .since = "0.8.1",
     .jitted = JITTED_WITHIN},
};

const struct module_row library_random_draws = {"jax.random", rows, sizeof rows / sizeof *rows};
