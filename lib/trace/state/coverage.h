/* SPDX-License-Identifier: Apache-2.0 */
/* How much of a program was judged: its operations on arrays, and what of it is not known. */
#pragma once

#include "base/table.h"
#include "diag/source.h"

struct trace;
struct value;

/* What is not known at a place of the program. */
struct coverage_gap {
	struct str feature; /* "optax.sgd", or a word of the language: "yield" */
	struct span at;     /* in the file */
	uint32_t count;     /* how often the program came there; 0: a comment says what it gives */
};

struct coverage {
	uint64_t judged; /* operations that gave arrays */
	struct coverage_gap *gaps;
	uint32_t ngaps;
	size_t room;
	struct table places; /* of the gaps, to their number */
	uint64_t met;        /* how often the program came to one */
	uint32_t last;       /* the number of the one that it came to last */
};

/* How many operations were come to: those judged, and those that are not known. */
uint64_t coverage_operations(const struct coverage *coverage);

/* Counts an operation that was judged. */
void coverage_count(struct trace *trace);

/* Counts an operation of the program's own text, if this is an array that it gave. */
void coverage_note(struct trace *trace, const struct value *result);

/* Counts what is not known at a place of the program's text, in the words of its finding. */
void coverage_note_gap(struct trace *trace, struct span at, struct str message);

/* Leaves out the gaps of a count of 0. */
void coverage_drop_said(struct coverage *coverage);
