/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of the program's objects. CPython: Objects/abstract.c. */
#include "trace/convert/iterate.h"

#include <assert.h>
#include "trace/convert/python_number.h"
#include "trace/eval/equality.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/object.h"
#include "trace/state/failure.h"

/* The methods of an operator: that of the left operand, and that of the right one. */
static const char *const methods[OPERATION_COUNT][2] = {
    [OPERATION_EQUAL] = {"__eq__", "__eq__"},
    [OPERATION_NOT_EQUAL] = {"__ne__", "__ne__"},
    [OPERATION_LESS] = {"__lt__", "__gt__"},
    [OPERATION_LESS_EQUAL] = {"__le__", "__ge__"},
    [OPERATION_GREATER] = {"__gt__", "__lt__"},
    [OPERATION_GREATER_EQUAL] = {"__ge__", "__le__"},
    [OPERATION_BIT_OR] = {"__or__", "__ror__"},
    [OPERATION_BIT_XOR] = {"__xor__", "__rxor__"},
    [OPERATION_BIT_AND] = {"__and__", "__rand__"},
    [OPERATION_SHIFT_LEFT] = {"__lshift__", "__rlshift__"},
    [OPERATION_SHIFT_RIGHT] = {"__rshift__", "__rrshift__"},
    [OPERATION_ADD] = {"__add__", "__radd__"},
    [OPERATION_SUBTRACT] = {"__sub__", "__rsub__"},
    [OPERATION_MULTIPLY] = {"__mul__", "__rmul__"},
    [OPERATION_MATRIX_MULTIPLY] = {"__matmul__", "__rmatmul__"},
    [OPERATION_DIVIDE] = {"__truediv__", "__rtruediv__"},
    [OPERATION_FLOOR_DIVIDE] = {"__floordiv__", "__rfloordiv__"},
    [OPERATION_MODULO] = {"__mod__", "__rmod__"},
    [OPERATION_POWER] = {"__pow__", "__rpow__"},
    [OPERATION_NEGATE] = {"__neg__", NULL},
    [OPERATION_PLUS] = {"__pos__", NULL},
    [OPERATION_INVERT] = {"__invert__", NULL},
};

static bool is_not_implemented(const struct value *value)
{
	return value && value->kind == VALUE_RECORD &&
	       strcmp(value->record.class_name, "NotImplementedType") == 0;
}

/* Tries the method of one operand; NULL with *found false when it has none, or declines. */
static const struct value *try_method(struct trace *trace, const struct value *self,
                                      const char *method, const struct value *other, struct span at,
                                      bool *found)
{
	*found = false;
	if (!method || !class_of(self) || !class_find(class_of(self), str_of(method)))
		return NULL;
	const struct value *result = call_method(trace, self, method, &other, 1, at, found);
	*found = *found && !is_not_implemented(result);
	return result;
}

/* | ^ & of two flags. */
static const struct value *flag_binary(struct trace *trace, enum operation operation,
                                       const struct value *left, const struct value *right)
{
	assert(left->kind == VALUE_OBJECT && right->kind == VALUE_OBJECT);
	int64_t x = enum_value(left)->integer, y = enum_value(right)->integer;
	int64_t bits = operation == OPERATION_BIT_OR    ? x | y
	               : operation == OPERATION_BIT_AND ? x & y
	                                                : x ^ y;
	return enum_member(trace, left->object.class, value_int(trace->op.arena, bits));
}

/* The bits of flags that the class has: an IntFlag any below the highest. False where one is not
 * known. */
static bool flag_mask(const struct value *class, int64_t *mask)
{
	const struct value *members = class->class->members;
	*mask = 0;
	for (uint32_t i = 0; i < members->dict.count; i++) {
		const struct value *member = members->dict.pairs[i].value;
		int64_t bits = enum_is_flag(member) ? enum_value(member)->integer : -1;
		if (bits < 0)
			return false;
		bool one = !(bits & (bits - 1));
		*mask |= one || class_is(class, "IntFlag") ? bits : 0;
	}
	for (int64_t bit = 1; bit <= *mask && class_is(class, "IntFlag"); bit *= 2)
		*mask |= bit;
	return *mask <= INT32_MAX;
}

/* All the flags that are not in this one. CPython: enum.py Flag.__invert__. */
static const struct value *flag_inverted(struct trace *trace, const struct value *flag)
{
	int64_t mask;
	assert(flag->kind == VALUE_OBJECT);
	if (!flag_mask(flag->object.class, &mask))
		return trace_unknown(trace, "a flag whose bits are not known");
	return enum_member(trace, flag->object.class,
	                   value_int(trace->op.arena, mask & ~enum_value(flag)->integer));
}

/* Whether the right operand is of a class derived from that of the left one, which has the method
 * anew. */
static bool right_goes_first(const struct value *left, const struct value *right,
                             const char *method)
{
	const struct value *class = class_of(left), *derived = class_of(right);
	return method && class && derived && class != derived && class_derives(derived, class) &&
	       class_find(derived, str_of(method)) != class_find(class, str_of(method));
}

static const struct value *by_identity(struct trace *trace, enum operation operation,
                                       const struct value *left, const struct value *right,
                                       struct span at)
{
	bool found, differ = operation == OPERATION_NOT_EQUAL;
	bool truth = false, alike = class_of(left) == class_of(right) &&
	                            class_of(left)->class->form == CLASS_DATACLASS;
	if (!differ && alike && !values_equal(trace, left, right, &truth))
		return failed_or_unknown(trace);
	const struct value *equal =
	    differ ? object_binary(trace, OPERATION_EQUAL, left, right, at, &found)
		   : value_bool(truth || value_equal(left, right));
	if (!differ || !equal || equal->kind == VALUE_UNKNOWN)
		return equal;
	return trace_truth(trace, equal, &truth) ? value_bool(!truth) : failed_or_unknown(trace);
}

/* Whether it is an object that stands for an integer where one is needed, as in [0] * n. */
static bool counts_times(const struct value *value)
{
	return value->kind == VALUE_OBJECT && class_find(value->object.class, STR("__index__"));
}

const struct value *object_binary(struct trace *trace, enum operation operation,
                                  const struct value *left, const struct value *right,
                                  struct span at, bool *found)
{
	bool formats = left->kind == VALUE_STRING && operation == OPERATION_MODULO;
	*found = !formats && (class_of(left) || class_of(right));
	if (!*found)
		return NULL;
	if (enum_is_flag(left) && left->kind == right->kind && class_of(left) == class_of(right) &&
	    operation >= OPERATION_BIT_OR && operation <= OPERATION_BIT_AND)
		return flag_binary(trace, operation, left, right);
	const struct value *x = enum_plain(left), *y = enum_plain(right);
	if (x != left || y != right)
		return operate_binary(trace, operation, x, y, at);
	bool derived = right_goes_first(left, right, methods[operation][1]);
	bool reflects = class_of(left) != class_of(right) || operation <= OPERATION_GREATER_EQUAL;
	const struct value *result =
	    derived ? try_method(trace, right, methods[operation][1], left, at, found)
		    : try_method(trace, left, methods[operation][0], right, at, found);
	if (!*found && reflects)
		result = derived ? try_method(trace, left, methods[operation][0], right, at, found)
		                 : try_method(trace, right, methods[operation][1], left, at, found);
	if (*found)
		return result;
	bool object = left->kind == VALUE_OBJECT || right->kind == VALUE_OBJECT;
	*found = object && left->kind != VALUE_ARRAY && right->kind != VALUE_ARRAY;
	if (!*found)
		return NULL;
	if (operation == OPERATION_EQUAL || operation == OPERATION_NOT_EQUAL)
		return by_identity(trace, operation, left, right, at);
	bool orders = operation >= OPERATION_EQUAL && operation <= OPERATION_GREATER_EQUAL;
	if (orders && class_of(left) == class_of(right) && class_of(left)->class->is_ordered)
		return operate_binary(trace, operation, compared_fields(trace, left),
		                      compared_fields(trace, right), at);
	if (operation == OPERATION_MULTIPLY && (counts_times(left) || counts_times(right)))
		return trace_unknown(trace, "a sequence repeated by an object");
	if (!orders)
		return operands_refused(trace, operation, left, right);
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("'{}' not supported between instances of '{}' and '{}'",
	                         operation_text(operation), value_class_name(left),
	                         value_class_name(right)));
}

const struct value *object_augmented(struct trace *trace, enum operation operation,
                                     const struct value *left, const struct value *right,
                                     struct span at, bool *found)
{
	const char *plain = methods[operation][0];
	*found = false;
	return plain ? try_method(trace, left,
	                          str_format(trace->op.arena, "__i%s", plain + strlen("__")).s,
	                          right, at, found)
	             : NULL;
}

const struct value *object_unary(struct trace *trace, enum operation operation,
                                 const struct value *operand, struct span at, bool *found)
{
	*found = operand->kind == VALUE_OBJECT;
	if (!*found)
		return NULL;
	const struct value *plain = enum_plain(operand);
	if (operation == OPERATION_INVERT && enum_is_flag(operand))
		return flag_inverted(trace, operand);
	if (plain != operand)
		return operate_unary(trace, operation, plain, at);
	const char *method = methods[operation][0];
	const struct value *result =
	    method ? call_method(trace, operand, method, NULL, 0, at, found) : NULL;
	if (*found && method)
		return result;
	*found = true;
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("bad operand type for unary {}: '{}'", operation_text(operation),
	                         value_class_name(operand)));
}

const struct value *read_mapping(struct trace *trace, const struct value *value, struct span at)
{
	value = mapping_items(value);
	if (value->kind != VALUE_OBJECT || !class_find(value->object.class, STR("keys")))
		return value;
	bool found;
	struct value_list names;
	const struct value *keys = call_method(trace, value, "keys", NULL, 0, at, &found);
	if (!keys || !trace_iterate(trace, keys, &names))
		return failed_or_unknown(trace);
	struct value *items = value_new(trace->op.arena, VALUE_DICT);
	for (uint32_t i = 0; i < names.count; i++) {
		const struct value *item =
		    call_method(trace, value, "__getitem__", &names.items[i], 1, at, &found);
		if (!found)
			return value;
		if (!item)
			return NULL;
		dict_set(trace, items, names.items[i], item);
	}
	return items;
}
