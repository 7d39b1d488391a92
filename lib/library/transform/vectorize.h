/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.vectorize: a function repeated over leading dimensions, by a vmap for each. */
#ifndef LIBRARY_TRANSFORM_VECTORIZE_H
#define LIBRARY_TRANSFORM_VECTORIZE_H

#include "library/library.h"

/* Calls a function of the library that takes arrays alone on arrays with leading dimensions. NULL
 * when that fails. JAX: jnp.vectorize(function, signature=signature)(*arrays). */
const struct value *vectorized_call(struct trace *trace, const struct function_row *function,
                                    const char *signature, const struct value *const *arrays,
                                    uint32_t count, struct span at);

#endif
