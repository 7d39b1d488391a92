/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between the releases of JAX, as data: releases.def and behaviours.def. */
#pragma once

#include "base/version.h"

/* One way of behaving that some releases have. */
enum jax_behaviour {
#define BEHAVIOUR(name, since, until, sentence) name,
#define AGAIN(name, since, until)
#include "release/behaviours.def"
#undef AGAIN
#undef BEHAVIOUR
	JAX_BEHAVIOUR_COUNT
};

/* One release as it behaves. */
struct jax_rules {
	struct version asked;
	struct version version; /* the recorded release by which it is judged */
	enum version_match match;
	bool has[JAX_BEHAVIOUR_COUNT];
};

/*
 * The rules of a version: those of the newest recorded release that is not newer, or of the first
 * one when it is too old.
 */
struct jax_rules jax_rules_at(struct version version);

/* Those of the newest release. */
struct jax_rules jax_newest_rules(void);

/* Whether the release lies from `since` on and before `until`; NULL and "" are no limit. */
bool jax_rules_within(const struct jax_rules *rules, const char *since, const char *until);

/* The recorded releases by their numbers from 0 on, oldest first; NULL after the last. */
const char *jax_release(size_t number);

/* The newest of the recorded releases: "0.12.0.1". */
const char *jax_newest_release(void);

/* The first version that has the behaviour; NULL: all have had it. Of one that came twice, the
 * first time counts. */
const char *jax_behaviour_since(enum jax_behaviour behaviour);

/* The first version that has the behaviour no more; NULL when there is none. Of one that came
 * twice, the first time counts. */
const char *jax_behaviour_until(enum jax_behaviour behaviour);
