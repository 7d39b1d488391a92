/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/library_index.h"

#include <assert.h>
#include "trace/state/trace.h"

#include "diag/suggest.h"

/* Whether the row begins the rows of a module. */
static bool begins_module(const struct function_row *row)
{
	return !row->call;
}

/* Finds the modules in a table, or counts them alone where there is no room for them. */
static uint32_t split_table(const struct function_row *row, struct module_row *modules)
{
	uint32_t count = 0;
	assert(begins_module(row));
	for (; row->name; row++) {
		if (begins_module(row) && modules)
			modules[count] = (struct module_row){row->name, row + 1, 0};
		else if (modules)
			modules[count - 1].count++;
		count += begins_module(row);
	}
	return count;
}

/* Makes the tables of each module follow each other. */
static void index_modules(struct arena *arena, struct library_index *index,
                          const struct library *library)
{
	bool added;
	uint32_t most = 0;
	for (uint32_t i = 0; i < library->ntables; i++)
		most += split_table(library->tables[i], NULL);
	index->rows = arena_new(arena, struct module_row, most);
	index->ends = arena_new(arena, uint32_t, library->ntables);
	for (uint32_t i = 0; i < library->ntables; i++) {
		index->nrows += split_table(library->tables[i], index->rows + index->nrows);
		index->ends[i] = index->nrows;
	}
	assert(index->nrows == most);
	table_reserve(arena, &index->modules, most);
	index->tables = arena_new(arena, struct indexed_module, most);
	for (uint32_t i = 0; i < most; i++) {
		struct str name = str_of(index->rows[i].name);
		uint32_t at =
		    *table_add(arena, &index->modules, name, index->modules.count, &added);
		struct indexed_module *module = &index->tables[at];
		arena_push(arena, module->tables, module->ntables, module->tables_room,
		           &index->rows[i]);
	}
}

struct library_index *library_index_make(struct arena *arena, const struct library *library)
{
	struct library_index *index = arena_new(arena, struct library_index, 1);
	bool added;
	index_modules(arena, index, library);
	for (uint32_t i = 0; i < library->nglobals; i++)
		(void)table_add(arena, &index->globals, str_of(library->globals[i].name), i,
		                &added);
	return index;
}

const struct library_release *library_said(const struct trace *trace, struct str module)
{
	const struct spec *spec = trace->spec;
	if (!spec->nlibraries)
		return NULL;
	struct str package = str_until(module, '.');
	for (uint32_t i = 0; i < spec->nlibraries; i++)
		if (str_equal(spec->libraries[i].name, package))
			return &spec->libraries[i];
	return NULL;
}

struct version library_release_of(const struct trace *trace, struct str name)
{
	const struct library_release *said = library_said(trace, name);
	return said ? said->version : library_release_with(name, trace->op.rules->asked);
}

/* Whether the release has the names of the row. Of a library on JAX all releases that may go with
 * one of JAX count together where none is said. */
static bool names_within(const struct trace *trace, const struct module_names *row)
{
	const struct library_release *said;
	struct str module = str_of(row->module);
	if (!row->of_library)
		return jax_rules_within(trace->op.rules, row->since, row->until);
	said = library_said(trace, module);
	if (said)
		return version_within(said->version, row->since, row->until);
	struct version oldest = library_oldest_release(str_until(module, '.'));
	return !row->until[0] || version_compare(version_of(row->until), oldest) > 0;
}

/* Finds the rows of names of each module, from the last one on, so that each comes in front of
 * those that are there. Most stand behind another of the same module. */
static void index_names(struct arena *arena, struct library_index *index,
                        const struct library *library)
{
	const char *before = "";
	uint32_t *first = NULL;
	bool added;
	index->next_names = arena_new(arena, uint32_t, library->nnames);
	for (uint32_t i = library->nnames; i-- > 0;) {
		const char *module = library->names[i].module;
		if (!first || strcmp(module, before) != 0)
			first = table_add(arena, &index->named, str_of(module), library->nnames,
			                  &added);
		index->next_names[i] = *first;
		*first = i;
		before = module;
	}
}

/* The first row of the names of a module; the library's count of rows when there is none. */
static uint32_t first_names(const struct trace *trace, struct str module)
{
	struct library_index *index = trace->index;
	if (!index->next_names)
		index_names(trace->op.arena, index, trace->library);
	const uint32_t *first = table_find(&index->named, module);
	return first ? *first : trace->library->nnames;
}

/* The row of names of this number, or NULL when there is none. *next becomes the number of the one
 * that follows it. */
static const struct module_names *names_at(const struct trace *trace, uint32_t *next)
{
	uint32_t at = *next;
	if (at >= trace->library->nnames)
		return NULL;
	*next = trace->index->next_names[at];
	return &trace->library->names[at];
}

/* Adds the functions of a table. The rows of one name are of different releases, or the last one
 * counts. */
static void add_functions(const struct trace *trace, struct indexed_module *module,
                          const struct module_row *table)
{
	for (uint32_t i = 0; i < table->count; i++) {
		const struct function_row *row = &table->rows[i];
		assert(!begins_module(row));
		bool added;
		uint32_t at = *table_add(trace->op.arena, &module->names, str_of(row->name),
		                         module->names.count, &added);
		if (jax_rules_within(trace->op.rules, row->since, row->until))
			module->functions[at] = row;
	}
}

/* The module with its functions, or NULL. They are looked through when the first is asked for, so
 * that a program pays for the modules that it uses. */
static const struct indexed_module *read_module(const struct trace *trace, struct str name)
{
	const uint32_t *at = table_find(&trace->index->modules, name);
	struct indexed_module *module = at ? &trace->index->tables[*at] : NULL;
	if (!module || module->functions)
		return module;
	uint32_t count = 1;
	for (uint32_t i = 0; i < module->ntables; i++)
		count += module->tables[i]->count;
	table_reserve(trace->op.arena, &module->names, count);
	module->functions = arena_new(trace->op.arena, const struct function_row *, count);
	for (uint32_t i = 0; i < module->ntables; i++)
		add_functions(trace, module, module->tables[i]);
	for (uint32_t i = 0; i < module->names.count && library_said(trace, name); i++)
		if (library_presence(trace, name, module->names.entries[i].key) == NAME_MISSING)
			module->functions[i] = NULL;
	return module;
}

static const struct library_alias *find_alias(const struct trace *trace, struct str module,
                                              struct str name)
{
	for (uint32_t i = 0; i < trace->library->naliases; i++) {
		const struct library_alias *alias = &trace->library->aliases[i];
		if (str_is(name, alias->name) && str_is(module, alias->module))
			return alias;
	}
	return NULL;
}

enum library_match library_find(const struct trace *trace, struct str module, struct str name,
                                const struct function_row **row)
{
	const struct library_alias *alias = find_alias(trace, module, name);
	*row = NULL;
	if (alias && !jax_rules_within(trace->op.rules, alias->since, NULL))
		return LIBRARY_ABSENT;
	if (alias) {
		module = str_of(alias->home);
		name = str_of(alias->original);
	}
	const struct indexed_module *found = read_module(trace, module);
	const uint32_t *at = found ? table_find(&found->names, name) : NULL;
	*row = at ? found->functions[*at] : NULL;
	if (*row)
		return LIBRARY_FOUND;
	return at ? LIBRARY_ABSENT : LIBRARY_NOTHING;
}

const struct module_row *library_module(const struct trace *trace, struct str name)
{
	const uint32_t *at = table_find(&trace->index->modules, name);
	return at ? trace->index->tables[*at].tables[0] : NULL;
}

bool library_module_absent(const struct trace *trace, struct str name)
{
	const struct indexed_module *module = read_module(trace, name);
	if (!module)
		return false;
	for (uint32_t i = 0; i < module->names.count; i++)
		if (module->functions[i])
			return false;
	const struct module_names *row;
	for (uint32_t next = first_names(trace, name); (row = names_at(trace, &next));)
		if (names_within(trace, row))
			return false;
	return module->names.count;
}

const char *library_other_home(const struct trace *trace, struct str module, struct str name)
{
	const struct function_row *row;
	const char *found = NULL;
	for (uint32_t i = 0; i < trace->index->modules.count; i++) {
		struct str home = trace->index->modules.entries[i].key;
		bool numpy = str_equal(home, STR("jax.numpy"));
		if ((numpy || !found) && str_starts_with(home, STR("jax")) &&
		    !str_equal(home, module) &&
		    library_find(trace, home, name, &row) == LIBRARY_FOUND)
			found = home.s;
	}
	return found;
}

/* The modules of a table stand one behind the other, as their functions do. */
static const struct module_row *find_home(const struct trace *trace, const struct function_row *row)
{
	const struct library_index *index = trace->index;
	for (uint32_t i = 0, first = 0; i < trace->library->ntables; i++) {
		uint32_t end = index->ends[i];
		const struct module_row *last = &index->rows[end - 1];
		if (row < index->rows[first].rows || row >= last->rows + last->count) {
			first = end;
			continue;
		}
		while (end - first > 1) {
			uint32_t middle = first + (end - first) / 2;
			if (row < index->rows[middle].rows)
				end = middle;
			else
				first = middle;
		}
		return &index->rows[first];
	}
	return NULL;
}

/* The HOME_… of the module or class. */
static uint32_t home_traits(const struct module_row *home)
{
	enum { OF_JAX = HOME_MAKES_ARRAYS | HOME_TAKES_NUMBERS };
	static const struct {
		const char *name;
		uint32_t traits;
	} homes[] = {
	    {"builtins", HOME_OF_HOST},
	    {"math", HOME_OF_HOST},
	    {"functools", HOME_OF_HOST},
	    {"operator", HOME_OF_HOST},
	    {"numpy", HOME_OF_HOST | HOME_TAKES_NUMBERS | HOME_OF_NUMPY},
	    {"numpy.random", HOME_OF_HOST},
	    {"numpy.ndarray", HOME_TAKES_NUMBERS},
	    {"str", HOME_OF_HOST},
	    {"list", HOME_OF_HOST},
	    {"tuple", HOME_OF_HOST},
	    {"dict", HOME_OF_HOST},
	    {"set", HOME_OF_HOST},
	    {"int", HOME_OF_HOST},
	    {"float", HOME_OF_HOST},
	    {"jax.numpy", OF_JAX | HOME_OF_ARRAYS},
	    {"jax.lax", OF_JAX | HOME_OF_ARRAYS},
	    {"jax.nn", OF_JAX | HOME_OF_ARRAYS},
	    {"jax.random", OF_JAX | HOME_OF_ARRAYS},
	    {"ndarray", OF_JAX | HOME_OF_ARRAYS},
	    {"dtype", HOME_OF_ARRAYS},
	    {"at", HOME_OF_ARRAYS | HOME_MAKES_ARRAYS},
	};
	static const char *const families[] = {"jax.numpy.", "jax.scipy.", "jax.image", "jax.ops"};
	for (size_t i = 0; home && i < COUNT_OF(homes); i++)
		if (strcmp(home->name, homes[i].name) == 0)
			return homes[i].traits;
	for (size_t i = 0; home && i < COUNT_OF(families); i++)
		if (str_starts_with(str_of(home->name), str_of(families[i])))
			return HOME_MAKES_ARRAYS;
	return 0;
}

struct known_row *library_known(const struct trace *trace, const struct function_row *row)
{
	struct known_row *known = pointer_find(&trace->index->called, row);
	if (known)
		return known;
	known = arena_new(trace->op.arena, struct known_row, 1);
	known->home = find_home(trace, row);
	known->traits = home_traits(known->home);
	pointer_add(trace->op.arena, &trace->index->called, row, known);
	return known;
}

bool library_home_is(const struct trace *trace, const struct function_row *row, uint32_t traits)
{
	return library_known(trace, row)->traits & traits;
}

const struct module_row *library_home(const struct trace *trace, const struct function_row *row)
{
	return library_known(trace, row)->home;
}

struct str library_dotted_name(const struct trace *trace, const struct function_row *row)
{
	const struct module_row *home = library_home(trace, row);
	return str_format(trace->op.arena, "%s.%s", home ? home->name : "", row->name);
}

bool names_have(const char *names, struct str name)
{
	struct str list = str_of(names);
	for (size_t at = 0; at < list.len;) {
		size_t end = str_find(list, ' ', at);
		if (str_equal(str_slice(list, at, end), name))
			return true;
		at = end + 1;
	}
	return false;
}

enum name_presence library_presence(const struct trace *trace, struct str module, struct str name)
{
	enum name_presence presence = NAME_UNTOLD;
	if (str_starts_with(name, STR("_")))
		return NAME_UNTOLD;
	const struct module_names *row;
	for (uint32_t next = first_names(trace, module); (row = names_at(trace, &next));) {
		if (names_within(trace, row) && names_have(row->names, name))
			return NAME_PRESENT;
		presence = NAME_MISSING;
	}
	return presence;
}

enum name_presence library_class_presence(const struct trace *trace, struct str folder,
                                          struct str class, struct str name)
{
	enum name_presence presence = NAME_UNTOLD;
	if (str_starts_with(name, STR("_")))
		return NAME_UNTOLD;
	struct arena_mark mark = arena_mark(trace->scratch);
	struct str key = str_format(trace->scratch, "%.*s:%.*s", STR_ARG(folder), STR_ARG(class));
	for (uint32_t i = 0; i < trace->library->nclass_names && presence != NAME_PRESENT; i++) {
		const struct module_names *row = &trace->library->class_names[i];
		if (str_is(key, row->module))
			presence = names_have(row->names, name) ? NAME_PRESENT : NAME_MISSING;
	}
	arena_rewind(trace->scratch, mark);
	return presence;
}

bool library_listed(const struct trace *trace, struct str module, struct str name)
{
	const struct module_names *row;
	for (uint32_t next = first_names(trace, module); (row = names_at(trace, &next));)
		if (names_have(row->names, name))
			return true;
	return false;
}

enum name_presence library_submodule(const struct trace *trace, struct str package, struct str name)
{
	struct arena_mark mark = arena_mark(trace->scratch);
	struct str inside = str_format(trace->scratch, "%.*s.*", STR_ARG(package));
	enum name_presence presence = library_presence(trace, inside, name);
	arena_rewind(trace->scratch, mark);
	return presence;
}

const char *library_gone_text(const struct trace *trace, struct str module, struct str name,
                              bool ever)
{
	const char *text = NULL;
	for (uint32_t i = 0; i < trace->library->ngone; i++) {
		const struct gone_name *gone = &trace->library->gone[i];
		if (str_is(module, gone->module) && str_is(name, gone->name) &&
		    jax_rules_within(trace->op.rules, gone->since, ever ? NULL : gone->until))
			text = gone->text;
	}
	return text;
}

bool library_had(const struct trace *trace, struct str module, struct str name)
{
	const struct module_names *row;
	for (uint32_t next = first_names(trace, module); (row = names_at(trace, &next));)
		if (!row->of_library && row->until[0] &&
		    !jax_rules_within(trace->op.rules, NULL, row->until) &&
		    names_have(row->names, name))
			return true;
	return false;
}

/* Adds the names of a list, each with a space behind it, in the scratch arena. */
static struct str *add_names(const struct trace *trace, const char *names, struct str *all,
                             size_t *count, size_t *room)
{
	struct str list = str_of(names);
	for (size_t at = 0; at < list.len;) {
		size_t end = str_find(list, ' ', at);
		all = arena_append(trace->scratch, all, *count, room, sizeof *all);
		all[(*count)++] = str_slice(list, at, end);
		at = end + 1;
	}
	return all;
}

struct str library_suggest(const struct trace *trace, struct str module, struct str name)
{
	struct arena_mark mark = arena_mark(trace->scratch);
	struct str *names = NULL;
	size_t count = 0, room = 0;
	const struct indexed_module *indexed = read_module(trace, module);
	for (uint32_t i = 0; indexed && i < indexed->names.count; i++) {
		if (!indexed->functions[i])
			continue;
		arena_push(trace->scratch, names, count, room, indexed->names.entries[i].key);
	}
	const struct module_names *row;
	for (uint32_t next = first_names(trace, module); (row = names_at(trace, &next));)
		if (names_within(trace, row))
			names = add_names(trace, row->names, names, &count, &room);
	struct str nearest = suggest(name, names, count);
	arena_rewind(trace->scratch, mark);
	return nearest;
}

bool is_standard_module(struct str module)
{
	static const char *const names[] = {
	    "abc",       "argparse",  "ast",         "asyncio",    "base64",
	    "bisect",    "builtins",  "collections", "contextlib", "copy",
	    "csv",       "ctypes",    "dataclasses", "datetime",   "enum",
	    "functools", "gc",        "getpass",     "glob",       "gzip",
	    "hashlib",   "heapq",     "importlib",   "inspect",    "io",
	    "itertools", "json",      "logging",     "math",       "multiprocessing",
	    "numbers",   "operator",  "os",          "pathlib",    "pickle",
	    "platform",  "pprint",    "queue",       "random",     "re",
	    "secrets",   "shutil",    "signal",      "socket",     "statistics",
	    "string",    "struct",    "subprocess",  "sys",        "tempfile",
	    "textwrap",  "threading", "time",        "timeit",     "traceback",
	    "types",     "typing",    "unittest",    "urllib",     "uuid",
	    "warnings",  "weakref",   "zipfile",     "__future__",
	};
	struct str first = str_until(module, '.');
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_equal(first, str_of(names[i])))
			return true;
	return false;
}
