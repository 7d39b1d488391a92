/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays where Python wants what they hold. JAX: errors.py, core.py concretization_function_error.
 */
#include "op/core/dtype_class.h"
#include "op/core/escape.h"
#include "op/core/watch.h"

#include <assert.h>
#include <string.h>
#include "trace/convert/tracer.h"
#include "op/index/index.h"
#include "op/shape/shape.h"

struct str tracer_text(struct trace *trace, const struct array *array)
{
	struct buf text = op_buf(&trace->op);
	buf_puts(&text, "traced array with shape ");
	type_jax_text(&text, trace->op.rules, &array->type, true);
	if (op_has(&trace->op, JAX_TRACER_FULL_STOP))
		buf_putc(&text, '.');
	return buf_str(&text);
}

bool array_is_traced(const struct trace *trace, const struct array *array)
{
	const struct op *op = &trace->op;
	bool concrete =
	    op->concrete_bodies == op->bodies + 1 && op->checks_varying && !array->type.varying;
	bool eager = op->eager || trace->called_eagerly || concrete;
	return !array->host && (array->level || (!eager && array->number >= trace->concrete) ||
	                        escape_is_tracer(op, array));
}

bool array_is_opaque(const struct trace *trace, const struct array *array)
{
	return array_is_traced(trace, array) ||
	       (!array->host && derivative_dependence(&trace->op, array) == DEPENDENCE_SOME);
}

bool lowers_at_once(const struct trace *trace)
{
	return (trace->op.eager || trace->called_eagerly) && !trace->op.recording;
}

bool array_exists(const struct trace *trace, const struct value *value)
{
	return value->kind == VALUE_ARRAY && !value->array->host &&
	       !array_is_traced(trace, value->array);
}

const char *class_in_errors(const struct trace *trace, const struct value *value)
{
	if (!array_exists(trace, value) || !op_has(&trace->op, JAX_ARRAYS_OF_JAXLIB))
		return value_class_name(value);
	if (derivative_dependence(&trace->op, value->array) == DEPENDENCE_SOME)
		return trace->op.watch->forward_only ? "JVPTracer" : "LinearizeTracer";
	return "jaxlib._jax.ArrayImpl";
}

const char *short_class_in_errors(const struct trace *trace, const struct value *value)
{
	const char *name = class_in_errors(trace, value), *dot = strrchr(name, '.');
	return dot ? dot + 1 : name;
}

bool holds_truth(const struct trace *trace, const struct value *value)
{
	return value->kind == VALUE_ARRAY && !array_is_traced(trace, value->array) &&
	       shape_elements(value->array->type.shape, value->array->type.rank) == 1;
}

bool chooses_alike(const struct trace *trace, const struct value *comparison, const struct value *a,
                   const struct value *b)
{
	return holds_truth(trace, comparison) && a->kind == VALUE_ARRAY && b->kind == VALUE_ARRAY &&
	       a->array->host == b->array->host && a->array->type.dtype == b->array->type.dtype &&
	       a->array->type.weak == b->array->type.weak &&
	       type_same_shape(&a->array->type, &b->array->type);
}

bool array_truth(struct trace *trace, const struct array *array)
{
	int64_t elements = shape_elements(array->type.shape, array->type.rank);
	if (elements == 0)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("The truth value of an empty array is ambiguous. Use "
		                   "`array.size > 0` to check that an array is not empty."));
	if (elements > 1) {
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("The truth value of an array with more than one element is "
		                   "ambiguous. Use a.any() or a.all()"),
		              HELP("choose with jnp.where(condition, a, b)"));
	}
	if (!array_is_traced(trace, array))
		return op_unknown(&trace->op,
		                  "the truth of an array that is not traced is not followed");
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TracerBoolConversionError",
	              TEXT("Attempted boolean conversion of {}.", tracer_text(trace, array)),
	              WORDS("a choice by the value of an array, which is not known while the "
	                    "function is traced"),
	              HELP("choose with jnp.where(condition, a, b) or lax.cond"));
}

bool array_to_int(struct trace *trace, const struct array *array)
{
	enum dtype_class class = dtype_class(array->type.dtype);
	if (array->type.rank || (class != DTYPE_SIGNED && class != DTYPE_UNSIGNED))
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("Only integer scalar arrays can be converted to a scalar index."));
	if (!array_is_traced(trace, array))
		return op_unknown(&trace->op,
		                  "the value of an array that is not traced is not followed");
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TracerIntegerConversionError",
	              TEXT("The __index__() method was called on {}", tracer_text(trace, array)),
	              WORDS("an integer is needed, and the value of an array is not known while "
	                    "the function is traced"));
}

const struct array *array_item(struct trace *trace, const struct array *array, int64_t index)
{
	if (!array)
		return NULL;
	assert(array->type.rank > 0);
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
	return lax_squeeze(&trace->op, slice, (const uint32_t[]){0}, 1);
}
