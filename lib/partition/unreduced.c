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

bool is_unreduced(const struct instruction *instruction)
{
	const struct named_sharding *named = named_of(instruction);
	return named && named->unreduced.count;
}

bool awaits_sum(const struct instruction *instruction)
{
	return (instruction->opcode == OPCODE_DOT || instruction->opcode == OPCODE_REDUCE) &&
	       is_unreduced(instruction);
}

const char *beyond_parts_of_sums(const struct instruction *instruction)
{
	if (instruction->opcode == OPCODE_COPY || instruction->opcode == OPCODE_TUPLE ||
	    is_unreduced(instruction))
		return NULL;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		if (is_unreduced(instruction->operands[i]))
			return "it is given parts of sums";
	return NULL;
}

struct shards summed_parts(struct partitioner *p, const struct instruction *source,
                           struct shards value)
{
	const struct named_sharding *named = named_of(source);
	if (!named)
		return value;
	struct named_sharding along = named_sharding_make(p->arena, named->mesh, 1);
	struct named_sharding *kept = arena_new(p->arena, struct named_sharding, 1);
	along.dims[0].axes = named->unreduced;
	*kept = along;
	const struct hlo_sharding sharding = {.kind = HLO_NAMED, .named = kept};
	const struct tiling *tiling = tiling_of_sharding(p, &sharding, 1);
	if (!tiling)
		return unknown_shards(p, value, "it is part of a sum over unknown axes");
	const uint32_t first = 0;
	return all_reduced(p, value, tiling, &first, 1);
}
