/* SPDX-License-Identifier: Apache-2.0 */
/* jax.random.permutation and choice. JAX: random/core.py. */
#include <math.h>

#include "jax/python_text.h"
#include "library/numpy/concrete.h"
#include "library/library.h"
#include "library/random/sample.h"
#include "library/numpy/reduction_arguments.h"
#include "op/elementwise/formula.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/random/random.h"
#include "op/shape/shape.h"
#include "trace/value/convert_value.h"

/* How the elements of an array are shuffled. */
struct shuffling {
	uint32_t axis;
	bool independent; /* each row along the axis for itself */
};

/* The array sorted along the axis by random numbers, if it has more than one element. */
static const struct array *shuffle(struct op *op, const struct array *key, const struct array *x,
                                   uint32_t axis)
{
	const struct array *operands[2], *results[2];
	int64_t size = 1;
	for (uint32_t i = 0; i < x->type.rank; i++)
		size *= x->type.shape[i];
	if (size <= 1)
		return x;
	operands[0] = random_bits(op, key, 32, x->type.shape, x->type.rank);
	operands[1] = x;
	if (!operands[0] || !lax_sort(op, operands, 2, axis, 1, results))
		return NULL;
	return results[1];
}

/* jnp.arange(count) */
static const struct array *numbers_below(struct op *op, int64_t count)
{
	int64_t *size = arena_new(op->arena, int64_t, 1);
	*size = count > 0 ? count : 0;
	return lax_iota(op, dtype_named(STR("int32")), size, 1, 0, NULL);
}

/* jnp.take(x, indices, axis) of one index for each slice along the axis. */
static const struct array *take(struct op *op, const struct array *x, const struct array *indices,
                                uint32_t axis)
{
	uint32_t rank = x->type.rank, added = indices->type.rank, at = 0;
	int64_t *offset = arena_new(op->arena, int64_t, rank),
		*sizes = arena_new(op->arena, int64_t, rank),
		*collapsed = arena_new(op->arena, int64_t, 1);
	*collapsed = axis;
	for (uint32_t i = 0; i < rank; i++) {
		sizes[i] = i == axis ? 1 : x->type.shape[i];
		if (i != axis)
			offset[at++] = i < axis ? i : i + added - 1;
	}
	struct gather_dimensions dimensions = {.offset_dims = {offset, at},
	                                       .collapsed_slice_dims = {collapsed, 1},
	                                       .start_index_map = {collapsed, 1}};
	indices = lax_expand_dims(op, indices, &added, 1);
	return indices
	           ? lax_gather(op, x, indices, &dimensions, (struct dimension_list){sizes, rank})
	           : NULL;
}

static const struct array *permute(struct op *op, const struct array *key, const struct array *x,
                                   const struct shuffling *shuffling)
{
	if (shuffling->independent || x->type.rank == 1)
		return shuffle(op, key, x, shuffling->axis);
	const struct array *numbers = numbers_below(op, x->type.shape[shuffling->axis]);
	numbers = numbers ? shuffle(op, key, numbers, 0) : NULL;
	return numbers ? take(op, x, numbers, shuffling->axis) : NULL;
}

static const struct array *combine_permutation(struct op *op, const struct sample *sample,
                                               const struct array *const *parameters)
{
	if (!sample->nparameters) {
		const struct array *numbers = numbers_below(op, *sample->shape);
		return numbers ? shuffle(op, sample->key, numbers, 0) : NULL;
	}
	return permute(op, sample->key, parameters[0], sample->options);
}

/* An integer that must be known: *count; `where` is the operand's name in the error. */
static bool known_count(struct trace *trace, const struct value *value, const struct array *array,
                        int64_t *count)
{
	if (value->kind == VALUE_INT) {
		*count = value->integer;
		return true;
	}
	if (value->kind != VALUE_ARRAY)
		return trace_unknown(trace, "an array of known numbers is not known") != NULL;
	(void)refuse_traced(trace, array);
	return explain(&trace->op, HELP("give the size as a number that Python knows: x.shape[0]"));
}

static const struct value *permutation(struct trace *trace, const struct call_arguments *arguments)
{
	struct sample sample = {0};
	struct shuffling shuffling;
	const struct value *value = argument(arguments, 1);
	int64_t axis, count;
	if (!sample_key(trace, arguments, "permutation", &sample))
		return NULL;
	const struct array *x = value_to_array_at(trace, value, "permutation", 0);
	if (!x || !value_to_int(trace, argument(arguments, 2), &axis) ||
	    !numpy_axis(&trace->op, axis, x->type.rank ? x->type.rank : 1, &shuffling.axis) ||
	    !value_to_bool(trace, argument(arguments, 3), &shuffling.independent) ||
	    !value_to_sharding(trace, optional_argument(arguments, 4), "permutation",
	                       &sample.sharding))
		return NULL;
	sample.parameters[0] = x;
	sample.nparameters = x->type.rank > 0;
	sample.options = &shuffling;
	if (!x->type.rank && !dtype_is_integer(x->type.dtype))
		return trace_refuse(trace, RULE_DTYPE_MISMATCH, "TypeError",
		                    TEXT("x must be an integer or at least 1-dimensional"));
	if (!x->type.rank && !known_count(trace, value, x, &count))
		return NULL;
	sample.shape = &count;
	return sample_take(trace, &sample, combine_permutation);
}

/* What a call of choice asks for. */
struct choice {
	const struct array *key, *from, *weights;
	const int64_t *shape;
	uint32_t rank, axis;
	int64_t draws, inputs;
	bool replace, numbers; /* with replacement; of the numbers below `inputs` */
};

/* Indices, drawn evenly or by weight. */
static const struct array *draw_indices(struct op *op, const struct choice *choice)
{
	const struct dtype *int32 = dtype_named(STR("int32"));
	if (choice->replace)
		return numpy_astype(
		    op, random_bits(op, choice->key, 32, choice->shape, choice->rank), int32);
	const struct array_type *weights = &choice->weights->type;
	const struct array *arrays[2] = {
	    random_bits(op, choice->key, weights->dtype->bits, weights->shape, 1),
	    lax_unary(op, &lax_log, choice->weights)};
	const struct array *results[2];
	arrays[0] =
	    arrays[0] ? lax_bitcast_convert_type(op, arrays[0], choice->weights->type.dtype) : NULL;
	struct formula_names names = {"ug", arrays};
	const struct array *sum = arrays[0] && arrays[1] ? formula(op, "u + g", &names) : NULL;
	if (!sum || !lax_top_k(op, sum, choice->draws, 0, &results[0], &results[1]))
		return NULL;
	return results[1];
}

/* A permutation, as far as it is needed. */
static const struct array *draw_distinct(struct op *op, const struct choice *choice)
{
	struct shuffling shuffling = {.axis = choice->axis};
	const struct array *from =
	    choice->numbers ? numbers_below(op, choice->inputs) : choice->from;
	const struct array *mixed = from ? permute(op, choice->key, from, &shuffling) : NULL;
	if (!mixed)
		return NULL;
	uint32_t rank = mixed->type.rank;
	int64_t *start = arena_new(op->arena, int64_t, rank),
		*limit = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		start[i] = 0;
		limit[i] = i == choice->axis ? choice->draws : mixed->type.shape[i];
	}
	return lax_slice(op, mixed, start, limit, NULL);
}

static const struct array *choose(struct op *op, const struct choice *choice)
{
	const struct array *result;
	if (!choice->weights && !choice->replace) {
		result = draw_distinct(op, choice);
	} else {
		result = draw_indices(op, choice);
		if (result && !choice->numbers)
			result = take(op, choice->from, result, choice->axis);
	}
	if (!result || choice->numbers)
		return result ? numpy_reshape(op, result, choice->shape, choice->rank, NULL) : NULL;
	const struct array_type *from = &choice->from->type;
	int64_t *shape = arena_new(op->arena, int64_t, (size_t)from->rank + choice->rank);
	uint32_t rank = 0;
	for (uint32_t i = 0; i < from->rank; i++) {
		if (i != choice->axis)
			shape[rank++] = from->shape[i];
		for (uint32_t j = 0; i == choice->axis && j < choice->rank; j++)
			shape[rank++] = choice->shape[j];
	}
	return numpy_reshape(op, result, shape, rank, NULL);
}

/* The weights, which must be as many as there is to choose from. */
static bool read_weights(struct trace *trace, const struct value *value, struct choice *choice)
{
	if (value->kind == VALUE_NONE)
		return true;
	struct op *op = &trace->op;
	choice->weights = value_to_array(trace, value, "choice");
	if (!choice->weights || !numpy_promote_dtypes(op, &choice->weights, 1, true))
		return false;
	const struct array_type *type = &choice->weights->type;
	if (type->rank == 1 && *type->shape == choice->inputs) {
		if (is_replicated(choice->weights) && op_has(op, JAX_CHOICE_BY_TOP_K))
			return true;
		return trace_unknown(trace, "a choice with these weights is not known") != NULL;
	}
	struct buf shape = op_buf(op);
	python_shape(&shape, type->shape, type->rank);
	if (op_has(op, JAX_CHOICE_NAMES_SIZES))
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("p must be None or a 1D vector with the same size as "
		                  "a.shape[axis]. p has shape {} and a.shape[axis] is {}.",
		                  &shape, choice->inputs));
	else
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("p must be None or match the shape of a"));
	return false;
}

/* Whether so many can be drawn; false after raising that they cannot. */
static bool check_draws(struct trace *trace, const struct choice *choice)
{
	if (choice->inputs <= 0) {
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("a must be greater than 0 unless no samples are taken"));
		return false;
	}
	if (choice->replace || choice->draws <= choice->inputs)
		return true;
	if (op_has(&trace->op, JAX_CHOICE_NAMES_SIZES))
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("Cannot take a larger sample (size {}) than population (size {}) "
		                  "when 'replace=False'",
		                  choice->draws, choice->inputs));
	else
		trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("Cannot take a larger sample than population when 'replace=False'"));
	return false;
}

/* What to choose from: a, and along which axis of it. */
static bool read_population(struct trace *trace, const struct call_arguments *arguments,
                            struct choice *choice)
{
	const struct value *value = argument(arguments, 1);
	int64_t axis;
	choice->from = value_to_array(trace, value, "choice");
	if (!choice->from || !value_to_int(trace, argument(arguments, 5), &axis))
		return false;
	choice->numbers = !choice->from->type.rank;
	if (choice->numbers)
		return known_count(trace, value, choice->from, &choice->inputs);
	if (!numpy_axis(&trace->op, axis, choice->from->type.rank, &choice->axis))
		return false;
	choice->inputs = choice->from->type.shape[choice->axis];
	return true;
}

static const struct value *choice(struct trace *trace, const struct call_arguments *arguments)
{
	struct sample sample = {0};
	struct choice choice = {.draws = 1};
	const struct value *shape = argument(arguments, 2);
	if (!sample_key(trace, arguments, "choice", &sample))
		return NULL;
	choice.key = sample.key;
	if (!value_items(shape)) {
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("shape argument of jax.random.choice must be a sequence, got {}",
		         value_repr(shape)));
	}
	if (!read_population(trace, arguments, &choice) ||
	    !value_to_shape(trace, shape, &choice.shape, &choice.rank) ||
	    !value_to_bool(trace, argument(arguments, 3), &choice.replace))
		return NULL;
	for (uint32_t i = 0; i < choice.rank; i++)
		choice.draws *= choice.shape[i];
	if (!choice.draws)
		return trace_array(trace, lax_full(&trace->op, choice.from->type.dtype, false,
		                                   choice.shape, choice.rank, NULL));
	if (!check_draws(trace, &choice) || !read_weights(trace, argument(arguments, 4), &choice) ||
	    !sample_mode(trace, optional_argument(arguments, 6)))
		return NULL;
	return trace_array(trace, choose(&trace->op, &choice));
}

#define PERMUTATION "key, x, axis=0, independent=False"
#define CHOICE "key, a, shape=(), replace=True, p=None, axis=0"

static const struct function_row rows[] = {
    {.name = "permutation",
     .signature = PERMUTATION,
     .call = permutation,
     .until = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "permutation",
     .signature = PERMUTATION ", *, out_sharding=None",
     .call = permutation,
     .since = "0.6.0",
     .jitted = JITTED_WITHIN},
    {.name = "choice",
     .signature = CHOICE,
     .call = choice,
     .until = "0.6.2",
     .jitted = JITTED_WITHIN},
    {.name = "choice",
     .signature = CHOICE ", mode=None",
     .call = choice,
     .since = "0.6.2",
     .jitted = JITTED_WITHIN},
};

const struct module_row library_random_choices = {"jax.random", rows, sizeof rows / sizeof *rows};
