/* SPDX-License-Identifier: Apache-2.0 */
/* What a compiled program costs: its arguments and results on a device, and its collectives. */
#pragma once

#include "plan/module/module_work.h"
#include "plan/plan.h"

/* What helps where collectives cannot be predicted. */
#define PLAN_PARTITIONED_HINT                                                               \
	"a dump from after partitioning has the collectives: XLA_FLAGS='--xla_dump_to=DIR " \
	"--xla_dump_hlo_pass_re=spmd-partitioning'"

/* What a plan says of the module that it is of. */
struct module_summary {
	enum module_stage stage; /* of the text */
	uint32_t instructions;
	bool numbered; /* its text has no paths for its arguments */
	/* Bytes a device. */
	int64_t arguments, results, donated;
	/* Of all devices, as the text has it: each loop's body once. */
	struct operation_work written;
	const char *partitioner; /* whose rules the steps follow; NULL: they stand in the text */
	const char *hint;        /* what to do for a better plan, or NULL */
	const struct module_cost *cost;
};

/* The word for a stage: "unpartitioned", "propagated", "partitioned". */
const char *module_stage_name(enum module_stage stage);

/* The axes that each dimension of a value is sharded over; NULL, or why they cannot be told. */
const char *module_value_axes(struct arena *arena, const struct named_mesh *mesh,
                              const struct module_value *value, struct named_sharding *axes);

/* The estimated most bytes of a device while the module of a plan runs; INT64_MAX when that does
 * not fit in 64 bits, -1 without a module that is priced. */
int64_t plan_peak(const struct plan *plan);

/*
 * Plans a module. `checked` is a spec that says no more than its mesh (module_mesh_spec), as it was
 * checked for the release and on the hardware asked for; `source` is the text of the module.
 * The arguments are the tensors of the plan. What the module says of shardings is completed in
 * place. Memory as with plan_make.
 */
const struct plan *plan_module(struct arena *arena, struct arena *scratch, struct module *module,
                               const struct named_mesh *mesh, const struct source *source,
                               const struct check_result *checked,
                               const struct plan_options *options);
