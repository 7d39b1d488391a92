/* SPDX-License-Identifier: Apache-2.0 */
/* The names that a function of a program, or its top level, gives to values. */
#ifndef TRACE_STATE_SCOPE_H
#define TRACE_STATE_SCOPE_H

#include "base/table.h"
#include "trace/value/value.h"

struct prelude;

/* A name with its value. */
struct bound_name {
	struct str name;
	const struct value *value; /* NULL: deleted */
	struct span at;            /* of the last target with that name */
};

struct scope {
	struct scope *outer;        /* where the function was defined; NULL of the top level */
	const struct table *locals; /* the names that the function assigns anywhere; NULL: none */
	bool comprehension;         /* the scope is that of a comprehension */
	struct str function;        /* its qualified name; empty of the top level */
	struct prelude *prelude;    /* whose top level it is (trace/eval/prelude.h), or NULL */
	struct table names;         /* name → number of its binding */
	struct bound_name *bindings;
	uint32_t count;
	size_t room;
};

/* An empty scope. */
struct scope *scope_new(struct arena *arena, struct scope *outer, const struct table *locals,
                        struct str function);

/* The scope at the end of the way out: a top level; NULL for NULL. */
const struct scope *scope_top(const struct scope *scope);

/* Gives the name a value. */
void scope_set(struct arena *arena, struct scope *scope, struct str name, const struct value *value,
               struct span at);

/* The value of a name of this very scope, or NULL. */
const struct value *scope_get(const struct scope *scope, struct str name);

/* The names that a function with these parameters and this body assigns: its local ones. */
struct table *function_locals(struct arena *arena, const struct parameters *parameters,
                              const struct block *body);

/* Adds the names that functions and classes in the block declare as `global` or `nonlocal`. */
void collect_shared(struct arena *arena, const struct block *block, struct table *names);

#endif
