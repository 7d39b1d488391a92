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

/* manual.c. JAX: shard_map.py. */
MUST_USE bool linearize_manual(struct linearization *forward, const struct equation *equation);
MUST_USE bool transpose_manual(struct backward *b);
