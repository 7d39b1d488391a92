/* SPDX-License-Identifier: Apache-2.0 */
/* Dead code. JAX: partial_eval.py dce_jaxpr and the rules beside scan, cond and remat. */
#pragma once

#include "op/core/recording.h"

/*
 * The body without equations whose results reach none of its outputs, and with loops, branches and
 * other bodies cut down to what is used of their results: a scan loses what is carried or stacked
 * for nobody. Outputs that are NULL are none. Lives in the arena.
 */
struct recorded_body live_body(struct arena *arena, const struct recorded_body *body);

/* Which of the arrays the body uses, its outputs included: one boolean for each. */
const bool *used_arrays(struct arena *arena, const struct recorded_body *body,
                        const struct array *const *arrays, uint32_t count);
