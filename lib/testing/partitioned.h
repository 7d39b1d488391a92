/* SPDX-License-Identifier: Apache-2.0 */
/* What the partitioner inserts, in short for tests. */
#pragma once

#include "testing/testing.h"

/*
 * The collectives of a module of HLO text at a release, a line each: "all-gather 512>2048
 * [0,1],[2,3] x2", groups in order (but members of an all-reduce ascending), pairs as groups of
 * two, and the depth of loops behind an x. "unknown: " and "abort: " with a reason where it says
 * so.
 */
struct str testing_partitioned(struct arena *arena, struct str text, const char *release);

/* The same of the lines of an entry computation on so many devices, at jaxlib 0.10.2. */
struct str testing_partitioned_entry(struct arena *arena, int devices, const char *lines);
