/* SPDX-License-Identifier: Apache-2.0 */
/* What shardctl says of a case, in the form of an answer (testdata/programs/README.md). */
#pragma once

#include "check/check.h"

/* Whether an answer is of shardctl alone: of its words, or of values that JAX does not tell. */
bool case_is_own(struct str answer);

/* Whether shardctl says the answer of a checked spec. `*says` is what it says, lines of the kinds
 * that the answer has; in the arena. */
bool case_agrees(struct arena *arena, const struct check_result *result, struct str answer,
                 struct str *says);
