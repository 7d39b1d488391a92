/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: numpy/reductions.py _mean, _var, _std, _count; ops/special.py logsumexp. */
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

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
		refuse(op, RULE_SHAPE_MISMATCH, "IndexError", TEXT("tuple index out of range"),
		       WORDS("axis {} does not exist: the array has rank {}", reduction->axes[i],
		             x->type.rank));
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

const struct array *numpy_squared(struct op *op, const struct array *x)
{
	if (!x || dtype_class(x->type.dtype) != DTYPE_COMPLEX)
		return lax_unary(op, &lax_square, x);
	return lax_unary(op, &lax_real, lax_binary(op, &lax_mul, x, lax_unary(op, &lax_conj, x)));
}

const struct dtype *numpy_variance_dtypes(struct op *op, const struct dtype *x,
                                          const struct dtype *asked, const struct dtype **computed)
{
	if (asked && dtype_class(asked) != DTYPE_COMPLEX && dtype_class(x) == DTYPE_COMPLEX) {
		refuse(op, RULE_DTYPE_MISMATCH, "ValueError",
		       TEXT("jax.numpy.var does not yet support real dtype parameters when "
		            "computing the variance of an array of complex values. The semantics "
		            "of numpy.var seem unclear in this case. Please comment on "
		            "https://github.com/jax-ml/jax/issues/2283 if this behavior is "
		            "important to you."));
		return NULL;
	}
	*computed = upcast_float16(asked ? asked : to_inexact(x));
	return asked ? asked : real_dtype(to_inexact(x));
}

const struct array *numpy_variance(struct op *op, const struct array *x, const struct array *mean,
                                   const struct numpy_reduction *reduction)
{
	struct numpy_reduction checked = *reduction;
	const struct dtype *computed = NULL;
	if (!x || !numpy_check_where(op, "var", &checked.where))
		return NULL;
	const struct dtype *dtype =
	    numpy_variance_dtypes(op, x->type.dtype, reduction->dtype, &computed);
	x = dtype ? numpy_astype(op, x, computed) : NULL;
	struct numpy_reduction kept = checked;
	kept.keepdims = true;
	kept.dtype = computed;
	mean = mean ? numpy_astype(op, mean, computed) : numpy_mean(op, x, &kept);
	const struct array *square = numpy_squared(op, lax_binary(op, &lax_sub, x, mean));
	if (!square)
		return NULL;
	computed = square->type.dtype;
	const struct array *count = numpy_count(op, x, computed, &checked);
	count = lax_binary(op, &lax_sub, count, array_scalar(op, computed, false));
	const struct array *sum = count ? sum_of(op, square, computed, &checked) : NULL;
	const struct array *result = numpy_astype(op, lax_binary(op, &lax_div, sum, count), dtype);
	const struct array *positive =
	    lax_binary(op, &lax_gt, count, array_scalar(op, computed, false));
	return numpy_where(op, positive, result,
	                   array_scalar(op, dtype_named(STR("float32")), true));
}

const struct array *numpy_deviation(struct op *op, const struct array *x, const struct array *mean,
                                    const struct numpy_reduction *reduction)
{
	struct numpy_reduction checked = *reduction;
	if (!numpy_check_where(op, "std", &checked.where))
		return NULL;
	if (reduction->dtype && to_inexact(reduction->dtype) != reduction->dtype) {
		bool plain = op_has(op, JAX_STD_NAMES_DTYPE);
		refuse(op, RULE_DTYPE_MISMATCH, "ValueError",
		       TEXT("dtype argument to jnp.std must be inexact; got {}{}{}",
		            plain ? "" : "<class 'jax.numpy.", reduction->dtype,
		            plain ? "" : "'>"));
		return NULL;
	}
	return lax_unary(op, &lax_sqrt, numpy_variance(op, x, mean, &checked));
}

/* The greatest element, 0 where there is none that is finite. */
static const struct array *finite_maximum(struct op *op, const struct array *x,
                                          const struct numpy_reduction *reduction)
{
	const struct dtype *dtype = real_dtype(x->type.dtype);
	struct numpy_reduction max = *reduction;
	max.reducer = &numpy_max;
	max.initial = array_scalar(op, dtype_named(STR("float32")), true);
	if (dtype != x->type.dtype)
		x = lax_unary(op, &lax_real, x);
	const struct array *greatest = numpy_reduction(op, x, &max);
	const struct array *finite = lax_unary(op, &lax_is_finite, greatest);
	if (!finite)
		return NULL;
	struct sharding_request request = type_request(&greatest->type);
	const struct array *zeros = lax_full(op, dtype, greatest->type.weak, greatest->type.shape,
	                                     greatest->type.rank, request.mesh ? &request : NULL);
	const struct array *cases[] = {zeros, greatest};
	return zeros ? lax_select_n(op, finite, cases, 2) : NULL;
}

const struct array *numpy_logsumexp(struct op *op, const struct array *x, const struct array *b,
                                    const struct numpy_reduction *reduction,
                                    const struct array **sign)
{
	const struct array *pair[] = {x, b};
	if (reduction->where && op_has(op, JAX_LOGSUMEXP_MASKS_FIRST))
		pair[0] = numpy_where(op, reduction->where, x,
		                      array_scalar(op, dtype_named(STR("int32")), true));
	if (!pair[0] || !numpy_promote_dtypes(op, pair, b ? 2 : 1, true) ||
	    (b && !numpy_promote_ranks(op, pair, 2)))
		return NULL;
	const struct dtype *dtype = pair[0]->type.dtype;
	const struct array *nonzero =
	    b ? numpy_binary(op, &lax_ne, pair[1],
	                     array_scalar(op, dtype_named(STR("int32")), true), false)
	      : NULL;
	if (b)
		pair[0] = numpy_where(op, nonzero, pair[0],
		                      array_scalar(op, dtype_named(STR("float32")), true));
	const uint32_t *dims;
	uint32_t ndims;
	if (!pair[0] ||
	    !numpy_axes(op, reduction->axes, reduction->count, pair[0]->type.rank, &dims, &ndims))
		return NULL;
	const struct array *greatest = finite_maximum(op, pair[0], reduction);
	const struct array *spread = greatest && !reduction->keepdims
	                                 ? lax_expand_dims(op, greatest, dims, ndims)
	                                 : greatest;
	const struct array *powers = lax_unary(
	    op, &lax_exp, lax_binary(op, &lax_sub, pair[0], numpy_astype(op, spread, dtype)));
	if (b)
		powers = lax_binary(op, &lax_mul, powers, pair[1]);
	const struct array *sum = sum_of(op, powers, NULL, reduction);
	if (sign)
		*sign = lax_unary(op, &lax_sign, sum);
	bool real = dtype_class(dtype) != DTYPE_COMPLEX;
	sum = sign || real ? lax_unary(op, &lax_abs, sum) : sum;
	if (!sum)
		return NULL;
	return lax_binary(op, &lax_add, lax_unary(op, &lax_log, sum),
	                  numpy_astype(op, greatest, sum->type.dtype));
}
