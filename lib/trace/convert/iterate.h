/* SPDX-License-Identifier: Apache-2.0 */
/* Going through values, their truth, and changing them. */
#pragma once

#include "trace/state/changes.h"
#include "trace/state/trace.h"

/* The items that going through the value gives; false after an error, or without one when they are
 * unknown. */
MUST_USE bool trace_iterate(struct trace *trace, const struct value *value,
                            struct value_list *items);

/* The same of a value that the program goes through at this expression: where nothing is being
 * applied, that is the place of what is computed for it, as the slices of an array. */
MUST_USE bool trace_iterate_at(struct trace *trace, const struct value *value,
                               const struct expression *at, struct value_list *items);

/* What iter(value) is: an iterator, or an object of the program with __next__. NULL after an error,
 * or without one when it is unknown. */
const struct value *iterator_of(struct trace *trace, const struct value *value);

/* Python's truth of the value; false after an error, as that of an array is, or without one when it
 * is unknown. */
MUST_USE bool trace_truth(struct trace *trace, const struct value *value, bool *truth);

/* Whether the value can be a key of a dict or an item of a set; raises that it cannot. */
MUST_USE bool require_hashable(struct trace *trace, const struct value *value);

/* Puts an item behind those of a list, or into a set that has it not; the array of items is its own
 * when it has room. */
void list_append(struct trace *trace, struct value *list, const struct value *item);

/* Puts a value under a key of a dict; one that has been forgotten stays unknown. */
void dict_set(struct trace *trace, struct value *dict, const struct value *key,
              const struct value *value);

/* Takes a key out of a dict, and what is under it; false when the dict has it not. */
bool dict_remove(struct trace *trace, struct value *dict, const struct value *key);

/* A dict with the items of another, from which each then changes apart. */
struct value *dict_copy(struct trace *trace, const struct value *dict);
