/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of a function, as jax.jit looks at them. */
#pragma once

#include "program/arguments.h"
#include "trace/state/trace.h"

/*
 * What inspect.signature gives of a function, method, functools.partial, callable object or
 * transformed function: without what is bound already. NULL when it is not known. It lives in the
 * trace's arena.
 */
const struct parameters *signature_of(struct trace *trace, const struct value *function);

/* What Python calls a function, that of a partial, wrapped or transformed one by what it is around;
 * empty: that is not known. */
struct str called_name(const struct value *function);
