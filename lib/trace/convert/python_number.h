/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of Python's numbers. */
#pragma once

#include <assert.h>

#include "trace/state/trace.h"

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

/* An operation on two numbers; gives up on integers beyond 64 bits and on complex numbers. */
const struct value *number_binary(struct trace *trace, enum operation operation,
                                  const struct value *left, const struct value *right);

/* Whether a comparison holds between values whose order is negative, 0 or positive. */
bool order_holds(enum operation operation, int order);

/* "unsupported operand type(s) for +: 'int' and 'str'", or for += in such a statement. Always NULL.
 */
const struct value *operands_refused(struct trace *trace, enum operation operation,
                                     const struct value *left, const struct value *right);
