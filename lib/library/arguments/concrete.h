/* SPDX-License-Identifier: Apache-2.0 */
/* Values that must be known while JAX traces. */
#ifndef LIBRARY_ARGUMENTS_CONCRETE_H
#define LIBRARY_ARGUMENTS_CONCRETE_H

#include "trace/library.h"

/* A size that must be known; false after raising for one that is traced, or no integer. JAX:
 * core.py concrete_dim_or_error. */
MUST_USE bool concrete_size(struct trace *trace, const struct value *value, int64_t *size);

/* Whether neither the array nor what vmap maps is sharded. */
bool is_replicated(const struct array *array);

#endif
