/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/numpy_array.h"

#include <assert.h>
#include "op/core/dtype_class.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/tracer.h"
#include "trace/state/failure.h"

const struct value *numpy_array(struct trace *trace, const struct dtype *dtype,
                                const int64_t *shape, uint32_t rank)
{
	assert(dtype && (shape || !rank));
	struct array *array = arena_new(trace->op.arena, struct array, 1);
	array->type = type_plain(trace->op.arena, canonical_dtype(&trace->op, dtype), shape, rank);
	array->host = dtype;
	return value_array(trace->op.arena, array);
}

bool refuse_read_only(struct trace *trace, const char *text)
{
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError", TEXT("{}", text),
	              WORDS("np.asarray gives what JAX holds, which cannot be changed"),
	              HELP("copy it: np.array(…)"));
}

const struct array *array_of_jax(struct trace *trace, const struct array *array)
{
	if (!array->host)
		return array;
	struct array *copy = arena_new(trace->op.arena, struct array, 1);
	*copy = *array;
	copy->type.dtype = canonical_dtype(&trace->op, array->host);
	copy->host = NULL;
	copy->number = trace->op.arrays++;
	return copy;
}

const struct dtype *array_own_dtype(const struct array *array)
{
	return array->host ? array->host : array->type.dtype;
}

/* What the arrays given to a call are of. */
struct operands {
	bool traced;       /* one is traced by JAX */
	bool narrow, wide; /* one has 32 bits or less, or 64 */
};

static void look_at(struct trace *trace, const struct value *value, struct operands *operands)
{
	const struct value_list *items = value_items(value);
	for (uint32_t i = 0; items && i < items->count; i++)
		look_at(trace, items->items[i], operands);
	if (value->kind != VALUE_ARRAY)
		return;
	bool wide = array_own_dtype(value->array)->bits == 64;
	operands->traced |= array_is_traced(trace, value->array);
	operands->narrow |= !wide && dtype_class(value->array->type.dtype) != DTYPE_BOOL;
	operands->wide |= wide;
}

/* The dtype of a result: what JAX makes of 32 bits NumPy makes of 64, unless it was given less. */
static const struct dtype *result_dtype(const struct dtype *dtype, const struct operands *operands)
{
	static const char *const pairs[][2] = {{"int32", "int64"},
	                                       {"uint32", "uint64"},
	                                       {"float32", "float64"},
	                                       {"complex64", "complex128"}};
	for (size_t i = 0; i < COUNT_OF(pairs); i++)
		if (strcmp(dtype->name, pairs[i][0]) == 0 && (operands->wide || !operands->narrow))
			return dtype_named(str_of(pairs[i][1]));
	return dtype;
}

/* The result of a call with its arrays as those of NumPy: of the dtype that was asked for, or NULL.
 */
static const struct value *numpy_result(struct trace *trace, const struct value *result,
                                        const struct operands *operands, const struct dtype *asked)
{
	const struct value_list *items = value_items(result);
	if (result->kind == VALUE_ARRAY) {
		const struct array_type *type = &result->array->type;
		return numpy_array(trace, asked ? asked : result_dtype(type->dtype, operands),
		                   type->shape, type->rank);
	}
	if (!items)
		return result;
	const struct value **made = arena_new(trace->op.arena, const struct value *, items->count);
	for (uint32_t i = 0; i < items->count; i++)
		made[i] = numpy_result(trace, items->items[i], operands, asked);
	return result->named ? value_named_tuple(trace->op.arena, result->named, made, items->count)
	                     : value_sequence(trace->op.arena, result->kind, made, items->count);
}

/* The dtype that dtype= asks for, or the first argument of astype; NULL: none that is known. */
static const struct dtype *asked_dtype(struct trace *trace, const struct function_row *row,
                                       const struct given *given)
{
	const struct value *asked = NULL;
	if (strcmp(row->name, "astype") == 0 && given->positional.count)
		asked = given->positional.items[0];
	for (uint32_t i = 0; i < given->nkeywords; i++)
		if (str_equal(given->keywords[i].key->string, STR("dtype")))
			asked = given->keywords[i].value;
	const struct dtype *dtype =
	    asked && asked->kind != VALUE_NONE ? value_to_own_dtype(trace, asked) : NULL;
	trace->op.error = (struct op_error){0};
	return dtype;
}

const struct value *numpy_call(struct trace *trace, const struct function_row *row,
                               const struct value *self, const struct given *given)
{
	const struct abstract_mesh *mesh = trace->op.mesh;
	const struct call_arguments *calling = trace->calling;
	struct operands operands = {0};
	bool eager = trace->op.eager, x64 = trace->op.x64;
	if (self)
		look_at(trace, self, &operands);
	for (uint32_t i = 0; i < given->positional.count; i++)
		look_at(trace, given->positional.items[i], &operands);
	for (uint32_t i = 0; i < given->nkeywords; i++)
		look_at(trace, given->keywords[i].value, &operands);
	if (operands.traced)
		return trace_unknown(trace, "numpy.%s of an array of JAX is not known", row->name);
	const struct dtype *asked = asked_dtype(trace, row, given);
	struct given quiet = *given;
	quiet.call = NULL;
	trace->op.mesh = NULL;
	trace->op.eager = true;
	trace->op.x64 = false;
	if (self && self->kind == VALUE_ARRAY)
		self = value_array(trace->op.arena, array_of_jax(trace, self->array));
	const struct value *result = call_row(trace, row, self, &quiet);
	trace->op.mesh = mesh;
	trace->op.eager = eager;
	trace->op.x64 = x64;
	trace->calling = calling;
	if (result)
		return numpy_result(trace, result, &operands, asked);
	trace->op.error = (struct op_error){0};
	trace->failure.placed = false;
	return value_foreign(trace->op.arena,
	                     str_format(trace->op.arena, "numpy.%s(…)", row->name));
}
