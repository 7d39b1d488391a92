/* SPDX-License-Identifier: Apache-2.0 */
/* What Shardy and the named form of HloSharding write alike: axes of a mesh, parts of axes, dims.
 */
#pragma once

#include "sharding/named_sharding.h"
#include "notation/scanner.h"

/* Reads "x"=2, "y"=4] behind the opening bracket; false after an error. */
MUST_USE bool named_read_axes(struct scanner *scanner, struct named_mesh *mesh);

/* Behind an error in a sharding of Shardy's notation, up to the end of the text: adds each axis
 * that the mesh does not have. */
void named_note_axes(struct scanner *scanner, const struct named_mesh *mesh);

/*
 * Reads "x", "y":(1)2} behind the opening brace: axes of the mesh and parts of them. With `open` a
 * '?' may stand last, and *open says whether it does. False after an error.
 */
MUST_USE bool named_read_parts(struct scanner *scanner, const struct named_mesh *mesh,
                               struct axis_parts *parts, bool *open);

/* Reads {"x"}, {?}] behind the opening bracket into the dims; with `priorities` a dim may be
 * followed by p0, p1 … False after an error. */
MUST_USE bool named_read_dims(struct scanner *scanner, bool priorities,
                              struct named_sharding *sharding);

/*
 * Checks the rules of shardy's verifier: sub-axes that divide their axis and are not all of it, no
 * axis and no part of one twice, neighbours that could be one. False after an error in the
 * verifier's words, at the part that is wrong.
 */
MUST_USE bool named_check_parts(struct scanner *scanner, const struct named_sharding *sharding);

/* Gives the mesh these devices, which must be a permutation of 0, 1, 2 …; false after an error at
 * `start`. */
MUST_USE bool named_read_order(struct scanner *scanner, size_t start, struct named_mesh *mesh,
                               const int64_t *devices, size_t count);
