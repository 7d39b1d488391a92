/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that a call of a jitted function is given for good: donate_argnums and donate_argnames.
 * JAX: interpreters/mlir.py _set_up_aliases. */
#pragma once

#include "trace/state/trace.h"

/* An array of the program that a call is given, and whether the function uses it. */
struct donation {
	const struct value *given;
	bool used;
	bool kept;               /* the call gets it once more, and not for good */
	bool by_compiler;        /* which takes the memory of all that is donated */
	struct donation *before; /* the one given before it, or NULL */
};

/* The argument with arrays in place of its own that tell whether they are used, each of which is
 * added to *donations. NULL after an error. */
const struct value *donate(struct trace *trace, const struct value *argument,
                           struct donation **donations);

/* The argument with such arrays in place of those that are among the donations already, which the
 * call gets here without giving them up. NULL after an error. */
const struct value *donated_again(struct trace *trace, const struct value *argument,
                                  struct donation **donations);

/* Deletes the arrays whose memory results of the call take over: those of the same shape, dtype and
 * devices. `placed`: out_shardings say where the results lie. Raises that one of them was given
 * twice. XLA: pjrt/common_pjrt_client.cc. */
MUST_USE bool donations_settle(struct trace *trace, struct donation *donations,
                               const struct value *result, bool placed);

/* Whether no array among the parts of the value has been deleted; raises that one has. */
MUST_USE bool check_alive(struct trace *trace, const struct value *value);
