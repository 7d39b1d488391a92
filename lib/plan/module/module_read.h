/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled programs among the files that are checked and planned. */
#pragma once

#include "check/check.h"
#include "module/module.h"

/* Whether a source is StableHLO or HLO text, or is called so: FILE.mlir. */
bool source_is_module(const struct source *source);

/* The release by whose rules its shardings are read: the one asked for, else the newest. */
struct jax_rules module_rules(struct arena *scratch, const struct check_options *options);

/* Reads the module that a source is. NULL after a finding. It lives in the arena and refers to the
 * text. */
struct module *module_read(struct arena *arena, const struct source *source,
                           const struct jax_rules *rules, struct diags *diags);

/* Judges a source that is a module, as a check_foreign. */
bool module_check(struct arena *scratch, const struct source *source,
                  const struct check_options *options, struct diags *diags);
