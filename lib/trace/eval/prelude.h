/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of the library that are written in the language of programs: in files of Python, which
 * are part of shardctl as text. A file is looked at when one of its functions is called first, and
 * of it only what that call needs. Whatever goes wrong inside stands where the program calls.
 */
#pragma once

#include "trace/state/trace.h"

/* What a file defines, or imports from another one. */
struct prelude_name {
	const char *name;
	const struct prelude_file *from; /* that it is imported from; NULL: it is defined here */
	const char *tree;                /* of what is defined here, packed; or NULL */
	uint32_t offset, length;         /* where it is defined, in the file's text */
	/* What stands there; of a constant its value does. */
	enum { PRELUDE_CONSTANT, PRELUDE_FUNCTION, PRELUDE_CLASS } kind;
};

struct prelude_file {
	const char *name; /* "numpy/differences" */
	struct str text;
	const struct prelude_name *names;
	uint32_t count;
	uint32_t number;    /* of the file among all */
	const char *module; /* that the file is a part of: "logging"; NULL: of none */
};

/* The data of a row that is called through prelude_call. */
struct prelude_function {
	const struct prelude_file *file;
	const char *name; /* in the file */
	const char
	    *without; /* parameters that the row lacks, each with a space behind it; or NULL */
};

/* Where the prelude was left. */
struct outside {
	const struct prelude *prelude;
	const struct span *derived_at;
};

/* Leaves the prelude for what the program gave it; returns where the program's call stands. */
struct span prelude_leave(struct trace *trace, struct outside *outside);

/* Goes back into the prelude, where prelude_leave has left it. */
void prelude_return(struct trace *trace, const struct outside *outside);

/* The folder that the file stands in: "flax/nnx"; empty without a file. */
struct str prelude_folder(const struct prelude *prelude);

/* Calls the function of the row's data. */
const struct value *prelude_call(struct trace *trace, const struct call_arguments *arguments);

/* The value that the row's data names: a function, class or constant of a file that has all of a
 * module's names. */
const struct value *prelude_constant(struct trace *trace, const struct call_arguments *arguments);

/* The module of the functions that only these files can call; no program can spell its name. */
#define PRELUDE_INTRINSICS "<prelude>"

/* The value of a name at the top level of a file: its own, an intrinsic function, a module or a
 * builtin. NULL without an error when there is none. */
const struct value *prelude_value(struct trace *trace, struct prelude *prelude, struct str name);

/* The tree of what the file defines under this number: a definition, or the value of a constant,
 * and the other is NULL. */
void prelude_read(struct arena *arena, const struct prelude_file *file, uint32_t number,
                  const struct statement **definition, const struct expression **constant);
