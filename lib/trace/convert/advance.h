/* SPDX-License-Identifier: Apache-2.0 */
/* Taking items one by one. */
#pragma once

#include "trace/state/trace.h"
#include "trace/value/iterator.h"

/* The next item of it; NULL at the end, and after an error. Unknown: nothing more is known of it.
 */
const struct value *advance(struct trace *trace, const struct value *iterator);

/* Where an error stands of the code that gives the next item: at what goes through it. */
struct span next_place(const struct trace *trace);

/* What is gone through in the place of the value: what a bar of tqdm is around, or what a loader
 * gives, where that is foreign; else the value itself. */
const struct value *gone_through(struct trace *trace, const struct value *value);

/* Whether going through all of it is asked for item by item: it may have no end. */
bool is_lazy(const struct value *value);
