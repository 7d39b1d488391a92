/* SPDX-License-Identifier: Apache-2.0 */
/* What a script communicates and computes outside of its jitted functions. */
#pragma once

#include "plan/planned_function.h"

/*
 * Adds what the script does between its calls to the plan, where it is on a mesh; those of its
 * operations that repeat are planned once for a line. `planning->layouts` must know the results of
 * all functions. What moves arrays and does nothing else is not among it.
 */
void plan_outside(const struct planning *planning);
