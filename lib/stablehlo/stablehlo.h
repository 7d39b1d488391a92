/* SPDX-License-Identifier: Apache-2.0 */
/*
 * StableHLO text, as jax.jit(f).lower(…).as_text(), JAX_DUMP_IR_TO, jax.export and torch_xla print
 * it, pretty or generic, as a module in HLO's form: calls are inlined, operations lowered as XLA's
 * conversion to HLO does it, and instructions stand in the order in which HLO visits them.
 */
#pragma once

#include "diag/diag.h"
#include "module/module.h"

struct lowering;

/*
 * Reads a text. Everything of the module lives in the arena, and names are views into the text.
 * NULL after a finding: the text is no StableHLO, or has what is not supported, as dims without a
 * size. (StableHLO 1.13 and the Shardy dialect, as jaxlib 0.4.30 to 0.12 and torch_xla 2.9 print
 * them.)
 */
struct module *stablehlo_read(struct arena *arena, struct str text, struct diags *diags);

/*
 * The same of a program that was lowered (lower/lower.h), as if its text were read. An instruction
 * stands where its operation does: `at` of the instruction is the operation's number and 1, and 0
 * of what the head has.
 */
struct module *stablehlo_build(struct arena *arena, const struct lowering *lowering,
                               struct diags *diags);

/* Whether a file that begins so can only be StableHLO, or another text of MLIR. */
bool stablehlo_detect(struct str text);
