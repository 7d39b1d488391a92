/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is partly inside a shard_map: by some axes each device has its own, by the others values are
 * partitioned among the devices that agree in those. All of jaxlib 0.10.2 (xla
 * GetManualSubgroupSharding).
 */
#pragma once

#include "partition/partitioner.h"

/* The groups that have one value each, and the tiling inside of them. */
struct manual_part {
	const struct device_groups *groups; /* members ascend in each */
	const struct tiling *inner;
};

/* Whether it may be partly manual at all, which few are. */
static inline bool may_be_partly_manual(const struct hlo_sharding *sharding)
{
	return sharding && ((sharding->kind == HLO_TILED && sharding->ntypes > 0) ||
	                    (sharding->kind == HLO_NAMED && sharding->named->manual.count > 0));
}

/* That of a tensor of `rank` dimensions; false when the sharding is not partly manual, or not one
 * of the tensor and the module's devices. */
bool manual_part_of(struct partitioner *p, const struct hlo_sharding *sharding, uint32_t rank,
                    struct manual_part *part);

/* The groups of the instruction's result, or NULL. */
const struct device_groups *manual_groups(struct partitioner *p,
                                          const struct instruction *instruction);

/* From here on places are those in these groups, or of all devices (NULL). */
void enter_manual(struct partitioner *p, const struct device_groups *groups);

/* An operand's leaf as it was made, in whatever groups; NULL when nothing made it. */
const struct shards *operand_as_made(struct partitioner *p, const struct instruction *instruction,
                                     uint32_t operand, uint32_t leaf);
