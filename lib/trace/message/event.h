/* SPDX-License-Identifier: Apache-2.0 */
/* What a program does to arrays, in the order in which it does it, for whoever plans it. What a
 * function of the library is derived from is no part of it. */
#ifndef TRACE_MESSAGE_EVENT_H
#define TRACE_MESSAGE_EVENT_H

#include "trace/trace.h"

/* Appends that the program brings an array from one type to another: by reshard, device_put, a
 * constraint. `function` is the name that the user knows it by; `at` stands in the program's text.
 */
void trace_note_move(struct trace *trace, const char *function, const struct array_type *from,
                     const struct array_type *to, struct span at);

/* Appends that an operation gave this value, once for each array in it; nothing when it was a move,
 * which has been noted. `function` must outlive the trace. */
void trace_note_operation(struct trace *trace, struct str function, const struct value *value,
                          struct span at);

/* Adds a finding for every place that asks for a layout which each array that comes by has already.
 */
void report_redundant_moves(struct trace *trace);

#endif
