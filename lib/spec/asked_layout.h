/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts that the command line asks for, in the place of those that a file gives its values:
 * --in 'params/w*=P(None, "model")'. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

enum asked_place { ASKED_ARGUMENT, ASKED_RESULT, ASKED_LINE };

struct asked_layout {
	enum asked_place place;
	struct str
	    pattern;     /* of names of arguments or results, FUNCTION: in front of those of one */
	int64_t line;    /* of the text, whose values are laid out so */
	struct str spec; /* in any notation of a spec */
};

struct asked_layouts {
	struct asked_layout *items;
	size_t count, room;
};

/*
 * A name as people write it in a path: params['w'][0].x as params/w/0/x.
 */
struct str asked_path(struct arena *arena, struct str name);

/* Whether the pattern is for this name, or its path, of the function; of a module without name it
 * is empty. */
bool asked_layout_matches(struct arena *arena, const struct asked_layout *layout,
                          struct str function, struct str name);

/* Number of the last layout for a place that names a value; `count` when none does. */
size_t asked_layout_of(struct arena *arena, const struct asked_layouts *layouts,
                       enum asked_place place, struct str function, struct str name);
