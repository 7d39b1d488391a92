/* SPDX-License-Identifier: Apache-2.0 */
/* Finds functions and modules of the library by name. */
#pragma once

#include "base/pointer_table.h"
#include "base/table.h"
#include "trace/value/value.h"

struct formal;
struct library;

/* What a name of a module stands for in the release. */
enum library_match {
	LIBRARY_NOTHING, /* no release is known to have it */
	LIBRARY_ABSENT,  /* the release does not have it, others do */
	LIBRARY_FOUND,
};

/* A module, or class, with its tables. */
struct indexed_module {
	const struct module_row **tables;
	size_t tables_room;
	uint32_t ntables;
	const struct function_row **functions; /* by number; NULL: not in this release. NULL as a
	                                          whole: not looked through yet */
	struct table names;                    /* "sum" → its number in `functions` */
};

/* What is the same of all functions of a module, or methods of a class. */
enum {
	HOME_OF_HOST = 1 << 0,      /* Python's and NumPy's, which hand on what is foreign */
	HOME_MAKES_ARRAYS = 1 << 1, /* operations make the results, which are on the mesh in context
	                               then */
	HOME_TAKES_NUMBERS = 1 << 2, /* members of enumerations that are numbers are what any number
	                                is */
	HOME_OF_ARRAYS = 1 << 3,     /* many take a number as they take an array, whatever its value
	                                is */
	HOME_OF_NUMPY = 1 << 4,
};

/* What has been found out of a function, so that it is not again at each call. */
struct known_row {
	const struct module_row *home; /* the module, or class, that it belongs to; or NULL */
	uint32_t traits;               /* HOME_… of that */
	const struct formal *formals;  /* of its signature; NULL: not read yet */
	uint32_t nformals;
};

struct library_index {
	struct module_row *rows; /* of all tables */
	uint32_t nrows;
	uint32_t *ends;       /* of each table: how many rows it and those before it have */
	struct table modules; /* "jax.numpy" → its number in `tables` */
	struct indexed_module *tables;
	struct table named; /* "jax.numpy" → the first of its rows of names in the library's list;
	                       filled when asked for */
	uint32_t *next_names; /* of each row of names: the next one of the same module; NULL: not
	                         asked for yet */
	struct table globals; /* name → its number in the library's list */
	struct table classes; /* of builtin_class.h: name → its number; filled when asked for */
	struct pointer_table called; /* a row → its struct known_row */
};

/* The modules of the library, in the arena. */
struct library_index *library_index_make(struct arena *arena, const struct library *library);

/* The function of this module, or method of this class. */
enum library_match library_find(const struct trace *trace, struct str module, struct str name,
                                const struct function_row **row);

/* The first table of the module of this name, or NULL. */
const struct module_row *library_module(const struct trace *trace, struct str name);

/* Whether other releases have something in the module, and this one nothing. */
bool library_module_absent(const struct trace *trace, struct str name);

/* Another module of JAX that has the name in this release, jax.numpy before others; or NULL. */
const char *library_other_home(const struct trace *trace, struct str module, struct str name);

/* The release of the library whose module this is, when one is said; else NULL. */
const struct library_release *library_said(const struct trace *trace, struct str module);

/* The release of a library on JAX: the one that is said, or else that which goes with JAX. */
struct version library_release_of(const struct trace *trace, struct str name);

/* What is known of the row. */
struct known_row *library_known(const struct trace *trace, const struct function_row *row);

/* Whether the module, or class, that the row belongs to has one of these HOME_…. */
bool library_home_is(const struct trace *trace, const struct function_row *row, uint32_t traits);

/* The module, or class, that the row belongs to. */
const struct module_row *library_home(const struct trace *trace, const struct function_row *row);

/* The dotted name of a function or class, under which a class has the table of its own names:
 * "jax.sharding.AxisType". In the trace's arena. */
struct str library_dotted_name(const struct trace *trace, const struct function_row *row);

enum name_presence {
	NAME_UNTOLD,  /* what names the module has is not known */
	NAME_PRESENT, /* the release has it, whether or not it is in the library */
	NAME_MISSING,
};

/* Whether the module, or objects of the class, have such a name in the release. */
enum name_presence library_presence(const struct trace *trace, struct str module, struct str name);

/* Whether a list of names, each with a space behind it, has the name. */
bool names_have(const char *names, struct str name);

/* Whether objects of a class of the prelude may have such an attribute in some release. */
enum name_presence library_class_presence(const struct trace *trace, struct str folder,
                                          struct str class, struct str name);

/* Whether some release has the name. */
bool library_listed(const struct trace *trace, struct str module, struct str name);

/* Whether the release has a module of this name in the package; it is no attribute of that before
 * something imports it. */
enum name_presence library_submodule(const struct trace *trace, struct str package,
                                     struct str name);

/* What the release says of a name that it has no more, or NULL when it says nothing special;
 * `ever`: what it or one before it has said. */
const char *library_gone_text(const struct trace *trace, struct str module, struct str name,
                              bool ever);

/* Whether JAX had a name before this release that it does not have now. */
bool library_had(const struct trace *trace, struct str module, struct str name);

/* The name of the module that was probably meant; s NULL: none is near. */
struct str library_suggest(const struct trace *trace, struct str module, struct str name);

/* Whether every Python has the module, so that importing it never fails. */
bool is_standard_module(struct str module);
