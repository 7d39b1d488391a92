/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled programs among the files that are checked and planned. */
#pragma once

#include "check/check.h"
#include "module/module.h"

/* Whether a source is StableHLO or HLO text, or is called so: FILE.mlir. */
bool source_is_module(const struct source *source);

/* Reads the module that a source is. NULL after a finding. It lives in the arena and refers to the
 * text. The rules are asked of HLO text alone; StableHLO may have NULL. */
struct module *module_read(struct arena *arena, const struct source *source,
                           const struct jax_rules *rules, struct diags *diags);

/* The same by the rules of the release that is asked for, else of the newest. */
struct module *module_read_asked(struct arena *arena, struct arena *scratch,
                                 const struct source *source, const struct check_options *options,
                                 struct diags *diags);

/* Judges a source that is a module, as a check_foreign. */
bool module_check(struct arena *scratch, const struct source *source,
                  const struct check_options *options, struct diags *diags);
