/* SPDX-License-Identifier: Apache-2.0 */
/* The collectives of a module as the steps of a plan. */
#pragma once

#include "partition/partition.h"
#include "plan/step.h"

/* What the steps of a module are made from. */
struct module_steps_request {
	const struct module *module;
	const struct named_mesh *named; /* its mesh, as a module and */
	const struct mesh *mesh;        /* as a spec has it */
	struct step_setting setting;
};

/*
 * Appends the collectives that stand in the text of a partitioned module, in the order in which
 * they run: those of a loop's body with its rounds, of all branches of a conditional, the start of
 * an asynchronous one. Memory as with plan_reshard.
 */
void plan_written_steps(struct arena *arena, struct arena *scratch,
                        const struct module_steps_request *request, struct plan_steps *steps);

/* Appends the collectives that the partitioner inserts. */
void plan_partition_steps(struct arena *arena, struct arena *scratch,
                          const struct module_steps_request *request,
                          const struct partition *partition, struct plan_steps *steps);

/* A collective that stands in the text as a step, without its devices; false when its kind is none
 * of steps. */
MUST_USE bool written_collective(const struct instruction *instruction, struct reshard_step *step);

/* Adds the devices that it is between, in `arena`; false when they are none of the module's. */
MUST_USE bool written_devices(struct arena *arena, const struct module *module,
                              const struct instruction *instruction, struct reshard_step *step);
