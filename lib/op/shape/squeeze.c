/* SPDX-License-Identifier: Apache-2.0 */
/* The primitive squeeze. JAX: lax/lax.py. */
#include <assert.h>
#include "op/shape/shape_params.h"
#include <stdlib.h>

#include "op/shape/shape.h"
#include "op/core/shape_rules.h"

static bool check_squeeze(struct op *op, const struct squeeze_params *params,
                          const struct array_type *operand)
{
	bool repeated = false, larger = false;
	for (uint32_t i = 0; i < params->count; i++) {
		repeated |= i && params->dims[i] == params->dims[i - 1];
		larger |= operand->shape[params->dims[i]] != 1;
	}
	struct message_argument dims = dims_of(params->dims, params->count);
	if (repeated)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("dimensions are not unique: {}", dims));
	if (larger)
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("cannot select an axis to squeeze out which has size not equal to one, "
		         "got shape={shape} and dimensions={}",
		         operand, dims),
		    WORDS("only a dimension of size 1 can be taken out of {array|the array}",
		          operand),
		    HELP("this fails without any sharding too: x[0] takes one element, x.reshape "
		         "joins dimensions"));
	return true;
}

static bool infer_squeeze(struct op *op, const struct application *application,
                          struct array_type *results)
{
	const struct squeeze_params *params = application->params;
	const struct array_type *operand = application->operands[0];
	if (!check_squeeze(op, params, operand))
		return false;
	int64_t *shape = arena_new(op->arena, int64_t, operand->rank);
	struct dim_axes *spec = spec_none(op->arena, operand->rank);
	uint32_t rank = 0;
	for (uint32_t i = 0, next = 0; i < operand->rank; i++) {
		if (next < params->count && params->dims[next] == i) {
			next++;
			continue;
		}
		shape[rank] = operand->shape[i];
		spec[rank++] = operand->spec[i];
	}
	if (rank + params->count != operand->rank)
		return op_unknown(op, "what squeeze makes of a dimension named twice is not known");
	result_like(results, operand, shape, rank);
	return rule_of_operand(op, application, spec, results);
}

static bool batch_squeeze(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct squeeze_params *params = batching->params;
	const struct array *operand = batch_move(op, batching->operands[0], batching->dims[0], 0);
	uint32_t *dims = arena_new(op->arena, uint32_t, params->count);
	for (uint32_t i = 0; i < params->count; i++)
		dims[i] = params->dims[i] + 1;
	return batched_result(out, lax_squeeze(op, operand, dims, params->count), 0);
}

/* A dimension that is dropped comes back unsharded. JAX: lax.py _squeeze_transpose_rule. */
static bool transpose_squeeze(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct array_type *from = &entry->operands[0]->type;
	for (uint32_t i = 0; i < from->rank; i++)
		if (from->shape[i] == 1 && from->spec[i].count)
			return op_unknown(op, "%s", "");
	return true;
}

static const struct partial_rules squeeze_partial = {JAX_SHAPES_UNREDUCED, JAX_SHAPES_REDUCED};
static const struct primitive squeeze = {.name = "squeeze",
                                         .transpose = transpose_squeeze,
                                         .infer = infer_squeeze,
                                         .unreduced = keep_partial,
                                         .batch = batch_squeeze,
                                         .elements = same_elements,
                                         .linear = LINEAR,
                                         .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                         .data = &squeeze_partial};

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

const struct array *lax_squeeze(struct op *op, const struct array *x, const uint32_t *dims,
                                uint32_t count)
{
	if (!count)
		return x;
	uint32_t *sorted = arena_new(op->arena, uint32_t, count);
	memcpy(sorted, dims, count * sizeof *dims);
	qsort(sorted, count, sizeof *sorted, by_number);
	struct squeeze_params *params = arena_new(op->arena, struct squeeze_params, 1);
	*params = (struct squeeze_params){sorted, count};
	return primitive_apply_one(op, &squeeze, params, &x, 1);
}
