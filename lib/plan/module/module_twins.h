/* SPDX-License-Identifier: Apache-2.0 */
/* Values of a module that are computed twice and that XLA computes once (HloCSE). */
#pragma once

#include "module/module.h"

/* What the collectives of an instruction are made of; what weighs more wins. */
enum instruction_steps {
	STEPS_NONE,
	STEPS_OPERANDS, /* an operand is moved before it is computed */
	STEPS_RESULT,   /* its result is added up */
};

/*
 * For each instruction of a computation the number of the first one that gives the same, mostly its
 * own: of elements, broadcasts, contractions, reductions and what only places elements. What is
 * constrained, or behind a barrier, stays what it is; so does what collectives make of two values
 * that are the same. `steps`: by number, enum instruction_steps; NULL: none has any. In the arena.
 */
const uint32_t *module_twins(struct arena *arena, const struct computation *computation,
                             const uint8_t *steps);

/* The same of a computation before it is partitioned, of collectives that the program has too. */
const uint32_t *module_written_twins(struct arena *arena, const struct computation *computation,
                                     const uint8_t *steps);

/* Whether it is one of those operations. */
bool module_can_be_twin(const struct instruction *instruction);

/* Whether two operations are the same but for what they read. */
bool module_same_operation(const struct instruction *a, const struct instruction *b);

/* Whether two loops do the same with what they read, which nothing moves. */
bool module_same_loop(const struct instruction *a, const struct instruction *b);
