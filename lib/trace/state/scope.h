/* SPDX-License-Identifier: Apache-2.0 */
/* The names that a function of a program, or its top level, gives to values. */
#pragma once

#include "base/table.h"
#include "program/names.h"
#include "trace/value/value.h"

struct prelude;
struct project_module;

/* A name with its value. */
struct bound_name {
	struct str name;
	const struct value *value; /* NULL: deleted */
	struct span at;            /* of the last target with that name */
};

struct scope {
	struct scope *outer;        /* where the function was defined; NULL of the top level */
	const struct table *locals; /* the names that the function assigns anywhere, and whose they
	                               are (enum name_owner); NULL: none */
	bool numbered;              /* the first bindings are those of `locals`, in their order */
	bool comprehension;         /* the scope is that of a comprehension */
	bool class;                 /* of the body of a class, whose names methods do not see */
	bool traced;                /* of a call that a transformation of JAX follows */
	const struct value *made;   /* the class, once its body has been run */
	struct str name;            /* of the function or class; empty of any other scope */
	struct prelude *prelude;    /* whose top level it is (trace/eval/prelude.h), or NULL */
	const struct project_module *module; /* whose top level it is (module/project.h), or NULL */
	struct table names;                  /* any other name → number of its binding */
	struct bound_name *bindings;         /* of an empty name: it has no value yet */
	uint32_t count;
	size_t room;
};

/* An empty scope, of a function or class of this name, or with an empty one. */
struct scope *scope_new(struct arena *arena, struct scope *outer, const struct table *locals,
                        struct str name);

/* The scope of a call of a function with these names, whose parameters have the values. */
struct scope *scope_entered(struct arena *arena, struct scope *outer, const struct table *names,
                            struct str name, const struct parameters *parameters,
                            const struct value *const *values);

/* The scope of a comprehension with these names. */
struct scope *scope_of_comprehension(struct arena *arena, struct scope *outer,
                                     const struct table *names);

/* The qualified name of the function or class that the scope is of, or is in; empty at a top level
 * and for NULL. */
struct str scope_function(struct arena *arena, const struct scope *scope);

/* The qualified name of what is defined in the scope by this name: f, or outer.<locals>.f. */
struct str scope_qualified(struct arena *arena, const struct scope *scope, struct str name);

/* The scope at the end of the way out: a top level; NULL for NULL. */
struct scope *scope_top(struct scope *scope);

/* Gives the name a value. */
void scope_set(struct arena *arena, struct scope *scope, struct str name, const struct value *value,
               struct span at);

/* The binding of a name of the text, in the scope of a function or around it, where it was found
 * before; NULL: it is to be looked for. A function's names are numbered, so that the place of one
 * is the same at each call. */
const struct bound_name *scope_remembered(const struct scope *scope, const struct expression *name);

/* The binding of a name that is one of the function's own, which may have no value yet; NULL for
 * any other. */
struct bound_name *scope_own(const struct scope *scope, const struct expression *name);

/* The binding of a name, whose hash it is, in this very scope; NULL: it never had a value. */
const struct bound_name *scope_find(const struct scope *scope, struct str name, uint32_t hash);

/* The value of a name of this very scope, or NULL. */
const struct value *scope_get(const struct scope *scope, struct str name);

/* The value of a name, whose hash it is, in this scope or the nearest one around it that has one;
 * NULL: none has. */
const struct value *scope_value(const struct scope *scope, struct str name, uint32_t hash);

/* Whose a name is for the function of this scope; *assigned tells whether it is a local one that is
 * assigned somewhere. */
enum name_owner scope_owner(const struct scope *scope, struct str name, bool *assigned);

/* The scope in which an assignment to the name gives it a value. */
struct scope *scope_of_target(struct scope *scope, struct str name);
