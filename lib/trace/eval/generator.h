/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Generators. One that waits at a `yield` keeps where: each block and compound statement on the way
 * leaves a point behind when it is left, and takes it up again on the way back.
 */
#pragma once

#include "trace/eval/statement.h"
#include "trace/value/iterator.h"

/* Whether the generator being run is on its way back to the `yield` that it waits at. */
bool is_resuming(const struct trace *trace);

/* The point of the statement being run, on that way. */
struct resume_point take_point(struct trace *trace);

/* Leaves a point behind, on the way out; the flow, which is FLOW_YIELD. */
enum flow keep_point(struct trace *trace, uint32_t index, const struct value *kept);

/* Runs `yield`, alone or on the right of an assignment: FLOW_YIELD, or FLOW_NEXT behind it with
 * what it gives, NULL after an error that is for somebody around. */
enum flow run_yield(struct trace *trace, const struct expression *expression,
                    const struct value **value);

/* The generator that a call of the function gives, whose parameters the scope has. */
const struct value *generator_new(struct trace *trace, const struct closure *closure,
                                  struct scope *scope);

/* The iterator of a generator expression; `source` is what it goes through. */
const struct value *generator_expression(struct trace *trace,
                                         const struct comprehension *comprehension,
                                         const struct value *source);

/* Runs it up to its next item; for trace->advance. NULL at the end, and after an error. */
const struct value *generator_advance(struct trace *trace, struct iterator *generator);

/* Notes that statements were not run which may have held a `yield`. */
void lose_generator(struct trace *trace, const struct block *block);
