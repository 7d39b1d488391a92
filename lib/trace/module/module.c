/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, their names, and what `import` makes of them. */
#include "trace/module/module.h"

#include <assert.h>
#include "trace/module/library_call.h"
#include "trace/module/environment.h"
#include "trace/module/inner_module.h"
#include "trace/module/observer.h"
#include "trace/module/project.h"
#include "trace/module/release_messages.h"
#include "trace/state/changes.h"
#include "trace/state/builtin_class.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"

static const struct value *value_module(struct arena *arena, const struct module_row *module)
{
	struct value *value = value_new(arena, VALUE_MODULE);
	value->module = module;
	return value;
}

/* What Python, or the module itself, calls the holder of a module's names when one is missing.
 * flax: nnx/__init__.py __getattr__. */
static struct str attribute_holder(const struct trace *trace, struct str module)
{
	if (str_equal(module, STR("jax.checkpoint_policies")))
		return STR("'types.SimpleNamespace' object");
	if (str_equal(module, STR("flax.nnx")) &&
	    version_compare(library_release_of(trace, STR("flax")), version_of("0.12.0")) >= 0)
		return STR("Module flax.nnx");
	return str_format(trace->op.arena, "module '%.*s'", STR_ARG(module));
}

/* Whether nothing in the program can give a module of a library such a name: no text in it assigns
 * an attribute of this name, or has the name in quotes, as setattr. What is not followed may change
 * objects of the program, but not what a library has. */
static bool is_never_put(const struct trace *trace, struct str name)
{
	struct arena *arena = trace->op.arena;
	struct str text = trace->program->text;
	struct str assigned = str_format(arena, ".%.*s", STR_ARG(name));
	if (str_contains(text, str_format(arena, "'%.*s'", STR_ARG(name))) ||
	    str_contains(text, str_format(arena, "\"%.*s\"", STR_ARG(name))))
		return false;
	for (size_t at = str_search(text, assigned, 0); at < text.len;
	     at = str_search(text, assigned, at + 1))
		if (text_is_assigned(str_slice(text, at + assigned.len, text.len)))
			return false;
	return true;
}

/* Raises that the module has no such name: in this release, or in any. */
static const struct value *attribute_absent(struct trace *trace, struct str module, struct str name,
                                            bool elsewhere)
{
	struct str nearest = library_suggest(trace, module, name);
	const char *gone = library_gone_text(trace, module, name, false);
	bool certain = is_never_put(trace, name);
	if (gone) {
		trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError", TEXT("{}", gone));
		trace->op.error.certain = certain;
		return NULL;
	}
	trace_refuse(trace,
	             library_said(trace, module) && library_listed(trace, module, name)
	                 ? RULE_API_MISSING
	                 : RULE_PROGRAM_ERROR,
	             "AttributeError",
	             TEXT("{} has no attribute '{}'", attribute_holder(trace, module), name));
	trace->op.error.certain = certain;
	bool released = (elsewhere || library_listed(trace, module, name)) &&
	                say_name_released(trace, module, name);
	if (!elsewhere && !library_listed(trace, module, name))
		explain(&trace->op, WORDS("{} has no '{}'", module, name));
	if (nearest.s && !released)
		explain(&trace->op, HELP("it has {}.{}", module, nearest));
	return NULL;
}

static const struct value *attribute_unknown(struct trace *trace, struct str module,
                                             struct str name)
{
	struct str nearest = library_suggest(trace, module, name);
	(void)trace_unknown(trace, "%.*s.%.*s is not known", STR_ARG(module), STR_ARG(name));
	if (nearest.s)
		explain(&trace->op, HELP("did you mean {}.{}?", module, nearest));
	return NULL;
}

/* Whether it is of a library that is not known but imports nothing of jax. */
static bool lacks_jax(struct str module)
{
	static const char *const names[] = {"absl",       "scipy",       "sklearn",
	                                    "tensorflow", "tfds",        "torch",
	                                    "cv2",        "torchvision", "tensorflow_datasets",
	                                    "skimage",    "sympy",       "networkx"};
	struct str first = str_until(module, '.');
	return is_observer(module) || str_place(first, names, COUNT_OF(names)) < COUNT_OF(names);
}

/* In the table of imported modules: one that is not known, which may have imported any other. */
static const char any_module[] = "?";

bool imports_others(const struct trace *trace)
{
	return table_find(&trace->names.imported, str_of(any_module)) != NULL;
}

bool is_foreign_module(const struct trace *trace, const struct value *value)
{
	return value_is_foreign(value) && table_find(&trace->names.imported, value->string);
}

static void note_others(struct trace *trace)
{
	bool added;
	(void)table_add(trace->op.arena, &trace->names.imported, str_of(any_module), 1, &added);
}

/* Whether a module of jax is none of its attributes before somebody imports it; jax.experimental
 * comes with whatever uses it. */
static bool is_hidden(struct trace *trace, struct str module, struct str name)
{
	return !trace->prelude && str_equal(module, STR("jax")) &&
	       !str_equal(name, STR("experimental")) &&
	       !table_find(&trace->names.imported, str_of(any_module)) &&
	       library_presence(trace, module, name) == NAME_MISSING;
}

/* Whether a newer release of a library may have the name, as nobody says which one is used: no
 * known one has it, nor has the package itself, and it is no slip of one that is there. */
static bool may_be_newer(const struct trace *trace, struct str module, struct str name)
{
	struct version newest;
	struct str package = str_until(module, '.');
	return library_known_release(package, &newest) != LIBRARY_NOT_KNOWN &&
	       !library_said(trace, module) && !library_listed(trace, module, name) &&
	       !library_listed(trace, package, name) &&
	       !library_gone_text(trace, module, name, false) &&
	       !library_suggest(trace, module, name).s;
}

const struct value *module_attribute(struct trace *trace, struct str module, struct str name)
{
	assert(module.len > 0);
	const struct function_row *row;
	const struct value *class = builtin_class_in(trace, module, name);
	if (class)
		return class;
	enum library_match match = library_find(trace, module, name, &row);
	if (match == LIBRARY_FOUND)
		return library_value(trace, row);
	struct str dotted =
	    str_format(trace->op.arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name));
	const struct module_row *inner = library_module(trace, dotted);
	if (inner && is_hidden(trace, module, name) && !table_find(&trace->names.imported, dotted))
		return attribute_absent(trace, module, name, false);
	if (inner && match != LIBRARY_ABSENT)
		return value_module(trace->op.arena, inner);
	enum name_presence presence = library_presence(trace, module, name);
	if (table_find(&trace->names.imported, dotted))
		return value_foreign(trace->op.arena, dotted);
	bool submodule = library_submodule(trace, module, name) == NAME_PRESENT;
	if (presence == NAME_PRESENT) /* and is not followed in this release */
		return value_foreign(trace->op.arena, dotted);
	if (presence == NAME_MISSING && !submodule && match == LIBRARY_NOTHING &&
	    may_be_newer(trace, module, name))
		return value_perhaps(trace->op.arena, dotted);
	if ((presence == NAME_MISSING && !submodule) || match == LIBRARY_ABSENT)
		return attribute_absent(trace, module, name, match == LIBRARY_ABSENT);
	const struct value *inside = inner_module_value(trace, module, name);
	if (presence == NAME_UNTOLD)
		return inside ? inside : value_perhaps(trace->op.arena, dotted);
	return attribute_unknown(trace, module, name);
}

const struct value *dotted_value(struct trace *trace, struct str dotted)
{
	const struct module_row *module = library_module(trace, dotted);
	size_t dot = str_behind_last(dotted, '.');
	if (dot == 0)
		return module ? value_module(trace->op.arena, module)
		              : value_foreign(trace->op.arena, dotted);
	return module_attribute(trace, str_slice(dotted, 0, dot - 1),
	                        str_slice(dotted, dot, dotted.len));
}

/* Modules of JAX that a library imports, and which are then attributes for the program too. optax
 * 0.2.8, flax 0.12.8, equinox 0.13.8, chex 0.1.92, orbax-checkpoint 0.12.8: sys.modules. */
static const struct {
	const char *library, *module;
} loaded_modules[] = {
    {"optax", "jax.flatten_util"},
    {"flax.nnx", "jax.flatten_util"},
    {"flax.training", "jax.flatten_util"},
    {"flax", "jax.extend"},
    {"equinox", "jax.extend"},
    {"orbax.checkpoint", "jax.extend"},
    {"chex", "jax.test_util"},
    {"jax.experimental.ode", "jax.flatten_util"},
};

static void note_loaded(struct trace *trace, struct str library)
{
	bool added;
	for (size_t i = 0; i < COUNT_OF(loaded_modules); i++)
		if (str_equal(library, str_of(loaded_modules[i].library)))
			(void)table_add(trace->op.arena, &trace->names.imported,
			                str_of(loaded_modules[i].module), 1, &added);
	if (!library_module(trace, library) && !is_standard_module(library) && !lacks_jax(library))
		note_others(trace);
}

/* Notes that the program has imported a module and those around it: each is then an attribute of
 * the one around it. The first import of jax reads the environment. */
static void note_import(struct trace *trace, struct str module)
{
	bool added;
	for (size_t end = str_find(module, '.', 0);; end = str_find(module, '.', end + 1)) {
		struct str outer = str_slice(module, 0, end);
		(void)table_add(trace->op.arena, &trace->names.imported, outer, 1, &added);
		if (added && str_equal(outer, STR("jax")))
			environment_read(trace);
		if (added)
			note_loaded(trace, outer);
		if (end == module.len)
			return;
	}
}

/* A module that is not known may not be there, unless it shows or stores what others compute: a
 * program that asks for such a one is judged as where it is installed. */
static void doubt_import(struct trace *trace, struct str module)
{
	if (!library_module(trace, module) && !is_standard_module(module) && !is_observer(module))
		trace->failure.doubts++;
}

/* Whether the release has no such module in the package. */
static bool lacks_submodule(const struct trace *trace, struct str package, struct str name)
{
	return library_submodule(trace, package, name) == NAME_MISSING &&
	       !may_be_newer(trace, package, name);
}

/* The module that cannot be imported, it or the first one around it; empty: none is known not to
 * be there. */
static struct str absent_module(const struct trace *trace, struct str module)
{
	for (size_t dot = 0, end = str_find(module, '.', 0);;
	     end = str_find(module, '.', end + 1)) {
		struct str outer = str_slice(module, 0, end);
		if (library_module_absent(trace, outer))
			return outer;
		if (dot && lacks_submodule(trace, str_slice(module, 0, dot),
		                           str_slice(module, dot + 1, end)))
			return outer;
		if (end == module.len)
			return STR("");
		dot = end;
	}
}

/* NULL, after the error that there is no such module. */
static const struct value *refuse_module(struct trace *trace, struct str module)
{
	size_t dot = str_behind_last(module, '.');
	trace_refuse(trace, RULE_PROGRAM_ERROR, "ModuleNotFoundError",
	             TEXT("No module named '{}'", module));
	if (dot)
		(void)say_module_released(trace, str_slice(module, 0, dot - 1),
		                          str_slice(module, dot, module.len));
	return NULL;
}

/* Reports that the module is not there. False: it was reported, or is being raised. */
static bool find_module(struct trace *trace, struct str module, struct span at)
{
	struct str absent =
	    project_is_library(trace, module) ? STR("") : absent_module(trace, module);
	if (!absent.len)
		return true;
	if (!refuse_module(trace, absent) && place_failure(trace, at) == NULL)
		report_failure(trace);
	return false;
}

/* The module of a library that has this dotted name. */
static const struct value *module_value(struct trace *trace, struct str module)
{
	const struct module_row *row = library_module(trace, module);
	if (row && project_is_library(trace, module)) {
		row = NULL;
		module = str_format(trace->op.arena, "the project's %.*s", STR_ARG(module));
	}
	return row ? value_module(trace->op.arena, row) : value_foreign(trace->op.arena, module);
}

const struct value *import_library(struct trace *trace, struct str module)
{
	note_import(trace, module);
	doubt_import(trace, module);
	return module_value(trace, module);
}

void import_modules(struct trace *trace, const struct imported_list *imported)
{
	for (uint32_t i = 0; i < imported->count; i++) {
		const struct imported *item = &imported->items[i];
		struct str name = item->as, module = item->name;
		const struct value *own = project_import(trace, module, name.len, item->at);
		if (trace->op.error.raised)
			return;
		if (own) {
			struct str first = str_until(module, '.');
			name_set(trace, trace->scope, name.len ? name : first, own, item->at);
			continue;
		}
		note_import(trace, module);
		doubt_import(trace, module);
		bool found = find_module(trace, module, item->at);
		if (trace->op.error.raised)
			return;
		if (!name.len)
			name = module = str_until(module, '.');
		else if (!found)
			module = STR("");
		name_set(trace, trace->scope, name,
		         module.len ? module_value(trace, module) : &value_unknown, item->at);
	}
}

/* What `from module import name` gives; NULL after an error. */
static const struct value *imported_value(struct trace *trace, struct str module, struct str name)
{
	const struct function_row *row;
	const struct value *class = builtin_class_in(trace, module, name);
	if (class)
		return class;
	enum library_match match = library_find(trace, module, name, &row);
	struct str dotted =
	    str_format(trace->op.arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name));
	bool inner = match != LIBRARY_ABSENT && library_module(trace, dotted);
	if (inner)
		note_import(trace, dotted);
	if (match == LIBRARY_FOUND || inner)
		return module_attribute(trace, module, name);
	enum name_presence presence = library_presence(trace, module, name);
	bool submodule = library_submodule(trace, module, name) == NAME_PRESENT;
	if (submodule)
		note_import(trace, dotted);
	bool newer = presence == NAME_MISSING && may_be_newer(trace, module, name);
	if ((match == LIBRARY_ABSENT && presence == NAME_PRESENT) ||
	    (match == LIBRARY_NOTHING && (presence != NAME_MISSING || submodule || newer))) {
		const struct value *inside = inner_module_value(trace, module, name);
		return inside ? inside : value_foreign(trace->op.arena, dotted);
	}
	struct str nearest = library_suggest(trace, module, name);
	trace_refuse(trace,
	             library_said(trace, module) && library_listed(trace, module, name)
	                 ? RULE_API_MISSING
	                 : RULE_PROGRAM_ERROR,
	             "ImportError", TEXT("cannot import name '{}' from '{}'", name, module));
	bool listed =
	    library_listed(trace, module, name) || library_gone_text(trace, module, name, true);
	bool released = (listed && say_name_released(trace, module, name)) ||
	                say_module_released(trace, module, name);
	if (!released && nearest.s)
		explain(&trace->op, HELP("it has {}", nearest));
	return NULL;
}

/* What a module of the user's own has not under a name, which may be there in truth: NULL after the
 * error where it certainly is not. */
static const struct value *own_name_lacking(struct trace *trace, const struct value *module,
                                            struct str name)
{
	const struct project_module *own = module->module_scope->module;
	if (project_lacks(trace, module, name)) {
		trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "ImportError",
		    TEXT("cannot import name '{}' from '{}' ({})", name, own->name, own->path));
		explain(&trace->op, WORDS("{} has no '{}'", own->path, name));
		return NULL;
	}
	trace->failure.doubts++;
	return value_foreign(trace->op.arena, str_format(trace->op.arena, "%.*s.%.*s",
	                                                 STR_ARG(own->name), STR_ARG(name)));
}

/* The same from a module of the user's own. */
static void import_own_names(struct trace *trace, const struct value *module,
                             const struct import_from *import)
{
	for (uint32_t i = 0; i < import->names.count; i++) {
		const struct imported *item = &import->names.items[i];
		const struct value *value = project_attribute(trace, module, item->name, item->at);
		if (trace->op.error.raised)
			return;
		if (!value)
			value = own_name_lacking(trace, module, item->name);
		if (!value && place_failure(trace, item->at) == NULL)
			report_failure(trace);
		if (trace->op.error.raised)
			return;
		value = value ? value : &value_unknown;
		name_set(trace, trace->scope, item->as.len ? item->as : item->name, value,
		         item->at);
	}
}

/* The same from a module of the user's own that has not been read; or from the library that the
 * program is part of. */
static void import_unread(struct trace *trace, const struct import_from *import)
{
	const char *whose = import->dots ? "" : "the project's ";
	trace->failure.doubts++;
	note_others(trace);
	for (uint32_t i = 0; i < import->names.count; i++) {
		const struct imported *item = &import->names.items[i];
		struct str dotted = str_format(trace->op.arena, "%s%.*s.%.*s", whose,
		                               STR_ARG(import->module), STR_ARG(item->name));
		name_set(trace, trace->scope, item->as.len ? item->as : item->name,
		         value_foreign(trace->op.arena, dotted), item->at);
	}
}

/* The same where a folder of the user's own that has no __init__.py is the module, so that the
 * names are modules in it. False: the first is none. */
static bool import_from_folder(struct trace *trace, const struct import_from *import)
{
	for (uint32_t i = 0; import->module.len && i < import->names.count; i++) {
		const struct imported *item = &import->names.items[i];
		struct str dotted = str_format(trace->op.arena, "%.*s.%.*s",
		                               STR_ARG(import->module), STR_ARG(item->name));
		const struct value *inner = project_from(trace, dotted, import->dots, item->at);
		if (trace->op.error.raised || (!inner && !i))
			return trace->op.error.raised;
		trace->failure.doubts += !inner;
		name_set(trace, trace->scope, item->as.len ? item->as : item->name,
		         inner ? inner : value_foreign(trace->op.arena, dotted), item->at);
	}
	return import->module.len;
}

void import_names(struct trace *trace, const struct import_from *import, struct span at)
{
	const struct value *own = project_from(trace, import->module, import->dots, at);
	if (trace->op.error.raised)
		return;
	if (own) {
		import_own_names(trace, own, import);
		return;
	}
	if (import_from_folder(trace, import))
		return;
	if (import->dots || project_is_library(trace, import->module)) {
		import_unread(trace, import);
		return;
	}
	note_import(trace, import->module);
	doubt_import(trace, import->module);
	struct str absent = absent_module(trace, import->module);
	for (uint32_t i = 0; i < import->names.count; i++) {
		const struct imported *item = &import->names.items[i];
		const struct value *value =
		    !absent.len ? imported_value(trace, import->module, item->name)
		    : i         ? &value_unknown /* it is said once, and not for each name */
				: refuse_module(trace, absent);
		if (!value && place_failure(trace, item->at) == NULL)
			report_failure(trace);
		if (trace->op.error.raised)
			return;
		name_set(trace, trace->scope, item->as.len ? item->as : item->name,
		         value ? value : &value_unknown, item->at);
	}
}
