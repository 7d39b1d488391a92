/* SPDX-License-Identifier: Apache-2.0 */
#include "library/arguments/concrete.h"

#include "trace/convert/convert_value.h"
#include "trace/convert/tracer.h"

/* Raises that an array is no value that is known. Always NULL. JAX: core.py concrete_or_error. */
static const struct value *refuse_traced(struct trace *trace, const struct array *array)
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
