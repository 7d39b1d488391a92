/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of jax.numpy that work element by element. JAX: numpy/ufuncs.py. Of those that take
 * several operations only the first that brings the operands together can fail on their shardings;
 * what follows works on results that agree.
 */
#include "trace/eval/prelude.h"
#include "library/library.h"
#include "trace/convert/convert_value.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"

enum promotion {
	AS_IS,   /* to the common dtype */
	NUMERIC, /* and booleans to integers */
	INEXACT, /* and integers to floats */
};

struct ufunc {
	const struct primitive *lax;
	enum promotion promotion;
	bool to_bool;   /* the operands are compared with 0 first */
	bool stands_in; /* the primitive fails as the function does, but computes something else */
};

/* Random keys go with nothing of another dtype. JAX: numpy/util.py check_for_prngkeys. */
static bool check_keys(struct op *op, const char *name, const struct array *const *arrays,
                       uint32_t count)
{
	bool differ = false, keys = false;
	for (uint32_t i = 0; i < count; i++) {
		differ = differ || arrays[i]->type.dtype != arrays[0]->type.dtype;
		keys = keys || dtype_class(arrays[i]->type.dtype) == DTYPE_KEY;
	}
	if (!keys || !differ)
		return true;
	struct buf dtypes = op_buf(op);
	for (uint32_t i = 0; i < count; i++)
		buf_printf(&dtypes, "%s%s", i ? ", " : "", arrays[i]->type.dtype->name);
	return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
	              TEXT("{} does not accept dtypes {}.", name, &dtypes),
	              WORDS("{} does not take random keys: they are not numbers", name));
}

/* Operands as the function promotes them; false when that fails. */
static bool ufunc_operands(struct trace *trace, const struct call_arguments *arguments,
                           const struct array **arrays, uint32_t count)
{
	const struct ufunc *ufunc = arguments->row->data;
	for (uint32_t i = 0; i < count; i++) {
		arrays[i] =
		    value_to_array_at(trace, argument(arguments, i), arguments->row->name, i);
		if (!arrays[i])
			return false;
	}
	if (!check_keys(&trace->op, arguments->row->name, arrays, count))
		return false;
	bool promoted =
	    ufunc->promotion == NUMERIC
		? numpy_promote_numeric(&trace->op, arrays, count)
		: numpy_promote_dtypes(&trace->op, arrays, count, ufunc->promotion == INEXACT);
	return promoted && numpy_promote_ranks(&trace->op, arrays, count);
}

/* An operand of a logical function: whether it differs from 0. */
static const struct array *truth(struct op *op, const struct array *x)
{
	if (dtype_class(x->type.dtype) == DTYPE_BOOL)
		return x;
	return lax_binary(op, &lax_ne, x, array_number(op, x->type.dtype, x->type.weak, 0));
}

static const struct value *call_ufunc(struct trace *trace, const struct call_arguments *arguments,
                                      uint32_t count)
{
	const struct ufunc *ufunc = arguments->row->data;
	const struct array *arrays[2];
	if (!ufunc_operands(trace, arguments, arrays, count))
		return NULL;
	for (uint32_t i = 0; ufunc->to_bool && i < count; i++) {
		arrays[i] = truth(&trace->op, arrays[i]);
		if (!arrays[i])
			return NULL;
	}
	const struct primitive *primitive = numpy_primitive(ufunc->lax, arrays[0]->type.dtype);
	bool values = trace->op.values;
	trace->op.values = values && !ufunc->stands_in;
	const struct array *result =
	    count == 2 ? numpy_compare(&trace->op, primitive, arrays[0], arrays[1])
		       : lax_nary(&trace->op, primitive, arrays, count);
	trace->op.values = values;
	return trace_array(trace, result);
}

static const struct value *unary(struct trace *trace, const struct call_arguments *arguments)
{
	return call_ufunc(trace, arguments, 1);
}

static const struct value *binary(struct trace *trace, const struct call_arguments *arguments)
{
	return call_ufunc(trace, arguments, 2);
}

/* An order: complex numbers are compared by their real parts, and by the others if these are equal.
 */
static const struct value *ordered(struct trace *trace, const struct call_arguments *arguments)
{
	const struct ufunc *ufunc = arguments->row->data;
	struct op *op = &trace->op;
	const struct array *arrays[2];
	if (!ufunc_operands(trace, arguments, arrays, 2))
		return NULL;
	for (uint32_t i = 0; dtype_class(arrays[1]->type.dtype) == DTYPE_COMPLEX && i < 2; i++) {
		arrays[i] = lax_unary(op, &lax_real, arrays[i]);
		if (!arrays[i])
			return NULL;
		if (i == 1 && !lax_binary(op, &lax_eq, arrays[0], arrays[1]))
			return NULL;
	}
	return trace_array(trace, lax_binary(op, ufunc->lax, arrays[0], arrays[1]));
}

static const struct value *where(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *arrays[3];
	if (!argument_given(arguments, 1) && !argument_given(arguments, 2)) {
		arrays[0] = value_to_array_at(trace, argument(arguments, 0), "where", 0);
		const struct value *given[] = {trace_array(trace, arrays[0]),
		                               argument(arguments, 3), argument(arguments, 4)};
		return given[0] ? library_call(trace, PRELUDE_INTRINSICS, "find_nonzero", given, 3,
		                               arguments->at)
		                : NULL;
	}
	for (uint32_t i = 0; i < 3; i++) {
		arrays[i] = value_to_array_at(trace, argument(arguments, i), "where", i);
		if (!arrays[i])
			return NULL;
	}
	return trace_array(trace, numpy_where(&trace->op, arrays[0], arrays[1], arrays[2]));
}

static const struct value *astype(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_array(trace, argument(arguments, 0), "astype");
	if (!x)
		return NULL;
	if (!argument_given(arguments, 1))
		return trace_array(trace, numpy_astype(&trace->op, x, default_float(&trace->op)));
	const struct dtype *dtype = value_to_dtype(trace, argument(arguments, 1));
	return dtype ? trace_array(trace, numpy_astype(&trace->op, x, dtype)) : NULL;
}

/* What the rows refer to: a primitive with a promotion. */
#define UFUNC(id, primitive, how) \
	static const struct ufunc id = {.lax = &primitive, .promotion = how};
UFUNC(acos_ufunc, lax_acos, INEXACT)
UFUNC(acosh_ufunc, lax_acosh, INEXACT)
UFUNC(add_ufunc, lax_add, AS_IS)
UFUNC(and_ufunc, lax_and, AS_IS)
UFUNC(asin_ufunc, lax_asin, INEXACT)
UFUNC(asinh_ufunc, lax_asinh, INEXACT)
UFUNC(atan_ufunc, lax_atan, INEXACT)
UFUNC(atan2_ufunc, lax_atan2, INEXACT)
UFUNC(atanh_ufunc, lax_atanh, INEXACT)
UFUNC(cbrt_ufunc, lax_cbrt, INEXACT)
UFUNC(cos_ufunc, lax_cos, INEXACT)
UFUNC(cosh_ufunc, lax_cosh, INEXACT)
UFUNC(div_ufunc, lax_div, INEXACT)
UFUNC(eq_ufunc, lax_eq, AS_IS)
UFUNC(exp_ufunc, lax_exp, INEXACT)
UFUNC(exp2_ufunc, lax_exp2, INEXACT)
UFUNC(expm1_ufunc, lax_expm1, INEXACT)
UFUNC(fabs_ufunc, lax_abs, INEXACT)
static const struct ufunc integer_pow_ufunc = {
    .lax = &lax_integer_pow, .promotion = INEXACT, .stands_in = true};
static const struct ufunc scale_ufunc = {
    .lax = &lax_neg, .promotion = INEXACT, .stands_in = true}; /* a multiplication by a constant */
UFUNC(ge_ufunc, lax_ge, AS_IS)
UFUNC(gt_ufunc, lax_gt, AS_IS)
UFUNC(le_ufunc, lax_le, AS_IS)
UFUNC(log_ufunc, lax_log, INEXACT)
UFUNC(log1p_ufunc, lax_log1p, INEXACT)
UFUNC(lt_ufunc, lax_lt, AS_IS)
UFUNC(max_ufunc, lax_max, AS_IS)
static const struct ufunc max_inexact_ufunc = {
    .lax = &lax_max, .promotion = INEXACT, .stands_in = true};
UFUNC(min_ufunc, lax_min, AS_IS)
UFUNC(mul_ufunc, lax_mul, AS_IS)
UFUNC(ne_ufunc, lax_ne, AS_IS)
UFUNC(neg_ufunc, lax_neg, AS_IS)
UFUNC(nextafter_ufunc, lax_nextafter, INEXACT)
UFUNC(not_ufunc, lax_not, AS_IS)
UFUNC(or_ufunc, lax_or, AS_IS)
UFUNC(pow_inexact_ufunc, lax_pow, INEXACT)
UFUNC(shift_left_ufunc, lax_shift_left, NUMERIC)
UFUNC(shift_right_ufunc, lax_shift_right_arithmetic, NUMERIC)
UFUNC(sign_ufunc, lax_sign, AS_IS)
UFUNC(sin_ufunc, lax_sin, INEXACT)
UFUNC(sinh_ufunc, lax_sinh, INEXACT)
UFUNC(sqrt_ufunc, lax_sqrt, INEXACT)
UFUNC(square_ufunc, lax_square, NUMERIC)
UFUNC(sub_ufunc, lax_sub, AS_IS)
UFUNC(tan_ufunc, lax_tan, INEXACT)
UFUNC(tanh_ufunc, lax_tanh, INEXACT)
UFUNC(xor_ufunc, lax_xor, AS_IS)
#undef UFUNC
static const struct ufunc logical_and = {.lax = &lax_and, .promotion = AS_IS, .to_bool = true};
static const struct ufunc logical_or = {.lax = &lax_or, .promotion = AS_IS, .to_bool = true};
static const struct ufunc logical_xor = {.lax = &lax_xor, .promotion = AS_IS, .to_bool = true};
static const struct ufunc logical_not = {.lax = &lax_not, .promotion = AS_IS, .to_bool = true};

#define ONE(id, kind) FUNCTION(id, "x, /", unary, .data = &kind, .jitted = JITTED_WITHIN)
#define ORDER(id, kind) FUNCTION(id, "x, y, /", ordered, .data = &kind, .jitted = JITTED_WITHIN)
#define TWO(id, kind) FUNCTION(id, "x, y, /", binary, .data = &kind, .jitted = JITTED_WITHIN)
/* A ufunc in releases from 0.5 on. JAX: numpy/ufunc_api.py. */
#define UFUNC(id, kind)                                                         \
	FUNCTION(id, "x, y, /", binary, .data = &kind, .jitted = JITTED_WITHIN, \
	         .also = "*, out, where")

const struct function_row library_numpy_elementwise[] = {
    MODULE("jax.numpy"),
    FUNCTION("negative", "x, /", unary, .data = &neg_ufunc, .jitted = JITTED_WITHIN,
             .also = "*, out, where"),
    ONE("sign", sign_ufunc),
    ONE("exp", exp_ufunc),
    ONE("exp2", exp2_ufunc),
    ONE("expm1", expm1_ufunc),
    ONE("log", log_ufunc),
    ONE("log1p", log1p_ufunc),
    ONE("sin", sin_ufunc),
    ONE("cos", cos_ufunc),
    ONE("tan", tan_ufunc),
    ONE("arcsin", asin_ufunc),
    ONE("asin", asin_ufunc),
    ONE("arccos", acos_ufunc),
    ONE("acos", acos_ufunc),
    ONE("arctan", atan_ufunc),
    ONE("atan", atan_ufunc),
    ONE("sinh", sinh_ufunc),
    ONE("cosh", cosh_ufunc),
    ONE("tanh", tanh_ufunc),
    ONE("arcsinh", asinh_ufunc),
    ONE("asinh", asinh_ufunc),
    ONE("arccosh", acosh_ufunc),
    ONE("acosh", acosh_ufunc),
    ONE("arctanh", atanh_ufunc),
    ONE("atanh", atanh_ufunc),
    ONE("sqrt", sqrt_ufunc),
    ONE("cbrt", cbrt_ufunc),
    ONE("square", square_ufunc),
    ONE("deg2rad", scale_ufunc),
    ONE("rad2deg", scale_ufunc),
    ONE("radians", scale_ufunc),
    ONE("degrees", scale_ufunc),
    ONE("reciprocal", integer_pow_ufunc),
    ONE("logical_not", logical_not),
    ONE("bitwise_not", not_ufunc),
    ONE("bitwise_invert", not_ufunc),
    ONE("invert", not_ufunc),
    FUNCTION("fabs", "x, /", unary, .jitted = JITTED_WITHIN, .data = &fabs_ufunc),
    UFUNC("add", add_ufunc),
    UFUNC("subtract", sub_ufunc),
    UFUNC("multiply", mul_ufunc),
    TWO("divide", div_ufunc),
    TWO("true_divide", div_ufunc),
    UFUNC("maximum", max_ufunc),
    UFUNC("minimum", min_ufunc),
    TWO("float_power", pow_inexact_ufunc),
    TWO("arctan2", atan2_ufunc),
    TWO("atan2", atan2_ufunc),
    TWO("nextafter", nextafter_ufunc),
    UFUNC("logaddexp", max_inexact_ufunc),
    UFUNC("logaddexp2", max_inexact_ufunc),
    TWO("equal", eq_ufunc),
    TWO("not_equal", ne_ufunc),
    ORDER("greater", gt_ufunc),
    ORDER("greater_equal", ge_ufunc),
    ORDER("less", lt_ufunc),
    ORDER("less_equal", le_ufunc),
    UFUNC("logical_and", logical_and),
    UFUNC("logical_or", logical_or),
    UFUNC("logical_xor", logical_xor),
    UFUNC("bitwise_and", and_ufunc),
    UFUNC("bitwise_or", or_ufunc),
    UFUNC("bitwise_xor", xor_ufunc),
    TWO("left_shift", shift_left_ufunc),
    TWO("bitwise_left_shift", shift_left_ufunc),
    TWO("right_shift", shift_right_ufunc),
    TWO("bitwise_right_shift", shift_right_ufunc),
    FUNCTION("where", "condition, x=None, y=None, /, *, size=None, fill_value=None", where,
             .jitted = JITTED_WITHIN),
    FUNCTION("astype", "x, dtype, /, *, copy=False, device=None", astype),
    MODULE("ndarray"),
    FUNCTION("astype", "self, dtype, copy=False, device=None", astype, .python_name = "_astype"),
    TABLE_END,
};
