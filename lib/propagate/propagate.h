/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shardy: gives every value of a module its sharding, from those that the user asked for. Follows
 * openxla/shardy and xla/service/spmd/shardy as jaxlib 0.10.2 has them.
 */
#pragma once

#include "module/module.h"

struct propagation {
	const char *failure;          /* why the module cannot be propagated, or NULL */
	const struct instruction *at; /* or NULL: the whole module */
};

/*
 * Changes an unpartitioned module into what the partitioner gets: each instruction has its
 * sharding, constraints are copies, constants have one copy per sharding. Memory comes from the
 * arena of the module. A module that fails is not to be used.
 */
struct propagation propagate(struct module *module);
