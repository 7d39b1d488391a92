/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/project.h"

#include <assert.h>

#include "program/interpretable.h"
#include "release/libraries.h"
#include "spec/script/type_comment.h"
#include "trace/module/library_call.h"
#include "trace/state/changes.h"
#include "trace/state/library_index.h"
#include "trace/state/scope.h"

enum { MAX_PROJECT_MODULES = 200, MAX_PROJECT_BYTES = MAX_PROGRAM_BYTES };

/* The modules that have been looked for. */
struct project {
	module_runner *run;
	struct table places; /* of a folder and a name in it, to a number of `values` */
	struct table paths;  /* the same of files */
	struct table ended;  /* paths of files that have been run, to the numbers of their pieces */
	const struct value **values; /* NULL: there is none */
	uint32_t count;
	size_t room;
};

void project_begin(struct trace *trace, module_runner *run)
{
	if (!trace->spec->finder || !trace->spec->files)
		return;
	trace->names.project = arena_new(trace->op.arena, struct project, 1);
	trace->names.project->run = run;
}

struct str project_name_of(struct scope *scope)
{
	const struct scope *top = scope_top(scope);
	return top && top->module ? top->module->name : STR("__main__");
}

bool is_project_module(const struct value *value)
{
	return value->kind == VALUE_MODULE && value->module_scope;
}

/* Keeps a value under what it was looked for by. */
static const struct value *keep(struct trace *trace, struct table *table, struct str key,
                                const struct value *value)
{
	assert(trace->names.project);
	struct project *project = trace->names.project;
	bool added;
	(void)table_add(trace->op.arena, table, key, project->count, &added);
	arena_push(trace->op.arena, project->values, project->count, project->room, value);
	return value;
}

/* A module without names, whose file has this path. */
static const struct value *new_module(struct trace *trace, struct str name, struct str path)
{
	struct arena *arena = trace->op.arena;
	struct project_module *module = arena_new(arena, struct project_module, 1);
	struct module_row *row = arena_new(arena, struct module_row, 1);
	struct value *value = value_new(arena, VALUE_MODULE);
	row->name = str_copy(arena, name).s;
	*module = (struct project_module){path, name, scope_new(arena, NULL, NULL, STR("")),
	                                  str_ends_with(path, STR("/__init__.py"))};
	module->scope->module = module;
	value->module = row;
	value->module_scope = module->scope;
	scope_set(arena, module->scope, STR("__name__"), value_string(arena, name),
	          (struct span){0, 0});
	return value;
}

/* Reads the file as more of the program, and runs it. NULL when it cannot be read as one. */
static const struct value *load(struct trace *trace, const struct source *found, struct str name,
                                struct span at)
{
	struct source_files *files = trace->spec->files;
	struct program *program = arena_new(trace->op.arena, struct program, 1);
	struct block body;
	const struct value *value = new_module(trace, name, found->path);
	keep(trace, &trace->names.project->paths, found->path, value);
	if (files->count >= MAX_PROJECT_MODULES ||
	    !source_files_add(trace->op.arena, files, found, MAX_PROJECT_BYTES))
		return NULL;
	*program = *trace->program;
	bool read = program_append(trace->op.arena, trace->scratch, program, files->whole.text,
	                           files->pieces[files->count - 1].start, &body);
	trace->program = program;
	struct spec *spec = arena_new(trace->op.arena, struct spec, 1);
	*spec = *trace->spec;
	uint32_t piece = files->count - 1, start = files->pieces[piece].start;
	type_comments_read(trace->op.arena, trace->diags, spec,
	                   (struct span){start, (uint32_t)found->text.len});
	trace->spec = spec;
	trace->work.most_steps += (uint32_t)found->text.len;
	if (!read)
		return NULL;
	struct program module = *program;
	module.body = body;
	program_report_outside(&module, trace->diags);
	const struct trial_state trial = changes_pause(trace);
	trace->names.project->run(trace, &body, value->module_scope, at);
	changes_resume(trace, &trial);
	bool added;
	if (!trace->op.error.raised)
		(void)table_add(trace->op.arena, &trace->names.project->ended, found->path, piece,
		                &added);
	return value;
}

/* The module of this name, its parts between slashes, in a folder; for NULL in those of scripts. */
static const struct value *look_for(struct trace *trace, struct str folder, struct str path,
                                    struct str name, struct span at)
{
	struct project *project = trace->names.project;
	struct source found;
	struct str key = str_format(trace->op.arena, "%.*s//%.*s", STR_ARG(folder), STR_ARG(path));
	const uint32_t *known = table_find(&project->places, key);
	if (known)
		return project->values[*known];
	if (!trace->spec->finder->find(trace->spec->finder, trace->op.arena, folder, path, &found))
		return keep(trace, &project->places, key, NULL);
	known = table_find(&project->paths, found.path);
	const struct value *value = known ? project->values[*known] : load(trace, &found, name, at);
	return keep(trace, &project->places, key, value);
}

/* Whether a module of this name is never one of the project's: Python's, and those that say what
 * JAX does. */
static bool is_reserved(struct str first)
{
	static const char *const names[] = {"jax", "jaxlib", "numpy", "scipy"};
	return str_place(first, names, COUNT_OF(names)) < COUNT_OF(names) ||
	       is_standard_module(first);
}

/* Whether the library has a module of this name, or modules in a package of it. */
static bool is_of_library(const struct trace *trace, struct str first)
{
	struct version newest;
	return library_module(trace, first) ||
	       library_known_release(first, &newest) != LIBRARY_NOT_KNOWN;
}

/* Whether a module has this name that is no business of the project's. */
static bool is_taken(const struct trace *trace, struct str first)
{
	return is_of_library(trace, first) || is_reserved(first);
}

/* Whether modules are followed here. */
static bool follows(const struct trace *trace)
{
	return trace->names.project && !trace->prelude && !trace->op.error.raised;
}

bool project_is_library(struct trace *trace, struct str module)
{
	const struct str start = STR("/__init__.py"), program = trace->spec->program_file.path;
	struct str first = str_until(module, '.'), nowhere = {NULL, 0};
	struct source found;
	if (!follows(trace) || is_reserved(first) || !is_of_library(trace, first))
		return false;
	if (!trace->spec->finder->find(trace->spec->finder, trace->op.arena, nowhere, first,
	                               &found) ||
	    !str_ends_with(found.path, start))
		return false;
	struct str folder = str_slice(found.path, 0, found.path.len - start.len + 1);
	/* From a folder further in, where the program is cannot be told by its path. */
	return str_starts_with(folder, STR("../")) || str_starts_with(program, folder);
}

/* `name` with slashes for its dots, up to byte `end`. */
static struct str path_of(struct trace *trace, struct str name, size_t end)
{
	char *path = arena_new(trace->op.arena, char, end);
	for (size_t i = 0; i < end; i++)
		path[i] = name.s[i] == '.' ? '/' : name.s[i];
	return (struct str){path, end};
}

/* Imports each part of a dotted name in turn, each an attribute of the one before. A folder without
 * __init__.py is a package of nothing. */
static const struct value *import_parts(struct trace *trace, struct str folder, struct str dotted,
                                        const struct value **first, struct span at)
{
	const struct value *outer = NULL, *value = NULL;
	struct str whole = path_of(trace, dotted, dotted.len);
	*first = NULL;
	for (size_t end = str_find(dotted, '.', 0), start = 0;;
	     start = end + 1, end = str_find(dotted, '.', start)) {
		struct str part = str_slice(dotted, start, end);
		value = look_for(trace, folder, str_slice(whole, 0, end), str_slice(dotted, 0, end),
		                 at);
		if (trace->op.error.raised)
			return NULL;
		if (!value && end < dotted.len)
			value = new_module(trace, str_slice(dotted, 0, end), STR(""));
		if (!value)
			return NULL;
		if (outer && !scope_get(outer->module_scope, part))
			name_set(trace, outer->module_scope, part, value, at);
		*first = *first ? *first : value;
		if (end == dotted.len)
			return value;
		outer = value;
	}
}

const struct value *project_import(struct trace *trace, struct str dotted, bool whole,
                                   struct span at)
{
	const struct value *first;
	struct str none = {NULL, 0};
	if (!follows(trace) || is_taken(trace, str_until(dotted, '.')))
		return NULL;
	const struct str path = trace->spec->program_file.path;
	const struct value *value = NULL;
	if (path.len && !str_equal(path, trace->spec->source->path))
		value = import_parts(trace, path_folder(path), dotted, &first, at);
	if (!value && !trace->op.error.raised)
		value = import_parts(trace, none, dotted, &first, at);
	return value && !whole ? first : value;
}

/* The path of the file whose code is being run. */
static struct str running_path(const struct trace *trace)
{
	const struct scope *top = scope_top(trace->scope);
	return top->module ? top->module->path : trace->spec->program_file.path;
}

const struct value *project_from(struct trace *trace, struct str module, uint32_t dots,
                                 struct span at)
{
	const struct value *first;
	if (!dots)
		return project_import(trace, module, true, at);
	if (!follows(trace))
		return NULL;
	struct str folder = path_folder(running_path(trace));
	for (uint32_t i = 1; i < dots; i++) {
		bool bare = str_equal(folder, STR(".")) || str_ends_with(folder, STR(".."));
		folder = bare ? str_format(trace->op.arena, "%.*s/..", STR_ARG(folder))
		              : path_folder(folder);
	}
	if (module.len)
		return import_parts(trace, folder, module, &first, at);
	const struct value *package = look_for(trace, folder, STR("__init__"), STR("__init__"), at);
	if (package || trace->op.error.raised)
		return package;
	struct str path = str_format(trace->op.arena, "%.*s/__init__.py", STR_ARG(folder));
	return new_module(trace, STR("__init__"), path);
}

/* The text of a module that has been run to its end; without bytes of any other. */
static struct str text_of(const struct trace *trace, const struct project_module *module)
{
	const struct source_files *files = trace->spec->files;
	const uint32_t *piece = table_find(&trace->names.project->ended, module->path);
	if (!piece)
		return (struct str){NULL, 0};
	bool last = *piece + 1 == files->count;
	return str_slice(files->whole.text, files->pieces[*piece].start,
	                 last ? files->whole.text.len : files->pieces[*piece + 1].start);
}

/* Whether a module of this text gives itself names that do not stand in it. */
static bool makes_names(struct str text)
{
	static const char *const ways[] = {"globals()", "locals()", "vars(",
	                                   "exec(",     "setattr(", "sys.modules"};
	for (size_t i = 0; i < COUNT_OF(ways); i++)
		if (str_contains(text, str_of(ways[i])))
			return true;
	return false;
}

/* Whether it may have names of other sources. */
static bool has_more_names(struct str text)
{
	static const char *const ways[] = {"import *", "__getattr__", "__dict__",  "__import__",
	                                   "eval(",    "importlib",   "__class__", "modules["};
	for (size_t i = 0; i < COUNT_OF(ways); i++)
		if (str_contains(text, str_of(ways[i])))
			return true;
	return makes_names(text);
}

/* What the function __getattr__ of a module gives for a name that it has not: NULL where it has no
 * such function, or that tells nothing, or raises. Python: PEP 562. */
static const struct value *given_by_module(struct trace *trace, const struct scope *scope,
                                           struct str name, struct span at)
{
	const struct value *function = scope_get(scope, STR("__getattr__"));
	const struct value *text = value_string(trace->op.arena, name);
	struct given given = {{&text, 1}, NULL, 0, at, NULL};
	if (!function || function->kind != VALUE_FUNCTION || str_starts_with(name, STR("__")))
		return NULL;
	trace->failure.catching++;
	const struct value *value = trace->call(trace, function, &given);
	trace->failure.catching--;
	if (value && value->kind != VALUE_UNKNOWN)
		return value;
	trace->op.error = (struct op_error){0};
	trace->failure.placed = false;
	return NULL;
}

const struct value *project_attribute(struct trace *trace, const struct value *module,
                                      struct str name, struct span at)
{
	assert(is_project_module(module));
	struct scope *scope = module->module_scope;
	const struct value *value = scope_get(scope, name);
	if (!value && follows(trace))
		value = given_by_module(trace, scope, name, at);
	if (value || !scope->module->is_package || !follows(trace) ||
	    makes_names(text_of(trace, scope->module)))
		return value;
	struct str dotted =
	    str_format(trace->op.arena, "%.*s.%.*s", STR_ARG(scope->module->name), STR_ARG(name));
	value = look_for(trace, path_folder(scope->module->path), name, dotted, at);
	if (value)
		name_set(trace, scope, name, value, at);
	return value;
}

/* Whether Python looks for the file before any package that is installed: it is beside the script.
 */
static bool is_beside_script(const struct trace *trace, struct str path)
{
	struct str folder = path_folder(trace->spec->program_file.path);
	if (str_equal(folder, STR(".")))
		return !str_starts_with(path, STR("/")) && !str_starts_with(path, STR(".."));
	return str_starts_with(path, folder) && path.s[folder.len] == '/';
}

static bool is_beside(struct trace *trace, struct str name)
{
	struct source found;
	return trace->spec->finder->find(trace->spec->finder, trace->op.arena,
	                                 path_folder(trace->spec->program_file.path), name, &found);
}

/* Whether the program's file is itself one of a package, from which it imports this name: where
 * that is imported, names of modules are looked for elsewhere, among packages that are installed.
 * One without __init__.py has a file of the name. */
static bool is_in_package(struct trace *trace, struct str name)
{
	return is_beside(trace, STR("__init__")) || is_beside(trace, name);
}

/* Whether a part of the program may give the name to an object. */
static bool may_give(struct trace *trace, struct str text, struct str name)
{
	static const char *const around[][2] = {
	    {".", " ="}, {".", "="}, {".", ":"}, {"'", "'"}, {"\"", "\""}};
	for (size_t i = 0; i < COUNT_OF(around); i++)
		if (str_contains(text, str_format(trace->op.arena, "%s%.*s%s", around[i][0],
		                                  STR_ARG(name), around[i][1])))
			return true;
	return false;
}

bool project_lacks(struct trace *trace, const struct value *module, struct str name)
{
	assert(is_project_module(module));
	const struct project_module *own = module->module_scope->module;
	struct str text = text_of(trace, own);
	return text.s && !own->is_package && !str_starts_with(name, STR("__")) &&
	       is_beside_script(trace, own->path) && !str_contains(text, name) &&
	       !has_more_names(text) && !may_give(trace, trace->spec->files->whole.text, name) &&
	       !is_in_package(trace, name);
}

/* Whether `import *` brings the name: those in __all__, or else those without an underscore. */
static bool is_exported(const struct value *all, struct str name)
{
	const struct value_list *items = all ? value_items(all) : NULL;
	if (!items)
		return name.len && name.s[0] != '_';
	for (uint32_t i = 0; i < items->count; i++)
		if (items->items[i]->kind == VALUE_STRING &&
		    str_equal(items->items[i]->string, name))
			return true;
	return false;
}

void project_import_everything(struct trace *trace, const struct value *module, struct span at)
{
	assert(is_project_module(module));
	const struct scope *scope = module->module_scope;
	const struct value *all = scope_get(scope, STR("__all__"));
	for (uint32_t i = 0; i < scope->count; i++) {
		const struct bound_name *bound = &scope->bindings[i];
		if (bound->value && is_exported(all, bound->name))
			name_set(trace, trace->scope, bound->name, bound->value, at);
	}
}
