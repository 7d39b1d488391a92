/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments that functions of linear algebra have in common. */
#ifndef LIBRARY_LINALG_LINALG_ARGUMENTS_H
#define LIBRARY_LINALG_LINALG_ARGUMENTS_H

#include "library/library.h"
#include "trace/convert/convert_value.h"
#include "trace/eval/derivation.h"

/* The argument at `index` as an array of floats or complex numbers; `function` is the name that
 * errors use. NULL after raising. JAX: numpy/util.py ensure_arraylike, promote_dtypes_inexact. */
const struct array *inexact_argument(struct trace *trace, const struct call_arguments *arguments,
                                     uint32_t index, const char *function);

/* A derivation of the function being called, in which its first parameter is this array; failed
 * for NULL. */
struct derivation derivation_from(struct trace *trace, const struct call_arguments *arguments,
                                  const struct array *first);

/* Whether the array is made of square matrices. */
bool has_square_matrices(const struct array *x);

/* Raises a ValueError of two texts around the shape of the array. Always NULL. */
const struct value *raise_shape(struct trace *trace, const char *before, const struct array *x,
                                const char *after);

/* Whether the value is this number, of Python. */
bool value_is_number(const struct value *value, double number);

/* Whether the value is this text. */
bool value_is_text(const struct value *value, const char *text);

#endif
