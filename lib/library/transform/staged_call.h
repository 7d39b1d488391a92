/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that JAX traces as a whole: of functions under jit, checkpoint and their like. */
#pragma once

#include "trace/convert/pytree.h"

/* The value with arrays in place of Python's numbers: as a traced function sees its arguments. What
 * is unknown stays so. NULL after raising that something is no array. */
const struct value *traced_value(struct trace *trace, const struct value *value);

/* Calls a function that JAX traces as a whole, with arguments as it sees them. NULL when that
 * fails. */
const struct value *staged_call(struct trace *trace, const struct value *function,
                                const struct value_list *positional,
                                const struct value_pair *keywords, uint32_t nkeywords,
                                struct span at);

/*
 * The arguments of a transformed function as it sees them. `static_positions` are integers, or
 * one, that count them, from the end when negative; `static_names` are texts, or one; either may be
 * None. *positional and *keywords are new; NULL for static_names that name nothing is no error.
 */
MUST_USE bool traced_arguments(struct trace *trace, const struct call_arguments *arguments,
                               const struct value *static_positions,
                               const struct value *static_names, struct value_list *positional,
                               const struct value_pair **keywords);
