/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the shardings that a text gives values fit their shapes. */
#pragma once

#include "diag/diag.h"
#include "module/module.h"

/*
 * Adds a finding for every sharding whose rank is not that of its value, and then returns false:
 * the verifiers of Shardy and of HLO refuse the program.
 */
MUST_USE bool module_ranks_fit(const struct module *module, struct diags *diags);

/* Adds a finding for every dim of an argument or a result that its axes do not divide, which JAX
 * refuses, and a warning for one of a constraint, which XLA pads, or of a program that JAX has not
 * lowered. Ranks must fit. */
void module_check_divisible(const struct module *module, struct diags *diags);
