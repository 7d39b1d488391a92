/* SPDX-License-Identifier: Apache-2.0 */
#include "library/arguments/contraction_arguments.h"

static bool is_precision_text(struct str text)
{
	static const char *const texts[] = {
	    "highest",
	    "float32",
	    "high",
	    "bfloat16_3x",
	    "tensorfloat32",
	    "default",
	    "bfloat16",
	    "fastest",
	    "F16_F16_F16",
	    "F16_F16_F32",
	    "DEFAULT",
	    "F32_F32_F32",
	    "TF32_TF32_F32",
	    "TF32_TF32_F32_X3",
	    "F64_F64_F64",
	    "BF16_BF16_F32",
	    "BF16_BF16_BF16",
	    "BF16_BF16_F32_X3",
	    "BF16_BF16_F32_X6",
	    "BF16_BF16_F32_X9",
	    "ANY_F8_ANY_F8_F32",
	    "ANY_F8_ANY_F8_F32_FAST_ACCUM",
	    "ANY_F8_ANY_F8_ANY",
	    "ANY_F8_ANY_F8_ANY_FAST_ACCUM",
	};
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		if (str_equal(str_of(texts[i]), text))
			return true;
	return false;
}

static bool is_precision(const struct value *value)
{
	return value->kind == VALUE_NONE || value->kind == VALUE_RECORD ||
	       (value->kind == VALUE_STRING && is_precision_text(value->string));
}

bool check_precision(struct trace *trace, const struct value *value)
{
	const struct value_list *items = value_items(value);
	if (is_precision(value))
		return true;
	if (value->kind == VALUE_UNKNOWN)
		return op_unknown(&trace->op, "%s", "");
	if (items && items->count == 2 && is_precision(items->items[0]) &&
	    is_precision(items->items[1]))
		return true;
	if (value->kind != VALUE_STRING && !items && value->kind != VALUE_INT)
		return op_unknown(&trace->op, "a precision of this kind is not known");
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("Precision argument must be one of:"),
	              WORDS("no precision has this name"),
	              HELP("use 'default', 'high' or 'highest'"));
}

bool value_to_optional_dtype(struct trace *trace, const struct value *value,
                             const struct dtype **dtype)
{
	*dtype = value->kind == VALUE_NONE ? NULL : value_to_dtype(trace, value);
	return *dtype || value->kind == VALUE_NONE;
}

/* The two items of a pair; raises what Python raises for anything else. */
static bool value_to_pair(struct trace *trace, const struct value *value,
                          const struct value *pair[2])
{
	const struct value_list *items = value_items(value);
	if (value->kind == VALUE_UNKNOWN)
		return op_unknown(&trace->op, "%s", "");
	if (!items)
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("cannot unpack non-iterable {} object", value_class_name(value)));
	if (items->count < 2)
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT("not enough values to unpack (expected 2, got {})", items->count));
	if (items->count > 2)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("too many values to unpack (expected 2)"));
	pair[0] = items->items[0];
	pair[1] = items->items[1];
	return true;
}

bool value_to_dot_dimensions(struct trace *trace, const struct value *value,
                             struct dot_dimensions *dimensions)
{
	const struct value *kinds[2], *sides[2];
	struct dimension_list *lists[] = {dimensions->contracting, dimensions->batch};
	if (!value_to_pair(trace, value, kinds))
		return false;
	for (int kind = 0; kind < 2; kind++) {
		if (!value_to_pair(trace, kinds[kind], sides))
			return false;
		for (int side = 0; side < 2; side++)
			if (!value_to_ints(trace, sides[side], &lists[kind][side].items,
			                   &lists[kind][side].count))
				return false;
	}
	return true;
}
