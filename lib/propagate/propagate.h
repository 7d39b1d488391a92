/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shardy: gives every value of a module its sharding, from those that the user asked for. Follows
 * openxla/shardy and xla/service/spmd/shardy as jaxlib 0.10.2 has them, and what `rules` say of
 * others.
 */
#pragma once

#include "module/module.h"
#include "release/rules.h"

struct propagation {
	const char *failure;          /* why the module cannot be propagated, or NULL */
	const struct instruction *at; /* or NULL: the whole module */
};

/*
 * Changes an unpartitioned module into what the partitioner gets: each instruction has its
 * sharding, constraints are copies, constants have one copy per sharding. Memory comes from the
 * arena of the module. A module that fails is not to be used. `rules` may be NULL: as 0.10.2.
 */
struct propagation propagate(struct module *module, const struct jax_rules *rules);
