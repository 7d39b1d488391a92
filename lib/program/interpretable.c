/* SPDX-License-Identifier: Apache-2.0 */
#include "program/interpretable.h"

#include "program/visit.h"

/* A construct that is not interpreted. */
struct outside {
	const char *what; /* NULL: it is interpreted */
	const char *help; /* what to write instead */
};

static const struct outside expressions[EXPRESSION_KIND_COUNT] = {
    [EXPRESSION_YIELD] = {"'yield'", "return the value"},
    [EXPRESSION_YIELD_FROM] = {"'yield'", "return the value"},
};

static struct outside outside_expression(const struct expression *expression)
{
	return expressions[expression->kind];
}

struct walk {
	const struct program *program;
	struct diags *diags;
	uint32_t count;
};

static void report(struct walk *walk, struct span at, struct outside outside)
{
	if (walk->count++ < MAX_PROGRAM_MISTAKES)
		diag_help(diag_add(walk->diags, RULE_PROGRAM_UNSUPPORTED,
		                   program_span(walk->program, at), "%s is not interpreted",
		                   outside.what),
		          "%s", outside.help);
}

static struct visitor visitor_of(struct walk *walk);

/* The `yield` that a statement consists of, alone or behind one `=`, or NULL. */
static const struct expression *yield_of(const struct statement *statement)
{
	const struct expression *value = NULL;
	if (statement->kind == STATEMENT_EXPRESSION)
		value = statement->value;
	else if (statement->kind == STATEMENT_ASSIGN)
		value = statement->assign.value;
	bool is_yield =
	    value && (value->kind == EXPRESSION_YIELD || value->kind == EXPRESSION_YIELD_FROM);
	return is_yield ? value : NULL;
}

static void walk_expression(void *context, const struct expression *expression)
{
	struct walk *walk = context;
	struct visitor visitor = visitor_of(walk);
	struct outside outside = outside_expression(expression);
	if (outside.what)
		report(walk, expression->at, outside);
	else
		visit_expression(&visitor, expression);
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
