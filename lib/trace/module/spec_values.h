/* SPDX-License-Identifier: Apache-2.0 */
/* The tensors and meshes of the spec, as values. */
#pragma once

#include "trace/state/trace.h"

/* Makes the types of all tensors, as jit does for its arguments; reports those that cannot be. */
void make_tensors(struct trace *trace);

/* The tensor or mesh of this name, or NULL. */
const struct value *spec_value(struct trace *trace, struct str name);
