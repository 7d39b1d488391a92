/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/library_index.h"
#include "trace/state/trace.h"

#include "diag/suggest.h"

enum { MAX_DOTTED_NAME = 256 };

/* "jax.numpy" and "sum" as one text in `room`; of names too long an empty one, which none is. */
static struct str joined(char room[MAX_DOTTED_NAME], struct str module, struct str name)
{
	if (module.len + 1 + name.len > MAX_DOTTED_NAME)
		return (struct str){room, 0};
	memcpy(room, module.s, module.len);
	room[module.len] = '.';
	if (name.len)
		memcpy(room + module.len + 1, name.s, name.len);
	return (struct str){room, module.len + 1 + name.len};
}

static void add_row(struct arena *arena, struct library_index *index,
                    const struct module_row *module, const struct function_row *row,
                    const struct jax_rules *rules)
{
	bool added, present = jax_rules_within(rules, row->since, row->until);
	struct str key = str_format(arena, "%s.%s", module->name, row->name);
	uint32_t at = *table_add(arena, &index->functions, key, index->count, &added);
	if (added) {
		index->rows = arena_append(arena, index->rows, index->count, &index->room,
		                           sizeof *index->rows);
		index->homes = arena_append(arena, index->homes, index->count, &index->homes_room,
		                            sizeof *index->homes);
		index->rows[at] = NULL;
		index->homes[at] = module;
		index->count++;
	}
	if (present) {
		index->rows[at] = row;
		index->homes[at] = module;
	}
}

struct library_index library_index_make(struct arena *arena, const struct library *library,
                                        const struct jax_rules *rules)
{
	struct library_index index = {0};
	bool added;
	for (uint32_t i = 0; i < library->nmodules; i++) {
		const struct module_row *module = library->modules[i];
		(void)table_add(arena, &index.modules, str_of(module->name), i, &added);
		for (uint32_t j = 0; j < module->count; j++)
			add_row(arena, &index, module, &module->rows[j], rules);
	}
	for (uint32_t i = 0; i < library->nglobals; i++)
		(void)table_add(arena, &index.globals, str_of(library->globals[i].name), i, &added);
	return index;
}

static const struct library_alias *find_alias(const struct trace *trace, struct str dotted)
{
	for (uint32_t i = 0; i < trace->library->naliases; i++)
		if (str_equal(str_of(trace->library->aliases[i].name), dotted))
			return &trace->library->aliases[i];
	return NULL;
}

enum library_match library_find(const struct trace *trace, struct str module, struct str name,
                                const struct function_row **row)
{
	char room[MAX_DOTTED_NAME];
	struct str dotted = joined(room, module, name);
	const struct library_alias *alias = find_alias(trace, dotted);
	*row = NULL;
	if (alias && !jax_rules_within(trace->op.rules, alias->since, NULL))
		return LIBRARY_ABSENT;
	const uint32_t *at =
	    table_find(&trace->index.functions, alias ? str_of(alias->target) : dotted);
	*row = at ? trace->index.rows[*at] : NULL;
	if (*row)
		return LIBRARY_FOUND;
	return at ? LIBRARY_ABSENT : LIBRARY_NOTHING;
}

const struct module_row *library_module(const struct trace *trace, struct str name)
{
	const uint32_t *at = table_find(&trace->index.modules, name);
	return at ? trace->library->modules[*at] : NULL;
}

bool library_module_absent(const struct trace *trace, struct str name)
{
	bool known = false;
	for (uint32_t i = 0; i < trace->index.count; i++) {
		if (!str_equal(str_of(trace->index.homes[i]->name), name))
			continue;
		if (trace->index.rows[i])
			return false;
		known = true;
	}
	return known;
}

const struct module_row *library_home(const struct trace *trace, const struct function_row *row)
{
	const struct library *library = trace->library;
	for (uint32_t i = 0; i < library->nmodules; i++) {
		const struct module_row *module = library->modules[i];
		if (module->count && row >= module->rows && row < module->rows + module->count)
			return module;
	}
	return NULL;
}

/* Whether a list of names, each with a space behind it, has the name. */
static bool list_has(const char *names, struct str name)
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
	for (uint32_t i = 0; i < trace->library->nnames; i++) {
		const struct module_names *row = &trace->library->names[i];
		if (!str_equal(str_of(row->module), module))
			continue;
		if (jax_rules_within(trace->op.rules, row->since, row->until) &&
		    list_has(row->names, name))
			return NAME_PRESENT;
		presence = NAME_MISSING;
	}
	return presence;
}

bool library_listed(const struct trace *trace, struct str module, struct str name)
{
	for (uint32_t i = 0; i < trace->library->nnames; i++) {
		const struct module_names *row = &trace->library->names[i];
		if (str_equal(str_of(row->module), module) && list_has(row->names, name))
			return true;
	}
	return false;
}

bool library_has_submodule(const struct trace *trace, struct str module, struct str name)
{
	char room[MAX_DOTTED_NAME];
	return library_listed(trace, joined(room, module, STR("*")), name);
}

const char *library_gone_text(const struct trace *trace, struct str module, struct str name)
{
	for (uint32_t i = 0; i < trace->library->ngone; i++) {
		const struct gone_name *gone = &trace->library->gone[i];
		if (str_equal(str_of(gone->module), module) &&
		    str_equal(str_of(gone->name), name) &&
		    jax_rules_within(trace->op.rules, gone->since, gone->until))
			return gone->text;
	}
	return NULL;
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
	for (uint32_t i = 0; i < trace->index.count; i++) {
		if (!trace->index.rows[i] ||
		    !str_equal(str_of(trace->index.homes[i]->name), module))
			continue;
		names = arena_append(trace->scratch, names, count, &room, sizeof *names);
		names[count++] = str_of(trace->index.rows[i]->name);
	}
	for (uint32_t i = 0; i < trace->library->nnames; i++) {
		const struct module_names *row = &trace->library->names[i];
		if (str_equal(str_of(row->module), module) &&
		    jax_rules_within(trace->op.rules, row->since, row->until))
			names = add_names(trace, row->names, names, &count, &room);
	}
	struct str nearest = suggest(name, names, count);
	arena_rewind(trace->scratch, mark);
	return nearest;
}
