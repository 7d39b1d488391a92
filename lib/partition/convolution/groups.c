/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions with groups of features, or of a batch. */
#include "partition/convolution/convolution.h"

/* ---- The groups take all devices ---- */

/* What the groups are of: dimensions of the left operand with those of the kernel and the result.
 */
struct group_dims {
	int64_t count;      /* of groups */
	int64_t lhs, other; /* the dimension that is grouped, and the one that is not */
};

static struct group_dims group_dims(const struct convolution_numbers *n)
{
	return n->batch_groups > 1
	           ? (struct group_dims){n->batch_groups, n->input_batch, n->input_feature}
	           : (struct group_dims){n->feature_groups, n->input_feature, n->input_batch};
}

/* Whether sizes are such that each group can be whole on one device. */
static bool sizes_divide(const struct convolution_numbers *n, const struct contracted *x)
{
	int64_t kernel = x->rhs.extents[n->kernel_output];
	if (n->batch_groups > 1)
		return x->lhs.extents[n->input_batch] == kernel && n->batch_groups == kernel;
	return kernel % n->feature_groups == 0 &&
	       x->lhs.extents[n->input_feature] % n->feature_groups == 0;
}

/* xla PartitionConvolutionWithBatchGroupCount, PartitionConvolutionWithFeatureGroupCount. */
struct shards convolve_depthwise(struct contraction *c, struct contracted x)
{
	struct partitioner *p = c->p;
	const struct convolution_numbers *n = ((const struct convolution *)c->context)->numbers;
	struct group_dims group = group_dims(n);
	int32_t lhs_of_rhs[TILING_MAX_RANK], rhs_of_lhs[TILING_MAX_RANK], out[TILING_MAX_RANK];
	if (group.count % p->devices != 0 || !sizes_divide(n, &x) || p->devices == 1)
		return shards_none();
	lhs_of_rhs[n->kernel_output] = (int32_t)group.lhs;
	lhs_of_rhs[n->kernel_input] = (int32_t)group.other;
	out[group.lhs] = (int32_t)n->output_feature;
	out[group.other] = (int32_t)n->output_batch;
	for (uint32_t i = 0; i < n->nspatial; i++) {
		lhs_of_rhs[n->kernel_spatial[i]] = (int32_t)n->input_spatial[i];
		out[n->input_spatial[i]] = (int32_t)n->output_spatial[i];
	}
	for (uint32_t i = 0; i < n->nspatial + 2; i++)
		rhs_of_lhs[lhs_of_rhs[i]] = (int32_t)i;
	if (x.lhs.tiling->tiles[group.lhs] == p->devices)
		x.rhs = reshard(p, x.rhs, tiling_ordered(p->arena, x.lhs.tiling, lhs_of_rhs));
	else if (x.rhs.tiling->tiles[n->kernel_output] == p->devices)
		x.lhs = reshard(p, x.lhs, tiling_ordered(p->arena, x.rhs.tiling, rhs_of_lhs));
	else
		return shards_none();
	/* XLA takes the order of the left operand's dimensions for that of the result's. */
	const struct tiling *wanted = x.out;
	x.out = tiling_ordered(p->arena, x.lhs.tiling, out);
	struct shards result = contract_locally(c, x.lhs, x.rhs, &x);
	return reshard(p, outside(result, x.out, x.out_extents), wanted);
}

/* ---- The groups are a batch ---- */

/* The dimensions with the grouped ones as a batch (xla ConvertDimNumsWithFeatureGroupCount). */
static void make_batch(struct arena *arena, const struct convolution_numbers *n,
                       struct contraction_dims *dims)
{
	struct contraction_list batch = dims->batch;
	struct contraction_dim *items = arena_new(arena, struct contraction_dim, batch.count + 1);
	for (uint32_t i = 0; i < batch.count; i++)
		items[i] = batch.items[i];
	items[batch.count] = (struct contraction_dim){
	    (int32_t)group_dims(n).lhs, (int32_t)n->kernel_output, (int32_t)n->output_feature};
	dims->batch = (struct contraction_list){items, batch.count + 1};
	dims->lhs_free = dims->rhs_free = (struct contraction_list){NULL, 0};
	if (n->batch_groups > 1)
		return;
	struct contraction_dim *free = arena_new(arena, struct contraction_dim, 2);
	free[0] = (struct contraction_dim){(int32_t)n->input_batch, -1, -1};
	free[1] = (struct contraction_dim){-1, (int32_t)n->kernel_input, -1};
	dims->lhs_free = (struct contraction_list){free, 1};
	dims->rhs_free = (struct contraction_list){free + 1, 1};
	dims->contracting = (struct contraction_list){NULL, 0};
}

/* The tiling with all but one dimension replicated. */
static const struct tiling *only(struct arena *arena, const struct tiling *tiling, int64_t dim)
{
	bool whole[TILING_MAX_RANK];
	for (uint32_t i = 0; i < tiling->rank; i++)
		whole[i] = i != dim;
	return tiling_replicated_on(arena, tiling, whole);
}

/* Deals out the groups alone, as the array does that has them in the most parts. */
static struct shards groups_alone(struct contraction *c, struct contracted x, int64_t lhs_tiles,
                                  int64_t rhs_tiles, int64_t most)
{
	struct partitioner *p = c->p;
	struct arena *arena = p->arena;
	const struct convolution_numbers *n = ((const struct convolution *)c->context)->numbers;
	const struct tiling *lhs, *rhs, *out;
	uint32_t rank = c->dims.out_rank;
	if (most == lhs_tiles) {
		lhs = only(arena, x.lhs.tiling, group_dims(n).lhs);
		rhs = tiling_mapped(arena, lhs, c->lhs_to_rhs, rank);
		out = tiling_mapped(arena, lhs, c->lhs_to_out, rank);
	} else if (most == rhs_tiles) {
		rhs = only(arena, x.rhs.tiling, n->kernel_output);
		lhs = tiling_mapped(arena, rhs, c->rhs_to_lhs, rank);
		out = tiling_mapped(arena, rhs, c->rhs_to_out, rank);
	} else {
		out = only(arena, x.out, n->output_feature);
		lhs = tiling_mapped(arena, out, c->out_to_lhs, rank);
		rhs = tiling_mapped(arena, out, c->out_to_rhs, rank);
	}
	if (!lhs || !rhs || !out)
		return shards_none();
	const struct tiling *wanted = x.out;
	x.out = out;
	struct shards result =
	    contract_locally(c, reshard(p, x.lhs, lhs), reshard(p, x.rhs, rhs), &x);
	return reshard(p, outside(result, out, x.out_extents), wanted);
}

/* xla PartitionConvOnBatchOrFeatureGroupedDims. */
struct shards convolve_in_groups(struct contraction *c, struct contracted x)
{
	const struct convolution_numbers *n = ((const struct convolution *)c->context)->numbers;
	struct group_dims group = group_dims(n);
	bool even = !tiling_is_replicated(x.lhs.tiling) &&
	            group.count % x.lhs.tiling->tiles[group.lhs] == 0;
	if (x.lhs.extents[group.lhs] != x.rhs.extents[n->kernel_output] && !even)
		return shards_none();
	struct contraction *batched = arena_new(c->p->arena, struct contraction, 1);
	*batched = *c;
	make_batch(c->p->arena, n, &batched->dims);
	contraction_map(batched);
	struct shards result = contract_in_batch_groups(batched, x);
	if (result.tiling || x.strict || partition_ended(c->p))
		return result;
	int64_t lhs = contraction_tiles(x.lhs.tiling, batched->dims.batch, CONTRACTION_LHS);
	int64_t rhs = contraction_tiles(x.rhs.tiling, batched->dims.batch, CONTRACTION_RHS);
	int64_t out = contraction_tiles(x.out, batched->dims.batch, CONTRACTION_OUT);
	int64_t most = lhs > rhs ? lhs : rhs;
	most = most > out ? most : out;
	if (most == 1 || group.count % most != 0)
		return result;
	return groups_alone(batched, x, lhs, rhs, most);
}
