/* SPDX-License-Identifier: Apache-2.0 */
/* What each device has of an instruction, and what it computes. */
#include "base/checked.h"
#include "module/operation_work.h"
#include "partition/manual.h"
#include "partition/partition_frame.h"

struct shards note_contraction(struct partitioner *p, struct shards lhs, struct shards rhs,
                               struct shards value)
{
	struct operation_sizes sizes = {.result = value.local, .operands = {lhs.local, rhs.local}};
	struct contraction_work work = {
	    .node = resharder_node(&p->resharder, value.made),
	    .work = operation_work(p->at, &sizes),
	};
	if (!checked_add(&work.operands, local_bytes(lhs), local_bytes(rhs)))
		work.operands = INT64_MAX;
	arena_push(p->arena, p->contractions, p->ncontractions, p->room_contractions, work);
	value.made = work.node;
	return value;
}

/* The contractions that a value depends on, of those made since there were `nodes` of them. */
static void add_contractions(struct partitioner *p, struct shards value, uint32_t nodes,
                             struct partition_share *share)
{
	struct arena_mark mark = arena_mark(p->arena);
	const bool *reached = reached_nodes(p, &value, 1, nodes);
	for (uint32_t i = p->ncontractions; i-- > 0 && p->contractions[i].node >= nodes;) {
		const struct contraction_work *one = &p->contractions[i];
		if (!reached[one->node - nodes])
			continue;
		operation_work_add(&share->work, one->work, 1);
		if (!checked_add(&share->operands, share->operands, one->operands))
			share->operands = INT64_MAX;
	}
	arena_rewind(p->arena, mark);
}

/* Whether an operand has the sizes of the first result: then it is brought to where that is. */
static bool is_alike(const struct instruction *instruction, uint32_t operand)
{
	const struct hlo_shape *given = instruction->operands[operand]->shape,
			       *made = shape_leaf(instruction->shape, 0);
	return !given->tuple && given->rank == made->rank &&
	       memcmp(given->dims, made->dims, given->rank * sizeof(*given->dims)) == 0;
}

/* What is not contracted is computed where its operands are, and its result as it is made. */
static struct operation_work local_work(struct partitioner *p,
                                        const struct instruction *instruction,
                                        const struct shards *leaves)
{
	const int64_t *computed = p->computed ? p->computed : leaves[0].local;
	struct operation_sizes sizes = {.result = computed};
	for (uint32_t i = 0; i < instruction->noperands && i < COUNT_OF(sizes.operands); i++) {
		const struct shards *value = operand_as_made(p, instruction, i, 0);
		sizes.operands[i] = is_alike(instruction, i) ? computed
		                    : value                  ? value->local
		                                             : NULL;
	}
	return operation_work(instruction, &sizes);
}

/* The row of the computation that is being walked. */
static struct partition_share *share_of(struct partitioner *p,
                                        const struct instruction *instruction)
{
	const struct computation *computation = p->frame->computation;
	struct partition_share **row = &p->shares[computation->number];
	if (!*row)
		*row = arena_new(p->kept, struct partition_share, computation->count);
	return &(*row)[instruction->number];
}

void note_share(struct partitioner *p, const struct instruction *instruction, uint32_t nodes)
{
	const struct shards *leaves = p->frame->values[instruction->number];
	uint32_t count = shape_leaves(instruction->shape);
	struct partition_share share = {.known = leaves != NULL};
	for (uint32_t i = 0; leaves && i < count; i++) {
		share.known &= leaves[i].tiling != NULL;
		if (!share.known || !checked_add(&share.bytes, share.bytes, local_bytes(leaves[i])))
			share.bytes = INT64_MAX;
	}
	if (share.known && operation_contracts(instruction->opcode))
		add_contractions(p, leaves[0], nodes, &share);
	if (share.known && count && share.operands == 0)
		share.work = local_work(p, instruction, leaves);
	*share_of(p, instruction) = share;
}
