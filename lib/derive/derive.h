/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Derivatives of recorded programs: the equations that JAX puts in the place of jax.grad and its
 * like. JAX 0.10.2: interpreters/ad.py (LinearizeTrace, backward_pass3), interpreters/
 * partial_eval.py and the rules beside each primitive.
 *
 * A body is taken forward, which gives its own equations and those of its tangents; what hangs on
 * tangents is the linear part, and that is taken back from its last equation to its first by
 * applying the operations of lib/op, so that types and shardings follow as they do forwards. Only
 * one order of equations is JAX's; operands, residuals and reductions are too.
 */
#pragma once

#include "op/core/recording.h"

/*
 * The body with no derivatives left in it: other equations stand as they are, but for arrays that
 * stand for others. What is not known of a derivative stays as its equation without bodies, with
 * the forward part in front of it; its params are then the reason, a text. It lives in the arena of
 * op. `op` is that of the program's run, which has ended.
 */
struct recorded_body derive_body(struct op *op, const struct recorded_body *body);

/*
 * The body, without derivatives, in which loops with unroll= and ragged products are written out as
 * JAX lowers them for CPUs: control_flow/loops.py _scan_impl, lax.py _ragged_dot_general_impl. A
 * loop that would be very long stays, with its unroll, and a product that JAX refuses to write out.
 * It lives in the arena of op, whose run has ended.
 */
struct recorded_body unrolled_body(struct op *op, const struct recorded_body *body);
