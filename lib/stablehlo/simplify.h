/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What XLA simplifies in StableHLO before it becomes HLO, operation by operation and within a
 * function: constants are folded, broadcasts and reshapes joined, what changes nothing is left out
 * (StableHLO's target-independent optimization: StablehloAggressiveSimplification.cpp and
 * StablehloAggressiveFolder.cpp, as jaxlib 0.10.2 has them).
 */
#pragma once

#include "stablehlo/reader.h"

/* One operation and what it is looked at with. */
struct simplifier {
	struct reader *reader;
	struct computation *computation;
	struct instruction *at;
};

/* The operand of the operation when an operation of that kind of the same function made it; else
 * NULL. */
struct instruction *simplifier_operand(const struct simplifier *simplifier, uint32_t operand,
                                       enum opcode opcode);

/* Whether two operands are one value that the same function made: what a call is given twice are
 * two arguments there. */
MUST_USE bool simplifier_same_operands(const struct simplifier *simplifier, uint32_t a, uint32_t b);

/* Whether all elements of a constant are the same known number, which is stored. */
MUST_USE bool simplifier_number(const struct simplifier *simplifier,
                                const struct instruction *constant, double *number);

/* Lets users of the operation use `value` instead. Always true. */
bool simplifier_replace(const struct simplifier *simplifier, struct instruction *value);

/* Makes the operation a constant. Always true. */
bool simplifier_constant(const struct simplifier *simplifier, struct hlo_literal literal,
                         double number);

/* Gives the operation other operands. */
void simplifier_set_operands(const struct simplifier *simplifier,
                             struct instruction *const *operands, uint32_t noperands);

/* Adds an operation of the same function; NULL after a finding. */
struct instruction *simplifier_add(const struct simplifier *simplifier, enum opcode opcode,
                                   const struct hlo_shape *shape,
                                   struct instruction *const *operands, uint32_t noperands);

/* A rule: whether it changed the operation. */
typedef bool simplification(const struct simplifier *simplifier);

extern simplification fold_elementwise, simplify_arithmetic, simplify_compare, simplify_select,
    simplify_broadcast, simplify_reshape, simplify_transpose, simplify_convert, simplify_slice,
    simplify_dynamic_slice, simplify_dynamic_update_slice, simplify_pad, simplify_concatenate,
    simplify_iota, simplify_reverse, simplify_reduce, simplify_gather, simplify_part_of_complex;

/* Simplifies all computations that were read; false after a finding: too many operations. */
MUST_USE bool reader_simplify(struct reader *reader);
