/* SPDX-License-Identifier: Apache-2.0 */
/* Statements of which nothing on arrays depends but by the names that they bind. */
#include "program/visit.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/statement.h"
#include "trace/state/builtin_class.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"

/* What has been seen of statements. */
struct look {
	struct trace *trace;
	bool harmful;
	uint32_t loops; /* that are around, inside of the statements */
};

/* Functions of Python that change nothing, and compute nothing on arrays. */
static bool is_plain_function(struct str name)
{
	static const char *const names[] = {
	    "print",   "str",  "repr", "len", "format", "type",  "isinstance", "open", "id",
	    "hasattr", "exit", "quit", "dir", "ascii",  "float", "int",        "bool"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_equal(name, str_of(names[i])))
			return true;
	return false;
}

/* The name at the left end of x.y[i].z, or "". */
static struct str root_of(const struct expression *expression)
{
	for (;;) {
		if (expression->kind == EXPRESSION_ATTRIBUTE)
			expression = expression->attribute.object;
		else if (expression->kind == EXPRESSION_SUBSCRIPT)
			expression = expression->subscript.object;
		else if (expression->kind == EXPRESSION_CALL)
			expression = expression->call->function;
		else
			return expression->kind == EXPRESSION_NAME ? expression->name : STR("");
	}
}

/* Whether the name stands for a module of Python, for what is not known, or an exception. */
static bool is_outside(struct trace *trace, struct str name)
{
	const struct value *value = name_in_scope(trace, name);
	if (!value)
		return is_plain_function(name) ||
		       builtin_class_in(trace, STR("builtins"), name) != NULL;
	if (value->kind == VALUE_CLASS)
		return class_is(value, "BaseException");
	if (value->kind == VALUE_MODULE)
		return !str_starts_with(str_of(value->module->name), STR("jax")) &&
		       !str_starts_with(str_of(value->module->name), STR("numpy"));
	return value_is_foreign(value) ||
	       (value->kind == VALUE_BUILTIN && is_plain_function(str_of(value->builtin->name)));
}

static bool is_array_name(struct trace *trace, const struct expression *expression)
{
	const struct value *value =
	    expression->kind == EXPRESSION_NAME ? name_in_scope(trace, expression->name) : NULL;
	return value && !value_is_foreign(value) &&
	       (value_holds_array(value) || value->kind == VALUE_UNKNOWN ||
	        value->kind == VALUE_OBJECT);
}

static void look_at_block(void *context, const struct block *block);

static void look_at_expression(void *context, const struct expression *expression)
{
	struct look *look = context;
	struct visitor visitor = {look_at_expression, look_at_block, look};
	switch (expression->kind) {
	case EXPRESSION_LAMBDA:
		return;
	case EXPRESSION_CALL:
		look->harmful |= !is_outside(look->trace, root_of(expression));
		break;
	case EXPRESSION_BINARY:
		look->harmful |= is_array_name(look->trace, expression->binary.left) ||
		                 is_array_name(look->trace, expression->binary.right);
		break;
	case EXPRESSION_COMPARISON:
		look->harmful |= is_array_name(look->trace, expression->comparison.first);
		break;
	case EXPRESSION_YIELD:
	case EXPRESSION_YIELD_FROM:
	case EXPRESSION_AWAIT:
	case EXPRESSION_COMPREHENSION:
		look->harmful = true;
		break;
	default:
		break;
	}
	if (!look->harmful)
		visit_expression(&visitor, expression);
}

/* A target that is no name changes an object, which is harmless where that is foreign. */
static bool is_harmless_target(struct trace *trace, const struct expression *target)
{
	return target->kind == EXPRESSION_NAME || is_outside(trace, root_of(target));
}

/* Whether it is a name of a number or a text, which another one takes the place of, or of what is
 * foreign. */
static bool is_plain_name(struct trace *trace, const struct expression *target)
{
	const struct value *value =
	    target->kind == EXPRESSION_NAME ? name_in_scope(trace, target->name) : NULL;
	return value && (value_is_foreign(value) ||
	                 (value->kind > VALUE_UNKNOWN && value->kind <= VALUE_STRING));
}

static void look_at_statement(struct look *look, const struct statement *statement)
{
	struct visitor visitor = {look_at_expression, look_at_block, look};
	switch (statement->kind) {
	case STATEMENT_ASSIGN:
		for (uint32_t i = 0; i < statement->assign.targets.count; i++)
			look->harmful |=
			    !is_harmless_target(look->trace, statement->assign.targets.items[i]);
		break;
	case STATEMENT_AUGMENTED_ASSIGN:
		look->harmful |= !is_plain_name(look->trace, statement->augmented_assign.target);
		break;
	case STATEMENT_BREAK:
	case STATEMENT_CONTINUE:
		look->harmful |= !look->loops;
		break;
	case STATEMENT_FOR:
	case STATEMENT_WHILE:
		look->loops++;
		visit_statement(&visitor, statement);
		look->loops--;
		return;
	case STATEMENT_IF:
	case STATEMENT_WITH:
	case STATEMENT_EXPRESSION:
	case STATEMENT_PASS:
	case STATEMENT_RAISE:
	case STATEMENT_IMPORT:
	case STATEMENT_IMPORT_FROM:
		break;
	default:
		look->harmful = true;
		return;
	}
	visit_statement(&visitor, statement);
}

static void look_at_block(void *context, const struct block *block)
{
	struct look *look = context;
	for (uint32_t i = 0; i < block->count && !look->harmful; i++)
		look_at_statement(look, &block->items[i]);
}

bool computes_nothing(struct trace *trace, const struct if_statement *statement)
{
	struct look look = {trace, false, 0};
	for (uint32_t i = 0; i < statement->count; i++)
		look_at_block(&look, &statement->branches[i].body);
	look_at_block(&look, &statement->otherwise);
	return !look.harmful;
}

bool block_binds(struct trace *trace, const struct block *block)
{
	const struct parameters none = {NULL, 0};
	return function_locals(trace->op.arena, &none, block)->count > 0;
}

bool expression_computes_nothing(struct trace *trace, const struct expression *expression)
{
	struct look look = {trace, false, 0};
	look_at_expression(&look, expression);
	return !look.harmful;
}

bool block_computes_nothing(struct trace *trace, const struct block *block)
{
	struct look look = {trace, false, 0};
	look_at_block(&look, block);
	return !look.harmful;
}

bool statement_computes_nothing(struct trace *trace, const struct statement *statement)
{
	struct look look = {trace, false, 0};
	look_at_statement(&look, statement);
	return !look.harmful;
}
