/* SPDX-License-Identifier: Apache-2.0 */
#include "program/interpretable.h"

static const struct outside statements[STATEMENT_KIND_COUNT] = {
    [STATEMENT_GLOBAL] = {"'global'", "give the value to the function and return the new one"},
    [STATEMENT_NONLOCAL] = {"'nonlocal'", "give the value to the function and return the new one"},
    [STATEMENT_CLASS] = {"a class", "write its methods as functions"},
    [STATEMENT_TRY] = {"'try'", "write the statements of its block alone"},
};

static const struct outside expressions[EXPRESSION_KIND_COUNT] = {
    [EXPRESSION_AWAIT] = {"'await'", "call the function without it"},
    [EXPRESSION_YIELD] = {"'yield'", "return the value"},
    [EXPRESSION_YIELD_FROM] = {"'yield'", "return the value"},
};

static const struct outside async_code = {"'async'", "write it without 'async'"};

struct outside outside_expression(const struct expression *expression)
{
	return expressions[expression->kind];
}

struct outside outside_statement(const struct statement *statement)
{
	bool is_async = (statement->kind == STATEMENT_FUNCTION && statement->function->is_async) ||
	                (statement->kind == STATEMENT_WITH && statement->with->is_async) ||
	                (statement->kind == STATEMENT_FOR && statement->for_loop->is_async);
	return is_async ? async_code : statements[statement->kind];
}

struct walk {
	const struct program *program;
	struct diags *diags;
	uint32_t count;
};

static void walk_expression(struct walk *walk, const struct expression *expression);
static void walk_block(struct walk *walk, const struct block *block);

static void report(struct walk *walk, struct span at, struct outside outside)
{
	if (walk->count++ < MAX_PROGRAM_MISTAKES)
		diag_help(diag_add(walk->diags, RULE_PROGRAM_UNSUPPORTED,
		                   program_span(walk->program, at), "%s is not interpreted",
		                   outside.what),
		          "%s", outside.help);
}

static void walk_list(struct walk *walk, const struct expression_list *list)
{
	for (uint32_t i = 0; i < list->count; i++)
		walk_expression(walk, list->items[i]);
}

static void walk_parameters(struct walk *walk, const struct parameters *parameters)
{
	for (uint32_t i = 0; i < parameters->count; i++)
		walk_expression(walk, parameters->items[i].default_value);
}

static void walk_call(struct walk *walk, const struct call *call)
{
	walk_expression(walk, call->function);
	for (uint32_t i = 0; i < call->arguments.count; i++)
		walk_expression(walk, call->arguments.items[i].value);
}

static void walk_dict(struct walk *walk, const struct dict *dict)
{
	for (uint32_t i = 0; i < dict->count; i++) {
		walk_expression(walk, dict->entries[i].key);
		walk_expression(walk, dict->entries[i].value);
	}
}

static void walk_comparison(struct walk *walk, const struct comparison *comparison)
{
	walk_expression(walk, comparison->first);
	for (uint32_t i = 0; i < comparison->count; i++)
		walk_expression(walk, comparison->links[i].operand);
}

static void walk_three(struct walk *walk, const struct expression *first,
                       const struct expression *second, const struct expression *third)
{
	walk_expression(walk, first);
	walk_expression(walk, second);
	walk_expression(walk, third);
}

static void walk_comprehension(struct walk *walk, const struct comprehension *comprehension)
{
	for (uint32_t i = 0; i < comprehension->count; i++) {
		walk_expression(walk, comprehension->clauses[i].iterable);
		walk_list(walk, &comprehension->clauses[i].conditions);
	}
	walk_three(walk, comprehension->key, comprehension->element, NULL);
}

static void walk_parts(struct walk *walk, const struct expression *expression)
{
	switch ((enum expression_kind)expression->kind) {
	case EXPRESSION_TUPLE:
	case EXPRESSION_LIST:
	case EXPRESSION_SET:
		walk_list(walk, &expression->list);
		break;
	case EXPRESSION_DICT:
		walk_dict(walk, &expression->dict);
		break;
	case EXPRESSION_UNARY:
		walk_expression(walk, expression->unary.operand);
		break;
	case EXPRESSION_BINARY:
		walk_three(walk, expression->binary.left, expression->binary.right, NULL);
		break;
	case EXPRESSION_COMPARISON:
		walk_comparison(walk, &expression->comparison);
		break;
	case EXPRESSION_CONDITIONAL:
		walk_three(walk, expression->conditional.then, expression->conditional.condition,
		           expression->conditional.otherwise);
		break;
	case EXPRESSION_LAMBDA:
		walk_parameters(walk, &expression->lambda->parameters);
		walk_expression(walk, expression->lambda->body);
		break;
	case EXPRESSION_CALL:
		walk_call(walk, expression->call);
		break;
	case EXPRESSION_ATTRIBUTE:
		walk_expression(walk, expression->attribute.object);
		break;
	case EXPRESSION_SUBSCRIPT:
		walk_three(walk, expression->subscript.object, expression->subscript.index, NULL);
		break;
	case EXPRESSION_SLICE:
		walk_three(walk, expression->slice.start, expression->slice.stop,
		           expression->slice.step);
		break;
	case EXPRESSION_STARRED:
		walk_expression(walk, expression->operand);
		break;
	case EXPRESSION_COMPREHENSION:
		walk_comprehension(walk, expression->comprehension);
		break;
	case EXPRESSION_ASSIGNMENT:
		walk_expression(walk, expression->assignment.value);
		break;
	default: /* leaves, and what is outside */
		break;
	}
}

static void walk_expression(struct walk *walk, const struct expression *expression)
{
	if (!expression)
		return;
	struct outside outside = outside_expression(expression);
	if (outside.what)
		report(walk, expression->at, outside);
	else
		walk_parts(walk, expression);
}

static void walk_function(struct walk *walk, const struct function *function)
{
	walk_list(walk, &function->decorators);
	walk_parameters(walk, &function->parameters);
	walk_block(walk, &function->body);
}

static void walk_with(struct walk *walk, const struct with *with)
{
	for (uint32_t i = 0; i < with->count; i++)
		walk_expression(walk, with->items[i].context);
	walk_block(walk, &with->body);
}

static void walk_if(struct walk *walk, const struct if_statement *statement)
{
	for (uint32_t i = 0; i < statement->count; i++) {
		walk_expression(walk, statement->branches[i].condition);
		walk_block(walk, &statement->branches[i].body);
	}
	walk_block(walk, &statement->otherwise);
}

static void walk_loop(struct walk *walk, const struct expression *head, const struct block *body,
                      const struct block *otherwise)
{
	walk_expression(walk, head);
	walk_block(walk, body);
	walk_block(walk, otherwise);
}

static void walk_statement(struct walk *walk, const struct statement *statement)
{
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_EXPRESSION:
	case STATEMENT_RETURN:
		walk_expression(walk, statement->value);
		break;
	case STATEMENT_ASSIGN:
		walk_list(walk, &statement->assign.targets);
		walk_expression(walk, statement->assign.value);
		break;
	case STATEMENT_AUGMENTED_ASSIGN:
		walk_three(walk, statement->augmented_assign.target,
		           statement->augmented_assign.value, NULL);
		break;
	case STATEMENT_ANNOTATED_ASSIGN:
		walk_three(walk, statement->annotated_assign.target,
		           statement->annotated_assign.value, NULL);
		break;
	case STATEMENT_IF:
		walk_if(walk, statement->if_statement);
		break;
	case STATEMENT_FOR:
		walk_loop(walk, statement->for_loop->iterable, &statement->for_loop->body,
		          &statement->for_loop->otherwise);
		break;
	case STATEMENT_WHILE:
		walk_loop(walk, statement->while_loop->condition, &statement->while_loop->body,
		          &statement->while_loop->otherwise);
		break;
	case STATEMENT_RAISE:
	case STATEMENT_ASSERT:
		walk_three(walk, statement->two_operands.first, statement->two_operands.second,
		           NULL);
		break;
	case STATEMENT_FUNCTION:
		walk_function(walk, statement->function);
		break;
	case STATEMENT_WITH:
		walk_with(walk, statement->with);
		break;
	default: /* without expressions, or outside */
		break;
	}
}

/* The first word of a statement, which shows what it is. */
static struct span first_word(const struct program *program, const struct statement *statement)
{
	struct str text = program_text(program, statement->at);
	size_t length = 0;
	while (length < text.len && text.s[length] >= 'a' && text.s[length] <= 'z')
		length++;
	return span_part(statement->at, 0, length);
}

static void walk_block(struct walk *walk, const struct block *block)
{
	for (uint32_t i = 0; i < block->count; i++) {
		const struct statement *statement = &block->items[i];
		struct outside outside = outside_statement(statement);
		if (outside.what)
			report(walk, first_word(walk->program, statement), outside);
		else
			walk_statement(walk, statement);
	}
}

uint32_t program_report_outside(const struct program *program, struct diags *diags)
{
	struct walk walk = {.program = program, .diags = diags};
	walk_block(&walk, &program->body);
	return walk.count;
}
