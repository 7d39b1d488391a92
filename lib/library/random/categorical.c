/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: random/core.py categorical. */
#include "jax/python_text.h"
#include "library/library.h"
#include "library/random/arguments.h"
#include "library/random/sample.h"
#include "library/numpy/reduction_arguments.h"
#include "op/random/random.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"
#include "op/elementwise/formula.h"
#include "trace/value/convert_value.h"

struct categories {
	int64_t axis;   /* of the logits, from the front */
	int64_t prefix; /* dimensions of the sample in front of those of the logits */
	bool replace;
};

/* Standard Gumbel samples of the logits' dtype. */
static const struct array *gumbels(struct op *op, const struct sample *sample, const int64_t *shape,
                                   uint32_t rank)
{
	const struct dtype *dtype = sample->parameters[0]->type.dtype;
	const struct array *bound = array_scalar(op, dtype, false);
	return random_uniform(op, sample->key, shape, rank, dtype, bound, bound);
}

/* One category for each element of the sample. */
static const struct array *with_replacement(struct op *op, const struct sample *sample,
                                            const struct array *logits)
{
	const struct categories *categories = sample->options;
	uint32_t prefix = (uint32_t)categories->prefix, rank = prefix + logits->type.rank;
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	uint32_t *added = arena_new(op->arena, uint32_t, (size_t)prefix + 1);
	for (uint32_t i = 0, at = 0; i < rank; i++)
		shape[i] = i == prefix + categories->axis ? logits->type.shape[categories->axis]
		                                          : sample->shape[at++];
	for (uint32_t i = 0; i < prefix; i++)
		added[i] = i;
	const struct array *arrays[2] = {gumbels(op, sample, shape, rank)};
	arrays[1] = arrays[0] ? lax_expand_dims(op, logits, added, prefix) : NULL;
	struct formula_names names = {"ul", arrays};
	const struct array *sum = arrays[1] ? formula(op, "u + l", &names) : NULL;
	return sum ? numpy_argument_reduction(op, &lax_argmax, sum, false,
	                                      categories->axis - logits->type.rank, false)
	           : NULL;
}

/* The greatest of the logits, as many as the sample's prefix has elements. */
static const struct array *without_replacement(struct op *op, const struct sample *sample,
                                               const struct array *logits)
{
	const struct categories *categories = sample->options;
	uint32_t rank = logits->type.rank, last = rank - 1;
	const struct array *arrays[2] = {logits, gumbels(op, sample, logits->type.shape, rank)};
	struct formula_names names = {"lu", arrays};
	const struct array *sum = arrays[1] ? formula(op, "l + u", &names) : NULL, *values,
			   *indices;
	if (!sum)
		return NULL;
	int64_t count = 1;
	for (int64_t i = 0; i < categories->prefix; i++)
		count *= sample->shape[i];
	if (count > logits->type.shape[categories->axis]) {
		refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		       TEXT("Number of samples without replacement ({}) cannot exceed number of "
		            "categories ({}).",
		            count, logits->type.shape[categories->axis]));
		return NULL;
	}
	uint32_t *moved = arena_new(op->arena, uint32_t, rank),
		 *back = arena_new(op->arena, uint32_t, rank);
	for (uint32_t i = 0; i < last; i++) {
		moved[i] = i < categories->axis ? i : i + 1;
		back[i + 1] = i;
	}
	moved[last] = (uint32_t)categories->axis;
	back[0] = last;
	sum = lax_transpose(op, sum, moved);
	if (!sum || !lax_top_k(op, sum, count, last, &values, &indices))
		return NULL;
	return lax_reshape(op, indices, sample->shape, sample->rank, back, NULL);
}

static const struct array *combine(struct op *op, const struct sample *sample,
                                   const struct array *const *parameters)
{
	const struct categories *categories = sample->options;
	return categories->replace ? with_replacement(op, sample, parameters[0])
	                           : without_replacement(op, sample, parameters[0]);
}

/* The dimensions of the logits without that of the categories; false after raising. */
static bool batch_shape(struct trace *trace, const struct array *logits, int64_t axis,
                        const int64_t **shape)
{
	uint32_t rank = logits->type.rank, count = 0;
	if (axis < -(int64_t)rank || axis >= rank) {
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "IndexError",
		             TEXT("index {} is out of bounds for axis 0 with size {}", axis, rank));
		return false;
	}
	int64_t *batch = arena_new(trace->op.arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		if (i != (axis < 0 ? axis + rank : axis))
			batch[count++] = logits->type.shape[i];
	*shape = batch;
	return true;
}

/* A dimension of the logits as JAX prints it, which takes them from an array of NumPy's. */
static void batch_size_text(struct buf *out, int64_t size)
{
	buf_printf(out, "np.int64(%lld)", (long long)size);
}

/* (np.int64(8),) */
static void batch_text(struct buf *out, const int64_t *batch, uint32_t count)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < count; i++) {
		batch_size_text(out, batch[i]);
		buf_puts(out, i + 1 < count ? ", " : count == 1 ? "," : "");
	}
	buf_putc(out, ')');
}

/* What both shapes broadcast to, as JAX prints it: sizes are those of the sample where it has them.
 * False when they do not broadcast. */
static bool common_text(struct buf *out, const struct sample *sample, const int64_t *batch,
                        uint32_t count, bool suffix)
{
	uint32_t rank = sample->rank > count ? sample->rank : count;
	buf_putc(out, '(');
	for (uint32_t i = 0; i < rank; i++) {
		int64_t mine = i + sample->rank < rank ? 1 : sample->shape[i + sample->rank - rank];
		int64_t theirs = i + count < rank ? 1 : batch[i + count - rank];
		if (mine != 1 && theirs != 1 && mine != theirs)
			return false;
		if (suffix || (mine == 1 && theirs != 1))
			batch_size_text(out, theirs);
		else
			buf_printf(out, "%lld", (long long)mine);
		buf_puts(out, i + 1 < rank ? ", " : rank == 1 ? "," : "");
	}
	buf_putc(out, ')');
	return true;
}

/* Whether the shorter shape is the end of the longer one. */
static bool is_suffix(const int64_t *longer, uint32_t longer_rank, const int64_t *shorter,
                      uint32_t rank)
{
	return !rank || memcmp(longer + (longer_rank - rank), shorter, rank * sizeof *shorter) == 0;
}

/* The shape given must be what it and that of the batches broadcast to. */
static bool check_shape(struct trace *trace, const int64_t *batch, uint32_t count,
                        const struct sample *sample)
{
	struct op *op = &trace->op;
	struct buf mine = op_buf(op), theirs = op_buf(op), common = op_buf(op);
	bool longer = count > sample->rank;
	if (!longer && is_suffix(sample->shape, sample->rank, batch, count))
		return true;
	bool suffix = longer && is_suffix(batch, count, sample->shape, sample->rank);
	python_shape(&mine, sample->shape, sample->rank);
	batch_text(&theirs, batch, count);
	if (!common_text(&common, sample, batch, count, suffix)) {
		trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("Incompatible shapes for broadcasting: shapes=[{}, {}]", &mine, &theirs));
		return false;
	}
	if (str_equal(buf_str(&mine), buf_str(&common)))
		return true;
	trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
	             TEXT("categorical parameter shapes must be broadcast-compatible with shape "
	                  "argument, and the result of broadcasting the shapes must equal the "
	                  "shape argument, but got result {} for shape argument {}.",
	                  &common, &mine));
	return false;
}

static bool read_shape(struct trace *trace, const struct value *shape, int64_t axis,
                       struct sample *sample)
{
	const struct array *logits = sample->parameters[0];
	const int64_t *batch;
	if (!batch_shape(trace, logits, axis, &batch))
		return false;
	sample->shape = batch;
	sample->rank = logits->type.rank - 1;
	return shape->kind == VALUE_NONE ||
	       (random_shape(trace, shape, &sample->shape, &sample->rank) &&
	        check_shape(trace, batch, logits->type.rank - 1, sample));
}

static const struct value *categorical(struct trace *trace, const struct call_arguments *arguments)
{
	struct sample sample = {0};
	struct categories categories = {.replace = true};
	const struct value *replace = optional_argument(arguments, 4);
	if (!sample_key(trace, arguments, "categorical", &sample))
		return NULL;
	const struct array *logits = value_to_array(trace, argument(arguments, 1), "categorical");
	sample.parameters[0] = logits;
	sample.nparameters = 1;
	sample.options = &categories;
	if (!logits || !value_to_int(trace, argument(arguments, 2), &categories.axis) ||
	    !read_shape(trace, argument(arguments, 3), categories.axis, &sample) ||
	    (replace->kind != VALUE_NONE && !value_to_bool(trace, replace, &categories.replace)) ||
	    !value_to_sharding(trace, optional_argument(arguments, 6), "categorical",
	                       &sample.sharding) ||
	    !sample_dtype(trace, "gumbel", SAMPLES_FLOATS, logits->type.dtype) ||
	    !sample_mode(trace, optional_argument(arguments, 5)))
		return NULL;
	categories.prefix = (int64_t)sample.rank - logits->type.rank + 1;
	if (categories.axis < 0)
		categories.axis += logits->type.rank;
	return sample_take(trace, &sample, combine);
}

#define LOGITS "key, logits, axis=-1, shape=None"

static const struct function_row rows[] = {
    {.name = "categorical",
     .signature = LOGITS,
     .call = categorical,
     .until = "0.5.3",
     .jitted = JITTED_WITHIN},
    {.name = "categorical",
     .signature = LOGITS ", replace=True",
     .call = categorical,
     .since = "0.5.3",
     .until = "0.6.2",
     .jitted = JITTED_WITHIN},
    {.name = "categorical",
     .signature = LOGITS ", replace=True, mode=None",
     .call = categorical,
     .since = "0.6.2",
     .until = "0.10.2",
     .jitted = JITTED_WITHIN},
    {.name = "categorical",
     .signature = LOGITS ", replace=True, mode=None, *, out_sharding=None",
     .call = categorical,
     .since = "0.10.2",
     .jitted = JITTED_WITHIN},
};

const struct module_row library_random_categorical = {"jax.random", rows,
                                                      sizeof rows / sizeof *rows};
