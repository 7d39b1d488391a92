/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of NumPy scalars, as far as their values and dtypes are certain. */
#include <math.h>

#include "op/core/dtype_class.h"
#include "trace/convert/python_number.h"
#include "trace/state/failure.h"
#include "trace/state/trace.h"

static bool is_scalar_operand(const struct value *value)
{
	return is_real_number(value) || value->kind == VALUE_SCALAR;
}

static double operand_real(const struct value *value)
{
	return value->kind == VALUE_SCALAR ? value->scalar.real : as_float(value);
}

static bool is_floating(const struct dtype *dtype)
{
	return dtype_class(dtype) == DTYPE_FLOAT;
}

/* The dtype of the result: Python's numbers give way, two scalars must be alike. NULL when that is
 * not certain. */
static const struct dtype *scalar_dtype(enum operation operation, const struct value *left,
                                        const struct value *right)
{
	const struct value *scalar = left->kind == VALUE_SCALAR ? left : right;
	const struct value *other = scalar == left ? right : left;
	const struct dtype *dtype = scalar->scalar.dtype;
	if (other->kind == VALUE_SCALAR && other->scalar.dtype != dtype)
		return NULL;
	bool floating = other->kind == VALUE_FLOAT || operation == OPERATION_DIVIDE;
	if (is_floating(dtype))
		return dtype;
	return floating ? dtype_named(STR("float64")) : dtype;
}

static bool scalar_result(enum operation operation, double left, double right, double *result)
{
	switch (operation) {
	case OPERATION_ADD:
		*result = left + right;
		return true;
	case OPERATION_SUBTRACT:
		*result = left - right;
		return true;
	case OPERATION_MULTIPLY:
		*result = left * right;
		return true;
	case OPERATION_DIVIDE:
		*result = left / right;
		return right != 0;
	case OPERATION_FLOOR_DIVIDE:
		*result = floor(left / right);
		return right != 0;
	case OPERATION_MODULO:
		*result = left - right * floor(left / right);
		return right != 0;
	case OPERATION_POWER:
		*result = pow(left, right);
		return !isnan(*result);
	default:
		return false;
	}
}

const struct value *scalar_binary(struct trace *trace, enum operation operation,
                                  const struct value *left, const struct value *right)
{
	static const double exact = 9007199254740992.0; /* 2 to the power of 53 */
	double result;
	if (!is_scalar_operand(left) || !is_scalar_operand(right))
		return trace_unknown(trace, "'%.*s' between a %s and a %s is not known",
		                     STR_ARG(operation_text(operation)), value_class_name(left),
		                     value_class_name(right));
	const struct dtype *dtype = scalar_dtype(operation, left, right);
	if (!dtype || !scalar_result(operation, operand_real(left), operand_real(right), &result) ||
	    (!is_floating(dtype) && fabs(result) > exact))
		return trace_unknown(trace, "this arithmetic of NumPy scalars is not known");
	return value_scalar(trace->op.arena, dtype, result);
}

const struct value *scalar_compare(struct trace *trace, enum operation operation,
                                   const struct value *left, const struct value *right)
{
	if (!is_scalar_operand(left) || !is_scalar_operand(right))
		return trace_unknown(trace, "comparing a %s with a %s is not known",
		                     value_class_name(left), value_class_name(right));
	double x = operand_real(left), y = operand_real(right);
	if (operation == OPERATION_EQUAL || operation == OPERATION_NOT_EQUAL)
		return value_bool((x == y) == (operation == OPERATION_EQUAL));
	return value_bool(!isnan(x) && !isnan(y) && order_holds(operation, x < y ? -1 : x > y));
}
