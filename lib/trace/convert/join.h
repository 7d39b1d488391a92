/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a value is that may be either of two, as after a statement of which it is not known whether
 * it has run: an array of the type that both have and that holds nothing known, a number that is
 * not known, and what both are alike. All else is foreign.
 */
#pragma once

#include "trace/state/changes.h"

/* *wider becomes true when that is not the first of them, and stays what it is otherwise. */
const struct value *join_values(struct trace *trace, const struct value *one,
                                const struct value *other, bool *wider);

/* Whether it is a number, or an array of JAX of floats or integers that is just one. */
bool is_single(const struct value *value);

/* One of several of which only is known that all are singles: it can be compared. */
const struct value *any_single(struct arena *arena);

/* A number of this kind (VALUE_INT, VALUE_FLOAT or VALUE_BOOL), of which nobody knows which. */
const struct value *any_number(struct arena *arena, enum value_kind number);
