/* SPDX-License-Identifier: Apache-2.0 */
#include "program/names.h"

#include "program/visit.h"

/* Collects the names that statements assign. */
struct collector {
	struct arena *arena;
	struct table *names;
};

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
			name = str_until(name, '.');
		collect_name(collector, name);
	}
}

static void collect_identifiers(struct collector *collector, const struct identifiers *identifiers)
{
	for (uint32_t i = 0; i < identifiers->count; i++)
		collect_name(collector, identifiers->items[i].name);
}

/* Names bound inside of an expression, by `:=`; a lambda has names of its own. */
static void collect_expression(void *context, const struct expression *expression)
{
	struct collector *collector = context;
	struct visitor visitor = {collect_expression, NULL, collector};
	if (expression->plain)
		return;
	if (expression->kind == EXPRESSION_ASSIGNMENT)
		collect_target(collector, expression->assignment.target);
	if (expression->kind != EXPRESSION_LAMBDA)
		visit_expression(&visitor, expression);
}

/* What the statement itself binds, apart from what is inside of it. */
static void collect_own(struct collector *collector, const struct statement *statement)
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
	case STATEMENT_DELETE:
		collect_target(collector, statement->deleted);
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
	case STATEMENT_CLASS:
		collect_name(collector, statement->class_definition->name);
		break;
	case STATEMENT_TYPE:
		collect_name(collector, statement->type_alias->name.name);
		break;
	case STATEMENT_FOR:
		collect_target(collector, statement->for_loop->target);
		break;
	case STATEMENT_WITH:
		for (uint32_t i = 0; i < statement->with->count; i++)
			collect_target(collector, statement->with->items[i].target);
		break;
	case STATEMENT_TRY:
		for (uint32_t i = 0; i < statement->try_statement->count; i++)
			if (statement->try_statement->clauses[i].name.len)
				collect_name(collector, statement->try_statement->clauses[i].name);
		break;
	case STATEMENT_MATCH:
		for (uint32_t i = 0; i < statement->match->count; i++)
			collect_identifiers(collector, &statement->match->cases[i].names);
		break;
	default: /* binds nothing */
		break;
	}
}

static void collect_block(void *context, const struct block *block)
{
	struct collector *collector = context;
	struct visitor visitor = {collect_expression, collect_block, collector};
	for (uint32_t i = 0; i < block->count; i++) {
		const struct statement *statement = &block->items[i];
		collect_own(collector, statement);
		if (statement->kind != STATEMENT_FUNCTION && statement->kind != STATEMENT_CLASS)
			visit_statement(&visitor, statement);
	}
}

/* Declares names as those of another scope; a function declares nothing for those inside of it. */
static void collect_declared(void *context, const struct block *block)
{
	struct collector *collector = context;
	struct visitor visitor = {NULL, collect_declared, collector};
	for (uint32_t i = 0; i < block->count; i++) {
		const struct statement *statement = &block->items[i];
		bool global = statement->kind == STATEMENT_GLOBAL, added;
		for (uint32_t j = 0; (global || statement->kind == STATEMENT_NONLOCAL) &&
		                     j < statement->identifiers.count;
		     j++)
			(void)table_add(collector->arena, collector->names,
			                statement->identifiers.items[j].name,
			                global ? NAME_GLOBAL : NAME_NONLOCAL, &added);
		if (statement->kind != STATEMENT_FUNCTION && statement->kind != STATEMENT_CLASS)
			visit_statement(&visitor, statement);
	}
}

static struct collector collector_of(struct arena *arena, const struct parameters *parameters)
{
	struct collector collector = {arena, arena_new(arena, struct table, 1)};
	for (uint32_t i = 0; i < parameters->count; i++)
		collect_name(&collector, parameters->items[i].name);
	return collector;
}

struct table *function_locals(struct arena *arena, const struct parameters *parameters,
                              const struct block *body)
{
	struct collector collector = collector_of(arena, parameters);
	collect_declared(&collector, body);
	collect_block(&collector, body);
	return collector.names;
}

struct table *lambda_names(struct arena *arena, const struct lambda *lambda)
{
	struct collector collector = collector_of(arena, &lambda->parameters);
	collect_expression(&collector, lambda->body);
	return collector.names;
}

struct table *comprehension_names(struct arena *arena, const struct comprehension *comprehension)
{
	struct collector collector = {arena, arena_new(arena, struct table, 1)};
	for (uint32_t i = 0; i < comprehension->count; i++)
		collect_target(&collector, comprehension->clauses[i].target);
	return collector.names;
}
