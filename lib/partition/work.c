/* SPDX-License-Identifier: Apache-2.0 */
/* What each device has of an instruction, and what it computes. */
#include "base/checked.h"
#include "module/operation_work.h"
#include "partition/manual.h"
#include "partition/partition_frame.h"

struct shards note_work(struct partitioner *p, struct operation_work work, int64_t operands,
                        struct shards value)
{
	struct noted_work noted = {resharder_node(&p->resharder, value.made), operands, work};
	arena_push(p->arena, p->noted, p->nnoted, p->room_noted, noted);
	value.made = noted.node;
	return value;
}

struct shards note_contraction(struct partitioner *p, struct shards lhs, struct shards rhs,
                               struct shards value)
{
	struct operation_sizes sizes = {
	    .result = value.local, .operands = {lhs.local, rhs.local}, .padded = p->padded};
	int64_t operands;
	if (!checked_add(&operands, local_bytes(lhs), local_bytes(rhs)))
		operands = INT64_MAX;
	return note_work(p, operation_work(p->at, &sizes), operands, value);
}

/* What was made in a computation of the places of shards of these sizes along a dimension: the
 * places, or where they are beyond a limit. */
struct known_mask {
	const struct computation *computation;
	uint32_t rank, dim;
	int64_t limit;
	const int64_t *local;
	const struct instruction *maker;
	struct known_mask *next;
};

/* Limits: none, of the places themselves; before the array. */
enum { PLACES = -1, BEFORE = -2 };

/* Whether it is made for the first time. */
static bool is_new(struct partitioner *p, struct shards value, uint32_t dim, int64_t limit)
{
	struct known_mask mask = {.computation = p->frame->computation,
	                          .rank = value.tiling->rank,
	                          .dim = dim,
	                          .limit = limit,
	                          .local = value.local,
	                          .maker = p->at,
	                          .next = p->masks};
	size_t size = mask.rank * sizeof(*mask.local);
	for (const struct known_mask *one = p->masks; one; one = one->next)
		if (one->computation == mask.computation && one->rank == mask.rank &&
		    one->dim == dim && one->limit == limit &&
		    memcmp(one->local, mask.local, size) == 0) {
			p->again.maker = one->maker;
			return false;
		}
	p->masks = arena_copy(p->arena, &mask, 1, sizeof(mask));
	return true;
}

/* An operation for each element of a shard. */
static double elements_of(struct shards value)
{
	double elements = 1;
	for (uint32_t i = 0; i < value.tiling->rank; i++)
		elements *= (double)value.local[i];
	return elements;
}

void note_places(struct partitioner *p, struct shards iota, uint32_t dim)
{
	if (iota.tiling->tiles[dim] > 1 && is_new(p, iota, dim, PLACES))
		p->masking.flops += elements_of(iota) + 1;
}

void note_reduced_again(struct partitioner *p, const struct instruction *reduction,
                        struct shards input, const bool *reduced, struct shards result)
{
	int64_t gathered[TILING_MAX_RANK];
	struct operation_sizes sizes = {.result = result.local, .operands = {gathered}};
	for (uint32_t i = 0; i < input.tiling->rank; i++)
		gathered[i] = reduced[i] ? input.tiling->tiles[i] : input.local[i];
	operation_work_add(&p->masking, operation_work(reduction, &sizes), 1);
}

void note_mask(struct partitioner *p, struct shards value, const bool *dims)
{
	uint32_t operations = 0, compared = 0;
	for (uint32_t i = 0; i < value.tiling->rank; i++) {
		if (!dims[i] || value.extents[i] % value.tiling->tiles[i] == 0)
			continue;
		operations += is_new(p, value, i, PLACES);
		operations += is_new(p, value, i, value.extents[i]);
		compared++;
	}
	if (compared) /* joined, and chosen by */
		p->masking.flops += elements_of(value) * (operations + compared);
}

/* Notes a mask of so many operations for each element, and as many that were made before. */
static void add_mask(struct partitioner *p, struct shards value, uint32_t operations,
                     uint32_t before)
{
	p->masking.flops += elements_of(value) * operations;
	p->again.flops += elements_of(value) * before;
}

void note_window(struct partitioner *p, struct shards read, uint32_t dim, int64_t extent,
                 int64_t low)
{
	bool before = low > 0, behind = read.local[dim] * read.tiling->tiles[dim] > extent + low;
	if (read.tiling->tiles[dim] == 1 || !(before || behind))
		return;
	bool places = is_new(p, read, dim, PLACES);
	uint32_t operations = places, all = 1U + before + behind;
	*(places ? &p->masking.flops : &p->again.flops) += 1; /* where a device begins */
	operations += before && is_new(p, read, dim, BEFORE - low);
	operations += behind && is_new(p, read, dim, extent + low);
	add_mask(p, read, operations + (before && behind) + 1, all - operations);
}

/* Adds the work that a value depends on, of what was noted since there were `nodes` of them.
 * Returns whether there is any. */
static bool add_noted(struct partitioner *p, struct shards value, uint32_t nodes,
                      struct partition_share *share)
{
	bool any = false;
	struct arena_mark mark = arena_mark(p->arena);
	const bool *reached = reached_nodes(p, &value, 1, nodes);
	for (uint32_t i = p->nnoted; i-- > 0 && p->noted[i].node >= nodes;) {
		const struct noted_work *one = &p->noted[i];
		if (!reached[one->node - nodes])
			continue;
		any = true;
		operation_work_add(&share->work, one->work, 1);
		if (!checked_add(&share->operands, share->operands, one->operands))
			share->operands = INT64_MAX;
	}
	arena_rewind(p->arena, mark);
	return any;
}

/* Whether its rule notes what is computed. */
static bool is_noted(enum opcode opcode)
{
	return operation_contracts(opcode) || opcode == OPCODE_GATHER || opcode == OPCODE_SCATTER;
}

/* Whether an operand has the sizes of the first result: then it is brought to where that is. */
static bool is_alike(const struct instruction *instruction, uint32_t operand)
{
	const struct hlo_shape *given = instruction->operands[operand]->shape,
			       *made = shape_leaf(instruction->shape, 0);
	return !given->tuple && hlo_shape_same_sizes(given, made);
}

/* What is not noted is computed where its operands are, and its result as it is made. */
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

/* Bytes of the result as it is computed, before it is brought to its sharding. */
static int64_t made_bytes(const struct partitioner *p, struct shards result)
{
	int64_t bytes = result.element_bytes;
	for (uint32_t i = 0; i < result.tiling->rank; i++)
		if (!checked_multiply(&bytes, bytes, p->computed[i]))
			return INT64_MAX;
	return bytes;
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

void forget_work(struct partitioner *p, const struct instruction *instruction)
{
	if (instruction->users == 1)
		share_of(p, instruction)->work = (struct operation_work){0, 0};
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
	bool noted =
	    share.known && is_noted(instruction->opcode) && add_noted(p, leaves[0], nodes, &share);
	if (share.known && count && !noted)
		share.work = local_work(p, instruction, leaves);
	operation_work_add(&share.work, p->masking, 1);
	share.again = p->again;
	if (share.known && count == 1 && p->computed)
		share.made = made_bytes(p, leaves[0]);
	*share_of(p, instruction) = share;
}
