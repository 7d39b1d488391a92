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

/* A new array of NumPy that holds what this one does. */
const struct value *numpy_copy(struct trace *trace, const struct array *array);

/* What JAX makes of an array that is given to it: the array itself, unless it is one of NumPy. */
const struct array *array_of_jax(struct trace *trace, const struct array *array);

/* Forgets what the arrays of NumPy in a value hold: something may have written to them. */
void numpy_forget(struct trace *trace, const struct value *value);

/* Writes to an array of NumPy what another holds, or a number, in its place; NULL: something that
 * is not known. */
void numpy_write(struct trace *trace, const struct array *array, const struct value *written);

/* array[index] = item of an array of NumPy. What it then holds is that of
 * array.at[index].set(item), for numpy; where the array, the index or the item is not known, it is
 * not known either. */
void numpy_set_item(struct trace *trace, const struct value *array, const struct value *index,
                    const struct value *item);

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

/* The same of a property of arrays. */
const struct value *numpy_property(struct trace *trace, const struct function_row *row,
                                   const struct value *self, struct span at);
