/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors, layouts and amounts as text: what the formats of a plan, a difference and a picture have
 * in common. */
#pragma once

#include "base/buf.h"
#include "plan/memory.h"

/* 0.00123 as "1.23 ms", in the arena. */
struct str seconds_text(struct arena *arena, double seconds);

/* [4096, 128] or [data, [x, y], null]: sizes and layouts as a spec writes them; behind the layout
 * the axes along which devices hold parts of sums. */
void add_shape(struct buf *out, const struct tensor *tensor);
void add_shard_shape(struct buf *out, const struct slice_map *slice_map);
void add_layout(struct buf *out, const struct slice_map *slice_map);
