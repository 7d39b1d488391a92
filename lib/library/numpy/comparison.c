/* SPDX-License-Identifier: Apache-2.0 */
/* Whole arrays compared, and elements kept within bounds. JAX: numpy/lax_numpy.py. */
#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "op/elementwise/formula.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "trace/value/convert_value.h"

static const struct array *all(struct op *op, const struct array *x)
{
	return x ? numpy_reduce(op, &numpy_all, x, NULL, 0, false) : NULL;
}

/* jnp.isclose of floats; the tolerances are scalars or arrays. */
static const struct array *close_floats(struct op *op, const struct array *const arrays[4])
{
	struct formula_names names = {"abrt", arrays};
	if (op_has(op, JAX_ISCLOSE_LOOKS_FOR_NANS) &&
	    !formula(op, "lax.and(lax.ne(a, a), lax.ne(b, b))", &names))
		return NULL;
	return formula(op,
	               "lax.and(lax.le(lax.abs(lax.sub(a, b)), lax.add(t, lax.mul(r, "
	               "lax.abs(b)))), lax.eq(a, b))",
	               &names);
}

static const struct array *close(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *arrays[4];
	for (uint32_t i = 0; i < 4; i++) {
		arrays[i] =
		    value_to_array_at(trace, argument(arguments, i), arguments->row->name, i);
		if (!arrays[i])
			return NULL;
	}
	if (!numpy_promote_dtypes(op, arrays, 2, false) || !numpy_promote_ranks(op, arrays, 2))
		return NULL;
	if (dtype_class(arrays[0]->type.dtype) == DTYPE_KEY)
		return lax_binary(op, &lax_eq, arrays[0], arrays[1]);
	if (!numpy_promote_dtypes(op, arrays, 2, true))
		return NULL;
	for (uint32_t i = 2; i < 4; i++) {
		arrays[i] = numpy_astype(op, arrays[i], real_dtype(arrays[0]->type.dtype));
		if (!arrays[i])
			return NULL;
	}
	return close_floats(op, arrays);
}

static const struct value *isclose(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_array(trace, close(trace, arguments));
}

static const struct value *allclose(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_array(trace, all(&trace->op, close(trace, arguments)));
}

/* Two arrays, or what jnp.asarray makes arrays of; lists are not known. */
static bool read_pair(struct trace *trace, const struct call_arguments *arguments,
                      const struct array *pair[2])
{
	for (uint32_t i = 0; i < 2; i++) {
		const struct value *value = argument(arguments, i);
		if (value_items(value))
			return trace_unknown(trace, "comparing a %s is not known",
			                     value_class_name(value)) != NULL;
		pair[i] = value_to_array(trace, value, "asarray");
		if (!pair[i])
			return false;
	}
	return true;
}

static const struct value *array_equal(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *pair[2];
	bool nans;
	if (!read_pair(trace, arguments, pair) ||
	    !value_to_bool(trace, argument(arguments, 2), &nans))
		return NULL;
	if (!type_same_shape(&pair[0]->type, &pair[1]->type))
		return trace_array(trace, array_scalar(op, dtype_named(STR("bool")), false));
	return trace_array(trace, all(op, numpy_binary(op, &lax_eq, pair[0], pair[1], false)));
}

/* Whether the shapes meet from the end on, sizes of 1 with any. */
static bool broadcast_together(const struct array_type *x, const struct array_type *y)
{
	uint32_t rank = x->rank < y->rank ? x->rank : y->rank;
	for (uint32_t i = 1; i <= rank; i++) {
		int64_t a = x->shape[x->rank - i], b = y->shape[y->rank - i];
		if (a != b && a != 1 && b != 1)
			return false;
	}
	return true;
}

static const struct value *array_equiv(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *pair[2];
	if (!read_pair(trace, arguments, pair))
		return NULL;
	if (!broadcast_together(&pair[0]->type, &pair[1]->type))
		return trace_array(trace, array_scalar(op, dtype_named(STR("bool")), false));
	return trace_array(trace, all(op, numpy_binary(op, &lax_eq, pair[0], pair[1], false)));
}

static bool is_complex(const struct array *x)
{
	return x && dtype_class(x->type.dtype) == DTYPE_COMPLEX;
}

/* x kept from `low` to `high`, of which each may be NULL. */
static const struct value *clip_between(struct trace *trace, const struct array *x,
                                        const struct array *low, const struct array *high)
{
	struct op *op = &trace->op;
	if (!x)
		return NULL;
	if ((is_complex(x) || is_complex(low) || is_complex(high)) &&
	    op_has(op, JAX_CLIP_REFUSES_COMPLEX))
		return trace_refuse(
		    trace, RULE_DTYPE_MISMATCH, "ValueError",
		    TEXT("Clip received a complex value either through the input or the min/max "
		         "keywords. Complex values have no ordering and cannot be clipped. Please "
		         "convert to a real value or array by taking the real or imaginary "
		         "components via jax.numpy.real/imag respectively."));
	if (low)
		x = numpy_binary(op, &lax_max, low, x, false);
	if (high && x)
		x = numpy_binary(op, &lax_min, high, x, false);
	return trace_array(trace, x);
}

/* The one of two arguments that is given; the second is the deprecated name of the first. */
static const struct value *newer(const struct call_arguments *arguments, uint32_t now,
                                 uint32_t before)
{
	const struct value *old = optional_argument(arguments, before);
	return old->kind == VALUE_NONE ? argument(arguments, now) : old;
}

static const struct value *clip(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *values[3];
	const struct array *bounds[2] = {0};
	for (uint32_t i = 0; i < 3; i++)
		values[i] = newer(arguments, i, i + 3);
	if (values[0]->kind == VALUE_NONE)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("No input was provided to the clip function."));
	const struct array *x = value_to_array(trace, values[0], "clip");
	for (uint32_t i = 0; x && i < 2; i++)
		if (!read_optional_array(trace, values[i + 1], i ? "minimum" : "maximum",
		                         &bounds[i]))
			return NULL;
	return clip_between(trace, x, bounds[0], bounds[1]);
}

#define CLOSE "a, b, rtol=1e-05, atol=1e-08, equal_nan=False"

static const struct function_row rows[] = {
    {.name = "isclose", .signature = CLOSE, .call = isclose, .jitted = JITTED_ITSELF},
    {.name = "allclose", .signature = CLOSE, .call = allclose, .jitted = JITTED_ITSELF},
    {.name = "array_equal", .signature = "a1, a2, equal_nan=False", .call = array_equal},
    {.name = "array_equiv", .signature = "a1, a2", .call = array_equiv},
    {.name = "clip",
     .signature = "arr=None, /, min=None, max=None, *, a=None, a_min=None, a_max=None",
     .call = clip,
     .until = "0.10.0",
     .jitted = JITTED_ITSELF},
    {.name = "clip",
     .signature = "arr=None, /, min=None, max=None",
     .call = clip,
     .since = "0.10.0",
     .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_comparison = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row method_rows[] = {
    {.name = "clip",
     .signature = "self, min=None, max=None",
     .call = clip,
     .python_name = "_clip",
     .jitted = JITTED_WITHIN},
};

const struct module_row library_array_comparison = {"ndarray", method_rows,
                                                    sizeof method_rows / sizeof *method_rows};
