/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interprets a program over types, statement by statement as JAX would trace it. Every error is a
 * finding at the expression that raises it; what depends on that is unknown, and the statements
 * behind it are judged as far as they do not.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "diag/diag.h"
#include "program/program.h"
#include "trace/module/library_index.h"
#include "trace/value/value.h"

enum { MAX_CALL_DEPTH = 100, MAX_STEPS = 1000000 };

/* A function of a module, or a method of a class, that programs can call. */
struct function_row {
	const char *name;
	/* Parameters as Python writes them: "a, axis=None, *, keepdims=False"; of a method the
	 * first is self. A default is a literal; one that is not given comes as the literal's
	 * value. NULL: a constant of a module, or a property of a class. */
	const char *signature;
	/* Calls it. NULL when it fails. For a constant with no arguments, for a property with the
	 * object alone. */
	const struct value *(*call)(struct trace *trace, const struct call_arguments *arguments);
	const void *data;          /* by which rows that share a function differ */
	const char *since, *until; /* releases that have it: from, and before; NULL: no limit */
	bool takes_unknown;        /* called even when an argument is unknown */
	const char
	    *python_name; /* as Python's errors name it: "_IndexUpdateRef.set"; NULL: `name` */
	bool custom_jvp;  /* jax.custom_jvp is around it: of arguments that do not bind it tells
	                     in its own words */
	/* jax.jit is around it in JAX, or around what it does: under vmap it fails by the types of
	 * one example before the whole arrays are looked at. Around it itself: what is given to it
	 * must be arrays, names of no parameter included. */
	enum { NOT_JITTED, JITTED_WITHIN, JITTED_ITSELF } jitted;
};

/*
 * The names of a module, or the methods of a class. Classes: "ndarray" (a method of arrays;
 * x[i] is its __getitem__), "at" (of x.at[i]), "PartitionSpec", "NamedSharding",
 * "PositionalSharding", "Mesh", "dtype", "str", "list", "tuple", "dict", and of records their
 * class_name. A class that programs name as one, such as jax.sharding.PartitionSpec, is a function
 * of its module; what it has itself (P.UNCONSTRAINED) are the names of module
 * "jax.sharding.PartitionSpec". What `with` can enter has methods __enter__ and __exit__.
 */
struct module_row {
	const char *name; /* "jax.numpy" */
	const struct function_row *rows;
	uint32_t count;
};

/* A name that is there without an import: "jnp" → "jax.numpy", "P" → "jax.sharding.PartitionSpec".
 */
struct library_global {
	const char *name, *meaning;
};

/* Another name of something in the library: jax.P is jax.sharding.PartitionSpec. */
struct library_alias {
	const char *name, *target, *since; /* "": in all releases */
};

/* All names that a module, or the objects of a class, have in some releases: a name is missing when
 * no row of its module has it. A module without rows is not known so well. */
struct module_names {
	const char *module;        /* "jax.numpy"; of a class the name of its table, "ndarray" */
	const char *since, *until; /* empty: no limit */
	const char *names;         /* each with a space behind it */
};

/* What some releases say of a name that they have no more. */
struct gone_name {
	const char *module, *since, *until, *name;
	const char *text; /* of the AttributeError */
};

struct prelude_file;

/* What the program can use, given to it by whoever checks it. Builtins of Python are module
 * "builtins". */
struct library {
	const struct module_row *const *modules;
	uint32_t nmodules;
	const struct prelude_file *const *preludes; /* of functions that prelude_call calls */
	uint32_t npreludes;
	const struct library_global *globals;
	uint32_t nglobals;
	const struct library_alias *aliases;
	uint32_t naliases;
	const struct module_names *names;
	uint32_t nnames;
	const struct gone_name *gone;
	uint32_t ngone;
};

/* The arguments of a call, in the order of the row's signature. */
struct call_arguments {
	const struct function_row *row;
	const struct value *const *values; /* one for each parameter: *args is a tuple, **kwargs a
	                                      dict; a method's self is the first */
	uint32_t count;
	struct span at;          /* the call, in the program's text */
	const struct call *call; /* its syntax, or NULL */
};

struct scope;
struct applied;
struct batch_call;
struct mapped_function;
struct frame;
struct star_import;
struct prelude;

/* A value that a program gives a name at its top level. */
struct named_value {
	struct str name;
	const struct value *value;
	struct span at; /* of the last target with that name, in the program's text */
};

/* One operation of a program on arrays (trace/message/event.h). */
struct trace_event {
	bool moves;          /* it brings an array to another layout, and does nothing else */
	struct str function; /* "reshard", "jnp.sum", "+" … */
	const struct array_type *from; /* of a move; else NULL */
	const struct array_type *to;   /* the type it gives */
	struct str name;               /* the variable that the statement assigns, or empty */
	struct span at;                /* in the program's text */
	struct trace_event *next;
};

/* What to write in the place of a failed expression. */
struct repair {
	struct span at; /* the expression, in the program's text; of length 0: there is no repair */
	struct str text; /* of the new one */
	struct str help; /* what it does, and the line with it */
};

/* A list or dict that an expression changed while it was tried. */
struct value_change;

/* The names that each function of the program assigns. */
struct local_names {
	struct table numbers; /* its definition → number in `names` */
	const struct table **names;
	size_t room;
};

struct trace {
	struct op op; /* its arena is that of all values */
	struct arena *scratch;
	const struct library *library;
	const struct program *program;
	const struct spec *spec;
	struct diags *diags;
	struct scope *scope;   /* of the function being run */
	struct scope *globals; /* of the program */
	struct library_index index;
	uint32_t depth, nesting, steps;
	uint32_t most_steps;       /* MAX_STEPS, and more for a longer text */
	uint32_t memory_checked;   /* the step at which memory was looked at last */
	bool memory_full;          /* the values take more than they may */
	uint32_t failures;         /* errors so far, each time it happens */
	bool augmented;            /* what is computed is that of an assignment such as += */
	bool stopped;              /* there were too many; nothing is run any more */
	const struct frame *frame; /* the innermost call being run, or NULL */
	const struct call_arguments *calling; /* of the library's function being called, or NULL */
	const struct applied *applied;        /* the expression being applied, or NULL */
	const struct span *derived_at; /* the call whose derivation is being evaluated, or NULL */
	const struct prelude *prelude; /* the file whose code is run, or NULL: it is the program's */
	struct prelude **preludes;     /* the files in use, by number; NULL: none */
	struct span failed_at; /* where the error in op.error was raised, in the program's text */
	const struct frame *failed_frame;   /* inside of which calls */
	bool failed_placed;                 /* failed_at is set */
	const struct expression *line;      /* the value of the statement being run, or NULL */
	const struct frame *line_frame;     /* inside of which calls */
	struct repair repair;               /* of that error */
	bool repair_sought;                 /* whether there is one is known */
	uint32_t repair_steps;              /* that were taken to find repairs */
	bool trying;                        /* whether an expression has an error, not what it is */
	uint64_t trials;                    /* how many there have been */
	const struct value_change *changes; /* that a trial made, the last one first */
	struct str target;                  /* the name that the statement being run assigns */
	struct table reported;              /* places of errors that have been reported */
	struct table imported;              /* modules that the program has imported */
	struct local_names locals;
	struct table refused;    /* tensors that JAX refuses, by where they stand in the file */
	struct table spec_names; /* tensors of the spec → their number */
	const struct value **spec_values;          /* of those that were named, else NULL */
	const struct abstract_mesh *const *meshes; /* one for each of the spec; NULL: broken */
	struct trace_event *first_event, *last_event;
	struct batch_call *batch_calls; /* for trace/message/missing_vmap.h */
	struct mapped_function *mapped_functions;
	struct table shared; /* names that a function declares as `global` or `nonlocal` */
	const struct star_import *stars; /* the last of the modules whose names were all imported */
	bool placed_unseen;              /* an array was placed as no type shows */
	const struct abstract_mesh *thread_mesh; /* that `with mesh:` has entered, or NULL */
	const void *memory;                      /* what the library keeps for itself, or NULL */
};

/* The outcome of a program. */
struct trace_result {
	const struct named_value *values; /* of its top level, in the order of first assignment */
	uint32_t count;
	const struct trace_event *events;
	const struct program *program;
	bool sharding_in_types; /* the release has it */
};

/*
 * Runs the program with the spec's tensors and meshes in scope, under the first mesh of the spec,
 * and adds findings to `diags`, also about what of it is not interpreted. `meshes` has one for each
 * of the spec's, NULL for one that is broken. Values live in `arena`.
 */
struct trace_result trace_program(struct arena *arena, struct arena *scratch,
                                  const struct library *library, const struct jax_rules *rules,
                                  const struct spec *spec, const struct program *program,
                                  const struct abstract_mesh *const *meshes, struct diags *diags);

/* Calls a value with these arguments; NULL when that fails. `at` is where it stands. */
const struct value *trace_call(struct trace *trace, const struct value *function,
                               const struct value_list *positional,
                               const struct value_pair *keywords, uint32_t nkeywords,
                               struct span at);

/* The items that going through the value gives; false after an error, or without one when they are
 * unknown. */
MUST_USE bool trace_iterate(struct trace *trace, const struct value *value,
                            struct value_list *items);

/* Python's truth of the value; false after an error, as that of an array is, or without one when it
 * is unknown. */
MUST_USE bool trace_truth(struct trace *trace, const struct value *value, bool *truth);

/* value.name */
const struct value *trace_attribute(struct trace *trace, const struct value *value,
                                    struct str name);

/* The argument at `index` of the row's signature. */
static inline const struct value *argument(const struct call_arguments *arguments, uint32_t index)
{
	return arguments->values[index];
}

/* Whether the argument was given, or its default is not None. */
static inline bool argument_given(const struct call_arguments *arguments, uint32_t index)
{
	return arguments->values[index]->kind != VALUE_NONE;
}

/* Raises a Python or JAX exception for the call being made. Always NULL. */
const struct value *trace_raise(struct trace *trace, enum rule_id rule, const char *type,
                                const char *format, ...) PRINTF_LIKE(4, 5);

/* Gives up on the call being made, for the reason given. Always NULL. */
const struct value *trace_unknown(struct trace *trace, const char *format, ...) PRINTF_LIKE(2, 3);

/* Reports that something about the call at `at` is not known, and lets the program go on. */
void trace_doubt(struct trace *trace, struct span at, const char *format, ...) PRINTF_LIKE(3, 4);

/* The result of an operation as a value: NULL for a NULL array, which has failed. */
const struct value *trace_array(struct trace *trace, const struct array *array);

/* Several results as a tuple. */
const struct value *trace_arrays(struct trace *trace, enum value_kind kind,
                                 const struct array *const *arrays, uint32_t count);

#endif
