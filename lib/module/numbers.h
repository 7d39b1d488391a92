/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the numbers of operations are those of their arrays. */
#pragma once

#include "module/module.h"

/*
 * Why an instruction is none that XLA would take (ShapeInference): dimensions that its arrays have
 * not, bounds outside of them, arrays of other ranks or sizes than belong together; static text.
 * NULL: nothing is wrong that who reads the module would stumble over. It has the operands that it
 * needs, which are arrays.
 */
const char *mistake_in_numbers(const struct instruction *instruction);
