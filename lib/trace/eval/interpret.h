/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the interpreter. What evaluates returns NULL after an exception of the program,
 * which stands in trace->op.error; what is not known is reported where it stands and goes on as
 * value_unknown.
 */
#ifndef TRACE_EVAL_INTERPRET_H
#define TRACE_EVAL_INTERPRET_H

#include "trace/eval/scope.h"
#include "trace/trace.h"
#include "trace/work.h"

enum { MAX_NESTING = 2500, MAX_PARAMETERS = 256 };

/* A call being run, for the notes of errors inside of it. */
struct frame {
	const struct frame *outer;
	struct span at; /* the call, in the program's text */
};

/* What a call is given. */
struct given {
	struct value_list positional;
	const struct value_pair *keywords; /* keys are strings */
	uint32_t nkeywords;
	struct span at;
	const struct call *call; /* or NULL */
};

/* A parameter of a function, wherever that comes from. */
struct formal {
	struct str name;
	enum parameter_kind kind;
	const struct value *default_value; /* or NULL */
};

/* ---- Values (evaluate.c, name.c, attribute.c, subscript.c, operate.c, comprehension.c) ---- */

const struct value *evaluate(struct trace *trace, const struct expression *expression);

const struct value *evaluate_comprehension(struct trace *trace,
                                           const struct expression *expression);
const struct value *evaluate_assignment(struct trace *trace, const struct expression *expression);

/* The text of an f-string; unknown when a part of it is. */
const struct value *evaluate_formatted(struct trace *trace, const struct expression *expression);

/* Whether the program has given the name a value, in a scope that can be seen. */
bool name_is_known(const struct trace *trace, struct str name);

/* The value of a name in the current scope. */
const struct value *name_value(struct trace *trace, struct str name);

/* object[index] */
const struct value *subscript_value(struct trace *trace, const struct value *object,
                                    const struct value *index, struct span at);

/* left OP right, and OP operand. */
const struct value *operate_binary(struct trace *trace, enum operation operation,
                                   const struct value *left, const struct value *right,
                                   struct span at);
const struct value *operate_unary(struct trace *trace, enum operation operation,
                                  const struct value *operand, struct span at);

/* The same for what Python itself computes: neither operand is an array. */
const struct value *python_binary(struct trace *trace, enum operation operation,
                                  const struct value *left, const struct value *right);
const struct value *python_compare(struct trace *trace, enum operation operation,
                                   const struct value *left, const struct value *right);
const struct value *python_unary(struct trace *trace, enum operation operation,
                                 const struct value *operand);

/* Whether one is a record and the other something that could be the same: of records it is not
 * known when they are equal. */
bool records_compared(const struct value *left, const struct value *right);

/* Whether `item in container`, as a value. */
const struct value *python_contains(struct trace *trace, const struct value *container,
                                    const struct value *item, struct span at);

/* ---- Calls (call.c, bind.c, library_call.c) ---- */

const struct value *call_value(struct trace *trace, const struct value *function,
                               const struct given *given);

/* Runs the function with a value for each of its parameters. */
const struct value *run_closure(struct trace *trace, const struct closure *closure,
                                const struct value *const *values, struct span at);

const struct value *evaluate_call(struct trace *trace, const struct expression *expression);

/* Calls the row; `self` NULL of a function. */
const struct value *call_row(struct trace *trace, const struct function_row *row,
                             const struct value *self, const struct given *given);

/* What a row is when it is named: a constant's value, else a function. */
const struct value *library_value(struct trace *trace, const struct function_row *row);

/* Calls the library's function of this name with positional arguments; gives up when there is none.
 */
const struct value *library_call(struct trace *trace, const char *module, const char *name,
                                 const struct value *const *arguments, uint32_t count,
                                 struct span at);

/* Calls the method of the value's class; *found tells whether there is one. */
const struct value *call_method(struct trace *trace, const struct value *self, const char *name,
                                const struct value *const *arguments, uint32_t count,
                                struct span at, bool *found);

/* The class whose methods the value has: "ndarray"; empty for none. */
struct str value_class_table(const struct value *value);

/*
 * Brings what is given together with the parameters, into `values` of as many as these. False after
 * raising what Python does.
 */
MUST_USE bool bind_arguments(struct trace *trace, struct str function, const struct formal *formals,
                             uint32_t count, const struct given *given,
                             const struct value **values);

/* Reads a signature as Python writes it; the number of parameters. */
uint32_t signature_read(struct trace *trace, const char *signature,
                        struct formal formals[MAX_PARAMETERS]);

/* ---- Statements (statement.c, assign.c) ---- */

enum flow {
	FLOW_NEXT,
	FLOW_RETURN,
	FLOW_BREAK,
	FLOW_CONTINUE,
	FLOW_UNSURE /* a statement that may not have run would have left the loop */
};

/* Runs statements; *result is what `return` gives. */
enum flow run_block(struct trace *trace, const struct block *block, const struct value **result);

/* Loops (loop.c). */
enum flow run_for(struct trace *trace, const struct for_loop *loop, const struct value **result);
enum flow run_while(struct trace *trace, const struct while_loop *loop,
                    const struct value **result);

/*
 * Does not run statements of which it is not known whether they run (skip.c): what they assign or
 * change is unknown, and so is what the function returns when they may end it.
 */
enum flow skip_block(struct trace *trace, const struct block *block, const struct value **result);

/* The same for one statement with all of its blocks. */
enum flow skip_statement(struct trace *trace, const struct statement *statement,
                         const struct value **result);

/* Makes an object unknown for all who have it, as after a change that is not known; what cannot be
 * changed stays. */
void forget_object(struct trace *trace, const struct value *value);

/* Gives the value to the target, taking it apart for a tuple; false after an error. */
MUST_USE bool assign(struct trace *trace, const struct expression *target,
                     const struct value *value);

/* Makes everything that the target names unknown. */
void assign_unknown(struct trace *trace, const struct expression *target);

/* `del target` (delete.c). */
void run_delete(struct trace *trace, const struct expression *target);

/* ---- What goes wrong (failure.c) ---- */

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

/* Reports the error that has been raised, and forgets it. While a body is replayed, and inside of
 * what a function of the library is derived from, it stays for the call that does so. */
void report_failure(struct trace *trace);

/* The text that expressions being evaluated stand in: the program, or a file of the prelude. */
const struct program *text_being_run(const struct trace *trace);

/* The part of a call, or of another expression, that its first line shows. */
struct span call_span(const struct trace *trace, const struct expression *expression);

/* ---- What there is in the spec (spec_values.c) ---- */

/* Makes the types of all tensors, as jit does for its arguments; reports those that cannot be. */
void make_tensors(struct trace *trace);

/* The tensor or mesh of this name, or NULL. */
const struct value *spec_value(struct trace *trace, struct str name);

/* ---- Modules (module.c) ---- */

/* module.name */
const struct value *module_attribute(struct trace *trace, struct str module, struct str name);

/* What a dotted name stands for: a module, or what a module has. */
const struct value *dotted_value(struct trace *trace, struct str dotted);

/* `import …` and `from … import …` */
void import_modules(struct trace *trace, const struct imported_list *imported);
void import_names(struct trace *trace, const struct import_from *import);

/* `from … import *` (star_import.c), and the value of a name that one of them has brought: NULL
 * when none has, or after an error. */
void import_everything(struct trace *trace, const struct statement *statement);
const struct value *star_imported(struct trace *trace, struct str name);

/* Whether names have come with a module of which it is not known what it has. */
bool star_imports_unknown(const struct trace *trace);

/* ---- Values of the interpreter's own ---- */

/* Raises that arrays cannot be changed in place. Always false. */
bool array_assignment(struct trace *trace, const struct expression *target);

/* ---- Arrays where Python wants a number (tracer.c) ---- */

/* How JAX's errors name a tracer. JAX: core.py Tracer._error_repr. */
struct str tracer_text(struct trace *trace, const struct array *array);

/* The truth of an array, the integer that it holds, or what float() and its like make of it: none
 * is known while JAX traces. Always false. */
bool array_truth(struct trace *trace, const struct array *array);
bool array_to_int(struct trace *trace, const struct array *array);
bool array_to_number(struct trace *trace, const struct array *array, const char *function);

/* One element along the first dimension, which is not scalar. JAX: slicing.py index_in_dim. */
const struct array *array_item(struct trace *trace, const struct array *array, int64_t index);

/* ---- More ---- */

/* The values of a function's defaults, NULL where there is none; NULL after an error. */
const struct value *const *parameter_defaults(struct trace *trace,
                                              const struct parameters *parameters);

/* A method of the library on its object, or the value of a property. */
const struct value *library_method(struct trace *trace, const struct function_row *row,
                                   const struct value *self);

/* The distinct ones of the items, as a set; unknown when there are too many. */
const struct value *set_of(struct trace *trace, const struct value *const *items, uint32_t count);

/* Whether the value can be a key of a dict or an item of a set; raises that it cannot. */
MUST_USE bool require_hashable(struct trace *trace, const struct value *value);

/* Puts a value under a key of a dict. */
void dict_set(struct trace *trace, struct value *dict, const struct value *key,
              const struct value *value);

const struct value *value_module(struct arena *arena, const struct module_row *module);

/* A module of which nothing is known but its name. */
const struct value *value_foreign(struct arena *arena, struct str name);

/* A value of the trace's own arena that is about to be changed in place, as Python's lists and
 * dicts are; what it is without that is kept while an expression is only tried. */
struct value *value_changed(struct trace *trace, const struct value *value);

/* Takes back all changes that were kept since `before`, as trace->changes had it. */
void changes_undo(struct trace *trace, const struct value_change *before);

#endif
