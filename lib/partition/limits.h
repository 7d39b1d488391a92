/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that are too large to be partitioned here. */
#pragma once

#include "module/module.h"

/* Why an array cannot be partitioned, whatever is done with it, as static text; or NULL. */
const char *array_beyond_limits(const struct hlo_shape *shape);

/* The same of the operands of an instruction. */
const char *operands_beyond_limits(const struct instruction *instruction);
