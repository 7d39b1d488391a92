/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One step of propagation: the shardings of the tensors of one operation, brought together along
 * its factors. Conflicts are resolved by size (the aggressive strategy). Rules of
 * ShardingProjection and AggressiveFactorPropagation of openxla/shardy.
 */
#pragma once

#include "propagate/factor/factor_rule.h"

enum direction { DIRECTION_NONE, DIRECTION_FORWARD, DIRECTION_BACKWARD, DIRECTION_BOTH };

struct step {
	const struct factor_rule *rule;
	const struct named_mesh *mesh; /* of all the shardings */
	/* Of each tensor, operands first; NULL: none, which is open. */
	const struct named_sharding *const *shardings;
	const enum direction *directions; /* of each factor */
	const int64_t *elements;          /* of each tensor; only settle_run asks */
	bool elementwise;
};

/*
 * Stores the sharding that each tensor gets into `updated`, which has one place per tensor: NULL
 * where it stays as it is. Returns whether there is any. Memory comes from the arena.
 */
bool step_run(struct arena *arena, const struct step *step, const struct named_sharding **updated);
