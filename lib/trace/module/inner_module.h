/* SPDX-License-Identifier: Apache-2.0 */
/* The modules inside of a library from which its public ones have their names. */
#pragma once

#include "trace/state/trace.h"

/*
 * What such a module has under this name: optax._src.base has GradientTransformation, as optax has
 * it. NULL, without an error, when it is none of them or the name is not public.
 */
const struct value *inner_module_value(struct trace *trace, struct str module, struct str name);
