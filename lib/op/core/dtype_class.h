/* SPDX-License-Identifier: Apache-2.0 */
/* Families of dtypes, and what two dtypes have in common. JAX: dtypes.py. */
#pragma once

#include "op/core/op.h"

/* The family a dtype belongs to; that of PRNG keys is DTYPE_KEY. */
static inline enum dtype_class dtype_class(const struct dtype *dtype)
{
	return dtype->class;
}

/* Whether it is a signed or unsigned integer. */
static inline bool dtype_is_integer(const struct dtype *dtype)
{
	return dtype_class(dtype) == DTYPE_SIGNED || dtype_class(dtype) == DTYPE_UNSIGNED;
}

/* Whether derivatives are taken by it: it is a float or complex. */
static inline bool dtype_is_inexact(const struct dtype *dtype)
{
	return dtype_class(dtype) == DTYPE_FLOAT || dtype_class(dtype) == DTYPE_COMPLEX;
}

/* The dtype of an array of which `dtype` was asked for: int32 for int64 with 64-bit types disabled.
 */
static inline const struct dtype *canonical_dtype(const struct op *op, const struct dtype *dtype)
{
	return dtype_of_array(dtype->id, op->x64);
}

/* What an array of Python's integers or floats is of: int32, and int64 with 64-bit types. JAX:
 * dtypes.py default_int_dtype, default_float_dtype. */
static inline const struct dtype *default_int(const struct op *op)
{
	return dtype_of_array(DTYPE_ID_WEAK_INT, op->x64);
}

static inline const struct dtype *default_float(const struct op *op)
{
	return dtype_of_array(DTYPE_ID_WEAK_FLOAT, op->x64);
}

/* float64 for integers of 64 bits, float32 for others and booleans, where NumPy runs float64 for
 * all of them, else the dtype itself. JAX: dtypes.py to_inexact_dtype. */
const struct dtype *to_inexact(const struct op *op, const struct dtype *dtype);

/* The dtype of the real part: float32 for complex64, else the dtype itself. */
const struct dtype *real_dtype(const struct dtype *dtype);

/*
 * The dtype that the types have in common, and whether it is weak; NULL when there is none. JAX:
 * dtypes.py lattice_result_type over its type-promotion lattice.
 */
const struct dtype *promote_all(const struct op *op, const struct array_type *const *types,
                                uint32_t count, bool *weak);

/* The same for two types. */
static inline const struct dtype *promote(const struct op *op, const struct array_type *a,
                                          const struct array_type *b, bool *weak)
{
	const struct array_type *types[] = {a, b};
	return promote_all(op, types, 2, weak);
}
