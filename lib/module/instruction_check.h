/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether an instruction is one that XLA's verifier (HloVerifier, ShapeInference) takes, as far as
 * whoever reads a module relies on it: how many operands it has, that dims are there which it
 * names, that shapes have the ranks and sizes which belong together. Readers ask it of each, so
 * that nobody else has to.
 */
#pragma once

#include "module/module.h"

/* What does not fit, as the end of a message, or NULL. Its numbers (dot, gather …) are stored. */
const char *instruction_misfit(const struct instruction *instruction);
