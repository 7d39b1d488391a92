/* SPDX-License-Identifier: Apache-2.0 */
/* Fixing what was found in a file, in memory: each certain repair is made and checked again before
 * it counts. */
#pragma once

#include "check/check.h"
#include "diag/edit.h"

struct fixed {
	struct edited edited;       /* the file's text, and what was made of it */
	struct str text;            /* the same as one text */
	struct check_result result; /* of that text; says how many findings were fixed */
};

/*
 * Makes the certain repairs of what was found in the source, those that leave each other alone at
 * once, and checks the text again, until nothing more can be fixed. A repair whose finding remains,
 * or that brings an error, is not made. `result` is of check_source with the same source and
 * options. Everything lives in the arena; `scratch` is used and given back.
 */
struct fixed fix_source(struct arena *arena, struct arena *scratch, const struct source *source,
                        const struct check_options *options, const struct check_result *result);
