/* SPDX-License-Identifier: Apache-2.0 */
/* What the compiler makes of a module and its author will regret. */
#pragma once

#include "diag/diag.h"
#include "module/module.h"
#include "plan/step.h"

/*
 * Adds findings about the steps that are planned of a module, and about its layouts: what could be
 * cheaper. An argument of which at least `large` bytes are gathered in a run is named. `scratch` is
 * used and given back.
 */
void module_lint(struct arena *scratch, const struct module *module, const struct plan_steps *steps,
                 int64_t large, struct diags *diags);
