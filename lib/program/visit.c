/* SPDX-License-Identifier: Apache-2.0 */
#include "program/visit.h"

#include <assert.h>
#include <stddef.h>

static void show(const struct visitor *visitor, const struct expression *expression)
{
	if (expression && visitor->expression)
		visitor->expression(visitor->context, expression);
}

static void show_block(const struct visitor *visitor, const struct block *block)
{
	visitor->block(visitor->context, block);
}

static void show_two(const struct visitor *visitor, const struct expression *first,
                     const struct expression *second)
{
	show(visitor, first);
	show(visitor, second);
}

static void show_list(const struct visitor *visitor, const struct expression_list *list)
{
	for (uint32_t i = 0; i < list->count; i++)
		show(visitor, list->items[i]);
}

static void show_parameters(const struct visitor *visitor, const struct parameters *parameters)
{
	for (uint32_t i = 0; i < parameters->count; i++)
		show(visitor, parameters->items[i].default_value);
}

static void show_arguments(const struct visitor *visitor, const struct arguments *arguments)
{
	for (uint32_t i = 0; i < arguments->count; i++)
		show(visitor, arguments->items[i].value);
}

static void show_dict(const struct visitor *visitor, const struct dict *dict)
{
	for (uint32_t i = 0; i < dict->count; i++)
		show_two(visitor, dict->entries[i].key, dict->entries[i].value);
}

static void show_comparison(const struct visitor *visitor, const struct comparison *comparison)
{
	show(visitor, comparison->first);
	for (uint32_t i = 0; i < comparison->count; i++)
		show(visitor, comparison->links[i].operand);
}

static void show_comprehension(const struct visitor *visitor,
                               const struct comprehension *comprehension)
{
	for (uint32_t i = 0; i < comprehension->count; i++) {
		show_two(visitor, comprehension->clauses[i].target,
		         comprehension->clauses[i].iterable);
		show_list(visitor, &comprehension->clauses[i].conditions);
	}
	show_two(visitor, comprehension->key, comprehension->element);
}

const struct expression_places *expression_places(enum expression_kind kind)
{
	assert(kind < EXPRESSION_KIND_COUNT);
#define PLACE(member) offsetof(struct expression, member)
	static const struct expression_places places[EXPRESSION_KIND_COUNT] = {
	    [EXPRESSION_UNARY] = {1, {PLACE(unary.operand)}},
	    [EXPRESSION_BINARY] = {2, {PLACE(binary.left), PLACE(binary.right)}},
	    [EXPRESSION_CONDITIONAL] = {3,
	                                {PLACE(conditional.then), PLACE(conditional.condition),
	                                 PLACE(conditional.otherwise)}},
	    [EXPRESSION_ATTRIBUTE] = {1, {PLACE(attribute.object)}},
	    [EXPRESSION_SUBSCRIPT] = {2, {PLACE(subscript.object), PLACE(subscript.index)}},
	    [EXPRESSION_SLICE] = {3, {PLACE(slice.start), PLACE(slice.stop), PLACE(slice.step)}},
	    [EXPRESSION_STARRED] = {1, {PLACE(operand)}},
	    [EXPRESSION_AWAIT] = {1, {PLACE(operand)}},
	    [EXPRESSION_YIELD] = {1, {PLACE(operand)}},
	    [EXPRESSION_YIELD_FROM] = {1, {PLACE(operand)}},
	    [EXPRESSION_ASSIGNMENT] = {2, {PLACE(assignment.target), PLACE(assignment.value)}},
	};
#undef PLACE
	return &places[kind];
}

void visit_expression(const struct visitor *visitor, const struct expression *expression)
{
	enum expression_kind kind = (enum expression_kind)expression->kind;
	const struct expression_places *places = expression_places(kind);
	for (uint32_t i = 0; i < places->count; i++)
		show(visitor, *expression_part(expression, places->offsets[i]));
	switch (kind) {
	case EXPRESSION_TUPLE:
	case EXPRESSION_LIST:
	case EXPRESSION_SET:
		show_list(visitor, &expression->list);
		break;
	case EXPRESSION_DICT:
		show_dict(visitor, &expression->dict);
		break;
	case EXPRESSION_COMPARISON:
		show_comparison(visitor, &expression->comparison);
		break;
	case EXPRESSION_LAMBDA:
		show_parameters(visitor, &expression->lambda->parameters);
		show(visitor, expression->lambda->body);
		break;
	case EXPRESSION_CALL:
		show(visitor, expression->call->function);
		show_arguments(visitor, &expression->call->arguments);
		break;
	case EXPRESSION_COMPREHENSION:
		show_comprehension(visitor, expression->comprehension);
		break;
	default: /* leaves, and what has places */
		break;
	}
}

static void show_function(const struct visitor *visitor, const struct function *function)
{
	show_list(visitor, &function->decorators);
	show_parameters(visitor, &function->parameters);
	show_block(visitor, &function->body);
}

static void show_class(const struct visitor *visitor, const struct class_definition *node)
{
	show_list(visitor, &node->decorators);
	show_arguments(visitor, &node->arguments);
	show_block(visitor, &node->body);
}

static void show_if(const struct visitor *visitor, const struct if_statement *statement)
{
	for (uint32_t i = 0; i < statement->count; i++) {
		show(visitor, statement->branches[i].condition);
		show_block(visitor, &statement->branches[i].body);
	}
	show_block(visitor, &statement->otherwise);
}

static void show_with(const struct visitor *visitor, const struct with *with)
{
	for (uint32_t i = 0; i < with->count; i++)
		show_two(visitor, with->items[i].context, with->items[i].target);
	show_block(visitor, &with->body);
}

static void show_try(const struct visitor *visitor, const struct try_statement *statement)
{
	show_block(visitor, &statement->body);
	for (uint32_t i = 0; i < statement->count; i++) {
		show(visitor, statement->clauses[i].type);
		show_block(visitor, &statement->clauses[i].body);
	}
	show_block(visitor, &statement->otherwise);
	show_block(visitor, &statement->finally);
}

static void show_match(const struct visitor *visitor, const struct match *match)
{
	show(visitor, match->subject);
	for (uint32_t i = 0; i < match->count; i++) {
		show(visitor, match->cases[i].guard);
		show_block(visitor, &match->cases[i].body);
	}
}

/* Of a statement without a block. */
static void visit_simple(const struct visitor *visitor, const struct statement *statement)
{
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_EXPRESSION:
	case STATEMENT_RETURN:
		show(visitor, statement->value);
		break;
	case STATEMENT_ASSIGN:
		show_list(visitor, &statement->assign.targets);
		show(visitor, statement->assign.value);
		break;
	case STATEMENT_AUGMENTED_ASSIGN:
		show_two(visitor, statement->augmented_assign.target,
		         statement->augmented_assign.value);
		break;
	case STATEMENT_ANNOTATED_ASSIGN:
		show_two(visitor, statement->annotated_assign.target,
		         statement->annotated_assign.value);
		break;
	case STATEMENT_RAISE:
	case STATEMENT_ASSERT:
		show_two(visitor, statement->two_operands.first, statement->two_operands.second);
		break;
	case STATEMENT_DELETE:
		show(visitor, statement->deleted);
		break;
	default: /* names alone */
		break;
	}
}

void visit_statement(const struct visitor *visitor, const struct statement *statement)
{
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_IF:
		show_if(visitor, statement->if_statement);
		break;
	case STATEMENT_FOR:
		show_two(visitor, statement->for_loop->target, statement->for_loop->iterable);
		show_block(visitor, &statement->for_loop->body);
		show_block(visitor, &statement->for_loop->otherwise);
		break;
	case STATEMENT_WHILE:
		show(visitor, statement->while_loop->condition);
		show_block(visitor, &statement->while_loop->body);
		show_block(visitor, &statement->while_loop->otherwise);
		break;
	case STATEMENT_WITH:
		show_with(visitor, statement->with);
		break;
	case STATEMENT_TRY:
		show_try(visitor, statement->try_statement);
		break;
	case STATEMENT_MATCH:
		show_match(visitor, statement->match);
		break;
	case STATEMENT_FUNCTION:
		show_function(visitor, statement->function);
		break;
	case STATEMENT_CLASS:
		show_class(visitor, statement->class_definition);
		break;
	default:
		visit_simple(visitor, statement);
	}
}

bool is_yield(const struct expression *expression)
{
	return expression &&
	       (expression->kind == EXPRESSION_YIELD || expression->kind == EXPRESSION_YIELD_FROM);
}
