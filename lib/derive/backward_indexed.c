/* SPDX-License-Identifier: Apache-2.0 */
/* The way back through gather, scatter and dynamic slices. JAX: lax/slicing.py. */
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/index/index.h"

static const struct array *operand_of(const struct backward *b, uint32_t i)
{
	return b->equation->operands[i];
}

static const struct array *operand_zeros(const struct backward *b, uint32_t i)
{
	struct array_type type = cotangent_type_of(&operand_of(b, i)->type);
	return zeros_of(b->op, &type);
}

static bool back_gather(struct backward *b)
{
	const struct gather_params *params = b->equation->params;
	struct scatter_dimensions dimensions = {
	    .update_window_dims = params->dims.offset_dims,
	    .inserted_window_dims = params->dims.collapsed_slice_dims,
	    .scatter_dims_to_operand_dims = params->dims.start_index_map,
	    .operand_batching_dims = params->dims.operand_batching_dims,
	    .scatter_indices_batching_dims = params->dims.start_indices_batching_dims,
	    .drops = params->dims.fills};
	b->made[0] = lax_scatter(b->op, &lax_scatter_add, operand_zeros(b, 0), operand_of(b, 1),
	                         b->cotangents[0], &dimensions);
	return b->made[0] != NULL;
}

/* What the updates of a scatter were put over. */
static const struct array *taken_out(struct backward *b)
{
	const struct scatter_params *params = b->equation->params;
	return gathered_updates(b->op, b->cotangents[0], operand_of(b, 1), &params->dims,
	                        &operand_of(b, 2)->type);
}

/* Of scatter-add and scatter-sub. */
static bool back_scatter_sum(struct backward *b)
{
	b->made[0] = b->cotangents[0];
	if (!b->linear[2])
		return true;
	b->made[2] = taken_out(b);
	if (b->equation->primitive == &lax_scatter_sub)
		b->made[2] = negative(b->op, b->made[2]);
	return b->made[2] != NULL;
}

/* Of scatter to places that all differ. */
static bool back_scatter(struct backward *b)
{
	const struct scatter_params *params = b->equation->params;
	if (!params->dims.unique)
		return false;
	if (b->linear[0])
		b->made[0] = lax_scatter(b->op, &lax_scatter_set, b->cotangents[0],
		                         operand_of(b, 1), operand_zeros(b, 2), &params->dims);
	if (b->linear[2])
		b->made[2] = taken_out(b);
	return (b->made[0] || !b->linear[0]) && (b->made[2] || !b->linear[2]);
}

static bool back_dynamic_slice(struct backward *b)
{
	b->made[0] = lax_dynamic_update_slice(b->op, operand_zeros(b, 0), b->cotangents[0],
	                                      b->equation->operands + 1);
	return b->made[0] != NULL;
}

static bool back_dynamic_update_slice(struct backward *b)
{
	const struct array *const *starts = b->equation->operands + 2;
	const struct array_type *update = &operand_of(b, 1)->type;
	if (b->linear[0])
		b->made[0] =
		    lax_dynamic_update_slice(b->op, b->cotangents[0], operand_zeros(b, 1), starts);
	if (b->linear[1])
		b->made[1] = lax_dynamic_slice(b->op, b->cotangents[0], starts, update->shape);
	return (b->made[0] || !b->linear[0]) && (b->made[1] || !b->linear[1]);
}

const struct backward_rule indexed_backward[] = {
    {"dynamic_slice", back_dynamic_slice},
    {"dynamic_update_slice", back_dynamic_update_slice},
    {"gather", back_gather},
    {"scatter", back_scatter},
    {"scatter-add", back_scatter_sum},
    {"scatter-sub", back_scatter_sum},
    {NULL, NULL},
};
