/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Devices put into groups of equal size along some dimensions of a tiling. Collectives run within
 * groups, and a reshard can be solved inside them, where a device is known by its place in the
 * group. Follows xla::hlo_sharding_util::GroupedSharding of jaxlib 0.10.2.
 */
#pragma once

#include "sharding/tiling.h"

struct device_groups {
	const struct device_groups
	    *outer;             /* the groups whose places `members` are, or NULL: devices */
	const int32_t *members; /* `count` groups of `size` ids, one after the other */
	int32_t count, size;
};

/* The dimensions that tell groups apart, none twice; the number after the last one of a tensor
 * stands for the replicas. */
struct split_dims {
	uint32_t count, dims[TILING_MAX_RANK + 1];
	int32_t sizes[TILING_MAX_RANK + 1]; /* into how many parts the groups cut each */
};

/*
 * Groups along the dimensions of the tiling, the replicas being dimension `rank`: of each dimension
 * the minor part kept[i] stays inside a group, the rest tells groups apart. Groups are numbered
 * row-major over what tells them apart, members likewise over what is kept.
 */
const struct device_groups *device_groups_make(struct arena *arena, const struct tiling *tiling,
                                               const int32_t *kept);

/* The groups of the devices that differ only in dimension `dim` (or in replicas, if it is rank). */
const struct device_groups *device_groups_along(struct arena *arena, const struct tiling *tiling,
                                                uint32_t dim);

/*
 * The same of a tiling whose axes have names, by those axes: groups lie along the mesh, whose
 * devices may be in any order, while the replicas of a tiling ascend.
 */
const struct device_groups *device_groups_of_axes(struct arena *arena, const struct tiling *tiling,
                                                  const int32_t *kept);

/*
 * Groups in the order in which a collective lists them: as they are, but by their first members
 * when the compiler knows the axes of `tiling`, for it then writes the axes and no list (measured
 * on jaxlib 0.12.0.1).
 */
const struct device_groups *device_groups_listed(struct arena *arena, const struct tiling *tiling,
                                                 const int32_t *kept);

/* Those listed of the devices that differ only in dimension `dim`. */
const struct device_groups *device_groups_listed_along(struct arena *arena,
                                                       const struct tiling *tiling, uint32_t dim);

/* Whether both list the same members in the same order. */
bool device_groups_equal(const struct device_groups *a, const struct device_groups *b);

/* Whether groups of the same number have the same members, in whatever order; they have as many. */
bool device_groups_match(struct arena *scratch, const struct device_groups *a,
                         const struct device_groups *b);

/*
 * The inner tiling `inner`, whose ids are places in `from`, renumbered for the groups `to`: when
 * each group of `from` has the members of the same group of `to` (`any_order`: of any), by the
 * order of the first; else unchanged, as XLA leaves it (xla AlignGroupsWith).
 */
const struct tiling *device_groups_align(struct arena *arena, const struct tiling *inner,
                                         const struct device_groups *from,
                                         const struct device_groups *to, bool any_order);

/*
 * The tiling of all devices: inside each group that of `inner`, and the dimensions that tell groups
 * apart multiplied back in (xla::hlo_sharding_util::UngroupSharding).
 */
const struct tiling *device_groups_expand(struct arena *arena, const struct device_groups *groups,
                                          const struct tiling *inner,
                                          const struct split_dims *apart);
