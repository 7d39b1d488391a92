/* SPDX-License-Identifier: Apache-2.0 */
#include "library/linalg/linalg_arguments.h"

#include "jax/python_text.h"
#include "op/elementwise/elementwise.h"
const struct array *inexact_argument(struct trace *trace, const struct call_arguments *arguments,
                                     uint32_t index, const char *function)
{
	const struct array *x =
	    value_to_array_at(trace, argument(arguments, index), function, index);
	return x && numpy_promote_dtypes(&trace->op, &x, 1, true) ? x : NULL;
}

struct derivation derivation_from(struct trace *trace, const struct call_arguments *arguments,
                                  const struct array *first)
{
	struct derivation derivation = derivation_of(trace, arguments);
	const char *signature = arguments->row->signature;
	size_t length = strcspn(signature, ",= ");
	char *name = arena_alloc(trace->op.arena, 1, length + 1, 1);
	memcpy(name, signature, length);
	derivation_set(&derivation, name, trace_array(trace, first));
	return derivation;
}

bool has_square_matrices(const struct array *x)
{
	uint32_t rank = x->type.rank;
	return rank >= 2 && x->type.shape[rank - 1] == x->type.shape[rank - 2];
}

const struct value *raise_shape(struct trace *trace, const char *before, const struct array *x,
                                const char *after)
{
	refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
	       TEXT("{}{shape}{}", before, &x->type, after));
	return NULL;
}

bool value_is_number(const struct value *value, double number)
{
	switch (value->kind) {
	case VALUE_BOOL:
		return (value->boolean ? 1.0 : 0.0) == number;
	case VALUE_INT:
		return (double)value->integer == number;
	case VALUE_FLOAT:
		return value->real == number;
	case VALUE_SCALAR:
		return value->scalar.real == number;
	default:
		return false;
	}
}

bool value_is_text(const struct value *value, const char *text)
{
	return value->kind == VALUE_STRING && str_equal(value->string, str_of(text));
}
