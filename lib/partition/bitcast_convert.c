/* SPDX-License-Identifier: Apache-2.0 */
/* Other views of the same bits. All of jaxlib 0.10.2. */
#include "partition/partitioner.h"

/* A last dimension that is split off, or that elements are put together from, is whole. */
void partition_bitcast_convert(struct partitioner *p, const struct instruction *instruction)
{
	uint32_t from = instruction->operands[0]->shape->rank, to = instruction->shape->rank;
	const struct tiling *target = result_tiling(p, instruction);
	bool last[TILING_MAX_RANK] = {false};
	if (from == to || tiling_is_replicated(target)) {
		if (from == to)
			partition_elementwise(p, instruction);
		else
			partition_default(p, instruction);
		return;
	}
	struct shards value = operand_value(p, instruction, 0);
	const struct tiling *read, *made;
	last[from > to ? to : from] = true;
	if (from > to) {
		read = tiling_replicated_on(p->arena, value.tiling, last);
		made = tiling_reduced(p->arena, read, last);
	} else {
		made = tiling_replicated_on(p->arena, target, last);
		read = tiling_reduced(p->arena, made, last);
	}
	value = reshard(p, value, read);
	set_result(p, instruction, computed_leaf(p, instruction, 0, made, &value, 1));
}
