/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tiling seen as groups of devices and a tiling inside of each: how the rules of operations put
 * some dimensions aside. Follows xla::hlo_sharding_util::GroupedSharding of jaxlib 0.10.2. The
 * dimension number `rank` stands for the replicas.
 */
#pragma once

#include "reshard/device_groups.h"

struct grouped {
	const struct device_groups *groups; /* numbered row-major over `apart`, in its order */
	const struct tiling *inner;         /* of places in a group; of the same rank */
	struct split_dims apart;
};

/*
 * Groups the devices of a tiling by their place along `dims`, in that order. Of the replicas, where
 * they are among them, `kept` stay together in a group (a divisor of their number; else ignored).
 * xla GroupShardingOnDims.
 */
const struct grouped *grouped_on(struct arena *arena, const struct tiling *tiling,
                                 const uint32_t *dims, uint32_t ndims, int32_t kept);

/* `count` groups of consecutive ids among `devices`, replicated inside, told apart by the replicas
 * of a tensor of `rank` dimensions; count divides devices. */
const struct grouped *grouped_consecutive(struct arena *arena, uint32_t rank, int32_t count,
                                          int32_t devices);

/* The tiling of all devices that a grouping is of (xla UngroupSharding). */
const struct tiling *grouped_expand(struct arena *arena, const struct grouped *grouped);

/*
 * The grouping with the groups of `to`, which are as many: the inner tiling renumbered by the order
 * of members of the first group, when groups of the same number (`any_order`: of any) have the same
 * members. When they have not, the groups are taken all the same, as XLA does (AlignGroupsWith).
 */
const struct grouped *grouped_align(struct arena *arena, const struct grouped *grouped,
                                    const struct device_groups *to, bool any_order);

/*
 * The dimensions along which a tiling tells the groups apart: those in which the first two members
 * of the first group agree. Returns how many, 0 when they do not make these groups (xla
 * GetFirstTargetDimsFromGroups, FindMatchingGroupDims).
 */
uint32_t grouped_find_dims(struct arena *scratch, const struct tiling *tiling,
                           const struct device_groups *groups, uint32_t *dims);

/*
 * A partly replicated tiling grouped on its replicas so that these are the groups: each group's
 * members in their order fill the tiles that they hold. NULL when a tile would be held too often,
 * or groups differ inside (xla PartialReplicatedGroupShardingWithAssignedDeviceGroups).
 */
struct grouped *grouped_on_members(struct arena *arena, const struct tiling *tiling,
                                   const struct device_groups *groups);
