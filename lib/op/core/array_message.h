/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arrays and their shardings in messages: as the program calls them, and as it would write them. A
 * type stands for the array that has it, an operand of the primitive being applied or another, and
 * is told by its address.
 */
#pragma once

#include "op/core/op.h"

/* 'w', or 'x.T', as the program has the array, else `otherwise`: "the left operand". In the arena.
 */
struct str array_name(const struct op *op, const struct array_type *type, const char *otherwise);

/* The same with the type behind it: 'w' f32[8@x,4]. */
struct str array_shown(const struct op *op, const struct array_type *type, const char *otherwise);

/* All of them: 'w' f32[8] and 'x.T' f32[8,4]. */
struct str arrays_shown(const struct op *op, const struct array_type *const *types, uint32_t count);

/* What a line of the program would have for the array: w, else "…", as where vmap's own rules see
 * all examples of it. */
struct str array_written(const struct op *op, const struct array_type *type);

/* "x", or "x, y": the axes of an entry. */
void axes_names(struct buf *out, const struct abstract_mesh *mesh, struct dim_axes axes);

/* The sharding of the type as programs write it: P('x', None). */
struct str spec_written(const struct op *op, const struct array_type *type);

/* The same of `count` entries. */
struct str entries_written(const struct op *op, const struct abstract_mesh *mesh,
                           const struct dim_axes *spec, uint32_t count);
