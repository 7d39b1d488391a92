/* SPDX-License-Identifier: Apache-2.0 */
#include "base/wide.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { LIMB_BITS = 32, TOP = WIDE_LIMBS - 1 };

bool wide_negative(const struct wide *a)
{
	return a->limbs[TOP] >> (LIMB_BITS - 1);
}

struct wide wide_of(int64_t integer)
{
	struct wide result;
	memset(&result, integer < 0 ? 0xff : 0, sizeof result);
	result.limbs[0] = (uint32_t)integer;
	result.limbs[1] = (uint32_t)((uint64_t)integer >> LIMB_BITS);
	return result;
}

bool wide_narrow(const struct wide *a, int64_t *integer)
{
	int64_t low = (int64_t)((uint64_t)a->limbs[1] << LIMB_BITS | a->limbs[0]);
	struct wide same = wide_of(low);
	if (memcmp(&same, a, sizeof same) != 0)
		return false;
	*integer = low;
	return true;
}

/* Whether the two highest limbs are no more than the sign. */
static bool fits(const struct wide *a)
{
	uint32_t sign = wide_negative(a) ? UINT32_MAX : 0;
	return a->limbs[TOP] == sign && a->limbs[TOP - 1] == sign;
}

int wide_compare(const struct wide *a, const struct wide *b)
{
	if (wide_negative(a) != wide_negative(b))
		return wide_negative(a) ? -1 : 1;
	for (int i = TOP; i >= 0; i--)
		if (a->limbs[i] != b->limbs[i])
			return a->limbs[i] < b->limbs[i] ? -1 : 1;
	return 0;
}

/* The sum of a, b and 0 or 1, without a look at its size. */
static struct wide sum(const struct wide *a, const struct wide *b, uint64_t carry)
{
	struct wide result;
	for (int i = 0; i < WIDE_LIMBS; i++) {
		carry += (uint64_t)a->limbs[i] + b->limbs[i];
		result.limbs[i] = (uint32_t)carry;
		carry >>= LIMB_BITS;
	}
	return result;
}

static struct wide inverted(const struct wide *a)
{
	struct wide result;
	for (int i = 0; i < WIDE_LIMBS; i++)
		result.limbs[i] = ~a->limbs[i];
	return result;
}

struct wide wide_negate(const struct wide *a)
{
	struct wide zero = wide_of(0), others = inverted(a);
	return sum(&zero, &others, 1);
}

struct wide wide_magnitude(const struct wide *a)
{
	return wide_negative(a) ? wide_negate(a) : *a;
}

bool wide_add(struct wide *result, const struct wide *a, const struct wide *b)
{
	*result = sum(a, b, 0);
	return fits(result);
}

/* How many limbs a positive integer has, without zeros at the top. */
static int limbs_of(const struct wide *a)
{
	int count = WIDE_LIMBS;
	while (count > 0 && a->limbs[count - 1] == 0)
		count--;
	return count;
}

bool wide_multiply(struct wide *result, const struct wide *a, const struct wide *b)
{
	struct wide x = wide_magnitude(a), y = wide_magnitude(b), product = wide_of(0);
	int m = limbs_of(&x), n = limbs_of(&y);
	if (m + n >= WIDE_LIMBS)
		return false;
	for (int i = 0; i < m; i++) {
		uint64_t carry = 0;
		for (int j = 0; j < n; j++) {
			carry += (uint64_t)x.limbs[i] * y.limbs[j] + product.limbs[i + j];
			product.limbs[i + j] = (uint32_t)carry;
			carry >>= LIMB_BITS;
		}
		product.limbs[i + n] = (uint32_t)carry;
	}
	*result = wide_negative(a) != wide_negative(b) ? wide_negate(&product) : product;
	return fits(result);
}

int64_t wide_bits(const struct wide *a)
{
	struct wide magnitude = wide_magnitude(a);
	int64_t bits = (int64_t)limbs_of(&magnitude) * LIMB_BITS;
	while (bits > 0 && !(magnitude.limbs[(bits - 1) / LIMB_BITS] >> (bits - 1) % LIMB_BITS & 1))
		bits--;
	return bits;
}

bool wide_shift_left(struct wide *result, const struct wide *a, int64_t bits)
{
	struct wide magnitude = wide_magnitude(a), shifted = wide_of(0);
	assert(bits >= 0);
	bool zero = limbs_of(&magnitude) == 0;
	if (!zero && (bits > WIDE_BITS || wide_bits(a) + bits > WIDE_BITS))
		return false;
	int limbs = zero ? 0 : (int)bits / LIMB_BITS, rest = zero ? 0 : (int)bits % LIMB_BITS;
	for (int i = limbs; i < WIDE_LIMBS; i++) {
		uint64_t below = i > limbs ? a->limbs[i - limbs - 1] : 0;
		uint64_t both = (uint64_t)a->limbs[i - limbs] << LIMB_BITS | below;
		shifted.limbs[i] = (uint32_t)(both << rest >> LIMB_BITS);
	}
	*result = shifted;
	return true;
}

struct wide wide_shift_right(const struct wide *a, int64_t bits)
{
	assert(bits >= 0);
	struct wide result = wide_of(wide_negative(a) ? -1 : 0);
	int limbs = bits < WIDE_BITS ? (int)bits / LIMB_BITS : WIDE_LIMBS,
	    rest = (int)(bits % LIMB_BITS);
	for (int i = 0; i + limbs < WIDE_LIMBS; i++) {
		uint64_t above = i + limbs < TOP ? a->limbs[i + limbs + 1] : result.limbs[TOP];
		result.limbs[i] = (uint32_t)((above << LIMB_BITS | a->limbs[i + limbs]) >> rest);
	}
	return result;
}

/* The same of positive integers, bit by bit. */
static void divide(const struct wide *a, const struct wide *b, struct wide *quotient,
                   struct wide *rest)
{
	struct wide negated = wide_negate(b);
	*quotient = *rest = wide_of(0);
	for (int64_t i = wide_bits(a); i-- > 0;) {
		*rest = sum(rest, rest, a->limbs[i / LIMB_BITS] >> i % LIMB_BITS & 1);
		if (wide_compare(rest, b) < 0)
			continue;
		*rest = sum(rest, &negated, 0);
		quotient->limbs[i / LIMB_BITS] |= (uint32_t)1 << i % LIMB_BITS;
	}
}

void wide_divide(const struct wide *a, const struct wide *b, struct wide *quotient,
                 struct wide *rest)
{
	struct wide x = wide_magnitude(a), y = wide_magnitude(b);
	assert(limbs_of(&y) > 0);
	divide(&x, &y, quotient, rest);
	bool negative = wide_negative(a) != wide_negative(b), exact = limbs_of(rest) == 0;
	if (wide_negative(a))
		*rest = wide_negate(rest);
	if (negative && !exact)
		*rest = sum(rest, b, 0);
	if (negative) /* -q, or -q - 1 */
		*quotient = exact ? wide_negate(quotient) : inverted(quotient);
}

/* a * factor + digit, of a positive integer. */
static bool append_digit(struct wide *a, uint32_t factor, uint32_t digit)
{
	uint64_t carry = digit;
	for (int i = 0; i < WIDE_LIMBS; i++) {
		carry += (uint64_t)a->limbs[i] * factor;
		a->limbs[i] = (uint32_t)carry;
		carry >>= LIMB_BITS;
	}
	return fits(a) && !wide_negative(a);
}

bool wide_read(struct wide *result, struct str digits, int base)
{
	*result = wide_of(0);
	for (size_t i = 0; i < digits.len; i++) {
		char c = digits.s[i], small = (char)(c | 32);
		int digit = c >= '0' && c <= '9'           ? c - '0'
		            : small >= 'a' && small <= 'z' ? small - 'a' + 10
		                                           : base;
		if (c == '_')
			continue;
		if (digit >= base || !append_digit(result, (uint32_t)base, (uint32_t)digit))
			return false;
	}
	return true;
}

void wide_text(struct buf *out, const struct wide *a)
{
	enum { NINE_DIGITS = 1000000000, PARTS = WIDE_BITS / 29 + 1 };
	struct wide left = wide_magnitude(a);
	uint32_t parts[PARTS] = {0};
	int count = 0;
	do {
		uint64_t rest = 0;
		for (int i = limbs_of(&left); i-- > 0;) {
			rest = rest << LIMB_BITS | left.limbs[i];
			left.limbs[i] = (uint32_t)(rest / NINE_DIGITS);
			rest %= NINE_DIGITS;
		}
		assert(count < PARTS);
		parts[count++] = (uint32_t)rest;
	} while (limbs_of(&left) > 0);
	buf_printf(out, "%s%u", wide_negative(a) ? "-" : "", parts[count - 1]);
	for (int i = count - 1; i-- > 0;)
		buf_printf(out, "%09u", parts[i]);
}

double wide_to_double(const struct wide *a)
{
	enum { KEPT = 64, MOST = 1100 };
	struct wide magnitude = wide_magnitude(a);
	int64_t bits = wide_bits(&magnitude), dropped = bits > KEPT ? bits - KEPT : 0;
	struct wide high = wide_shift_right(&magnitude, dropped), back;
	bool known = wide_shift_left(&back, &high, dropped);
	assert(known);
	uint64_t top = (uint64_t)high.limbs[1] << LIMB_BITS | high.limbs[0];
	top |= known && wide_compare(&back, &magnitude) != 0; /* more than half, or less */
	double real = ldexp((double)top, dropped < MOST ? (int)dropped : MOST);
	return wide_negative(a) ? -real : real;
}

double wide_quotient(const struct wide *a, const struct wide *b)
{
	enum {
		KEPT = 66,
		MOST = 1000
	}; /* bits of the quotient; those it may lie behind the point */
	struct wide x = wide_magnitude(a), y = wide_magnitude(b), whole, rest;
	int64_t more = wide_bits(&y) + KEPT - wide_bits(&x), shift = more > 0 ? more : 0;
	if (shift > MOST || !wide_shift_left(&x, &x, shift))
		return (double)NAN;
	divide(&x, &y, &whole, &rest);
	whole.limbs[0] |= limbs_of(&rest) > 0; /* more than half, or less */
	double real = ldexp(wide_to_double(&whole), -(int)shift);
	return wide_negative(a) != wide_negative(b) ? -real : real;
}

bool wide_from_double(struct wide *result, double real)
{
	enum { DIGITS = 53 };
	int exponent;
	assert(isfinite(real));
	double mantissa = frexp(trunc(real), &exponent);
	if (exponent <= DIGITS) {
		*result = wide_of((int64_t)real);
		return true;
	}
	struct wide whole = wide_of((int64_t)ldexp(mantissa, DIGITS));
	return wide_shift_left(result, &whole, exponent - DIGITS);
}
