/* SPDX-License-Identifier: Apache-2.0 */
/* Equations with bodies, forwards and back. Each is false when the derivative is not known. */
#pragma once

#include "derive/linearize.h"
#include "derive/rules.h"

/* scan.c: the loop with tangents, as one that computes the primals and residuals, and one of the
 * tangents. JAX: control_flow/loops.py _scan_linearize. */
MUST_USE bool linearize_scan(struct linearization *forward, const struct equation *equation);

/* The loop of the tangents run backwards: cotangents of constants are summed up in its carry. JAX:
 * control_flow/loops.py _scan_transpose_fancy. */
MUST_USE bool transpose_scan(struct backward *b);

/* loop.c. JAX: control_flow/loops.py _while_loop_jvp. */
MUST_USE bool linearize_while(struct linearization *forward, const struct equation *equation);

/* branches.c: each branch with its residuals, zeros for those of the others. JAX:
 * control_flow/conditionals.py _cond_linearize. */
MUST_USE bool linearize_branches(struct linearization *forward, const struct equation *equation);

/* The branches taken back: an operand that gets a cotangent in one branch gets zeros in the
 * others. JAX: control_flow/conditionals.py _cond_transpose_fancy. */
MUST_USE bool transpose_branches(struct backward *b);

/* checkpoint.c: only what the policy keeps is a residual. JAX: ad_checkpoint.py
 * remat_partial_eval. */
MUST_USE bool linearize_checkpoint(struct linearization *forward, const struct equation *equation);

/* One equation that computes again what does not hang on tangents, then goes back. JAX:
 * ad_checkpoint.py remat_transpose. */
MUST_USE bool transpose_checkpoint(struct backward *b);

/* custom.c: the rule of the function in the place of what it computes. JAX: ad.py
 * process_custom_jvp_call, process_custom_vjp_call. */
MUST_USE bool linearize_custom(struct linearization *forward, const struct equation *equation);

/* Expands the rule for the way back, on the residuals and the cotangents of all results. False
 * also where the rule gives fewer cotangents than arguments, or a linear solve has no transpose. */
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

/* Whether the equation is one of lax.custom_linear_solve. */
bool is_linear_solve(const struct equation *equation);

/* The solution, and for the tangents another solve with what those of both sides leave on the
 * right. Without tangents the equation stays. JAX: _custom_linear_solve_jvp. */
MUST_USE bool linearize_solve(struct linearization *forward, const struct equation *equation);

/* Expands the body of the transposed system on the cotangents; false where the solve has none.
 * JAX: _linear_solve_transpose_rule. */
MUST_USE bool transpose_solve(struct backward *b);

/* manual.c: a shard_map with tangents as two, of which the first hands residuals to the other.
 * JAX: shard_map.py _shard_map_linearize. */
MUST_USE bool linearize_manual(struct linearization *forward, const struct equation *equation);

/* A shard_map that goes back: a cotangent is summed over the axes that do not cut its argument.
 * JAX: shard_map.py _shard_map_transpose. */
MUST_USE bool transpose_manual(struct backward *b);
