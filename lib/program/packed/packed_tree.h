/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Syntax trees as bytes, from which they are made again in a fraction of the time that reading
 * their text takes: so a text that does not change is read once, when it is built into a program.
 * Spans still refer to the text.
 */
#pragma once

#include "base/buf.h"
#include "program/syntax.h"

/* Appends a statement or an expression, and the other is NULL, of a text that is read without
 * mistakes. Memory is taken from the arena of `out`. */
void tree_pack(struct buf *out, struct str text, const struct statement *statement,
               const struct expression *expression);

/* The tree of the bytes, which live as long as it: a statement or an expression, and the other is
 * NULL. It lives in the arena and refers to the text. */
void tree_unpack(struct arena *arena, struct str text, const char *bytes,
                 const struct statement **statement, const struct expression **expression);
