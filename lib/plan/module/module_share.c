/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_share.h"

#include "module/operation_work.h"

/* What fused instructions compute: they are applied whole, and are in no loop of their own. */
static struct operation_work fused_work(const struct instruction *fusion)
{
	static const struct operation_sizes whole;
	struct operation_work work = {0, 0};
	for (uint32_t i = 0; i < fusion->ncalled; i++)
		for (uint32_t k = 0; k < fusion->called[i]->count; k++)
			operation_work_add(
			    &work, operation_work(fusion->called[i]->instructions[k], &whole), 1);
	return work;
}

/* Of a text whose shapes are those of one device. */
static struct partition_share share_of_text(const struct instruction *instruction)
{
	static const struct operation_sizes whole;
	return (struct partition_share){
	    .known = true,
	    .bytes = hlo_shape_bytes(instruction->shape),
	    .work = instruction->opcode == OPCODE_FUSION ? fused_work(instruction)
	                                                 : operation_work(instruction, &whole),
	};
}

struct partition_share module_share(const struct module_shares *shares,
                                    const struct computation *computation,
                                    const struct instruction *instruction)
{
	static const struct partition_share unknown;
	const struct partition *partition = shares->partition;
	if (!partition)
		return share_of_text(instruction);
	const struct partition_share *row =
	    partition->shares ? partition->shares[computation->number] : NULL;
	return row ? row[instruction->number] : unknown;
}
