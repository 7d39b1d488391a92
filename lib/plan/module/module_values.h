/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which values of a computation are written to memory. A model of what XLA's fusion does on TPU and
 * GPU: operations of elements are computed where their results are needed, also more than once, and
 * weights of few bits are widened where they are multiplied; reshapes, transposes and tuples are
 * other names of what they are made of; contractions, reductions, collectives and what moves parts
 * of arrays write their results.
 */
#pragma once

#include "plan/module/module_transients.h"

enum value_form {
	VALUE_WRITTEN,
	VALUE_FUSED, /* computed again by whatever reads it */
	VALUE_NAME,  /* another name for its operand, or for parts of several */
};

/* A value, or an element of one that is a tuple. */
struct value_part {
	const struct instruction *instruction;
	uint32_t element; /* UINT32_MAX: all of it */
};

struct module_values {
	const struct module_shares *shares;
	const struct computation *computation;
	const uint8_t *steps; /* by number: enum instruction_steps; NULL: none has any */
	uint8_t *forms;       /* enum value_form, by number */
	/* By number: what it is a name for, a tuple where that is several; another value: itself.
	 */
	struct value_part *names;
	uint32_t *reached; /* by number: the last turn of value_reads that came to a value that
	                      is no name; behind them how many turns there have been */
};

/* What a written value is made of. */
struct value_read {
	struct value_part part; /* of one that is written, or a parameter */
	int64_t bytes;          /* that are read of it; INT64_MAX: more than fit */
};

enum { VALUE_READS = 128 };

/* Decides about all values of a computation. With `once`, what is expensive and needed more than
 * once is written, as XLA does it on CPU. Lives in the arena. */
struct module_values module_values_of(struct arena *arena, const struct module_shares *shares,
                                      const struct computation *computation, const uint8_t *steps,
                                      bool once);

/* What a name stands for, as the forms say; another value: itself. Operands have theirs. */
struct value_part value_part_named(const struct module_values *values,
                                   const struct instruction *instruction);

/* Whether it computes a function of each element, such as a root or an exponential, which XLA
 * computes twice nowhere (InstructionFusion::IsExpensive). */
bool value_is_function(const struct instruction *instruction);

/* Whether it is a stored value in a wider type, such as weights of int8 in bf16. */
bool value_widens_stored(const struct module_values *values, const struct instruction *value);

/* Whether a value is written over its first operand. */
bool value_is_in_place(const struct instruction *instruction);

/* What is read to write the instruction's value, each once, at most VALUE_READS. Returns how many.
 */
uint32_t value_reads(const struct module_values *values, const struct instruction *instruction,
                     struct value_read *reads);
