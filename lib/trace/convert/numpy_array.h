/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arrays of NumPy: their shapes and dtypes, which may be of 64 bits. What is done with them is what
 * jax.numpy does on no mesh; what that refuses is not known, for NumPy has words and ways of its
 * own.
 */
#pragma once

#include "trace/module/library_call.h"

/* An array of NumPy. */
const struct value *numpy_array(struct trace *trace, const struct dtype *dtype,
                                const int64_t *shape, uint32_t rank);

/* What JAX makes of an array that is given to it: the array itself, unless it is one of NumPy. */
const struct array *array_of_jax(struct trace *trace, const struct array *array);

/* The dtype that the array has where it was made. */
const struct dtype *array_own_dtype(const struct array *array);

/* Raises, in NumPy's words, that an array cannot be changed since JAX holds it. Always false. */
bool refuse_read_only(struct trace *trace, const char *text);

/* Whether the value is an array of NumPy. */
static inline bool is_numpy_array(const struct value *value)
{
	return value->kind == VALUE_ARRAY && value->array->host;
}

/*
 * Calls a function of jax.numpy, or with `self` a method of arrays, for NumPy, and gives its arrays
 * as those of NumPy. NULL when it is not known what NumPy does.
 */
const struct value *numpy_call(struct trace *trace, const struct function_row *row,
                               const struct value *self, const struct given *given);
