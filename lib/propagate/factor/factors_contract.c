/* SPDX-License-Identifier: Apache-2.0 */
/* Factors of contractions. */
#include "propagate/factor/factor_families.h"

/* A factor of the left operand, the right one and the result; NO_DIM: not in it. */
static void add(struct factor_builder *builder, int64_t lhs, int64_t rhs, int64_t out, int64_t size,
                enum factor_kind kind)
{
	factor_add(builder, size, kind, false);
	factor_put(builder, 0, lhs);
	factor_put(builder, 1, rhs);
	factor_put(builder, 2, out);
}

/* The size of a dimension; of one that is not there 1, and the rule fails. */
static int64_t size_of(struct factor_builder *builder, const struct hlo_shape *shape, int64_t dim)
{
	if (dim >= 0 && dim < shape->rank)
		return shape->dims[dim];
	builder->failed = true;
	return 1;
}

static bool is_free(const struct dot_numbers *dot, bool left, int64_t dim)
{
	const int64_t *batch = left ? dot->lhs_batch : dot->rhs_batch;
	const int64_t *contracting = left ? dot->lhs_contracting : dot->rhs_contracting;
	return !dims_hold(batch, dot->nbatch, dim) &&
	       !dims_hold(contracting, dot->ncontracting, dim);
}

void factors_dot(struct factor_builder *builder)
{
	const struct dot_numbers *dot = builder->instruction->dot;
	const struct hlo_shape *lhs = factor_operand(builder, 0), *rhs = factor_operand(builder, 1);
	int64_t out = 0;
	for (uint32_t i = 0; i < dot->nbatch; i++)
		add(builder, dot->lhs_batch[i], dot->rhs_batch[i], out++,
		    size_of(builder, lhs, dot->lhs_batch[i]), FACTOR_PASS_THROUGH);
	for (uint32_t i = 0; i < lhs->rank; i++)
		if (is_free(dot, true, i))
			add(builder, i, NO_DIM, out++, lhs->dims[i], FACTOR_PASS_THROUGH);
	for (uint32_t i = 0; i < rhs->rank; i++)
		if (is_free(dot, false, i))
			add(builder, NO_DIM, i, out++, rhs->dims[i], FACTOR_PASS_THROUGH);
	for (uint32_t i = 0; i < dot->ncontracting; i++)
		add(builder, dot->lhs_contracting[i], dot->rhs_contracting[i], NO_DIM,
		    size_of(builder, lhs, dot->lhs_contracting[i]), FACTOR_REDUCTION);
}

/*
 * A spatial dim of the input is cut along the windows, which are the output, or along the window,
 * which is the kernel: a factor of each, the larger one major, as far as the input has elements.
 */
static void add_spatial(struct factor_builder *builder, const struct convolution_numbers *numbers,
                        uint32_t i)
{
	int64_t in = numbers->input_spatial[i], kernel = numbers->kernel_spatial[i];
	int64_t out = numbers->output_spatial[i];
	int64_t left = size_of(builder, factor_operand(builder, 0), in);
	int64_t windows = size_of(builder, factor_result(builder, 0), out);
	int64_t window = size_of(builder, factor_operand(builder, 1), kernel);
	bool windows_first = windows >= window;
	for (int pass = 0; pass < 2; pass++) {
		bool along_windows = windows_first == (pass == 0);
		int64_t size = along_windows ? windows : window;
		size = size < left ? size : left;
		if (size <= 1)
			continue;
		add(builder, in, along_windows ? NO_DIM : kernel, along_windows ? out : NO_DIM,
		    size, along_windows ? FACTOR_PERMUTATION : FACTOR_REDUCTION);
		left /= size;
	}
}

void factors_convolution(struct factor_builder *builder)
{
	const struct convolution_numbers *numbers = builder->instruction->convolution;
	const struct hlo_shape *kernel = factor_operand(builder, 1),
			       *out = factor_result(builder, 0);
	int64_t features = numbers->feature_groups, batches = numbers->batch_groups;
	if (features < 1 || batches < 1) {
		builder->failed = true;
		return;
	}
	if (batches > 1)
		add(builder, numbers->input_batch, numbers->kernel_output, numbers->output_feature,
		    batches, FACTOR_PASS_THROUGH);
	add(builder, numbers->input_batch, NO_DIM, numbers->output_batch,
	    size_of(builder, out, numbers->output_batch), FACTOR_PASS_THROUGH);
	for (uint32_t i = 0; i < numbers->nspatial; i++)
		add_spatial(builder, numbers, i);
	if (features > 1)
		add(builder, numbers->input_feature, numbers->kernel_output,
		    numbers->output_feature, features, FACTOR_PASS_THROUGH);
	add(builder, numbers->input_feature, numbers->kernel_input, NO_DIM,
	    size_of(builder, kernel, numbers->kernel_input), FACTOR_REDUCTION);
	int64_t size = size_of(builder, out, numbers->output_feature) / features / batches;
	if (size > 1)
		add(builder, NO_DIM, numbers->kernel_output, numbers->output_feature, size,
		    FACTOR_PASS_THROUGH);
}
