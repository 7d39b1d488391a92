/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: control_flow/loops.py _cumulative_reduction_primitive. */
#include <assert.h>
#include "op/core/unreduced.h"
#include "op/reduce/sharded_dimension.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/core/shape_rules.h"

static bool check_axis(struct op *op, const struct array_type *operand, int64_t axis)
{
	if (axis < 0)
		refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("XLA operations do not allow negative axes"));
	else if (axis >= operand->rank)
		refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("axis {} is out of bounds for array of shape {shape}", axis, operand));
	else
		return true;
	return explain(op, HELP("the axes of this array are 0 to {}", (int)operand->rank - 1));
}

/* Whether the axis is replicated, as the releases want it that check it. */
static bool check_unsharded(struct op *op, const struct array_type *operand, int64_t axis)
{
	assert(axis >= 0 && axis < operand->rank);
	if (!op_has(op, JAX_CUMULATIVE_DIM_UNSHARDED))
		return true;
	if (!spec_readable(op, operand, "pspec[...]"))
		return false;
	if (!operand->spec[axis].count)
		return true;
	refuse(op, RULE_DIM_SHARDED, "ShardingTypeError",
	       TEXT("Input should be unsharded over the axis being reduced. Got input type={str} "
	            "and axis={}",
	            operand, axis));
	return refuse_sharded_dim(op, operand, (uint32_t)axis, "accumulates along");
}

static bool infer_cumulative(struct op *op, const struct application *application,
                             struct array_type *result)
{
	const struct cumulation *params = application->params;
	const struct array_type *operand = application->operands[0];
	const char *name = application->primitive->name;
	enum dtype_class class = dtype_class(operand->dtype);
	const struct abstract_mesh *mesh;
	bool runs;
	if (!check_axis(op, operand, params->axis))
		return false;
	if (class == DTYPE_BOOL || class == DTYPE_KEY)
		return refuse(
		    op, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT("{} does not accept dtype {}. Accepted dtypes are subtypes of number.",
		         name, operand->dtype),
		    HELP("convert it first: x.astype(…)"));
	*result = *operand;
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	if (runs && !check_unsharded(op, operand, params->axis))
		return false;
	return rule_of_operand(op, application, operand->spec, result);
}

static bool batch_cumulative(struct op *op, const struct batching *batching,
                             const struct batched *out)
{
	struct cumulation *all = arena_new(op->arena, struct cumulation, 1);
	*all = *(const struct cumulation *)batching->params;
	all->axis += all->axis >= batching->dims[0];
	out->dims[0] = batching->dims[0];
	return primitive_apply(op, batching->primitive, all, batching->operands, 1, out->results,
	                       1);
}

static bool cumulative_elements(struct op *op, const struct application *application,
                                const union element *const *operands,
                                const struct array_type *results, union element *const *items)
{
	const struct cumulation *params = application->params;
	const char *name = application->primitive->name;
	const struct primitive *joins = strcmp(name, "cumsum") == 0    ? &lax_add
	                                : strcmp(name, "cumprod") == 0 ? &lax_mul
	                                : strcmp(name, "cummax") == 0  ? &lax_max
	                                : strcmp(name, "cummin") == 0  ? &lax_min
	                                                               : NULL;
	int64_t strides[MAX_RANK], count = held_count(results), size = results->shape[params->axis];
	strides_of(results, strides);
	int64_t stride = strides[params->axis];
	for (int64_t i = 0; joins && i < count; i++) {
		int64_t at = params->reverse ? count - 1 - i : i, place = at / stride % size;
		bool first = place == (params->reverse ? size - 1 : 0);
		union element before =
		    first ? operands[0][at] : items[0][params->reverse ? at + stride : at - stride];
		items[0][at] = operands[0][at];
		if (!first && !element_joined(op, joins, results->dtype, before, operands[0][at],
		                              &items[0][at]))
			return false;
	}
	return joins != NULL;
}

#define CUMULATIVE(id, ...)                                                 \
	const struct primitive lax_##id = {.name = #id,                     \
	                                   .infer = infer_cumulative,       \
	                                   .batch = batch_cumulative,       \
	                                   .elements = cumulative_elements, \
	                                   .derivative = __VA_ARGS__}
CUMULATIVE(cumsum, DERIVATIVE_KEEPS_SHARDINGS, .linear = LINEAR);
CUMULATIVE(cumprod, DERIVATIVE_KEEPS_SHARDINGS);
CUMULATIVE(cummax, DERIVATIVE_KEEPS_SHARDINGS);
CUMULATIVE(cummin, DERIVATIVE_KEEPS_SHARDINGS);
CUMULATIVE(cumlogsumexp, DERIVATIVE_KEEPS_SHARDINGS);
#undef CUMULATIVE

const struct array *lax_cumulative(struct op *op, const struct primitive *primitive,
                                   const struct array *x, int64_t axis, bool reverse)
{
	assert(primitive->infer == infer_cumulative);
	struct cumulation *params = arena_new(op->arena, struct cumulation, 1);
	*params = (struct cumulation){axis, reverse};
	return primitive_apply_one(op, primitive, params, &x, 1);
}
