/* SPDX-License-Identifier: Apache-2.0 */
/* lax.reduce and lax.reduce_window, which take a function to reduce by. */
#ifndef LIBRARY_LAX_REDUCER_H
#define LIBRARY_LAX_REDUCER_H

#include "trace/library.h"

/* lax.reduce(operands, init_values, computation, dimensions, out_sharding=None). JAX: lax/lax.py
 * reduce. */
const struct value *call_reduce(struct trace *trace, const struct call_arguments *arguments);

/* lax.reduce_window(operand, init_value, computation, window_dimensions, …). JAX:
 * lax/windowed_reductions.py reduce_window. */
const struct value *call_reduce_window(struct trace *trace, const struct call_arguments *arguments);

#endif
