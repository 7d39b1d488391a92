/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For tests: writes a syntax tree as Python, with as few parentheses as it can have. Reading that
 * text gives an equal tree, but for spans. What a big integer loses beyond 64 bits is lost here
 * too.
 */
#pragma once

#include "base/buf.h"
#include "program/syntax.h"

/* Appends an expression; in parentheses when it binds less tightly than `least`. */
void print_expression(struct buf *out, const struct expression *expression, enum binding least);

/* Appends an expression that may be items without parentheses, as behind `return`. */
void print_items(struct buf *out, const struct expression *expression);

/* Appends arguments parted by commas. */
void print_arguments(struct buf *out, const struct arguments *arguments);

/* Appends parameters parted by commas, with what annotations they have. */
void print_parameters(struct buf *out, const struct parameters *parameters);

/* Appends the statements of a block, one a line, `depth` blocks deep. */
void print_block(struct buf *out, const struct block *block, uint32_t depth);
