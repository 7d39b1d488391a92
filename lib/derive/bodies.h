/* SPDX-License-Identifier: Apache-2.0 */
/* Equations with bodies, forwards and back. Each is false when the derivative is not known. */
#pragma once

#include "derive/linearize.h"
#include "derive/rules.h"

/* scan.c. JAX: control_flow/loops.py _scan_linearize, _scan_transpose_fancy. */
MUST_USE bool linearize_scan(struct linearization *forward, const struct equation *equation);
MUST_USE bool transpose_scan(struct backward *b);

/* loop.c. JAX: control_flow/loops.py _while_loop_jvp. */
MUST_USE bool linearize_while(struct linearization *forward, const struct equation *equation);

/* branches.c. JAX: control_flow/conditionals.py _cond_linearize, _cond_transpose_fancy. */
MUST_USE bool linearize_branches(struct linearization *forward, const struct equation *equation);
MUST_USE bool transpose_branches(struct backward *b);

/* checkpoint.c. JAX: ad_checkpoint.py remat_partial_eval, remat_transpose. */
MUST_USE bool linearize_checkpoint(struct linearization *forward, const struct equation *equation);
MUST_USE bool transpose_checkpoint(struct backward *b);

/* custom.c. JAX: ad.py process_custom_jvp_call, process_custom_vjp_call. */
MUST_USE bool linearize_custom(struct linearization *forward, const struct equation *equation);
MUST_USE bool transpose_custom(struct backward *b);

/* Params of the linear part of a function with a rule for the way back. */
struct custom_linear {
	uint32_t rule; /* the body that goes back: of residuals and cotangents */
	uint32_t nresiduals;
	const uint32_t *which; /* argument that each operand behind the residuals is a tangent of */
};

/* Ends a part in which primals and tangents have been made: each equation goes to its side. */
void part_forward(struct linearization *forward, const struct recorded_body *part,
                  const struct equation *equation, bool placed);

/* Lets the inputs of a body, from the first one on, stand for what it is given; NULL: for nothing.
 */
void give_inputs(struct derivation *derivation, const struct recorded_body *body, uint32_t first,
                 const struct array *const *given, uint32_t count);

/* The cotangents of the results, zeros for those that have none. */
const struct array **whole_cotangents(struct backward *b);

/* solve.c: lax.custom_linear_solve. Its bodies are how it is solved, what is solved, and how its
 * transpose is. JAX: control_flow/solves.py. */
bool is_linear_solve(const struct equation *equation);
MUST_USE bool linearize_solve(struct linearization *forward, const struct equation *equation);
MUST_USE bool transpose_solve(struct backward *b);

/* manual.c. JAX: shard_map.py. */
MUST_USE bool linearize_manual(struct linearization *forward, const struct equation *equation);
MUST_USE bool transpose_manual(struct backward *b);
