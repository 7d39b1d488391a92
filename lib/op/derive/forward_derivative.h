/* SPDX-License-Identifier: Apache-2.0 */
/* The derivatives of primitives forward, as far as these fail where the primitive does not. JAX:
 * interpreters/ad.py primitive_jvps. */
#ifndef OP_DERIVE_FORWARD_DERIVATIVE_H
#define OP_DERIVE_FORWARD_DERIVATIVE_H

#include "op/core/watch.h"

/*
 * Takes the derivative of a primitive by those of its operands that depend on what the watch's is
 * taken by. False when JAX raises; *certain is cleared when that hangs on an operand of which it is
 * not told whether it depends on it.
 */
MUST_USE bool forward_derivative(struct op *op, const struct primitive_watch *watch,
                                 const struct tape_entry *entry, bool *certain);

#endif
