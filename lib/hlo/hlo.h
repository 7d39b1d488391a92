/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads HLO text, as XLA prints it at any stage: before propagation, before and after it is
 * partitioned, optimised. The grammar is that of xla/hlo/parser (jaxlib 0.4.30 to 0.12.0.1), with
 * operands with and without types, names with and without '%', and the three notations of replica
 * groups.
 */
#pragma once

#include "module/module.h"

/* Whether a text begins as HLO text does, comments and space aside: with "HloModule", or with a
 * computation or an instruction, as where people cut it out. */
bool hlo_is_module(struct str text);

/*
 * Reads a module; it and all of it live in the arena and refer to the text. Shardings are read as
 * the parser of the release does. NULL after an error, of which *error says the place: everything
 * operands name is there, and stands before its users; computations stand before their callers, and
 * an instruction that names one that is missing has none. So there are no cycles.
 */
struct module *hlo_read(struct arena *arena, struct str text, const struct jax_rules *rules,
                        struct notation_error *error);
