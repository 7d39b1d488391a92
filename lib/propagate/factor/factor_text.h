/* SPDX-License-Identifier: Apache-2.0 */
/* The rule that a custom call brings along. */
#pragma once

#include "propagate/factor/factor_builder.h"

/*
 * Adds the factors of a rule as Shardy prints it, which is what JAX writes beside a custom call:
 * ([i, jk], [l])->([i, m]) {i=8, j=2, k=4, l=4, m=2} reduction={l}, custom. The builder fails when
 * it is no such rule, or does not fit the shapes.
 */
void factor_read_rule(struct factor_builder *builder, struct str text);
