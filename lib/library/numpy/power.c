/* SPDX-License-Identifier: Apache-2.0 */
/* Powers, by an exponent that is known or one that is traced. JAX: numpy/ufuncs.py power. */
#include "library/library.h"
#include "library/numpy/power.h"
#include "op/elementwise/formula.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "trace/value/convert_value.h"

/* _pow_int_int: by squares, for every bit of the exponent. */
static const struct array *integer_powers(struct op *op, const struct array *x,
                                          const struct array *y)
{
	enum { BITS = 6 };
	const struct array *parts[] = {x, y, NULL, array_scalar(op, x->type.dtype, false)};
	struct formula_names names = {"xyac", parts}; /* c: 0, or 1 */
	parts[2] = formula(op, "where(lax.and(lax.eq(x, c), lax.ne(y, c)), c, c)", &names);
	for (int i = 0; i < BITS && parts[2]; i++) {
		parts[2] = formula(op, "where(lax.and(y, c), lax.mul(a, x), a)", &names);
		parts[0] = parts[2] ? formula(op, "lax.mul(x, x)", &names) : NULL;
		parts[1] = parts[0] ? formula(op, "lax.shift_right_logical(y, c)", &names) : NULL;
		if (!parts[1])
			return NULL;
	}
	return parts[2];
}

/* A power by what is traced: a float base takes an integer exponent as it is. */
const struct array *numpy_power(struct op *op, const struct array *x, const struct array *y)
{
	const struct array *arrays[] = {x, y};
	if (!numpy_promote_ranks(op, arrays, 2))
		return NULL;
	const struct array *promoted[] = {arrays[0], arrays[1]};
	if (!numpy_promote_numeric(op, promoted, 2) || !numpy_promote_ranks(op, promoted, 2))
		return NULL;
	if (dtype_is_integer(promoted[0]->type.dtype))
		return integer_powers(op, promoted[0], promoted[1]);
	const struct dtype *base = arrays[0]->type.dtype;
	if (to_inexact(base) == base && dtype_is_integer(arrays[1]->type.dtype))
		return lax_binary(op, &lax_pow, arrays[0], arrays[1]);
	return lax_binary(op, &lax_pow, promoted[0], promoted[1]);
}

static const struct value *power(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct value *exponent = argument(arguments, 1);
	const struct array *arrays[] = {
	    value_to_array_at(trace, argument(arguments, 0), "power", 0), NULL};
	if (!arrays[0])
		return NULL;
	if (exponent->kind == VALUE_BOOL || value_is_integer(exponent)) {
		int64_t known = exponent->kind == VALUE_BOOL && exponent->boolean;
		if (exponent->kind != VALUE_BOOL && !value_to_int(trace, exponent, &known))
			return NULL;
		return numpy_promote_numeric(op, arrays, 1)
		           ? trace_array(trace, lax_power(op, arrays[0], known))
		           : NULL;
	}
	arrays[1] = value_to_array_at(trace, exponent, "power", 1);
	return arrays[1] ? trace_array(trace, numpy_power(op, arrays[0], arrays[1])) : NULL;
}

static const struct function_row rows[] = {
    {.name = "power", .signature = "x1, x2, /", .call = power, .jitted = JITTED_WITHIN},
    {.name = "pow", .signature = "x1, x2, /", .call = power, .jitted = JITTED_WITHIN},
};

const struct module_row library_numpy_power = {"jax.numpy", rows, sizeof rows / sizeof *rows};
