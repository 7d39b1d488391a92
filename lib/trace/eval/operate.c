/* SPDX-License-Identifier: Apache-2.0 */
/* Operators: of Python on Python's values, of jax.numpy on arrays. */
#include <math.h>

#include "op/core/elements.h"
#include "trace/convert/iterate.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/python_number.h"
#include "trace/convert/tracer.h"
#include "trace/convert/wide_integer.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/object.h"
#include "trace/module/environment.h"
#include "trace/module/library_call.h"
#include "trace/module/module.h"
#include "trace/value/class.h"
#include "trace/state/failure.h"
#include "trace/state/library_index.h"
#include "trace/state/trace.h"

/* A function of jax.numpy that an operator is. The prelude's own formulas may mix dtypes where
 * JAX's convert, so that strict promotion is none of theirs. */
static const struct value *call_operator(struct trace *trace, const char *function,
                                         const struct value *const operands[2], struct span at)
{
	bool strict = trace->op.strict;
	trace->op.strict = strict && !trace->prelude;
	const struct value *result = library_call(trace, "jax.numpy", function, operands, 2, at);
	trace->op.strict = strict;
	return result;
}

/* What the operators of arrays are: the functions of jax.numpy. JAX: numpy/array_methods.py
 * _array_operators. */
static const char *const functions[OPERATION_COUNT] = {
    [OPERATION_EQUAL] = "equal",
    [OPERATION_NOT_EQUAL] = "not_equal",
    [OPERATION_LESS] = "less",
    [OPERATION_LESS_EQUAL] = "less_equal",
    [OPERATION_GREATER] = "greater",
    [OPERATION_GREATER_EQUAL] = "greater_equal",
    [OPERATION_BIT_OR] = "bitwise_or",
    [OPERATION_BIT_XOR] = "bitwise_xor",
    [OPERATION_BIT_AND] = "bitwise_and",
    [OPERATION_SHIFT_LEFT] = "left_shift",
    [OPERATION_SHIFT_RIGHT] = "right_shift",
    [OPERATION_ADD] = "add",
    [OPERATION_SUBTRACT] = "subtract",
    [OPERATION_MULTIPLY] = "multiply",
    [OPERATION_MATRIX_MULTIPLY] = "matmul",
    [OPERATION_DIVIDE] = "true_divide",
    [OPERATION_FLOOR_DIVIDE] = "floor_divide",
    [OPERATION_MODULO] = "remainder",
    [OPERATION_NEGATE] = "negative",
    [OPERATION_INVERT] = "bitwise_not",
    [OPERATION_POWER] = "power",
};

/* What an operator of an array takes on its other side. JAX: array_methods.py
 * _accepted_binop_types. */
static bool accepted(const struct value *value)
{
	switch (value->kind) {
	case VALUE_BOOL:
	case VALUE_INT:
	case VALUE_FLOAT:
	case VALUE_COMPLEX:
	case VALUE_ARRAY:
	case VALUE_SCALAR:
		return true;
	default:
		return false;
	}
}

/* What an operator refuses by itself, since it could mean something else. */
static bool refused_by_array(const struct trace *trace, enum operation operation,
                             const struct value *other)
{
	bool sequence = other->kind == VALUE_TUPLE || other->kind == VALUE_LIST;
	bool container = sequence || other->kind == VALUE_DICT || other->kind == VALUE_SET;
	if (!op_has(&trace->op, JAX_OPERATORS_OF_OWN))
		return container;
	if (operation == OPERATION_EQUAL || operation == OPERATION_NOT_EQUAL)
		return container;
	return sequence && (operation == OPERATION_ADD || operation == OPERATION_MULTIPLY);
}

/* 'x' + array and 'x' * array, which text itself refuses. */
static const struct value *array_with_text(struct trace *trace, enum operation operation,
                                           const struct value *left, const struct value *right)
{
	const struct value *array = left->kind == VALUE_ARRAY ? left : right;
	if (operation == OPERATION_ADD)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("can only concatenate str (not \"{}\") to str", value_class_name(right)));
	return array_to_int(trace, array->array) ? array : NULL;
}

/* An array and what is none: they differ, or the operator is refused. JAX: array_methods.py
 * _defer_to_unrecognized_arg. */
static const struct value *not_accepted(struct trace *trace, enum operation operation,
                                        const struct value *left, const struct value *right)
{
	const struct value *other = left->kind == VALUE_ARRAY ? right : left;
	if (other->kind == VALUE_OBJECT && class_find(other->object.class, STR("__jax_array__")))
		return trace_unknown(trace,
		                     "what .__jax_array__ gives to an operator is not known");
	struct str sign = operation_text(operation);
	if (refused_by_array(trace, operation, other)) {
		if (operation == OPERATION_NOT_EQUAL && op_has(&trace->op, JAX_OPERATORS_OF_OWN))
			sign = STR("==");
		(void)trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                   TEXT("unsupported operand type(s) for {}: '{}' and '{}'", sign,
		                        short_class_in_errors(trace, left),
		                        short_class_in_errors(trace, right)));
		trace->op.error.about[0] = other;
		return NULL;
	}
	if (operation == OPERATION_EQUAL || operation == OPERATION_NOT_EQUAL)
		return value_bool(operation == OPERATION_NOT_EQUAL);
	if (other->kind == VALUE_STRING &&
	    (operation == OPERATION_MULTIPLY || (operation == OPERATION_ADD && other == left)))
		return array_with_text(trace, operation, left, right);
	if (operation_compares(operation))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("'{}' not supported between instances of '{}' and '{}'",
		                         sign, class_in_errors(trace, left),
		                         class_in_errors(trace, right)));
	return operands_refused(trace, operation, left, right);
}

/* Neither traced by JAX nor made by it. */
static bool is_plain(const struct value *value)
{
	return value->kind != VALUE_ARRAY || value->array->host;
}

/* What NumPy makes of its own arrays is such an array again. */
static const struct value *operate_numpy(struct trace *trace, enum operation operation,
                                         const struct value *const *operands, uint32_t count,
                                         struct span at)
{
	const struct function_row *row;
	struct given given = {{operands, count}, NULL, 0, at, NULL};
	struct str name = str_of(functions[operation]);
	return library_find(trace, STR("jax.numpy"), name, &row) == LIBRARY_FOUND
	           ? numpy_call(trace, row, NULL, &given)
	           : trace_unknown(trace, "%s", "");
}

static bool is_number(const struct value *value)
{
	return is_real_number(value) || value->kind == VALUE_SCALAR;
}

/* An operand beside an array of NumPy, which makes one of a list or a tuple too. */
static const struct value *beside_numpy(struct trace *trace, const struct value *operand,
                                        const struct value *other, struct span at)
{
	const struct function_row *row;
	struct given given = {{&operand, 1}, NULL, 0, at, NULL};
	bool sequence = operand->kind == VALUE_TUPLE || operand->kind == VALUE_LIST;
	if (!sequence || !is_numpy_array(other))
		return operand;
	if (!other->array->type.rank || value_has_unknown(operand) ||
	    library_find(trace, STR("jax.numpy"), STR("asarray"), &row) != LIBRARY_FOUND)
		return trace_unknown(trace, "what NumPy makes of these operands");
	return numpy_call(trace, row, NULL, &given);
}

static double number_real(const struct value *value)
{
	return value->kind == VALUE_SCALAR ? value->scalar.real : as_float(value);
}

/* An operator between NumPy scalars, or such a one and a number of Python: of a power NumPy asks
 * what Python does. */
static const struct value *operate_scalars(struct trace *trace, enum operation operation,
                                           const struct value *left, const struct value *right,
                                           struct span at)
{
	const struct value *operands[] = {left, right};
	const struct value *result = operate_numpy(trace, operation, operands, 2, at);
	bool rounded = operation == OPERATION_POWER && result && is_numpy_array(result) &&
	               result->array->host == dtype_of(DTYPE_ID_FLOAT64);
	double power = rounded ? pow(number_real(left), number_real(right)) : 0;
	return rounded && !isnan(power) ? value_scalar(trace->op.arena, result->array->host, power)
	                                : result;
}

/* Whether Python may have one object for the two: constants that are equal, or a tuple that is
 * known twice. */
static bool may_be_one(const struct value *left, const struct value *right)
{
	if (left->kind != right->kind ||
	    (left->kind != VALUE_INT && left->kind != VALUE_STRING && left->kind != VALUE_TUPLE))
		return false;
	return value_equal(left, right) || value_has_unknown(left) || value_has_unknown(right);
}

/* Whether it is jax.ShapeDtypeStruct itself. */
static bool is_struct_class(const struct value *value)
{
	return value->kind == VALUE_BUILTIN &&
	       strcmp(value->builtin->name, "ShapeDtypeStruct") == 0;
}

static bool is_type_record(const struct value *value)
{
	return value->kind == VALUE_RECORD && strcmp(value->record.class_name, "type") == 0;
}

/* Whether two of what type() gives are one class: 1, 0, or -1 where only a run tells, as tracers
 * are of several classes; of anything else too. */
static int same_type(const struct value *left, const struct value *right)
{
	const struct value *types[] = {left, right};
	uint32_t tracers = 0;
	if (is_type_record(left) && is_struct_class(right))
		return str_ends_with(left->record.fields[0]->string, STR("ShapeDtypeStruct"));
	for (uint32_t i = 0; i < 2; i++) {
		if (!is_type_record(types[i]))
			return -1;
		tracers += str_ends_with(types[i]->record.fields[0]->string, STR("Tracer"));
	}
	return tracers == 2 ? -1 : value_equal(left, right);
}

/* `is` compares identity, which is certain for None and for what differs in kind. */
static const struct value *operate_is(struct trace *trace, const struct value *left,
                                      const struct value *right, bool negated)
{
	bool same = left == right;
	if (left->kind == VALUE_OBJECT || right->kind == VALUE_OBJECT ||
	    left->kind == VALUE_CLASS || right->kind == VALUE_CLASS)
		return value_bool(same != negated);
	int typed = same_type(left, right);
	if (typed >= 0)
		return value_bool(typed != negated);
	if (!same && records_compared(left, right))
		return trace_unknown(trace, "whether two objects are one is not known");
	bool single = left->kind == VALUE_NONE || left->kind == VALUE_BOOL ||
	              left->kind == VALUE_ELLIPSIS || left->kind == VALUE_BUILTIN ||
	              left->kind == VALUE_DTYPE || left->kind == VALUE_MODULE;
	if (left->kind == right->kind && single)
		same = value_equal(left, right);
	else if (!same && may_be_one(left, right))
		return trace_unknown(trace, "whether two equal objects are one is not known");
	return value_bool(same != negated);
}

static const struct value *operate_in(struct trace *trace, const struct value *left,
                                      const struct value *right, bool negated, struct span at)
{
	const struct value *contained = python_contains(trace, right, left, at);
	if (!contained || contained->kind != VALUE_BOOL)
		return contained;
	return value_bool(contained->boolean != negated);
}

/* What number a power of numbers is: a float of a negative one may be complex, an integer to a
 * negative one a float. */
static enum value_kind power_of(enum value_kind base, enum value_kind exponent,
                                const struct value *right)
{
	bool whole = exponent == VALUE_INT || exponent == VALUE_BOOL;
	if (base == VALUE_FLOAT)
		return whole ? VALUE_FLOAT : VALUE_UNKNOWN;
	return right->kind == VALUE_INT && right->integer >= 0 ? VALUE_INT : VALUE_UNKNOWN;
}

/* What number an operation on two numbers gives; VALUE_UNKNOWN: that depends. */
static enum value_kind number_of(enum operation operation, const struct value *left,
                                 const struct value *right)
{
	enum value_kind a = value_number_kind(left), b = value_number_kind(right);
	if (operation == OPERATION_IS || operation == OPERATION_IS_NOT ||
	    operation == OPERATION_IN || operation == OPERATION_NOT_IN)
		return VALUE_BOOL;
	if (a == VALUE_UNKNOWN || b == VALUE_UNKNOWN)
		return VALUE_UNKNOWN;
	if (operation_compares(operation))
		return VALUE_BOOL;
	if (operation == OPERATION_DIVIDE)
		return VALUE_FLOAT;
	if (operation == OPERATION_POWER)
		return power_of(a, b, right);
	if (operation == OPERATION_MATRIX_MULTIPLY)
		return VALUE_UNKNOWN;
	return a == VALUE_FLOAT || b == VALUE_FLOAT ? VALUE_FLOAT : VALUE_INT;
}

/* What is foreign stays so, until it meets an array. */
static const struct value *operate_unknown(struct trace *trace, enum operation operation,
                                           const struct value *left, const struct value *right)
{
	const struct value *unknown = left->kind == VALUE_UNKNOWN ? left : right;
	const struct value *other = unknown == left ? right : left;
	if (!value_is_foreign(unknown) ||
	    (other->kind == VALUE_UNKNOWN && !value_is_foreign(other)))
		return &value_unknown;
	bool is = operation == OPERATION_IS, is_not = operation == OPERATION_IS_NOT;
	if ((is || is_not) && other->kind == VALUE_NONE && is_foreign_module(trace, unknown))
		return value_bool(is_not);
	if (unknown->arrays || value_holds_jax_array(other))
		return trace_foreign(trace, unknown);
	return value_foreign_as(trace->op.arena, unknown, number_of(operation, left, right));
}

/* An array and a number of which the type alone is known: the result is that of any such number. */
static bool meets_number(const struct value *left, const struct value *right)
{
	return (left->kind == VALUE_ARRAY && value_number_kind(right) != VALUE_UNKNOWN) ||
	       (right->kind == VALUE_ARRAY && value_number_kind(left) != VALUE_UNKNOWN);
}

/* What is just a number, whether it is an array or not, as one that is compared with an array. */
static const struct value *compared(struct trace *trace, enum operation operation,
                                    const struct value *operand, const struct value *other)
{
	bool compares = operation_compares(operation) && operand->kind == VALUE_UNKNOWN &&
	                operand->single && other->kind == VALUE_ARRAY;
	return compares ? value_foreign_as(trace->op.arena, operand, VALUE_FLOAT) : operand;
}

/* An array that has just been made, of which nobody knows what it holds. */
static const struct value *forgotten(const struct value *value)
{
	if (value && value->kind == VALUE_ARRAY)
		array_hold(value->array, NULL);
	return value;
}

/* A wide integer as the float that arithmetic with one makes of it; NULL after an error. */
static const struct value *beside_float(struct trace *trace, enum operation operation,
                                        const struct value *operand, const struct value *other)
{
	bool converts = value_is_wide(operand) && other->kind == VALUE_FLOAT &&
	                !operation_compares(operation) && operation != OPERATION_IS &&
	                operation != OPERATION_IS_NOT;
	return converts ? wide_to_float(trace, operand) : operand;
}

const struct value *operate_binary(struct trace *trace, enum operation operation,
                                   const struct value *left, const struct value *right,
                                   struct span at)
{
	bool contains = operation == OPERATION_IN || operation == OPERATION_NOT_IN;
	const struct value *known = contains ? environment_contains(trace, right, left) : NULL;
	if (known)
		return value_bool(known->boolean == (operation == OPERATION_IN));
	left = compared(trace, operation, left, right);
	right = compared(trace, operation, right, left);
	bool foreign = left->kind == VALUE_UNKNOWN || right->kind == VALUE_UNKNOWN;
	if (foreign && meets_number(left, right) && !contains) {
		left = value_example(trace->op.arena, left);
		right = value_example(trace->op.arena, right);
		if (left->kind != VALUE_UNKNOWN && right->kind != VALUE_UNKNOWN)
			return forgotten(operate_binary(trace, operation, left, right, at));
	}
	if (value_is_wide(left) || value_is_wide(right)) {
		left = beside_float(trace, operation, left, right);
		right = left ? beside_float(trace, operation, right, left) : NULL;
		const struct value *exact =
		    right ? wide_binary(trace, operation, left, right) : NULL;
		if (exact || trace->op.error.raised)
			return exact;
	}
	if (left->kind == VALUE_UNKNOWN || right->kind == VALUE_UNKNOWN)
		return operate_unknown(trace, operation, left, right);
	if (operation == OPERATION_IS || operation == OPERATION_IS_NOT)
		return operate_is(trace, left, right, operation == OPERATION_IS_NOT);
	if (contains)
		return operate_in(trace, left, right, operation == OPERATION_NOT_IN, at);
	bool found;
	const struct value *own = object_binary(trace, operation, left, right, at, &found);
	if (found)
		return own;
	bool formats = left->kind == VALUE_STRING && operation == OPERATION_MODULO;
	if (!formats && (left->kind == VALUE_ARRAY || right->kind == VALUE_ARRAY)) {
		const struct value *x = beside_numpy(trace, left, right, at);
		const struct value *y = x ? beside_numpy(trace, right, left, at) : NULL;
		const struct value *operands[] = {left = x, right = y};
		if (!y)
			return failed_or_unknown(trace);
		if (!accepted(left) || !accepted(right))
			return not_accepted(trace, operation, left, right);
		if (is_plain(left) && is_plain(right))
			return operate_numpy(trace, operation, operands, 2, at);
		return call_operator(trace, functions[operation], operands, at);
	}
	if ((left->kind == VALUE_SCALAR || right->kind == VALUE_SCALAR) && is_number(left) &&
	    is_number(right))
		return operate_scalars(trace, operation, left, right, at);
	return operation_compares(operation) ? python_compare(trace, operation, left, right)
	                                     : python_binary(trace, operation, left, right);
}

const struct value *operate_unary(struct trace *trace, enum operation operation,
                                  const struct value *operand, struct span at)
{
	bool truth;
	if (value_is_wide(operand))
		return wide_unary(trace, operation, operand);
	if (operand->kind == VALUE_UNKNOWN)
		return value_foreign_as(trace->op.arena, operand,
		                        operation == OPERATION_NOT      ? VALUE_BOOL
		                        : operand->number == VALUE_BOOL ? VALUE_INT
		                                                        : operand->number);
	if (operation == OPERATION_NOT)
		return trace_truth(trace, operand, &truth) ? value_bool(!truth)
		                                           : failed_or_unknown(trace);
	bool found;
	const struct value *own = object_unary(trace, operation, operand, at, &found);
	if (found)
		return own;
	if (operand->kind != VALUE_ARRAY && operand->kind != VALUE_SCALAR)
		return python_unary(trace, operation, operand);
	if (operation == OPERATION_PLUS && is_numpy_array(operand))
		return numpy_copy(trace, operand->array);
	if (operation == OPERATION_PLUS)
		return operand->kind == VALUE_ARRAY ? value_array(trace->op.arena, operand->array)
		                                    : operand;
	if (is_plain(operand))
		return operate_numpy(trace, operation, &operand, 1, at);
	return library_call(trace, "jax.numpy", functions[operation], &operand, 1, at);
}
