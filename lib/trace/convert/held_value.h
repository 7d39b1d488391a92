/* SPDX-License-Identifier: Apache-2.0 */
/* What arrays hold as values of Python, and the other way round: op/core/elements.h. */
#pragma once

#include "op/core/elements.h"
#include "trace/state/trace.h"

/* A number of Python or NumPy as an element of the dtype; false when it is none, or not exactly. */
bool value_element(const struct value *value, const struct dtype *dtype, union element *element);

/* The element as a number of Python; NULL when it does not fit 64 bits. */
const struct value *element_value(struct arena *arena, const struct dtype *dtype,
                                  union element element);

/* The scalar, which has just been made, as one that JAX hands a function of its own under jit: the
 * number of Python is written where it is compiled, but nothing is known of it here. */
const struct array *handed_number(struct trace *trace, const struct value *number,
                                  const struct array *array);

/* A scalar array that has been made of a number, with that number as what it holds. */
const struct array *held_number(struct trace *trace, const struct value *number,
                                const struct array *array);

/* The truth of an array of one element; false when it is not known. */
bool held_truth(struct trace *trace, const struct value *value, bool *truth);

/* The integer that a scalar array of integers holds. False when it is not known, or beyond 63
 * bits. */
bool held_integer(struct trace *trace, const struct value *value, int64_t *integer);

/* The value; of an array of one element that is no tracer, and of which nobody knows what it holds,
 * a truth that is foreign. */
const struct value *value_as_choice(struct trace *trace, const struct value *value);

/* What float() and its like make of an array: a number that is foreign, or NULL of a tracer. */
const struct value *array_to_number(struct trace *trace, const struct array *array,
                                    const char *function);

/* Whether the value is an array of one dimension whose integers are known. */
bool holds_list(struct trace *trace, const struct value *value);

/* Says what the item at this index of an array of NumPy holds, which is a view of it. */
void hold_part(const struct array *array, int64_t index, const struct array *part);

/* The element as a NumPy scalar; NULL when such a one does not hold it exactly. */
const struct value *element_scalar(struct arena *arena, const struct dtype *dtype,
                                   union element element);

/* A NumPy array without dimensions as the scalar that it is where its number is known. */
const struct value *numpy_scalar_of(struct trace *trace, const struct value *array);

/* The value as a key of a dict: scalars of NumPy, in tuples too, as their numbers, which are
 * foreign where nobody knows them. */
const struct value *value_as_key(struct trace *trace, const struct value *value);
