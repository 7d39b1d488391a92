/* SPDX-License-Identifier: Apache-2.0 */
#include "op/reduce/numpy_quantile.h"

#include "jax/python_text.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"
#include "op/index/index.h"

/* The array with one axis to go along, once its dtype and axes are checked. */
struct arranged {
	const struct array *x;
	uint32_t axis;
	const int64_t *kept; /* the shape with 1 for what is reduced, where keepdims wants it */
	uint32_t nkept;
};

static const struct array *constant(struct op *op, const struct array *like)
{
	return array_scalar(op, like->type.dtype, like->type.weak);
}

/* All elements in one dimension. */
static bool flatten(struct op *op, bool keepdims, struct arranged *arranged)
{
	uint32_t rank = arranged->x->type.rank;
	int64_t *kept = arena_new(op->arena, int64_t, rank),
		*size = arena_new(op->arena, int64_t, 1);
	for (uint32_t i = 0; i < rank; i++)
		kept[i] = 1;
	*size = shape_elements(arranged->x->type.shape, rank);
	arranged->kept = kept;
	arranged->nkept = keepdims ? rank : 0;
	arranged->x = numpy_reshape(op, arranged->x, size, 1, NULL);
	return arranged->x != NULL;
}

static bool has_dim(const uint32_t *dims, uint32_t count, uint32_t dim)
{
	for (uint32_t i = 0; i < count; i++)
		if (dims[i] == dim)
			return true;
	return false;
}

/* The dimensions that are reduced merged into one at the end. */
static bool merge(struct op *op, const uint32_t *dims, uint32_t ndims, struct arranged *arranged)
{
	const struct array_type *type = &arranged->x->type;
	uint32_t rank = type->rank, left = 0;
	int64_t *kept = shape_copy(op->arena, type->shape, rank),
		*shape = arena_new(op->arena, int64_t, (size_t)rank + 1);
	uint32_t *order = arena_new(op->arena, uint32_t, rank);
	int64_t merged = 1;
	for (uint32_t i = 0; i < rank; i++)
		order[i] = i;
	for (uint32_t i = 0; i < rank; i++) {
		if (has_dim(dims, ndims, i)) {
			merged *= type->shape[i];
			kept[i] = 1;
			continue;
		}
		uint32_t other = order[left];
		order[left] = order[i];
		order[i] = other;
		shape[left++] = type->shape[i];
	}
	shape[left] = merged;
	arranged->kept = kept;
	arranged->nkept = rank;
	arranged->axis = left;
	arranged->x = lax_reshape(op, arranged->x, shape, left + 1, order, NULL);
	return arranged->x != NULL;
}

static bool merge_axes(struct op *op, const struct quantile *quantile, struct arranged *arranged)
{
	uint32_t *dims = arena_new(op->arena, uint32_t, quantile->count);
	for (uint32_t i = 0; i < quantile->count; i++)
		if (!numpy_axis(op, quantile->axes[i], arranged->x->type.rank, &dims[i]))
			return false;
	for (uint32_t i = 0; i < quantile->count; i++)
		if (has_dim(dims, i, dims[i]))
			return refuse(op, RULE_SHAPE_MISMATCH, "ValueError", TEXT("repeated axis"));
	return merge(op, dims, quantile->count, arranged);
}

static bool arrange(struct op *op, const struct array *x, const struct quantile *quantile,
                    struct arranged *arranged)
{
	*arranged = (struct arranged){.x = x};
	if (!numpy_promote_dtypes(op, &arranged->x, 1, true))
		return false;
	if (dtype_class(arranged->x->type.dtype) == DTYPE_COMPLEX)
		return refuse(op, RULE_DTYPE_MISMATCH, "ValueError",
		              TEXT("quantile does not support complex input, as the operation is "
		                   "poorly defined."));
	if (!quantile->axes)
		return flatten(op, quantile->keepdims, arranged);
	if (quantile->tuple)
		return merge_axes(op, quantile, arranged);
	return numpy_axis(op, quantile->axes[0], arranged->x->type.rank, &arranged->axis);
}

/* The array with NaN everywhere along the axis where it has one, or in place of each alone. */
static const struct array *spread_nans(struct op *op, const struct array *x, uint32_t axis,
                                       bool alone)
{
	int64_t along = axis;
	struct numpy_reduction any = {
	    .reducer = &numpy_any, .axes = &along, .count = 1, .keepdims = true};
	const struct array *mask = numpy_isnan(op, x);
	if (mask && !alone)
		mask = numpy_reduction(op, mask, &any);
	const struct array *nan = array_scalar(op, dtype_named(STR("float32")), true);
	return mask ? numpy_where(op, mask, nan, x) : NULL;
}

/* Where the quantile lies between two elements, and how much each of them counts. */
struct neighbours {
	const struct array *low, *high, *low_weight, *high_weight;
};

static bool weigh(struct op *op, const struct array *q, struct neighbours *neighbours)
{
	neighbours->low = lax_unary(op, &lax_floor, q);
	neighbours->high = neighbours->low ? lax_unary(op, &lax_ceil, q) : NULL;
	if (!neighbours->high)
		return false;
	neighbours->high_weight = lax_binary(op, &lax_sub, q, neighbours->low);
	if (!neighbours->high_weight)
		return false;
	neighbours->low_weight = lax_binary(op, &lax_sub, constant(op, neighbours->high_weight),
	                                    neighbours->high_weight);
	return neighbours->low_weight != NULL;
}

/* Positions as integers from 0 to the last one. */
static const struct array *position(struct op *op, const struct array *place,
                                    const struct array *last, bool clamps)
{
	const struct array *zero = constant(op, place);
	if (clamps)
		place = lax_clamp(op, zero, place, last);
	else
		place = lax_binary(op, &lax_max, zero, lax_binary(op, &lax_min, place, last));
	return place ? numpy_astype(op, place, dtype_named(STR("int32"))) : NULL;
}

/* The elements at the positions along the axis, which are as many as q has. */
static const struct array *gather_along(struct op *op, const struct arranged *arranged,
                                        const struct array *positions, bool keepdims)
{
	const struct array_type *type = &arranged->x->type;
	uint32_t first = positions->type.rank, count = keepdims ? type->rank : type->rank - 1;
	int64_t *sizes = shape_copy(op->arena, type->shape, type->rank),
		*offsets = arena_new(op->arena, int64_t, type->rank),
		*along = arena_new(op->arena, int64_t, 1);
	sizes[arranged->axis] = 1;
	*along = arranged->axis;
	for (uint32_t i = 0; i < count; i++)
		offsets[i] = first + i;
	struct gather_dimensions dimensions = {.offset_dims = {offsets, count},
	                                       .collapsed_slice_dims = {along, keepdims ? 0 : 1},
	                                       .start_index_map = {along, 1}};
	positions = lax_expand_dims(op, positions, &first, 1);
	return positions ? lax_gather(op, arranged->x, positions, &dimensions,
	                              (struct dimension_list){sizes, type->rank})
	                 : NULL;
}

/* The weights in the shape of what they weigh, when there are several of them. */
static const struct array *spread_weight(struct op *op, const struct array *weight,
                                         const struct array *like)
{
	static const uint32_t first = 0;
	return weight->type.rank != 1 ? weight
	                              : lax_broadcast_in_dim(op, weight, like->type.shape,
	                                                     like->type.rank, &first, NULL);
}

/* The neighbours among all elements along the axis: *values. */
static bool find_among_all(struct op *op, const struct arranged *arranged, const struct array *q,
                           bool keepdims, struct neighbours *values, const struct dtype **dtype)
{
	const struct array *last = array_scalar(op, q->type.dtype, false);
	const struct array *place = lax_binary(op, &lax_mul, q, last);
	struct neighbours at;
	if (!place || !weigh(op, place, &at))
		return false;
	*dtype = place->type.dtype;
	at.low = position(op, at.low, last, true);
	at.high = at.low ? position(op, at.high, last, true) : NULL;
	if (!at.high)
		return false;
	values->low = gather_along(op, arranged, at.low, keepdims);
	values->high = values->low ? gather_along(op, arranged, at.high, keepdims) : NULL;
	if (!values->high)
		return false;
	values->low_weight = spread_weight(op, at.low_weight, values->low);
	values->high_weight = spread_weight(op, at.high_weight, values->high);
	return values->low_weight && values->high_weight;
}

/* x[indices]: positions along the axis, and each position of the other dimensions itself. */
static const struct array *index_along(struct op *op, const struct arranged *arranged,
                                       const struct array *positions, uint32_t nquantiles,
                                       bool keepdims)
{
	uint32_t rank = arranged->x->type.rank, at = 0;
	struct index_item *items = arena_new(op->arena, struct index_item, rank);
	struct index_options options = {0};
	for (uint32_t i = 0; i < rank; i++) {
		items[i] = (struct index_item){.kind = INDEX_ARRAY, .array = positions};
		bool along = i == arranged->axis;
		if (!along)
			items[i].array =
			    lax_iota(op, dtype_named(STR("int32")), positions->type.shape,
			             positions->type.rank, nquantiles + at, NULL);
		if (!items[i].array)
			return NULL;
		at += !along || keepdims;
	}
	struct index index = {.items = items, .count = rank};
	return numpy_index_get(op, arranged->x, &index, &options);
}

/* The neighbours among the numbers along the axis, of which there may be fewer. */
static bool find_among_numbers(struct op *op, const struct arranged *arranged,
                               const struct array *q, bool keepdims, struct neighbours *values,
                               const struct dtype **dtype)
{
	int64_t along = arranged->axis;
	uint32_t nquantiles = q->type.rank, added[MAX_RANK + 1], count = 0, front = 0;
	struct numpy_reduction sum = {.reducer = &numpy_sum,
	                              .axes = &along,
	                              .count = 1,
	                              .dtype = q->type.dtype,
	                              .keepdims = keepdims};
	const struct array *counts = lax_unary(op, &lax_not, numpy_isnan(op, arranged->x));
	counts = counts ? numpy_reduction(op, counts, &sum) : NULL;
	if (!counts)
		return false;
	for (uint32_t i = 0; i < counts->type.rank && i < MAX_RANK; i++)
		added[count++] = nquantiles + i;
	q = lax_expand_dims(op, q, added, count);
	counts = q ? lax_expand_dims(op, counts, &front, nquantiles) : NULL;
	const struct array *last =
	    counts ? lax_binary(op, &lax_sub, counts, constant(op, q)) : NULL;
	q = last ? lax_binary(op, &lax_mul, q, last) : NULL;
	struct neighbours at;
	if (!q || !weigh(op, q, &at))
		return false;
	*dtype = q->type.dtype;
	at.low = position(op, at.low, last, false);
	at.high = at.low ? position(op, at.high, last, false) : NULL;
	if (!at.high)
		return false;
	values->low = index_along(op, arranged, at.low, nquantiles, keepdims);
	values->high =
	    values->low ? index_along(op, arranged, at.high, nquantiles, keepdims) : NULL;
	values->low_weight = at.low_weight;
	values->high_weight = at.high_weight;
	return values->high != NULL;
}

/* The two neighbours made one. */
static const struct array *combine(struct op *op, enum quantile_method method,
                                   const struct neighbours *values, const struct dtype *dtype)
{
	if (method == QUANTILE_LOWER)
		return values->low;
	if (method == QUANTILE_HIGHER)
		return values->high;
	if (method == QUANTILE_NEAREST) {
		const struct array *which =
		    lax_binary(op, &lax_le, values->high_weight, constant(op, values->high_weight));
		const struct array *cases[] = {values->high, values->low};
		return which ? lax_select_n(op, which, cases, 2) : NULL;
	}
	if (method == QUANTILE_MIDPOINT) {
		const struct array *sum = lax_binary(op, &lax_add, values->low, values->high);
		return sum ? lax_binary(op, &lax_mul, sum, constant(op, values->low)) : NULL;
	}
	const struct array *low =
	    lax_binary(op, &lax_mul, numpy_astype(op, values->low, dtype), values->low_weight);
	const struct array *high =
	    low ? lax_binary(op, &lax_mul, numpy_astype(op, values->high, dtype),
	                     values->high_weight)
		: NULL;
	return high ? lax_binary(op, &lax_add, low, high) : NULL;
}

/* The result with the dimensions that were reduced. */
static const struct array *restore(struct op *op, const struct array *result,
                                   const struct arranged *arranged, const struct array *q)
{
	int64_t *shape = arena_new(op->arena, int64_t, (size_t)arranged->nkept + 1);
	uint32_t rank = 0;
	if (q->type.rank)
		shape[rank++] = q->type.shape[0];
	for (uint32_t i = 0; i < arranged->nkept; i++)
		shape[rank++] = arranged->kept[i];
	return numpy_reshape(op, result, shape, rank, NULL);
}

const struct array *numpy_quantile(struct op *op, const struct array *x, const struct array *q,
                                   const struct quantile *quantile)
{
	struct arranged arranged;
	struct neighbours values;
	const struct dtype *dtype;
	if (!x || !q || !arrange(op, x, quantile, &arranged))
		return NULL;
	if (q->type.rank > 1) {
		refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		       TEXT("q must be have rank <= 1, got shape {shape}", &q->type));
		return NULL;
	}
	if (quantile->passes_nans && !arranged.x->type.shape[arranged.axis]) {
		(void)op_unknown(op, "a quantile of no elements is not known");
		return NULL;
	}
	const struct array *sorted =
	    spread_nans(op, arranged.x, arranged.axis, quantile->passes_nans);
	if (!sorted || !lax_sort(op, &sorted, 1, arranged.axis, 1, &arranged.x) ||
	    !(quantile->passes_nans
	          ? find_among_numbers(op, &arranged, q, quantile->keepdims, &values, &dtype)
	          : find_among_all(op, &arranged, q, quantile->keepdims, &values, &dtype)))
		return NULL;
	const struct array *result = combine(op, quantile->method, &values, dtype);
	if (result && quantile->keepdims && arranged.nkept)
		result = restore(op, result, &arranged, q);
	return result ? numpy_astype(op, result, arranged.x->type.dtype) : NULL;
}
