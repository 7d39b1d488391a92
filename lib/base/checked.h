/* SPDX-License-Identifier: Apache-2.0 */
/* Checked arithmetic: each function stores the result and returns true, or returns false on
 * overflow. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"

/* *result = a * b, unless that does not fit. */
static inline MUST_USE bool checked_multiply(int64_t *result, int64_t a, int64_t b)
{
	int64_t product;
	bool fits = !__builtin_mul_overflow(a, b, &product);
	if (fits) /* the builtin stores what is left of it even when it does not */
		*result = product;
	return fits;
}

/* *result = a + b, unless that does not fit. */
static inline MUST_USE bool checked_add(int64_t *result, int64_t a, int64_t b)
{
	int64_t sum;
	bool fits = !__builtin_add_overflow(a, b, &sum);
	if (fits)
		*result = sum;
	return fits;
}

/* a / b rounded up; a >= 0, b > 0. */
static inline int64_t ceiling_divide(int64_t a, int64_t b)
{
	return a / b + (a % b != 0);
}

/* The greatest number that divides both; a where b is 0. */
static inline int64_t greatest_common_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}
