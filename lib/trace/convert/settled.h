/* SPDX-License-Identifier: Apache-2.0 */
/* What a value is of which only a run tells whether it is one or another. */
#pragma once

#include "trace/state/trace.h"

/* What is one of two values, such as those after two turns of a loop, or of two branches: an array
 * of the type that both have, a number that is not known, or what is foreign. NULL: that is open.
 */
const struct value *value_settled(struct trace *trace, const struct value *before,
                                  const struct value *now);

/* The same of each of `count` values, to result; false when that of one is open. */
bool values_settled(struct trace *trace, const struct value *const *before,
                    const struct value *const *now, uint32_t count, const struct value **result);

/* The values of the names now; NULL where there is none. */
const struct value *const *values_now(struct trace *trace, const struct table *names);
