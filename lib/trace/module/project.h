/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Modules of the user's own project: files that the program imports, which are run once and looked
 * up by name. What cannot be found, read or had is foreign, as any module that is not known.
 */
#pragma once

#include "trace/state/trace.h"

/* A module that is being run, or has been. */
struct project_module {
	struct str path; /* of the file; of a folder without __init__.py its own */
	struct str name; /* dotted, as it was imported first */
	struct scope *scope;
	bool is_package;
};

/* The dotted name of the module whose text the scope is of: "__main__" of the program's. */
struct str project_name_of(struct scope *scope);

/* Runs the statements of a module in its own top level; whoever starts the trace says how. */
typedef void module_runner(struct trace *trace, const struct block *body, struct scope *scope,
                           struct span at);

/* Lets modules be followed from here on. */
void project_begin(struct trace *trace, module_runner *run);

/* `import a.b`: the module a, or with `whole` a.b; NULL without an error when it is none of the
 * project. An error that its statements have raised stays in the trace. */
const struct value *project_import(struct trace *trace, struct str dotted, bool whole,
                                   struct span at);

/* The module of `from ..module import`, with that many dots; NULL as above. */
const struct value *project_from(struct trace *trace, struct str module, uint32_t dots,
                                 struct span at);

/* Whether the program is part of a library that is known, and imports it: it is about the library
 * as it is being written, or about a copy of it, and not about the release that is known. */
bool project_is_library(struct trace *trace, struct str module);

/* What a module has under a name, a module inside of a package included; NULL: nothing that is
 * known. */
const struct value *project_attribute(struct trace *trace, const struct value *module,
                                      struct str name, struct span at);

/* Whether a module certainly lacks a name that is not among its names: it is a file beside the
 * script, whose text does not have the name anywhere and does nothing that makes names at run time,
 * and no other part of the program may give it the name. Python: importlib._bootstrap. */
bool project_lacks(struct trace *trace, const struct value *module, struct str name);

/* `from module import *` */
void project_import_everything(struct trace *trace, const struct value *module, struct span at);

/* Whether the value is such a module. */
bool is_project_module(const struct value *value);
