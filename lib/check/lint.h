/* SPDX-License-Identifier: Apache-2.0 */
/* What the framework accepts and the user will regret. */
#pragma once

#include "check/family.h"
#include "jax/sharding.h"
#include "jax/judge.h"

/* What is gathered over all tensors of a file. */
struct lint {
	struct arena *arena;
	bool (*used)[MAX_AXES]; /* per mesh: axes that some tensor uses */
	bool *placed;           /* per mesh: some tensor is laid out on it */
	struct families families;
	bool incomplete; /* what some tensor uses is not known: it is unreadable or misspelt */
};

/* Nothing gathered yet; memory comes from the arena. */
struct lint lint_make(struct arena *arena, const struct spec *spec);

/*
 * Looks at one tensor with a PartitionSpec, and keeps what the lints of the file need. Its
 * `sharding` is met at `moment`; `refused` says that the framework rejects it, so that only what is
 * independent of that is said.
 */
void lint_tensor(struct lint *lint, const struct judge *judge, const struct tensor *tensor,
                 const struct jax_sharding *sharding, enum moment moment, bool refused);

/* A number that is equal for equal shapes. */
uint64_t lint_shape_hash(const struct tensor *tensor);

/* A number that is equal for equal layouts. */
uint64_t lint_layout_hash(const struct partition_spec *spec);

/* Looks at what was gathered: unused axes, the odd one out in a family. */
void lint_finish(const struct lint *lint, const struct judge *judge);
