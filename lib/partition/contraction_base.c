/* SPDX-License-Identifier: Apache-2.0 */
/* Contractions on all devices of a group at once (xla PartitionBaseCase). */
#include "partition/contraction.h"

/* The tilings carried over to the other arrays (NULL: they cannot be), and tiles by class. */
struct base {
	const struct tiling *lhs_as_rhs, *lhs_as_out, *rhs_as_lhs, *rhs_as_out, *out_as_lhs,
	    *out_as_rhs;
	int64_t lhs_batch, rhs_batch, out_batch, lhs_contracting, rhs_contracting;
	int64_t lhs_free, rhs_free, out_lhs_free, out_rhs_free;
};

static void count_tiles(const struct contraction *c, const struct contracted *x, struct base *b)
{
	const struct contraction_dims *d = &c->dims;
	b->lhs_batch = contraction_tiles(x->lhs.tiling, d->batch, CONTRACTION_LHS);
	b->rhs_batch = contraction_tiles(x->rhs.tiling, d->batch, CONTRACTION_RHS);
	b->out_batch = contraction_tiles(x->out, d->batch, CONTRACTION_OUT);
	b->lhs_contracting = contraction_tiles(x->lhs.tiling, d->contracting, CONTRACTION_LHS);
	b->rhs_contracting = contraction_tiles(x->rhs.tiling, d->contracting, CONTRACTION_RHS);
	b->lhs_free = contraction_tiles(x->lhs.tiling, d->lhs_free, CONTRACTION_LHS);
	b->rhs_free = contraction_tiles(x->rhs.tiling, d->rhs_free, CONTRACTION_RHS);
	b->out_lhs_free = contraction_tiles(x->out, d->lhs_free, CONTRACTION_OUT);
	b->out_rhs_free = contraction_tiles(x->out, d->rhs_free, CONTRACTION_OUT);
}

static void map_tilings(struct contraction *c, const struct contracted *x, struct base *b)
{
	struct arena *arena = c->p->arena;
	const struct contraction_dims *d = &c->dims;
	b->lhs_as_rhs = tiling_mapped(arena, x->lhs.tiling, c->lhs_to_rhs, d->rhs_rank);
	b->lhs_as_out = tiling_mapped(arena, x->lhs.tiling, c->lhs_to_out, d->out_rank);
	b->rhs_as_lhs = tiling_mapped(arena, x->rhs.tiling, c->rhs_to_lhs, d->lhs_rank);
	b->rhs_as_out = tiling_mapped(arena, x->rhs.tiling, c->rhs_to_out, d->out_rank);
	b->out_as_lhs = tiling_mapped(arena, x->out, c->out_to_lhs, d->lhs_rank);
	b->out_as_rhs = tiling_mapped(arena, x->out, c->out_to_rhs, d->rhs_rank);
}

static bool is_same(const struct tiling *mapped, const struct tiling *tiling)
{
	return mapped && tiling_equal(mapped, tiling);
}

/* The local contraction, whose result has a tiling of its own. */
static struct shards contract_as(struct contraction *c, struct contracted x,
                                 const struct tiling *carried)
{
	const struct tiling *out = x.out;
	x.out = carried;
	struct shards result = contract_locally(c, x.lhs, x.rhs, &x);
	return reshard(c->p, outside(result, carried, x.out_extents), out);
}

/* Batch dimensions take all devices on both sides, or on one and in the result. */
static struct shards along_batch(struct contraction *c, struct contracted x, const struct base *b)
{
	int32_t devices = c->p->devices;
	if (b->lhs_batch == devices && b->rhs_batch == devices &&
	    is_same(b->lhs_as_rhs, x.rhs.tiling))
		return contract_as(c, x, b->lhs_as_out);
	if (b->out_batch != devices)
		return shards_none();
	if (b->lhs_batch == devices && is_same(b->lhs_as_out, x.out))
		return contract_locally(c, x.lhs, reshard(c->p, x.rhs, b->lhs_as_rhs), &x);
	if (b->rhs_batch == devices && is_same(b->rhs_as_out, x.out))
		return contract_locally(c, reshard(c->p, x.lhs, b->rhs_as_lhs), x.rhs, &x);
	return shards_none();
}

/* The local results added up over the devices that have different parts of what is contracted. */
static struct shards summed(struct contraction *c, struct contracted x)
{
	uint32_t dims[TILING_MAX_RANK],
	    count = contraction_dims_of(c->dims.contracting, CONTRACTION_LHS, dims);
	struct shards result = contract_locally(c, x.lhs, x.rhs, &x);
	return all_reduced(c->p, result, x.lhs.tiling, dims, count);
}

static bool adds_up_first(const struct contraction *c)
{
	const struct jax_rules *rules = c->p->options->rules;
	return rules && rules->has[XLA_ADDS_UP_FIRST];
}

/* Whether what is contracted takes all devices on both sides. */
static bool is_shared_by_all(const struct contraction *c, const struct base *b)
{
	int32_t devices = c->p->devices;
	return b->lhs_contracting == devices && b->rhs_contracting == devices && b->lhs_as_rhs &&
	       b->rhs_as_lhs;
}

/* Whether older releases, too, do not add up at once but look for groups of devices first. */
static bool comes_after_groups(const struct contraction *c, const struct contracted *x,
                               const struct base *b)
{
	const struct jax_rules *rules = c->p->options->rules;
	if (!is_shared_by_all(c, b) || tiling_is_replicated(x->out))
		return false;
	return tiling_tiles(x->out) != c->p->devices ||
	       (rules->has[XLA_GROUPS_EQUAL_FIRST] && is_same(b->lhs_as_rhs, x->rhs.tiling));
}

/* What is contracted takes all devices on both sides and the result is replicated, in older
 * releases whatever it is: the smaller operand is moved. */
static struct shards along_contracting(struct contraction *c, struct contracted x,
                                       const struct base *b)
{
	bool first = adds_up_first(c);
	if (!is_shared_by_all(c, b) || (!first && !tiling_is_replicated(x.out)))
		return shards_none();
	int64_t lhs = whole_bytes(x.lhs), rhs = whole_bytes(x.rhs);
	if (lhs < rhs || (lhs == rhs && !first))
		x.lhs = reshard(c->p, x.lhs, b->rhs_as_lhs);
	else
		x.rhs = reshard(c->p, x.rhs, b->lhs_as_rhs);
	const struct tiling *out = x.out;
	x.out = replicated_tiling(c->p, c->dims.out_rank);
	return reshard(c->p, summed(c, x), out);
}

/* Free dimensions of one operand take all devices, in the result too. */
static struct shards along_free(struct contraction *c, struct contracted x, const struct base *b)
{
	int32_t devices = c->p->devices;
	if (b->lhs_free == devices && b->out_lhs_free == devices && is_same(b->lhs_as_out, x.out))
		return contract_locally(c, x.lhs, replicate(c->p, x.rhs), &x);
	if (b->rhs_free == devices && b->out_rhs_free == devices && is_same(b->rhs_as_out, x.out))
		return contract_locally(c, replicate(c->p, x.lhs), x.rhs, &x);
	return shards_none();
}

/* Operands resharded to a result in which one class of dimensions takes all devices. */
static struct shards along_result(struct contraction *c, struct contracted x, const struct base *b)
{
	struct partitioner *p = c->p;
	if (b->out_batch == p->devices && b->out_as_lhs && b->out_as_rhs) {
		x.lhs = reshard(p, x.lhs, b->out_as_lhs);
		x.rhs = reshard(p, x.rhs, b->out_as_rhs);
	} else if (b->out_lhs_free == p->devices && b->out_as_lhs) {
		x.lhs = reshard(p, x.lhs, b->out_as_lhs);
		x.rhs = replicate(p, x.rhs);
	} else if (b->out_rhs_free == p->devices && b->out_as_rhs) {
		x.lhs = replicate(p, x.lhs);
		x.rhs = reshard(p, x.rhs, b->out_as_rhs);
	} else {
		return shards_none();
	}
	return contract_locally(c, x.lhs, x.rhs, &x);
}

static int64_t elements(const int64_t *extents, uint32_t rank)
{
	return array_bytes(extents, rank, 1);
}

/* A replicated result of a replicated operand and one whose contracted dimensions take all devices:
 * adding up is cheaper than gathering when the operand has more elements than the result. */
static struct shards along_one_side(struct contraction *c, struct contracted x,
                                    const struct base *b)
{
	struct partitioner *p = c->p;
	int64_t result = elements(x.out_extents, c->dims.out_rank);
	if (!tiling_is_replicated(x.out))
		return shards_none();
	if (b->rhs_contracting == p->devices && tiling_is_replicated(x.lhs.tiling) &&
	    b->rhs_as_lhs && elements(x.rhs.extents, c->dims.rhs_rank) > result)
		x.lhs = reshard(p, x.lhs, b->rhs_as_lhs);
	else if (b->lhs_contracting == p->devices && tiling_is_replicated(x.rhs.tiling) &&
	         b->lhs_as_rhs && elements(x.lhs.extents, c->dims.lhs_rank) > result)
		x.rhs = reshard(p, x.rhs, b->lhs_as_rhs);
	else
		return shards_none();
	return summed(c, x);
}

struct shards contract_base(struct contraction *c, struct contracted x, bool last)
{
	struct base b;
	if (tiling_is_partly_replicated(x.out) || partition_ended(c->p))
		return shards_none();
	count_tiles(c, &x, &b);
	map_tilings(c, &x, &b);
	struct shards result = along_batch(c, x, &b);
	if (!result.tiling && !last && adds_up_first(c) && comes_after_groups(c, &x, &b))
		return result;
	if (!result.tiling)
		result = along_contracting(c, x, &b);
	if (!result.tiling)
		result = along_free(c, x, &b);
	if (!result.tiling && last)
		result = along_result(c, x, &b);
	if (!result.tiling)
		result = along_one_side(c, x, &b);
	return result;
}
