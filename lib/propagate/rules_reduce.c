/* SPDX-License-Identifier: Apache-2.0 */
/* Factors of reductions, windows and sorts. */
#include "propagate/rules.h"

/* The first half of the operands are inputs, the others initial values, which have no factors. */
void rule_reduce(struct rule_builder *builder)
{
	const struct instruction *reduce = builder->instruction;
	const struct hlo_shape *in = rule_operand(builder, 0);
	uint32_t inputs = builder->tensors->nresults, operands = builder->tensors->noperands;
	int64_t out = 0;
	for (uint32_t i = 0; i < in->rank; i++) {
		bool reduced = dims_hold(reduce->dims, reduce->ndims, i);
		rule_add(builder, in->dims[i], reduced ? FACTOR_REDUCTION : FACTOR_PASS_THROUGH,
		         false);
		for (uint32_t t = 0; t < inputs; t++)
			rule_put(builder, t, i);
		for (uint32_t t = 0; t < inputs && !reduced; t++)
			rule_put(builder, operands + t, out);
		out += !reduced;
	}
}

/* Whether each window is one element, in order. */
static bool is_plain(const struct window_dim *window)
{
	return window->size == 1 && window->stride == 1 && window->low == 0 && window->high == 0;
}

void rule_reduce_window(struct rule_builder *builder)
{
	const struct hlo_shape *out = rule_builder_result(builder, 0);
	for (uint32_t i = 0; i < out->rank; i++)
		rule_add_all(builder, i, out->dims[i],
		             is_plain(&builder->instruction->window[i]) ? FACTOR_PASS_THROUGH
		                                                        : FACTOR_PERMUTATION,
		             false);
}

/* Operands: the array, the source that is spread over it, the initial value. */
void rule_select_and_scatter(struct rule_builder *builder)
{
	const struct hlo_shape *out = rule_builder_result(builder, 0),
			       *source = rule_operand(builder, 1);
	if (source->rank != out->rank) {
		builder->failed = true;
		return;
	}
	for (uint32_t i = 0; i < out->rank; i++) {
		if (is_plain(&builder->instruction->window[i])) {
			rule_add_all(builder, i, out->dims[i], FACTOR_PASS_THROUGH, false);
			continue;
		}
		rule_add(builder, source->dims[i], FACTOR_NEED_REPLICATION, false);
		rule_put(builder, 1, i);
		rule_add_pair(builder, i, i, out->dims[i], FACTOR_PERMUTATION);
	}
}

void rule_sort(struct rule_builder *builder)
{
	const struct hlo_shape *shape = rule_operand(builder, 0);
	int64_t along = builder->instruction->ndims ? builder->instruction->dims[0] : NO_DIM;
	bool alone = true;
	for (uint32_t i = 0; i < shape->rank; i++)
		alone = alone && (i == along || shape->dims[i] == 1);
	for (uint32_t i = 0; i < shape->rank; i++) {
		bool sorted = i == along;
		rule_add_all(builder, i, shape->dims[i],
		             sorted ? FACTOR_NEED_REPLICATION : FACTOR_PASS_THROUGH,
		             sorted && alone);
	}
}

void rule_topk(struct rule_builder *builder)
{
	rule_add_mismatch(builder, rule_operand(builder, 0), rule_builder_result(builder, 0),
	                  FACTOR_NEED_REPLICATION, true);
}

/* The other operands are one number per feature. */
void rule_batch_norm_inference(struct rule_builder *builder)
{
	const struct hlo_shape *shape = rule_operand(builder, 0);
	for (uint32_t i = 0; i < shape->rank; i++) {
		rule_add_pair(builder, i, i, shape->dims[i], FACTOR_PASS_THROUGH);
		for (uint32_t t = 1; t < builder->tensors->noperands; t++)
			if (i == builder->instruction->index)
				rule_put(builder, t, 0);
	}
}
