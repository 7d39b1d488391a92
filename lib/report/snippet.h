/* SPDX-License-Identifier: Apache-2.0 */
/* A line of a file with a caret under a part of it. */
#pragma once

#include "base/buf.h"
#include "diag/source.h"

/* How wide the column of line numbers is, and how the caret is coloured ("" for not at all). */
struct snippet_style {
	int gutter;
	const char *frame, *caret, *reset;
};

/*
 * Appends the line that the span starts on, and a line with carets under the span as far as it lies
 * on that line. Tabs become spaces up to the next multiple of 8, control characters escapes; of a
 * long line the part round the span is shown, with … for what is left out.
 */
void snippet_add(struct buf *out, struct str text, struct span span, uint32_t line,
                 const struct snippet_style *style);
