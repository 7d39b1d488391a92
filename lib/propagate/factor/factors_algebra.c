/* SPDX-License-Identifier: Apache-2.0 */
/* Factors of linear algebra, transforms, random bits and custom calls by their names. */
#include "propagate/factor/factor_families.h"
#include "propagate/factor/factor_text.h"

/* Adds the dims before the last `count`, each alike in all tensors; false when they are fewer. */
static bool add_batch_dims(struct factor_builder *builder, const struct hlo_shape *shape,
                           uint32_t count)
{
	if (shape->rank < count) {
		builder->failed = true;
		return false;
	}
	for (uint32_t i = 0; i + count < shape->rank; i++)
		factor_add_all(builder, i, shape->dims[i], FACTOR_PASS_THROUGH, false);
	return true;
}

void factors_cholesky(struct factor_builder *builder)
{
	const struct hlo_shape *shape = factor_operand(builder, 0);
	if (!add_batch_dims(builder, shape, 2))
		return;
	for (uint32_t i = shape->rank - 2; i < shape->rank; i++)
		factor_add_all(builder, i, shape->dims[i], FACTOR_NEED_REPLICATION, false);
}

/* A factor of both operands and the result. */
static void add(struct factor_builder *builder, int64_t a, int64_t b, int64_t out, int64_t size)
{
	factor_add(builder, size, FACTOR_NEED_REPLICATION, false);
	factor_put(builder, 0, a);
	factor_put(builder, 1, b);
	factor_put(builder, builder->tensors->noperands, out);
}

/* op(a) x = b, or x op(a) = b. */
void factors_triangular_solve(struct factor_builder *builder)
{
	const struct hlo_shape *a = factor_operand(builder, 0), *b = factor_operand(builder, 1);
	if (!add_batch_dims(builder, a, 2) || b->rank != a->rank)
		return;
	int64_t rows = a->rank - 2, columns = a->rank - 1;
	bool left = builder->instruction->solve.left;
	bool transposed = builder->instruction->solve.transposed;
	int64_t kept = left == transposed ? columns : rows;
	int64_t contracted = kept == rows ? columns : rows;
	if (left) {
		add(builder, kept, rows, NO_DIM, a->dims[kept]);
		add(builder, NO_DIM, columns, columns, b->dims[columns]);
		add(builder, contracted, NO_DIM, rows, a->dims[contracted]);
	} else {
		add(builder, NO_DIM, rows, rows, b->dims[rows]);
		add(builder, kept, columns, NO_DIM, a->dims[kept]);
		add(builder, contracted, NO_DIM, columns, a->dims[contracted]);
	}
}

void factors_fft(struct factor_builder *builder)
{
	const struct hlo_shape *in = factor_operand(builder, 0), *out = factor_result(builder, 0);
	uint32_t transformed = builder->instruction->ndims;
	if (!add_batch_dims(builder, in, transformed) || out->rank != in->rank)
		return;
	for (uint32_t i = in->rank - transformed; i < in->rank; i++) {
		bool last = i + 1 == in->rank;
		factor_add_all(builder, i, in->dims[i], FACTOR_NEED_REPLICATION,
		               last && in->dims[i] != out->dims[i]);
	}
}

/* The state, before and after, stays whole; the bits have factors of their own. */
void factors_rng_bit_generator(struct factor_builder *builder)
{
	if (builder->tensors->nresults != 2) {
		builder->failed = true;
		return;
	}
	const struct hlo_shape *state = factor_operand(builder, 0),
			       *bits = factor_result(builder, 1);
	for (uint32_t i = 0; i < state->rank; i++) {
		factor_add_pair(builder, i, i, state->dims[i], FACTOR_NEED_REPLICATION);
		builder->factors[builder->nfactors - 1].blocked = true;
	}
	for (uint32_t i = 0; i < bits->rank; i++) {
		factor_add(builder, bits->dims[i], FACTOR_PASS_THROUGH, false);
		factor_put(builder, 2, i);
	}
}

/* Vectors and values: (matrix) -> (matrix of vectors, values). */
static void add_eigh(struct factor_builder *builder)
{
	const struct hlo_shape *in = factor_operand(builder, 0);
	if (builder->tensors->nresults != 2 || !add_batch_dims(builder, in, 2))
		return;
	int64_t rows = in->rank - 2, columns = in->rank - 1;
	factor_add_pair(builder, rows, rows, in->dims[rows], FACTOR_PASS_THROUGH);
	factor_add_pair(builder, columns, columns, in->dims[columns], FACTOR_PASS_THROUGH);
	factor_put(builder, 2, rows);
}

/* (matrix) -> (matrix, one number per reflector). */
static void add_qr(struct factor_builder *builder)
{
	const struct hlo_shape *in = factor_operand(builder, 0);
	if (builder->tensors->nresults != 2 || !add_batch_dims(builder, in, 2))
		return;
	const struct hlo_shape *numbers = factor_result(builder, 1);
	int64_t rows = in->rank - 2, columns = in->rank - 1;
	factor_add_pair(builder, rows, rows, in->dims[rows], FACTOR_NEED_REPLICATION);
	factor_add_pair(builder, columns, columns, in->dims[columns], FACTOR_NEED_REPLICATION);
	if (numbers->rank <= rows) {
		builder->failed = true;
		return;
	}
	factor_add(builder, numbers->dims[rows], FACTOR_NEED_REPLICATION, false);
	factor_put(builder, 2, rows);
}

/* (matrix, one number per reflector) -> (matrix). */
static void add_householder(struct factor_builder *builder)
{
	const struct hlo_shape *in = factor_operand(builder, 0);
	if (builder->tensors->noperands != 2 || !add_batch_dims(builder, in, 2))
		return;
	const struct hlo_shape *numbers = factor_operand(builder, 1);
	int64_t rows = in->rank - 2, columns = in->rank - 1;
	if (numbers->rank <= rows) {
		builder->failed = true;
		return;
	}
	add(builder, rows, NO_DIM, rows, in->dims[rows]);
	add(builder, columns, NO_DIM, columns, in->dims[columns]);
	add(builder, NO_DIM, rows, NO_DIM, numbers->dims[rows]);
}

/* (array, positions, two scalars) -> (values, positions), fewer along one dim. */
static void add_approximate_top_k(struct factor_builder *builder)
{
	const struct hlo_shape *in = factor_operand(builder, 0), *out = factor_result(builder, 0);
	if (builder->tensors->noperands != 4 || builder->tensors->nresults != 2 ||
	    in->rank != out->rank) {
		builder->failed = true;
		return;
	}
	for (uint32_t i = 0; i < in->rank; i++) {
		if (in->dims[i] == out->dims[i]) {
			factor_add_all(builder, i, in->dims[i], FACTOR_PASS_THROUGH, false);
			continue;
		}
		factor_add(builder, in->dims[i], FACTOR_PASS_THROUGH, false);
		factor_put(builder, 0, i);
		factor_put(builder, 1, i);
		factor_add(builder, out->dims[i], FACTOR_NEED_REPLICATION, true);
		factor_put(builder, 4, i);
		factor_put(builder, 5, i);
	}
}

/* Custom calls of which the factors are known; nothing goes through others. */
static const struct call_rule {
	const char *target;
	add_factors *add;
	uint32_t noperands, nresults; /* at least */
} call_rules[] = {
    {"annotate_device_placement", factors_pointwise, 1, 1},
    {"Cholesky", factors_pointwise, 1, 1},
    {"CompactWyHelper", factors_pointwise, 1, 1},
    {"InspectSharding", factors_pointwise, 1, 1},
    {"InvertDiagBlocksLowerTriangular", factors_pointwise, 1, 1},
    {"InvertDiagBlocksUpperTriangular", factors_pointwise, 1, 1},
    {"LayoutConstraint", factors_pointwise, 1, 1},
    {"mhlo.erf", factors_pointwise, 1, 1},
    {"MoveToDevice", factors_pointwise, 1, 1},
    {"MoveToHost", factors_pointwise, 1, 1},
    {"X64SplitHigh", factors_pointwise, 1, 1},
    {"X64SplitLow", factors_pointwise, 1, 1},
    {"X64Combine", factors_pointwise, 1, 1},
    {"Eigh", add_eigh, 1, 2},
    {"Qr", add_qr, 1, 2},
    {"QrDecompositionBlock", add_qr, 1, 2},
    {"ProductOfElementaryHouseholderReflectors", add_householder, 2, 1},
    {"mhlo.topk", factors_topk, 1, 1},
    {"ApproxTopK", add_approximate_top_k, 4, 2},
    {"PartialReduce", add_approximate_top_k, 4, 2},
};

void factors_custom_call(struct factor_builder *builder)
{
	if (builder->instruction->rule.len) {
		factor_read_rule(builder, builder->instruction->rule);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(call_rules); i++) {
		const struct call_rule *rule = &call_rules[i];
		if (!str_equal(builder->instruction->target, str_of(rule->target)))
			continue;
		if (builder->tensors->noperands < rule->noperands ||
		    builder->tensors->nresults < rule->nresults)
			break;
		rule->add(builder);
		return;
	}
	builder->failed = true;
}
