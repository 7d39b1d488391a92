/* SPDX-License-Identifier: Apache-2.0 */
/* What is gone through item by item: iterators over lists, generators, generator expressions. */
#pragma once

#include "trace/value/value.h"

/* Where a statement of a generator that waits at a `yield` goes on; one for each block and each
 * compound statement round that. */
struct resume_point {
	uint32_t index;           /* of the statement in its block, or of the part of a statement */
	const struct value *kept; /* the iterator of a loop, the context of `with`, or NULL */
};

enum iterator_state { ITERATOR_FRESH, ITERATOR_WAITING, ITERATOR_RUNNING, ITERATOR_DONE };

struct iterator {
	const char *class_name;
	enum iterator_state state;
	uint64_t trial; /* in which it was made (trace->trial), 0: in none */
	/* Of items that are known. */
	struct value_list items;
	uint32_t next;
	bool counted; /* of enumerate: pairs of a number, from `first` on, and an item */
	int64_t first;
	const struct value *source; /* the list, dict or set that they are of; or what the
	                               expression goes through */
	/* Of a generator, or a generator expression. */
	const struct closure *closure;
	const struct comprehension *comprehension;
	struct scope *scope;
	struct resume_point *points; /* the innermost first */
	uint32_t npoints;
	size_t points_room;
	bool resuming;                /* on the way back to the `yield` */
	bool lost;                    /* what it gives is not known any more */
	const struct value *yielded;  /* what `yield` gave last */
	const struct value *sent;     /* what it gets back */
	const struct value *thrown;   /* an exception that it raises instead, or NULL */
	const struct value *returned; /* by the function, at its end */
};

/* An iterator over these items. */
const struct value *value_iterator(struct arena *arena, const char *class_name,
                                   const struct value_list *items);
