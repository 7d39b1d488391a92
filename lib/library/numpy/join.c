/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.concatenate and jnp.stack. JAX: numpy/lax_numpy.py. */
#include "library/library.h"
#include "library/arguments/shape_arguments.h"

#include "base/checked.h"
#include "jax/python_text.h"
#include "op/contract/contract.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

enum { CONCATENATE_AT_ONCE = 16 };

/* All arrays in one dtype: the one given, or what they have in common. */
static bool convert_all(struct trace *trace, const struct array **arrays, uint32_t count,
                        const struct dtype *dtype)
{
	if (!dtype)
		return numpy_promote_dtypes(&trace->op, arrays, count, false);
	for (uint32_t i = 0; i < count; i++)
		if (!(arrays[i] = lax_convert_element_type(&trace->op, arrays[i], dtype, false)))
			return false;
	return true;
}

static const struct array *join_arrays(struct trace *trace, const struct array **arrays,
                                       uint32_t count, int64_t axis, const struct dtype *dtype)
{
	uint32_t dim;
	if (!count || !arrays[0]->type.rank) {
		trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		             TEXT(count ? "Zero-dimensional arrays cannot be concatenated."
		                        : "Need at least one array to concatenate."));
		return NULL;
	}
	if (!numpy_axis(&trace->op, axis, arrays[0]->type.rank, &dim) ||
	    !convert_all(trace, arrays, count, dtype))
		return NULL;
	/* older releases join sixteen at a time, and again what comes of that */
	uint32_t at_once =
	    op_has(&trace->op, JAX_CONCATENATE_AT_ONCE) ? count : CONCATENATE_AT_ONCE;
	while (count > 1) {
		uint32_t joined = 0;
		for (uint32_t i = 0; i < count; i += at_once) {
			uint32_t n = count - i < at_once ? count - i : at_once;
			arrays[joined] = lax_concatenate(&trace->op, arrays + i, n, dim);
			if (!arrays[joined++])
				return NULL;
		}
		count = joined;
	}
	return arrays[0];
}

/* jnp.concatenate of one array: its first dimension goes into the one at `axis` behind it. JAX:
 * _concatenate_array. */
static const struct array *join_rows(struct trace *trace, const struct array *x,
                                     const struct value *axis, const struct dtype *dtype)
{
	uint32_t dim;
	x = dtype ? lax_convert_element_type(&trace->op, x, dtype, false) : x;
	if (!x)
		return NULL;
	const struct array_type *type = &x->type;
	bool none = !type->rank || type->shape[0] == 0;
	if (axis->kind == VALUE_NONE && !none)
		return numpy_ravel(&trace->op, x);
	if (none || type->rank == 1) {
		trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		             TEXT(none ? "Need at least one array to concatenate."
		                       : "Zero-dimensional arrays cannot be concatenated."));
		return NULL;
	}
	if (!dim_argument(trace, axis, type->rank - 1, &dim))
		return NULL;
	int64_t *shape = arena_new(trace->op.arena, int64_t, type->rank);
	uint32_t *order = arena_new(trace->op.arena, uint32_t, type->rank);
	for (uint32_t i = 0; i + 1 < type->rank; i++)
		shape[i] = type->shape[i + 1];
	if (!checked_multiply(&shape[dim], shape[dim], type->shape[0])) {
		(void)op_unknown(&trace->op, "the size of the result does not fit 64 bits");
		return NULL;
	}
	for (uint32_t i = 0; i < type->rank; i++)
		order[i] = i < dim ? i + 1 : i == dim ? 0 : i;
	return lax_reshape(&trace->op, x, shape, type->rank - 1, order, NULL);
}

/* arrays, axis=0, dtype=None */
static const struct value *concatenate(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *axis = argument(arguments, 1);
	const struct dtype *dtype = NULL;
	struct array_list arrays;
	int64_t dim = 0;
	if (arguments->count > 2 && argument_given(arguments, 2) &&
	    !(dtype = value_to_dtype(trace, argument(arguments, 2))))
		return NULL;
	if (argument(arguments, 0)->kind == VALUE_ARRAY)
		return trace_array(trace,
		                   join_rows(trace, argument(arguments, 0)->array, axis, dtype));
	if (!arrays_argument(trace, arguments, 0, &arrays))
		return NULL;
	if (axis->kind != VALUE_NONE && !value_to_int(trace, axis, &dim))
		return NULL;
	for (uint32_t i = 0; axis->kind == VALUE_NONE && i < arrays.count; i++)
		if (!(arrays.items[i] = numpy_ravel(&trace->op, arrays.items[i])))
			return NULL;
	return trace_array(trace, join_arrays(trace, arrays.items, arrays.count, dim, dtype));
}

static const struct array *stack_arrays(struct trace *trace, const struct array **arrays,
                                        uint32_t count, int64_t axis, const struct dtype *dtype)
{
	struct op *op = &trace->op;
	uint32_t dim;
	bool primitive = op_has(op, JAX_STACK_IS_PRIMITIVE);
	if (primitive && !convert_all(trace, arrays, count, dtype))
		return NULL;
	if (!numpy_axis(op, axis, arrays[0]->type.rank + 1, &dim))
		return NULL;
	if (primitive)
		return lax_stack(op, arrays, count, dim);
	for (uint32_t i = 1; i < count; i++) {
		if (type_same_shape(&arrays[i]->type, &arrays[0]->type))
			continue;
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("All input arrays must have the same shape."));
		return NULL;
	}
	for (uint32_t i = 0; i < count; i++)
		if (!(arrays[i] = lax_expand_dims(op, arrays[i], &dim, 1)))
			return NULL;
	return join_arrays(trace, arrays, count, dim, dtype);
}

/* arrays, axis=0, out=None, dtype=None */
static const struct value *stack(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *given = argument(arguments, 0);
	const struct dtype *dtype = NULL;
	struct array_list arrays;
	int64_t axis;
	if (argument_given(arguments, 3) &&
	    !(dtype = value_to_dtype(trace, argument(arguments, 3))))
		return NULL;
	if (given->kind == VALUE_ARRAY) {
		uint32_t dim;
		if (!given->array->type.rank)
			return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
			                    TEXT("len() of unsized object"));
		if (!dim_argument(trace, argument(arguments, 1), given->array->type.rank, &dim))
			return NULL;
		uint32_t at = dim + 1;
		const struct array *wide = lax_expand_dims(&trace->op, given->array, &at, 1);
		return wide ? trace_array(trace, join_rows(trace, wide,
		                                           value_int(trace->op.arena, dim), dtype))
		            : NULL;
	}
	if (!arrays_argument(trace, arguments, 0, &arrays) ||
	    !value_to_int(trace, argument(arguments, 1), &axis))
		return NULL;
	if (!arrays.count)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("Need at least one array to stack."));
	if (argument_given(arguments, 2))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "NotImplementedError",
		                    TEXT("The 'out' argument to jnp.stack is not supported."));
	return trace_array(trace, stack_arrays(trace, arrays.items, arrays.count, axis, dtype));
}

static const struct function_row rows[] = {
    FUNCTION("concatenate", "arrays, axis=0, dtype=None", concatenate),
    FUNCTION("concat", "arrays, /, *, axis=0", concatenate),
    FUNCTION("stack", "arrays, axis=0, out=None, dtype=None", stack),
};

const struct module_row library_numpy_join = {"jax.numpy", rows, sizeof rows / sizeof *rows};
