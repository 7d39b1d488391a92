/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Python's integers beyond 64 bits. A value of one is foreign for all who do not ask here, and so
 * is what they make of it; beyond WIDE_BITS bits it is so for everybody.
 */
#pragma once

#include "base/wide.h"
#include "trace/state/trace.h"

/* The integer as a value, of the usual kind where that has room for it. */
const struct value *value_wide(struct arena *arena, const struct wide *integer);

/* An operator on two integers one of which is wide, or a comparison of a wide one with a float;
 * NULL when they are not. */
const struct value *wide_binary(struct trace *trace, enum operation operation,
                                const struct value *left, const struct value *right);

/* `-`, `+`, `~` or `not` of a wide integer; NULL when the operand is none. Foreign where the
 * result has too many bits. */
const struct value *wide_unary(struct trace *trace, enum operation operation,
                               const struct value *operand);

/* The result of an operator whose operands have 64 bits, and the result more, or that of `/`. */
const struct value *wide_result(struct trace *trace, enum operation operation, int64_t left,
                                int64_t right);

/* The integer that digits say, in a base of at most 36; `negative` says that a sign stood in
 * front. */
const struct value *wide_of_digits(struct trace *trace, struct str digits, int base, bool negative);

/* The integer that a finite float is without its fraction, as int() makes it. */
const struct value *wide_of_float(struct trace *trace, double real);

/* repr() and str() of one. */
const struct value *wide_digits(struct trace *trace, const struct value *value);

/* The nearest float; the error of one that is too large is raised. */
const struct value *wide_to_float(struct trace *trace, const struct value *value);
