/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/scope.h"

struct scope *scope_new(struct arena *arena, struct scope *outer, const struct table *locals,
                        struct str function)
{
	struct scope *scope = arena_new(arena, struct scope, 1);
	scope->outer = outer;
	scope->locals = locals;
	scope->function = function;
	return scope;
}

void scope_set(struct arena *arena, struct scope *scope, struct str name, const struct value *value,
               struct span at)
{
	bool added;
	uint32_t index = *table_add(arena, &scope->names, name, scope->count, &added);
	if (added) {
		scope->bindings = arena_append(arena, scope->bindings, scope->count, &scope->room,
		                               sizeof *scope->bindings);
		scope->count++;
	}
	scope->bindings[index] = (struct bound_name){name, value, at};
}

const struct value *scope_get(const struct scope *scope, struct str name)
{
	const uint32_t *index = table_find(&scope->names, name);
	return index ? scope->bindings[*index].value : NULL;
}

/* Collects the names that statements assign. */
struct collector {
	struct arena *arena;
	struct table *names;
};

static void collect_block(struct collector *collector, const struct block *block);

static void collect_name(struct collector *collector, struct str name)
{
	bool added;
	(void)table_add(collector->arena, collector->names, name, 0, &added);
}

static void collect_target(struct collector *collector, const struct expression *target)
{
	if (!target)
		return;
	if (target->kind == EXPRESSION_NAME)
		collect_name(collector, target->name);
	else if (target->kind == EXPRESSION_STARRED)
		collect_target(collector, target->operand);
	else if (target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST)
		for (uint32_t i = 0; i < target->list.count; i++)
			collect_target(collector, target->list.items[i]);
}

static void collect_import(struct collector *collector, const struct imported_list *imported,
                           bool dotted)
{
	for (uint32_t i = 0; i < imported->count; i++) {
		const struct imported *item = &imported->items[i];
		struct str name = item->as.len ? item->as : item->name;
		if (dotted && !item->as.len)
			name = str_slice(name, 0, str_find(name, '.', 0));
		collect_name(collector, name);
	}
}

static void collect_if(struct collector *collector, const struct if_statement *statement)
{
	for (uint32_t i = 0; i < statement->count; i++)
		collect_block(collector, &statement->branches[i].body);
	collect_block(collector, &statement->otherwise);
}

static void collect_with(struct collector *collector, const struct with *with)
{
	for (uint32_t i = 0; i < with->count; i++)
		collect_target(collector, with->items[i].target);
	collect_block(collector, &with->body);
}

static void collect_statement(struct collector *collector, const struct statement *statement)
{
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_ASSIGN:
		for (uint32_t i = 0; i < statement->assign.targets.count; i++)
			collect_target(collector, statement->assign.targets.items[i]);
		break;
	case STATEMENT_AUGMENTED_ASSIGN:
		collect_target(collector, statement->augmented_assign.target);
		break;
	case STATEMENT_ANNOTATED_ASSIGN:
		collect_target(collector, statement->annotated_assign.target);
		break;
	case STATEMENT_IMPORT:
		collect_import(collector, &statement->imported, true);
		break;
	case STATEMENT_IMPORT_FROM:
		collect_import(collector, &statement->import_from->names, false);
		break;
	case STATEMENT_FUNCTION:
		collect_name(collector, statement->function->name);
		break;
	case STATEMENT_IF:
		collect_if(collector, statement->if_statement);
		break;
	case STATEMENT_FOR:
		collect_target(collector, statement->for_loop->target);
		collect_block(collector, &statement->for_loop->body);
		collect_block(collector, &statement->for_loop->otherwise);
		break;
	case STATEMENT_WHILE:
		collect_block(collector, &statement->while_loop->body);
		collect_block(collector, &statement->while_loop->otherwise);
		break;
	case STATEMENT_WITH:
		collect_with(collector, statement->with);
		break;
	default: /* assigns nothing */
		break;
	}
}

static void collect_block(struct collector *collector, const struct block *block)
{
	for (uint32_t i = 0; i < block->count; i++)
		collect_statement(collector, &block->items[i]);
}

struct table *function_locals(struct arena *arena, const struct parameters *parameters,
                              const struct block *body)
{
	struct table *names = arena_new(arena, struct table, 1);
	struct collector collector = {arena, names};
	for (uint32_t i = 0; i < parameters->count; i++)
		collect_name(&collector, parameters->items[i].name);
	if (body)
		collect_block(&collector, body);
	return names;
}
