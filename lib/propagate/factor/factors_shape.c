/* SPDX-License-Identifier: Apache-2.0 */
/* Factors of operations that move elements about. */
#include "base/checked.h"
#include "propagate/factor/factor_families.h"

void factors_pointwise(struct factor_builder *builder)
{
	factor_add_pointwise(builder, factor_result(builder, 0));
}

void factors_broadcast(struct factor_builder *builder)
{
	const struct instruction *broadcast = builder->instruction;
	const struct hlo_shape *in = factor_operand(builder, 0), *out = factor_result(builder, 0);
	if (broadcast->ndims != in->rank) {
		builder->failed = true;
		return;
	}
	for (uint32_t i = 0; i < out->rank; i++) {
		int64_t from = NO_DIM;
		for (uint32_t d = 0; d < broadcast->ndims; d++)
			if (broadcast->dims[d] == i)
				from = d;
		if (from != NO_DIM && in->dims[from] == 1 && out->dims[i] != 1) {
			factor_add(builder, 1, FACTOR_PASS_THROUGH, false);
			factor_put(builder, 0, from);
			from = NO_DIM;
		}
		factor_add_pair(builder, from, i, out->dims[i], FACTOR_PASS_THROUGH);
	}
}

void factors_transpose(struct factor_builder *builder)
{
	const struct instruction *transpose = builder->instruction;
	const struct hlo_shape *in = factor_operand(builder, 0);
	for (uint32_t i = 0; i < transpose->ndims; i++) {
		int64_t from = transpose->dims[i];
		if (from < 0 || from >= in->rank) {
			builder->failed = true;
			return;
		}
		factor_add_pair(builder, from, i, in->dims[from], FACTOR_PASS_THROUGH);
	}
}

/* One side of a reshape on the way along its dims. */
struct reshape_side {
	const struct hlo_shape *shape;
	uint32_t dim;
	int64_t sizes, factors; /* products of the dims entered and of the factors made of them */
};

/* Elements of the dim under way that no factor has yet. */
static int64_t reshape_left(const struct reshape_side *side)
{
	return side->sizes / side->factors;
}

static void reshape_enter(struct reshape_side *side)
{
	if (side->dim < side->shape->rank && side->sizes == side->factors)
		side->sizes *= side->shape->dims[side->dim];
}

static void reshape_leave(struct reshape_side *side)
{
	if (side->dim < side->shape->rank && side->sizes == side->factors)
		side->dim++;
}

/* The next factor of the side that is behind: one after which both products are equal, or one that
 * keeps what the two have in common. */
static int64_t catch_up(int64_t next, int64_t common, int64_t behind, int64_t ahead)
{
	if (ahead % behind == 0 && next % (ahead / behind) == 0)
		return ahead / behind;
	return next > common ? next / common : next;
}

/* A factor of one side only. */
static void add_one_sided(struct factor_builder *builder, struct reshape_side *side, bool input,
                          int64_t size)
{
	int64_t dim = side->dim;
	factor_add_pair(builder, input ? dim : NO_DIM, input ? NO_DIM : dim, size,
	                FACTOR_PASS_THROUGH);
	side->factors *= size;
}

/* Factors of what is left of two dims that have no divisor in common: each its own, or, in later
 * releases, one for both (measured on jaxlib 0.12.0.1). */
static void part_ways(struct factor_builder *builder, struct reshape_side *in,
                      struct reshape_side *out)
{
	const struct jax_rules *release = builder->tensors->release;
	int64_t next_in = reshape_left(in), next_out = reshape_left(out);
	if (!release || !release->has[SHARDY_RESHAPES_COPRIME]) {
		add_one_sided(builder, in, true, next_in);
		add_one_sided(builder, out, false, next_out);
		return;
	}
	factor_add_pair(builder, in->dim, out->dim, next_in, FACTOR_PASS_THROUGH);
	in->factors *= next_in;
	out->factors *= next_out;
}

static void reshape_step(struct factor_builder *builder, struct reshape_side *in,
                         struct reshape_side *out)
{
	int64_t next_in = reshape_left(in), next_out = reshape_left(out);
	int64_t common = greatest_common_divisor(next_in, next_out);
	if (in->factors < out->factors) {
		add_one_sided(builder, in, true,
		              catch_up(next_in, common, in->factors, out->factors));
	} else if (in->factors > out->factors) {
		add_one_sided(builder, out, false,
		              catch_up(next_out, common, out->factors, in->factors));
	} else if (common > 1) {
		factor_add_pair(builder, in->dim, out->dim, common, FACTOR_PASS_THROUGH);
		in->factors *= common;
		out->factors *= common;
	} else {
		part_ways(builder, in, out);
	}
}

/* Adds the factor of a dim of size 1, if the next one is. */
static bool add_unit_dim(struct factor_builder *builder, struct reshape_side *side, bool input)
{
	if (side->dim >= side->shape->rank || side->shape->dims[side->dim] != 1)
		return false;
	add_one_sided(builder, side, input, 1);
	side->dim++;
	return true;
}

void factors_reshape(struct factor_builder *builder)
{
	struct reshape_side in = {factor_operand(builder, 0), 0, 1, 1};
	struct reshape_side out = {factor_result(builder, 0), 0, 1, 1};
	int64_t elements, same;
	if (!hlo_shape_elements(in.shape, &elements) || !hlo_shape_elements(out.shape, &same) ||
	    elements != same || elements == 0) {
		builder->failed = true;
		return;
	}
	while (in.dim < in.shape->rank || out.dim < out.shape->rank) {
		if (add_unit_dim(builder, &in, true) || add_unit_dim(builder, &out, false))
			continue;
		reshape_enter(&in);
		reshape_enter(&out);
		reshape_step(builder, &in, &out);
		reshape_leave(&in);
		reshape_leave(&out);
	}
}

static bool is_slice(const struct instruction *maker)
{
	return maker && maker->opcode == OPCODE_SLICE;
}

/* The value that an operand is, or is a slice of. */
static const struct instruction *before_slice(const struct factor_builder *builder,
                                              uint32_t operand)
{
	const struct instruction *maker = builder->tensors->makers[operand];
	if (is_slice(maker))
		return maker->operands[0];
	return builder->instruction->operands[operand];
}

/* Pieces of arrays that are put together in another order move like a permutation. */
static enum factor_kind concatenation_kind(const struct factor_builder *builder)
{
	uint32_t count = builder->tensors->noperands, slices = 0;
	bool same = true;
	for (uint32_t i = 0; i < count; i++) {
		slices += is_slice(builder->tensors->makers[i]);
		same = same && before_slice(builder, i) == before_slice(builder, 0);
	}
	return slices == count || (same && slices) ? FACTOR_PERMUTATION : FACTOR_NEED_REPLICATION;
}

void factors_concatenate(struct factor_builder *builder)
{
	const struct hlo_shape *out = factor_result(builder, 0);
	const struct instruction *concatenate = builder->instruction;
	if (concatenate->ndims != 1 || concatenate->noperands != builder->tensors->noperands) {
		builder->failed = true;
		return;
	}
	for (uint32_t i = 0; i < out->rank; i++)
		factor_add_all(builder, i, out->dims[i],
		               i == concatenate->dims[0] ? concatenation_kind(builder)
		                                         : FACTOR_PASS_THROUGH,
		               false);
}

void factors_slice(struct factor_builder *builder)
{
	factor_add_mismatch(builder, factor_operand(builder, 0), factor_result(builder, 0),
	                    FACTOR_PERMUTATION, false);
}

void factors_pad(struct factor_builder *builder)
{
	factors_slice(builder);
}

void factors_reverse(struct factor_builder *builder)
{
	const struct hlo_shape *out = factor_result(builder, 0);
	const struct instruction *reverse = builder->instruction;
	for (uint32_t i = 0; i < out->rank; i++)
		factor_add_all(builder, i, out->dims[i],
		               dims_hold(reverse->dims, reverse->ndims, i) ? FACTOR_PERMUTATION
		                                                           : FACTOR_PASS_THROUGH,
		               false);
}

/* The side with the smaller elements has one more dim, which must stay whole. */
void factors_bitcast_convert(struct factor_builder *builder)
{
	const struct hlo_shape *in = factor_operand(builder, 0), *out = factor_result(builder, 0);
	factor_add_pointwise(builder, in->rank < out->rank ? in : out);
	if (in->rank + 1 == out->rank)
		factor_add_pair(builder, NO_DIM, in->rank, out->dims[in->rank],
		                FACTOR_NEED_REPLICATION);
	else if (out->rank + 1 == in->rank)
		factor_add_pair(builder, out->rank, NO_DIM, in->dims[out->rank],
		                FACTOR_NEED_REPLICATION);
}

/* All dims but one, or two, as they are; those are two factors each, for the operands and for the
 * results. */
static void add_around(struct factor_builder *builder, int64_t dim, int64_t other)
{
	const struct hlo_shape *in = factor_operand(builder, 0), *out = factor_result(builder, 0);
	for (uint32_t i = 0; i < in->rank; i++)
		if (i != dim && i != other)
			factor_add_all(builder, i, in->dims[i], FACTOR_PASS_THROUGH, false);
	for (int side = 0; side < (other == dim ? 1 : 2); side++) {
		int64_t at = side ? other : dim;
		if (at < 0 || at >= in->rank || at >= out->rank) {
			builder->failed = true;
			return;
		}
		factor_add(builder, in->dims[at], FACTOR_NEED_REPLICATION, false);
		for (uint32_t i = 0; i < builder->tensors->noperands; i++)
			factor_put(builder, i, at);
		factor_add(builder, out->dims[at], FACTOR_NEED_REPLICATION, false);
		for (uint32_t i = 0; i < builder->tensors->nresults; i++)
			factor_put(builder, builder->tensors->noperands + i, at);
	}
}

void factors_all_gather(struct factor_builder *builder)
{
	int64_t dim = builder->instruction->collective->dim;
	add_around(builder, dim, dim);
}

void factors_reduce_scatter(struct factor_builder *builder)
{
	factors_all_gather(builder);
}

/* The array is split along one dim and joined along the same: HLO's form. */
void factors_all_to_all(struct factor_builder *builder)
{
	factors_all_gather(builder);
}
