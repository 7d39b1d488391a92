/* SPDX-License-Identifier: Apache-2.0 */
/* Equality as Python has it inside of containers: identity, or what `==` says. */
#pragma once

#include "trace/state/trace.h"

/* Whether the values are one or equal, by the __eq__ of the program's classes where they have one;
 * false after an error, or without one when that is not known. CPython: Objects/object.c
 * PyObject_RichCompareBool. */
MUST_USE bool values_equal(struct trace *trace, const struct value *a, const struct value *b,
                           bool *equal);

/* The fields of a dataclass's object that are compared, as a tuple. */
const struct value *compared_fields(struct trace *trace, const struct value *object);

/* The key of a dict, or the item of a tuple, list or set, that is equal to this one, or else this
 * one itself; so that it is found afterwards by what it is. NULL after an error, or when that is
 * not known. */
const struct value *held_item(struct trace *trace, const struct value *container,
                              const struct value *item);

/* The same for a key of a dict, which must have a hash; it may be one that is not known. */
const struct value *hashed_item(struct trace *trace, const struct value *container,
                                const struct value *item);
