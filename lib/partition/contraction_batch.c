/* SPDX-License-Identifier: Apache-2.0 */
/* Contractions inside groups of devices that have the same part of the batch dimensions (xla
 * PartitionDotGroupOnBatchImpl). */
#include <string.h>

#include "base/checked.h"
#include "partition/contraction.h"

/* A tiling grouped by the batch dimensions on one side. */
static const struct grouped *grouped_by_batch(struct contraction *c, const struct tiling *tiling,
                                              enum contraction_side side)
{
	uint32_t dims[TILING_MAX_RANK];
	uint32_t count = contraction_dims_of(c->dims.batch, side, dims);
	return grouped_on(c->p->arena, tiling, dims, count, 1);
}

/* Both operands have the same tiles along each batch dimension, in a strict pass the same groups.
 */
static bool operands_match(struct contraction *c, const struct contracted *x)
{
	struct arena *arena = c->p->arena;
	for (uint32_t i = 0; i < c->dims.batch.count; i++) {
		struct contraction_dim dim = c->dims.batch.items[i];
		if (x->lhs.tiling->tiles[dim.lhs] != x->rhs.tiling->tiles[dim.rhs])
			return false;
	}
	if (!x->strict)
		return true;
	const struct grouped *lhs = grouped_by_batch(c, x->lhs.tiling, CONTRACTION_LHS);
	const struct grouped *rhs = grouped_by_batch(c, x->rhs.tiling, CONTRACTION_RHS);
	rhs = grouped_align(arena, rhs, lhs->groups, false);
	return tiling_equal(x->rhs.tiling, grouped_expand(arena, rhs));
}

/* The contraction inside the groups; the operands are seen inside of them already. */
static struct shards contract_inside(struct contraction *c, struct contracted x,
                                     struct contracted inner, const struct grouped *out)
{
	struct partitioner *p = c->p;
	inner.out = out->inner;
	inner.out_extents = inside_extents(p, x.out_extents, out);
	struct shards result = contract_in(c, out->groups, inner);
	result = outside(result, grouped_expand(p->arena, out), x.out_extents);
	return reshard(p, result, x.out);
}

/* The operand with smaller shards takes the groups of the other one. */
static struct shards in_operand_groups(struct contraction *c, struct contracted x)
{
	struct partitioner *p = c->p;
	const struct grouped *lhs = grouped_by_batch(c, x.lhs.tiling, CONTRACTION_LHS);
	const struct grouped *rhs = grouped_by_batch(c, x.rhs.tiling, CONTRACTION_RHS);
	int32_t tiles[TILING_MAX_RANK];
	struct contracted inner = x;
	memcpy(tiles, x.out->tiles, x.out->rank * sizeof *tiles);
	for (uint32_t i = 0; i < c->dims.batch.count; i++) {
		struct contraction_dim dim = c->dims.batch.items[i];
		tiles[dim.out] = x.lhs.tiling->tiles[dim.lhs];
	}
	if (local_bytes(x.lhs) > local_bytes(x.rhs)) {
		rhs = grouped_align(p->arena, rhs, lhs->groups, false);
		inner.rhs = reshard(p, x.rhs, grouped_expand(p->arena, rhs));
	} else {
		lhs = grouped_align(p->arena, lhs, rhs->groups, false);
		inner.lhs = reshard(p, x.lhs, grouped_expand(p->arena, lhs));
	}
	const struct tiling *reshaped =
	    tiling_reshaped(p->arena, x.out, tiles, x.out->rank, x.out->replicas);
	const struct grouped *out = grouped_by_batch(c, reshaped, CONTRACTION_OUT);
	out = grouped_align(p->arena, out, lhs->groups, false);
	inner.lhs = inside(p, inner.lhs, lhs);
	inner.rhs = inside(p, inner.rhs, rhs);
	return contract_inside(c, x, inner, out);
}

/* An operand's tiles with those of the result along the batch dimensions. */
struct adjusted {
	int32_t tiles[TILING_MAX_RANK];
	int32_t replicas;
};

static void replicate_list(struct adjusted *a, struct contraction_list list,
                           enum contraction_side side)
{
	for (uint32_t i = 0; i < list.count; i++)
		a->tiles[contraction_dim_of(list.items[i], side)] = 1;
}

/*
 * Where there are more tiles than devices then: gives up replicas, tiles of free dimensions, or of
 * contracted ones. False when none of them fits.
 */
static bool fit_devices(const struct contraction *c, enum contraction_side side, int64_t ratio,
                        int64_t contracting, int64_t other_contracting, int64_t free,
                        struct adjusted *a)
{
	bool left = side == CONTRACTION_LHS;
	if (a->replicas > 1 && a->replicas % ratio == 0) {
		a->replicas /= (int32_t)ratio;
		return true;
	}
	if (ratio == free && (ratio != contracting || contracting == other_contracting)) {
		replicate_list(a, left ? c->dims.lhs_free : c->dims.rhs_free, side);
		return true;
	}
	if (ratio != contracting)
		return false;
	replicate_list(a, c->dims.contracting, side);
	return true;
}

static bool adjust(const struct contraction *c, const struct contracted *x,
                   enum contraction_side side, struct adjusted *a)
{
	bool left = side == CONTRACTION_LHS;
	const struct tiling *tiling = left ? x->lhs.tiling : x->rhs.tiling;
	const struct tiling *other = left ? x->rhs.tiling : x->lhs.tiling;
	int64_t product = a->replicas = tiling->replicas;
	memcpy(a->tiles, tiling->tiles, tiling->rank * sizeof *a->tiles);
	for (uint32_t i = 0; i < c->dims.batch.count; i++) {
		struct contraction_dim dim = c->dims.batch.items[i];
		a->tiles[contraction_dim_of(dim, side)] = x->out->tiles[dim.out];
	}
	for (uint32_t i = 0; i < tiling->rank; i++)
		product *= a->tiles[i];
	if (product <= tiling->count)
		return product == tiling->count;
	return product % tiling->count == 0 &&
	       fit_devices(
		   c, side, product / tiling->count,
		   contraction_tiles(tiling, c->dims.contracting, side),
		   contraction_tiles(other, c->dims.contracting,
	                             left ? CONTRACTION_RHS : CONTRACTION_LHS),
		   contraction_tiles(tiling, left ? c->dims.lhs_free : c->dims.rhs_free, side), a);
}

/* A replicated operand, of which each group takes its part of the batch dimensions. */
static struct shards sliced_by_batch(struct contraction *c, struct shards operand,
                                     const struct grouped *out, enum contraction_side side)
{
	struct partitioner *p = c->p;
	int64_t *local = arena_copy(p->arena, operand.local, operand.tiling->rank, sizeof *local);
	for (uint32_t i = 0; i < c->dims.batch.count; i++) {
		int32_t dim = contraction_dim_of(c->dims.batch.items[i], side);
		local[dim] = ceiling_divide(local[dim], out->apart.sizes[i]);
	}
	operand.tiling = tiling_replicated(p->arena, operand.tiling->rank, out->groups->size);
	operand.local = operand.extents = local;
	operand.splat = false;
	return renewed(p, operand);
}

/* An operand resharded to the groups of the result, seen inside of them; none when it cannot be, or
 * would have to be and must not. */
static struct shards in_group(struct contraction *c, const struct contracted *x,
                              const struct grouped *out, enum contraction_side side)
{
	struct partitioner *p = c->p;
	struct shards operand = side == CONTRACTION_LHS ? x->lhs : x->rhs;
	struct adjusted a;
	if (tiling_is_replicated(operand.tiling))
		return sliced_by_batch(c, operand, out, side);
	if (!adjust(c, x, side, &a))
		return shards_none();
	const struct tiling *reshaped =
	    tiling_reshaped(p->arena, operand.tiling, a.tiles, operand.tiling->rank, a.replicas);
	const struct grouped *groups = grouped_by_batch(c, reshaped, side);
	groups = grouped_align(p->arena, groups, out->groups, false);
	const struct tiling *whole = grouped_expand(p->arena, groups);
	if (x->strict && !tiling_equal(operand.tiling, whole))
		return shards_none();
	return inside(p, reshard(p, operand, whole), groups);
}

struct shards contract_in_batch_groups(struct contraction *c, struct contracted x)
{
	int64_t lhs = contraction_tiles(x.lhs.tiling, c->dims.batch, CONTRACTION_LHS);
	int64_t rhs = contraction_tiles(x.rhs.tiling, c->dims.batch, CONTRACTION_RHS);
	int64_t wanted = contraction_tiles(x.out, c->dims.batch, CONTRACTION_OUT);
	if (wanted == 1 || (lhs != wanted && rhs != wanted))
		return shards_none();
	if (operands_match(c, &x))
		return in_operand_groups(c, x);
	const struct grouped *out = grouped_by_batch(c, x.out, CONTRACTION_OUT);
	struct contracted inner = x;
	inner.lhs = in_group(c, &x, out, CONTRACTION_LHS);
	if (!inner.lhs.tiling)
		return shards_none();
	inner.rhs = in_group(c, &x, out, CONTRACTION_RHS);
	if (!inner.rhs.tiling)
		return shards_none();
	return contract_inside(c, x, inner, out);
}
