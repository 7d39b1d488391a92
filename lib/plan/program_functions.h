/* SPDX-License-Identifier: Apache-2.0 */
/* What the functions of a program communicate: each is written as the module that JAX makes of it,
 * and planned as that. */
#pragma once

#include "plan/planned_function.h"

/*
 * Appends the steps of all functions that were recorded, each at the line of the program that it is
 * for. False when there are none, or one of them cannot be written, of which a step says why.
 * What is learnt of the layouts of their results is added to `planning->layouts`.
 */
bool plan_functions(const struct planning *planning);
