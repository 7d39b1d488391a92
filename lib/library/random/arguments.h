/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of the functions of jax.random. */
#pragma once

#include "trace/library.h"

/* A key, or what might be the data of one; NULL after raising that it cannot be either. JAX:
 * random/core.py _check_prng_key. */
const struct array *random_argument(struct trace *trace, const struct value *value);

/* The dtype of the keys of an implementation, which is named by a text or is that dtype; NULL when
 * it is not known. JAX: random/core.py resolve_prng_impl. */
const struct dtype *implementation_dtype(struct trace *trace, const struct value *value);

/* A shape, or one size. */
MUST_USE bool random_shape(struct trace *trace, const struct value *value, const int64_t **shape,
                           uint32_t *rank);
