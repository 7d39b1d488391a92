/* SPDX-License-Identifier: Apache-2.0 */
/* Shardings by names as programs write them: PartitionSpec, mark_sharding, DTensor placements. */
#pragma once

#include "base/buf.h"
#include "diag/diag.h"
#include "sharding/named_sharding.h"
#include "spec/layout.h"

/*
 * The sharding that a PartitionSpec says for a tensor of `rank` dims, shorter specs filled up.
 * False after findings: axes that the mesh lacks or that are used twice, nested tuples, more
 * entries than dims. Manual axes that are not used stay manual. Memory comes from the arena.
 */
MUST_USE bool named_of_partition_spec(struct arena *arena, const struct partition_spec *spec,
                                      const struct named_mesh *mesh, uint32_t rank,
                                      struct diags *diags, struct named_sharding *named);

/* The sizes of a tensor. */
struct tensor_shape {
	const int64_t *sizes;
	uint32_t rank;
};

/*
 * The sharding that DTensor placements say. False after findings: a number of placements that is
 * not that of mesh axes, a dim the tensor lacks, partial results other than sum, max and min,
 * strides that are no order of axes, and dims that nested shards cut unevenly, where DTensor and
 * XLA differ.
 */
MUST_USE bool named_of_placements(struct arena *arena, const struct layout *layout,
                                  const struct named_mesh *mesh, const struct tensor_shape *shape,
                                  struct diags *diags, struct named_sharding *named);

/* Append a sharding in a framework's notation. False when it cannot be said so, and *error why,
 * which is static text. */

/* P('x', None), as JAX writes it. */
MUST_USE bool partition_spec_write(struct buf *out, const struct named_sharding *named,
                                   struct str *error);

/* [x, null], as the layout of a spec; refuses unreduced and reduced axes. */
MUST_USE bool spec_list_write(struct buf *out, const struct named_sharding *named,
                              struct str *error);

/* ('x', None), the partition_spec of torch_xla's mark_sharding, of numbers where the mesh numbers
 * its axes; refuses unreduced, reduced and manual axes. */
MUST_USE bool mark_sharding_write(struct buf *out, const struct named_sharding *named,
                                  struct str *error);

/* [Shard(0), Replicate()], one placement of DTensor for each axis of the mesh; refuses what a
 * tensor of this shape cannot have evenly. */
MUST_USE bool placements_write(struct buf *out, const struct named_sharding *named,
                               const struct tensor_shape *shape, struct str *error);

/* Appends placements as they were read, with dimensions counted from the front. */
void placements_copy(struct buf *out, const struct layout *layout, uint32_t rank);

/* Says why a sharding cannot be written in a notation; false. */
static inline bool notation_refuse(struct str *error, struct str reason)
{
	*error = reason;
	return false;
}
