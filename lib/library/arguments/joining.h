/* SPDX-License-Identifier: Apache-2.0 */
/* Cutting arrays into several, as jax.lax and jax.numpy do. */
#ifndef LIBRARY_ARGUMENTS_JOINING_H
#define LIBRARY_ARGUMENTS_JOINING_H

#include "trace/library.h"

enum { MAX_PIECES = 10000 };

/* The arrays along the dimension, as a tuple; for releases where that is a primitive. NULL when JAX
 * raises. */
const struct value *unstack_dim(struct trace *trace, const struct array *x, uint32_t dim);

#endif
