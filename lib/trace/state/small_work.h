/* SPDX-License-Identifier: Apache-2.0 */
/* Advice about a program that spreads very little work over CPU devices. */
#pragma once

#include "trace/state/trace.h"

/*
 * Adds a note, once the whole program has been followed, when all that it computes on batches that
 * it has placed on several devices is less than starting one computation on them costs: some 10 to
 * 100 us on CPUs. Only of a script without hardware of its own, of which all is known, and which
 * has neither loops nor contractions, whose work the types do not tell.
 */
void report_small_work(struct trace *trace);
