/* SPDX-License-Identifier: Apache-2.0 */
/* Whether an instruction is one of its operation: rules read operands and numbers without asking.
 */
#pragma once

#include "module/module.h"

/* Why it is not, as static text; NULL: operands are arrays as many and of such ranks, and numbers
 * name their dimensions, as the operation needs. Sizes are not compared. */
const char *misformed(const struct instruction *instruction);

/* Why an array cannot be partitioned, whatever is done with it, as static text; or NULL. */
const char *array_beyond_limits(const struct hlo_shape *shape);
