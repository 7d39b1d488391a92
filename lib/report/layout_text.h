/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors, layouts and amounts as text: what the formats of a plan, a difference and a picture have
 * in common. */
#pragma once

#include "base/buf.h"
#include "plan/memory.h"

/* 0.00123 as "1.23 ms", in the arena. */
struct str seconds_text(struct arena *arena, double seconds);

/* [4096, 128]: the sizes of a tensor, in elements. */
void add_shape(struct buf *out, const struct tensor *tensor);

/* The same of a full shard: sizes divided by the shards, rounded up. */
void add_shard_shape(struct buf *out, const struct slice_map *slice_map);

/* [data, [x, y], null]: a layout as a spec writes it; behind it " partial over z" for the axes
 * along which devices hold parts of sums. */
void add_layout(struct buf *out, const struct slice_map *slice_map);
