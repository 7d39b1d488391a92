/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How often XLA's compiler for CPU computes the operations of a computation: it fuses an operation
 * into each kernel that reads its result, which then computes it again (InstructionFusion and
 * CpuInstructionFusion of XLA, learned from their source).
 */
#pragma once

#include "plan/module/module_values.h"

/* What a device computes of an instruction when it is compiled. */
struct kernel_work {
	uint32_t copies; /* kernels that compute it; of a name 0 */
	double each;     /* FLOPs in each of them; negative: those that are noted for it */
	double once;     /* beside them */
	double before;   /* of an unchanged value of a loop: to widen it, before the loop begins */
	bool fused;      /* no kernel writes it: those that read it compute it */
	uint32_t twin;   /* by number, the first that is the same; mostly itself */
};

/* By number of the instruction. `rules`: of the compiler's release, or NULL; `repeats`: a loop runs
 * the computation. In the arena. */
const struct kernel_work *module_kernels_of(struct arena *arena, const struct module_values *values,
                                            const struct module_transients *transients,
                                            const struct jax_rules *rules, bool repeats);
