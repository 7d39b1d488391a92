/* SPDX-License-Identifier: Apache-2.0 */
/* Running statements, or passing them over. */
#pragma once

#include "trace/state/trace.h"

struct kept_error;

enum flow {
	FLOW_NEXT,
	FLOW_RETURN,
	FLOW_BREAK,
	FLOW_CONTINUE,
	FLOW_YIELD, /* a generator waits (generator.h) */
	FLOW_UNSURE /* a statement that may not have run would have left the loop */
};

/* Runs statements; *result is what `return` gives. */
enum flow run_block(struct trace *trace, const struct block *block, const struct value **result);

/* `for`, with its `else` (loop.c): a turn for each item, or of very many as many as change
 * anything (long_loop.h). */
enum flow run_for(struct trace *trace, const struct for_loop *loop, const struct value **result);

/* `while`, with its `else`; skipped where the condition is not known and cannot be followed either
 * way. */
enum flow run_while(struct trace *trace, const struct while_loop *loop,
                    const struct value **result);

/*
 * Does not run statements of which it is not known whether they run (skip.c): what they assign or
 * change is unknown, and so is what the function returns when they may end it.
 */
enum flow skip_block(struct trace *trace, const struct block *block, const struct value **result);

/* The same where no finding has said so yet: the names are foreign, and reported where they meet an
 * array. */
enum flow skip_unreported(struct trace *trace, const struct block *block,
                          const struct value **result);

/* The same for one statement with all of its blocks. */
enum flow skip_statement(struct trace *trace, const struct statement *statement,
                         const struct value **result);

/* Whether a list, set or dict has a method of this name that changes it in place. */
bool is_changing_method(struct str name);

/* Forgets what a function changes that is given to what is foreign, which may call it at any time.
 * Anything else than a function changes nothing. */
void forget_by_function(struct trace *trace, const struct value *given);

/* Forgets what a call may change whose arguments are not known, so that it is not followed. */
void forget_by_call(struct trace *trace, const struct expression *expression);

/* Makes an object unknown for all who have it, as after a change that is not known; what cannot be
 * changed stays. */
void forget_object(struct trace *trace, const struct value *value);

/* The same of a list or a dict that is changed at this index or key, which is not known: it is
 * foreign where that is. */
void forget_at(struct trace *trace, const struct value *value, const struct value *index);

/* The same where no finding has said so: it is foreign. */
void forget_filled(struct trace *trace, const struct value *value);

/* The same of what an assignment to the target changes; a name changes nothing. */
void forget_written(struct trace *trace, const struct expression *target);

/* Whether the statement is the `...` of a text or a notebook, where lines have been left out. */
bool is_left_out(const struct trace *trace, const struct statement *statement);

/* Gives the value to the target, taking it apart for a tuple; false after an error. */
MUST_USE bool assign(struct trace *trace, const struct expression *target,
                     const struct value *value);

/* Gives the name a value, in the scope that it belongs to. */
void bind_name(struct trace *trace, struct str name, const struct value *value, struct span at);

/* Whether none of the branches can compute with arrays: nothing is lost but the names that they
 * bind, whichever is run (harmless.c). */
bool computes_nothing(struct trace *trace, const struct if_statement *statement);

/* The same of an expression. */
bool expression_computes_nothing(struct trace *trace, const struct expression *expression);

/* The same of a block. */
bool block_computes_nothing(struct trace *trace, const struct block *block);

/* The same of one statement with its blocks, such as a loop. */
bool statement_computes_nothing(struct trace *trace, const struct statement *statement);

/* Whether the statements give names values. */
bool block_binds(struct trace *trace, const struct block *block);

/* Leaves the statement out, which computes nothing: the names that it binds are foreign. */
void pass_by(struct trace *trace, const struct statement *statement);

/* Makes everything that the target names unknown. */
void assign_unknown(struct trace *trace, const struct expression *target);

/* `class NAME(…):` (class.c) */
void run_class(struct trace *trace, const struct class_definition *definition);

/* The value with decorators applied, the last one first; NULL after an error. */
const struct value *decorated(struct trace *trace, const struct expression_list *decorators,
                              const struct value *const *values, const struct value *value);

/* The values of decorators; NULL after an error. */
const struct value *const *decorator_values(struct trace *trace,
                                            const struct expression_list *decorators);

/* `try` with its clauses (try.c). */
enum flow run_try(struct trace *trace, const struct statement *statement,
                  const struct value **result);

/* An error that ended the block, of which it is not known whether it is raised, or caught: says so,
 * and leaves out the block. The finding stands where it was raised, or at `at`. */
enum flow doubt_error(struct trace *trace, const struct block *block, struct span at,
                      const struct kept_error *error, const struct value **result);

/* `raise` of an exception, or without one of that which is being handled. */
void run_raise(struct trace *trace, const struct statement *statement);

/* `match` with its cases (match.c). */
enum flow run_match(struct trace *trace, const struct statement *statement,
                    const struct value **result);

/* `del target` (delete.c). */
void run_delete(struct trace *trace, const struct expression *target);
