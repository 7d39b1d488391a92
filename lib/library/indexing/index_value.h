/* SPDX-License-Identifier: Apache-2.0 */
/* Indices and the keywords of indexing as values of programs. */
#pragma once

#include "op/index/index.h"
#include "trace/library.h"

/* What stands in the brackets; false when it is not known. */
MUST_USE bool value_to_index(struct trace *trace, const struct value *value, struct index *index);

/* A mode of gathers and scatters: a text, a lax.GatherScatterMode, or None. */
void value_to_index_mode(const struct trace *trace, const struct value *value,
                         struct index_options *options);

/* A value as jnp.asarray makes an array of it: (nested) lists of numbers and arrays, too. NULL when
 * that fails. */
const struct array *value_as_array(struct trace *trace, const struct value *value,
                                   const char *function);

/* The modes as members of lax.GatherScatterMode. */
const struct value *gather_scatter_mode(struct trace *trace,
                                        const struct call_arguments *arguments);
