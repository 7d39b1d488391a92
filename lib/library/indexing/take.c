/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.take_along_axis. JAX: numpy/indexing.py, in numpy/lax_numpy.py
 * before 0.5.3. */
#include "jax/python_text.h"
#include "library/indexing/index_value.h"
#include "library/library.h"
#include "trace/convert/convert_value.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/shape/shape.h"

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

static bool raise_not_broadcast(struct op *op, const struct array_type *indices,
                                const struct array_type *x, uint32_t axis)
{
	int64_t *shape = shape_copy(op->arena, x->shape, x->rank);
	shape[axis] = 1;
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "ValueError",
	    TEXT("Incompatible shapes for broadcasting: shapes=[{shape}, {}]", indices,
	         sizes_of(shape, x->rank)),
	    HELP("this fails without any sharding too: two sizes must be equal, or one of them 1"));
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
		refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		       TEXT("take_along_axis indices must be of integer type, got {}",
		            indices->type.dtype->name),
		       HELP("convert the indices: i.astype(jnp.int32)"));
		return NULL;
	}
	bool flat = axis_value->kind == VALUE_NONE;
	if (flat && indices->type.rank != 1) {
		buf_puts(&text, "take_along_axis indices must be 1D if axis=None, got shape ");
		python_shape(&text, indices->type.shape, indices->type.rank);
		refuse(op, RULE_SHAPE_MISMATCH, "ValueError", TEXT("{}", &text));
		return NULL;
	}
	if (!flat && indices->type.rank != x->type.rank) {
		refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		       TEXT("indices and arr must have the same number of dimensions; {} vs. {}",
		            indices->type.rank, x->type.rank),
		       HELP("give the indices a dimension of 1: indices[:, None]"));
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

static const struct function_row rows[] = {
    FUNCTION("take_along_axis", "arr, indices, axis, mode=None, fill_value=None", take_along_axis,
             .jitted = JITTED_ITSELF, .until = "0.7.1"),
    FUNCTION("take_along_axis", "arr, indices, axis=-1, mode=None, fill_value=None",
             take_along_axis, .jitted = JITTED_ITSELF, .since = "0.7.1", .until = "0.10.2"),
    FUNCTION("take_along_axis",
             "arr, indices, axis=-1, mode=None, fill_value=None, *, "
             "wrap_negative_indices=None",
             take_along_axis, .jitted = JITTED_ITSELF, .since = "0.10.2", .until = "0.11.1"),
    FUNCTION("take_along_axis",
             "arr, indices, axis=-1, mode=None, fill_value=None, *, "
             "wrap_negative_indices=True",
             take_along_axis, .jitted = JITTED_ITSELF, .since = "0.11.1"),
};

const struct module_row library_numpy_take = {"jax.numpy", rows, sizeof rows / sizeof *rows};
