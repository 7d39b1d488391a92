/* SPDX-License-Identifier: Apache-2.0 */
/* The names that a function gives values, which Python knows before it runs. */
#pragma once

#include "base/table.h"
#include "program/syntax.h"

/* Where a name that a function assigns lives. */
enum name_owner {
	NAME_LOCAL,
	NAME_GLOBAL,  /* it is declared as `global` */
	NAME_NONLOCAL /* as `nonlocal` */
};

/* The names that a function with these parameters and this body assigns, the parameters first, and
 * whose they are. */
struct table *function_locals(struct arena *arena, const struct parameters *parameters,
                              const struct block *body);

/* The parameters of a lambda, and the names that `:=` binds in it. */
struct table *lambda_names(struct arena *arena, const struct lambda *lambda);

/* The names that the clauses of a comprehension bind; all are its own. */
struct table *comprehension_names(struct arena *arena, const struct comprehension *comprehension);
