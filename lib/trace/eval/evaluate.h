/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The door of what evaluates: expressions, and calls of whatever can be called. NULL after an
 * exception of the program, which stands in trace->op.error.
 */
#pragma once

#include "trace/module/library_call.h"
#include "trace/state/trace.h"

/* Calls a value with these arguments; NULL when that fails. `at` is where it stands. */
const struct value *trace_call(struct trace *trace, const struct value *function,
                               const struct value_list *positional,
                               const struct value_pair *keywords, uint32_t nkeywords,
                               struct span at);

/* value.name, which stands at `at` */
const struct value *trace_attribute(struct trace *trace, const struct value *value, struct str name,
                                    struct span at);

/* The value of an expression in the current scope. NULL after an exception, which then stands at
 * the expression; unknown where what goes wrong is no exception and has been reported, or after
 * too many steps. */
const struct value *evaluate(struct trace *trace, const struct expression *expression);

/* What stands between the brackets of x[…]. NULL after an error. */
const struct value *evaluate_index(struct trace *trace, const struct expression *subscript);

/* The list, set, dict or generator of a comprehension. A generator of a single clause runs as far
 * as somebody asks, any other comprehension at once. */
const struct value *evaluate_comprehension(struct trace *trace,
                                           const struct expression *expression);

/* `name := value`, which binds the name in the function around, not in a comprehension; the
 * value. */
const struct value *evaluate_assignment(struct trace *trace, const struct expression *expression);

/* The text of an f-string; unknown when a part of it is. */
const struct value *evaluate_formatted(struct trace *trace, const struct expression *expression);

/* The value that the program has given the name in a scope that can be seen, or NULL. */
const struct value *name_in_scope(const struct trace *trace, struct str name);

/* The value of a name in the current scope. */
const struct value *name_value(struct trace *trace, const struct expression *expression);

/* object[index] */
const struct value *subscript_value(struct trace *trace, const struct value *object,
                                    const struct value *index, struct span at);

/* left OP right, in which an array, a NumPy scalar or an object decides by its own rules; `at` is
 * the expression. */
const struct value *operate_binary(struct trace *trace, enum operation operation,
                                   const struct value *left, const struct value *right,
                                   struct span at);

/* OP operand, likewise: `-`, `+`, `~` or `not`. */
const struct value *operate_unary(struct trace *trace, enum operation operation,
                                  const struct value *operand, struct span at);

/* left OP right as Python itself computes it, but for comparisons: neither operand is an array. */
const struct value *python_binary(struct trace *trace, enum operation operation,
                                  const struct value *left, const struct value *right);

/* The same of `==`, `!=`, `<` and so on, as a bool; unknown where an order or equality is not
 * known. */
const struct value *python_compare(struct trace *trace, enum operation operation,
                                   const struct value *left, const struct value *right);

/* The same of `-`, `+` and `~` of a number; the TypeError of any other value. */
const struct value *python_unary(struct trace *trace, enum operation operation,
                                 const struct value *operand);

/* Whether one is a record and the other something that could be the same: of records it is not
 * known when they are equal. */
bool records_compared(const struct value *left, const struct value *right);

/* Whether `item in container`, as a value. */
const struct value *python_contains(struct trace *trace, const struct value *container,
                                    const struct value *item, struct span at);

/* Calls a value by its kind with arguments that have been gathered; NULL when that fails. A
 * foreign one gives what is foreign. */
const struct value *call_value(struct trace *trace, const struct value *function,
                               const struct given *given);

/* What a functools.partial has bound, and what is given behind it. */
struct bound_call call_bound(struct trace *trace, const struct bound_call *bound,
                             const struct given *given);

/* Runs the function with a value for each of its parameters. */
const struct value *run_closure(struct trace *trace, const struct closure *closure,
                                const struct value *const *values, struct span at);

/* Runs the body of a generator from where it waits; what it returns at its end. */
const struct value *run_generator(struct trace *trace, struct iterator *generator);

/* The value of a call: evaluates the function, then the arguments in their order, and calls.
 * Unknown where *args or **kwargs are not known. */
const struct value *evaluate_call(struct trace *trace, const struct expression *expression);

/* Raises that arrays cannot be changed in place. Always false. */
bool array_assignment(struct trace *trace, const struct expression *target);

/* The values of a function's defaults, NULL where there is none; NULL after an error. */
const struct value *const *parameter_defaults(struct trace *trace,
                                              const struct parameters *parameters);

/* The distinct ones of the items, as a set; unknown when there are too many. */
const struct value *set_of(struct trace *trace, const struct value *const *items, uint32_t count);
