/* SPDX-License-Identifier: Apache-2.0 */
/* Python's numbers among values. */
#pragma once

#include <assert.h>

#include "trace/value/value.h"

/* Whether the value is a bool, int or float. */
static inline bool is_real_number(const struct value *value)
{
	return value->kind == VALUE_BOOL || value->kind == VALUE_INT || value->kind == VALUE_FLOAT;
}

/* Whether it is a bool or int; *integer is then its value. */
static inline bool is_integer(const struct value *value, int64_t *integer)
{
	if (value->kind == VALUE_BOOL)
		*integer = value->boolean;
	else if (value->kind == VALUE_INT)
		*integer = value->integer;
	return value->kind == VALUE_BOOL || value->kind == VALUE_INT;
}

/* A bool, int or float as a float. */
static inline double as_float(const struct value *value)
{
	assert(is_real_number(value));
	if (value->kind == VALUE_FLOAT)
		return value->real;
	return value->kind == VALUE_BOOL ? value->boolean : (double)value->integer;
}
