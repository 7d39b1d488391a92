/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operations compute, counted as XLA counts it (xla::HloCostAnalysis,
 * xla/service/hlo_cost_analysis.cc as jaxlib 0.10.2 behaves).
 */
#pragma once

#include "module/module.h"

/* Sizes of an operation's arrays where they are not those of its shapes but of a device's shards;
 * NULL: as the shape says. Each has as many as the array has dimensions. */
struct operation_sizes {
	const int64_t *result; /* of several: the first */
	const int64_t *operands[3];
	/* Of a convolution, by spatial dimension: whether its operand holds the padding too; NULL:
	 * it does along none. */
	const bool *padded;
	/* As XLA counts a lowered program: each custom call, also a sharding constraint, as -1. */
	bool as_lowered;
};

/* What one operation computes; of one that calls computations in a loop, a branch or a call: 0. */
struct operation_work operation_work(const struct instruction *instruction,
                                     const struct operation_sizes *sizes);

/* What a lowered module computes, as Lowered.cost_analysis() says it: by the sizes in its text, the
 * body of a loop once, of branches each figure of the one where it is greatest, and a result whose
 * sharding is asked for as a custom call. `scratch` is used and given back. */
struct operation_work module_work(struct arena *scratch, const struct module *module);

/* Whether what the operation calls runs by itself, once or in rounds, and is not applied to
 * elements. */
bool operation_runs_called(enum opcode opcode);

/* Whether the operation multiplies and adds up: a dot or a convolution. */
bool operation_contracts(enum opcode opcode);

/* x + 0, x - 0, x * 1, x in its own dtype: StableHLO's simplifications and XLA's take it away. */
bool operation_changes_nothing(const struct instruction *instruction);

/* Adds `times` as much as `more`. */
void operation_work_add(struct operation_work *sum, struct operation_work more, double times);

/* Of each figure the greater one, as branches are counted. */
struct operation_work operation_work_most(struct operation_work a, struct operation_work b);
