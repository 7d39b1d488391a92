/* SPDX-License-Identifier: Apache-2.0 */
/* What fuzz targets check alike. No Criterion: a target has a main of its own. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "diag/diag.h"

/* An assertion that no build leaves out. */
static inline void must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "fuzz: %s\n", what);
	abort();
}

static inline void check_span(struct str text, struct span at)
{
	must(at.offset <= text.len && at.length <= text.len - at.offset, "a span leaves the text");
}

/* A message is one line that is safe to print. */
static inline void check_words(struct arena *arena, struct str message)
{
	must(!message.len || str_equal(utf8_escaped(arena, message), message),
	     "a message is not safe");
}

/* A finding says something, all of it safe to print, of places in the text. */
static inline void check_finding(struct arena *arena, struct str text, const struct diag *diag)
{
	check_span(text, diag->at);
	check_words(arena, diag->message);
	check_words(arena, diag->help);
	must(diag->message.len > 0, "a finding says nothing");
	for (const struct diag_note *note = diag->notes; note; note = note->next) {
		check_span(text, note->at);
		check_words(arena, note->message);
	}
}
