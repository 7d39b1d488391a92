/* SPDX-License-Identifier: Apache-2.0 */
/* The levels of what traces functions: what a function has from outside of its own must stay as it
 * is. */
#pragma once

#include "trace/state/trace.h"

/* From here on a function is traced for itself, until `level_leave`; JAX: core.py
 * set_current_trace. */
void level_enter(struct trace *trace, struct trace_level *level);

/* The same of a branch or the body of a loop, which with jax.disable_jit() are called as they are.
 */
void level_enter_control(struct trace *trace, struct trace_level *level);

/* The function has been followed, which was begun with this level. */
void level_leave(struct trace *trace, const struct trace_level *level);
