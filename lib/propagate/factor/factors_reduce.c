/* SPDX-License-Identifier: Apache-2.0 */
/* Factors of reductions, windows and sorts. */
#include "propagate/factor/factor_families.h"

/* The first half of the operands are inputs, the others initial values, which have no factors. */
void factors_reduce(struct factor_builder *builder)
{
	const struct instruction *reduce = builder->instruction;
	const struct hlo_shape *in = factor_operand(builder, 0);
	uint32_t inputs = builder->tensors->nresults, operands = builder->tensors->noperands;
	int64_t out = 0;
	for (uint32_t i = 0; i < in->rank; i++) {
		bool reduced = dims_hold(reduce->dims, reduce->ndims, i);
		factor_add(builder, in->dims[i], reduced ? FACTOR_REDUCTION : FACTOR_PASS_THROUGH,
		           false);
		for (uint32_t t = 0; t < inputs; t++)
			factor_put(builder, t, i);
		for (uint32_t t = 0; t < inputs && !reduced; t++)
			factor_put(builder, operands + t, out);
		out += !reduced;
	}
}

/* Whether each window is one element, in order. */
static bool is_plain(const struct window_dim *window)
{
	return window->size == 1 && window->stride == 1 && window->low == 0 && window->high == 0;
}

void factors_reduce_window(struct factor_builder *builder)
{
	const struct hlo_shape *out = factor_result(builder, 0);
	for (uint32_t i = 0; i < out->rank; i++)
		factor_add_all(builder, i, out->dims[i],
		               is_plain(&builder->instruction->window[i]) ? FACTOR_PASS_THROUGH
		                                                          : FACTOR_PERMUTATION,
		               false);
}

/* Operands: the array, the source that is spread over it, the initial value. */
void factors_select_and_scatter(struct factor_builder *builder)
{
	const struct hlo_shape *out = factor_result(builder, 0),
			       *source = factor_operand(builder, 1);
	if (source->rank != out->rank) {
		builder->failed = true;
		return;
	}
	for (uint32_t i = 0; i < out->rank; i++) {
		if (is_plain(&builder->instruction->window[i])) {
			factor_add_all(builder, i, out->dims[i], FACTOR_PASS_THROUGH, false);
			continue;
		}
		factor_add(builder, source->dims[i], FACTOR_NEED_REPLICATION, false);
		factor_put(builder, 1, i);
		factor_add_pair(builder, i, i, out->dims[i], FACTOR_PERMUTATION);
	}
}

void factors_sort(struct factor_builder *builder)
{
	const struct hlo_shape *shape = factor_operand(builder, 0);
	int64_t along = builder->instruction->ndims ? builder->instruction->dims[0] : NO_DIM;
	bool alone = true;
	for (uint32_t i = 0; i < shape->rank; i++)
		alone = alone && (i == along || shape->dims[i] == 1);
	for (uint32_t i = 0; i < shape->rank; i++) {
		bool sorted = i == along;
		factor_add_all(builder, i, shape->dims[i],
		               sorted ? FACTOR_NEED_REPLICATION : FACTOR_PASS_THROUGH,
		               sorted && alone);
	}
}

void factors_topk(struct factor_builder *builder)
{
	factor_add_mismatch(builder, factor_operand(builder, 0), factor_result(builder, 0),
	                    FACTOR_NEED_REPLICATION, true);
}

/* The other operands are one number per feature. */
void factors_batch_norm_inference(struct factor_builder *builder)
{
	const struct hlo_shape *shape = factor_operand(builder, 0);
	for (uint32_t i = 0; i < shape->rank; i++) {
		factor_add_pair(builder, i, i, shape->dims[i], FACTOR_PASS_THROUGH);
		for (uint32_t t = 1; t < builder->tensors->noperands; t++)
			if (i == builder->instruction->index)
				factor_put(builder, t, 0);
	}
}
