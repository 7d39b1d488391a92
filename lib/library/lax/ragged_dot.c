/* SPDX-License-Identifier: Apache-2.0 */
/* jax.lax.ragged_dot and ragged_dot_general. */
#include "library/arguments/contraction_arguments.h"

#include <assert.h>

static const char *const fields[] = {"dot_dimension_numbers", "lhs_ragged_dimensions",
                                     "rhs_group_dimensions"};
static const char class_name[] = "RaggedDotDimensionNumbers";

/* RaggedDotDimensionNumbers(dot_dimension_numbers, lhs_ragged_dimensions, rhs_group_dimensions) */
static const struct value *dimension_numbers(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	value->record = (struct record){class_name, fields, arguments->values, 3};
	return value;
}

static bool read_dimensions(struct trace *trace, const struct value *value,
                            struct ragged_dimensions *dimensions)
{
	assert(value->kind == VALUE_RECORD);
	const struct record *record = &value->record;
	if (value->kind != VALUE_RECORD || strcmp(record->class_name, class_name) != 0)
		return op_unknown(&trace->op, "dimension numbers that are not a %s", class_name);
	return value_to_dot_dimensions(trace, record->fields[0], &dimensions->dot) &&
	       value_to_ints(trace, record->fields[1], &dimensions->ragged.items,
	                     &dimensions->ragged.count) &&
	       value_to_ints(trace, record->fields[2], &dimensions->group.items,
	                     &dimensions->group.count);
}

/* The dimensions of lax.ragged_dot: (m, k) by (g, k, n). */
static struct ragged_dimensions plain_dimensions(void)
{
	static const int64_t first[] = {0}, second[] = {1};
	return (struct ragged_dimensions){.dot = {{{second, 1}, {second, 1}}, {{0}, {0}}},
	                                  .ragged = {first, 1},
	                                  .group = {first, 1}};
}

/* Arguments from `first` on: precision, preferred_element_type, group_offset[, out_sharding]. */
static const struct value *multiply(struct trace *trace, const struct call_arguments *arguments,
                                    const struct ragged_dimensions *dimensions, uint32_t first)
{
	const struct array *operands[3];
	const struct dtype *preferred;
	const struct sharding_request *sharding = NULL;
	for (uint32_t i = 0; i < 3; i++) {
		operands[i] = value_to_operand(trace, argument(arguments, i), "ragged_dot_general");
		if (!operands[i])
			return NULL;
	}
	if (argument_given(arguments, first + 2))
		return trace_unknown(trace, "ragged_dot with group_offset=");
	if (!check_precision(trace, argument(arguments, first)) ||
	    !value_to_optional_dtype(trace, argument(arguments, first + 1), &preferred))
		return NULL;
	if (arguments->count > first + 3 &&
	    !value_to_sharding(trace, argument(arguments, first + 3), "ragged_dot_general",
	                       &sharding))
		return NULL;
	return trace_array(
	    trace, lax_ragged_dot_general(&trace->op, operands, dimensions, preferred, sharding));
}

static const struct value *ragged_dot(struct trace *trace, const struct call_arguments *arguments)
{
	struct ragged_dimensions dimensions = plain_dimensions();
	return multiply(trace, arguments, &dimensions, 3);
}

static const struct value *ragged_dot_general(struct trace *trace,
                                              const struct call_arguments *arguments)
{
	struct ragged_dimensions dimensions;
	if (!read_dimensions(trace, argument(arguments, 3), &dimensions))
		return NULL;
	return multiply(trace, arguments, &dimensions, 4);
}

#define OPTIONS "precision=None, preferred_element_type=None, group_offset=None"

const struct function_row library_lax_ragged_dot[] = {
    MODULE("jax.lax"),
    FUNCTION("ragged_dot", "lhs, rhs, group_sizes, " OPTIONS, ragged_dot, .until = "0.10.1"),
    FUNCTION("ragged_dot", "lhs, rhs, group_sizes, " OPTIONS ", out_sharding=None", ragged_dot,
             .since = "0.10.1"),
    FUNCTION("ragged_dot_general", "lhs, rhs, group_sizes, ragged_dot_dimension_numbers, " OPTIONS,
             ragged_dot_general, .since = "0.5.3", .until = "0.10.1"),
    FUNCTION("ragged_dot_general",
             "lhs, rhs, group_sizes, ragged_dot_dimension_numbers, " OPTIONS ", out_sharding=None",
             ragged_dot_general, .since = "0.10.1"),
    FUNCTION(class_name, "dot_dimension_numbers, lhs_ragged_dimensions, rhs_group_dimensions",
             dimension_numbers, .since = "0.5.3"),
    TABLE_END,
};
