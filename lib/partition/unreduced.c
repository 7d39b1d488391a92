/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values of which each device holds a part of a sum: JAX lets only what keeps them apart use them,
 * and a constraint ends them. Shardy adds them up in front of it, for the operation that made them;
 * the partitioner sees them as replicated (measured on jaxlib 0.10.2).
 */
#include "partition/unreduced.h"

#include "sharding/named_sharding.h"

static const struct named_sharding *named_of(const struct instruction *instruction)
{
	const struct hlo_sharding *sharding = instruction->sharding;
	return sharding && sharding->kind != HLO_TUPLE ? sharding->named : NULL;
}

bool awaits_sum(const struct instruction *instruction)
{
	return (instruction->opcode == OPCODE_DOT || instruction->opcode == OPCODE_REDUCE) &&
	       instruction_is_unreduced(instruction);
}

const char *beyond_parts_of_sums(const struct instruction *instruction)
{
	if (instruction->opcode == OPCODE_COPY || instruction->opcode == OPCODE_TUPLE ||
	    instruction_is_unreduced(instruction))
		return NULL;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		if (instruction_is_unreduced(instruction->operands[i]))
			return "it is given parts of sums";
	return NULL;
}

static struct axis_parts unreduced_of(const struct instruction *instruction)
{
	const struct named_sharding *named = named_of(instruction);
	return named ? named->unreduced : (struct axis_parts){0};
}

/* The axes along which a copy makes parts of what is whole, of which one device keeps it and the
 * others have zeros, or of shards, which become as large with zeros. */
static struct axis_parts axes_begun(struct partitioner *p, const struct instruction *copy)
{
	struct axis_parts after = unreduced_of(copy), before = {0};
	if (copy->opcode != OPCODE_COPY)
		return before;
	before = unreduced_of(copy->operands[0]);
	return axis_parts_without(p->arena, &after, &before);
}

/* The axes along which the copy is given parts, and its result is not in parts. */
static struct axis_parts axes_ended(struct partitioner *p, const struct instruction *copy)
{
	struct axis_parts given = unreduced_of(copy->operands[0]), kept = unreduced_of(copy);
	return axis_parts_without(p->arena, &given, &kept);
}

static bool all_among(struct partitioner *p, const struct axis_parts *parts,
                      const struct axis_parts *others)
{
	return !axis_parts_without(p->arena, parts, others).count;
}

bool begins_parts(struct partitioner *p, const struct instruction *instruction)
{
	const struct named_sharding *after = named_of(instruction);
	if (instruction->opcode != OPCODE_COPY || !after || !axes_begun(p, instruction).count)
		return false;
	const struct named_sharding *before = named_of(instruction->operands[0]);
	return before && before->rank == after->rank && before->mesh == after->mesh;
}

/* Whether the axes of a dim are those before without some of `begun` at their minor end, so that
 * each device has its part where it was. */
static bool loses_minor(struct partitioner *p, const struct axis_parts *before,
                        const struct axis_parts *after, const struct axis_parts *begun)
{
	if (after->count >= before->count)
		return false;
	for (uint32_t i = 0; i < after->count; i++)
		if (!axis_part_equal(&before->items[i], &after->items[i]))
			return false;
	const struct axis_parts lost = {before->items + after->count, before->count - after->count};
	return all_among(p, &lost, begun);
}

const struct tiling *tiling_before_parts(struct partitioner *p, const struct instruction *copy)
{
	const struct named_sharding *before = named_of(copy->operands[0]), *after = named_of(copy);
	if (!before || !after)
		return NULL;
	struct axis_parts begun = axes_begun(p, copy);
	struct named_sharding *between = arena_copy(p->arena, after, 1, sizeof *between);
	between->dims = arena_copy(p->arena, after->dims, after->rank, sizeof(struct named_dim));
	between->unreduced = (struct axis_parts){0};
	for (uint32_t i = 0; i < after->rank; i++)
		if (loses_minor(p, &before->dims[i].axes, &after->dims[i].axes, &begun))
			between->dims[i] = before->dims[i];
	const struct hlo_sharding sharding = {.kind = HLO_NAMED, .named = between};
	return tiling_of_sharding(p, &sharding, copy->shape->rank);
}

bool ends_parts(struct partitioner *p, const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_COPY && axes_ended(p, instruction).count;
}

bool undoes_parts(struct partitioner *p, const struct instruction *copy)
{
	struct axis_parts begun = axes_begun(p, copy->operands[0]), ended = axes_ended(p, copy);
	return begun.count && begun.count == ended.count && all_among(p, &begun, &ended);
}

struct shards summed_parts(struct partitioner *p, const struct instruction *copy,
                           struct shards value)
{
	const struct named_sharding *named = named_of(copy->operands[0]);
	struct axis_parts ended = axes_ended(p, copy);
	if (!named || undoes_parts(p, copy))
		return value;
	struct named_sharding along = named_sharding_make(p->arena, named->mesh, 1);
	struct named_sharding *kept = arena_new(p->arena, struct named_sharding, 1);
	along.dims[0].axes = ended;
	*kept = along;
	const struct hlo_sharding sharding = {.kind = HLO_NAMED, .named = kept};
	const struct tiling *tiling = tiling_of_sharding(p, &sharding, 1);
	if (!tiling)
		return unknown_shards(p, value, "it is part of a sum over unknown axes");
	const uint32_t first = 0;
	return all_reduced(p, value, tiling, &first, 1);
}
