/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of jax.numpy that work element by element. JAX: numpy/ufuncs.py. Of those that take
 * several operations only the first that brings the operands together can fail on their shardings;
 * what follows works on results that agree.
 */
#include "trace/eval/prelude.h"
#include "library/library.h"
#include "trace/convert/convert_value.h"
#include "op/core/array_message.h"
#include "op/core/dtype_class.h"
#include "op/core/recording.h"
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
	/* Applies what it computes, for what is recorded; NULL: the primitive, or it is not known.
	 */
	const struct array *(*compute)(struct op *op, const struct array *const *x);
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

/* Whether the ranks are one, but for scalars: jax_numpy_rank_promotion "raise" asks for it. JAX:
 * numpy/util.py _rank_promotion_warning_or_error. */
static bool check_ranks(struct trace *trace, const char *name, const struct array *const *arrays,
                        uint32_t count)
{
	struct op *op = &trace->op;
	if (!op->same_ranks || op->numpy || trace->prelude || count != 2 || !arrays[0]->type.rank ||
	    !arrays[1]->type.rank || arrays[0]->type.rank == arrays[1]->type.rank)
		return true;
	const struct array_type *const *types = array_types(op, arrays, count);
	const char *page = !op_has(op, JAX_DOCS_DEV)  ? "jax.readthedocs.io/en/latest"
	                   : op_has(op, JAX_DOCS_101) ? "docs.jax.dev/en/latest/101"
	                                              : "docs.jax.dev/en/latest";
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "ValueError",
	    TEXT("Operands could not be broadcast together for {} on shapes {} {} and with "
	         "the config option jax_numpy_rank_promotion='raise'. For more information, "
	         "see https://{}/rank_promotion_warning.html.",
	         name, sizes_of(types[0]->shape, types[0]->rank),
	         sizes_of(types[1]->shape, types[1]->rank), page),
	    WORDS("{} differ in rank, which the program asks JAX to refuse",
	          arrays_shown(op, types, count)),
	    HELP("give both the same rank, with x[None] or jnp.expand_dims"));
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
	return promoted && check_ranks(trace, arguments->row->name, arrays, count) &&
	       numpy_promote_ranks(&trace->op, arrays, count);
}

/* An operand of a logical function: whether it differs from 0. */
static const struct array *truth(struct op *op, const struct array *x)
{
	if (dtype_class(x->type.dtype) == DTYPE_BOOL)
		return x;
	return lax_binary(op, &lax_ne, x, array_number(op, x->type.dtype, x->type.weak, 0));
}

static const struct array *compute_logaddexp(struct op *op, const struct array *const *x)
{
	return lax_logaddexp(op, x[0], x[1]);
}

static const struct array *compute_reciprocal(struct op *op, const struct array *const *x)
{
	return lax_power(op, x[0], -1);
}

/* What the function computes, as far as that is recorded: where the primitive only stands for it,
 * nothing is, so that the result is not known. */
static const struct array *recorded_ufunc(struct op *op, const struct ufunc *ufunc,
                                          const struct array *const *arrays, uint32_t count)
{
	if (ufunc->compute && dtype_class(arrays[0]->type.dtype) == DTYPE_FLOAT)
		return ufunc->compute(op, arrays);
	struct recording *recording = op->recording;
	op->recording = NULL;
	const struct array *result = lax_nary(op, ufunc->lax, arrays, count);
	op->recording = recording;
	return result;
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
	if (ufunc->stands_in && trace->op.recording)
		return trace_array(trace, recorded_ufunc(&trace->op, ufunc, arrays, count));
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
	const struct dtype *dtype = value_to_user_dtype(trace, argument(arguments, 1));
	return dtype ? trace_array(trace, numpy_astype(&trace->op, x, dtype)) : NULL;
}

/* What a row refers to: a primitive with a promotion. */
#define OF(primitive, ...) ((const struct ufunc[]){{.lax = &primitive, .promotion = __VA_ARGS__}})
#define ONE(id, ...)                                                                  \
	FUNCTION(id, "x, /", unary, .data = OF(__VA_ARGS__), .jitted = JITTED_WITHIN, \
	         .inlined = true)
#define ORDER(id, ...)                                                                     \
	FUNCTION(id, "x, y, /", ordered, .data = OF(__VA_ARGS__), .jitted = JITTED_WITHIN, \
	         .inlined = true)
#define TWO(id, ...)                                                                      \
	FUNCTION(id, "x, y, /", binary, .data = OF(__VA_ARGS__), .jitted = JITTED_WITHIN, \
	         .inlined = true)
/* A ufunc in releases from 0.5 on. JAX: numpy/ufunc_api.py. */
#define UFUNC(id, ...)                                                                    \
	FUNCTION(id, "x, y, /", binary, .data = OF(__VA_ARGS__), .jitted = JITTED_WITHIN, \
	         .inlined = true, .also = "*, out, where")

const struct function_row library_numpy_elementwise[] = {
    MODULE("jax.numpy"),
    FUNCTION("negative", "x, /", unary, .data = OF(lax_neg, AS_IS), .jitted = JITTED_WITHIN,
             .inlined = true, .also = "*, out, where"),
    ONE("sign", lax_sign, AS_IS),
    ONE("exp", lax_exp, INEXACT),
    ONE("exp2", lax_exp2, INEXACT),
    ONE("expm1", lax_expm1, INEXACT),
    ONE("log", lax_log, INEXACT),
    ONE("log1p", lax_log1p, INEXACT),
    ONE("sin", lax_sin, INEXACT),
    ONE("cos", lax_cos, INEXACT),
    ONE("tan", lax_tan, INEXACT),
    ONE("arcsin", lax_asin, INEXACT),
    ONE("asin", lax_asin, INEXACT),
    ONE("arccos", lax_acos, INEXACT),
    ONE("acos", lax_acos, INEXACT),
    ONE("arctan", lax_atan, INEXACT),
    ONE("atan", lax_atan, INEXACT),
    ONE("sinh", lax_sinh, INEXACT),
    ONE("cosh", lax_cosh, INEXACT),
    ONE("tanh", lax_tanh, INEXACT),
    ONE("arcsinh", lax_asinh, INEXACT),
    ONE("asinh", lax_asinh, INEXACT),
    ONE("arccosh", lax_acosh, INEXACT),
    ONE("acosh", lax_acosh, INEXACT),
    ONE("arctanh", lax_atanh, INEXACT),
    ONE("atanh", lax_atanh, INEXACT),
    ONE("sqrt", lax_sqrt, INEXACT),
    ONE("cbrt", lax_cbrt, INEXACT),
    ONE("square", lax_square, NUMERIC),
    ONE("deg2rad", lax_neg, INEXACT, .stands_in = true),
    ONE("rad2deg", lax_neg, INEXACT, .stands_in = true),
    ONE("radians", lax_neg, INEXACT, .stands_in = true),
    ONE("degrees", lax_neg, INEXACT, .stands_in = true),
    ONE("reciprocal", lax_integer_pow, INEXACT, .stands_in = true, .compute = compute_reciprocal),
    ONE("logical_not", lax_not, AS_IS, .to_bool = true),
    ONE("bitwise_not", lax_not, AS_IS),
    ONE("bitwise_invert", lax_not, AS_IS),
    ONE("invert", lax_not, AS_IS),
    FUNCTION("fabs", "x, /", unary, .jitted = JITTED_WITHIN, .inlined = true,
             .data = OF(lax_abs, INEXACT)),
    UFUNC("add", lax_add, AS_IS),
    UFUNC("subtract", lax_sub, AS_IS),
    UFUNC("multiply", lax_mul, AS_IS),
    TWO("divide", lax_div, INEXACT),
    TWO("true_divide", lax_div, INEXACT),
    UFUNC("maximum", lax_max, AS_IS),
    UFUNC("minimum", lax_min, AS_IS),
    TWO("float_power", lax_pow, INEXACT),
    TWO("arctan2", lax_atan2, INEXACT),
    TWO("atan2", lax_atan2, INEXACT),
    TWO("nextafter", lax_nextafter, INEXACT),
    UFUNC("logaddexp", lax_max, INEXACT, .stands_in = true, .compute = compute_logaddexp),
    UFUNC("logaddexp2", lax_max, INEXACT, .stands_in = true),
    TWO("equal", lax_eq, AS_IS),
    TWO("not_equal", lax_ne, AS_IS),
    ORDER("greater", lax_gt, AS_IS),
    ORDER("greater_equal", lax_ge, AS_IS),
    ORDER("less", lax_lt, AS_IS),
    ORDER("less_equal", lax_le, AS_IS),
    UFUNC("logical_and", lax_and, AS_IS, .to_bool = true),
    UFUNC("logical_or", lax_or, AS_IS, .to_bool = true),
    UFUNC("logical_xor", lax_xor, AS_IS, .to_bool = true),
    UFUNC("bitwise_and", lax_and, AS_IS),
    UFUNC("bitwise_or", lax_or, AS_IS),
    UFUNC("bitwise_xor", lax_xor, AS_IS),
    TWO("left_shift", lax_shift_left, NUMERIC),
    TWO("bitwise_left_shift", lax_shift_left, NUMERIC),
    TWO("right_shift", lax_shift_right_arithmetic, NUMERIC),
    TWO("bitwise_right_shift", lax_shift_right_arithmetic, NUMERIC),
    FUNCTION("where", "condition, x=None, y=None, /, *, size=None, fill_value=None", where,
             .jitted = JITTED_WITHIN, .inlined = true),
    FUNCTION("astype", "x, dtype, /, *, copy=False, device=None", astype),
    MODULE("ndarray"),
    FUNCTION("astype", "self, dtype, copy=False, device=None", astype, .python_name = "_astype"),
    TABLE_END,
};
