/* SPDX-License-Identifier: Apache-2.0 */
/* The way back through convolutions. JAX: lax/convolution.py
 * _conv_general_dilated_transpose_lhs, _conv_general_dilated_transpose_rhs. */
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/contract/contract.h"
#include "op/core/shape_rules.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

/* Sizes with gaps between their elements, along the spatial dimensions in the kernel's order. */
struct spread {
	int64_t *lhs, *rhs, *out;
};

static int64_t factor(struct dimension_list list, uint32_t count, uint32_t i)
{
	uint32_t missing = count - list.count; /* ones stand in front */
	return i < missing ? 1 : list.items[i - missing];
}

static int64_t spread_size(int64_t size, int64_t by)
{
	return size ? (size - 1) * by + 1 : 0;
}

static struct spread spread_of(const struct backward *b, const struct conv_params *params)
{
	struct arena *arena = b->op->arena;
	uint32_t count = params->rank - 2;
	struct spread spread = {arena_new(arena, int64_t, count), arena_new(arena, int64_t, count),
	                        arena_new(arena, int64_t, count)};
	const struct array_type *lhs = &b->equation->operands[0]->type,
				*rhs = &b->equation->operands[1]->type,
				*out = &b->cotangents[0]->type;
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t *const *specs = params->dimensions.specs;
		spread.lhs[i] = spread_size(lhs->shape[specs[CONV_LHS][i + 2]],
		                            factor(params->lhs_dilation, count, i));
		spread.rhs[i] = spread_size(rhs->shape[specs[CONV_RHS][i + 2]],
		                            factor(params->rhs_dilation, count, i));
		spread.out[i] = spread_size(out->shape[specs[CONV_OUT][i + 2]],
		                            factor(params->strides, count, i));
	}
	return spread;
}

/* A spec with batch and feature the other way round. JAX: _conv_spec_transpose. */
static const uint32_t *turned(struct arena *arena, const uint32_t *spec, uint32_t rank)
{
	uint32_t *other = arena_copy(arena, spec, rank, sizeof *spec);
	other[0] = spec[1];
	other[1] = spec[0];
	return other;
}

/* A dimension as two, of which the first has `groups` elements. JAX: _reshape_axis_out_of. */
static const struct array *axis_out_of(struct op *op, const struct array *x, uint32_t dim,
                                       uint32_t groups)
{
	if (!x)
		return NULL;
	int64_t *shape = sizes_insert(op->arena, x->type.shape, x->type.rank, dim, groups);
	shape[dim + 1] /= groups;
	return lax_reshape(op, x, shape, x->type.rank + 1, NULL, NULL);
}

/* Dimension `from` made part of `into`, counted without it, in front of its elements. JAX:
 * _reshape_axis_into. */
static const struct array *axis_into(struct op *op, const struct array *x, uint32_t from,
                                     uint32_t into)
{
	if (!x)
		return NULL;
	uint32_t rank = x->type.rank - 1, count = 0;
	uint32_t *order = arena_new(op->arena, uint32_t, (size_t)rank + 1);
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i <= rank; i++) {
		if (count == into)
			order[count++] = from;
		if (i != from) {
			shape[count - (count > into)] = x->type.shape[i];
			order[count++] = i;
		}
	}
	shape[into] *= x->type.shape[from];
	return lax_reshape(op, x, shape, rank, order, NULL);
}

/* The groups of a dimension moved to another one. */
static const struct array *groups_moved(struct op *op, const struct array *x, uint32_t from,
                                        uint32_t into, uint32_t groups)
{
	return groups == 1 ? x : axis_into(op, axis_out_of(op, x, from, groups), from, into);
}

/* Like the convolution of the equation, in the sharding of the cotangent of an operand. */
static struct conv_params going_back(struct backward *b, uint32_t operand)
{
	struct conv_params back = *(const struct conv_params *)b->equation->params;
	struct array_type type = cotangent_type_of(&b->equation->operands[operand]->type);
	back.sharding = asked_sharding(b->op, &type);
	return back;
}

static const struct array *back_lhs(struct backward *b, const struct conv_params *params)
{
	struct op *op = b->op;
	uint32_t count = params->rank - 2;
	const uint32_t *const *specs = params->dimensions.specs, *rhs = specs[CONV_RHS];
	uint32_t features = (uint32_t)params->feature_groups,
		 batches = (uint32_t)params->batch_groups;
	uint32_t groups = features > 1 ? features : batches;
	struct spread spread = spread_of(b, params);
	struct padding *padding = arena_new(op->arena, struct padding, count);
	for (uint32_t i = 0; i < count; i++) {
		padding[i].low = spread.rhs[i] - params->padding[i].low - 1;
		padding[i].high =
		    spread.lhs[i] + spread.rhs[i] - 1 - spread.out[i] - padding[i].low;
	}
	struct conv_params back = going_back(b, 0);
	back.dimensions = (struct conv_dimensions){
	    {specs[CONV_OUT], turned(op->arena, rhs, params->rank), specs[CONV_LHS]}};
	back.strides = params->lhs_dilation;
	back.lhs_dilation = params->strides;
	back.padding = padding;
	back.feature_groups = groups;
	back.batch_groups = 1;
	if (batches > 1)
		back.sharding = NULL;
	const struct array *ct = b->cotangents[0];
	const struct array *kernel =
	    groups_moved(op, b->equation->operands[1], rhs[0], rhs[1], groups);
	kernel = lax_rev(op, kernel, rhs + 2, count);
	kernel = lax_convert_element_type(op, kernel, ct->type.dtype, ct->type.weak);
	const struct array *made = lax_convolution(op, ct, kernel, &back);
	return groups_moved(op, made, specs[CONV_LHS][1], specs[CONV_LHS][0], batches);
}

static const struct array *back_rhs(struct backward *b, const struct conv_params *params)
{
	struct op *op = b->op;
	uint32_t count = params->rank - 2;
	const uint32_t *const *specs = params->dimensions.specs;
	struct spread spread = spread_of(b, params);
	struct padding *padding = arena_new(op->arena, struct padding, count);
	for (uint32_t i = 0; i < count; i++) {
		padding[i].low = params->padding[i].low;
		padding[i].high =
		    spread.out[i] - spread.lhs[i] + spread.rhs[i] - params->padding[i].low - 1;
	}
	struct conv_params back = going_back(b, 1);
	back.dimensions =
	    (struct conv_dimensions){{turned(op->arena, specs[CONV_LHS], params->rank),
	                              turned(op->arena, specs[CONV_OUT], params->rank),
	                              turned(op->arena, specs[CONV_RHS], params->rank)}};
	back.strides = params->rhs_dilation;
	back.rhs_dilation = params->strides;
	back.padding = padding;
	back.feature_groups = params->batch_groups;
	back.batch_groups = params->feature_groups;
	const struct array *ct = b->cotangents[0];
	const struct array *image =
	    lax_convert_element_type(op, b->equation->operands[0], ct->type.dtype, ct->type.weak);
	return lax_convolution(op, image, ct, &back);
}

static bool back_convolution(struct backward *b)
{
	const struct conv_params *params = b->equation->params;
	if (b->linear[0] == b->linear[1] || params->npadding != params->rank - 2 ||
	    (params->feature_groups > 1 && params->batch_groups > 1))
		return false;
	uint32_t at = b->linear[0] ? 0 : 1;
	const struct array_type *type = &b->equation->operands[at]->type;
	const struct array *made = at ? back_rhs(b, params) : back_lhs(b, params);
	b->made[at] = lax_convert_element_type(b->op, made, type->dtype, made && made->type.weak);
	return b->made[at] != NULL;
}

const struct backward_rule convolution_backward[] = {
    {"conv_general_dilated", back_convolution},
    {NULL, NULL},
};
