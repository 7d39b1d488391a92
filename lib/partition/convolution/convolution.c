/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/convolution/convolution.h"

#include "base/checked.h"

const struct tiling *tiling_ordered(struct arena *arena, const struct tiling *tiling,
                                    const int32_t *from)
{
	int32_t to[TILING_MAX_RANK];
	for (uint32_t i = 0; i < tiling->rank; i++)
		to[from[i]] = (int32_t)i;
	return tiling_mapped(arena, tiling, to, tiling->rank);
}

/* ---- Dimensions ---- */

enum spatial_class {
	SPATIAL_BATCH,
	SPATIAL_CONTRACTING,
	SPATIAL_LHS_FREE,
	SPATIAL_RHS_FREE,
	SPATIAL_WINDOWED,
};

/* Windows that are dimensions of a dot in disguise: one for each element of both. */
static bool is_batch(int64_t lhs, const struct window_dim *w)
{
	int64_t most = lhs - 1 > 1 ? lhs - 1 : 1;
	if (lhs != w->size)
		return false;
	if (lhs == w->base_dilation && w->low == 0 && w->high == 0 && !w->reversed)
		return (w->stride == most && w->window_dilation == 1) ||
		       (w->window_dilation == most && w->stride == 1);
	return w->low == lhs - 1 && w->high == lhs - 1 && w->reversed && w->window_dilation == 1 &&
	       w->stride == lhs && w->base_dilation == lhs - 1;
}

/* xla::dot_as_convolution_util::ParseConvolutionDimsInfo. */
static enum spatial_class class_of(int64_t lhs, int64_t rhs, const struct window_dim *w)
{
	bool plain = w->base_dilation == 1 && w->window_dilation == 1;
	bool unpadded = w->low == 0 && w->high == 0 && !w->reversed;
	if (is_batch(lhs, w))
		return SPATIAL_BATCH;
	if (lhs == w->size && plain && unpadded)
		return SPATIAL_CONTRACTING;
	if (!plain || w->stride != 1)
		return SPATIAL_WINDOWED;
	if (rhs == 1 && w->size == 1 && unpadded)
		return SPATIAL_LHS_FREE;
	bool full = w->low == rhs - 1 && w->high == rhs - 1 && w->reversed;
	return lhs == 1 && w->size == rhs && full ? SPATIAL_RHS_FREE : SPATIAL_WINDOWED;
}

static void add(struct arena *arena, struct contraction_list *list, uint32_t room,
                struct contraction_dim dim)
{
	struct contraction_dim *items = arena_new(arena, struct contraction_dim, room);
	for (uint32_t i = 0; i < list->count; i++)
		items[i] = list->items[i];
	items[list->count] = dim;
	*list = (struct contraction_list){items, list->count + 1};
}

static void find_dims(struct arena *arena, struct convolution *convolution,
                      struct contraction_dims *dims)
{
	const struct convolution_numbers *n = convolution->numbers;
	const struct instruction *instruction = convolution->instruction;
	uint32_t room = n->nspatial + 1;
	struct contraction_list *lists[] = {
	    [SPATIAL_BATCH] = &dims->batch,       [SPATIAL_CONTRACTING] = &dims->contracting,
	    [SPATIAL_LHS_FREE] = &dims->lhs_free, [SPATIAL_RHS_FREE] = &dims->rhs_free,
	    [SPATIAL_WINDOWED] = &dims->spatial,
	};
	dims->lhs_rank = dims->rhs_rank = dims->out_rank = n->nspatial + 2;
	convolution->windowed = arena_new(arena, int32_t, n->nspatial + 2);
	add(arena, &dims->lhs_free, room,
	    (struct contraction_dim){(int32_t)n->input_batch, -1, (int32_t)n->output_batch});
	add(arena, &dims->rhs_free, room,
	    (struct contraction_dim){-1, (int32_t)n->kernel_output, (int32_t)n->output_feature});
	add(arena, &dims->contracting, room,
	    (struct contraction_dim){(int32_t)n->input_feature, (int32_t)n->kernel_input, -1});
	for (uint32_t i = 0; i < n->nspatial + 2; i++)
		convolution->windowed[i] = -1;
	for (uint32_t i = 0; i < n->nspatial; i++) {
		struct contraction_dim dim = {(int32_t)n->input_spatial[i],
		                              (int32_t)n->kernel_spatial[i],
		                              (int32_t)n->output_spatial[i]};
		enum spatial_class class =
		    class_of(instruction->operands[0]->shape->dims[dim.lhs],
		             instruction->operands[1]->shape->dims[dim.rhs], &n->window[i]);
		add(arena, lists[class], room, dim);
		if (class == SPATIAL_WINDOWED)
			convolution->windowed[dim.out] = (int32_t)i;
	}
}

/* Of two shards XLA has as many groups of a batch as keep the batch of the result whole: a check
 * fails when those of the left one are none (xla CreateShardedConvolution). */
static void check_batch_groups(struct contraction *c, const struct convolution *convolution,
                               struct shards lhs)
{
	const struct convolution_numbers *n = convolution->numbers;
	int64_t batch = convolution->instruction->shape->dims[n->output_batch];
	if (n->batch_groups > 1 && batch && lhs.local[n->input_batch] % batch != 0)
		partition_aborts(c->p, "the batch of a shard is no multiple of that of a group, "
		                       "and the compiler's check fails");
}

/* Sizes of the result of convolving two shards. */
static const int64_t *local_shape(struct contraction *c, struct shards lhs, struct shards rhs)
{
	const struct convolution *convolution = c->context;
	const struct contraction_dims *d = &convolution->dims;
	const struct convolution_numbers *n = convolution->numbers;
	int64_t *local = arena_new(c->p->arena, int64_t, d->out_rank);
	for (uint32_t i = 0; i < d->batch.count; i++)
		local[d->batch.items[i].out] = lhs.local[d->batch.items[i].lhs];
	for (uint32_t i = 0; i < d->lhs_free.count; i++)
		local[d->lhs_free.items[i].out] = lhs.local[d->lhs_free.items[i].lhs];
	for (uint32_t i = 0; i < d->rhs_free.count; i++)
		local[d->rhs_free.items[i].out] = rhs.local[d->rhs_free.items[i].rhs];
	for (uint32_t i = 1; i < d->contracting.count; i++) /* the first are the features */
		local[d->contracting.items[i].out] = 1;
	for (uint32_t i = 0; i < d->spatial.count; i++) {
		struct contraction_dim dim = d->spatial.items[i];
		const struct window_dim *w = &n->window[convolution->windowed[dim.out]];
		int64_t places = (lhs.local[dim.lhs] - 1) * w->base_dilation + w->low + w->high -
		                 (w->size - 1) * w->window_dilation;
		local[dim.out] = places < 0 ? 0 : places / w->stride + 1;
	}
	check_batch_groups(c, convolution, lhs);
	if (n->batch_groups > 1)
		local[n->output_batch] = convolution->instruction->shape->dims[n->output_batch];
	return local;
}

static const int64_t *given_shape(struct contraction *c, struct shards lhs, struct shards rhs)
{
	return c->context;
}

struct shards convolve_locally(struct contraction *c, struct shards lhs, struct shards rhs,
                               const struct contracted *x)
{
	const struct convolution *convolution = c->context;
	const struct convolution_numbers *n = convolution->numbers;
	const int64_t *whole = convolution->instruction->shape->dims;
	struct contraction given = *c;
	int64_t *local = arena_copy(c->p->arena, x->out_extents, c->dims.out_rank, sizeof *local);
	for (uint32_t i = 0; i < n->nspatial; i++)
		local[n->output_spatial[i]] = whole[n->output_spatial[i]];
	for (uint32_t i = 0; i < c->dims.out_rank; i++)
		local[i] = ceiling_divide(local[i], x->out->tiles[i]);
	if (n->batch_groups == 1) {
		local[n->output_batch] = lhs.local[n->input_batch];
		local[n->output_feature] = rhs.local[n->kernel_output];
	}
	check_batch_groups(c, convolution, lhs);
	given.shape = given_shape;
	given.context = local;
	return contract_locally(&given, lhs, rhs, x);
}

/* ---- The instruction ---- */

static struct shards convolve_first(struct contraction *c, struct contracted x)
{
	const struct convolution *convolution = c->context;
	const struct convolution_numbers *n = convolution->numbers;
	const struct contraction_dims *d = &c->dims;
	bool slides = contraction_tiles(x.lhs.tiling, d->spatial, CONTRACTION_LHS) > 1 ||
	              contraction_tiles(x.rhs.tiling, d->spatial, CONTRACTION_RHS) > 1 ||
	              contraction_tiles(x.out, d->spatial, CONTRACTION_OUT) > 1;
	bool others = contraction_tiles(x.lhs.tiling, d->batch, CONTRACTION_LHS) > 1 ||
	              contraction_tiles(x.rhs.tiling, d->batch, CONTRACTION_RHS) > 1 ||
	              contraction_tiles(x.out, d->batch, CONTRACTION_OUT) > 1 ||
	              (contraction_tiles(x.lhs.tiling, d->contracting, CONTRACTION_LHS) > 1 &&
	               contraction_tiles(x.rhs.tiling, d->contracting, CONTRACTION_RHS) > 1);
	bool grouped = is_grouped(convolution);
	if (!grouped && (!slides || others))
		return shards_none();
	if (n->feature_groups > 1 && x.rhs.local[n->kernel_input] > 1)
		return shards_none();
	struct shards result = grouped ? convolve_depthwise(c, x) : shards_none();
	if (!result.tiling)
		result = convolve_with_halos(c, x);
	if (!result.tiling && grouped)
		result = convolve_in_groups(c, x);
	return result;
}

void partition_convolution(struct partitioner *p, const struct instruction *instruction)
{
	struct contraction *c = arena_new(p->arena, struct contraction, 1);
	struct convolution *convolution = arena_new(p->arena, struct convolution, 1);
	convolution->instruction = instruction;
	convolution->numbers = instruction->convolution;
	find_dims(p->arena, convolution, &convolution->dims);
	c->dims = convolution->dims;
	c->p = p;
	c->element_bytes = shape_element_bytes(instruction->shape);
	c->first = convolve_first;
	c->first_only = is_grouped(convolution);
	c->shape = local_shape;
	c->context = convolution;
	contraction_map(c);
	struct contracted x = contraction_of(p, instruction);
	if (instruction->operands[0] == instruction->operands[1])
		x.rhs = renewed(p, x.rhs);
	set_contracted(c, instruction, contract_all(c, x));
}
