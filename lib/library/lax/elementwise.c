/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of jax.lax that apply one elementwise primitive, named otherwise in places. */
#include "library/library.h"
#include "op/elementwise/elementwise.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/tracer.h"
#include "trace/eval/prelude.h"
#include "trace/module/library_call.h"

/*
 * Applies the primitive that the row's data is. Python numbers take the dtype of the arrays beside
 * them. JAX: lax.py, whose functions take scalars as weakly typed constants; core.py canonicalises
 * them at the dtype of the others.
 */
static const struct value *nary(struct trace *trace, const struct call_arguments *arguments)
{
	const struct primitive *primitive = arguments->row->data;
	const struct array *operands[3];
	uint32_t count = elementwise_arity(primitive);
	for (uint32_t i = 0; i < count; i++) {
		operands[i] = value_to_operand(trace, argument(arguments, i), arguments->row->name);
		if (!operands[i])
			return NULL;
	}
	const struct value *result =
	    trace_array(trace, primitive_apply_one(&trace->op, primitive, NULL, operands, count));
	const char *lowered = arguments->row->lowered;
	if (!result || !lowered || !lowers_at_once(trace))
		return result;
	return library_call(trace, PRELUDE_INTRINSICS, lowered, arguments->values, count,
	                    arguments->at)
	           ? result
	           : NULL;
}

static const struct value *select(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *which = value_to_operand(trace, argument(arguments, 0), "select");
	const struct array *on_true = value_to_operand(trace, argument(arguments, 1), "select");
	const struct array *on_false = value_to_operand(trace, argument(arguments, 2), "select");
	if (!which || !on_true || !on_false)
		return NULL;
	const struct array *cases[] = {on_false, on_true};
	return trace_array(trace, lax_select_n(&trace->op, which, cases, 2));
}

static const struct value *select_n(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *which = value_to_operand(trace, argument(arguments, 0), "select_n");
	const struct value_list *cases = value_items(argument(arguments, 1));
	const struct array **arrays =
	    arena_new(trace->op.arena, const struct array *, cases->count);
	for (uint32_t i = 0; i < cases->count; i++) {
		arrays[i] = value_to_operand(trace, cases->items[i], "select_n");
		if (!arrays[i])
			return NULL;
	}
	return which ? trace_array(trace, lax_select_n(&trace->op, which, arrays, cases->count))
	             : NULL;
}

static const struct value *clamp(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *operands[3];
	for (uint32_t i = 0; i < 3; i++) {
		operands[i] = value_to_operand(trace, argument(arguments, i), "clamp");
		if (!operands[i])
			return NULL;
	}
	return trace_array(trace, lax_clamp(&trace->op, operands[0], operands[1], operands[2]));
}

static const struct value *convert_element_type(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	const struct array *x =
	    value_to_operand(trace, argument(arguments, 0), "convert_element_type");
	const struct dtype *dtype = value_to_user_dtype(trace, argument(arguments, 1));
	return x && dtype
	           ? trace_array(trace, lax_convert_element_type(&trace->op, x, dtype, false))
	           : NULL;
}

static const struct value *bitcast_convert_type(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	const struct array *x =
	    value_to_operand(trace, argument(arguments, 0), "bitcast_convert_type");
	const struct dtype *dtype = value_to_user_dtype(trace, argument(arguments, 1));
	return x && dtype ? trace_array(trace, lax_bitcast_convert_type(&trace->op, x, dtype))
	                  : NULL;
}

/* 1 / x. */
static const struct value *reciprocal(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_operand(trace, argument(arguments, 0), "reciprocal");
	return trace_array(trace, lax_power(&trace->op, x, -1));
}

/* x, y */
static const struct value *integer_pow(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_operand(trace, argument(arguments, 0), "integer_pow");
	const struct value *exponent = argument(arguments, 1);
	if (!x)
		return NULL;
	if (exponent->kind != VALUE_INT)
		return nary(trace, arguments);
	return trace_array(trace, lax_power(&trace->op, x, exponent->integer));
}

#define OF(title, parameters, primitive) FUNCTION(title, parameters, nary, .data = &primitive)
#define LOWERED(title, parameters, primitive, by) \
	FUNCTION(title, parameters, nary, .data = &primitive, .lowered = by)
#define ONE(id) OF(#id, "x", lax_##id)
#define ACCURATE(id) OF(#id, "x, accuracy=None", lax_##id)
#define TWO(id) OF(#id, "x, y", lax_##id)

const struct function_row library_lax_elementwise[] = {
    MODULE("jax.lax"),
    ONE(neg),
    ONE(sign),
    ONE(floor),
    ONE(ceil),
    OF("round", "x, rounding_method=None", lax_round),
    ONE(is_finite),
    ACCURATE(exp),
    ACCURATE(exp2),
    ACCURATE(log),
    ACCURATE(expm1),
    ACCURATE(log1p),
    ACCURATE(tanh),
    ACCURATE(logistic),
    ACCURATE(sin),
    ACCURATE(cos),
    ACCURATE(tan),
    ONE(asin),
    ONE(acos),
    ONE(atan),
    ONE(sinh),
    ONE(cosh),
    ONE(asinh),
    ONE(acosh),
    ONE(atanh),
    ONE(real),
    ONE(imag),
    ONE(conj),
    ONE(abs),
    ACCURATE(sqrt),
    ACCURATE(rsqrt),
    ACCURATE(cbrt),
    ONE(square),
    FUNCTION("integer_pow", "x, y", integer_pow, .data = &lax_integer_pow),
    FUNCTION("reciprocal", "x", reciprocal),
    OF("bitwise_not", "x", lax_not),
    ONE(population_count),
    ONE(clz),
    LOWERED("lgamma", "x", lax_lgamma, "lowered_lgamma"),
    ONE(digamma),
    ONE(bessel_i0e),
    ONE(bessel_i1e),
    ONE(erf),
    FUNCTION("erfc", "x", nary, .data = &lax_erfc, .also = "*, accuracy"),
    ONE(erf_inv),
    TWO(add),
    TWO(sub),
    FUNCTION("mul", "x, y", nary, .data = &lax_mul, .also = "*, out_dtype"),
    TWO(div),
    TWO(rem),
    TWO(max),
    TWO(min),
    TWO(pow),
    TWO(atan2),
    OF("nextafter", "x1, x2", lax_nextafter),
    TWO(complex),
    TWO(eq),
    TWO(ne),
    TWO(ge),
    TWO(gt),
    TWO(le),
    TWO(lt),
    OF("bitwise_and", "x, y", lax_and),
    OF("bitwise_or", "x, y", lax_or),
    OF("bitwise_xor", "x, y", lax_xor),
    TWO(shift_left),
    TWO(shift_right_arithmetic),
    TWO(shift_right_logical),
    OF("polygamma", "m, x", lax_polygamma),
    LOWERED("igamma", "a, x", lax_igamma, "lowered_igamma"),
    OF("igammac", "a, x", lax_igammac),
    OF("zeta", "x, q", lax_zeta),
    LOWERED("betainc", "a, b, x", lax_regularized_incomplete_beta, "lowered_betainc"),
    FUNCTION("select", "pred, on_true, on_false", select),
    FUNCTION("select_n", "which, *cases", select_n),
    FUNCTION("clamp", "min, x, max", clamp),
    FUNCTION("convert_element_type", "operand, new_dtype", convert_element_type),
    FUNCTION("bitcast_convert_type", "operand, new_dtype", bitcast_convert_type),
    TABLE_END,
};
