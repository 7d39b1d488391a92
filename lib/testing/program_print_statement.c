/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program_print.h"

enum { INDENT_WIDTH = 4 };

static void print_margin(struct buf *out, uint32_t depth)
{
	buf_fill(out, ' ', (size_t)depth * INDENT_WIDTH);
}

/* Ends the line in front of a block, and writes the block. */
static void print_body(struct buf *out, const struct block *block, uint32_t depth)
{
	buf_puts(out, ":\n");
	print_block(out, block, depth + 1);
}

/* A branch that may not be there: a word and its block. */
static void print_branch(struct buf *out, const char *word, const struct block *block,
                         uint32_t depth)
{
	if (block->count == 0)
		return;
	print_margin(out, depth);
	buf_puts(out, word);
	print_body(out, block, depth);
}

static void print_assign(struct buf *out, const struct assign *assign)
{
	for (uint32_t i = 0; i < assign->targets.count; i++) {
		print_items(out, assign->targets.items[i]);
		buf_puts(out, " = ");
	}
	print_expression(out, assign->value, BINDING_NONE);
}

static void print_annotated(struct buf *out, const struct annotated_assign *assign)
{
	print_expression(out, assign->target, BINDING_PRIMARY);
	buf_puts(out, ": ");
	print_expression(out, assign->annotation, BINDING_CONDITIONAL);
	if (assign->value) {
		buf_puts(out, " = ");
		print_expression(out, assign->value, BINDING_NONE);
	}
}

static void print_augmented(struct buf *out, const struct augmented_assign *assign)
{
	print_expression(out, assign->target, BINDING_PRIMARY);
	buf_printf(out, " %.*s= ", STR_ARG(operation_text(assign->operation)));
	print_expression(out, assign->value, BINDING_NONE);
}

static void print_two(struct buf *out, const char *word, const struct two_operands *operands,
                      const char *between)
{
	buf_puts(out, word);
	if (operands->first) {
		buf_putc(out, ' ');
		print_expression(out, operands->first, BINDING_CONDITIONAL);
	}
	if (operands->second) {
		buf_puts(out, between);
		print_expression(out, operands->second, BINDING_CONDITIONAL);
	}
}

static void print_identifiers(struct buf *out, const char *word,
                              const struct identifiers *identifiers)
{
	buf_puts(out, word);
	for (uint32_t i = 0; i < identifiers->count; i++)
		buf_printf(out, "%s%.*s", i ? ", " : " ", STR_ARG(identifiers->items[i].name));
}

static void print_imported(struct buf *out, const struct imported_list *list)
{
	for (uint32_t i = 0; i < list->count; i++) {
		buf_puts(out, i ? ", " : "");
		buf_add(out, list->items[i].name);
		if (list->items[i].as.len)
			buf_printf(out, " as %.*s", STR_ARG(list->items[i].as));
	}
}

static void print_import_from(struct buf *out, const struct import_from *from)
{
	buf_puts(out, "from ");
	buf_fill(out, '.', from->dots);
	buf_add(out, from->module);
	buf_puts(out, from->star ? " import *" : " import ");
	print_imported(out, &from->names);
}

static void print_decorators(struct buf *out, const struct expression_list *decorators,
                             uint32_t depth)
{
	for (uint32_t i = 0; i < decorators->count; i++) {
		buf_putc(out, '@');
		print_expression(out, decorators->items[i], BINDING_ASSIGNMENT);
		buf_putc(out, '\n');
		print_margin(out, depth);
	}
}

static void print_function(struct buf *out, const struct function *function, uint32_t depth)
{
	print_decorators(out, &function->decorators, depth);
	buf_puts(out, function->is_async ? "async def " : "def ");
	buf_add(out, function->name);
	buf_putc(out, '(');
	print_parameters(out, &function->parameters);
	buf_putc(out, ')');
	if (function->returns) {
		buf_puts(out, " -> ");
		print_expression(out, function->returns, BINDING_CONDITIONAL);
	}
	print_body(out, &function->body, depth);
}

static void print_class(struct buf *out, const struct class_definition *node, uint32_t depth)
{
	print_decorators(out, &node->decorators, depth);
	buf_puts(out, "class ");
	buf_add(out, node->name);
	if (node->arguments.count) {
		buf_putc(out, '(');
		print_arguments(out, &node->arguments);
		buf_putc(out, ')');
	}
	print_body(out, &node->body, depth);
}

static void print_if(struct buf *out, const struct if_statement *node, uint32_t depth)
{
	for (uint32_t i = 0; i < node->count; i++) {
		if (i)
			print_margin(out, depth);
		buf_puts(out, i ? "elif " : "if ");
		print_expression(out, node->branches[i].condition, BINDING_ASSIGNMENT);
		print_body(out, &node->branches[i].body, depth);
	}
	print_branch(out, "else", &node->otherwise, depth);
}

static void print_for(struct buf *out, const struct for_loop *loop, uint32_t depth)
{
	buf_puts(out, loop->is_async ? "async for " : "for ");
	print_items(out, loop->target);
	buf_puts(out, " in ");
	print_items(out, loop->iterable);
	print_body(out, &loop->body, depth);
	print_branch(out, "else", &loop->otherwise, depth);
}

static void print_while(struct buf *out, const struct while_loop *loop, uint32_t depth)
{
	buf_puts(out, "while ");
	print_expression(out, loop->condition, BINDING_ASSIGNMENT);
	print_body(out, &loop->body, depth);
	print_branch(out, "else", &loop->otherwise, depth);
}

static void print_with_item(struct buf *out, const struct with_item *item)
{
	/* with (a, b): would be two items. */
	bool tuple = item->context->kind == EXPRESSION_TUPLE && !item->target;
	buf_puts(out, tuple ? "(" : "");
	print_expression(out, item->context, BINDING_CONDITIONAL);
	buf_puts(out, tuple ? ")" : "");
	if (item->target) {
		buf_puts(out, " as ");
		print_expression(out, item->target, BINDING_BIT_OR);
	}
}

static void print_with(struct buf *out, const struct with *node, uint32_t depth)
{
	buf_puts(out, node->is_async ? "async with " : "with ");
	for (uint32_t i = 0; i < node->count; i++) {
		buf_puts(out, i ? ", " : "");
		print_with_item(out, &node->items[i]);
	}
	print_body(out, &node->body, depth);
}

static void print_except(struct buf *out, const struct except_clause *clause, uint32_t depth)
{
	print_margin(out, depth);
	buf_puts(out, clause->star ? "except*" : "except");
	if (clause->type) {
		buf_putc(out, ' ');
		print_expression(out, clause->type, BINDING_CONDITIONAL);
	}
	if (clause->name.len)
		buf_printf(out, " as %.*s", STR_ARG(clause->name));
	print_body(out, &clause->body, depth);
}

static void print_try(struct buf *out, const struct try_statement *node, uint32_t depth)
{
	buf_puts(out, "try");
	print_body(out, &node->body, depth);
	for (uint32_t i = 0; i < node->count; i++)
		print_except(out, &node->clauses[i], depth);
	print_branch(out, "else", &node->otherwise, depth);
	print_branch(out, "finally", &node->finally, depth);
}

static void print_match(struct buf *out, const struct match *node, uint32_t depth)
{
	buf_puts(out, "match ");
	print_items(out, node->subject);
	buf_puts(out, ":\n");
	for (uint32_t i = 0; i < node->count; i++) {
		print_margin(out, depth + 1);
		buf_puts(out, "case ");
		buf_add(out, node->cases[i].pattern);
		if (node->cases[i].guard) {
			buf_puts(out, " if ");
			print_expression(out, node->cases[i].guard, BINDING_ASSIGNMENT);
		}
		print_body(out, &node->cases[i].body, depth + 1);
	}
}

/* A statement without a block, without the end of its line. */
static void print_simple(struct buf *out, const struct statement *statement)
{
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_EXPRESSION:
		print_expression(out, statement->value, BINDING_NONE);
		break;
	case STATEMENT_ASSIGN:
		print_assign(out, &statement->assign);
		break;
	case STATEMENT_AUGMENTED_ASSIGN:
		print_augmented(out, &statement->augmented_assign);
		break;
	case STATEMENT_ANNOTATED_ASSIGN:
		print_annotated(out, &statement->annotated_assign);
		break;
	case STATEMENT_RETURN:
		buf_puts(out, statement->value ? "return " : "return");
		if (statement->value)
			print_items(out, statement->value);
		break;
	case STATEMENT_BREAK:
		buf_puts(out, "break");
		break;
	case STATEMENT_CONTINUE:
		buf_puts(out, "continue");
		break;
	case STATEMENT_ASSERT:
		print_two(out, "assert", &statement->two_operands, ", ");
		break;
	case STATEMENT_RAISE:
		print_two(out, "raise", &statement->two_operands, " from ");
		break;
	case STATEMENT_DELETE:
		buf_puts(out, "del ");
		print_items(out, statement->deleted);
		break;
	case STATEMENT_GLOBAL:
		print_identifiers(out, "global", &statement->identifiers);
		break;
	case STATEMENT_NONLOCAL:
		print_identifiers(out, "nonlocal", &statement->identifiers);
		break;
	case STATEMENT_IMPORT:
		buf_puts(out, "import ");
		print_imported(out, &statement->imported);
		break;
	case STATEMENT_IMPORT_FROM:
		print_import_from(out, statement->import_from);
		break;
	case STATEMENT_TYPE:
		buf_printf(out, "type %.*s = ", STR_ARG(statement->type_alias->name.name));
		print_expression(out, statement->type_alias->value, BINDING_CONDITIONAL);
		break;
	default: /* what is broken has no text */
		buf_puts(out, "pass");
	}
	buf_putc(out, '\n');
}

static void print_statement(struct buf *out, const struct statement *statement, uint32_t depth)
{
	print_margin(out, depth);
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_FUNCTION:
		print_function(out, statement->function, depth);
		break;
	case STATEMENT_CLASS:
		print_class(out, statement->class_definition, depth);
		break;
	case STATEMENT_IF:
		print_if(out, statement->if_statement, depth);
		break;
	case STATEMENT_FOR:
		print_for(out, statement->for_loop, depth);
		break;
	case STATEMENT_WHILE:
		print_while(out, statement->while_loop, depth);
		break;
	case STATEMENT_WITH:
		print_with(out, statement->with, depth);
		break;
	case STATEMENT_TRY:
		print_try(out, statement->try_statement, depth);
		break;
	case STATEMENT_MATCH:
		print_match(out, statement->match, depth);
		break;
	default:
		print_simple(out, statement);
	}
}

void print_block(struct buf *out, const struct block *block, uint32_t depth)
{
	for (uint32_t i = 0; i < block->count; i++)
		print_statement(out, &block->items[i], depth);
}
