/* SPDX-License-Identifier: Apache-2.0 */
#include "program/interpretable.h"

#include "program/visit.h"

struct walk {
	const struct program *program;
	struct diags *diags;
	uint32_t count;
};

/* The `yield` that a statement consists of, alone or behind one `=`, or NULL. */
static const struct expression *yield_of(const struct statement *statement)
{
	const struct expression *value = NULL;
	if (statement->kind == STATEMENT_EXPRESSION)
		value = statement->value;
	else if (statement->kind == STATEMENT_ASSIGN)
		value = statement->assign.value;
	return is_yield(value) ? value : NULL;
}

static struct visitor visitor_of(struct walk *walk);

static void walk_expression(void *context, const struct expression *expression)
{
	struct walk *walk = context;
	struct visitor visitor = visitor_of(walk);
	if (!is_yield(expression))
		visit_expression(&visitor, expression);
	else if (walk->count++ < MAX_PROGRAM_MISTAKES)
		diag_help(diag_add(walk->diags, RULE_PROGRAM_UNSUPPORTED,
		                   program_span(walk->program, expression->at),
		                   "'yield' is not interpreted"),
		          "return the value");
}

static void walk_block(void *context, const struct block *block)
{
	struct walk *walk = context;
	struct visitor visitor = visitor_of(walk);
	for (uint32_t i = 0; i < block->count; i++) {
		const struct statement *statement = &block->items[i];
		if (yield_of(statement))
			visit_expression(&visitor, yield_of(statement));
		else
			visit_statement(&visitor, statement);
	}
}

static struct visitor visitor_of(struct walk *walk)
{
	return (struct visitor){walk_expression, walk_block, walk};
}

uint32_t program_report_outside(const struct program *program, struct diags *diags)
{
	struct walk walk = {.program = program, .diags = diags};
	walk_block(&walk, &program->body);
	return walk.count;
}
