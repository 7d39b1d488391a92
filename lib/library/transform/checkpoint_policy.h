/* SPDX-License-Identifier: Apache-2.0 */
/* The policies of jax.checkpoint, as far as plans follow them. JAX: ad_checkpoint.py. */
#pragma once

#include "op/core/recording.h"
#include "trace/library.h"

/*
 * What prelude/transform/checkpoint_policies.py says of a policy: None, a function of
 * jax.checkpoint_policies, or the name of one and the names or policies that it was made with, in a
 * tuple. NULL: it is not known. In the arena.
 */
const struct recorded_policy *checkpoint_policy(struct arena *arena, const struct value *policy);
