/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What goes wrong in a program: raising it, placing it, and the findings about it. The error itself
 * stands in trace->op.error; what is not known is reported where it stands, and goes on as
 * value_unknown.
 */
#pragma once

#include "trace/state/trace.h"

/* Fails by an exception of Python or JAX, or gives up, for the call being made. Always NULL. */
#define trace_refuse(trace, ...) refuse(&(trace)->op, __VA_ARGS__)
#define trace_unknown(trace, ...) op_unknown(&(trace)->op, __VA_ARGS__)

/* Gives up because what a function gives follows from the values of an array: that is foreign.
 * Always NULL. */
const struct value *trace_by_values(struct trace *trace);

/* Gives up because something foreign meets an array: the finding says by which name of the program
 * it came, and how a comment tells what it is. Always NULL. */
const struct value *trace_foreign(struct trace *trace, const struct value *foreign);

/* The same of a call that was given an array. */
const struct value *trace_foreign_call(struct trace *trace, struct str function);

/* Reports that something about the call at `at` is not known, and lets the program go on. */
void trace_doubt(struct trace *trace, struct span at, const char *format, ...) PRINTF_LIKE(3, 4);

/* Says where the error that has just been raised stands, unless that is known; gives up, with a
 * finding, when it is no error but that something is not known. Inside of what a function of the
 * library is derived from both are left to the call of that function: NULL. */
const struct value *place_failure(struct trace *trace, struct span at);

/* What is to be returned when something inside has failed: NULL after an error, else that it is
 * unknown. */
const struct value *failed_or_unknown(const struct trace *trace);

/* What stands for a place among others, as those of errors that have been reported. */
struct str place_key(const struct trace *trace, struct span at);

/* Whether the error that stands in the trace is one that will be reported: it is no repetition. */
bool is_to_report(const struct trace *trace);

/* Whether it is open if the program raises the error that stands in the trace. */
bool failure_is_open(const struct trace *trace);

/* Whether what is being raised ends the script without an error: SystemExit, or what a test that is
 * skipped raises. */
bool ends_script(const struct trace *trace);

/* Whether it ends the script before its last statement, so that something is not run. */
bool ends_script_early(const struct trace *trace);

/* Reports the error that has been raised, and forgets it. While a body is replayed, and inside of
 * what a function of the library is derived from, it stays for the call that does so. */
void report_failure(struct trace *trace);

/* The text that expressions being evaluated stand in: the program, or a file of the prelude. */
const struct program *text_being_run(const struct trace *trace);

/* The part of a call, or of another expression, that its first line shows. */
struct span call_span(const struct trace *trace, const struct expression *expression);
