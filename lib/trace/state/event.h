/* SPDX-License-Identifier: Apache-2.0 */
/* What a program does to arrays, in the order in which it does it, for whoever plans it. What a
 * function of the library is derived from is no part of it. */
#pragma once

#include "trace/state/trace.h"

/* One operation of a program on arrays (trace/state/event.h). */
struct trace_event {
	bool moves;          /* it brings an array to another layout, and does nothing else */
	bool repeats;        /* of a move: the array was placed so before */
	struct str function; /* "reshard", "jnp.sum", "+" … */
	const struct array_type *from; /* of a move; else NULL */
	const struct array_type *to;   /* the type it gives */
	const struct array *moved;     /* of a move: what it moves; else NULL */
	const struct array *array;     /* that it gives, or NULL */
	/* DTensors: one that is brought to other placements, and what comes of it; or NULL. */
	const struct value *before, *after;
	struct str open; /* why what it communicates is not known, or empty */
	struct str name; /* the variable that the statement assigns, or empty */
	struct span at;  /* in the program's text */
	bool jitted;     /* inside of a jitted function that a script calls */
	bool of_whole;   /* it is computed outside of one, of arrays that are known to be whole */
	struct trace_event *next;
};

/* An array that is moved and the type that a plan has for it; the same of what comes of it. */
struct noted_move {
	const struct array *from, *to;
	const struct array_type *from_type, *to_type;
};

/* Appends that the program brings an array to another layout: by reshard, device_put, a
 * constraint. `function` is the name that the user knows it by; `at` stands in the program's text.
 */
void trace_note_move(struct trace *trace, const char *function, const struct noted_move *move,
                     struct span at);

/* Says of the move noted last that the array was placed so before. */
void trace_note_repeat(struct trace *trace);

/* Appends that one DTensor was brought to the placements of another. */
void trace_note_redistribution(struct trace *trace, const struct value *before,
                               const struct value *after, struct span at);

/* Appends that a function communicates what is not known, which `why` says. `array` is a DTensor
 * that it is given or gives. Both texts must outlive the trace. */
void trace_note_open(struct trace *trace, struct str function, struct str why,
                     const struct value *array, struct span at);

/* Appends that an operation gave this value, once for each array in it; nothing when it was a move,
 * which has been noted. `function` must outlive the trace; the operands are looked at only. */
void trace_note_operation(struct trace *trace, struct str function, const struct value *value,
                          const struct value *const *operands, uint32_t count, struct span at);

/* Adds a finding for every place that asks for a layout which each array that comes by has already.
 */
void report_redundant_moves(struct trace *trace);
