/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays where Python wants a number. */
#pragma once

#include "trace/state/trace.h"

/* How JAX's errors name a tracer. JAX: core.py Tracer._error_repr. */
struct str tracer_text(struct trace *trace, const struct array *array);

/* Whether the array is a tracer. One that is not has its values, but only when the program runs. */
bool array_is_traced(const struct trace *trace, const struct array *array);

/* The same, and whether a derivative is taken by what the array depends on, which Python's integers
 * and truths see through and other conversions do not. JAX: core.py Tracer.__float__, __array__. */
bool array_is_opaque(const struct trace *trace, const struct array *array);

/* Whether what is called is lowered and compiled at once, as outside of jit, and not recorded. */
bool lowers_at_once(const struct trace *trace);

/* Whether the value is an array of JAX that is no tracer. JAX: array.py ArrayImpl. */
bool array_exists(const struct trace *trace, const struct value *value);

/* How Python's errors name the class of a value: of such an array with its module. */
const char *class_in_errors(const struct trace *trace, const struct value *value);

/* The same without the module, as JAX's errors name it. */
const char *short_class_in_errors(const struct trace *trace, const struct value *value);

/* Raises why an array has no truth here: it is empty, has several elements, or is traced; of any
 * other it is unknown. Always false. JAX: core.py Tracer.__bool__. */
bool array_truth(struct trace *trace, const struct array *array);

/* The same of the integer that an array is to be, with the TypeError of one that is not a scalar
 * integer first. Always false. JAX: array.py, core.py Tracer.__index__. */
bool array_to_int(struct trace *trace, const struct array *array);

/* Whether the value is an array of one element that is no tracer: its truth is foreign. */
bool holds_truth(const struct trace *trace, const struct value *value);

/* Whether a comparison of two values decides between arrays of one type, by a truth that only a run
 * tells: what follows is the same for both. */
bool chooses_alike(const struct trace *trace, const struct value *comparison, const struct value *a,
                   const struct value *b);

/* One element along the first dimension, which is not scalar. JAX: slicing.py index_in_dim. */
const struct array *array_item(struct trace *trace, const struct array *array, int64_t index);
