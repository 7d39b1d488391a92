/* SPDX-License-Identifier: Apache-2.0 */
/* The way back through convolutions without groups. JAX: lax/convolution.py
 * _conv_general_dilated_transpose_lhs, _conv_general_dilated_transpose_rhs. */
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/contract/contract.h"
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

static const struct array *back_lhs(struct backward *b, const struct conv_params *params)
{
	struct op *op = b->op;
	uint32_t count = params->rank - 2;
	const uint32_t *const *specs = params->dimensions.specs;
	struct spread spread = spread_of(b, params);
	struct padding *padding = arena_new(op->arena, struct padding, count);
	for (uint32_t i = 0; i < count; i++) {
		padding[i].low = spread.rhs[i] - params->padding[i].low - 1;
		padding[i].high =
		    spread.lhs[i] + spread.rhs[i] - 1 - spread.out[i] - padding[i].low;
	}
	struct array_type type = cotangent_type_of(&b->equation->operands[0]->type);
	struct conv_params back = *params;
	back.dimensions = (struct conv_dimensions){
	    {specs[CONV_OUT], turned(op->arena, specs[CONV_RHS], params->rank), specs[CONV_LHS]}};
	back.strides = params->lhs_dilation;
	back.lhs_dilation = params->strides;
	back.padding = padding;
	back.sharding = asked_sharding(op, &type);
	const struct array *ct = b->cotangents[0];
	const struct array *kernel =
	    lax_rev(op, b->equation->operands[1], specs[CONV_RHS] + 2, count);
	kernel = lax_convert_element_type(op, kernel, ct->type.dtype, ct->type.weak);
	return lax_convolution(op, ct, kernel, &back);
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
	struct array_type type = cotangent_type_of(&b->equation->operands[1]->type);
	struct conv_params back = *params;
	back.dimensions =
	    (struct conv_dimensions){{turned(op->arena, specs[CONV_LHS], params->rank),
	                              turned(op->arena, specs[CONV_OUT], params->rank),
	                              turned(op->arena, specs[CONV_RHS], params->rank)}};
	back.strides = params->rhs_dilation;
	back.rhs_dilation = params->strides;
	back.padding = padding;
	back.sharding = asked_sharding(op, &type);
	const struct array *ct = b->cotangents[0];
	const struct array *image =
	    lax_convert_element_type(op, b->equation->operands[0], ct->type.dtype, ct->type.weak);
	return lax_convolution(op, image, ct, &back);
}

static bool back_convolution(struct backward *b)
{
	const struct conv_params *params = b->equation->params;
	if (b->linear[0] == b->linear[1] || params->feature_groups != 1 ||
	    params->batch_groups != 1 || params->npadding != params->rank - 2)
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
