/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements of which it is not known whether they run, or what they do. What they may bind or
 * change is unknown behind them, so that nothing is said of it.
 */
#include "program/visit.h"
#include "trace/convert/iterate.h"
#include "trace/eval/generator.h"
#include "trace/eval/statement.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"

/* Methods that change their object in place. */
static const char *const changing_methods[] = {
    "add",     "append", "clear",   "discard",    "extend", "insert", "pop",
    "popitem", "remove", "reverse", "setdefault", "sort",   "update",
};

void forget_object(struct trace *trace, const struct value *value)
{
	if (value->kind == VALUE_TUPLE && !value_too_large(value))
		for (uint32_t i = 0; i < value->list.count; i++)
			forget_object(trace, value->list.items[i]);
	if (value->kind == VALUE_LIST || value->kind == VALUE_DICT || value->kind == VALUE_SET)
		*value_changed(trace, value) = value_unknown;
}

/* Looks for objects that statements change. */
struct search {
	struct trace *trace;
	const struct scope *scope; /* where the statements stand */
	struct table looked_into;  /* functions, by where they are written */
};

static void search_block(void *context, const struct block *block);

static const struct value *value_in(const struct search *search, struct str name)
{
	for (const struct scope *scope = search->scope; scope; scope = scope->outer) {
		const struct value *value = scope_get(scope, name);
		if (value)
			return value;
	}
	return NULL;
}

/* The object that x, x[i] and x.y are, or are parts of; x.at[i] is a part of none. */
static void forget_root(const struct search *search, const struct expression *expression)
{
	while (expression->kind == EXPRESSION_SUBSCRIPT ||
	       (expression->kind == EXPRESSION_ATTRIBUTE &&
	        !str_equal(expression->attribute.name, STR("at"))))
		expression = expression->kind == EXPRESSION_SUBSCRIPT
		                 ? expression->subscript.object
		                 : expression->attribute.object;
	const struct value *value =
	    expression->kind == EXPRESSION_NAME ? value_in(search, expression->name) : NULL;
	if (value)
		forget_object(search->trace, value);
}

/* A target other than a name changes what it is a part of. */
static void search_target(const struct search *search, const struct expression *target)
{
	if (target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST)
		for (uint32_t i = 0; i < target->list.count; i++)
			search_target(search, target->list.items[i]);
	else if (target->kind != EXPRESSION_NAME)
		forget_root(search, target);
}

/* The body of a function that is named changes objects as if it stood there. */
static void search_function(struct search *search, const struct value *function)
{
	bool added;
	while (function && function->kind == VALUE_TRANSFORMED)
		function = function->transformed.function;
	if (!function || function->kind != VALUE_FUNCTION || !function->closure.definition)
		return;
	const struct function *definition = function->closure.definition;
	struct arena *arena = search->trace->op.arena;
	struct str key = str_format(arena, "%u", definition->name_at.offset);
	(void)table_add(arena, &search->looked_into, key, 0, &added);
	if (!added)
		return;
	const struct scope *scope = search->scope;
	search->scope = function->closure.scope;
	search_block(search, &definition->body);
	search->scope = scope;
}

static void search_expression(void *context, const struct expression *expression)
{
	struct search *search = context;
	struct visitor visitor = {search_expression, search_block, search};
	const struct expression *called =
	    expression->kind == EXPRESSION_CALL ? expression->call->function : NULL;
	if (called && called->kind == EXPRESSION_ATTRIBUTE)
		for (size_t i = 0; i < sizeof changing_methods / sizeof *changing_methods; i++)
			if (str_equal(called->attribute.name, str_of(changing_methods[i])))
				forget_root(search, called->attribute.object);
	if (expression->kind == EXPRESSION_NAME)
		search_function(search, value_in(search, expression->name));
	visit_expression(&visitor, expression);
}

static void search_statement(struct search *search, const struct statement *statement)
{
	struct visitor visitor = {search_expression, search_block, search};
	if (statement->kind == STATEMENT_ASSIGN)
		for (uint32_t i = 0; i < statement->assign.targets.count; i++)
			search_target(search, statement->assign.targets.items[i]);
	if (statement->kind == STATEMENT_AUGMENTED_ASSIGN)
		forget_root(search, statement->augmented_assign.target);
	if (statement->kind == STATEMENT_DELETE)
		search_target(search, statement->deleted);
	visit_statement(&visitor, statement);
}

static void search_block(void *context, const struct block *block)
{
	for (uint32_t i = 0; i < block->count; i++)
		search_statement(context, &block->items[i]);
}

/* What jumps out of a block. */
struct jumps {
	bool returns, leaves; /* the function; the loop round the block */
	uint32_t loops;       /* round what is looked at, inside of the block */
};

static void find_jumps(void *context, const struct block *block);

static void no_jump(void *context, const struct expression *expression)
{
}

static void find_jump(struct jumps *jumps, const struct statement *statement)
{
	struct visitor visitor = {no_jump, find_jumps, jumps};
	bool loop = statement->kind == STATEMENT_FOR || statement->kind == STATEMENT_WHILE;
	if (statement->kind == STATEMENT_RETURN)
		jumps->returns = true;
	if (statement->kind == STATEMENT_BREAK || statement->kind == STATEMENT_CONTINUE)
		jumps->leaves |= jumps->loops == 0;
	if (statement->kind == STATEMENT_FUNCTION || statement->kind == STATEMENT_CLASS)
		return;
	jumps->loops += loop;
	visit_statement(&visitor, statement);
	jumps->loops -= loop;
}

static void find_jumps(void *context, const struct block *block)
{
	for (uint32_t i = 0; i < block->count; i++)
		find_jump(context, &block->items[i]);
}

static void forget_names(struct trace *trace, const struct block *block, bool foreign)
{
	const struct parameters none = {NULL, 0};
	const struct table *names = function_locals(trace->op.arena, &none, block);
	for (uint32_t i = 0; i < names->count; i++)
		bind_name(trace, names->entries[i].key,
		          foreign ? value_foreign(trace->op.arena, names->entries[i].key)
		                  : &value_unknown,
		          (struct span){0, 0});
}

enum flow skip_block(struct trace *trace, const struct block *block, const struct value **result)
{
	struct search search = {.trace = trace, .scope = trace->scope};
	struct jumps jumps = {0};
	if (trace->op.error.raised)
		return FLOW_RETURN;
	trace->failure.doubts++;
	lose_generator(trace, block);
	search_block(&search, block);
	forget_names(trace, block, false);
	find_jumps(&jumps, block);
	if (!jumps.returns)
		return jumps.leaves ? FLOW_UNSURE : FLOW_NEXT;
	*result = &value_unknown;
	if (trace->generator)
		trace->generator->lost = true;
	return FLOW_RETURN;
}

enum flow skip_statement(struct trace *trace, const struct statement *statement,
                         const struct value **result)
{
	return skip_block(trace, &(struct block){statement, 1}, result);
}

void pass_by(struct trace *trace, const struct statement *statement)
{
	const struct block block = {statement, 1};
	trace->op.error = (struct op_error){0};
	trace->failure.passed_by = true;
	trace->failure.doubts++;
	lose_generator(trace, &block);
	forget_names(trace, &block, true);
}
