/* SPDX-License-Identifier: Apache-2.0 */
/* Exact integers of up to WIDE_BITS bits, for what Python does with integers beyond 64 bits. */
#pragma once

#include "base/attributes.h"
#include "base/buf.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { WIDE_BITS = 4096, WIDE_LIMBS = WIDE_BITS / 32 + 2 };

/* Two's complement, the lowest limb first; the two highest are no more than the sign. */
struct wide {
	uint32_t limbs[WIDE_LIMBS];
};

/* The integer with its sign extended over all limbs; every one of 64 bits fits. */
struct wide wide_of(int64_t integer);

/* The integer as one of 64 bits; false when it is none. */
bool wide_narrow(const struct wide *a, int64_t *integer);

/* Whether it is below 0, by its highest bit. */
bool wide_negative(const struct wide *a);

/* How many bits it has without its sign. */
int64_t wide_bits(const struct wide *a);

/* Negative, 0 or positive, as a is less than b, equal or greater. */
int wide_compare(const struct wide *a, const struct wide *b);

/* -a. Nothing overflows: the lowest integer of WIDE_BITS bits has room above them. */
struct wide wide_negate(const struct wide *a);

/* a without its sign. */
struct wide wide_magnitude(const struct wide *a);

/* a + b. This and the next two store the result and return true, or return false when it has too
 * many bits, and *result is not to be used. */
MUST_USE bool wide_add(struct wide *result, const struct wide *a, const struct wide *b);

/* a * b, by schoolbook multiplication of the magnitudes. */
MUST_USE bool wide_multiply(struct wide *result, const struct wide *a, const struct wide *b);

/* a << bits, where `bits` is not negative; 0 can be moved by any number. */
MUST_USE bool wide_shift_left(struct wide *result, const struct wide *a, int64_t bits);

/* a >> bits, rounded down as Python does it: -1 of a negative one that is moved out whole. `bits`
 * is not negative. */
struct wide wide_shift_right(const struct wide *a, int64_t bits);

/* a = quotient * b + rest, the quotient rounded down; b is not 0. */
void wide_divide(const struct wide *a, const struct wide *b, struct wide *quotient,
                 struct wide *rest);

/* The integer that the digits say, in a base of at most 36, with underscores between them; false
 * when it has too many bits, or there is another sign. */
MUST_USE bool wide_read(struct wide *result, struct str digits, int base);

/* Decimal digits behind a sign. */
void wide_text(struct buf *out, const struct wide *a);

/* The nearest float; infinity beyond the largest one. */
double wide_to_double(const struct wide *a);

/* a / b as the nearest float, infinity beyond the largest one; b is not 0. NaN: it is too small, or
 * both are too large. */
double wide_quotient(const struct wide *a, const struct wide *b);

/* The integer that a finite float is once its fraction is dropped; false when it has too many
 * bits. */
MUST_USE bool wide_from_double(struct wide *result, double real);
