/* SPDX-License-Identifier: Apache-2.0 */
/* A constructed NamedSharding meets an array at one moment: what the checks of all moments share.
 */
#pragma once

#include "jax/jax.h"

/* One moment of one case. */
struct jax_meeting {
	struct jax_case *judged;
	enum moment moment;
	const struct jax_sharding *sharding;
	const struct tensor *tensor;
	bool rank_reported;
	bool dim_reported[MAX_RANK];
};

/* Whether the release behaves so. */
static inline bool jax_has(const struct jax_meeting *meeting, enum jax_behaviour behaviour)
{
	return meeting->sharding->rules->has[behaviour];
}

/* An empty text in the arena of the findings. */
static inline struct buf jax_text_buf(const struct jax_meeting *meeting)
{
	return (struct buf){.arena = meeting->judged->judge->diags->arena};
}

/* Marks the case as rejected, by an error of this class and text. */
void jax_refuse(struct jax_meeting *meeting, struct diag *diag, const char *type,
                const struct buf *text);

/* The tensor's shape as a tuple. */
void jax_shape_text(struct buf *out, const struct tensor *tensor);

/* Adds the finding that the spec is longer than the rank, with its help, once a case. */
struct diag *jax_add_rank(struct jax_meeting *meeting);

/* Adds the finding that `ways` shards do not divide dimension `index`, with its help, once a
 * dimension. */
struct diag *jax_add_indivisible(struct jax_meeting *meeting, uint32_t index,
                                 const struct entry *entry, int64_t ways);

/*
 * core.py get_sharding, which device_put runs first since 0.8.2: the type of the array has the
 * explicit axes only, and a spec as long as its rank that divides it.
 */
void jax_check_type(struct jax_meeting *meeting);

/* Whether a mesh with Manual axes gives a sharding that JAX can cut into shards; reports when not.
 */
MUST_USE bool jax_check_manual(struct jax_meeting *meeting);

/* Says that the release's treatment of Manual axes outside of shard_map is not known. */
void jax_manual_unknown(const struct jax_meeting *meeting);

/* pjit.py with_sharding_constraint before its rank check: it cannot take unreduced or reduced axes.
 */
void jax_check_constraint_sets(struct jax_meeting *meeting);

/* pjit.py with_sharding_constraint behind its rank check: which axes it may use. */
void jax_check_constraint_axes(struct jax_meeting *meeting);

/* set_mesh, under which a constraint stands, takes no mesh with Manual axes; true when it takes
 * this one. */
MUST_USE bool jax_check_context(struct jax_meeting *meeting);
