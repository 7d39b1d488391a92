/* SPDX-License-Identifier: Apache-2.0 */
/* Shardings on both sides of the border of a shard_map. */
#pragma once

#include "sharding/named_sharding.h"

/* What is left of a sharding without the manual axes; NULL of NULL. In the arena. */
const struct named_sharding *manual_inside(struct arena *arena,
                                           const struct named_sharding *sharding,
                                           const struct axis_parts *manual);

/* The manual axes of `outer` and the others of `sharding` behind them. In the arena. */
const struct named_sharding *manual_outside(struct arena *arena,
                                            const struct named_sharding *sharding,
                                            const struct named_sharding *outer,
                                            const struct axis_parts *manual);
