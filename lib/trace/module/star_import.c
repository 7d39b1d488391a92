/* SPDX-License-Identifier: Apache-2.0 */
/* from module import *: which names come with it. */
#include "trace/module/module.h"

#include <assert.h>
#include "trace/module/project.h"
#include "trace/state/changes.h"
#include "trace/state/failure.h"
#include "trace/state/library_index.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"

struct star_import {
	const struct star_import *before;
	struct str module;
	bool known; /* which names it has */
};

/* Whether `import *` brings the name when the module has it. */
static bool is_public(struct str name)
{
	return name.len && name.s[0] != '_';
}

static const struct value *imported(struct trace *trace, struct str module, struct str name)
{
	if (!is_public(name) || library_presence(trace, module, name) == NAME_MISSING)
		return NULL;
	const struct function_row *row;
	bool listed = library_presence(trace, module, name) == NAME_PRESENT;
	enum library_match match = library_find(trace, module, name, &row);
	return listed || match == LIBRARY_FOUND ? module_attribute(trace, module, name) : NULL;
}

/* Names that have a value already get that of the module. */
static void replace_names(struct trace *trace, struct str module, struct span at)
{
	for (uint32_t i = 0; i < trace->scope->count; i++) {
		const struct bound_name *bound = &trace->scope->bindings[i];
		const struct value *value =
		    bound->value ? imported(trace, module, bound->name) : NULL;
		if (value)
			name_set(trace, trace->scope, bound->name, value, at);
		trace->op.error = (struct op_error){0};
	}
}

void import_everything(struct trace *trace, const struct statement *statement)
{
	assert(statement->kind == STATEMENT_IMPORT_FROM);
	struct str module = statement->import_from->module;
	const struct value *own =
	    project_from(trace, module, statement->import_from->dots, statement->at);
	if (trace->op.error.raised)
		return;
	if (own && own->module_scope->count > 0) {
		project_import_everything(trace, own, statement->at);
		return;
	}
	const struct module_row *row = library_module(trace, module);
	struct star_import *star = arena_new(trace->op.arena, struct star_import, 1);
	*star = (struct star_import){trace->names.stars, module,
	                             row && library_presence(trace, module, STR("no name")) ==
	                                        NAME_MISSING};
	trace->names.stars = star;
	if (star->known) {
		replace_names(trace, module, statement->at);
		return;
	}
	op_unknown(&trace->op, "which names %.*s%.*s has is not known",
	           (int)statement->import_from->dots, "...", STR_ARG(module));
	explain(&trace->op, HELP("import those that are used by their names"));
	(void)place_failure(trace, statement->at);
}

const struct value *star_imported(struct trace *trace, struct str name)
{
	assert(name.len > 0);
	for (const struct star_import *star = trace->names.stars; star; star = star->before) {
		const struct value *value =
		    star->known ? imported(trace, star->module, name) : NULL;
		if (value || trace->op.error.raised || trace->op.error.unknown)
			return value;
	}
	return NULL;
}

bool star_imports_unknown(const struct trace *trace)
{
	const struct star_import *star = trace->names.stars;
	while (star && star->known)
		star = star->before;
	return star;
}
