/* SPDX-License-Identifier: Apache-2.0 */
/* Values that must be known while JAX traces. */
#ifndef LIBRARY_ARGUMENTS_CONCRETE_H
#define LIBRARY_ARGUMENTS_CONCRETE_H

#include "trace/library.h"

/* Raises that an array is no value that is known. Always NULL. JAX: core.py concrete_or_error. */
const struct value *refuse_traced(struct trace *trace, const struct array *array);

/* A size that must be known; false after raising for one that is traced, or no integer. JAX:
 * core.py concrete_dim_or_error. */
MUST_USE bool concrete_size(struct trace *trace, const struct value *value, int64_t *size);

/* Whether neither the array nor what vmap maps is sharded. */
bool is_replicated(const struct array *array);

#endif
