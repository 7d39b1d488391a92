/* SPDX-License-Identifier: Apache-2.0 */
/* The operators of Python and how tightly they bind. */
#pragma once

#include "base/str.h"

enum operation {
	OPERATION_OR,
	OPERATION_AND,
	OPERATION_NOT,
	OPERATION_EQUAL,
	OPERATION_NOT_EQUAL,
	OPERATION_LESS,
	OPERATION_LESS_EQUAL,
	OPERATION_GREATER,
	OPERATION_GREATER_EQUAL,
	OPERATION_IN,
	OPERATION_NOT_IN,
	OPERATION_IS,
	OPERATION_IS_NOT,
	OPERATION_BIT_OR,
	OPERATION_BIT_XOR,
	OPERATION_BIT_AND,
	OPERATION_SHIFT_LEFT,
	OPERATION_SHIFT_RIGHT,
	OPERATION_ADD,
	OPERATION_SUBTRACT,
	OPERATION_MULTIPLY,
	OPERATION_MATRIX_MULTIPLY,
	OPERATION_DIVIDE,
	OPERATION_FLOOR_DIVIDE,
	OPERATION_MODULO,
	OPERATION_NEGATE,
	OPERATION_PLUS, /* the unary one */
	OPERATION_INVERT,
	OPERATION_POWER,
	OPERATION_COUNT
};

/* How tightly a form binds: an operand of one form is a form of at least so much. */
enum binding {
	BINDING_NONE,        /* lists without brackets, yield */
	BINDING_ASSIGNMENT,  /* := */
	BINDING_CONDITIONAL, /* lambda too */
	BINDING_OR,
	BINDING_AND,
	BINDING_NOT,
	BINDING_COMPARISON,
	BINDING_BIT_OR,
	BINDING_BIT_XOR,
	BINDING_BIT_AND,
	BINDING_SHIFT,
	BINDING_SUM,
	BINDING_PRODUCT,
	BINDING_SIGN,
	BINDING_POWER,
	BINDING_AWAIT,
	BINDING_PRIMARY, /* calls, subscripts and attributes, and what they apply to */
};

/* The operator as it is written: "+", "not in". */
struct str operation_text(enum operation operation);

/* Whether it orders values or asks whether they are equal. */
bool operation_compares(enum operation operation);

/* Whether such a comparison holds between values whose order is negative, 0 or positive. */
bool operation_holds(enum operation operation, int order);

/* How tightly the operator binds. */
enum binding operation_binding(enum operation operation);
