/* SPDX-License-Identifier: Apache-2.0 */
/* Annotations of arrays, as jaxtyping reads them when they are written. */
#pragma once

#include "trace/state/trace.h"

/* Whether jaxtyping takes an item of one of its kinds of arrays, such as Array, "b d" of Float;
 * raises what it says of another. True of any other object. jaxtyping 0.3.11: _array_types.py
 * _make_array_cached. */
MUST_USE bool annotation_fits(struct trace *trace, const struct value *kind,
                              const struct value *item, struct span at);

/* The same of the annotations of a function, which are run when it is defined. */
MUST_USE bool annotations_fit(struct trace *trace, const struct function *function);

/* The same of the annotation of a name, which is run in modules and classes alone. */
MUST_USE bool annotated_fits(struct trace *trace, const struct expression *annotation);
