/* SPDX-License-Identifier: Apache-2.0 */
/* What the YAML parser stumbled over, in words for people who write specs. */
#pragma once

#include "spec/yaml/yaml_slip.h"

struct yaml_problem {
	const char *problem, *context; /* libyaml's own words; `context` may be NULL */
	struct span at, context_at;    /* of at most one byte each */
};

/* Reports the problem in a text of a file, `text`: indentation is named as such, and a bracket or
 * quote that is open where it was opened. */
void yaml_problem_report(struct diags *diags, struct str text, const struct yaml_problem *problem);

/* Finds out whether the problem is a line that is indented otherwise than those before it, and how
 * it was most probably to be. */
bool yaml_problem_indentation(struct arena *arena, struct str text,
                              const struct yaml_problem *problem, struct yaml_slip *slip);
