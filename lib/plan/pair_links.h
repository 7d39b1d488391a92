/* SPDX-License-Identifier: Apache-2.0 */
/* What the messages of a collective-permute load the links with. */
#pragma once

#include "plan/mesh_links.h"
#include "reshard/reshard.h"

/*
 * The links that the pairs use, each with its messages and the most hops of one: routes take x, y
 * and z in order and the shorter way round, and two ways of the same length half each. Pairs are
 * places in `ids`, NULL for 0, 1, 2 and so on; a device is in one pair as source and in one as
 * target at most. A lone message has distances and no counts: it has all links to itself. `devices`
 * is how many send. `scratch` is used and given back.
 */
struct mesh_links pair_links_of(struct arena *scratch, const struct hardware *hardware,
                                const int32_t *ids, const struct reshard_pair *pairs,
                                uint32_t count);
