/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of a module put in place, as XLA does before anything is propagated. */
#pragma once

#include "module/module.h"

/* Instructions that a module may have once its calls are put in place. */
enum { MAX_INLINED = 1 << 22 };

/*
 * Puts the body of each called computation in the place of the call (CallInliner of xla), with
 * regions of its own for each loop and branch in it. Memory comes from the module's arena. False
 * when the module would become too large; then it is not to be used.
 */
MUST_USE bool module_inline_calls(struct arena *scratch, struct module *module);
