/* SPDX-License-Identifier: Apache-2.0 */
/* Whether an instruction is one of its operation: rules read operands and numbers without asking.
 */
#pragma once

#include "module/module.h"

/* Why it is not, as static text; NULL: operands are arrays, as many as the operation needs, and
 * there is no mistake in its numbers. */
const char *misformed(const struct instruction *instruction);

/* Why an array cannot be partitioned, whatever is done with it, as static text; or NULL. */
const char *array_beyond_limits(const struct hlo_shape *shape);
