/* SPDX-License-Identifier: Apache-2.0 */
/* Which shardings of a text reach propagation. */
#pragma once

#include "module/module.h"
#include "release/rules.h"

/*
 * Takes away the shardings that XLA does not keep. A program goes to HLO and back before Shardy
 * propagates it, and brings along only those of arguments, results, constraints and calls of Python
 * (import_shardy_attrs.cc of xla). From XLA_NAMED_SHARDINGS on there is no room in between for
 * priorities and for what called functions ask of their results, and an operation that makes the
 * only result asks for the result.
 */
void keep_shardings(struct arena *scratch, struct module *module, const struct jax_rules *rules);
