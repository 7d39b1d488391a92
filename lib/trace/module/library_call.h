/* SPDX-License-Identifier: Apache-2.0 */
/* Calling functions of the library. */
#pragma once

#include "trace/state/trace.h"

/* The result of an operation as a value: NULL for a NULL array, which has failed. */
const struct value *trace_array(struct trace *trace, const struct array *array);

/* Several results as a tuple. */
const struct value *trace_arrays(struct trace *trace, enum value_kind kind,
                                 const struct array *const *arrays, uint32_t count);

/* What a call is given. */
struct given {
	struct value_list positional;
	const struct value_pair *keywords; /* keys are strings */
	uint32_t nkeywords;
	struct span at;
	const struct call *call; /* or NULL */
};

/* How many values that are, and each of them, those of keywords last. */
static inline uint32_t given_count(const struct given *given)
{
	return given->positional.count + given->nkeywords;
}

static inline const struct value *given_at(const struct given *given, uint32_t index)
{
	uint32_t count = given->positional.count;
	return index < count ? given->positional.items[index]
	                     : given->keywords[index - count].value;
}

/* How findings name a call of the function: jax.numpy.nonzero(…). */
struct str called_text(struct trace *trace, const struct function_row *row);

/* Calls the row; `self` NULL of a function. */
const struct value *call_row(struct trace *trace, const struct function_row *row,
                             const struct value *self, const struct given *given);

/* What a call gives of whose arguments some are unknown; NULL: none is. */
const struct value *result_of_unknown(struct trace *trace, const struct call_arguments *arguments);

/* What a row is when it is named: a constant's value, else a function. */
const struct value *library_value(struct trace *trace, const struct function_row *row);

/* Calls the library's function of this name with positional arguments; gives up when there is none.
 */
const struct value *library_call(struct trace *trace, const char *module, const char *name,
                                 const struct value *const *arguments, uint32_t count,
                                 struct span at);

/* Calls the method of the value's class; *found tells whether there is one. */
const struct value *call_method(struct trace *trace, const struct value *self, const char *name,
                                const struct value *const *arguments, uint32_t count,
                                struct span at, bool *found);

/* A dict of what a mapping of a class has, by its keys and its __getitem__; another value as it is.
 */
const struct value *read_mapping(struct trace *trace, const struct value *value, struct span at);

/* The class whose methods the value has: "ndarray"; empty for none. */
struct str value_class_table(const struct value *value);

/* Finds the row of a method or property that the value has. */
enum library_match library_find_method(struct trace *trace, const struct value *value,
                                       struct str name, const struct function_row **row);

/* A method of the library on its object, or the value of a property. */
const struct value *library_method(struct trace *trace, const struct function_row *row,
                                   const struct value *self, struct span at);
