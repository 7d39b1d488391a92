/* SPDX-License-Identifier: Apache-2.0 */
/* Contractions inside groups of devices that have the same part of what is contracted; their
 * results are added up (xla PartitionDotGroupOnContractingImpl). */
#include <string.h>

#include "base/checked.h"
#include "partition/contraction_sum.h"

/* What the result is inside the groups and what is carried out of them. */
struct result_plan {
	const struct tiling *inner, *carried;
	uint32_t slices[TILING_MAX_RANK + 1], slice_count; /* of the result; the replicas too */
};

/* The operands, grouped by the dimensions; in one of them they are resharded. */
struct inner_groups {
	struct contraction_list dims;
	const struct grouped *lhs, *rhs;
	const struct tiling *lhs_tiling; /* of all devices */
};

struct shards contraction_add_up(struct contraction *c, const struct contraction_sum *sum,
                                 struct shards value)
{
	struct partitioner *p = c->p;
	struct resharder *r = &p->resharder;
	const struct device_groups *groups = r->groups;
	const struct nesting *nesting = r->nesting;
	int32_t devices = p->devices;
	r->groups = sum->groups;
	r->nesting = sum->nesting;
	p->devices = sum->devices;
	if (sum->slice_count) {
		value = all_reduced(p, value, sum->carried, sum->slices, sum->slice_count);
		int64_t *local = arena_copy(p->arena, value.local, c->dims.out_rank, sizeof *local);
		for (uint32_t i = 0; i < sum->slice_count; i++)
			local[sum->slices[i]] = ceiling_divide(local[sum->slices[i]],
			                                       sum->carried->tiles[sum->slices[i]]);
		value = summed_part(p, value, sum->carried, local);
		if (sum->replicas)
			value = all_reduced(p, value, sum->carried, &sum->carried->rank, 1);
	} else {
		value = all_reduced(p, value, sum->lhs, sum->lhs_dims, sum->lhs_count);
	}
	r->groups = groups;
	r->nesting = nesting;
	p->devices = devices;
	return value;
}

/* An operand with the other one's tiles along the dimensions. */
static const struct tiling *with_tiles_of(struct contraction *c, const struct tiling *tiling,
                                          enum contraction_side side, const struct tiling *other,
                                          struct contraction_list list)
{
	int32_t tiles[TILING_MAX_RANK];
	memcpy(tiles, tiling->tiles, tiling->rank * sizeof *tiles);
	for (uint32_t i = 0; i < list.count; i++)
		tiles[contraction_dim_of(list.items[i], side)] = other->tiles[contraction_dim_of(
		    list.items[i], side == CONTRACTION_LHS ? CONTRACTION_RHS : CONTRACTION_LHS)];
	return tiling_reshaped(c->p->arena, tiling, tiles, tiling->rank, tiling->replicas);
}

static const struct grouped *grouped_by(struct contraction *c, const struct tiling *tiling,
                                        enum contraction_side side, struct contraction_list list)
{
	uint32_t dims[TILING_MAX_RANK], count = contraction_dims_of(list, side, dims);
	return grouped_on(c->p->arena, tiling, dims, count, 1);
}

/* Groups both operands and reshards the one with smaller shards to the groups of the other; false
 * when it must not be. */
static bool group_operands(struct contraction *c, struct contracted *x, struct inner_groups *g)
{
	struct partitioner *p = c->p;
	bool left = local_bytes(x->lhs) > local_bytes(x->rhs);
	const struct tiling *lhs = x->lhs.tiling, *rhs = x->rhs.tiling;
	if (left)
		rhs = with_tiles_of(c, rhs, CONTRACTION_RHS, lhs, g->dims);
	else
		lhs = with_tiles_of(c, lhs, CONTRACTION_LHS, rhs, g->dims);
	g->lhs = grouped_by(c, lhs, CONTRACTION_LHS, g->dims);
	g->rhs = grouped_by(c, rhs, CONTRACTION_RHS, g->dims);
	if (left) {
		g->rhs = grouped_align(p->arena, g->rhs, g->lhs->groups, false);
		rhs = grouped_expand(p->arena, g->rhs);
		if (x->strict && !tiling_equal(x->rhs.tiling, rhs))
			return false;
		x->rhs = reshard(p, x->rhs, rhs);
	} else {
		g->lhs = grouped_align(p->arena, g->lhs, g->rhs->groups, false);
		lhs = grouped_expand(p->arena, g->lhs);
		if (x->strict && !tiling_equal(x->lhs.tiling, lhs))
			return false;
		x->lhs = reshard(p, x->lhs, lhs);
	}
	g->lhs_tiling = lhs;
	return true;
}

/* Whether each device's part under `fine` lies inside its part under `coarse`, by elements (xla
 * IsSubTilingOrEqualSharding). */
static bool lies_inside(struct arena *arena, const int64_t *extents, const struct tiling *fine,
                        const struct tiling *coarse)
{
	uint32_t rank = fine->rank;
	if (tiling_is_replicated(coarse))
		return true;
	if (tiling_is_replicated(fine))
		return false;
	struct arena_mark mark = arena_mark(arena);
	const int32_t *place_of = tiling_places(arena, coarse);
	bool inside = true;
	for (int32_t i = 0; i < fine->count && inside; i++) {
		int32_t a = i / fine->replicas, b = place_of[fine->devices[i]] / coarse->replicas;
		for (uint32_t d = rank; d-- > 0;) {
			int64_t small = ceiling_divide(extents[d], fine->tiles[d]);
			int64_t large = ceiling_divide(extents[d], coarse->tiles[d]);
			int64_t from = small * (a % fine->tiles[d]);
			int64_t outer = large * (b % coarse->tiles[d]);
			a /= fine->tiles[d];
			b /= coarse->tiles[d];
			if (small > large || from < outer ||
			    (from + small < extents[d] && from + small > outer + large))
				inside = false;
		}
	}
	arena_rewind(arena, mark);
	return inside;
}

/* When only one operand is cut inside the groups and the result is a finer cut of what that gives:
 * the coarser one, which is sliced in the end. */
static const struct tiling *coarser_result(struct contraction *c, const struct contracted *x,
                                           const struct inner_groups *g)
{
	struct arena *arena = c->p->arena;
	int32_t groups = g->lhs->groups->count;
	bool lhs_whole = tiling_is_replicated(g->lhs->inner);
	bool rhs_whole = tiling_is_replicated(g->rhs->inner);
	if (tiling_is_replicated(x->out) || lhs_whole == rhs_whole ||
	    (tiling_is_partly_replicated(x->out) && x->out->replicas % groups == 0))
		return x->out;
	enum contraction_side side = lhs_whole ? CONTRACTION_RHS : CONTRACTION_LHS;
	const struct tiling *operand = grouped_expand(arena, lhs_whole ? g->rhs : g->lhs);
	bool whole[TILING_MAX_RANK] = {false};
	uint32_t dims[TILING_MAX_RANK],
	    count = contraction_dims_of(c->dims.contracting, side, dims);
	for (uint32_t i = 0; i < count; i++)
		whole[dims[i]] = true;
	const struct tiling *coarse =
	    tiling_mapped(arena, tiling_replicated_on(arena, operand, whole),
	                  lhs_whole ? c->rhs_to_out : c->lhs_to_out, c->dims.out_rank);
	return coarse && lies_inside(arena, x->out_extents, x->out, coarse) ? coarse : x->out;
}

/* Free or batch dimensions of the result with as many tiles as there are groups. */
static uint32_t result_dims(const struct contraction *c, const struct tiling *original,
                            int32_t groups, uint32_t *dims)
{
	const struct contraction_list lists[] = {c->dims.lhs_free, c->dims.rhs_free, c->dims.batch};
	for (size_t i = 0; i < COUNT_OF(lists); i++)
		if (contraction_tiles(original, lists[i], CONTRACTION_OUT) == groups)
			return contraction_dims_of(lists[i], CONTRACTION_OUT, dims);
	return 0;
}

/* How the result comes out of the groups (xla GetDotGroupPartitionContractingOutputShardings). */
static struct result_plan plan_result(struct contraction *c, const struct contracted *x,
                                      const struct inner_groups *g)
{
	struct arena *arena = c->p->arena;
	const struct device_groups *groups = g->lhs->groups;
	uint32_t rank = c->dims.out_rank;
	const struct tiling *out = coarser_result(c, x, g);
	const struct grouped *grouped;
	struct result_plan plan = {
	    .inner = tiling_replicated(arena, rank, groups->size),
	    .carried = tiling_replicated(arena, rank, out->count),
	};
	if (tiling_is_partly_replicated(out) && out->replicas % groups->count == 0) {
		grouped = grouped_on(arena, out, &rank, 1, out->replicas / groups->count);
		grouped = grouped_align(arena, grouped, groups, true);
		plan.inner = grouped->inner;
		plan.carried = grouped_expand(arena, grouped);
		return plan;
	}
	plan.slice_count = grouped_find_dims(arena, out, groups, plan.slices);
	if (plan.slice_count) {
		plan.inner = grouped_on(arena, out, plan.slices, plan.slice_count, 1)->inner;
		plan.carried = out;
		return plan;
	}
	if (!tiling_is_replicated(out))
		plan.slice_count = result_dims(c, x->out, groups->count, plan.slices);
	if (!plan.slice_count)
		return plan;
	grouped = grouped_on(arena, out, plan.slices, plan.slice_count, 1);
	if (grouped->groups->count != groups->count) {
		plan.slice_count = 0;
		return plan;
	}
	grouped = grouped_align(arena, grouped, groups, false);
	plan.inner = grouped->inner;
	plan.carried = grouped_expand(arena, grouped);
	return plan;
}

/* What the local results have to be added up over. */
static struct contraction_sum sum_of(struct contraction *c, const struct inner_groups *g,
                                     const struct result_plan *plan)
{
	struct partitioner *p = c->p;
	struct contraction_sum sum = {
	    .lhs = g->lhs_tiling,
	    .carried = plan->carried,
	    .groups = p->resharder.groups,
	    .nesting = p->resharder.nesting,
	    .devices = p->devices,
	};
	sum.lhs_count = contraction_dims_of(g->dims, CONTRACTION_LHS, sum.lhs_dims);
	for (uint32_t i = 0; i < plan->slice_count; i++) {
		if (plan->slices[i] == c->dims.out_rank)
			sum.replicas = true;
		else
			sum.slices[sum.slice_count++] = plan->slices[i];
	}
	return sum;
}

static struct shards contract_along(struct contraction *c, struct contracted x,
                                    struct contraction_list dims)
{
	struct partitioner *p = c->p;
	struct inner_groups g = {.dims = dims};
	struct contracted inner = x;
	if (!group_operands(c, &inner, &g))
		return shards_none();
	struct result_plan plan = plan_result(c, &x, &g);
	struct contraction_sum sum = sum_of(c, &g, &plan);
	const struct contraction_sum *before = c->sum;
	int64_t *extents = arena_copy(p->arena, x.out_extents, c->dims.out_rank, sizeof *extents);
	for (uint32_t i = 0; i < sum.slice_count; i++)
		extents[sum.slices[i]] =
		    ceiling_divide(extents[sum.slices[i]], x.out->tiles[sum.slices[i]]);
	inner.lhs = inside(p, inner.lhs, g.lhs);
	inner.rhs = inside(p, inner.rhs, g.rhs);
	inner.out = plan.inner;
	inner.out_extents = extents;
	c->sum = &sum;
	struct shards result = contract_in(c, g.lhs->groups, inner);
	c->sum = before;
	return reshard(p, outside(result, plan.carried, x.out_extents), x.out);
}

/* The dimensions with the same tiles, more than one, on both sides. */
static struct contraction_list equal_dims(struct contraction *c, const struct contracted *x)
{
	struct contraction_list list = c->dims.contracting;
	struct contraction_dim *items = arena_new(c->p->arena, struct contraction_dim, list.count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < list.count; i++) {
		int32_t tiles = x->lhs.tiling->tiles[list.items[i].lhs];
		if (tiles > 1 && tiles == x->rhs.tiling->tiles[list.items[i].rhs])
			items[count++] = list.items[i];
	}
	return (struct contraction_list){items, count};
}

struct shards contract_in_contracting_groups(struct contraction *c, struct contracted x)
{
	int64_t lhs = contraction_tiles(x.lhs.tiling, c->dims.contracting, CONTRACTION_LHS);
	int64_t rhs = contraction_tiles(x.rhs.tiling, c->dims.contracting, CONTRACTION_RHS);
	struct shards result = shards_none();
	if (lhs == 1 || rhs == 1)
		return result;
	if (lhs == rhs)
		result = contract_along(c, x, c->dims.contracting);
	if (result.tiling)
		return result;
	struct contraction_list equal = equal_dims(c, &x);
	return equal.count ? contract_along(c, x, equal) : result;
}
