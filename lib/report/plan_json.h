/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of the JSON of a plan. */
#pragma once

#include "plan/plan.h"
#include "report/stream.h"

/* "meshes": {...}; the layout of a tensor, a list as long as its rank; seconds or null. */
void plan_json_meshes(struct stream *out, struct arena *scratch, const struct plan *plan);
void plan_json_layout(struct buf *out, struct arena *scratch, const struct slice_map *slice_map);
void plan_json_seconds(struct buf *out, const struct seconds *seconds);

/* The objects of some steps, one line each, without the brackets around them. `positions` is of the
 * text they stand in. */
void plan_json_steps(struct stream *out, struct arena *scratch, const struct plan_steps *steps,
                     const struct position_index *positions, bool groups);
