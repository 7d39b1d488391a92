/* SPDX-License-Identifier: Apache-2.0 */
/* Values that are to be sharded alike, as shard_alike of JAX says it. */
#pragma once

#include "propagate/graph/graph.h"

/*
 * Makes one group of all that have a value in common, and gives the members of each the sharding
 * that one of them has. Members whose shardings differ are first read through a constraint that
 * leaves everything open, and that is in the group instead (ShardingGroupImportPass and
 * ShardingGroupMap of openxla/shardy).
 */
void join_groups(struct graph *graph);
