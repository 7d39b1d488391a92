/* SPDX-License-Identifier: Apache-2.0 */
/* What the tables of Python's own modules share. They are part of the language, so they use the
 * interpreter itself. */
#pragma once

#include "base/utf8.h"
#include "jax/python_text.h"
#include "library/library.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/python_number.h"
#include "trace/convert/sequence.h"

/* What numbers, lists and arrays are as an array of NumPy; NULL when that is not known. */
const struct value *numpy_array_of(struct trace *trace, const struct value *x, struct span at);

/* Whether it is a class of dtypes, as np.floating, and whether a dtype is of it. */
bool is_abstract_dtype(const struct value *class);
bool dtype_is_of(const struct dtype *dtype, const struct value *class);

/* Whether a program goes through something of which nobody knows what it gives, so that nobody does
 * of a list or pairs of that either: a loop over them may go through any. */
bool is_open_iterable(const struct trace *trace, const struct value *iterable);

/* What goes through such a thing, or through it beside others, which is as foreign. */
static inline const struct value *open_iterator(struct arena *arena, const struct value *iterable)
{
	return value_foreign_as(arena, iterable, iterable->number);
}

/* What goes through such a thing, or through an object that goes through one; NULL: it is none. */
const struct value *open_iterator_of(struct trace *trace, const struct value *iterable);

/* Whether an argument is the default of a parameter that nobody gives otherwise. */
static inline bool is_missing(const struct value *value)
{
	return value->kind == VALUE_STRING && str_equal(value->string, STR("_missing"));
}
