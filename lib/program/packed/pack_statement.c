/* SPDX-License-Identifier: Apache-2.0 */
/* The statements of a syntax tree, to bytes and back. */
#include <assert.h>

#include "program/names.h"
#include "program/packed/packed_tree.h"
#include "program/packed/packing.h"

static void pack_block(struct packing *packing, struct block *block)
{
	struct statement *items =
	    pack_list(packing, block->items, &block->count, sizeof(struct statement));
	for (uint32_t i = 0; i < block->count; i++)
		pack_statement(packing, &items[i]);
	block->items = items;
}

static void pack_identifiers(struct packing *packing, struct identifiers *identifiers)
{
	struct identifier *items =
	    pack_list(packing, identifiers->items, &identifiers->count, sizeof(struct identifier));
	for (uint32_t i = 0; i < identifiers->count; i++)
		pack_name(packing, &items[i].name, &items[i].at);
	identifiers->items = items;
}

static void pack_imported(struct packing *packing, struct imported_list *list)
{
	struct imported *items =
	    pack_list(packing, list->items, &list->count, sizeof(struct imported));
	for (uint32_t i = 0; i < list->count; i++) {
		pack_text(packing, &items[i].name);
		pack_text(packing, &items[i].as);
		pack_span(packing, &items[i].at);
	}
	list->items = items;
}

static const struct import_from *packed_import_from(struct packing *packing,
                                                    const struct import_from *given)
{
	struct import_from *from = pack_part(packing, given, sizeof *from);
	pack_text(packing, &from->module);
	pack_number(packing, &from->dots);
	pack_flag(packing, &from->star);
	pack_imported(packing, &from->names);
	return from;
}

static const struct function *packed_function(struct packing *packing, const struct function *given)
{
	struct function *function = pack_part(packing, given, sizeof *function);
	pack_expressions(packing, &function->decorators);
	pack_name(packing, &function->name, &function->name_at);
	pack_parameters(packing, &function->parameters);
	pack_expression(packing, &function->returns);
	pack_flag(packing, &function->is_async);
	pack_flag(packing, &function->is_generator);
	pack_block(packing, &function->body);
	function->names = function_locals(packing->arena, &function->parameters, &function->body);
	return function;
}

static const struct class_definition *packed_class(struct packing *packing,
                                                   const struct class_definition *given)
{
	struct class_definition *node = pack_part(packing, given, sizeof *node);
	pack_expressions(packing, &node->decorators);
	pack_name(packing, &node->name, &node->name_at);
	pack_arguments(packing, &node->arguments);
	pack_block(packing, &node->body);
	return node;
}

static const struct if_statement *packed_if(struct packing *packing,
                                            const struct if_statement *given)
{
	struct if_statement *node = pack_part(packing, given, sizeof *node);
	struct branch *branches =
	    pack_list(packing, node->branches, &node->count, sizeof(struct branch));
	for (uint32_t i = 0; i < node->count; i++) {
		pack_expression(packing, &branches[i].condition);
		pack_block(packing, &branches[i].body);
	}
	node->branches = branches;
	pack_block(packing, &node->otherwise);
	return node;
}

static const struct for_loop *packed_for(struct packing *packing, const struct for_loop *given)
{
	struct for_loop *node = pack_part(packing, given, sizeof *node);
	pack_expression(packing, &node->target);
	pack_expression(packing, &node->iterable);
	pack_flag(packing, &node->is_async);
	pack_block(packing, &node->body);
	pack_block(packing, &node->otherwise);
	return node;
}

static const struct while_loop *packed_while(struct packing *packing,
                                             const struct while_loop *given)
{
	struct while_loop *node = pack_part(packing, given, sizeof *node);
	pack_expression(packing, &node->condition);
	pack_block(packing, &node->body);
	pack_block(packing, &node->otherwise);
	return node;
}

static const struct with *packed_with(struct packing *packing, const struct with *given)
{
	struct with *node = pack_part(packing, given, sizeof *node);
	struct with_item *items =
	    pack_list(packing, node->items, &node->count, sizeof(struct with_item));
	for (uint32_t i = 0; i < node->count; i++) {
		pack_expression(packing, &items[i].context);
		pack_expression(packing, &items[i].target);
	}
	node->items = items;
	pack_flag(packing, &node->is_async);
	pack_block(packing, &node->body);
	return node;
}

static const struct try_statement *packed_try(struct packing *packing,
                                              const struct try_statement *given)
{
	struct try_statement *node = pack_part(packing, given, sizeof *node);
	pack_block(packing, &node->body);
	struct except_clause *clauses =
	    pack_list(packing, node->clauses, &node->count, sizeof(struct except_clause));
	for (uint32_t i = 0; i < node->count; i++) {
		pack_expression(packing, &clauses[i].type);
		pack_text(packing, &clauses[i].name);
		pack_flag(packing, &clauses[i].star);
		pack_block(packing, &clauses[i].body);
	}
	node->clauses = clauses;
	pack_block(packing, &node->otherwise);
	pack_block(packing, &node->finally);
	return node;
}

static const struct match *packed_match(struct packing *packing, const struct match *given)
{
	struct match *node = pack_part(packing, given, sizeof *node);
	pack_expression(packing, &node->subject);
	struct match_case *cases =
	    pack_list(packing, node->cases, &node->count, sizeof(struct match_case));
	for (uint32_t i = 0; i < node->count; i++) {
		struct span at = {cases[i].pattern_offset, (uint32_t)cases[i].pattern.len};
		pack_name(packing, &cases[i].pattern, &at);
		cases[i].pattern_offset = at.offset;
		pack_identifiers(packing, &cases[i].names);
		pack_expression(packing, &cases[i].guard);
		pack_block(packing, &cases[i].body);
	}
	node->cases = cases;
	return node;
}

static const struct type_alias *packed_alias(struct packing *packing,
                                             const struct type_alias *given)
{
	struct type_alias *node = pack_part(packing, given, sizeof *node);
	pack_name(packing, &node->name.name, &node->name.at);
	pack_expression(packing, &node->value);
	return node;
}

static void pack_augmented(struct packing *packing, struct augmented_assign *assign)
{
	pack_operation(packing, &assign->operation);
	pack_expression(packing, &assign->target);
	pack_expression(packing, &assign->value);
}

static void pack_annotated(struct packing *packing, struct annotated_assign *assign)
{
	pack_expression(packing, &assign->target);
	pack_expression(packing, &assign->annotation);
	pack_expression(packing, &assign->value);
}

/* What a statement without a block holds; false: it is of another kind. */
static bool pack_simple(struct packing *packing, struct statement *statement)
{
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_EXPRESSION:
	case STATEMENT_RETURN:
		pack_expression(packing, &statement->value);
		break;
	case STATEMENT_ASSIGN:
		pack_expressions(packing, &statement->assign.targets);
		pack_expression(packing, &statement->assign.value);
		break;
	case STATEMENT_AUGMENTED_ASSIGN:
		pack_augmented(packing, &statement->augmented_assign);
		break;
	case STATEMENT_ANNOTATED_ASSIGN:
		pack_annotated(packing, &statement->annotated_assign);
		break;
	case STATEMENT_ASSERT:
	case STATEMENT_RAISE:
		pack_expression(packing, &statement->two_operands.first);
		pack_expression(packing, &statement->two_operands.second);
		break;
	case STATEMENT_DELETE:
		pack_expression(packing, &statement->deleted);
		break;
	case STATEMENT_GLOBAL:
	case STATEMENT_NONLOCAL:
		pack_identifiers(packing, &statement->identifiers);
		break;
	case STATEMENT_IMPORT:
		pack_imported(packing, &statement->imported);
		break;
	case STATEMENT_IMPORT_FROM:
		statement->import_from = packed_import_from(packing, statement->import_from);
		break;
	case STATEMENT_TYPE:
		statement->type_alias = packed_alias(packing, statement->type_alias);
		break;
	default:
		return false;
	}
	return true;
}

static void pack_compound(struct packing *packing, struct statement *statement)
{
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_FUNCTION:
		statement->function = packed_function(packing, statement->function);
		break;
	case STATEMENT_CLASS:
		statement->class_definition = packed_class(packing, statement->class_definition);
		break;
	case STATEMENT_IF:
		statement->if_statement = packed_if(packing, statement->if_statement);
		break;
	case STATEMENT_FOR:
		statement->for_loop = packed_for(packing, statement->for_loop);
		break;
	case STATEMENT_WHILE:
		statement->while_loop = packed_while(packing, statement->while_loop);
		break;
	case STATEMENT_WITH:
		statement->with = packed_with(packing, statement->with);
		break;
	case STATEMENT_TRY:
		statement->try_statement = packed_try(packing, statement->try_statement);
		break;
	case STATEMENT_MATCH:
		statement->match = packed_match(packing, statement->match);
		break;
	default: /* pass, break and continue hold nothing */
		break;
	}
}

void pack_statement(struct packing *packing, struct statement *statement)
{
	uint32_t kind = statement->kind;
	assert(!packing->out || kind != STATEMENT_BROKEN);
	pack_number(packing, &kind);
	statement->kind = (uint8_t)kind;
	pack_span(packing, &statement->at);
	if (!pack_simple(packing, statement))
		pack_compound(packing, statement);
}

void tree_pack(struct buf *out, struct str text, const struct statement *statement,
               const struct expression *expression)
{
	assert(!statement != !expression);
	struct packing packing = {.arena = out->arena, .text = text, .out = out};
	bool states = statement;
	pack_flag(&packing, &states);
	if (statement) {
		struct statement copy = *statement;
		pack_statement(&packing, &copy);
	} else {
		pack_expression(&packing, &expression);
	}
}

void tree_unpack(struct arena *arena, struct str text, const char *bytes,
                 const struct statement **statement, const struct expression **expression)
{
	struct packing packing = {.arena = arena, .text = text, .at = (const unsigned char *)bytes};
	bool states = false;
	*statement = NULL;
	*expression = NULL;
	pack_flag(&packing, &states);
	if (states) {
		struct statement *made = arena_new(arena, struct statement, 1);
		pack_statement(&packing, made);
		*statement = made;
	} else {
		pack_expression(&packing, expression);
	}
}
