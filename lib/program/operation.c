/* SPDX-License-Identifier: Apache-2.0 */
#include "program/operation.h"

static const struct {
	const char *text;
	enum binding binding;
} operations[OPERATION_COUNT] = {
    [OPERATION_OR] = {"or", BINDING_OR},
    [OPERATION_AND] = {"and", BINDING_AND},
    [OPERATION_NOT] = {"not", BINDING_NOT},
    [OPERATION_EQUAL] = {"==", BINDING_COMPARISON},
    [OPERATION_NOT_EQUAL] = {"!=", BINDING_COMPARISON},
    [OPERATION_LESS] = {"<", BINDING_COMPARISON},
    [OPERATION_LESS_EQUAL] = {"<=", BINDING_COMPARISON},
    [OPERATION_GREATER] = {">", BINDING_COMPARISON},
    [OPERATION_GREATER_EQUAL] = {">=", BINDING_COMPARISON},
    [OPERATION_IN] = {"in", BINDING_COMPARISON},
    [OPERATION_NOT_IN] = {"not in", BINDING_COMPARISON},
    [OPERATION_IS] = {"is", BINDING_COMPARISON},
    [OPERATION_IS_NOT] = {"is not", BINDING_COMPARISON},
    [OPERATION_BIT_OR] = {"|", BINDING_BIT_OR},
    [OPERATION_BIT_XOR] = {"^", BINDING_BIT_XOR},
    [OPERATION_BIT_AND] = {"&", BINDING_BIT_AND},
    [OPERATION_SHIFT_LEFT] = {"<<", BINDING_SHIFT},
    [OPERATION_SHIFT_RIGHT] = {">>", BINDING_SHIFT},
    [OPERATION_ADD] = {"+", BINDING_SUM},
    [OPERATION_SUBTRACT] = {"-", BINDING_SUM},
    [OPERATION_MULTIPLY] = {"*", BINDING_PRODUCT},
    [OPERATION_MATRIX_MULTIPLY] = {"@", BINDING_PRODUCT},
    [OPERATION_DIVIDE] = {"/", BINDING_PRODUCT},
    [OPERATION_FLOOR_DIVIDE] = {"//", BINDING_PRODUCT},
    [OPERATION_MODULO] = {"%", BINDING_PRODUCT},
    [OPERATION_NEGATE] = {"-", BINDING_SIGN},
    [OPERATION_PLUS] = {"+", BINDING_SIGN},
    [OPERATION_INVERT] = {"~", BINDING_SIGN},
    [OPERATION_POWER] = {"**", BINDING_POWER},
};

struct str operation_text(enum operation operation)
{
	return str_of(operations[operation].text);
}

enum binding operation_binding(enum operation operation)
{
	return operations[operation].binding;
}

bool operation_compares(enum operation operation)
{
	return operation >= OPERATION_EQUAL && operation <= OPERATION_GREATER_EQUAL;
}

bool operation_holds(enum operation operation, int order)
{
	switch (operation) {
	case OPERATION_EQUAL:
		return order == 0;
	case OPERATION_NOT_EQUAL:
		return order != 0;
	case OPERATION_LESS:
		return order < 0;
	case OPERATION_LESS_EQUAL:
		return order <= 0;
	case OPERATION_GREATER:
		return order > 0;
	default:
		return order >= 0;
	}
}
