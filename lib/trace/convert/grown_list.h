/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of which nobody knows how long they are, as those that a long loop fills. They are foreign:
 * what is appended to one is counted all the same, until something else may have been done to it.
 */
#pragma once

#include "trace/state/trace.h"

struct grown_list {
	const struct value *list;         /* of a method of one: itself; else NULL */
	struct str method;                /* the name of that */
	const struct value *const *added; /* what was appended since counting began */
	uint32_t count;
	bool open;               /* what else was done, or which way was gone, is not known */
	const struct value *any; /* what stands for any of its items, or NULL: not known */
};

/* Such a list, to which nothing has been appended, with what is known of its items. */
const struct value *grown_list_new(struct trace *trace, const struct value *any);

/* What stands for any of these items, if each is an array, a number or a tuple of such; NULL: one
 * is not, or there is none, or they are of several kinds. `any` stands for others, or is NULL. */
const struct value *any_item(struct trace *trace, const struct value *any,
                             const struct value_list *items);

/* Whether the value is such a list. */
bool is_grown_list(const struct value *value);

/* Begins to count anew what is appended to the list. */
void grown_list_count(struct trace *trace, const struct value *list);

/* The method of this name, as `foreign`, which knows its list. */
const struct value *grown_list_method(struct trace *trace, const struct value *list,
                                      struct str name, const struct value *foreign);

/* Notes what the call of such a method does to its list. */
void grown_list_called(struct trace *trace, const struct value *method, const struct given *given);

/* Something is done to the value that may add to it or take from it; nothing happens to one that is
 * no such list. */
void grown_list_open(struct trace *trace, const struct value *value);

/* What such a list becomes that may as well be the other value; *wider as in join.h. */
const struct value *grown_list_either(struct trace *trace, const struct value *list,
                                      const struct value *other, bool *wider);

/* Whether it is a list of which it is known that all items are singles. */
bool holds_singles(const struct value *list);

/* What such a list has at an index, or under a slice. */
const struct value *grown_list_item(struct trace *trace, const struct value *list,
                                    const struct value *index);
