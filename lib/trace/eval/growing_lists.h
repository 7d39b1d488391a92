/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists to which each turn of a long loop appends as many items, and does nothing else: behind the
 * loop they are as long as it has turns. A turn is counted once nothing changes any more that is
 * not known already, so that what is appended under a condition of some turns is not counted.
 */
#pragma once

#include "trace/eval/statement.h"
#include "trace/state/changes.h"

struct growing_list {
	const struct value *list; /* itself, which is changed in place */
	struct value_list before; /* its items before the turns that are left */
	bool grew;                /* it was a list then */
};

struct growing_lists {
	struct growing_list *items;
	uint32_t count;
};

/* The lists that have become of unknown length since the mark. */
struct growing_lists growing_lists_since(struct trace *trace, struct change_mark mark);

/* Before a turn that is counted. */
void growing_lists_count(struct trace *trace, const struct growing_lists *lists);

/* Behind it, what the turn has changed since `mark` is taken back, and each list that it has only
 * appended to, in a turn that went all the way, gets the items of so many turns. */
void growing_lists_end(struct trace *trace, const struct growing_lists *lists,
                       struct change_mark mark, bool whole, uint64_t turns);
