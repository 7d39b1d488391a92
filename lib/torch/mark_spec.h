/* SPDX-License-Identifier: Apache-2.0 */
/* The partition spec of mark_sharding as Python has it: what stands in it is up to its author. */
#pragma once

#include "base/buf.h"

enum mark_kind {
	MARK_NONE,
	MARK_INDEX, /* an int: a mesh axis by its number */
	MARK_NAME,  /* a str: a mesh axis by its name */
	MARK_TUPLE,
	MARK_LIST,  /* or a dict or set: what has no hash */
	MARK_OTHER, /* a bool, a float, a number of NumPy … */
};

struct mark {
	enum mark_kind kind;
	int64_t index;
	struct str text; /* a name; of a list and others the class: "list", "numpy.int64" */
	const struct mark *items; /* of a tuple or list */
	uint32_t nitems;
};

/*
 * The entries of a spec: the items of a tuple or list, the letters of a string, which is a sequence
 * too. False when it has no length. The letters live in the arena.
 */
MUST_USE bool mark_entries(struct arena *arena, const struct mark *spec,
                           const struct mark **entries, uint32_t *count);

/* repr() of a tuple of these: (0, None), ((0, 1),), (). */
void mark_tuple_text(struct buf *out, const struct mark *entries, uint32_t count);

/* Python's name for the class of one: "NoneType", "int", "tuple". */
struct str mark_class(const struct mark *mark);
