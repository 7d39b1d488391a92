/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/convolution/convolution.h"

#include "base/checked.h"
#include "partition/slice/windowed.h"
#include "reshard/halo.h"

/* Groups of features, or of a batch, are not dealt out together with windows. */
static bool cuts_groups(const struct convolution_numbers *n, const struct shards *lhs,
                        const struct shards *rhs)
{
	bool kernel = rhs->tiling->tiles[n->kernel_output] > 1;
	return (n->feature_groups > 1 && (lhs->tiling->tiles[n->input_feature] > 1 || kernel)) ||
	       (n->batch_groups > 1 && (lhs->tiling->tiles[n->input_batch] > 1 || kernel));
}

/* ---- Both operands are tiled ---- */

/* Along one dimension: a shard of the kernel needs the elements that its own are multiplied with.
 */
struct needed {
	int64_t lhs, rhs; /* elements of a shard of each */
	int64_t count;    /* of windows, of the whole */
	const struct window_dim *window;
};

static int64_t needed_left(int64_t shard, const void *context)
{
	const struct needed *d = context;
	return (d->lhs - d->rhs * d->window->window_dilation) * shard + d->window->low;
}

static int64_t needed_right(int64_t shard, const void *context)
{
	const struct needed *d = context;
	const struct window_dim *w = d->window;
	return (d->rhs * w->window_dilation - d->lhs) * (shard + 1) + 1 - w->window_dilation +
	       w->stride * (d->count - 1) - w->low;
}

/* Exchanges the left operand along all spatial dimensions; false when one reaches too far. */
static bool exchange(struct contraction *c, struct shards *lhs, const struct shards *rhs)
{
	const struct convolution_numbers *n = ((const struct convolution *)c->context)->numbers;
	struct resharder *resharder = begin_at(c->p, *lhs);
	for (uint32_t i = 0; i < n->nspatial; i++)
		if (n->window[i].base_dilation != 1)
			return false;
	for (uint32_t i = 0; i < n->nspatial; i++) {
		const struct window_dim *w = &n->window[i];
		uint32_t dim = (uint32_t)n->input_spatial[i];
		int64_t tiles = lhs->tiling->tiles[dim], base = lhs->extents[dim];
		if (tiles == 1)
			continue;
		int64_t places = w->low + w->high + base - (1 + (w->size - 1) * w->window_dilation);
		struct needed needed = {
		    ceiling_divide(base, tiles),
		    ceiling_divide(rhs->extents[n->kernel_spatial[i]], tiles),
		    1 + places / w->stride,
		    w,
		};
		struct halo halo = {needed_left, needed_right, &needed, w->low,
		                    w->stride * (needed.count - 1) +
		                        (needed.rhs - 1) * w->window_dilation + 1};
		if (!halo_exchange(resharder, *lhs, dim, halo))
			return false;
		lhs->local =
		    resharder_sizes_with(resharder, lhs->local, lhs->tiling->rank, dim, halo.size);
	}
	lhs->made = resharder->latest;
	*lhs = settle(c->p, *lhs, *lhs);
	return true;
}

/* Dimensions of the left operand as those of the kernel. */
static void order_of_kernel(const struct convolution_numbers *n, int32_t *lhs_of_rhs,
                            int32_t *rhs_of_lhs)
{
	lhs_of_rhs[n->kernel_output] = (int32_t)n->input_batch;
	lhs_of_rhs[n->kernel_input] = (int32_t)n->input_feature;
	for (uint32_t i = 0; i < n->nspatial; i++)
		lhs_of_rhs[n->kernel_spatial[i]] = (int32_t)n->input_spatial[i];
	for (uint32_t i = 0; i < n->nspatial + 2; i++)
		rhs_of_lhs[lhs_of_rhs[i]] = (int32_t)i;
}

/* The padding of reversed dimensions goes to the front of the kernel; false when it cannot. */
static bool pad_reversed(struct contraction *c, struct shards *rhs, bool *reversed)
{
	const struct convolution_numbers *n = ((const struct convolution *)c->context)->numbers;
	struct shards_window *windows = trivial_windows(c->p, n->nspatial + 2);
	bool any = false;
	for (uint32_t i = 0; i < n->nspatial; i++) {
		int64_t dim = n->kernel_spatial[i], tiles = rhs->tiling->tiles[dim];
		if (!n->window[i].reversed)
			continue;
		reversed[dim] = any = true;
		windows[dim].low =
		    ceiling_divide(rhs->extents[dim], tiles) * tiles - rhs->extents[dim];
	}
	if (!any)
		return true;
	const struct tiling *tiling = rhs->tiling;
	*rhs = windowed(c->p, *rhs, windows, tiling);
	return rhs->tiling;
}

/*
 * The smaller operand takes the tiling of the other; each device convolves its part of the kernel
 * with the elements that that needs, and everything is added up (xla
 * PartitionConvolutionWithSpatialDimensionHaloExchangeOnLHS).
 */
static struct shards with_tiled_kernel(struct contraction *c, struct contracted x)
{
	struct partitioner *p = c->p;
	const struct convolution_numbers *n = ((const struct convolution *)c->context)->numbers;
	int32_t lhs_of_rhs[TILING_MAX_RANK], rhs_of_lhs[TILING_MAX_RANK];
	bool reversed[TILING_MAX_RANK] = {false};
	struct shards lhs = x.lhs, rhs = x.rhs;
	order_of_kernel(n, lhs_of_rhs, rhs_of_lhs);
	if (!pad_reversed(c, &rhs, reversed))
		return shards_none();
	const struct tiling *lhs_wanted = lhs.tiling, *rhs_wanted = rhs.tiling;
	bool moves_lhs = whole_bytes(lhs) < whole_bytes(rhs);
	if (moves_lhs)
		lhs_wanted = tiling_ordered(
		    p->arena, tiling_reversed(p->arena, rhs.tiling, reversed), rhs_of_lhs);
	else
		rhs_wanted = tiling_reversed(
		    p->arena, tiling_ordered(p->arena, lhs.tiling, lhs_of_rhs), reversed);
	if (lhs_wanted->tiles[n->input_batch] != 1 || rhs_wanted->tiles[n->kernel_output] != 1)
		return shards_none();
	lhs = reshard(p, lhs, lhs_wanted);
	rhs = reshard(p, rhs, rhs_wanted);
	if (cuts_groups(n, &lhs, &rhs) || partition_ended(p) || !exchange(c, &lhs, &rhs))
		return shards_none();
	const struct tiling *wanted = x.out, *all = replicated_tiling(p, 0);
	x.out = replicated_tiling(p, c->dims.out_rank);
	struct shards result = convolve_locally(c, lhs, rhs, &x);
	result =
	    collected(p, result, RESHARD_ALL_REDUCE, device_groups_along(p->arena, all, 0), NULL);
	/* Replicas of a part are added up with the others. */
	if (!partition_ended(p) && lhs.tiling->replicas > 1)
		p->resharder.steps[p->resharder.step_count - 1].overcounts = lhs.tiling->replicas;
	return reshard(p, result, wanted);
}

/* ---- The result is tiled ---- */

/* Along a dimension with holes between its elements that is cut for `each` windows a shard. */
struct dilated {
	const struct window_dim *window;
	int64_t each, tiles;
};

/* The element before `offset` holes and elements of shard `i`'s own windows. */
static int64_t element_at(const struct dilated *d, int64_t i, int64_t offset)
{
	const struct window_dim *w = d->window;
	int64_t first = w->base_dilation - 1 - w->low % w->base_dilation;
	return (w->stride * d->each * i + first + offset) / w->base_dilation;
}

/* Whether shards begin at different places between their first windows and elements, so that each
 * takes its own part of what is computed. */
static bool begins_apart(const struct dilated *d)
{
	int64_t dilation = d->window->base_dilation;
	for (int64_t i = 1; d->window->stride == 1 && i < d->tiles; i++)
		if (element_at(d, i, 0) * dilation - d->each * i != element_at(d, 0, 0) * dilation)
			return true;
	return false;
}

/* Windows that the elements which a shard gets have without the padding between them. */
static int64_t unpadded_windows(const struct dilated *d)
{
	const struct window_dim *w = d->window;
	int64_t dilated = 1 + (w->size - 1) * w->window_dilation, most = 0;
	for (int64_t i = 0; i < d->tiles; i++) {
		int64_t limit = element_at(d, i, w->stride * (d->each - 1) + dilated);
		int64_t size = limit - element_at(d, i, 0);
		most = size > most ? size : most;
	}
	int64_t room = (most - 1) * w->base_dilation + 1 - dilated;
	return room < 0 ? 0 : room / w->stride + 1;
}

/* Shards that are cut out of what each device has whole come without the padding between elements,
 * and a check fails where the result is smaller by that (xla ReshardAsWindowedInput). */
static void check_dilated(struct contraction *c, const struct contracted *x)
{
	const struct convolution_numbers *n = ((const struct convolution *)c->context)->numbers;
	bool apart = false, fewer = false;
	for (uint32_t i = 0; i < n->nspatial; i++) {
		int64_t dim = n->output_spatial[i], tiles = x->out->tiles[dim];
		struct dilated d = {&n->window[i], ceiling_divide(x->out_extents[dim], tiles),
		                    tiles};
		if (tiles == 1 || d.window->base_dilation == 1)
			continue;
		apart |= begins_apart(&d);
		fewer |= unpadded_windows(&d) != d.each;
	}
	if (fewer && !apart)
		partition_aborts(c->p, "shards of a dilated operand lose the padding between "
		                       "their elements, and the compiler's check fails");
}

/* Convolves what has been exchanged, which holds its padding: what is not of the array is masked.
 */
static struct shards convolve_exchanged(struct contraction *c, struct shards lhs, struct shards rhs,
                                        const struct contracted *x)
{
	const struct convolution_numbers *n = ((const struct convolution *)c->context)->numbers;
	bool *padded = arena_new(c->p->arena, bool, n->nspatial);
	for (uint32_t i = 0; i < n->nspatial; i++) {
		int64_t dim = n->input_spatial[i];
		padded[i] =
		    x->out->tiles[n->output_spatial[i]] > 1 && n->window[i].base_dilation == 1;
		if (padded[i])
			note_window(c->p, lhs, (uint32_t)dim, x->lhs.extents[dim],
			            n->window[i].low);
	}
	c->p->padded = padded;
	struct shards result = convolve_locally(c, lhs, rhs, x);
	c->p->padded = NULL;
	return result;
}

/* The left operand takes the tiling of the result, with what windows need at the borders; the
 * kernel is replicated (xla PartitionConvolutionTiledOutput). */
static struct shards with_tiled_result(struct contraction *c, struct contracted x)
{
	struct partitioner *p = c->p;
	const struct convolution_numbers *n = ((const struct convolution *)c->context)->numbers;
	int32_t out_of_lhs[TILING_MAX_RANK];
	if (x.out->tiles[n->output_feature] > 1 || cuts_groups(n, &x.lhs, &x.rhs))
		return shards_none();
	struct shards_window *windows = trivial_windows(p, c->dims.lhs_rank);
	out_of_lhs[n->input_batch] = (int32_t)n->output_batch;
	out_of_lhs[n->input_feature] = (int32_t)n->output_feature;
	for (uint32_t i = 0; i < n->nspatial; i++) {
		const struct window_dim *w = &n->window[i];
		out_of_lhs[n->input_spatial[i]] = (int32_t)n->output_spatial[i];
		windows[n->input_spatial[i]] = (struct shards_window){
		    w->size, w->stride, w->low, w->high, w->base_dilation, w->window_dilation};
	}
	const struct tiling *target = tiling_ordered(p->arena, x.out, out_of_lhs);
	struct shards lhs = reshard(p, x.lhs, target), rhs = replicate(p, x.rhs);
	lhs = windowed(p, lhs, windows, target);
	if (!lhs.tiling)
		return shards_none();
	if (p->taken_whole)
		check_dilated(c, &x);
	return convolve_exchanged(c, lhs, rhs, &x);
}

struct shards convolve_with_halos(struct contraction *c, struct contracted x)
{
	struct shards result = shards_none();
	if (!tiling_is_replicated(x.lhs.tiling) && !tiling_is_replicated(x.rhs.tiling))
		result = with_tiled_kernel(c, x);
	if (!result.tiling && !tiling_is_replicated(x.out) && !partition_ended(c->p))
		result = with_tiled_result(c, x);
	return result;
}
