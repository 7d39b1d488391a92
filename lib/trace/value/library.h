/* SPDX-License-Identifier: Apache-2.0 */
/* What programs can call, as whoever checks them gives it to the interpreter: tables of functions.
 */
#pragma once

#include <assert.h>

#include "program/program.h"
#include "trace/value/value.h"

struct trace;

struct prelude_file;

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
	const char *also;   /* parameters of which it is not known what they do, as in a signature:
	                       "*, out, where" */
	bool takes_unknown; /* called even when an argument is unknown */
	bool takes_wide;    /* called even when an argument is an integer of more than 64 bits */
	bool values; /* of one in Python: what its results hold is what JAX's do, not their types
	                alone */
	const char
	    *python_name; /* as Python's errors name it: "_IndexUpdateRef.set"; NULL: `name` */
	bool custom_jvp;  /* jax.custom_jvp is around it: of arguments that do not bind it tells
	                     in its own words */
	bool own_rule;    /* JAX gives it a rule for its derivative; so it does where custom_jvp */
	const char *lowered; /* the function of the prelude that raises what JAX does when it lowers
	                        the operation at once; NULL: nothing */
	/* jax.jit is around it in JAX, or around what it does: under vmap it fails by the types of
	 * one example before the whole arrays are looked at. Around it itself: what is given to it
	 * must be arrays, names of no parameter included. */
	enum { NOT_JITTED, JITTED_WITHIN, JITTED_ITSELF } jitted;
	bool inlined; /* jax.jit puts what it does in its place */
	bool called;  /* and JAX writes a function of its own for it, not what that does */
};

/* Rows of a table: behind MODULE("jax.numpy") those of this module come, up to the next one;
 * FUNCTION(name, signature, call, …), and VALUE(name, call, …) of a constant or property; what else
 * is not as usual follows as .since = "0.6.0". The last is TABLE_END. */
#define MODULE(as)          \
	{                   \
		.name = as, \
	}
#define TABLE_END            \
	{                    \
		.name = NULL \
	}
#define FUNCTION(as, parameters, ...)                                    \
	{                                                                \
		.name = as, .signature = parameters, .call = __VA_ARGS__ \
	}
#define VALUE(as, ...)                          \
	{                                       \
		.name = as, .call = __VA_ARGS__ \
	}

/*
 * The names of a module, or the methods of a class, in a table. Classes: "ndarray" (a method of
 * arrays; x[i] is its __getitem__), "at" (of x.at[i]), "PartitionSpec", "NamedSharding",
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

/* A name that a spec's program has without an import: "jnp" → "jax.numpy"; and the statement that a
 * file needs for it. */
struct library_global {
	const char *name, *meaning, *import;
};

/* Another name of something in the library: jax.P is jax.sharding.PartitionSpec. */
struct library_alias {
	const char *module, *name, *home, *original, *since; /* "": in all releases */
};

/* All names that a module, or the objects of a class, have in some releases: a name is missing when
 * no row of its module has it. A module without rows is not known so well. */
struct module_names {
	const char *module;        /* "jax.numpy"; of a class the name of its table, "ndarray" */
	const char *since, *until; /* empty: no limit */
	const char *names;         /* each with a space behind it */
	bool of_library;           /* the releases are those of a library on JAX */
};

/* What some releases say of a name that they have no more. */
struct gone_name {
	const char *module, *since, *until, *name;
	const char *text; /* of the AttributeError */
};

/* What the program can use, given to it by whoever checks it. Builtins of Python are module
 * "builtins". */
struct library {
	const struct function_row *const *tables; /* several may have rows of one module */
	uint32_t ntables;
	const struct prelude_file *const *preludes; /* of functions that prelude_call calls */
	uint32_t npreludes;
	const struct library_global *globals;
	uint32_t nglobals;
	const struct library_alias *aliases;
	uint32_t naliases;
	const struct module_names *names;
	uint32_t nnames;
	const struct module_names
	    *class_names; /* of "equinox:GRUCell", a class of the prelude's folder */
	uint32_t nclass_names;
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

/* The argument at `index` of the row's signature. */
static inline const struct value *argument(const struct call_arguments *arguments, uint32_t index)
{
	assert(index < arguments->count);
	return arguments->values[index];
}

/* Whether the argument was given, or its default is not None. */
static inline bool argument_given(const struct call_arguments *arguments, uint32_t index)
{
	return argument(arguments, index)->kind != VALUE_NONE;
}
