/* SPDX-License-Identifier: Apache-2.0 */
/* Operations element by element. JAX: lax/lax.py _nary_lower_hlo and what stands beside it. */
#include "lower/rows.h"
#include "op/core/abstract_mesh.h"
#include "op/core/dtype_class.h"

bool written(struct writing *writing, struct term term)
{
	term.type = *writing->result;
	writing->results[0] = term;
	return true;
}

/* Whether two types are sharded alike, on the same mesh. */
static bool same_sharding(const struct array_type *a, const struct array_type *b)
{
	return a->rank == b->rank && a->mesh == b->mesh && spec_equal(a->spec, b->spec, a->rank) &&
	       a->unreduced == b->unreduced && a->reduced == b->reduced;
}

static struct term broadcast_operand(struct writing *writing, struct term operand,
                                     const struct array_type *result)
{
	struct emitter *emitter = writing->emitter;
	struct array_type whole = *result;
	whole.dtype = operand.type.dtype;
	bool partial = operand.type.unreduced || operand.type.reduced;
	if (type_same_shape(&operand.type, result)) {
		if (!partial && !same_sharding(&operand.type, result))
			operand = constrained(emitter, operand, &whole);
		return operand;
	}
	struct buf attributes = {.arena = emitter->arena};
	uint32_t *dims = arena_new(emitter->arena, uint32_t, operand.type.rank);
	for (uint32_t i = 0; i < operand.type.rank; i++)
		dims[i] = i + whole.rank - operand.type.rank;
	buf_puts(&attributes, "broadcast_dimensions = ");
	add_dims(&attributes, dims, operand.type.rank);
	return emit_placed(emitter, "stablehlo.broadcast_in_dim", &operand, 1, buf_str(&attributes),
	                   &whole);
}

/* Operands brought to one shape and sharding. JAX: mlir.py multi_broadcast_in_dim. */
static struct term *broadcast_operands(struct writing *writing, const struct array_type *result)
{
	uint32_t count = writing->equation->count;
	struct term *operands = arena_new(writing->emitter->arena, struct term, count);
	for (uint32_t i = 0; i < count; i++)
		operands[i] = broadcast_operand(writing, writing->operands[i], result);
	return operands;
}

static bool write_nary(struct writing *writing)
{
	struct term *operands = broadcast_operands(writing, writing->result);
	struct str attributes = writing->row->more ? str_of(writing->row->more) : STR("");
	return written(writing, emit_placed(writing->emitter, writing->row->operation, operands,
	                                    writing->equation->count, attributes, writing->result));
}

/* The same without a constraint behind it, and without broadcasting. */
static bool write_bare(struct writing *writing)
{
	return written(writing, emit(writing->emitter, writing->row->operation, writing->operands,
	                             writing->equation->count, STR(""), writing->result));
}

static const char *comparison_of(const struct dtype *dtype)
{
	switch (dtype_class(dtype)) {
	case DTYPE_FLOAT:
	case DTYPE_COMPLEX:
		return "FLOAT";
	case DTYPE_SIGNED:
		return "SIGNED";
	default:
		return "UNSIGNED";
	}
}

static bool write_comparison(struct writing *writing, const char *kind)
{
	struct term *operands = broadcast_operands(writing, writing->result);
	return written(writing, emit_comparison(writing->emitter, operands, kind,
	                                        writing->row->operation, writing->result));
}

static bool write_compare(struct writing *writing)
{
	const struct dtype *dtype = writing->operands[0].type.dtype;
	return dtype_class(dtype) == DTYPE_KEY
	           ? lower_fails(writing->emitter, "a comparison of random keys")
	           : write_comparison(writing, comparison_of(dtype));
}

static bool write_total_order(struct writing *writing)
{
	const struct dtype *dtype = writing->operands[0].type.dtype;
	return write_comparison(writing,
	                        dtype_is_inexact(dtype) ? "TOTALORDER" : comparison_of(dtype));
}

/* exp(log(2) * x), neither of which has a constraint. */
static bool write_exp2(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	struct term log2 = emit_constant(emitter, writing->result->dtype, STR("6.931472e-01"));
	struct term factors[] = {emit_splat(emitter, log2, writing->result), writing->operands[0]};
	struct term product =
	    emit(emitter, "stablehlo.multiply", factors, 2, STR(""), writing->result);
	return written(
	    writing, emit(emitter, "stablehlo.exponential", &product, 1, STR(""), writing->result));
}

static bool write_square(struct writing *writing)
{
	bool integer = !dtype_is_inexact(writing->result->dtype);
	const struct term both[] = {writing->operands[0], writing->operands[0]};
	return written(writing,
	               emit(writing->emitter, integer ? "stablehlo.multiply" : "chlo.square", both,
	                    integer ? 2 : 1, STR(""), writing->result));
}

/* (1 + x) (1 - x) */
static bool write_one_minus_square(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct array_type *type = writing->result;
	struct term one = emit_splat(emitter, emit_number(emitter, type->dtype, 1), type);
	const struct term both[] = {one, writing->operands[0]};
	const struct term parts[] = {emit(emitter, "stablehlo.add", both, 2, STR(""), type),
	                             emit(emitter, "stablehlo.subtract", both, 2, STR(""), type)};
	return written(writing, emit(emitter, "stablehlo.multiply", parts, 2, STR(""), type));
}

/* x to the power of 4 and more by squaring; JAX lowers what _integer_pow is made of. */
static struct term power_of(struct writing *writing, struct term x, uint64_t exponent)
{
	struct emitter *emitter = writing->emitter;
	struct term result = {0};
	for (bool any = false; exponent; exponent >>= 1) {
		if (exponent & 1) {
			const struct term factors[] = {result, x};
			result = any ? emit_placed(emitter, "stablehlo.multiply", factors, 2,
			                           STR(""), writing->result)
			             : x;
			any = true;
		}
		if (exponent > 1) {
			const struct term factors[] = {x, x};
			x = emit_placed(emitter, "stablehlo.multiply", factors, 2, STR(""),
			                writing->result);
		}
	}
	return result;
}

static struct term one_over(struct writing *writing, struct term x)
{
	struct emitter *emitter = writing->emitter;
	struct term one = emit_number(emitter, writing->result->dtype, 1);
	const struct term operands[] = {emit_splat(emitter, one, writing->result), x};
	return emit(emitter, "stablehlo.divide", operands, 2, STR(""), writing->result);
}

static bool write_integer_pow(struct writing *writing)
{
	if (!writing->equation->params)
		return lower_fails(writing->emitter, "a power that is no integer is not known");
	const int64_t exponent = *(const int64_t *)writing->equation->params;
	struct term x = writing->operands[0], result = x;
	const struct array_type *type = writing->result;
	if (exponent == 0)
		return lower_fails(writing->emitter, "a power of 0");
	if (exponent == 2 || exponent == 3) {
		const struct term both[] = {x, x};
		result = emit(writing->emitter, "stablehlo.multiply", both, 2, STR(""), type);
	}
	if (exponent == 3) {
		const struct term both[] = {result, x};
		result = emit(writing->emitter, "stablehlo.multiply", both, 2, STR(""), type);
	}
	if (exponent > 3 || exponent < -1)
		result = power_of(writing, x, (uint64_t)(exponent < 0 ? -exponent : exponent));
	if (exponent < 0)
		result = one_over(writing, result);
	return written(writing, constrained(writing->emitter, result, type));
}

static bool write_pow(struct writing *writing)
{
	struct term *y = &writing->operands[1];
	if (y->type.dtype != writing->operands[0].type.dtype) {
		struct array_type type = y->type;
		type.dtype = writing->result->dtype;
		*y = emit(writing->emitter, "stablehlo.convert", y, 1, STR(""), &type);
	}
	return write_nary(writing);
}

/* 1 / (1 + exp(-x)). JAX: lax.py logistic_impl. */
static bool write_logistic(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct array_type *type = writing->result;
	struct term negative =
	    emit_placed(emitter, "stablehlo.negate", writing->operands, 1, STR(""), type);
	struct term power =
	    emit_placed(emitter, "stablehlo.exponential", &negative, 1, STR(""), type);
	struct term one = emit_number(emitter, type->dtype, 1);
	const struct term summands[] = {constrained_own(emitter, emit_splat(emitter, one, type)),
	                                power};
	struct term sum = emit_placed(emitter, "stablehlo.add", summands, 2, STR(""), type);
	one = emit_number(emitter, type->dtype, 1);
	const struct term parts[] = {constrained_own(emitter, emit_splat(emitter, one, type)), sum};
	return written(writing, emit_placed(emitter, "stablehlo.divide", parts, 2, STR(""), type));
}

/* Its parts, one of them turned round; of a real number, which becomes complex, zeros. JAX:
 * _conj_impl. */
static bool write_conj(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	struct term x = writing->operands[0], parts[2] = {x};
	struct array_type half = *writing->result;
	half.dtype = real_dtype(half.dtype);
	if (dtype_class(x.type.dtype) == DTYPE_COMPLEX) {
		struct term imaginary =
		    emit_placed(emitter, "stablehlo.imag", &x, 1, STR(""), &half);
		parts[0] = emit_placed(emitter, "stablehlo.real", &x, 1, STR(""), &half);
		parts[1] = emit_placed(emitter, "stablehlo.negate", &imaginary, 1, STR(""), &half);
	} else {
		struct term zero = emit_number(emitter, half.dtype, 0);
		parts[1] = constrained_own(emitter, emit_splat(emitter, zero, &half));
	}
	return written(
	    writing, emit_placed(emitter, "stablehlo.complex", parts, 2, STR(""), writing->result));
}

/* A conversion to another dtype; to the same one it is nothing. */
static bool write_convert(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	struct term x = writing->operands[0];
	const struct dtype *from = x.type.dtype, *to = writing->result->dtype;
	if (x.type.rank == 0 && x.literal) {
		x = emit_real(emitter, to, x.number);
		x.literal = true;
		return written(writing, x);
	}
	if (from == to)
		return written(writing, emit_placed(emitter, "stablehlo.convert", &x, 1, STR(""),
		                                    writing->result));
	if (dtype_class(from) == DTYPE_COMPLEX && dtype_class(to) != DTYPE_COMPLEX) {
		struct array_type real = x.type;
		real.dtype = from = real_dtype(from);
		x = emit(emitter, "stablehlo.real", &x, 1, STR(""), &real);
	}
	if (dtype_class(to) == DTYPE_BOOL) {
		struct term zero = emit_splat(emitter, emit_number(emitter, from, 0), &x.type);
		const struct term both[] = {x, zero};
		struct term differs =
		    emit_comparison(emitter, both, comparison_of(from), "NE", writing->result);
		return written(writing, constrained(emitter, differs, writing->result));
	}
	return written(writing,
	               emit_placed(emitter, "stablehlo.convert", &x, 1, STR(""), writing->result));
}

/* One case by halves of their numbers. JAX: lax.py _select_hlo_lowering. */
static struct term select_among(struct writing *writing, uint32_t first, uint32_t count)
{
	struct emitter *emitter = writing->emitter;
	uint32_t middle = count / 2;
	if (count == 1)
		return writing->operands[first + 1];
	struct term which = writing->operands[0];
	struct array_type mask = which.type;
	mask.dtype = dtype_named(STR("bool"));
	struct term bound = emit_splat(
	    emitter, emit_number(emitter, which.type.dtype, first + middle), &which.type);
	const struct term compared[] = {which, bound};
	struct term below =
	    emit_comparison(emitter, compared, comparison_of(which.type.dtype), "LT", &mask);
	const struct term parts[] = {below, select_among(writing, first, middle),
	                             select_among(writing, first + middle, count - middle)};
	return emit(emitter, "stablehlo.select", parts, 3, STR(""), writing->result);
}

static bool write_select(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	struct term *operands = writing->operands;
	bool keys = dtype_class(writing->result->dtype) == DTYPE_KEY;
	if (dtype_class(operands[0].type.dtype) != DTYPE_BOOL && keys)
		return lower_fails(emitter, "a choice among several random keys");
	if (dtype_class(operands[0].type.dtype) != DTYPE_BOOL)
		return written(writing,
		               constrained(emitter,
		                           select_among(writing, 0, writing->equation->count - 1),
		                           writing->result));
	struct term mask = keys ? emit_mask(emitter, operands[0], writing->result) : operands[0];
	const struct term parts[] = {mask, operands[2], operands[1]};
	return written(
	    writing, emit_placed(emitter, "stablehlo.select", parts, 3, STR(""), writing->result));
}

static bool write_bitcast(struct writing *writing)
{
	return written(writing, emit_placed(writing->emitter, "stablehlo.bitcast_convert",
	                                    writing->operands, 1, STR(""), writing->result));
}

/* What is rounded to fewer bits stays where it is. */
static bool write_precision(struct writing *writing)
{
	return written(writing, emit_placed(writing->emitter, "stablehlo.reduce_precision",
	                                    writing->operands, 1,
	                                    STR("exponent_bits = 8 : i32, mantissa_bits = 7 : i32"),
	                                    writing->result));
}

/* Of unsigned numbers it is a choice, which is not written. */
static bool write_sign(struct writing *writing)
{
	if (dtype_class(writing->result->dtype) == DTYPE_UNSIGNED)
		return lower_fails(writing->emitter, "the sign of unsigned integers");
	return write_bare(writing);
}

#define NARY(name, operation)                     \
	{                                         \
		name, write_nary, operation, NULL \
	}
#define COMPARE(name, direction)                     \
	{                                            \
		name, write_compare, direction, NULL \
	}

const struct lowering_row lower_elementwise_rows[] = {
    NARY("neg", "stablehlo.negate"),
    NARY("floor", "stablehlo.floor"),
    NARY("ceil", "stablehlo.ceil"),
    NARY("exp", "stablehlo.exponential"),
    NARY("log", "stablehlo.log"),
    NARY("expm1", "stablehlo.exponential_minus_one"),
    NARY("log1p", "stablehlo.log_plus_one"),
    NARY("tanh", "stablehlo.tanh"),
    NARY("sin", "stablehlo.sine"),
    NARY("cos", "stablehlo.cosine"),
    NARY("tan", "stablehlo.tan"),
    NARY("asin", "chlo.asin"),
    NARY("acos", "chlo.acos"),
    NARY("atan", "chlo.atan"),
    NARY("sinh", "chlo.sinh"),
    NARY("cosh", "chlo.cosh"),
    NARY("asinh", "chlo.asinh"),
    NARY("acosh", "chlo.acosh"),
    NARY("atanh", "chlo.atanh"),
    NARY("real", "stablehlo.real"),
    NARY("imag", "stablehlo.imag"),
    NARY("abs", "stablehlo.abs"),
    NARY("sqrt", "stablehlo.sqrt"),
    NARY("rsqrt", "stablehlo.rsqrt"),
    NARY("cbrt", "stablehlo.cbrt"),
    NARY("not", "stablehlo.not"),
    NARY("population_count", "stablehlo.popcnt"),
    NARY("clz", "stablehlo.count_leading_zeros"),
    NARY("lgamma", "chlo.lgamma"),
    NARY("digamma", "chlo.digamma"),
    NARY("polygamma", "chlo.polygamma"),
    NARY("zeta", "chlo.zeta"),
    NARY("erf", "chlo.erf"),
    NARY("erfc", "chlo.erfc"),
    NARY("erf_inv", "chlo.erf_inv"),
    NARY("nextafter", "chlo.next_after"),
    NARY("atan2", "stablehlo.atan2"),
    NARY("complex", "stablehlo.complex"),
    NARY("and", "stablehlo.and"),
    NARY("or", "stablehlo.or"),
    NARY("xor", "stablehlo.xor"),
    NARY("add", "stablehlo.add"),
    NARY("add_any", "stablehlo.add"),
    NARY("sub", "stablehlo.subtract"),
    NARY("mul", "stablehlo.multiply"),
    NARY("div", "stablehlo.divide"),
    NARY("rem", "stablehlo.remainder"),
    NARY("max", "stablehlo.maximum"),
    NARY("min", "stablehlo.minimum"),
    NARY("shift_left", "stablehlo.shift_left"),
    NARY("shift_right_arithmetic", "stablehlo.shift_right_arithmetic"),
    NARY("shift_right_logical", "stablehlo.shift_right_logical"),
    NARY("clamp", "stablehlo.clamp"),
    NARY("is_finite", "stablehlo.is_finite"),
    {"bitcast_convert_type", write_bitcast, NULL, NULL},
    {"reduce_precision", write_precision, NULL, NULL},
    {"pow", write_pow, "stablehlo.power", NULL},
    {"sign", write_sign, "stablehlo.sign", NULL},
    {"round", write_bare, "stablehlo.round_nearest_even", NULL},
    {"exp2", write_exp2, NULL, NULL},
    {"square", write_square, NULL, NULL},
    {"one_minus_square", write_one_minus_square, NULL, NULL},
    {"integer_pow", write_integer_pow, NULL, NULL},
    {"logistic", write_logistic, NULL, NULL},
    {"conj", write_conj, NULL, NULL},
    {"convert_element_type", write_convert, NULL, NULL},
    {"select_n", write_select, NULL, NULL},
    COMPARE("eq", "EQ"),
    COMPARE("ne", "NE"),
    COMPARE("ge", "GE"),
    COMPARE("gt", "GT"),
    COMPARE("le", "LE"),
    COMPARE("lt", "LT"),
    {"le_to", write_total_order, "LE", NULL},
    {NULL, NULL, NULL, NULL},
};
