/* SPDX-License-Identifier: Apache-2.0 */
/* The module math, of which prelude/standard/math.py has the rest. */
#include <math.h>

#include "library/python/python.h"
#include "trace/value/class.h"
#include "trace/convert/held_value.h"
#include "trace/convert/wide_integer.h"

/* A function of one number. */
struct math_function {
	double (*call)(double x);
	double low; /* where it begins to be defined */
};

static bool math_argument(struct trace *trace, const struct value *value, double *real)
{
	if (is_real_number(value)) {
		*real = as_float(value);
		return true;
	}
	if (value->kind == VALUE_SCALAR) {
		*real = value->scalar.real;
		return true;
	}
	if (value->kind == VALUE_ARRAY) {
		const struct value *number = array_to_number(trace, value->array, "float");
		return number && unknown_value(trace, number);
	}
	if (value->kind == VALUE_OBJECT && (class_find(value->object.class, STR("__float__")) ||
	                                    class_find(value->object.class, STR("__index__"))))
		return op_unknown(&trace->op, "a %s as a number", value_class_name(value));
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("must be real number, not {}", value_class_name(value)));
}

static const struct value *domain_error(struct trace *trace)
{
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError", TEXT("math domain error"));
}

static const struct value *real_function(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct math_function *function = arguments->row->data;
	double x;
	if (!math_argument(trace, argument(arguments, 0), &x))
		return NULL;
	if (x < function->low)
		return domain_error(trace);
	double result = function->call(x);
	if (isinf(result) && isfinite(x))
		return x == function->low ? domain_error(trace)
		                          : trace_refuse(trace, RULE_PROGRAM_ERROR, "OverflowError",
		                                         TEXT("math range error"));
	return value_float(trace->op.arena, result);
}

/* floor, ceil and trunc: integers. */
static const struct value *whole_function(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	static const double limit = 9223372036854775808.0; /* 2 to the power of 63 */
	const struct math_function *function = arguments->row->data;
	int64_t integer;
	double x;
	if (is_integer(argument(arguments, 0), &integer))
		return value_int(trace->op.arena, integer);
	if (!math_argument(trace, argument(arguments, 0), &x))
		return NULL;
	x = function->call(x);
	if (isfinite(x) && !(x < limit && x >= -limit))
		return wide_of_float(trace, x);
	if (!isfinite(x))
		return trace_unknown(trace, "an integer of what is not finite");
	return value_int(trace->op.arena, (int64_t)x);
}

static const struct value *logarithm(struct trace *trace, const struct call_arguments *arguments)
{
	double x, base;
	if (!math_argument(trace, argument(arguments, 0), &x))
		return NULL;
	if (x <= 0)
		return domain_error(trace);
	if (!argument_given(arguments, 1))
		return value_float(trace->op.arena, log(x));
	if (!math_argument(trace, argument(arguments, 1), &base))
		return NULL;
	if (base <= 0)
		return domain_error(trace);
	if (log(base) == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ZeroDivisionError",
		                    TEXT("float division by zero"));
	return value_float(trace->op.arena, log(x) / log(base));
}

static const struct value *power(struct trace *trace, const struct call_arguments *arguments)
{
	double x, y;
	if (!math_argument(trace, argument(arguments, 0), &x) ||
	    !math_argument(trace, argument(arguments, 1), &y))
		return NULL;
	double result = pow(x, y);
	if (isnan(result) && !isnan(x) && !isnan(y))
		return domain_error(trace);
	return value_float(trace->op.arena, result);
}

/* Questions about a float. */
static const struct value *question(struct trace *trace, const struct call_arguments *arguments)
{
	const char *name = arguments->row->name;
	double x;
	if (!math_argument(trace, argument(arguments, 0), &x))
		return NULL;
	if (strcmp(name, "isinf") == 0)
		return value_bool(isinf(x));
	return value_bool(strcmp(name, "isnan") == 0 ? isnan(x) : isfinite(x));
}

static const struct value *constant(struct trace *trace, const struct call_arguments *arguments)
{
	const double *real = arguments->row->data;
	return value_float(trace->op.arena, *real);
}

#define FROM(id, low) \
	FUNCTION(#id, "x, /", real_function, .data = (const struct math_function[]){{id, low}})
#define REAL(id) FROM(id, -HUGE_VAL)
#define WHOLE(id)                             \
	FUNCTION(#id, "x, /", whole_function, \
	         .data = (const struct math_function[]){{id, -HUGE_VAL}})
#define CONSTANT(id, value) VALUE(id, constant, .data = (const double[]){value})

const struct function_row library_python_math[] = {
    MODULE("math"),
    FROM(sqrt, 0),
    REAL(cbrt),
    REAL(exp),
    REAL(exp2),
    REAL(expm1),
    FROM(log2, 0),
    FROM(log10, 0),
    FROM(log1p, -1),
    REAL(sin),
    REAL(cos),
    REAL(tan),
    REAL(tanh),
    REAL(fabs),
    WHOLE(floor),
    WHOLE(ceil),
    WHOLE(trunc),
    CONSTANT("pi", 3.141592653589793),
    CONSTANT("e", 2.718281828459045),
    CONSTANT("tau", 6.283185307179586),
    CONSTANT("inf", HUGE_VAL),
    CONSTANT("nan", (double)NAN),
    FUNCTION("log", "x, base=None, /", logarithm),
    FUNCTION("pow", "x, y, /", power),
    FUNCTION("isinf", "x, /", question),
    FUNCTION("isnan", "x, /", question),
    FUNCTION("isfinite", "x, /", question),
    TABLE_END,
};
