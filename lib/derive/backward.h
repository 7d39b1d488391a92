/* SPDX-License-Identifier: Apache-2.0 */
/* The way back: cotangents of what goes into a linear part, from those of what comes out. JAX:
 * interpreters/ad.py backward_pass3. */
#pragma once

#include "derive/derivation.h"

/* Adds a cotangent to those that an array has got; NULL is none. */
MUST_USE bool add_cotangent(struct derivation *derivation, struct array_map *cotangents,
                            const struct array *array, const struct array *cotangent);

/* Takes cotangents back through the equations, from the last one on. Those of outputs are in the
 * map, that of inputs are put there. False when a transpose is not known. */
MUST_USE bool transpose_part(struct derivation *derivation, const struct linear_part *part,
                             struct array_map *cotangents);

/* The cotangent of an array, of zeros when it has none. */
const struct array *cotangent_or_zeros(struct derivation *derivation,
                                       const struct array_map *cotangents,
                                       const struct array *array);
