/* SPDX-License-Identifier: Apache-2.0 */
/* A spec read for a test, and what was read as text to compare. */
#pragma once

#include "base/buf.h"
#include "testing/testing.h"

/* Reads a text as a spec; everything lives in the arena. `overrides` may be NULL. */
const struct spec *testing_spec(struct arena *arena, const char *text,
                                const struct spec_overrides *overrides, struct diags *diags);

/*
 * A layout without sugar: P(x, None, (x, y), *) for a PartitionSpec, with the keyword arguments
 * behind a bar; S[8, 1].reshape[4, 2].replicate(0) for a PositionalSharding; shard(0) replicate
 * partial(sum) for placements; other notations as they are written.
 */
struct str testing_layout_text(struct arena *arena, const struct layout *layout);

/* "4 3": the sizes of a tensor. */
struct str testing_shape_text(struct arena *arena, const struct tensor *tensor);

/* "rule(covered text)" of each finding, one space between. */
struct str testing_findings_text(struct arena *arena, const struct diags *diags, struct str source);
