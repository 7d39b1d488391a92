/* SPDX-License-Identifier: Apache-2.0 */
/* Quotients that are rounded down, remainders, and what else jax.numpy makes of several operations
 * on two arrays. Each step can fail on its own shardings. JAX: numpy/ufuncs.py. */
#include "library/library.h"
#include "op/elementwise/formula.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "trace/value/convert_value.h"

/* Both arguments as arrays; false after an error. */
static bool read_arrays(struct trace *trace, const struct call_arguments *arguments,
                        const struct array *arrays[2])
{
	for (uint32_t i = 0; i < 2; i++) {
		arrays[i] =
		    value_to_array_at(trace, argument(arguments, i), arguments->row->name, i);
		if (!arrays[i])
			return false;
	}
	return true;
}

/* The same, promoted to one dtype of numbers and one rank. */
static bool read_numbers(struct trace *trace, const struct call_arguments *arguments,
                         const struct array *arrays[2])
{
	return read_arrays(trace, arguments, arrays) &&
	       numpy_promote_numeric(&trace->op, arrays, 2) &&
	       numpy_promote_ranks(&trace->op, arrays, 2);
}

/* A formula of x and y, and of further arrays by their letters; NULL when one is NULL. */
static const struct array *compute(struct op *op, const char *text, const char *letters,
                                   const struct array *const *arrays)
{
	struct formula_names names = {letters, arrays};
	for (size_t i = 0; letters[i]; i++)
		if (!arrays[i])
			return NULL;
	return formula(op, text, &names);
}

/* _float_divmod: the quotient and the remainder; false when JAX raises. */
static bool divide_floats(struct op *op, const struct array *x, const struct array *y,
                          const struct array *results[2])
{
	const struct array *parts[] = {x, y, NULL, NULL, NULL}; /* and m, d, i */
	parts[2] = compute(op, "lax.rem(x, y)", "xy", parts);
	parts[3] = compute(op,
	                   op_has(op, JAX_DIVIDES_BY_ZERO) ? "where(y == 0, x, lax.sub(x, m))"
	                                                   : "lax.sub(x, m)",
	                   "xym", parts);
	parts[3] = compute(op, "lax.div(d, y)", "xymd", parts);
	parts[4] = compute(op, "lax.and(m != 0, lax.sign(y) != lax.sign(m))", "xymd", parts);
	results[1] = compute(op, "lax.select(i, m + y, m)", "xymdi", parts);
	results[0] =
	    results[1] ? compute(op, "lax.round(lax.select(i, d - 1.0, d))", "xymdi", parts) : NULL;
	return results[0] != NULL;
}

static const struct array *quotient(struct op *op, const struct array *x, const struct array *y)
{
	const struct array *parts[] = {x, y, NULL}, *results[2];
	switch (dtype_class(x->type.dtype)) {
	case DTYPE_COMPLEX:
		refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		       TEXT("floor_divide does not support complex-valued inputs"));
		return NULL;
	case DTYPE_FLOAT:
		return divide_floats(op, x, y, results) ? results[0] : NULL;
	case DTYPE_SIGNED:
		parts[2] = lax_binary(op, &lax_div, x, y);
		return compute(op,
		               "where(lax.and(lax.sign(x) != lax.sign(y), lax.rem(x, y) != 0), "
		               "q - 1, q)",
		               "xyq", parts);
	default:
		return lax_binary(op, &lax_div, x, y);
	}
}

static const struct array *modulo(struct op *op, const struct array *x, const struct array *y)
{
	const struct array *parts[] = {x, y, NULL, NULL}; /* and m, p */
	if (dtype_is_integer(y->type.dtype))
		parts[1] = compute(op, "where(y == 0, y, y)", "xy", parts);
	parts[2] = compute(op, "lax.rem(x, y)", "xy", parts);
	parts[3] = compute(op, "m != 0", "xym", parts);
	parts[3] = compute(op, "lax.and(lax.ne(m < 0, y < 0), p)", "xymp", parts);
	return compute(op, "lax.select(p, lax.add(m, y), m)", "xymp", parts);
}

static const struct value *floor_divide(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *arrays[2];
	if (!read_numbers(trace, arguments, arrays))
		return NULL;
	return trace_array(trace, quotient(&trace->op, arrays[0], arrays[1]));
}

static const struct value *remainder_of(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *arrays[2];
	if (!read_numbers(trace, arguments, arrays))
		return NULL;
	return trace_array(trace, modulo(&trace->op, arrays[0], arrays[1]));
}

static const struct value *divide_modulo(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *arrays[2], *results[2];
	if (!read_numbers(trace, arguments, arrays))
		return NULL;
	if (dtype_is_integer(arrays[0]->type.dtype)) {
		results[0] = quotient(op, arrays[0], arrays[1]);
		results[1] = results[0] ? modulo(op, arrays[0], arrays[1]) : NULL;
		if (!results[1])
			return NULL;
	} else if (!divide_floats(op, arrays[0], arrays[1], results)) {
		return NULL;
	}
	return trace_arrays(trace, VALUE_TUPLE, results, 2);
}

/* The remainder with the sign of the dividend; of integers 0 divides as 1. */
static const struct value *truncated_remainder(struct trace *trace,
                                               const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *arrays[2];
	bool weak;
	if (!read_arrays(trace, arguments, arrays))
		return NULL;
	const struct dtype *dtype = numpy_result_dtype(op, arrays, 2, &weak);
	if (dtype && dtype_is_integer(dtype))
		arrays[1] = compute(op, "where(y == 0, y, y)", "xy", arrays);
	if (!dtype || !arrays[1] || !numpy_promote_numeric(op, arrays, 2) ||
	    !numpy_promote_ranks(op, arrays, 2))
		return NULL;
	return trace_array(trace, lax_binary(op, &lax_rem, arrays[0], arrays[1]));
}

/* fmin and fmax: the row's data is the formula. JAX: lax_numpy.py. */
static const struct value *choose(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *arrays[2];
	if (!read_arrays(trace, arguments, arrays))
		return NULL;
	return trace_array(trace, compute(&trace->op, arguments->row->data, "xy", arrays));
}

#define TWO(id, function, formula)                                                       \
	{                                                                                \
		.name = id, .signature = "x1, x2, /", .call = function, .data = formula, \
		.jitted = JITTED_WITHIN                                                  \
	}

static const struct function_row rows[] = {
    TWO("floor_divide", floor_divide, NULL),
    TWO("divmod", divide_modulo, NULL),
    TWO("remainder", remainder_of, NULL),
    TWO("mod", remainder_of, NULL),
    TWO("fmod", truncated_remainder, NULL),
    TWO("fmin", choose, "where(logical_or(x < y, y != y), x, y)"),
    TWO("fmax", choose, "where(logical_or(x > y, y != y), x, y)"),
};

const struct module_row library_numpy_division = {"jax.numpy", rows, sizeof rows / sizeof *rows};
