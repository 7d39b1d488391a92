/* SPDX-License-Identifier: Apache-2.0 */
#include "library/random/arguments.h"

#include "trace/convert/convert_value.h"

const struct array *random_argument(struct trace *trace, const struct value *value)
{
	if (value->kind == VALUE_ARRAY)
		return value->array;
	struct buf text = op_buf(&trace->op);
	value_text(&text, trace->op.rules, value);
	if (value->kind == VALUE_INT || value->kind == VALUE_FLOAT || value->kind == VALUE_BOOL)
		trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		             TEXT("JAX encountered invalid PRNG key data: expected key_data to "
		                  "have ndim, shape, and dtype attributes. Got {}",
		                  &text));
	else
		trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("unexpected PRNG key type <class '{}'>", value_class_name(value)));
	return explain(&trace->op, HELP("make a key with jax.random.key(seed)"));
}

bool random_shape(struct trace *trace, const struct value *value, const int64_t **shape,
                  uint32_t *rank)
{
	const struct value_list *items = value_items(value);
	for (uint32_t i = 0; items && i < items->count; i++)
		if (items->items[i]->kind == VALUE_INT && items->items[i]->integer < 0)
			return trace_unknown(trace, "a negative size is not known") != NULL;
	if (value->kind != VALUE_INT || !op_has(&trace->op, JAX_SAMPLES_TAKE_ONE_SIZE))
		return value_to_shape(trace, value, shape, rank);
	if (value->integer < 0)
		return trace_unknown(trace, "a negative size is not known") != NULL;
	int64_t *size = arena_new(trace->op.arena, int64_t, 1);
	*size = value->integer;
	*shape = size;
	*rank = 1;
	return true;
}
