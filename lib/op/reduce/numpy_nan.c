/* SPDX-License-Identifier: Apache-2.0 */
#include "op/reduce/numpy_nan.h"

#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"

static const struct array *weak_float(struct op *op)
{
	return array_scalar(op, dtype_named(STR("float32")), true);
}

/* The array with another value where it has no numbers. */
static const struct array *without_nans(struct op *op, const struct array *x)
{
	const struct array *mask = numpy_isnan(op, x);
	return mask ? numpy_where(op, mask, array_scalar(op, x->type.dtype, false), x) : NULL;
}

/* The same with NaN where nothing but NaNs was reduced. */
static const struct array *nan_where_all(struct op *op, const struct array *x,
                                         const struct array *result,
                                         const struct numpy_reduction *reduction)
{
	struct numpy_reduction all = {.reducer = &numpy_all,
	                              .axes = reduction->axes,
	                              .count = reduction->count,
	                              .keepdims = reduction->keepdims};
	const struct array *mask = numpy_isnan(op, x);
	mask = mask ? numpy_reduction(op, mask, &all) : NULL;
	return mask ? numpy_where(op, mask, array_scalar(op, x->type.dtype, x->type.weak), result)
	            : NULL;
}

/* The name of the function that passes over NaNs in this reduction. */
static const char *nan_name(const char *name)
{
	static const char *const names[] = {"nansum", "nanprod", "nanmax", "nanmin"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i] + strlen("nan"), name) == 0)
			return names[i];
	return name;
}

const struct array *numpy_nan_reduction(struct op *op, const struct array *x,
                                        const struct numpy_reduction *reduction)
{
	struct numpy_reduction checked = *reduction;
	if (!x || !numpy_check_where(op, nan_name(checked.name), &checked.where))
		return NULL;
	if (to_inexact(x->type.dtype) != x->type.dtype)
		return numpy_reduction(op, x, &checked);
	const struct array *numbers = without_nans(op, x);
	const struct array *result = numbers ? numpy_reduction(op, numbers, &checked) : NULL;
	bool extreme = strcmp(checked.name, "max") == 0 || strcmp(checked.name, "min") == 0;
	if (!result || !extreme || checked.initial)
		return result;
	return nan_where_all(op, x, result, &checked);
}

/* How many numbers were reduced. */
static const struct array *count_numbers(struct op *op, const struct array *x,
                                         const struct dtype *dtype,
                                         const struct numpy_reduction *reduction)
{
	struct numpy_reduction sum = *reduction;
	sum.reducer = &numpy_sum;
	sum.dtype = dtype;
	const struct array *mask = numpy_isnan(op, x);
	mask = mask ? lax_unary(op, &lax_not, mask) : NULL;
	return mask ? numpy_reduction(op, mask, &sum) : NULL;
}

const struct array *numpy_nan_mean(struct op *op, const struct array *x,
                                   const struct numpy_reduction *reduction)
{
	struct numpy_reduction checked = *reduction;
	if (!x || !numpy_check_where(op, "nanmean", &checked.where))
		return NULL;
	checked.name = "mean";
	if (to_inexact(x->type.dtype) != x->type.dtype)
		return numpy_mean(op, x, &checked);
	if (!checked.dtype)
		checked.dtype = x->type.dtype;
	const struct array *count = count_numbers(op, x, checked.dtype, &checked);
	checked.reducer = &numpy_sum;
	const struct array *sum = count ? numpy_nan_reduction(op, x, &checked) : NULL;
	return sum ? lax_binary(op, &lax_div, sum, count) : NULL;
}

/* The squared distances from the mean, 0 where there is no number. */
static const struct array *squared_distances(struct op *op, const struct array *x,
                                             const struct array *mean)
{
	const struct array *distance = mean ? lax_binary(op, &lax_sub, x, mean) : NULL;
	const struct array *mask = distance ? numpy_isnan(op, x) : NULL;
	const struct array *zero = array_scalar(op, dtype_named(STR("int32")), true);
	distance = mask ? numpy_where(op, mask, zero, distance) : NULL;
	return distance ? numpy_squared(op, distance) : NULL;
}

const struct array *numpy_nan_variance(struct op *op, const struct array *x,
                                       const struct array *mean, const struct array *ddof,
                                       const struct numpy_reduction *reduction)
{
	struct numpy_reduction checked = *reduction, kept;
	const struct dtype *computed = NULL;
	if (!x || !numpy_check_where(op, "nanvar", &checked.where))
		return NULL;
	const struct dtype *dtype =
	    numpy_variance_dtypes(op, x->type.dtype, reduction->dtype, &computed);
	x = dtype ? numpy_astype(op, x, computed) : NULL;
	if (!x)
		return NULL;
	kept = checked;
	kept.keepdims = true;
	kept.dtype = computed;
	mean = mean ? numpy_astype(op, mean, computed) : numpy_nan_mean(op, x, &kept);
	const struct array *square = squared_distances(op, x, mean);
	const struct array *count = square ? count_numbers(op, x, NULL, &checked) : NULL;
	count = count && ddof ? numpy_binary(op, &lax_sub, count, ddof, false) : count;
	if (!count)
		return NULL;
	const struct array *none =
	    lax_binary(op, &lax_le, count, array_scalar(op, count->type.dtype, count->type.weak));
	checked.reducer = &numpy_sum;
	checked.dtype = NULL;
	const struct array *sum = none ? numpy_reduction(op, square, &checked) : NULL;
	sum = sum ? numpy_where(op, none, weak_float(op), sum) : NULL;
	const struct array *one = array_scalar(op, dtype_named(STR("int32")), true);
	const struct array *divisor = sum ? numpy_where(op, none, one, count) : NULL;
	if (!divisor)
		return NULL;
	divisor = numpy_astype(op, divisor, sum->type.dtype);
	return numpy_astype(op, lax_binary(op, &lax_div, sum, divisor), dtype);
}

const struct array *numpy_nan_deviation(struct op *op, const struct array *x,
                                        const struct array *mean, const struct array *ddof,
                                        const struct numpy_reduction *reduction)
{
	struct numpy_reduction checked = *reduction;
	if (!numpy_check_where(op, "nanstd", &checked.where))
		return NULL;
	const struct array *variance = numpy_nan_variance(op, x, mean, ddof, &checked);
	return variance ? lax_unary(op, &lax_sqrt, variance) : NULL;
}
