/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of jitted functions as these see them. */
#pragma once

#include "trace/state/trace.h"

/* An argument that is not static, with arrays as its leaves; `name` is what errors call it. NULL
 * after raising that one cannot be traced. JAX: pjit.py _infer_params, api_util.py
 * shaped_abstractify. */
const struct value *jit_argument(struct trace *trace, const struct value *function, struct str name,
                                 const struct value *value);

/* What a jitted function returned, as jit gives it back; NULL after raising that something in it is
 * no array. Arrays from number `first` on were made in it, and are no arguments. JAX: pjit.py,
 * pe.trace_to_jaxpr_dynamic. */
const struct value *jit_result(struct trace *trace, const struct value *value, uint64_t first);
