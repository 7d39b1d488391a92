/* SPDX-License-Identifier: Apache-2.0 */
/* What the framework accepts and the user will regret. */
#ifndef CHECK_LINT_H
#define CHECK_LINT_H

#include "base/table.h"
#include "check/jax_sharding.h"
#include "check/judge.h"

/* Tensors whose names differ in numbers only, of one shape: those of the layers of a model. */
struct family {
	uint64_t layouts[2];  /* hashes of the first two layouts seen */
	int64_t members[2];   /* tensors of each of them */
	struct span first[2]; /* the layout of the first tensor of each */
	struct str name[2];
	uint32_t group[2];
	bool more; /* a third layout was seen: no one is the odd one out */
};

/* What is gathered over all tensors of a file. */
struct lint {
	struct arena *arena;
	bool (*used)[MAX_AXES]; /* per mesh: axes that some tensor uses */
	bool *placed;           /* per mesh: some tensor is laid out on it */
	struct table families;  /* pattern of the name and shape → index */
	struct family *all;
	uint32_t count;
	size_t room;
	bool incomplete; /* what some tensor uses is not known: it is unreadable or misspelt */
};

/* Nothing gathered yet; memory comes from the arena. */
struct lint lint_make(struct arena *arena, const struct spec *spec);

/*
 * Looks at one tensor with a PartitionSpec (and keeps what the file-wide lints need). `judged` is
 * its sharding; `refused` says that the framework rejects it, so that only what is independent of
 * that is said.
 */
void lint_tensor(struct lint *lint, const struct judge *judge, const struct tensor *tensor,
                 const struct jax_sharding *sharding, bool refused);

/* Looks at what was gathered: unused axes, the odd one out in a family. */
void lint_finish(const struct lint *lint, const struct judge *judge);

#endif
