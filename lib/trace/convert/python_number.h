/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of Python's numbers. */
#pragma once

#include "trace/state/trace.h"
#include "trace/value/number.h"

/* An operation on two numbers; gives up on integers beyond 64 bits and on complex numbers. */
const struct value *number_binary(struct trace *trace, enum operation operation,
                                  const struct value *left, const struct value *right);

/* "unsupported operand type(s) for +: 'int' and 'str'", or for += in such a statement. Always NULL.
 */
const struct value *operands_refused(struct trace *trace, enum operation operation,
                                     const struct value *left, const struct value *right);
