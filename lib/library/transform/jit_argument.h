/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of jitted functions as these see them. */
#pragma once

#include "trace/state/trace.h"

/* A leaf that only describes an array, which it is traced as. */
struct described_leaf {
	const struct described_leaf *next;
	const struct array *array; /* that the function sees */
	const struct value *type;
	struct str path; /* how errors name it */
};

/* An argument that is not static, with arrays as its leaves; `name` is what errors call it. Leaves
 * that describe arrays are put before those that *described has. NULL after raising that one cannot
 * be traced. JAX: pjit.py _infer_params, api_util.py shaped_abstractify. */
const struct value *jit_argument(struct trace *trace, const struct value *function, struct str name,
                                 const struct value *value,
                                 const struct described_leaf **described);

/* An argument that is static, which must be hashable; NULL after raising that it is not. */
const struct value *jit_static_argument(struct trace *trace, const struct value *value,
                                        struct span at);

/* Raises that the leaf has no elements to run the function with. JAX: pjit.py
 * _python_pjit_helper. */
bool jit_argument_refuse_described(struct trace *trace, const struct described_leaf *leaf);

/* What a jitted function returned, as jit gives it back; NULL after raising that something in it is
 * no array. Arrays from number `first` on were made in it, and are no arguments. JAX: pjit.py,
 * pe.trace_to_jaxpr_dynamic. */
const struct value *jit_result(struct trace *trace, const struct value *value, uint64_t first);
