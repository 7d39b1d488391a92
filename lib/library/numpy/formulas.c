/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of jax.numpy that are formulas of one or two arrays. JAX: numpy/ufuncs.py,
 * lax_numpy.py.
 */
#include "library/library.h"
#include "op/elementwise/formula.h"
#include "op/core/dtype_class.h"
#include "op/core/primitive.h"
#include "op/elementwise/elementwise.h"
#include "trace/value/convert_value.h"

struct formula_row {
	const char *formula; /* of x, and y */
	uint32_t arity;
	bool same_rank; /* the operands are brought to one rank first */
};

static const struct value *compute(struct trace *trace, const struct call_arguments *arguments)
{
	const struct formula_row *row = arguments->row->data;
	const struct array *arrays[2];
	for (uint32_t i = 0; i < row->arity; i++) {
		arrays[i] = value_to_array(trace, argument(arguments, i), arguments->row->name);
		if (!arrays[i])
			return NULL;
	}
	if (!numpy_promote_dtypes(&trace->op, arrays, row->arity, true) ||
	    (row->same_rank && !numpy_promote_ranks(&trace->op, arrays, row->arity)))
		return NULL;
	if (dtype_class(arrays[0]->type.dtype) == DTYPE_COMPLEX)
		return trace_unknown(trace, "jnp.%s of complex numbers is not known",
		                     arguments->row->name);
	struct formula_names names = {"xy", arrays};
	return trace_array(trace, formula(&trace->op, row->formula, &names));
}

/* An array kept at or above one bound and at or below another, where they are given. */
static const struct value *clip(struct trace *trace, const struct call_arguments *arguments)
{
	static const struct primitive *const bounds[] = {&lax_max, &lax_min};
	if (!argument_given(arguments, 0))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("No input was provided to the clip function."));
	const struct array *x = value_to_array(trace, argument(arguments, 0), "clip");
	for (uint32_t i = 0; x && i < 2; i++) {
		if (!argument_given(arguments, i + 1))
			continue;
		const struct array *bound =
		    value_to_array(trace, argument(arguments, i + 1), i ? "minimum" : "maximum");
		if (dtype_class(x->type.dtype) == DTYPE_COMPLEX)
			return trace_unknown(trace, "clipping complex numbers is not known");
		x = bound ? numpy_binary(&trace->op, bounds[i], bound, x, false) : NULL;
	}
	return trace_array(trace, x);
}

/* What is no float is left as it is. */
static const struct value *nan_to_num(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_array(trace, argument(arguments, 0), "nan_to_num");
	if (!x || dtype_class(x->type.dtype) != DTYPE_FLOAT)
		return trace_array(trace, x);
	return trace_array(trace, formula_of(&trace->op, "where(x != x, 0.0, x)", x));
}

static const struct formula_row copysign_row = {"where(y < 0.0, -lax.abs(x), lax.abs(x))", 2, true};
static const struct formula_row heaviside_row = {
    "where(x < 0.0, 0.0, where(x > 0.0, 1.0, where(x != x, x, y)))", 2, false};
static const struct formula_row hypot_row = {
    "where(lax.or(x == 1.0, y == 1.0), 1.0, maximum(x, y))", 2, true};
static const struct formula_row sinc_row = {"lax.sin(x)", 1, false};

static const struct function_row rows[] = {
    {.name = "clip",
     .signature = "arr=None, /, min=None, max=None",
     .call = clip,
     .jitted = JITTED_ITSELF},
    {.name = "copysign",
     .signature = "x1, x2, /",
     .call = compute,
     .data = &copysign_row,
     .jitted = JITTED_ITSELF},
    {.name = "heaviside",
     .signature = "x1, x2, /",
     .call = compute,
     .data = &heaviside_row,
     .jitted = JITTED_ITSELF},
    {.name = "hypot",
     .signature = "x1, x2, /",
     .call = compute,
     .data = &hypot_row,
     .jitted = JITTED_ITSELF},
    {.name = "nan_to_num",
     .signature = "x, copy=True, nan=0.0, posinf=None, neginf=None",
     .call = nan_to_num,
     .jitted = JITTED_ITSELF},
    {.name = "sinc",
     .signature = "x, /",
     .call = compute,
     .data = &sinc_row,
     .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_formulas = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row method_rows[] = {
    {.name = "clip",
     .signature = "self, min=None, max=None",
     .call = clip,
     .jitted = JITTED_WITHIN},
};

const struct module_row library_array_formulas = {"ndarray", method_rows,
                                                  sizeof method_rows / sizeof *method_rows};
