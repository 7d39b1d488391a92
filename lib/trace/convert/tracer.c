/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays where Python wants what they hold. JAX: errors.py, core.py concretization_function_error.
 */
#include "op/core/dtype_class.h"
#include "op/core/lax.h"
#include "trace/convert/tracer.h"

struct str tracer_text(struct trace *trace, const struct array *array)
{
	struct buf text = op_buf(&trace->op);
	buf_puts(&text, "traced array with shape ");
	type_text(&text, &array->type, true);
	if (op_has(&trace->op, JAX_TRACER_FULL_STOP))
		buf_putc(&text, '.');
	return buf_str(&text);
}

/* Arrays that are not traced have their values only when the program runs. */
static bool is_traced(const struct trace *trace, const struct array *array)
{
	return !array->concrete && (!trace->op.eager || array->level);
}

bool array_truth(struct trace *trace, const struct array *array)
{
	int64_t elements = shape_elements(array->type.shape, array->type.rank);
	if (elements == 0)
		return op_raise(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		                "The truth value of an empty array is ambiguous. Use `array.size > "
		                "0` to check that an array is not empty.");
	if (elements > 1) {
		(void)op_raise(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		               "The truth value of an array with more than one element is "
		               "ambiguous. Use a.any() or a.all()");
		return op_help(&trace->op, "choose with jnp.where(condition, a, b)");
	}
	if (!is_traced(trace, array))
		return op_unknown(&trace->op,
		                  "the truth of an array that is not traced is not followed");
	(void)op_raise(&trace->op, RULE_PROGRAM_ERROR, "TracerBoolConversionError",
	               "Attempted boolean conversion of %.*s.", STR_ARG(tracer_text(trace, array)));
	(void)op_say(&trace->op, "a choice by the value of an array, which is not known while "
	                         "the function is traced");
	return op_help(&trace->op, "choose with jnp.where(condition, a, b) or lax.cond");
}

bool array_to_int(struct trace *trace, const struct array *array)
{
	enum dtype_class class = dtype_class(array->type.dtype);
	if (array->type.rank || (class != DTYPE_SIGNED && class != DTYPE_UNSIGNED))
		return op_raise(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		                "Only integer scalar arrays can be converted to a scalar index.");
	if (!is_traced(trace, array))
		return op_unknown(&trace->op,
		                  "the value of an array that is not traced is not followed");
	(void)op_raise(&trace->op, RULE_PROGRAM_ERROR, "TracerIntegerConversionError",
	               "The __index__() method was called on %.*s",
	               STR_ARG(tracer_text(trace, array)));
	return op_say(&trace->op, "an integer is needed, and the value of an array is not known "
	                          "while the function is traced");
}

bool array_to_number(struct trace *trace, const struct array *array, const char *function)
{
	if (array->type.rank)
		return op_raise(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    "Only scalar arrays can be converted to Python scalars; got arr.ndim=%u",
		    array->type.rank);
	if (!is_traced(trace, array))
		return op_unknown(&trace->op,
		                  "the value of an array that is not traced is not followed");
	(void)op_raise(&trace->op, RULE_PROGRAM_ERROR, "ConcretizationTypeError",
	               "Abstract tracer value encountered where concrete value is expected: %.*s",
	               STR_ARG(tracer_text(trace, array)));
	(void)op_say(&trace->op,
	             "%s() of an array, whose value is not known while the function "
	             "is traced",
	             function);
	return op_help(&trace->op, "convert the array: x.astype(%s)", function);
}

const struct array *array_item(struct trace *trace, const struct array *array, int64_t index)
{
	const struct array_type *type = &array->type;
	struct arena *arena = trace->op.arena;
	int64_t *start = arena_new(arena, int64_t, type->rank);
	int64_t *limit = shape_copy(arena, type->shape, type->rank);
	int64_t *strides = arena_new(arena, int64_t, type->rank);
	for (uint32_t i = 0; i < type->rank; i++)
		strides[i] = 1;
	start[0] = index;
	limit[0] = index + 1;
	const struct array *slice = lax_slice(&trace->op, array, start, limit, strides);
	return slice ? lax_squeeze(&trace->op, slice, (const uint32_t[]){0}, 1) : NULL;
}
