/* SPDX-License-Identifier: Apache-2.0 */
/* Our words about an error, with its own names and sizes in them. */
#pragma once

#include "diagnose/fact.h"

/*
 * The words with the holes of the match, and values made of the facts: `entry_count`, `spec_fit`
 * (the spec cut to the rank), `size_up` and `size_down` (the next multiples), `mesh_axes`,
 * `axis_near` and others, see words.c. Safe to print, in the arena.
 */
struct str words_fill(struct arena *arena, const char *words, const struct facts *facts,
                      const struct pattern_match *match);

/* Appends P('x', None). */
void words_add_spec(struct buf *out, const struct fact_entry *entries, uint32_t count);
