/* SPDX-License-Identifier: Apache-2.0 */
/* Functions, classes and their decorators. */
#include "program/grammar.h"
#include "program/names.h"

void skip_type_parameters(struct parser *parser)
{
	if (!parser_accept(parser, TOKEN_OPEN_SQUARE))
		return;
	parser->program->has_type_parameters = true;
	do {
		if (!parser_accept(parser, TOKEN_STAR))
			(void)parser_accept(parser, TOKEN_POWER);
		(void)parser_expect_name(parser, "a type parameter");
		if (parser_accept(parser, TOKEN_COLON))
			(void)parse_expression(parser, BINDING_CONDITIONAL);
		if (parser_accept(parser, TOKEN_ASSIGN))
			(void)parse_expression(parser, BINDING_CONDITIONAL);
	} while (parser_accept(parser, TOKEN_COMMA) && !parser_at(parser, TOKEN_CLOSE_SQUARE));
	parser_expect(parser, TOKEN_CLOSE_SQUARE, "',' or ']'");
}

struct statement parse_function(struct parser *parser, struct expression_list decorators,
                                uint32_t start, bool is_async)
{
	struct statement statement = {.kind = STATEMENT_FUNCTION};
	struct function *function = arena_new(parser->arena, struct function, 1);
	bool in_function = parser->in_function, in_loop = parser->in_loop;
	bool yields = parser->yields;
	parser_take(parser);
	struct identifier name = parser_expect_name(parser, "the name of the function");
	skip_type_parameters(parser);
	parser_expect(parser, TOKEN_OPEN_ROUND, "'('");
	*function = (struct function){
	    .decorators = decorators, .name = name.name, .name_at = name.at, .is_async = is_async};
	function->parameters = parse_parameters(parser, TOKEN_CLOSE_ROUND);
	parser_expect(parser, TOKEN_CLOSE_ROUND, "',' or ')'");
	if (parser_accept(parser, TOKEN_ARROW))
		function->returns = parse_expression(parser, BINDING_CONDITIONAL);
	parser->in_function = true;
	parser->in_loop = parser->yields = false;
	function->body = parse_block(parser, "'def'");
	function->is_generator = parser->yields;
	function->names = function_locals(parser->arena, &function->parameters, &function->body);
	parser->yields = yields;
	parser->in_function = in_function;
	parser->in_loop = in_loop;
	statement.function = function;
	statement.at = parser_span_from(parser, start);
	return statement;
}

static struct statement parse_class(struct parser *parser, struct expression_list decorators)
{
	struct statement statement = {.kind = STATEMENT_CLASS};
	struct class_definition *node = arena_new(parser->arena, struct class_definition, 1);
	bool in_function = parser->in_function, in_loop = parser->in_loop;
	uint32_t start = parser_take(parser).at.offset;
	struct identifier name = parser_expect_name(parser, "the name of the class");
	skip_type_parameters(parser);
	*node = (struct class_definition){
	    .decorators = decorators, .name = name.name, .name_at = name.at};
	if (parser_at(parser, TOKEN_OPEN_ROUND))
		node->arguments = parse_arguments(parser);
	parser->in_function = parser->in_loop = false;
	node->body = parse_block(parser, "'class'");
	parser->in_function = in_function;
	parser->in_loop = in_loop;
	statement.class_definition = node;
	statement.at = parser_span_from(parser, start);
	return statement;
}

static struct expression_list parse_decorators(struct parser *parser)
{
	struct expression_list decorators;
	size_t begin = gather_begin(parser);
	while (parser_accept(parser, TOKEN_AT)) {
		const struct expression *decorator = parse_expression(parser, BINDING_ASSIGNMENT);
		gather_add(parser, &decorator, sizeof decorator);
		parser_expect(parser, TOKEN_NEWLINE, "the end of the line");
	}
	decorators.items =
	    gather_end(parser, begin, sizeof(struct expression *), &decorators.count);
	return decorators;
}

struct statement parse_definition(struct parser *parser)
{
	struct expression_list decorators = parse_decorators(parser);
	uint32_t start = parser->current.at.offset;
	if (parser_at(parser, TOKEN_CLASS))
		return parse_class(parser, decorators);
	bool is_async = parser_accept(parser, TOKEN_ASYNC);
	if (parser_at(parser, TOKEN_DEF))
		return parse_function(parser, decorators, start, is_async);
	parser_fail_expected(parser, "'def' or 'class'");
	return (struct statement){.kind = STATEMENT_BROKEN, .at = {start, 0}};
}
