/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that were lowered, as modules. */
#pragma once

#include "lower/lowering.h"
#include "stablehlo/build.h"

/* Builds the body of reader->lowering in a region, whose computation has these parameters; false
 * after a finding. */
MUST_USE bool lowered_body(struct reader *reader, struct region *region,
                           const struct signature *signature,
                           struct instruction *const *parameters);
