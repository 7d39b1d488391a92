/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists to which each turn of a long loop adds one item by a statement `name.append(item)`, and of
 * which the body does nothing else: behind the loop they are as long as it has turns.
 */
#pragma once

#include "trace/eval/statement.h"

enum { MAX_GROWING = 8 };

struct growing_list {
	const struct value *list;       /* itself, which is changed in place */
	struct value_list before;       /* its items before the turns that are left */
	const struct expression *added; /* what each turn adds */
};

struct growing_lists {
	struct growing_list items[MAX_GROWING];
	uint32_t count;
};

/* The lists that a body adds to in this way; none when a turn may end before its last statement. */
struct growing_lists growing_lists_of(struct trace *trace, const struct block *body);

/* Gives the lists their items of so many turns more, which are alike: what is added is evaluated as
 * things are after any turn, and is what the name of the list says no more when it is not known. */
void growing_lists_end(struct trace *trace, const struct growing_lists *lists, uint64_t turns);
