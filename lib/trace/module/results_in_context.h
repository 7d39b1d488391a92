/* SPDX-License-Identifier: Apache-2.0 */
/* Results of JAX's functions where a mesh is in context. */
#pragma once

#include "trace/state/trace.h"

/* The result of a function of the library that was called at once with these arguments: on axes
 * that are not Auto all its arrays are on the mesh in context, and on Auto ones those that are made
 * of whole arrays alone are whole (op/core/op.h), unless the function places any. */
const struct value *results_in_context(struct trace *trace, const struct value *const *arguments,
                                       uint32_t count, const struct value *result, bool places);
