/* SPDX-License-Identifier: Apache-2.0 */
#include "library/random/sample.h"

#include "library/random/arguments.h"
#include "library/numpy/reduction_arguments.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/place/place.h"
#include "op/random/random.h"
#include "op/shape/shape.h"
#include "op/elementwise/formula.h"
#include "op/core/levels.h"
#include "trace/value/convert_value.h"

bool sample_dtype(struct trace *trace, const char *name, enum accepted_dtypes accepted,
                  const struct dtype *dtype)
{
	enum dtype_class class = dtype_class(dtype);
	bool real = class == DTYPE_FLOAT, whole = dtype_is_integer(dtype);
	bool inexact = real || class == DTYPE_COMPLEX;
	if (accepted == SAMPLES_FLOATS ? real : accepted == SAMPLES_INEXACT ? inexact : whole)
		return true;
	trace_refuse(trace, RULE_DTYPE_MISMATCH, "ValueError",
	             TEXT("dtype argument to `{}` must be a{} dtype, got {}", name,
	                  accepted == SAMPLES_FLOATS    ? " float"
	                  : accepted == SAMPLES_INEXACT ? " float or complex"
	                                                : "n int",
	                  dtype->name));
	return false;
}

bool sample_mode(struct trace *trace, const struct value *mode)
{
	static const char *const names[] = {"low", "high", "highest"};
	uint32_t count = op_has(&trace->op, JAX_GUMBEL_MODE_HIGHEST) ? 3 : 2;
	if (mode->kind == VALUE_NONE)
		return true;
	for (uint32_t i = 0; i < count && mode->kind == VALUE_STRING; i++)
		if (str_equal(mode->string, str_of(names[i])))
			return true;
	if (mode->kind != VALUE_STRING)
		return trace_unknown(trace, "a mode that is no text is not known") != NULL;
	trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
	             TEXT("Must provide valid mode for gumbel got: {}", mode->string));
	return false;
}

/* The type without weakness and sharding, of which only the shape counts. */
static const struct array *bare(struct op *op, const int64_t *shape, uint32_t rank)
{
	struct array_type type = type_plain(op->arena, dtype_named(STR("float32")), shape, rank);
	return array_new(op, &type);
}

bool sample_shape(struct trace *trace, const char *name, bool has_shape, struct sample *sample)
{
	struct op *op = &trace->op;
	const struct array *arrays[MAX_PARAMETERS + 1];
	const int64_t *shape;
	uint32_t count = 0, rank;
	if (has_shape)
		arrays[count++] = bare(op, sample->shape, sample->rank);
	for (uint32_t i = 0; i < sample->nparameters; i++)
		arrays[count++] =
		    bare(op, sample->parameters[i]->type.shape, sample->parameters[i]->type.rank);
	if (!numpy_common_shape(op, arrays, count, &shape, &rank))
		return false;
	bool same = rank == sample->rank &&
	            (!rank || memcmp(shape, sample->shape, rank * sizeof *shape) == 0);
	if (has_shape && !same) {
		trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("{} parameter shapes must be broadcast-compatible with shape argument, "
		         "and the result of broadcasting the shapes must equal the shape argument, "
		         "but got result {} for shape argument {}.",
		         name, sizes_of(shape, rank), sizes_of(sample->shape, sample->rank)));
		return false;
	}
	sample->shape = shape;
	sample->rank = rank;
	return true;
}

void sample_ask_replicated(struct op *op, struct sample *sample)
{
	bool all_explicit = op->mesh && op->mesh->mesh->naxes;
	for (uint32_t i = 0; all_explicit && i < op->mesh->mesh->naxes; i++)
		all_explicit = op->mesh->types[i] == AXIS_EXPLICIT;
	if (!all_explicit || sample->sharding || sample->rank ||
	    !op_has(op, JAX_SCALARS_REPLICATED))
		return;
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	*request = (struct sharding_request){.mesh = op->mesh};
	sample->sharding = request;
}

/* What is drawn: numbers of the dtype, of the sample's shape. */
static const struct array *draw(struct op *op, const struct sample *sample,
                                const struct array *const *parameters)
{
	const struct dtype *dtype = sample->dtype;
	if (sample->distribution->gamma)
		return lax_broadcast_to(op, numpy_astype(op, parameters[0], dtype), sample->shape,
		                        sample->rank, NULL);
	bool real = dtype_class(dtype) == DTYPE_FLOAT;
	const struct dtype *drawn = real ? dtype : dtype_named(STR("float32"));
	const struct array *bound = array_scalar(op, drawn, false);
	const struct array *u =
	    random_uniform(op, sample->key, sample->shape, sample->rank, drawn, bound, bound);
	return real ? u : numpy_astype(op, u, dtype);
}

const struct array *sample_combine(struct op *op, const struct sample *sample,
                                   const struct array *const *parameters)
{
	const struct distribution *distribution = sample->distribution;
	const struct array *arrays[MAX_PARAMETERS + 1] = {draw(op, sample, parameters)};
	for (uint32_t i = 0; i < sample->nparameters; i++) {
		arrays[i + 1] = numpy_astype(op, parameters[i], sample->dtype);
		if (!arrays[i + 1])
			return NULL;
	}
	struct formula_names names = {distribution->letters, arrays};
	if (!arrays[0] || !distribution->formula)
		return arrays[0];
	return numpy_astype(op, formula(op, distribution->formula, &names), sample->dtype);
}

const struct value *sample_take(struct trace *trace, struct sample *sample,
                                combine_function *combine)
{
	struct op *op = &trace->op;
	const struct array *parameters[MAX_PARAMETERS] = {0};
	struct auto_axes scope;
	if (sample->key->level && !array_like(op, sample->key))
		return NULL; /* jax.jit, which is around what draws, cannot map the key */
	if (!sample->sharding)
		return trace_array(trace, combine(op, sample, sample->parameters));
	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, sample->sharding, &scope))
		return NULL;
	sample->key = auto_axes_operand(op, &scope, sample->key);
	bool ready = sample->key != NULL;
	for (uint32_t i = 0; ready && i < sample->nparameters; i++) {
		parameters[i] = auto_axes_operand(op, &scope, sample->parameters[i]);
		ready = parameters[i] != NULL;
	}
	const struct array *result = ready ? combine(op, sample, parameters) : NULL;
	return trace_array(trace, auto_axes_leave(op, &scope, result, sample->sharding));
}

bool sample_key(struct trace *trace, const struct call_arguments *arguments, const char *name,
                struct sample *sample)
{
	bool wrapped;
	sample->key = random_argument(trace, argument(arguments, 0));
	return random_check_key(&trace->op, name, false, &sample->key, &wrapped);
}

bool sample_read(struct trace *trace, const struct call_arguments *arguments,
                 const struct distribution *distribution, struct sample *sample)
{
	const char *name = arguments->row->name;
	uint32_t count = (uint32_t)strlen(distribution->letters) - 1, at = count + 1;
	bool whole = distribution->accepted == SAMPLES_INTEGERS;
	*sample = (struct sample){.distribution = distribution,
	                          .nparameters = count,
	                          .dtype = dtype_named(whole ? STR("int32") : STR("float32"))};
	if (!sample_key(trace, arguments, name, sample))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		sample->parameters[i] = value_to_array(trace, argument(arguments, i + 1), name);
		if (!sample->parameters[i])
			return false;
	}
	const struct value *shape = argument(arguments, at);
	bool has_shape = shape->kind != VALUE_NONE;
	return read_dtype(trace, argument(arguments, at + 1), &sample->dtype) &&
	       sample_dtype(trace, name, distribution->accepted, sample->dtype) &&
	       (!has_shape || random_shape(trace, shape, &sample->shape, &sample->rank)) &&
	       value_to_sharding(trace, optional_argument(arguments, at + 2), name,
	                         &sample->sharding) &&
	       sample_shape(trace, name, has_shape, sample);
}
