/* SPDX-License-Identifier: Apache-2.0 */
/* jax.lax.dot_general. */
#include "library/arguments/contraction_arguments.h"

/* The order of the arguments in all signatures here. */
enum { LHS, RHS, DIMENSION_NUMBERS, PRECISION, PREFERRED, OUT_SHARDING };

/* The operands of a lax function. */
static bool operand_arguments(struct trace *trace, const struct call_arguments *arguments,
                              const char *function, const struct array *operands[2])
{
	for (uint32_t i = 0; i < 2; i++) {
		operands[i] = value_to_operand(trace, argument(arguments, i), function);
		if (!operands[i])
			return false;
	}
	return true;
}

/* out_sharding= of releases that take a NamedSharding only, or nothing yet. */
static bool check_out_sharding(struct trace *trace, const struct value *value, const char *name)
{
	if (value->kind == VALUE_NONE || value->kind == VALUE_UNKNOWN)
		return true;
	if (!op_has(&trace->op, JAX_AXIS_TYPES))
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "NotImplementedError",
		              TEXT("{} only works when sharding_in_types config is True.", name));
	if (value->kind == VALUE_SHARDING || !op_has(&trace->op, JAX_DOT_NAMED_SHARDING_ONLY))
		return true;
	return refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "NotImplementedError",
	    TEXT("`out_sharding` argument of `dot_general` only supports NamedSharding instances. "
	         "Please file a bug if this is not enough for your use case."),
	    WORDS("this release takes out_sharding of lax.dot_general as a NamedSharding only"),
	    HELP("write out_sharding=NamedSharding(mesh, P(…))"));
}

static const struct value *multiply(struct trace *trace, const struct call_arguments *arguments,
                                    const struct array *const operands[2],
                                    const struct dot_dimensions *dimensions)
{
	const struct dtype *preferred;
	const struct sharding_request *sharding = NULL;
	if (!value_to_optional_dtype(trace, argument(arguments, PREFERRED), &preferred) ||
	    !check_precision(trace, argument(arguments, PRECISION)))
		return NULL;
	if (arguments->count > OUT_SHARDING &&
	    !value_to_sharding(trace, argument(arguments, OUT_SHARDING), "dot_general", &sharding))
		return NULL;
	return trace_array(trace, lax_dot_general(&trace->op, operands[0], operands[1], dimensions,
	                                          preferred, sharding));
}

static const struct value *dot_general(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *operands[2];
	struct dot_dimensions dimensions;
	const char *name = op_has(&trace->op, JAX_DOT_OUT_TYPE) ? "out_type" : "out_sharding";
	if (arguments->count > OUT_SHARDING &&
	    !check_out_sharding(trace, argument(arguments, OUT_SHARDING), name))
		return NULL;
	if (!value_to_dot_dimensions(trace, argument(arguments, DIMENSION_NUMBERS), &dimensions) ||
	    !operand_arguments(trace, arguments, "dot_general", operands))
		return NULL;
	return multiply(trace, arguments, operands, &dimensions);
}

#define DOT_GENERAL(arguments, from, to)                                     \
	{                                                                    \
		.name = "dot_general",                                       \
		.signature = "lhs, rhs, dimension_numbers, precision=None, " \
			     "preferred_element_type=None" arguments,        \
		.call = dot_general, .since = from, .until = to              \
	}

const struct function_row library_lax_contraction[] = {
    MODULE("jax.lax"),
    DOT_GENERAL("", NULL, "0.4.38"),
    DOT_GENERAL(", out_type=None", "0.4.38", "0.5.0"),
    DOT_GENERAL(", out_sharding=None", "0.5.0", "0.6.0"),
    DOT_GENERAL(", *, out_sharding=None", "0.6.0", NULL),
    TABLE_END,
};
