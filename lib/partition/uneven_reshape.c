/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/partitioner.h"

void partition_uneven_reshape(struct partitioner *p, const struct instruction *instruction,
                              struct shards operand, const struct tiling *target)
{
	const struct hlo_shape *shape = instruction->shape;
	operand = replicate(p, operand);
	struct shards value = computed(p, replicated_tiling(p, shape->rank), shape->dims,
	                               operand.element_bytes, &operand, 1);
	set_result(p, instruction, reshard(p, value, target));
}
