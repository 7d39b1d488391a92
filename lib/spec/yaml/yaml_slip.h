/* SPDX-License-Identifier: Apache-2.0 */
/* What people write who think of Python or JSON, and which YAML cannot be read with: each with what
 * they plainly meant, so that the rest of the file can be read. */
#pragma once

#include "diag/diag.h"

struct yaml_slip {
	enum rule_id rule;
	struct span at; /* as the edits, in the text that was looked at */
	struct str message, help;
	struct diag_repair repair;
};

/*
 * Finds the slip that a text of a file cannot be read for: in the line of byte `problem`, in that
 * of `context`, where what the parser was reading begins, or in the one before. `flow`: what it was
 * reading is in brackets. False when there is none that is known.
 */
bool yaml_slip_find(struct arena *arena, struct str text, size_t problem, size_t context, bool flow,
                    struct yaml_slip *slip);

/* The same in the line of byte `offset`, of a text that can be read, but not as it is meant. */
bool yaml_slip_find_read(struct arena *arena, struct str text, size_t offset,
                         struct yaml_slip *slip);

/* Whether a text has signs that only look like those of YAML, as typographic quotes do. */
bool yaml_has_lookalike(struct str text);
