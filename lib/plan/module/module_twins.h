/* SPDX-License-Identifier: Apache-2.0 */
/* Values of a module that are computed twice and that XLA computes once (HloCSE). */
#pragma once

#include "module/module.h"

/*
 * For each instruction of a computation the number of the first one that gives the same, mostly its
 * own: of elements, broadcasts, contractions, reductions and what only places elements. What is
 * constrained, or behind a barrier, stays what it is. In the arena.
 */
const uint32_t *module_twins(struct arena *arena, const struct computation *computation);
