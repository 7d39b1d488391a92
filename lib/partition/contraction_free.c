/* SPDX-License-Identifier: Apache-2.0 */
/* Contractions inside groups of devices that have the same part of one operand's free dimensions
 * (xla PartitionDotGroupOnNonContractingImpl). */
#include <string.h>

#include "base/checked.h"
#include "partition/contraction.h"
#include "sharding/tiling_memo.h"

/* The operand whose free dimensions make the groups is the matching one. */
struct matching {
	enum contraction_side side, other_side;
	struct contraction_dim items[TILING_MAX_RANK];
	struct contraction_list dims; /* that make the groups */
	const struct grouped *out;    /* the result, grouped by them */
	bool left;
};

/* Dimensions of a list with the same tiles, more than one, in an operand and in the result. */
static void equal_dims(const struct tiling *tiling, enum contraction_side side,
                       const struct tiling *out, struct contraction_list list, struct matching *m)
{
	for (uint32_t i = 0; i < list.count; i++) {
		struct contraction_dim dim = list.items[i];
		int32_t tiles = tiling->tiles[contraction_dim_of(dim, side)];
		if (tiles > 1 && tiles == out->tiles[dim.out])
			m->items[m->dims.count++] = dim;
	}
	m->dims.items = m->items;
}

/* Chooses the side and its dimensions; false when there are none. */
static bool choose(const struct contraction *c, const struct contracted *x, struct matching *m)
{
	const struct contraction_dims *d = &c->dims;
	int64_t lhs = contraction_tiles(x->lhs.tiling, d->lhs_free, CONTRACTION_LHS);
	int64_t rhs = contraction_tiles(x->rhs.tiling, d->rhs_free, CONTRACTION_RHS);
	int64_t out_lhs = contraction_tiles(x->out, d->lhs_free, CONTRACTION_OUT);
	int64_t out_rhs = contraction_tiles(x->out, d->rhs_free, CONTRACTION_OUT);
	bool may_lhs = lhs > 1 && lhs == out_lhs, may_rhs = rhs > 1 && rhs == out_rhs;
	m->dims = (struct contraction_list){m->items, 0};
	if (may_lhs || may_rhs) {
		int64_t with_lhs, with_rhs;
		if (!checked_multiply(&with_lhs, lhs, local_bytes(x->rhs)))
			with_lhs = INT64_MAX;
		if (!checked_multiply(&with_rhs, rhs, local_bytes(x->lhs)))
			with_rhs = INT64_MAX;
		m->left = may_lhs && (!may_rhs || with_lhs < with_rhs);
		m->dims = m->left ? d->lhs_free : d->rhs_free;
	} else if (lhs > 1 && out_lhs > 1) {
		m->left = true;
		equal_dims(x->lhs.tiling, CONTRACTION_LHS, x->out, d->lhs_free, m);
	} else if (rhs > 1 && out_rhs > 1) {
		m->left = false;
		equal_dims(x->rhs.tiling, CONTRACTION_RHS, x->out, d->rhs_free, m);
	}
	m->side = m->left ? CONTRACTION_LHS : CONTRACTION_RHS;
	m->other_side = m->left ? CONTRACTION_RHS : CONTRACTION_LHS;
	return m->dims.count > 0;
}

/* The matching operand with the result's tiles along the dimensions, and its groups. */
static const struct grouped *grouped_as_result(struct contraction *c, const struct tiling *tiling,
                                               const struct contracted *x, const struct matching *m)
{
	int32_t tiles[TILING_MAX_RANK];
	uint32_t dims[TILING_MAX_RANK], count = contraction_dims_of(m->dims, m->side, dims);
	memcpy(tiles, tiling->tiles, tiling->rank * sizeof *tiles);
	for (uint32_t i = 0; i < m->dims.count; i++)
		tiles[dims[i]] = x->out->tiles[m->dims.items[i].out];
	tiling = tiling_reshaped(c->p->arena, tiling, tiles, tiling->rank, tiling->replicas);
	return grouped_align(c->p->arena, grouped_on(c->p->arena, tiling, dims, count, 1),
	                     m->out->groups, false);
}

/* A tiling whose replicas and tiles of a dimension have changed places. */
static const struct tiling *with_replicas_at(struct arena *arena, const struct tiling *tiling,
                                             uint32_t dim)
{
	struct tiling_view view;
	uint32_t order[TILING_MAX_RANK + 1], rank = tiling->rank;
	int32_t tiles[TILING_MAX_RANK];
	view.count = 0;
	for (uint32_t i = 0; i < rank; i++) {
		tiles[i] = tiling->tiles[i];
		tiling_view_add(&view, tiles[i]);
		order[i] = i;
	}
	tiling_view_add(&view, tiling->replicas);
	order[dim] = rank;
	order[rank] = dim;
	tiles[dim] = tiling->replicas;
	return tiling_make(arena, rank, tiles, tiling->tiles[dim],
	                   tiling_transposed(arena, tiling->devices, &view, order));
}

/* A partly replicated operand, grouped by its replicas so that the groups are those of the result;
 * else so that there are as many. */
static const struct grouped *make_by_replicas(struct arena *arena, const struct tiling *tiling,
                                              const struct device_groups *groups)
{
	uint32_t rank = tiling->rank;
	for (uint32_t i = rank + 1; i-- > 0;) {
		int32_t size = tiling_size(tiling, i);
		if (size % groups->count != 0)
			continue;
		const struct tiling *swapped =
		    i < rank ? with_replicas_at(arena, tiling, i) : tiling;
		struct grouped *grouped = grouped_on_members(arena, swapped, groups);
		if (!grouped)
			continue;
		grouped->inner = tiling_remembered_with(tiling, grouped->inner);
		return grouped;
	}
	const struct grouped *grouped =
	    grouped_on(arena, tiling, &rank, 1, tiling->replicas / groups->count);
	return grouped_align(arena, grouped, groups, true);
}

/* The same, made once. */
static const struct grouped *grouped_by_replicas(struct arena *arena, const struct tiling *tiling,
                                                 const struct device_groups *groups)
{
	struct tiling_key key;
	key.count = 0;
	tiling_key_add_address(&key, groups->members);
	tiling_key_add(&key, (uint64_t)groups->count);
	const struct grouped *grouped = tiling_recalled(tiling, TILING_GROUPED_BY_REPLICAS, &key);
	if (!grouped) {
		grouped = make_by_replicas(arena, tiling, groups);
		tiling_note(tiling, TILING_GROUPED_BY_REPLICAS, &key, grouped);
	}
	return grouped;
}

/* Bytes of a shard of the result as it is wanted. */
static int64_t result_bytes(const struct contraction *c, const struct contracted *x)
{
	const int64_t *local = resharder_shard(&c->p->resharder, x->out, x->out_extents);
	return array_bytes(local, x->out->rank, c->element_bytes);
}

/* The dimensions of the other operand that are to make as many groups as the result has; none: 0.
 */
static uint32_t other_dims(const struct contraction *c, const struct contracted *x,
                           const struct matching *m, struct shards other, uint32_t *dims)
{
	/* Tile counts are those the operand has before it is resharded for another try. */
	const struct tiling *before = m->left ? x->rhs.tiling : x->lhs.tiling;
	const struct tiling *matching = m->left ? x->lhs.tiling : x->rhs.tiling;
	struct contraction_list free = m->left ? c->dims.rhs_free : c->dims.lhs_free;
	int64_t groups = m->out->groups->count;
	int64_t contracting = contraction_tiles(before, c->dims.contracting, m->other_side);
	int64_t other_free = contraction_tiles(before, free, m->other_side);
	bool may_contracting =
	    contracting == groups && other_free == contraction_tiles(x->out, free, CONTRACTION_OUT);
	bool may_free = other_free == groups &&
	                contracting == contraction_tiles(matching, c->dims.contracting, m->side);
	uint32_t count = grouped_find_dims(c->p->arena, other.tiling, m->out->groups, dims);
	if (count)
		return count;
	if (may_contracting && (!may_free || local_bytes(other) <= result_bytes(c, x)))
		return contraction_dims_of(c->dims.contracting, m->other_side, dims);
	return may_free ? contraction_dims_of(free, m->other_side, dims) : 0;
}

/* How the other operand can be put into the groups of the result, or NULL (xla
 * GetNonContractingPartitionGroupedShardingForOtherOperand). */
static const struct grouped *grouped_other(struct contraction *c, const struct contracted *x,
                                           const struct matching *m, struct shards other)
{
	struct arena *arena = c->p->arena;
	const struct tiling *tiling = other.tiling;
	const struct device_groups *groups = m->out->groups;
	uint32_t dims[TILING_MAX_RANK + 1];
	if (tiling_is_partly_replicated(tiling) && tiling->replicas % groups->count == 0)
		return grouped_by_replicas(arena, tiling, groups);
	uint32_t count = other_dims(c, x, m, other, dims);
	if (!count || tiling_is_replicated(tiling))
		return NULL;
	int32_t kept = 1;
	if (count == 1 && dims[0] == tiling->rank)
		kept = tiling->replicas / groups->count;
	const struct grouped *grouped = grouped_on(arena, tiling, dims, count, kept);
	if (grouped->groups->count != groups->count)
		return NULL;
	return grouped_align(arena, grouped, groups, true);
}

/* The other operand grouped by dimensions of the array: brought into the groups, and gathered along
 * those dimensions. */
static struct shards gathered_in_groups(struct contraction *c, struct shards other,
                                        const struct grouped *grouped)
{
	struct partitioner *p = c->p;
	const struct tiling *target = grouped_expand(p->arena, grouped);
	bool whole[TILING_MAX_RANK + 1] = {false};
	for (uint32_t i = 0; i < grouped->apart.count; i++)
		whole[grouped->apart.dims[i]] = true;
	if (!tiling_is_partly_replicated(other.tiling) ||
	    !device_groups_match(
		p->arena,
		grouped_on(p->arena, target, grouped->apart.dims, grouped->apart.count, 1)->groups,
		grouped->groups))
		other = reshard(p, other, target);
	return reshard(p, other, tiling_replicated_on(p->arena, other.tiling, whole));
}

/* The other operand as it is inside the groups of the result. Its extents stay: each group needs
 * all of it. */
static struct shards bring_other(struct contraction *c, const struct contracted *x,
                                 const struct matching *m, struct shards other)
{
	struct partitioner *p = c->p;
	const struct grouped *grouped = grouped_other(c, x, m, other);
	if (!grouped && !tiling_is_replicated(other.tiling) && !c->dims.spatial.count) {
		const struct tiling *matching = m->left ? x->lhs.tiling : x->rhs.tiling;
		struct shards moved = reshard(
		    p, other, contraction_operand_tiling(c, m->other_side, x->out, matching));
		grouped = grouped_other(c, x, m, moved);
		if (grouped)
			other = moved;
	}
	if (!grouped || tiling_is_replicated(other.tiling)) {
		other = replicate(p, other);
		other.tiling =
		    tiling_replicated(p->arena, other.tiling->rank, m->out->groups->size);
		return other;
	}
	if (grouped->apart.count == 1 && grouped->apart.dims[0] == other.tiling->rank)
		other = reshard(p, other, grouped_expand(p->arena, grouped));
	else
		other = gathered_in_groups(c, other, grouped);
	other.tiling = grouped->inner;
	return other;
}

struct shards contract_in_free_groups(struct contraction *c, struct contracted x)
{
	struct partitioner *p = c->p;
	struct matching m = {.left = false};
	uint32_t dims[TILING_MAX_RANK];
	if (!choose(c, &x, &m))
		return shards_none();
	uint32_t count = contraction_dims_of(m.dims, CONTRACTION_OUT, dims);
	m.out = grouped_on(p->arena, x.out, dims, count, 1);
	struct shards *matching = m.left ? &x.lhs : &x.rhs, *other = m.left ? &x.rhs : &x.lhs;
	const struct grouped *grouped = grouped_as_result(c, matching->tiling, &x, &m);
	const struct tiling *whole = grouped_expand(p->arena, grouped);
	if (x.strict && !tiling_equal(matching->tiling, whole))
		return shards_none();
	struct shards moved = bring_other(c, &x, &m, *other);
	*matching = inside(p, reshard(p, *matching, whole), grouped);
	*other = moved;
	x.out = m.out->inner;
	x.out_extents = inside_extents(p, x.out_extents, m.out);
	return contract_in(c, grouped->groups, x);
}
