/* SPDX-License-Identifier: Apache-2.0 */
/* Cumulative sums and products of jax.numpy. JAX: numpy/reductions.py _cumulative_reduction. */
#include "library/library.h"
#include "library/arguments/reduction_arguments.h"
#include "op/core/dtype_class.h"
#include "op/core/primitive.h"
#include "op/core/unreduced.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"
#include "op/reduce/reduce.h"
#include "trace/convert/convert_value.h"

/* What the functions differ in. */
struct cumulation {
	const struct primitive *primitive;
	bool fills_nan; /* takes elements that are no numbers for 0 or 1 */
	bool widens;    /* integers of less than 32 bits */
};

/* What a cumulation is asked for. */
struct asked {
	const char *name; /* as errors have it */
	bool flat;        /* no axis */
	int64_t axis;
	const struct dtype *dtype; /* or NULL */
};

/* All elements in one dimension, which since 0.10 must not be sharded. */
static const struct array *flatten(struct op *op, const struct array *x, const char *name)
{
	bool sharded = false;
	for (uint32_t i = 0; i < x->type.rank; i++)
		sharded = sharded || x->type.spec[i].count;
	if (op_has(op, JAX_SORT_DIM_UNSHARDED)) {
		if (!spec_readable(op, &x->type, "*pspec"))
			return NULL;
		if (sharded) {
			refuse(
			    op, RULE_DIM_SHARDED, "ShardingTypeError",
			    TEXT("The input should be fully replicated when axis is not specified "
			         "to {}. Got input type={str}",
			         name, &x->type),
			    WORDS("without an axis {} flattens {array|the array}, which is sharded",
			          name, &x->type),
			    HELP("name the axis, or gather the array first: {reshard}({written}, "
			         "P())",
			         &x->type));
			return NULL;
		}
	}
	int64_t *elements = arena_new(op->arena, int64_t, 1);
	*elements = shape_elements(x->type.shape, x->type.rank);
	return lax_reshape(op, x, elements, 1, NULL, NULL);
}

static const struct dtype *widened(const struct dtype *dtype)
{
	enum dtype_class class = dtype_class(dtype);
	if (class == DTYPE_BOOL || (class == DTYPE_SIGNED && dtype->bits < 32))
		return dtype_named(STR("int32"));
	return class == DTYPE_UNSIGNED && dtype->bits < 32 ? dtype_named(STR("uint32")) : dtype;
}

static const struct array *cumulate(struct op *op, const struct array *x,
                                    const struct cumulation *kind, const struct asked *asked)
{
	uint32_t dim;
	int64_t axis = asked->flat ? 0 : asked->axis;
	if (x && asked->flat)
		x = flatten(op, x, asked->name);
	if (!x || !numpy_axis(op, axis, x->type.rank, &dim))
		return NULL;
	if (kind->fills_nan)
		x = numpy_where(op, numpy_isnan(op, x),
		                array_scalar(op, x->type.dtype, x->type.weak), x);
	if (!x)
		return NULL;
	bool to_bool = asked->dtype && dtype_class(asked->dtype) == DTYPE_BOOL;
	const struct dtype *dtype = asked->dtype ? asked->dtype : x->type.dtype;
	bool widens = kind->widens || dtype_class(dtype) == DTYPE_BOOL;
	const struct dtype *computed = asked->dtype && !to_bool ? dtype
	                               : widens                 ? widened(dtype)
	                                                        : dtype;
	if (to_bool && dtype_class(x->type.dtype) != DTYPE_BOOL)
		x = numpy_astype(op, x, asked->dtype);
	const struct array *result =
	    lax_cumulative(op, kind->primitive, numpy_astype(op, x, computed), dim, false);
	return numpy_astype(op, result, to_bool ? asked->dtype : computed);
}

static const struct value *call(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *axis = argument(arguments, 1);
	struct asked asked = {.name = arguments->row->name, .flat = axis->kind == VALUE_NONE};
	const struct array *x = value_to_array(trace, argument(arguments, 0), asked.name);
	if (!x)
		return NULL;
	if (argument_given(arguments, 3))
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "NotImplementedError",
		    TEXT("The 'out' argument to jnp.{} is not supported", asked.name));
	if ((!asked.flat && !value_to_int(trace, axis, &asked.axis)) ||
	    !read_dtype(trace, argument(arguments, 2), &asked.dtype))
		return NULL;
	return trace_array(trace, cumulate(&trace->op, x, arguments->row->data, &asked));
}

/* cumulative_sum and cumulative_prod, as the array API has them. */
static bool check_standard(struct trace *trace, const struct array *x, const char *noun,
                           bool has_axis)
{
	if (!x->type.rank)
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("The input must be non-scalar to take a cumulative {}, however a "
		                  "scalar value or scalar array was given.",
		                  noun));
	else if (!has_axis && x->type.rank > 1)
		trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("The input array has rank {}, however axis was not set to an explicit "
		         "value. The axis argument is only optional for one-dimensional arrays.",
		         x->type.rank));
	else
		return true;
	return false;
}

/* An initial element in front. */
static const struct array *prepend_initial(struct op *op, const struct array *x, uint32_t dim)
{
	int64_t *shape = shape_copy(op->arena, x->type.shape, x->type.rank);
	shape[dim] = 1;
	const struct array *both[] = {lax_full(op, x->type.dtype, false, shape, x->type.rank, NULL),
	                              x};
	return both[0] ? lax_concatenate(op, both, 2, dim) : NULL;
}

static const struct value *standard(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const char *name = arguments->row->name;
	bool is_sum = strcmp(name, "cumulative_sum") == 0, initial;
	const struct value *axis = argument(arguments, 1);
	const struct array *x = value_to_array(trace, argument(arguments, 0), name);
	struct asked asked = {.name = is_sum ? "_cumsum_with_promotion" : name};
	uint32_t dim;
	if (!x || !check_standard(trace, x, is_sum ? "sum" : "product", axis->kind != VALUE_NONE) ||
	    (axis->kind != VALUE_NONE && !value_to_int(trace, axis, &asked.axis)) ||
	    !numpy_axis(op, asked.axis, x->type.rank, &dim) ||
	    !read_dtype(trace, argument(arguments, 2), &asked.dtype) ||
	    !value_to_bool(trace, argument(arguments, 3), &initial))
		return NULL;
	asked.axis = dim;
	const struct array *result = cumulate(op, x, arguments->row->data, &asked);
	return trace_array(trace, result && initial ? prepend_initial(op, result, dim) : result);
}

static const struct cumulation sum = {.primitive = &lax_cumsum};
static const struct cumulation product = {.primitive = &lax_cumprod};
static const struct cumulation sum_of_numbers = {.primitive = &lax_cumsum, .fills_nan = true};
static const struct cumulation product_of_numbers = {.primitive = &lax_cumprod, .fills_nan = true};
static const struct cumulation wide_sum = {.primitive = &lax_cumsum, .widens = true};

#define PARAMETERS "axis=None, dtype=None, out=None"
#define STANDARD "x, /, *, axis=None, dtype=None, include_initial=False"

static const struct function_row rows[] = {
    {.name = "cumsum",
     .signature = "a, " PARAMETERS,
     .call = call,
     .data = &sum,
     .jitted = JITTED_ITSELF},
    {.name = "cumprod",
     .signature = "a, " PARAMETERS,
     .call = call,
     .data = &product,
     .jitted = JITTED_ITSELF},
    {.name = "nancumsum",
     .signature = "a, " PARAMETERS,
     .call = call,
     .data = &sum_of_numbers,
     .jitted = JITTED_ITSELF},
    {.name = "nancumprod",
     .signature = "a, " PARAMETERS,
     .call = call,
     .data = &product_of_numbers,
     .jitted = JITTED_ITSELF},
    {.name = "cumulative_sum",
     .signature = STANDARD,
     .call = standard,
     .data = &wide_sum,
     .jitted = JITTED_WITHIN},
    {.name = "cumulative_prod",
     .signature = STANDARD,
     .call = standard,
     .data = &product,
     .since = "0.4.38",
     .jitted = JITTED_WITHIN},
};

const struct module_row library_numpy_cumulative = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row method_rows[] = {
    {.name = "cumsum",
     .signature = "self, " PARAMETERS,
     .call = call,
     .data = &sum,
     .python_name = "_cumsum",
     .jitted = JITTED_WITHIN},
    {.name = "cumprod",
     .signature = "self, " PARAMETERS,
     .call = call,
     .data = &product,
     .python_name = "_cumprod",
     .jitted = JITTED_WITHIN},
};

const struct module_row library_array_cumulative = {"ndarray", method_rows,
                                                    sizeof method_rows / sizeof *method_rows};
