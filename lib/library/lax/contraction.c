/* SPDX-License-Identifier: Apache-2.0 */
/* jax.lax.dot_general and its like. */
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

/* dot without dimension numbers: a product of vectors and matrices. */
static bool simple_dimensions(struct trace *trace, const struct array *const operands[2],
                              struct dot_dimensions *dimensions)
{
	const struct array_type *lhs = &operands[0]->type, *rhs = &operands[1]->type;
	bool general = op_has(&trace->op, JAX_DOT_TAKES_DIMENSIONS);
	if (lhs->rank >= 1 && lhs->rank <= 2 && rhs->rank >= 1 && rhs->rank <= 2 &&
	    lhs->shape[lhs->rank - 1] == rhs->shape[0]) {
		int64_t *dims = arena_new(trace->op.arena, int64_t, 2);
		dims[0] = lhs->rank - 1;
		*dimensions = (struct dot_dimensions){{{dims, 1}, {dims + 1, 1}}, {{0}, {0}}};
		return true;
	}
	return refuse(&trace->op, RULE_SHAPE_MISMATCH, general ? "ValueError" : "TypeError",
	              TEXT("{}{shape}{}{shape}{}",
	                   general
	                       ? "jax.lax.dot: dimension_numbers must be specified when not "
	                         "performing simple un-batched matrix-matrix, matrix-vector, or "
	                         "vector-vector products; got lhs_shape="
	                       : "Incompatible shapes for dot: got ",
	                   lhs, general ? " rhs_shape=" : " and ", rhs, general ? "" : "."),
	              HELP("jnp.matmul multiplies batches; lax.dot_general takes any dimensions"));
}

static const struct value *dot(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *operands[2];
	struct dot_dimensions dimensions;
	const struct value *given = argument(arguments, DIMENSION_NUMBERS);
	if (!operand_arguments(trace, arguments, "dot_general", operands))
		return NULL;
	bool read = given->kind == VALUE_NONE ? simple_dimensions(trace, operands, &dimensions)
	                                      : value_to_dot_dimensions(trace, given, &dimensions);
	return read ? multiply(trace, arguments, operands, &dimensions) : NULL;
}

/* dot as it was before it took dimension numbers: lhs, rhs, precision, preferred_element_type. */
static const struct value *plain_dot(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *values[] = {argument(arguments, 0), argument(arguments, 1), &value_none,
	                                argument(arguments, 2), argument(arguments, 3)};
	struct call_arguments all = *arguments;
	all.values = values;
	all.count = sizeof values / sizeof *values;
	return dot(trace, &all);
}

/* dot while positional arguments behind the operands were on their way out. */
static const struct value *leaving_dot(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *more = value_items(argument(arguments, 2));
	const struct value *values[] = {argument(arguments, 0), argument(arguments, 1),
	                                argument(arguments, 3), argument(arguments, 4),
	                                argument(arguments, 5), argument(arguments, 6)};
	struct call_arguments all = *arguments;
	all.values = values;
	all.count = sizeof values / sizeof *values;
	if (more->count && op_has(&trace->op, JAX_DOT_REFUSES_POSITIONAL))
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("dot() takes 2 positional arguments but {} were given. Passing precision "
		         "or preferred_element_type by position is not allowed as of JAX v0.9.0; "
		         "pass them by keyword instead.",
		         2 + more->count));
	if (more->count > 2)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("Too many positional arguments passed to jax.lax.dot."));
	for (uint32_t i = 0; i < more->count; i++) {
		if (values[PRECISION + i]->kind != VALUE_NONE)
			return trace_refuse(
			    trace, RULE_PROGRAM_ERROR, "TypeError",
			    TEXT("jax.lax.dot got multiple values for argument '{}'",
			         i ? "preferred_element_type" : "precision"));
		values[PRECISION + i] = more->items[i];
	}
	return dot(trace, &all);
}

static const struct value *batch_matmul(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *operands[2];
	if (!operand_arguments(trace, arguments, "batch_matmul", operands) ||
	    !check_precision(trace, argument(arguments, 2)))
		return NULL;
	uint32_t left = operands[0]->type.rank, right = operands[1]->type.rank;
	if (left < 2 || right < 2)
		return trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("Arguments to batch_matmul must be at least 2D, got {}, {}", left, right));
	if (left != right)
		return trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("Arguments to batch_matmul must have same ndim, got {}, {}", left, right));
	int64_t *dims = arena_new(trace->op.arena, int64_t, left);
	for (uint32_t i = 0; i < left; i++)
		dims[i] = i;
	const struct dimension_list batch = {dims, left - 2};
	struct dot_dimensions dimensions = {{{dims + left - 1, 1}, {dims + left - 2, 1}},
	                                    {batch, batch}};
	return trace_array(
	    trace, lax_dot_general(&trace->op, operands[0], operands[1], &dimensions, NULL, NULL));
}

#define DOT_GENERAL(arguments, from, to)                                     \
	{                                                                    \
		.name = "dot_general",                                       \
		.signature = "lhs, rhs, dimension_numbers, precision=None, " \
			     "preferred_element_type=None" arguments,        \
		.call = dot_general, .since = from, .until = to              \
	}

static const struct function_row rows[] = {
    DOT_GENERAL("", NULL, "0.4.38"),
    DOT_GENERAL(", out_type=None", "0.4.38", "0.5.0"),
    DOT_GENERAL(", out_sharding=None", "0.5.0", "0.6.0"),
    DOT_GENERAL(", *, out_sharding=None", "0.6.0", NULL),
    FUNCTION("dot", "lhs, rhs, precision=None, preferred_element_type=None", plain_dot,
             .until = "0.7.1"),
    FUNCTION("dot",
             "lhs, rhs, *args, dimension_numbers=None, precision=None, "
             "preferred_element_type=None, out_sharding=None",
             leaving_dot, .since = "0.7.1", .until = "0.10.0"),
    FUNCTION("dot",
             "lhs, rhs, *, dimension_numbers=None, precision=None, "
             "preferred_element_type=None, out_sharding=None",
             dot, .since = "0.10.0"),
    FUNCTION("batch_matmul", "lhs, rhs, precision=None", batch_matmul),
};

const struct module_row library_lax_contraction = {"jax.lax", rows, sizeof rows / sizeof *rows};
