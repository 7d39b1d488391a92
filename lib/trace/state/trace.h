/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a program while it is followed. */
#pragma once

#include "base/arena.h"
#include "base/table.h"
#include "diag/diag.h"
#include "trace/value/library.h"
#include "trace/state/coverage.h"
#include "trace/state/library_index.h"

struct scope;
struct applied;
struct recorded_function;
struct recording;
struct batch_call;
struct transformed_function;
struct frame;
struct star_import;
struct cached_trace;
struct given;

/* A file in use: its top level, and the text that its expressions stand in. */
struct prelude {
	const struct prelude_file *file;
	struct scope *scope;
	struct program program;
};

/* A call of what a transformation such as jax.jit gave, which is being followed. */
struct trace_level {
	uint32_t number; /* its own among all of them, from 1 */
	const struct trace_level *outside;
};

/* What to write in the place of a failed expression. */
struct repair {
	struct diag_edit *edits; /* places of the program's text; NULL: there is no repair */
	struct str help; /* what it does, and the line with it; empty: what the error says */
	bool certain;    /* it gives up nothing that the program says, and it is whole */
};

/* A list or dict, and a name, that changed while that is kept (changes.h). */
struct value_change;
struct name_change;

/* A way that the program may have gone, and has not been joined yet (eval/fork.h). */
struct way_left;

/* A call being run, for the notes of errors inside of it. */
struct frame {
	const struct frame *outer;
	struct span at;                /* the call, in the program's text */
	bool imports;                  /* it is no call, but runs the module of an import */
	const struct closure *closure; /* that is called; NULL: a module */
	uint32_t doubted;              /* trial.doubted when it was called */
};

/* The exceptions that are being handled, the innermost first. */
struct handled;

/* How far the program has been followed, and whether that may go on (work.h). */
struct work_state {
	uint32_t depth, inner_depth, nesting, steps;
	uint32_t most_steps;     /* MAX_STEPS, and more for a longer text */
	uint32_t inner_steps;    /* made by functions of the library that are written in Python */
	uint32_t memory_checked; /* the step at which memory was looked at last */
	uint32_t ample;          /* steps below which neither they nor memory can be too many */
	bool memory_full;        /* the values take more than they may */
	bool stopped;            /* there was too much; nothing is run any more */
	struct span limit;       /* where there was; of no length: nowhere */
};

/* Where the error in op.error was raised, and those before it (failure.h). */
struct failure_state {
	uint32_t count;            /* errors so far, each time it happens */
	struct span at;            /* in the program's text */
	const struct frame *frame; /* inside of which calls */
	bool placed;               /* these two are set */
	uint32_t catching;         /* statements around that may handle an error */
	uint32_t catching_own;     /* of these the program's own */
	uint32_t open;             /* statements around of which it is not known whether they run */
	bool passed_by;            /* statements were left out, of which nothing is said */
	bool bits_open;            /* it is not known whether there are 64-bit types */
	uint32_t doubts;           /* steps so far of which it is not known whether they raise */
	uint32_t foreign_steps;    /* through what is foreign so far, each of which may raise */
	bool given_away; /* what can be changed has been given to what is foreign (given_away.h) */
	bool misled; /* an assertion fails that is believed to hold: something is not as it seems */
	const struct handled *handled;
	struct table reported; /* places of errors that have been reported */
	struct origin *origin; /* of what is foreign in the error, or NULL */
	bool depends_on_call;  /* the program reads its arguments or the environment */
	bool holds_tests;      /* whose assertions their author has seen hold */
};

/* The search for a repair of that error. */
struct repair_state {
	/* Looks for one; whoever starts the trace says how (repair/repair.h). */
	void (*find)(struct trace *trace, const struct expression *expression);
	struct repair proposed;
	bool sought;                    /* whether there is one is known */
	uint32_t steps;                 /* that were taken to find repairs */
	const struct expression *line;  /* the value of the statement being run, or NULL */
	const struct frame *line_frame; /* inside of which calls */
};

/* Expressions that are evaluated to see whether they have an error, and are then taken back, and
 * statements of which it is not known whether they run. */
struct trial_state {
	bool running;
	uint64_t count;   /* how many there have been, and points that changes are kept from */
	uint32_t ways;    /* that the program may go, of which changes are kept */
	uint32_t doubted; /* ways and turns around that the program may not go */
	/* That they made, the last one first. */
	const struct value_change *changes;
	const struct name_change *names;
	struct arena_mark made; /* what was made later is not kept, but that which was there */
	struct way_left *left;  /* the last one, or NULL */
	/* While it is settled what a turn has changed: what lists were before it, by their
	 * addresses; else NULL. */
	const struct pointer_table *lists;
};

/* Operations of the program on arrays (event.h). */
struct event_state {
	struct trace_event *first, *last;
};

/* What is known of names beside their values in scopes. */
struct name_state {
	struct table imported;           /* modules that the program has imported */
	const struct star_import *stars; /* the last module whose names were all imported */
	const struct table *assigned; /* names that the program's file assigns; NULL: not asked */
	struct project *project; /* the modules of the user's own (module/project.h), or NULL */
	struct scope *added; /* what the program has put into modules of libraries, by dotted names;
	                        NULL: nothing */
	bool *comments_used; /* of the first `ncomments` of the spec's type_comments */
	uint32_t ncomments;
	size_t comments_room;
};

/* What the program asks of its host (module/environment.h): devices, and 64-bit types. */
struct host_devices {
	const struct value *flags;      /* what it sets XLA_FLAGS to, or NULL */
	const struct value *x64;        /* what it sets JAX_ENABLE_X64 to, or NULL */
	const struct value *spmd;       /* what it sets XLA_USE_SPMD to, or NULL */
	const struct value *configured; /* jax_num_cpu_devices, or NULL */
	bool asked;                     /* JAX has looked: nothing changes `count` any more */
	int64_t count;                  /* 0: not known */
	bool wanted;                    /* how many there are was asked, and is not known */
	struct span wanted_at;          /* in the file: where it first mattered; of no length */
	struct span kind_asked; /* in the file: where their kind was first asked; of no length */
	int64_t meant;          /* how many the first mesh has that takes all; 0: none */
	int64_t built;          /* how many the largest mesh is written for */
	bool replaced;          /* a mesh has the sizes of the command line */
	bool sizes_taken;       /* the program asked how much there is in a file */
	bool texts_taken;       /* and what text there is */
	const struct abstract_mesh *mesh; /* the last that was built, or NULL */
};

/* The tensors and meshes of the spec (spec_values.h). */
struct tensor_state {
	struct table refused;        /* those that JAX refuses, by where they stand in the file */
	struct table numbers;        /* by name */
	const struct value **values; /* of those that were named, else NULL */
};

/* What is recorded (op/core/recording.h): functions so far, and the calls around the last
 * operation (place.h). */
struct recorded_calls {
	bool records;
	struct recording *outside; /* of a script: what it applies between its calls; or NULL */
	struct recorded_function *first, *last;
	uint32_t count, nwritten; /* calls, and how many of them have equations */
	uint32_t nleft_out;       /* calls beyond those that are recorded */
	struct span left_out;     /* the first of them */
	uint64_t inside; /* arrays of the call that is recorded have this number or a higher one */
	const struct frame *frame;
	const struct source_place *caller;
};

/* Calls that may lack a vmap (missing_vmap.h). */
struct batch_state {
	struct batch_call *calls;
	struct transformed_function *transformed;
};

/* Classes that the interpreter has itself (builtin_class.h). */
struct class_state {
	struct table numbers; /* by name */
	const struct value **values;
	size_t room;
};

/* A constraint or a shard_map in a function that is traced. */
struct noted_devices {
	const struct device_group *devices; /* NULL: there is none */
	const char *primitive;              /* "sharding_constraint", "shard_map" */
};

struct trace {
	struct op op; /* its arena is that of all values */
	struct arena *scratch;
	const struct library *library;
	struct library_index *index; /* of its functions */
	const struct program *program;
	const struct spec *spec;
	const struct abstract_mesh *const *meshes; /* one for each of the spec; NULL: broken */
	struct diags *diags;
	struct scope *scope;             /* of the function being run */
	struct scope *globals;           /* of the program */
	const struct frame *frame;       /* the innermost call being run, or NULL */
	const struct trace_level *level; /* the innermost transformation being followed, or NULL */
	uint32_t levels;                 /* how many have been */
	struct str target;               /* the name that the statement being run assigns */
	bool augmented;                  /* what is computed is that of an assignment such as += */
	const struct expression *held; /* what is in front of the dot or bracket of x.y += z, until
	                                  it is asked for, or NULL */
	const struct value *held_value;
	const struct value *written_part; /* of an array of NumPy: that which x[i] += y has changed,
	                                     or NULL */
	bool in_index; /* what is evaluated stands between the brackets of x[…] */
	const struct call_arguments *calling; /* of the library's function being called, or NULL */
	bool called_eagerly; /* the library's function being called is so outside of jit, though
	                        jit is around what it does: its arguments hold values */
	bool array_fields;   /* the program has given an array that exists attributes of its own */
	bool wrapper_fields; /* or a function that jax.jit and its like, or partial, have made */
	bool in_jitted;      /* jit is around the library's function being followed: to JAX all its
	                        arrays are tracers */
	uint64_t concrete;   /* arrays before this one were made outside of jit, and hold values */
	const struct applied *applied; /* the expression being applied, or NULL */
	const struct span *derived_at; /* the call whose derivation is being evaluated, or NULL */
	const struct span
	    *waiting_at; /* what a loop goes through, while it gets its next item, or NULL */
	const struct prelude
	    *prelude;              /* the file whose code is run, or NULL: it is the program's */
	struct prelude **preludes; /* the files in use, by number; NULL: none */
	struct work_state work;
	struct failure_state failure;
	struct repair_state repair;
	struct trial_state trial;
	struct event_state events;
	struct name_state names;
	struct host_devices host;
	struct tensor_state tensors;
	struct batch_state batches;
	struct recorded_calls recorded;
	bool
	    *asked_used; /* which layouts of the command line are for something (asked_layouts.h) */
	struct class_state classes;
	struct pointer_table fields;  /* of formatted strings: the place of one in its text → the
	                                 expression that stands there */
	struct pointer_table members; /* of modules: an expression of the prelude that names one →
	                                 what it stands for (eval/evaluate.c) */
	struct coverage coverage;
	/* Calls whatever can be called; whoever starts the trace says how (eval/evaluate.h). */
	const struct value *(*call)(struct trace *trace, const struct value *function,
	                            const struct given *given);
	/* Runs a generator up to its next item (eval/generator.h). */
	const struct value *(*advance)(struct trace *trace, struct iterator *generator);
	struct iterator *generator;              /* whose body is being run, or NULL */
	const struct abstract_mesh *thread_mesh; /* that `with mesh:` has entered, or NULL */
	bool gives_up;      /* arrays have been deleted, or given to a jitted function for good */
	bool commits;       /* an array is committed to devices that are known */
	bool ordered;       /* the jit that runs calls back in an order, for which one device is */
	bool writes_unseen; /* something was written into what is not known, a part of anything */
	/* What names devices in the jit that runs: the first, and one that names others. */
	struct noted_devices noted, noted_elsewhere;
	bool placed_unseen;                /* an array was placed as no type shows */
	bool spread;                       /* so was one given, or given to jit or shard_map */
	const struct cached_trace *traces; /* of jitted functions (library/transform/trace_cache.h),
	                                      the last one first */
};
