/* SPDX-License-Identifier: Apache-2.0 */
/* What the rules of a framework get to judge with, and what they share when they report. */
#pragma once

#include "base/buf.h"
#include "spec/spec.h"

struct judge {
	struct arena *scratch; /* for what need not outlive one tensor */
	struct diags *diags;
	const struct spec *spec;
	bool in_program; /* what is judged stands in a program, not in the file's own keys */
};

/* The name of a thing of the file, safe to print, in the arena of the findings. */
struct str judge_shown(const struct judge *judge, struct str text);

/*
 * A layout as the user would write it: [data, null] or P('data', None), in the notation of the
 * layout it is to replace. Text in the arena of the findings.
 */
struct str judge_spec_text(const struct judge *judge, const struct partition_spec *like,
                           const struct entry *entries, uint32_t count);

/* Adds "did you mean" for a name near to an axis of the mesh that the spec does not have yet, else
 * lists the axes. Returns the finding. */
struct diag *judge_suggest_axis(const struct judge *judge, struct diag *diag,
                                const struct mesh *mesh, const struct partition_spec *spec,
                                struct str name);

/* "data = 8" or "data × model = 8": how the axes of an entry make its number of shards. */
struct str judge_ways_text(const struct judge *judge, const struct entry *entry, int64_t ways);
