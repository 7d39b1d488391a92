/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions as jax.numpy has them: with dtypes chosen, parts masked, dimensions kept. */
#ifndef OP_REDUCE_NUMPY_REDUCTION_H
#define OP_REDUCE_NUMPY_REDUCTION_H

#include "op/elementwise/numpy.h"

/* What a reduction of jax.numpy is asked for; zeroes are the defaults. */
struct numpy_reduction {
	const struct numpy_reducer *reducer; /* of numpy_reduction */
	const char *name;                    /* of the other functions, as errors have it */
	const int64_t *axes;                 /* as somebody wrote them; NULL: all */
	uint32_t count;
	bool keepdims;
	bool keeps_integers;         /* promote_integers=False */
	const struct dtype *dtype;   /* of the result, or NULL */
	const struct array *initial; /* or NULL */
	const struct array *where;   /* or NULL */
};

/* JAX: numpy/reductions.py _reduction. */
const struct array *numpy_reduction(struct op *op, const struct array *x,
                                    const struct numpy_reduction *reduction);

/* JAX: reductions.py _mean. */
const struct array *numpy_mean(struct op *op, const struct array *x,
                               const struct numpy_reduction *reduction);

/* How many elements were reduced, of `dtype`: of the result's shape when where= was given, else a
 * scalar. JAX: reductions.py _count. */
const struct array *numpy_count(struct op *op, const struct array *x, const struct dtype *dtype,
                                const struct numpy_reduction *reduction);

/* jnp.argmax and argmin, along all elements when `flat`. JAX:
 * numpy/lax_numpy.py _argmax. */
const struct array *numpy_argument_reduction(struct op *op, const struct primitive *primitive,
                                             const struct array *x, bool flat, int64_t axis,
                                             bool keepdims);

/* The axes counted from the front, all `rank` of them when `axes` is NULL; false after raising that
 * one is out of range or given twice. JAX: reductions.py _reduction_dims. */
MUST_USE bool numpy_axes(struct op *op, const int64_t *axes, uint32_t count, uint32_t rank,
                         const uint32_t **dims, uint32_t *ndims);

/* The same as other functions than reductions say it. JAX: util.py canonicalize_axis_tuple. */
MUST_USE bool numpy_axis_tuple(struct op *op, const int64_t *axes, uint32_t count, uint32_t rank,
                               const uint32_t **dims, uint32_t *ndims);

/* Checks where= of the function: a boolean array, or made one in older releases. */
MUST_USE bool numpy_check_where(struct op *op, const char *name, const struct array **where);

/* float32 for dtypes of 16 bits that are floats, else the dtype itself. JAX: _upcast_f16. */
const struct dtype *upcast_float16(const struct dtype *dtype);

/* Whether the array has an element that is no number: of x != x. */
const struct array *numpy_isnan(struct op *op, const struct array *x);

#endif
