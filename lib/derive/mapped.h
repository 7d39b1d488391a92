/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What vmap makes of a derivative: equations of one example, free of derivatives, put on all
 * examples together. JAX: interpreters/batching.py, control_flow/loops.py _scan_batching_rule,
 * _while_loop_batching_rule, conditionals.py _cond_batching_rule.
 */
#pragma once

#include "derive/derivation.h"

struct mapped_run {
	struct derivation *derivation;
	const struct recorded_vmaps *vmaps;
	struct array_map
	    arrays; /* what stands for arrays of one example: mapped, or of all alike */
	uint32_t nmappings, staged; /* of the op before */
};

/* Goes into the vmaps, which are not looked at until mapped_begin: what is applied is of one
 * example. Both are ended by mapped_end. */
void example_begin(struct mapped_run *run, struct derivation *derivation,
                   const struct recorded_vmaps *vmaps);

/* From here on the vmaps are looked at: what is applied is of all examples. */
void mapped_begin(struct mapped_run *run);

/* Leaves the vmaps; the mappings of the op are as they were before example_begin. */
void mapped_end(const struct mapped_run *run);

/* Says what stands for an array of one example: what it is under the vmaps. */
void mapped_put(struct mapped_run *run, const struct array *example, const struct array *array);

/* Appends the equations, on all examples. False when what vmap makes of one is not known. */
MUST_USE bool mapped_equations(struct mapped_run *run, const struct recorded_body *body);

/* Has an array of one example stand for a result under the vmaps, `made` for the equation's. False
 * when it is of another type. */
MUST_USE bool mapped_result(struct mapped_run *run, const struct array *example,
                            const struct array *result, const struct array *made);
