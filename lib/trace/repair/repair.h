/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What to write in the place of an expression that fails for how its arrays are sharded. Nothing is
 * proposed that has not been evaluated where the expression stands, without an error.
 */
#pragma once

#include "trace/state/trace.h"

/*
 * Looks for a repair of the expression whose error stands in trace->op.error, and puts it into
 * trace->repair.proposed. The state of the trace, the error included, stays as it is. A program has
 * a bounded number of steps for this, all of its errors together.
 */
void repair_find(struct trace *trace, const struct expression *expression);
