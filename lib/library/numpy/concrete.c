/* SPDX-License-Identifier: Apache-2.0 */
#include "library/numpy/concrete.h"

#include "trace/convert/convert_value.h"
#include "trace/convert/tracer.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

const struct value *refuse_traced(struct trace *trace, const struct array *array)
{
	if (!array_is_traced(trace, array))
		return trace_unknown(trace, "what follows from the values of an array");
	trace_refuse(trace, RULE_PROGRAM_ERROR, "ConcretizationTypeError",
	             TEXT("Abstract tracer value encountered where concrete value is expected: "
	                  "traced array with shape {long}",
	                  &array->type),
	             WORDS("the value of an array is not known while JAX traces the program"));
	return NULL;
}

bool concrete_size(struct trace *trace, const struct value *value, int64_t *size)
{
	if (value->kind == VALUE_ARRAY)
		return refuse_traced(trace, value->array) != NULL;
	return value_to_int(trace, value, size);
}

bool is_replicated(const struct array *array)
{
	for (; array; array = array->mapped)
		if (!type_is_replicated(&array->type))
			return false;
	return true;
}

const struct array *made_of(struct op *op, const struct array *x, const struct dtype *dtype,
                            const int64_t *shape, uint32_t rank)
{
	int64_t *copy = shape_copy(op->arena, shape, rank);
	const struct array *some = x ? lax_binary(op, &lax_ne, x, x) : NULL;
	some = some ? numpy_reduce(op, &numpy_any, some, NULL, 0, false) : NULL;
	some = some ? numpy_astype(op, some, dtype) : NULL;
	return some ? lax_broadcast_to(op, some, copy, rank, NULL) : NULL;
}
