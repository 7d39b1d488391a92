/* SPDX-License-Identifier: Apache-2.0 */
/* What comments say that names hold (spec/script/type_comment.h), for values that come from
 * outside. */
#pragma once

#include "spec/script/type_comment.h"
#include "trace/state/trace.h"

/* The comments about an assignment that is being run. */
struct said {
	const struct type_comment *comments; /* or NULL */
	uint32_t count;
	struct span statement;   /* in the program's text, up to where the comments stand */
	const struct diag *last; /* the last finding before it was run */
};

/* Looks for the comments about an assignment that ends with `statement`, before it is run. */
struct said said_begin(struct trace *trace, struct span statement);

/* Once the targets have values: those that are unknown get the ones that are said. Where all are
 * said, nothing of the assignment itself counts as unknown. Whether they all are. */
bool said_apply(struct trace *trace, const struct said *said,
                const struct expression_list *targets);

/* The value that is said, in what is in scope now; unknown after a finding, which stands at `place`
 * of the file, or for NULL where it is said. */
const struct value *said_value(struct trace *trace, const struct said_value *said,
                               const struct span *place);

/* Adds findings about comments that nothing has asked for. */
void report_unused_comments(struct trace *trace);
