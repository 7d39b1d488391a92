/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, their names, and what `import` makes of them. */
#pragma once

#include "trace/state/trace.h"

/* module.name */
const struct value *module_attribute(struct trace *trace, struct str module, struct str name);

/* What a dotted name stands for: a module, or what a module has. */
const struct value *dotted_value(struct trace *trace, struct str dotted);

/* `import a.b, c as d`: without `as` the first part of the name gets its own module. */
void import_modules(struct trace *trace, const struct imported_list *imported);

/* The same for a module of a library, bound to no name: what importlib.import_module gives. */
const struct value *import_library(struct trace *trace, struct str module);

/* `from a import b, c as d`, by the project's own file where there is one. A name that the module
 * is not known to have becomes unknown, after a finding; `at` is the statement. */
void import_names(struct trace *trace, const struct import_from *import, struct span at);

/* Whether the program has imported a module that is not followed and may have imported others. */
bool imports_others(const struct trace *trace);

/* Whether the value is a module that is not followed. */
bool is_foreign_module(const struct trace *trace, const struct value *value);

/* `from … import *` (star_import.c): brings the names of a module into this scope. */
void import_everything(struct trace *trace, const struct statement *statement);

/* The value of a name that one of them has brought, the last one first; NULL when none has, or
 * after an error. */
const struct value *star_imported(struct trace *trace, struct str name);

/* Whether names have come with a module of which it is not known what it has. */
bool star_imports_unknown(const struct trace *trace);
