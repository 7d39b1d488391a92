/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: numpy/reductions.py _mean, _count. */
#include "op/reduce/numpy_reduction.h"

const struct array *numpy_count(struct op *op, const struct array *x, const struct dtype *dtype,
                                const struct numpy_reduction *reduction)
{
	int64_t rank = x->type.rank;
	if (reduction->where) {
		struct numpy_reduction sum = *reduction;
		sum.reducer = &numpy_sum;
		sum.dtype = dtype;
		sum.where = sum.initial = NULL;
		return numpy_reduction(
		    op, lax_broadcast_to(op, reduction->where, x->type.shape, x->type.rank, NULL),
		    &sum);
	}
	for (uint32_t i = 0; reduction->axes && i < reduction->count; i++) {
		if (reduction->axes[i] >= -rank && reduction->axes[i] < rank)
			continue;
		(void)op_raise(op, RULE_SHAPE_MISMATCH, "IndexError", "tuple index out of range");
		(void)op_say(op, "axis %lld does not exist: the array has rank %u",
		             (long long)reduction->axes[i], x->type.rank);
		return NULL;
	}
	return array_scalar(op, dtype, false);
}

/* The sum of a computation in this dtype, with the reduction's axes, mask and kept dimensions. */
static const struct array *sum_of(struct op *op, const struct array *x, const struct dtype *dtype,
                                  const struct numpy_reduction *reduction)
{
	struct numpy_reduction sum = *reduction;
	sum.reducer = &numpy_sum;
	sum.dtype = dtype;
	return numpy_reduction(op, x, &sum);
}

const struct array *numpy_mean(struct op *op, const struct array *x,
                               const struct numpy_reduction *reduction)
{
	struct numpy_reduction checked = *reduction;
	if (!x || !numpy_check_where(op, "mean", &checked.where))
		return NULL;
	const struct dtype *dtype = reduction->dtype ? reduction->dtype : to_inexact(x->type.dtype);
	const struct dtype *computed = reduction->dtype ? dtype : upcast_float16(dtype);
	const struct array *count = numpy_count(op, x, computed, &checked);
	if (!count)
		return NULL;
	return numpy_astype(op, lax_binary(op, &lax_div, sum_of(op, x, computed, &checked), count),
	                    dtype);
}
