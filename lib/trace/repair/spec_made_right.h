/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "op/core/op.h"

/*
 * What is right in a PartitionSpec for an array of this type, in the arena: as many entries as its
 * rank, axes of its mesh that are explicit, each once, and only such as divide their dimension. An
 * axis whose name is a slip for another one's stands for that.
 */
struct sharding_request spec_made_right(struct op *op, const struct partition_spec *given,
                                        const struct array_type *type);

/* The PartitionSpec with its axes looked up in the mesh in context; those that are none of it are
 * left out. In the arena. */
struct sharding_request spec_as_written(struct op *op, const struct partition_spec *given);
