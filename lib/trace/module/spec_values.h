/* SPDX-License-Identifier: Apache-2.0 */
/* The tensors and meshes of the spec, as values. */
#ifndef TRACE_MODULE_SPEC_VALUES_H
#define TRACE_MODULE_SPEC_VALUES_H

#include "trace/state/trace.h"

/* Makes the types of all tensors, as jit does for its arguments; reports those that cannot be. */
void make_tensors(struct trace *trace);

/* The tensor or mesh of this name, or NULL. */
const struct value *spec_value(struct trace *trace, struct str name);

#endif
