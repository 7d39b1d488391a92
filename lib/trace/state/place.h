/* SPDX-License-Identifier: Apache-2.0 */
/* Where the program stands, for what is recorded of it (op/core/recording.h). */
#pragma once

#include "op/core/op.h"

/* The place of the operation that is being applied, in the program's own text, with the calls that
 * it is inside of. For op.place_of of a trace. */
const struct source_place *place_of_operation(struct op *op);
