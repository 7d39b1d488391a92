/* SPDX-License-Identifier: Apache-2.0 */
/* The products of jax.numpy. */
#include "library/arguments/contraction_arguments.h"
#include "op/contract/contract.h"
#include "trace/eval/prelude.h"

/* The keyword arguments of the products, in the order of their signatures here. */
struct options {
	const struct dtype *preferred;
	const struct sharding_request *sharding;
};

/* Reads precision, preferred_element_type and, in signatures that have it, out_sharding, which
 * stand from `first` on. */
static bool read_options(struct trace *trace, const struct call_arguments *arguments,
                         uint32_t first, struct options *options)
{
	options->sharding = NULL;
	if (!check_precision(trace, argument(arguments, first)) ||
	    !value_to_optional_dtype(trace, argument(arguments, first + 1), &options->preferred))
		return false;
	return arguments->count <= first + 2 ||
	       value_to_sharding(trace, argument(arguments, first + 2), "dot_general",
	                         &options->sharding);
}

static const struct value *matmul(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x[2];
	struct options options;
	if (!array_arguments(trace, arguments, "matmul", x) ||
	    !numpy_matmul_fits(&trace->op, x[0], x[1]) ||
	    !read_options(trace, arguments, 2, &options))
		return NULL;
	return trace_array(
	    trace, numpy_matmul(&trace->op, x[0], x[1], options.preferred, options.sharding));
}

static const struct value *dot(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x[2];
	struct options options;
	if (!array_arguments(trace, arguments, "dot", x) ||
	    !read_options(trace, arguments, 2, &options))
		return NULL;
	return trace_array(trace,
	                   numpy_dot(&trace->op, x[0], x[1], options.preferred, options.sharding));
}

/* jnp.tensordot of two arrays and the dimensions of each, for the prelude. */
static const struct value *contract(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x[2];
	struct options options;
	struct dimension_list lists[2];
	for (uint32_t i = 0; i < 2; i++)
		if (!value_to_ints(trace, argument(arguments, 2 + i), &lists[i].items,
		                   &lists[i].count))
			return NULL;
	if (!array_arguments(trace, arguments, "tensordot", x) ||
	    !read_options(trace, arguments, 4, &options))
		return NULL;
	return trace_array(trace, numpy_tensordot(&trace->op, x[0], x[1], lists, options.preferred,
	                                          options.sharding));
}

#define OPTIONS "precision=None, preferred_element_type=None"
#define WITH_SHARDING OPTIONS ", out_sharding=None"

static const struct function_row rows[] = {
    FUNCTION("matmul", "a, b, *, " OPTIONS, matmul, .until = "0.7.0", .jitted = JITTED_ITSELF),
    FUNCTION("matmul", "a, b, *, " WITH_SHARDING, matmul, .since = "0.7.0",
             .jitted = JITTED_ITSELF),
    FUNCTION("dot", "a, b, *, " OPTIONS, dot, .until = "0.6.1", .jitted = JITTED_ITSELF),
    FUNCTION("dot", "a, b, *, " WITH_SHARDING, dot, .since = "0.6.1", .jitted = JITTED_ITSELF),
};

const struct module_row library_numpy_contraction = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row methods[] = {
    FUNCTION("dot", "self, b, *, " OPTIONS, dot, .jitted = JITTED_WITHIN),
};

const struct module_row library_array_contraction = {"ndarray", methods,
                                                     sizeof methods / sizeof *methods};

static const struct function_row contract_row =
    FUNCTION("contract", "a, b, left, right, " WITH_SHARDING, contract);

const struct module_row library_contract = {PRELUDE_INTRINSICS, &contract_row, 1};
