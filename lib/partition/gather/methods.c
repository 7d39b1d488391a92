/* SPDX-License-Identifier: Apache-2.0 */
/* Gather and scatter along dimensions that are no batch. */
#include "partition/gather/gather.h"

#include <string.h>

const struct shards *gather_by_passthrough(struct gathering *g, const struct gather_call *call)
{
	struct arena *arena = g->p->arena;
	const struct shards *operand = &call->operands[0];
	struct dim_pairs kept = passthrough_dims(g, operand->extents, call->slice_sizes);
	const struct tiling *data = tiling_carried(arena, operand->tiling, kept.operand, kept.data,
	                                           kept.count, g->data->rank);
	if (tiling_is_replicated(data))
		return NULL;
	uint32_t tiled[TILING_MAX_RANK], ntiled = tiling_tiled_dims(data, tiled);
	kept = passthrough_dims(g, g->operand->dims, call->slice_sizes);
	struct gather_call now = *call;
	int64_t *sizes = arena_copy(arena, call->slice_sizes, g->operand->rank, sizeof *sizes);
	for (uint32_t i = 0; i < kept.count; i++)
		sizes[kept.operand[i]] = operand->local[kept.operand[i]];
	data = tiling_made_finer(arena, data_tiling(g, call), data);
	const struct grouped *grouped = grouped_on(arena, data, tiled, ntiled, 1);
	int32_t groups = tiling_tiles_along(operand->tiling, kept.operand, kept.count);
	if (groups != grouped->groups->count) {
		partition_aborts(g->p, "the partitioner groups devices in two numbers of groups, "
		                       "and its check fails");
		return NULL;
	}
	struct deal deal = {
	    grouped_align(arena, grouped_on(arena, operand->tiling, kept.operand, kept.count, 1),
	                  grouped->groups, false),
	    indices_to_match(g, call->indices.tiling, groups, grouped->groups),
	    grouped,
	    data,
	};
	now.slice_sizes = sizes;
	return in_tilings(g, call, dealt_out(g, &now, &deal));
}

/* ---- Along slices of one element ---- */

/* Groupings of indices and data; where only one of them has tiles inside its groups, the other gets
 * those. */
static void match_masked(struct gathering *g, const struct gather_call *call, int32_t groups,
                         struct deal *deal)
{
	struct arena *arena = g->p->arena;
	const struct device_groups *to = deal->operand->groups;
	const struct tiling *indices = call->indices.tiling, *data = data_tiling(g, call);
	const struct dim_pairs *c = &g->connected;
	deal->indices = indices_to_match(g, indices, groups, to);
	deal->data = data_to_match(g, call, data, groups, to);
	bool indices_whole = tiling_is_replicated(deal->indices->inner);
	bool data_whole = tiling_is_replicated(deal->data->inner);
	if (!indices_whole && data_whole)
		deal->data = data_to_match(
		    g, call,
		    tiling_carried(arena, indices, c->indices, c->data, c->count, data->rank),
		    groups, to);
	if (indices_whole && !data_whole)
		deal->indices = indices_to_match(
		    g, tiling_carried(arena, data, c->data, c->indices, c->count, indices->rank),
		    groups, to);
}

/* Of a gather each index is brought into the device's own range, counted from its start, and
 * compared with both ends: five operations; of a scatter it is counted from the start. */
enum { INDEX_OPERATIONS = 5 };

/* The gathered data where it is a device's own, zeros elsewhere, added up over all that may have
 * it. */
static struct shards masked(struct gathering *g, struct shards data, struct shards indices,
                            const struct tiling *operand, const struct dim_pairs *trivial)
{
	struct partitioner *p = g->p;
	const struct dim_pairs *c = &g->connected;
	struct shards mask = computed(p, indices.tiling, indices.extents, 1, &indices, 1);
	mask = reshard(p, mask,
	               tiling_carried(p->arena, data.tiling, c->data, c->indices, c->count,
	                              indices.tiling->rank));
	struct shards selected = data;
	selected.made = mask.made;
	data = renewed(p, depending_on(p, selected, data));
	data = gather_computing(
	    g, INDEX_OPERATIONS * gather_elements(indices) + gather_elements(data), data);
	return all_reduced(p, data, operand, trivial->operand, trivial->count);
}

/* Aborts where XLA has no constants for the ends of a device's own range, to which it holds vectors
 * of indices of a gather (xla IndexBoundsForGatherScatterOperandPartitionedOnTrivialSliceDims). */
static void expect_bounds(struct gathering *g)
{
	const struct hlo_shape *indices = g->indices;
	if (!g->scatter && g->numbers->index_vector < indices->rank && indices->element->bits < 32)
		partition_aborts(g->p, "the partitioner makes no bounds for indices of fewer than "
		                       "32 bits");
}

const struct shards *gather_by_mask(struct gathering *g, const struct gather_call *call)
{
	struct partitioner *p = g->p;
	const struct tiling *operand = call->operands[0].tiling;
	struct dim_pairs trivial = trivial_dims(g, operand, call->slice_sizes);
	if (!trivial.count)
		return NULL;
	expect_bounds(g);
	struct deal deal = {
	    .operand = grouped_on(p->arena, operand, trivial.operand, trivial.count, 1),
	};
	match_masked(g, call, deal.operand->groups->count, &deal);
	struct gather_call now = *call;
	now.indices = reshard(p, call->indices, grouped_expand(p->arena, deal.indices));
	now.indices = renewed(p, now.indices); /* each device counts from its own first element */
	now.indices.constant_dims = 0;
	now.indices.splat = false;
	struct shards *results = dealt_out(g, &now, &deal);
	results[0] = g->scatter ? gather_computing(g, gather_elements(now.indices), results[0])
	                        : masked(g, results[0], now.indices, operand, &trivial);
	return in_tilings(g, call, results);
}

/* ---- Along the indices ---- */

/* What a scatter's parts are added to: the operand on one device of those that are added up, zeros
 * on the others. */
static const struct shards *part_operand(struct gathering *g, const struct gather_call *call,
                                         const struct grouped *grouped)
{
	struct partitioner *p = g->p;
	struct shards *operand = arena_new(p->arena, struct shards, 1);
	*operand = renewed(p, reshard(p, call->operands[0], grouped_expand(p->arena, grouped)));
	*operand = gather_computing(g, gather_elements(*operand), *operand);
	operand->splat = false;
	operand->constant_dims = 0;
	return operand;
}

/* Whether the call is of a part of the data that some groups have of a dimension. */
static bool is_of_part(const struct gathering *g, const struct gather_call *call)
{
	return memcmp(call->extents, g->data->dims, g->data->rank * sizeof(*call->extents)) != 0;
}

/* Whether a tiling that is none of replicas is cut further, and nothing of it put together. */
static bool only_cut(const struct tiling *from, const struct tiling *to)
{
	for (uint32_t i = 0; i < from->rank; i++)
		if (to->tiles[i] % from->tiles[i] != 0)
			return false;
	return !tiling_is_replicated(from) && !tiling_same_tiles(from, to);
}

/* Aborts where XLA cuts what was gathered inside of groups as if it were the whole data, of which
 * there is less (xla PartitionGatherIndexPassthroughDimensions gives it the shape of the
 * instruction, from which ReshardFromPartialReplicateWithDynamicSlice takes the sizes of slices).
 */
static void expect_whole(struct gathering *g, const struct gather_call *call,
                         const struct tiling *tiling)
{
	if (call->recursive && is_of_part(g, call) && only_cut(tiling, call->tilings[0]))
		partition_aborts(g->p, "the partitioner cuts a part of what is gathered as if it "
		                       "were the whole, and its check fails");
}

const struct shards *gather_by_indices(struct gathering *g, const struct gather_call *call)
{
	struct partitioner *p = g->p;
	struct arena *arena = p->arena;
	const struct dim_pairs *c = &g->passing;
	struct gather_call now = *call;
	const struct tiling *wanted = data_tiling(g, call), *indices = call->indices.tiling;
	if (tiling_is_replicated(indices) && !g->scatter)
		return NULL;
	indices = tiling_made_finer(
	    arena, tiling_carried(arena, wanted, c->data, c->indices, c->count, indices->rank),
	    indices);
	now.indices = reshard(p, call->indices, indices);
	const struct tiling *data =
	    tiling_carried(arena, indices, c->indices, c->data, c->count, g->data->rank);
	if (tiling_is_replicated(data) || (g->scatter && !g->adds_up))
		return NULL;
	data = tiling_made_finer(arena, wanted, data);
	const struct grouped *grouped = grouped_on(arena, data, c->data, c->count, 1);
	struct deal deal = {
	    operand_to_match(g, call, tiling_tiles_along(indices, c->indices, c->count),
	                     grouped->groups),
	    grouped_align(arena, grouped_on(arena, indices, c->indices, c->count, 1),
	                  grouped->groups, false),
	    grouped,
	    data,
	};
	if (g->scatter)
		now.operands = part_operand(g, call, deal.operand);
	struct shards *results = dealt_out(g, &now, &deal);
	if (g->scatter)
		results[0] = all_reduced(p, results[0], indices, c->indices, c->count);
	else
		expect_whole(g, call, results[0].tiling);
	return in_tilings(g, call, results);
}
