/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/scope.h"

#include <assert.h>

struct scope *scope_new(struct arena *arena, struct scope *outer, const struct table *locals,
                        struct str name)
{
	struct scope *scope = arena_new(arena, struct scope, 1);
	scope->outer = outer;
	scope->locals = locals;
	scope->name = name;
	return scope;
}

/* A scope with places for all its names. */
static struct scope *numbered_scope(struct arena *arena, struct scope *outer,
                                    const struct table *names, struct str name)
{
	struct scope *scope = scope_new(arena, outer, names, name);
	scope->numbered = true;
	scope->bindings = arena_new(arena, struct bound_name, names->count);
	scope->count = names->count;
	scope->room = names->count;
	return scope;
}

struct scope *scope_entered(struct arena *arena, struct scope *outer, const struct table *names,
                            struct str name, const struct parameters *parameters,
                            const struct value *const *values)
{
	struct scope *scope = numbered_scope(arena, outer, names, name);
	for (uint32_t i = 0; i < parameters->count; i++) {
		const struct parameter *parameter = &parameters->items[i];
		assert(str_equal(names->entries[i].key, parameter->name));
		scope->bindings[i] =
		    (struct bound_name){parameter->name, values[i], parameter->name_at};
	}
	return scope;
}

struct scope *scope_of_comprehension(struct arena *arena, struct scope *outer,
                                     const struct table *names)
{
	struct scope *scope = numbered_scope(arena, outer, names, STR(""));
	scope->comprehension = true;
	return scope;
}

struct str scope_function(struct arena *arena, const struct scope *scope)
{
	while (scope && !scope->name.len)
		scope = scope->outer;
	return scope ? scope_qualified(arena, scope->outer, scope->name) : STR("");
}

struct str scope_qualified(struct arena *arena, const struct scope *scope, struct str name)
{
	struct str outer = scope_function(arena, scope);
	return outer.len ? str_format(arena, "%.*s%s.%.*s", STR_ARG(outer),
	                              scope->class ? "" : ".<locals>", STR_ARG(name))
	                 : name;
}

struct scope *scope_top(struct scope *scope)
{
	while (scope && scope->outer)
		scope = scope->outer;
	return scope;
}

/* The binding that the name has, or would get; NULL: there is none yet. */
static struct bound_name *place_of(const struct scope *scope, struct str name, uint32_t hash)
{
	uint32_t number = scope->numbered ? table_number(scope->locals, name, hash) : scope->count;
	if (scope->numbered && number < scope->locals->count)
		return &scope->bindings[number];
	const uint32_t *index = table_find_hashed(&scope->names, name, hash);
	return index ? &scope->bindings[*index] : NULL;
}

const struct bound_name *scope_remembered(const struct scope *scope, const struct expression *name)
{
	const struct name_found *found = name->found;
	if (!scope->numbered || found->inside != scope->locals)
		return NULL;
	for (uint32_t i = 0; i < found->depth; i++)
		scope = scope->outer;
	bool same = found->top ? found->top == scope : scope->numbered;
	return same ? &scope->bindings[found->number] : NULL;
}

struct bound_name *scope_own(const struct scope *scope, const struct expression *name)
{
	struct name_found *found = name->found;
	if (!scope->numbered)
		return NULL;
	if (found->inside != scope->locals) {
		uint32_t number = table_number(scope->locals, name->name, name->name_hash);
		if (number == scope->locals->count ||
		    scope->locals->entries[number].value != NAME_LOCAL)
			return NULL;
		*found = (struct name_found){.inside = scope->locals, .number = number};
	}
	return found->depth || found->top ? NULL : &scope->bindings[found->number];
}

const struct bound_name *scope_find(const struct scope *scope, struct str name, uint32_t hash)
{
	const struct bound_name *bound = place_of(scope, name, hash);
	return bound && bound->name.len ? bound : NULL;
}

void scope_set(struct arena *arena, struct scope *scope, struct str name, const struct value *value,
               struct span at)
{
	assert(scope && name.len);
	bool added;
	struct bound_name *bound = place_of(scope, name, table_hash(name));
	if (!bound) {
		(void)table_add(arena, &scope->names, name, scope->count, &added);
		scope->bindings = arena_append(arena, scope->bindings, scope->count, &scope->room,
		                               sizeof *scope->bindings);
		bound = &scope->bindings[scope->count++];
	}
	*bound = (struct bound_name){name, value, at};
}

const struct value *scope_get(const struct scope *scope, struct str name)
{
	const struct bound_name *bound = place_of(scope, name, table_hash(name));
	return bound ? bound->value : NULL;
}

const struct value *scope_value(const struct scope *scope, struct str name, uint32_t hash)
{
	for (; scope; scope = scope->outer) {
		const struct bound_name *bound = scope_find(scope, name, hash);
		if (bound && bound->value)
			return bound->value;
	}
	return NULL;
}

enum name_owner scope_owner(const struct scope *scope, struct str name, bool *assigned)
{
	const uint32_t *owner = scope->locals ? table_find(scope->locals, name) : NULL;
	*assigned = owner && *owner == NAME_LOCAL;
	return owner ? (enum name_owner) * owner : NAME_LOCAL;
}

struct scope *scope_of_target(struct scope *scope, struct str name)
{
	assert(scope);
	bool assigned;
	enum name_owner owner = scope_owner(scope, name, &assigned);
	struct scope *found = scope;
	if (owner == NAME_GLOBAL)
		while (found->outer)
			found = found->outer;
	while (owner == NAME_NONLOCAL && found->outer &&
	       (found == scope || found->comprehension || found->class ||
	        (!assigned && !scope_find(found, name, table_hash(name))))) {
		found = found->outer;
		(void)scope_owner(found, name, &assigned);
	}
	return found;
}
