/* SPDX-License-Identifier: Apache-2.0 */
/* A program that was recorded as the StableHLO that JAX makes of it. JAX: interpreters/mlir.py, and
 * the lowering rules of the primitives in lax/. */
#pragma once

#include "lower/lowering.h"
#include "trace/convert/recorded_function.h"

/* Lowers a function as a module, for JAX 0.10.2 on. Arguments that it does not use are left out.
 * Everything lives in the arena. */
struct lowering lower_function(struct arena *arena, const struct recorded_function *function);
