/* SPDX-License-Identifier: Apache-2.0 */
/* Norms of jax.numpy.linalg, and the condition number. JAX: numpy/linalg.py. */
#include <math.h>

#include "library/linalg/linalg_arguments.h"
#include "op/elementwise/elementwise.h"

#define EUCLIDEAN "jnp.sqrt(jnp.sum(jnp.real(x * jnp.conj(x)), axis=axis, keepdims=keepdims))"

/* How a norm of some order follows: of vectors along `axis`, of matrices by `row` and `column`,
 * which the second reduction counts in what the first one leaves. */
struct norm_row {
	double order;
	const char *expression;
};

static const struct norm_row vector_norms[] = {
    {2, EUCLIDEAN},
    {HUGE_VAL, "jnp.max(jnp.abs(x), axis=axis, keepdims=keepdims, initial=initial)"},
    {-HUGE_VAL, "jnp.min(jnp.abs(x), axis=axis, keepdims=keepdims)"},
    {0, "jnp.sum(x != 0, dtype=jnp.finfo(x.dtype).dtype, axis=axis, keepdims=keepdims)"},
    {1, "jnp.sum(jnp.abs(x), axis=axis, keepdims=keepdims)"},
};

#define ALONG_ROWS "jnp.sum(jnp.abs(x), axis=row, keepdims=keepdims), axis=then_column"
#define ALONG_COLUMNS "jnp.sum(jnp.abs(x), axis=column, keepdims=keepdims), axis=then_row"

static const struct norm_row matrix_norms[] = {
    {1, "jnp.max(" ALONG_ROWS ", keepdims=keepdims, initial=initial)"},
    {-1, "jnp.min(" ALONG_ROWS ", keepdims=keepdims)"},
    {HUGE_VAL, "jnp.max(" ALONG_COLUMNS ", keepdims=keepdims, initial=initial)"},
    {-HUGE_VAL, "jnp.min(" ALONG_COLUMNS ", keepdims=keepdims)"},
};

/* Norms of the singular values, which are the last dimension of s. */
static const struct norm_row singular_norms[] = {
    {2, "jnp.max(s, axis=-1, initial=initial)"},
    {-2, "jnp.min(s, axis=-1)"},
};

static const char *find_norm(const struct norm_row *norms, size_t count, const struct value *order)
{
	for (size_t i = 0; i < count; i++)
		if (value_is_number(order, norms[i].order))
			return norms[i].expression;
	return NULL;
}

#define FIND_NORM(norms, order) find_norm(norms, sizeof(norms) / sizeof *(norms), order)

static const struct value *raise_order(struct trace *trace, const struct value *order,
                                       const char *of)
{
	refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("Invalid order '{}' for {} norm.{}{}", value_str(order), of,
	         *of == 'v' && value_is_text(order, "inf") ? "Use 'jax.numpy.inf' instead." : "",
	         *of == 'v' && value_is_text(order, "-inf") ? "Use '-jax.numpy.inf' instead." : ""),
	    HELP(*of == 'v' ? "orders of a vector's norm are numbers, jnp.inf and -jnp.inf"
	                    : "orders of a matrix norm are None, 'fro', 'nuc', 1, -1, 2, -2, "
	                      "jnp.inf and -jnp.inf"));
	return NULL;
}

/* The sum of any power of the elements, and its root. */
static const struct value *power_norm(struct derivation *derivation)
{
	struct trace *trace = derivation->trace;
	derive_name(derivation, "size", "jnp.abs(x)");
	const struct value *size = derive(derivation, "size");
	if (!size)
		return NULL;
	const struct array_type *type = &size->array->type;
	derivation_set(derivation, "power",
	               trace_array(trace, array_scalar(&trace->op, type->dtype, type->weak)));
	derive_name(derivation, "total",
	            "jnp.sum(jnp.power(size, power), axis=axis, keepdims=keepdims)");
	return derive(derivation, "jnp.power(total, power)");
}

/* The norm along `axis` of the names x, axis, keepdims and initial. */
static const struct value *norm_of_vectors(struct derivation *derivation, const struct value *order)
{
	const char *known = order->kind == VALUE_NONE ? EUCLIDEAN : FIND_NORM(vector_norms, order);
	if (derivation->failed)
		return NULL;
	if (known)
		return derive(derivation, known);
	if (order->kind == VALUE_STRING)
		return raise_order(derivation->trace, order, "vector");
	if (order->kind != VALUE_INT && order->kind != VALUE_FLOAT && order->kind != VALUE_SCALAR)
		return trace_unknown(derivation->trace, "a norm of an order that is no number");
	return power_norm(derivation);
}

/* A norm of the singular values, or their sum. */
static const struct value *norm_of_singular_values(struct derivation *derivation,
                                                   const struct value *order, bool keepdims)
{
	const char *known = FIND_NORM(singular_norms, order);
	derive_name(derivation, "s",
	            "jnp.linalg.svd(jnp.moveaxis(x, axis, (-2, -1)), compute_uv=False)");
	derive_name(derivation, "y", known ? known : "jnp.sum(s, axis=-1)");
	return derive(derivation, keepdims ? "jnp.expand_dims(y, axis)" : "y");
}

/* The norm along two dimensions. */
static const struct value *norm_of_matrices(struct derivation *derivation,
                                            const struct value *order, const uint32_t *axes,
                                            bool keepdims)
{
	struct trace *trace = derivation->trace;
	struct arena *arena = trace->op.arena;
	const char *known = FIND_NORM(matrix_norms, order);
	bool lower = !keepdims && axes[1] > axes[0], upper = !keepdims && axes[0] > axes[1];
	derivation_set(derivation, "row", value_int(arena, axes[0]));
	derivation_set(derivation, "column", value_int(arena, axes[1]));
	derivation_set(derivation, "then_row", value_int(arena, (int64_t)axes[0] - upper));
	derivation_set(derivation, "then_column", value_int(arena, (int64_t)axes[1] - lower));
	if (order->kind == VALUE_NONE || value_is_text(order, "f") || value_is_text(order, "fro"))
		return derive(derivation, EUCLIDEAN);
	if (known)
		return derive(derivation, known);
	if (FIND_NORM(singular_norms, order) || value_is_text(order, "nuc"))
		return norm_of_singular_values(derivation, order, keepdims);
	return raise_order(trace, order, "matrix");
}

static const struct value *raise_axes(struct trace *trace, const struct value *axes)
{
	bool named = op_has(&trace->op, JAX_NORM_NAMES_AXES);
	refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
	       TEXT("{}{}{}",
	            named ? "Improper number of axes for norm: axis=" : "Invalid axis values (",
	            value_repr(axes),
	            named ? ". Pass one axis to compute a vector-norm, or two axes to compute a "
	                    "matrix-norm."
	                  : ") for jnp.linalg.norm."),
	       HELP("give axis= one dimension for a vector's norm, or two for that of matrices"));
	return NULL;
}

/* Dimensions counted from the front, as a tuple; each may stand twice. */
static bool read_axes(struct trace *trace, const struct value *value, uint32_t rank,
                      uint32_t axes[MAX_RANK], uint32_t *count, const struct value **tuple)
{
	const int64_t *integers;
	int64_t *counted = arena_new(trace->op.arena, int64_t, MAX_RANK);
	*count = rank;
	if (value->kind == VALUE_LIST)
		return op_unknown(&trace->op, "a list of axes, which cannot be hashed");
	if (value->kind != VALUE_NONE && !value_to_ints(trace, value, &integers, count))
		return false;
	if (*count > MAX_RANK)
		return op_unknown(&trace->op, "more than %d axes", MAX_RANK);
	for (uint32_t i = 0; i < *count; i++) {
		axes[i] = i;
		if (value->kind != VALUE_NONE &&
		    !numpy_axis(&trace->op, integers[i], rank, &axes[i]))
			return false;
		counted[i] = axes[i];
	}
	*tuple = value_shape(trace->op.arena, counted, *count);
	return true;
}

/* What jnp.max starts with, since it may find nothing. */
static const struct value *initial_value(const struct trace *trace)
{
	return op_has(&trace->op, JAX_NORM_OF_NOTHING) ? value_int(trace->op.arena, 0)
	                                               : &value_none;
}

/* x, ord=None, axis=None, keepdims=False */
static const struct value *norm(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = inexact_argument(trace, arguments, 0, "jnp.linalg.norm");
	const struct value *order = argument(arguments, 1), *tuple = NULL;
	struct derivation derivation = derivation_from(trace, arguments, x);
	uint32_t axes[MAX_RANK], count;
	bool keepdims;
	if (!x || !value_to_bool(trace, argument(arguments, 3), &keepdims))
		return NULL;
	if (!argument_given(arguments, 2) && order->kind == VALUE_NONE)
		return derive(&derivation, EUCLIDEAN);
	if (!read_axes(trace, argument(arguments, 2), x->type.rank, axes, &count, &tuple))
		return NULL;
	derivation_set(&derivation, "axis", tuple);
	derivation_set(&derivation, "initial", initial_value(trace));
	if (count == 1)
		return norm_of_vectors(&derivation, order);
	if (count == 2)
		return norm_of_matrices(&derivation, order, axes, keepdims);
	return raise_axes(trace, tuple);
}

/* x, axis=None, keepdims=False, ord=2 */
static const struct value *vector_norm(struct trace *trace, const struct call_arguments *arguments)
{
	bool inexact = !op_has(&trace->op, JAX_VECTOR_NORM_OF_INTEGERS);
	const struct array *x =
	    value_to_array(trace, argument(arguments, 0), "jnp.linalg.vector_norm");
	if (!x || (inexact && !numpy_promote_dtypes(&trace->op, &x, 1, true)))
		return NULL;
	struct derivation derivation = derivation_from(trace, arguments, x);
	derivation_set(&derivation, "initial", initial_value(trace));
	return norm_of_vectors(&derivation, argument(arguments, 3));
}

static const struct value *matrix_norm(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x =
	    value_to_array(trace, argument(arguments, 0), "jnp.linalg.matrix_norm");
	struct derivation derivation = derivation_from(trace, arguments, x);
	return derive(&derivation, "jnp.linalg.norm(x, ord=ord, keepdims=keepdims, axis=(-2, -1))");
}

/* The condition number by other norms than that of singular values. */
static const struct value *condition_by_norm(struct derivation *derivation, const struct array *x,
                                             const struct value *p)
{
	struct trace *trace = derivation->trace;
	if (has_square_matrices(x)) {
		derive_name(derivation, "r",
		            "jnp.linalg.norm(x, ord=p, axis=(-2, -1)) * "
		            "jnp.linalg.norm(jnp.linalg.inv(x), ord=p, axis=(-2, -1))");
		return derive(derivation, "r");
	}
	refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
	       TEXT("jnp.linalg.cond: for p={}, array must be square; got arr.shape={shape}",
	            value_repr(p), &x->type));
	return NULL;
}

/* x, p=None */
static const struct value *cond(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_array(trace, argument(arguments, 0), "cond");
	const struct value *p = argument(arguments, 1);
	bool two = p->kind == VALUE_NONE || value_is_number(p, 2), less = value_is_number(p, -2);
	struct derivation derivation = derivation_from(trace, arguments, x);
	uint32_t rank = x ? x->type.rank : 0;
	if (!x)
		return NULL;
	if (rank < 2)
		return raise_shape(
		    trace, "jnp.linalg.cond: input array must be at least 2D; got arr.shape=", x,
		    "");
	if (!x->type.shape[rank - 1] || !x->type.shape[rank - 2])
		return raise_shape(
		    trace, "jnp.linalg.cond: input array must not be empty; got arr.shape=", x, "");
	if (two || less) {
		derive_name(&derivation, "s", "jnp.linalg.svdvals(x)");
		derive_name(&derivation, "r",
		            two ? "s[..., 0] / s[..., -1]" : "s[..., -1] / s[..., 0]");
	} else if (!condition_by_norm(&derivation, x, p)) {
		return NULL;
	}
	if (two && !op_has(&trace->op, JAX_COND_OF_TWO_NAN))
		return derive(&derivation, "r");
	return derive(&derivation,
	              "jnp.where(jnp.isnan(r) & ~jnp.isnan(x).any(axis=(-2, -1)), jnp.inf, r)");
}

static const struct function_row rows[] = {
    {.name = "norm",
     .signature = "x, ord=None, axis=None, keepdims=False",
     .call = norm,
     .jitted = JITTED_ITSELF},
    {.name = "vector_norm",
     .signature = "x, /, *, axis=None, keepdims=False, ord=2",
     .call = vector_norm},
    {.name = "matrix_norm", .signature = "x, /, *, keepdims=False, ord='fro'", .call = matrix_norm},
    {.name = "cond", .signature = "x, p=None", .call = cond, .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_norm = {"jax.numpy.linalg", rows, sizeof rows / sizeof *rows};
