/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.take, take_along_axis and put_along_axis. JAX: numpy/indexing.py, in numpy/lax_numpy.py
 * before 0.5.3. */
#include "jax/python_text.h"
#include "library/indexing/index_value.h"
#include "library/library.h"
#include "op/elementwise/numpy.h"
#include "trace/convert/convert_value.h"

static const struct array *flatten(struct op *op, const struct array *x)
{
	int64_t *shape = arena_new(op->arena, int64_t, 1);
	shape[0] = shape_elements(x->type.shape, x->type.rank);
	return numpy_reshape(op, x, shape, 1, NULL);
}

/* The array and the axis that is meant; without one the flattened array. */
static const struct array *along_axis(struct trace *trace, const struct array *x,
                                      const struct value *value, uint32_t *axis)
{
	int64_t given;
	*axis = 0;
	if (value->kind == VALUE_NONE)
		return flatten(&trace->op, x);
	if (!value_to_int(trace, value, &given) ||
	    !numpy_axis(&trace->op, given, x->type.rank, axis))
		return NULL;
	return x;
}

/* Negative indices count from the end, by jnp.where. */
static const struct array *wrap_by_where(struct op *op, const struct array *indices)
{
	const struct array *zero = array_scalar(op, dtype_named(STR("int32")), true);
	const struct array *negative = numpy_binary(op, &lax_lt, indices, zero, false);
	const struct array *shifted = numpy_binary(op, &lax_add, indices, zero, false);
	return negative && shifted ? numpy_where(op, negative, shifted, indices) : NULL;
}

/* What a mode of jnp.take makes of the indices; NULL after raising. */
static const struct array *take_indices(struct trace *trace, const struct value *mode,
                                        const struct array *indices)
{
	struct op *op = &trace->op;
	struct str name = mode->kind == VALUE_STRING ? mode->string : STR("");
	if (mode->kind == VALUE_NONE || str_equal(name, STR("fill")))
		return wrap_by_where(op, indices);
	if (str_equal(name, STR("wrap")))
		return numpy_binary(op, &lax_rem, indices,
		                    array_scalar(op, indices->type.dtype, indices->type.weak),
		                    false);
	if (str_equal(name, STR("clip")))
		return indices;
	if (str_equal(name, STR("raise"))) {
		op_raise(op, RULE_PROGRAM_ERROR, "NotImplementedError",
		         "The 'raise' mode to jnp.take is not supported.");
	} else {
		struct buf text = op_buf(op);
		if (mode->kind == VALUE_STRING)
			buf_add(&text, name);
		else
			value_text(&text, op->rules, mode);
		op_raise(op, RULE_PROGRAM_ERROR, "ValueError", "Invalid mode '%.*s' for np.take",
		         STR_ARG(buf_str(&text)));
	}
	op_help(op, "use mode='fill', 'clip' or 'wrap'");
	return NULL;
}

/* The shape with the dimension `axis` replaced by those of the indices. */
static const int64_t *taken_shape(struct op *op, const struct array_type *x, uint32_t axis,
                                  const struct array_type *indices, uint32_t *rank)
{
	*rank = x->rank - 1 + indices->rank;
	int64_t *shape = arena_new(op->arena, int64_t, *rank);
	for (uint32_t i = 0; i < *rank; i++)
		shape[i] = i < axis                   ? x->shape[i]
		           : i < axis + indices->rank ? indices->shape[i - axis]
		                                      : x->shape[i - indices->rank + 1];
	return shape;
}

static const struct array *take_gather(struct op *op, const struct array *x, uint32_t axis,
                                       const struct array *indices)
{
	uint32_t rank = x->type.rank, queries = indices->type.rank;
	int64_t *offsets = arena_new(op->arena, int64_t, rank);
	int64_t *sizes = shape_copy(op->arena, x->type.shape, rank);
	int64_t *at = arena_new(op->arena, int64_t, 1);
	for (uint32_t i = 0; i + 1 < rank; i++)
		offsets[i] = i < axis ? i : i + queries;
	sizes[axis] = 1;
	at[0] = axis;
	struct gather_dimensions dims = {.offset_dims = {offsets, rank - 1},
	                                 .collapsed_slice_dims = {at, 1},
	                                 .start_index_map = {at, 1}};
	indices = lax_expand_dims(op, indices, &queries, 1);
	struct dimension_list slices = {sizes, rank};
	return indices ? lax_gather(op, x, indices, &dims, slices) : NULL;
}

/* take(a, indices, axis=None, out=None, mode=None, unique_indices, indices_are_sorted, fill_value)
 */
static const struct value *take(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	uint32_t axis, rank;
	if (argument_given(arguments, 3))
		return trace_raise(trace, RULE_PROGRAM_ERROR, "NotImplementedError",
		                   "The 'out' argument to jnp.take is not supported.");
	const struct array *x = value_to_array_at(trace, argument(arguments, 0), "take", 0);
	const struct array *indices =
	    x ? value_to_array_at(trace, argument(arguments, 1), "take", 1) : NULL;
	x = indices ? along_axis(trace, x, argument(arguments, 2), &axis) : NULL;
	indices = x ? take_indices(trace, argument(arguments, 4), indices) : NULL;
	if (!indices)
		return NULL;
	int64_t count = shape_elements(indices->type.shape, indices->type.rank);
	if (x->type.shape[axis] == 0 && count)
		return trace_raise(trace, RULE_SHAPE_MISMATCH, "IndexError",
		                   "Cannot do a non-empty jnp.take() from an empty axis.");
	if (x->type.shape[axis] == 0)
		return value_array(op->arena, x);
	const int64_t *shape = taken_shape(op, &x->type, axis, &indices->type, &rank);
	if (rank > MAX_RANK)
		return trace_unknown(trace, "a result of rank %u is not judged", rank);
	if (!count)
		return trace_array(trace,
		                   lax_full(op, x->type.dtype, x->type.weak, shape, rank, NULL));
	return trace_array(trace, take_gather(op, x, axis, indices));
}

static bool raise_not_broadcast(struct op *op, const struct array_type *indices,
                                const struct array_type *x, uint32_t axis)
{
	struct buf text = op_buf(op);
	int64_t *shape = shape_copy(op->arena, x->shape, x->rank);
	shape[axis] = 1;
	buf_puts(&text, "Incompatible shapes for broadcasting: shapes=[");
	python_shape(&text, indices->shape, indices->rank);
	buf_puts(&text, ", ");
	python_shape(&text, shape, x->rank);
	buf_putc(&text, ']');
	op_raise_text(op, RULE_SHAPE_MISMATCH, "ValueError", &text);
	return op_help(op, "this fails without any sharding too: two sizes must be equal, or one "
	                   "of them 1");
}

/* Dimensions of a gather that takes one index for each place of the others. */
struct along {
	int64_t index_shape[MAX_RANK + 1], out_shape[MAX_RANK];
	uint32_t index_rank;
	int64_t *offsets, *sizes, *at, *ours, *theirs;
	uint32_t noffsets, nsizes, nbatches;
	uint32_t squeezed[MAX_RANK], nsqueezed;
};

/* Adds the dimension `i`, which stands at `*place` of the squeezed array. */
static void add_along(struct along *along, const struct array_type *x,
                      const struct array_type *indices, uint32_t i, uint32_t axis, uint32_t *place)
{
	int64_t size = x->shape[i];
	bool whole = i != axis && indices->shape[i] == 1;
	if (i == axis) {
		along->at[0] = *place;
		along->sizes[along->nsizes++] = 1;
	} else if (whole) {
		along->offsets[along->noffsets++] = i;
		along->sizes[along->nsizes++] = size;
	} else if (size == 1) {
		along->squeezed[along->nsqueezed++] = i;
	} else {
		along->sizes[along->nsizes++] = size != 0;
		along->ours[along->nbatches] = *place;
		along->theirs[along->nbatches++] = along->index_rank;
	}
	*place += i == axis || whole || size != 1;
	if (!whole)
		along->index_shape[along->index_rank++] = indices->shape[i];
}

static bool plan_along(struct op *op, const struct array_type *x, const struct array_type *indices,
                       uint32_t axis, struct along *along)
{
	uint32_t rank = x->rank, place = 0;
	*along = (struct along){.offsets = arena_new(op->arena, int64_t, rank),
	                        .sizes = arena_new(op->arena, int64_t, rank),
	                        .at = arena_new(op->arena, int64_t, 1),
	                        .ours = arena_new(op->arena, int64_t, rank),
	                        .theirs = arena_new(op->arena, int64_t, rank)};
	for (uint32_t i = 0; i < rank; i++) {
		int64_t size = i == axis ? 1 : x->shape[i], other = indices->shape[i];
		if (size != 1 && other != 1 && size != other)
			return raise_not_broadcast(op, indices, x, axis);
		along->out_shape[i] = size == 1 ? other : size;
	}
	for (uint32_t i = 0; i < rank; i++)
		add_along(along, x, indices, i, axis, &place);
	along->index_shape[along->index_rank++] = 1;
	return true;
}

static const struct array *gather_along(struct op *op, const struct array *x,
                                        const struct array *indices, const struct along *along)
{
	indices =
	    lax_reshape(op, indices, shape_copy(op->arena, along->index_shape, along->index_rank),
	                along->index_rank, NULL, NULL);
	if (indices && along->nsqueezed)
		x = lax_squeeze(op, x, along->squeezed, along->nsqueezed);
	struct gather_dimensions dims = {
	    .offset_dims = {along->offsets, along->noffsets},
	    .collapsed_slice_dims = {along->at, 1},
	    .start_index_map = {along->at, 1},
	    .operand_batching_dims = {along->ours, along->nbatches},
	    .start_indices_batching_dims = {along->theirs, along->nbatches}};
	struct dimension_list sizes = {along->sizes, along->nsizes};
	return x && indices ? lax_gather(op, x, indices, &dims, sizes) : NULL;
}

/* The array and the indices of take_along_axis, checked; NULL after raising. */
static const struct array *check_along(struct trace *trace, const struct value *axis_value,
                                       const struct array *x, const struct array *indices,
                                       uint32_t *axis)
{
	struct op *op = &trace->op;
	struct buf text = op_buf(op);
	if (!dtype_is_integer(indices->type.dtype)) {
		op_raise(op, RULE_DTYPE_MISMATCH, "TypeError",
		         "take_along_axis indices must be of integer type, got %s",
		         indices->type.dtype->name);
		op_help(op, "convert the indices: i.astype(jnp.int32)");
		return NULL;
	}
	bool flat = axis_value->kind == VALUE_NONE;
	if (flat && indices->type.rank != 1) {
		buf_puts(&text, "take_along_axis indices must be 1D if axis=None, got shape ");
		python_shape(&text, indices->type.shape, indices->type.rank);
		op_raise_text(op, RULE_SHAPE_MISMATCH, "ValueError", &text);
		return NULL;
	}
	if (!flat && indices->type.rank != x->type.rank) {
		op_raise(op, RULE_SHAPE_MISMATCH, "ValueError",
		         "indices and arr must have the same number of dimensions; %u vs. %u",
		         indices->type.rank, x->type.rank);
		op_help(op, "give the indices a dimension of 1: indices[:, None]");
		return NULL;
	}
	return along_axis(trace, x, axis_value, axis);
}

/* Whether negative indices count from the end; false in *known when that is not known. */
static bool wraps(struct trace *trace, const struct call_arguments *arguments, bool *known)
{
	const struct value *mode = argument(arguments, 3);
	bool wrap =
	    mode->kind != VALUE_STRING || !str_equal(mode->string, STR("promise_in_bounds"));
	const struct value *given = arguments->count > 5 ? argument(arguments, 5) : &value_none;
	*known = given->kind == VALUE_NONE || value_to_bool(trace, given, &wrap);
	return wrap;
}

/* take_along_axis(arr, indices, axis=-1, mode=None, fill_value=None, *, wrap_negative_indices) */
static const struct value *take_along_axis(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct index_options options = {0};
	struct along along;
	uint32_t axis;
	bool known, wrap = wraps(trace, arguments, &known);
	const struct array *x =
	    value_to_array_at(trace, argument(arguments, 0), "take_along_axis", 0);
	const struct array *indices =
	    x ? value_to_array_at(trace, argument(arguments, 1), "take_along_axis", 1) : NULL;
	x = indices && known ? check_along(trace, argument(arguments, 2), x, indices, &axis) : NULL;
	if (!x || !plan_along(op, &x->type, &indices->type, axis, &along))
		return NULL;
	value_to_index_mode(trace, argument(arguments, 3), &options);
	if (x->type.shape[axis] == 0)
		return trace_array(trace,
		                   lax_full(op, x->type.dtype, false,
		                            shape_copy(op->arena, along.out_shape, x->type.rank),
		                            x->type.rank, NULL));
	indices = lax_convert_element_type(op, indices, dtype_named(STR("int32")), false);
	if (wrap)
		indices = normalize_index(op, indices, false);
	if (options.mode == INDEX_MODE_ONE_HOT)
		return trace_unknown(trace, "mode='one_hot' is not judged");
	if (!indices || !check_gather_mode(op, &options, x->type.dtype))
		return NULL;
	return trace_array(trace, gather_along(op, x, indices, &along));
}

/* An index for each dimension: the numbers of its elements, and the indices for `axis`. */
static bool along_index(struct op *op, const struct array_type *x, const struct array *indices,
                        uint32_t axis, struct index *index)
{
	struct index_item *items = arena_new(op->arena, struct index_item, x->rank);
	for (uint32_t i = 0; i < x->rank; i++) {
		int64_t *shape = arena_new(op->arena, int64_t, x->rank);
		for (uint32_t j = 0; j < x->rank; j++)
			shape[j] = j == i ? x->shape[i] : 1;
		items[i].kind = INDEX_ARRAY;
		items[i].array =
		    i == axis ? indices
			      : lax_iota(op, dtype_named(STR("int32")), shape, x->rank, i, NULL);
		if (!items[i].array)
			return false;
	}
	*index = (struct index){.items = items, .count = x->rank};
	return true;
}

/* put_along_axis(arr, indices, values, axis, inplace=True, *, mode=None) */
static const struct value *put_along_axis(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *arrays[3];
	struct index_options options = {0};
	struct index_update set = {.scatter = &lax_scatter_set};
	struct index index;
	uint32_t axis;
	if (value_truth(argument(arguments, 4)) == 1)
		return trace_raise(
		    trace, RULE_PROGRAM_ERROR, "ValueError",
		    "jax.numpy.put_along_axis cannot modify arrays in-place, because "
		    "JAX arraysare immutable. Pass inplace=False to instead return an "
		    "updated array.");
	for (uint32_t i = 0; i < 3; i++) {
		arrays[i] = value_to_array_at(trace, argument(arguments, i), "put_along_axis", i);
		if (!arrays[i])
			return NULL;
	}
	const struct array *x = along_axis(trace, arrays[0], argument(arguments, 3), &axis);
	if (!x)
		return NULL;
	if (x->type.rank != arrays[1]->type.rank)
		return trace_raise(trace, RULE_SHAPE_MISMATCH, "ValueError",
		                   "put_along_axis arguments 'arr' and 'indices' must have same "
		                   "ndim. Got arr.ndim=%u and indices.ndim=%u.",
		                   x->type.rank, arrays[1]->type.rank);
	const struct array_type *shape = &arrays[1]->type;
	const struct array *values =
	    lax_broadcast_to(op, arrays[2], shape->shape, shape->rank, NULL);
	if (!values || !along_index(op, &x->type, arrays[1], axis, &index))
		return NULL;
	value_to_index_mode(trace, argument(arguments, 5), &options);
	x = numpy_index_update(op, &set, x, &index, values, &options);
	if (x && argument(arguments, 3)->kind == VALUE_NONE)
		x = numpy_reshape(op, x, arrays[0]->type.shape, arrays[0]->type.rank, NULL);
	return trace_array(trace, x);
}

#define TAKE                                                              \
	"indices, axis=None, out=None, mode=None, unique_indices=False, " \
	"indices_are_sorted=False, fill_value=None"

static const struct function_row rows[] = {
    {.name = "take", .signature = "a, " TAKE, .call = take, .jitted = JITTED_WITHIN},
    {.name = "take_along_axis",
     .signature = "arr, indices, axis, mode=None, fill_value=None",
     .call = take_along_axis,
     .jitted = JITTED_ITSELF,
     .until = "0.7.1"},
    {.name = "take_along_axis",
     .signature = "arr, indices, axis=-1, mode=None, fill_value=None",
     .call = take_along_axis,
     .jitted = JITTED_ITSELF,
     .since = "0.7.1",
     .until = "0.10.2"},
    {.name = "take_along_axis",
     .signature = "arr, indices, axis=-1, mode=None, fill_value=None, *, "
                  "wrap_negative_indices=None",
     .call = take_along_axis,
     .jitted = JITTED_ITSELF,
     .since = "0.10.2",
     .until = "0.11.1"},
    {.name = "take_along_axis",
     .signature = "arr, indices, axis=-1, mode=None, fill_value=None, *, "
                  "wrap_negative_indices=True",
     .call = take_along_axis,
     .jitted = JITTED_ITSELF,
     .since = "0.11.1"},
    {.name = "put_along_axis",
     .signature = "arr, indices, values, axis, inplace=True, *, mode=None",
     .call = put_along_axis,
     .jitted = JITTED_ITSELF,
     .since = "0.4.38"},
};

const struct module_row library_numpy_take = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row method_rows[] = {
    {.name = "take", .signature = "self, " TAKE, .call = take, .jitted = JITTED_WITHIN},
};

const struct module_row library_array_take = {"ndarray", method_rows, 1};
