/* SPDX-License-Identifier: Apache-2.0 */
/* The words that NumPy takes for a dtype. */
#pragma once

#include "spec/dtype.h"

/* The dtype that np.dtype(text) gives: of a name ('float32', 'half', 'bfloat16') or a code ('f4',
 * '<i8', '?'). NULL when there is none, or NumPy has one that JAX has not ('U10',
 * 'datetime64[ns]'): *foreign says which of the two. NumPy: _core/_type_aliases.py, descriptor.c
 * _convert_from_str. */
const struct dtype *numpy_dtype_named(struct str text, bool *foreign);
