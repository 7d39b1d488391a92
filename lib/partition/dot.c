/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/contraction.h"
#include "sharding/tiling_memo.h"

/* Dimensions of one operand, by what a dot does with them. */
struct operand_dims {
	bool taken[TILING_MAX_RANK]; /* as batch or contracted */
	uint32_t rank;
};

/* Takes dimensions; false when one does not exist or is taken already. */
static bool take(struct operand_dims *operand, const int64_t *dims, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (dims[i] < 0 || dims[i] >= operand->rank || operand->taken[dims[i]])
			return false;
		operand->taken[dims[i]] = true;
	}
	return true;
}

/* Fills in pairs of dimensions. */
static struct contraction_list pairs(struct arena *arena, const int64_t *lhs, const int64_t *rhs,
                                     uint32_t count, bool in_result)
{
	struct contraction_dim *items = arena_new(arena, struct contraction_dim, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = (struct contraction_dim){(int32_t)lhs[i], (int32_t)rhs[i],
		                                    in_result ? (int32_t)i : -1};
	return (struct contraction_list){items, count};
}

/* What is left of an operand's dimensions, from dimension `first` of the result on. */
static struct contraction_list free_dims(struct arena *arena, const struct operand_dims *operand,
                                         bool left, uint32_t first)
{
	struct contraction_dim *items = arena_new(arena, struct contraction_dim, operand->rank);
	uint32_t count = 0;
	for (uint32_t i = 0; i < operand->rank; i++) {
		if (operand->taken[i])
			continue;
		items[count] = (struct contraction_dim){
		    left ? (int32_t)i : -1, left ? -1 : (int32_t)i, (int32_t)(first + count)};
		count++;
	}
	return (struct contraction_list){items, count};
}

/* The dimensions of a dot; false when its numbers are not those of its arrays. */
static bool dot_dims(struct arena *arena, const struct instruction *instruction,
                     struct contraction_dims *dims)
{
	const struct dot_numbers *n = instruction->dot;
	struct operand_dims lhs = {.rank = instruction->operands[0]->shape->rank};
	struct operand_dims rhs = {.rank = instruction->operands[1]->shape->rank};
	if (!n || !take(&lhs, n->lhs_batch, n->nbatch) || !take(&rhs, n->rhs_batch, n->nbatch) ||
	    !take(&lhs, n->lhs_contracting, n->ncontracting) ||
	    !take(&rhs, n->rhs_contracting, n->ncontracting))
		return false;
	dims->lhs_rank = lhs.rank;
	dims->rhs_rank = rhs.rank;
	dims->out_rank = instruction->shape->rank;
	dims->batch = pairs(arena, n->lhs_batch, n->rhs_batch, n->nbatch, true);
	dims->contracting =
	    pairs(arena, n->lhs_contracting, n->rhs_contracting, n->ncontracting, false);
	dims->lhs_free = free_dims(arena, &lhs, true, n->nbatch);
	dims->rhs_free = free_dims(arena, &rhs, false, n->nbatch + dims->lhs_free.count);
	return n->nbatch + dims->lhs_free.count + dims->rhs_free.count == dims->out_rank;
}

void partition_dot(struct partitioner *p, const struct instruction *instruction)
{
	const struct hlo_shape *shape = instruction->shape;
	struct contraction c = {.p = p, .element_bytes = shape_element_bytes(shape)};
	if (instruction->noperands < 2 || shape->tuple ||
	    !dot_dims(p->arena, instruction, &c.dims)) {
		set_unknown(p, instruction, "its dimensions are not those of its operands");
		return;
	}
	contraction_map(&c);
	struct contracted x = contraction_of(p, instruction);
	if (x.lhs.memory == x.rhs.memory)
		x.rhs = renewed(p, x.rhs);
	struct shards value = contract_all(&c, x);
	/* Releases that keep names lose those of the result on one of the ways. */
	if (c.in_free_groups)
		value.tiling = tiling_nameless(p->arena, value.tiling);
	set_result(p, instruction, value);
	contraction_loses_names(p, instruction);
}
