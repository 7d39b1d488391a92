/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/contraction.h"

#include "partition/contraction_sum.h"
#include "sharding/named_tiling.h"

int32_t contraction_dim_of(struct contraction_dim dim, enum contraction_side side)
{
	switch (side) {
	case CONTRACTION_LHS:
		return dim.lhs;
	case CONTRACTION_RHS:
		return dim.rhs;
	case CONTRACTION_OUT:
		return dim.out;
	}
	return -1;
}

static void map_list(struct contraction *c, struct contraction_list list)
{
	for (uint32_t i = 0; i < list.count; i++) {
		struct contraction_dim d = list.items[i];
		if (d.lhs >= 0) {
			c->lhs_to_rhs[d.lhs] = d.rhs;
			c->lhs_to_out[d.lhs] = d.out;
		}
		if (d.rhs >= 0) {
			c->rhs_to_lhs[d.rhs] = d.lhs;
			c->rhs_to_out[d.rhs] = d.out;
		}
		if (d.out >= 0) {
			c->out_to_lhs[d.out] = d.lhs;
			c->out_to_rhs[d.out] = d.rhs;
		}
	}
}

void contraction_map(struct contraction *c)
{
	for (uint32_t i = 0; i < TILING_MAX_RANK; i++) {
		c->lhs_to_rhs[i] = c->lhs_to_out[i] = c->rhs_to_lhs[i] = -1;
		c->rhs_to_out[i] = c->out_to_lhs[i] = c->out_to_rhs[i] = -1;
	}
	map_list(c, c->dims.batch);
	map_list(c, c->dims.contracting);
	map_list(c, c->dims.lhs_free);
	map_list(c, c->dims.rhs_free);
	map_list(c, c->dims.spatial);
}

int64_t contraction_tiles(const struct tiling *tiling, struct contraction_list list,
                          enum contraction_side side)
{
	int64_t tiles = 1;
	for (uint32_t i = 0; i < list.count; i++) {
		int32_t dim = contraction_dim_of(list.items[i], side);
		tiles *= dim < 0 ? 1 : tiling->tiles[dim];
	}
	return tiles;
}

uint32_t contraction_dims_of(struct contraction_list list, enum contraction_side side,
                             uint32_t *dims)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < list.count; i++) {
		int32_t dim = contraction_dim_of(list.items[i], side);
		if (dim >= 0)
			dims[count++] = (uint32_t)dim;
	}
	return count;
}

/* The tiling with the dimensions of a list on one side replicated. */
static const struct tiling *without_list(struct arena *arena, const struct tiling *tiling,
                                         struct contraction_list list, enum contraction_side side)
{
	bool whole[TILING_MAX_RANK] = {false};
	uint32_t dims[TILING_MAX_RANK], count = contraction_dims_of(list, side, dims);
	for (uint32_t i = 0; i < count; i++)
		whole[dims[i]] = true;
	return tiling_replicated_on(arena, tiling, whole);
}

/* The one of both that cuts more, or what refines both (xla MergeSharding). */
static const struct tiling *finer(struct arena *arena, const struct tiling *a,
                                  const struct tiling *b)
{
	int32_t tiles_a = tiling_tiles(a), tiles_b = tiling_tiles(b);
	if (tiling_is_partly_replicated(a) && tiling_is_partly_replicated(b)) {
		int32_t more = (tiles_a > tiles_b ? tiles_a : tiles_b) + 1;
		const struct tiling *both = tiling_common(arena, a, b, more);
		if (both)
			return both;
	}
	return tiles_b > tiles_a ? b : a;
}

const struct tiling *contraction_operand_tiling(struct contraction *c, enum contraction_side side,
                                                const struct tiling *out,
                                                const struct tiling *other)
{
	struct arena *arena = c->p->arena;
	bool left = side == CONTRACTION_LHS;
	enum contraction_side across = left ? CONTRACTION_RHS : CONTRACTION_LHS;
	struct contraction_list free = left ? c->dims.rhs_free : c->dims.lhs_free;
	uint32_t rank = left ? c->dims.lhs_rank : c->dims.rhs_rank;
	const struct tiling *tiling =
	    tiling_mapped_partly(arena, without_list(arena, out, free, CONTRACTION_OUT),
	                         left ? c->out_to_lhs : c->out_to_rhs, rank);
	if (!other || tiling_is_replicated(other))
		return tiling;
	return finer(arena, tiling,
	             tiling_mapped_partly(arena, without_list(arena, other, free, across),
	                                  left ? c->rhs_to_lhs : c->lhs_to_rhs, rank));
}

static const int64_t *dot_shape(struct contraction *c, struct shards lhs, struct shards rhs)
{
	int64_t *local = arena_new(c->p->arena, int64_t, c->dims.out_rank);
	for (uint32_t i = 0; i < c->dims.out_rank; i++)
		local[i] = c->out_to_lhs[i] >= 0 ? lhs.local[c->out_to_lhs[i]]
		                                 : rhs.local[c->out_to_rhs[i]];
	return local;
}

struct shards contract_locally(struct contraction *c, struct shards lhs, struct shards rhs,
                               const struct contracted *x)
{
	const struct shards operands[2] = {lhs, rhs};
	struct shards value = computed(c->p, x->out, x->out_extents, c->element_bytes, operands, 2);
	value.local = c->shape ? c->shape(c, lhs, rhs) : dot_shape(c, lhs, rhs);
	value = note_contraction(c->p, lhs, rhs, value);
	if (c->sum)
		value = contraction_add_up(c, c->sum, value);
	return value;
}

/* Operands that are replicated, and a result that is partly: contracted inside the groups of
 * replicas (xla PartitionDotRemovingOutputPartialReplication). */
static struct shards without_replicas(struct contraction *c, struct contracted x)
{
	struct partitioner *p = c->p;
	uint32_t replicas = c->dims.out_rank;
	if (!tiling_is_replicated(x.lhs.tiling) || !tiling_is_replicated(x.rhs.tiling) ||
	    !tiling_is_partly_replicated(x.out))
		return shards_none();
	const struct grouped *out = grouped_on(p->arena, x.out, &replicas, 1, 1);
	struct contracted inner = x;
	enter_groups(p, out->groups);
	inner.lhs.tiling = replicated_tiling(p, c->dims.lhs_rank);
	inner.rhs.tiling = replicated_tiling(p, c->dims.rhs_rank);
	inner.out = out->inner;
	struct shards result = contract(c, inner);
	leave_groups(p);
	return result;
}

static struct shards contract_pass(struct contraction *c, struct contracted x)
{
	static contraction_way *const ways[] = {
	    contract_in_batch_groups,
	    contract_in_free_groups,
	    contract_in_contracting_groups,
	    without_replicas,
	};
	struct shards result = c->first ? c->first(c, x) : shards_none();
	if (c->first_only)
		return result;
	if (!result.tiling)
		result = contract_base(c, x, false);
	contraction_way *way = NULL;
	for (uint32_t i = 0; i < COUNT_OF(ways) && !result.tiling; i++)
		if (!partition_ended(c->p))
			result = (way = ways[i])(c, x);
	/* What the outermost contraction says comes last. */
	c->in_free_groups = result.tiling && way == contract_in_free_groups;
	return result.tiling ? result : contract_base(c, x, true);
}

/* The last resort: operands as the result needs them, or replicated where windows slide. */
static struct shards contract_at_last(struct contraction *c, struct contracted x)
{
	struct partitioner *p = c->p;
	if (!c->dims.spatial.count) {
		struct shards lhs =
		    reshard(p, x.lhs, contraction_operand_tiling(c, CONTRACTION_LHS, x.out, NULL));
		struct shards rhs =
		    reshard(p, x.rhs, contraction_operand_tiling(c, CONTRACTION_RHS, x.out, NULL));
		return contract_locally(c, lhs, rhs, &x);
	}
	struct contracted whole = x;
	whole.out = replicated_tiling(p, c->dims.out_rank);
	struct shards result =
	    contract_locally(c, replicate(p, x.lhs), replicate(p, x.rhs), &whole);
	return reshard(p, result, x.out);
}

/* Groups within groups end when a group has one device, which is some thirty levels at most. */
enum { MAX_LEVELS = 48 };

struct shards contract(struct contraction *c, struct contracted x)
{
	struct shards result = shards_none();
	if (c->p->depth >= 2 * MAX_LEVELS + 64) {
		result = contract_at_last(c, x);
		return unknown_shards(c->p, result, "the groups do not come to an end");
	}
	c->p->depth++;
	for (int pass = 0; pass < 2 && !result.tiling; pass++) {
		x.strict = pass == 0;
		result = contract_pass(c, x);
	}
	if (!result.tiling)
		result = contract_at_last(c, x);
	c->p->depth--;
	return outside(result, x.out, x.out_extents);
}

struct shards contract_in(struct contraction *c, const struct device_groups *groups,
                          struct contracted x)
{
	enter_groups(c->p, groups);
	struct shards result = contract(c, x);
	leave_groups(c->p);
	return result;
}

/* Operands lose their names before anything is moved (xla HandleDotHelper). Where the mesh has an
 * order of its own, the groups of a gather are those of the array of devices from then on. */
static struct shards nameless_operand(struct partitioner *p, const struct instruction *instruction,
                                      uint32_t operand)
{
	struct shards value = operand_value(p, instruction, operand);
	if (value.tiling->named && value.tiling->named->mesh->order)
		value.tiling = tiling_nameless(p->arena, value.tiling);
	return value;
}

struct contracted contraction_of(struct partitioner *p, const struct instruction *instruction)
{
	return (struct contracted){
	    .lhs = nameless_operand(p, instruction, 0),
	    .rhs = nameless_operand(p, instruction, 1),
	    .out = result_tiling(p, instruction),
	    .out_extents = instruction->shape->dims,
	};
}

struct shards contract_all(struct contraction *c, struct contracted x)
{
	c->p->resharder.forms_matter = false;
	struct shards value = contract(c, x);
	c->p->resharder.forms_matter = true;
	return value;
}

void set_contracted(struct contraction *c, const struct instruction *instruction,
                    struct shards value)
{
	/* Releases that keep names lose those of the result on one of the ways. */
	if (c->in_free_groups)
		value.tiling = tiling_nameless(c->p->arena, value.tiling);
	set_result(c->p, instruction, value);
	contraction_loses_names(c->p, instruction);
}
