/* SPDX-License-Identifier: Apache-2.0 */
/* Calls, subscripts and attributes. */
#include "base/table.h"
#include "program/grammar.h"

static struct argument parse_starred_argument(struct parser *parser, enum argument_kind kind)
{
	struct argument argument = {.kind = kind};
	uint32_t start = parser_take(parser).at.offset;
	argument.value = parse_expression(parser, BINDING_CONDITIONAL);
	argument.at = parser_span_from(parser, start);
	return argument;
}

/* Turns the expression in front of `=` into the keyword of an argument. */
static void take_keyword(struct parser *parser, struct argument *argument)
{
	const struct expression *name = argument->value;
	if (name->kind != EXPRESSION_NAME || name->parenthesised) {
		parser_fail(parser, name->at, "write NAME=VALUE, or '==' to compare",
		            "only a name can stand before '=' in an argument");
		return;
	}
	argument->kind = ARGUMENT_KEYWORD;
	argument->keyword = name->name;
	argument->name_at = name->at;
	parser_take(parser);
	argument->value = parse_expression(parser, BINDING_CONDITIONAL);
}

/* Stores in *bare a generator that has no parentheses of its own. */
static struct argument parse_argument(struct parser *parser, struct expression **bare)
{
	if (parser_at(parser, TOKEN_STAR))
		return parse_starred_argument(parser, ARGUMENT_STAR);
	if (parser_at(parser, TOKEN_POWER))
		return parse_starred_argument(parser, ARGUMENT_DOUBLE_STAR);
	struct argument argument = {.kind = ARGUMENT_POSITIONAL};
	uint32_t start = parser->current.at.offset;
	argument.value = parse_expression(parser, BINDING_ASSIGNMENT);
	if (parser_at(parser, TOKEN_ASSIGN)) {
		take_keyword(parser, &argument);
	} else if (parser_at_comprehension(parser)) {
		*bare = parse_comprehension(parser, COMPREHENSION_GENERATOR, NULL, argument.value,
		                            start);
		argument.value = expression_finish(parser, *bare);
	}
	argument.at = parser_span_from(parser, start);
	return argument;
}

/* Reports an argument that may not stand behind those before it. */
static void check_order(struct parser *parser, const struct argument *argument,
                        enum argument_kind before)
{
	bool positional = argument->kind == ARGUMENT_POSITIONAL;
	if (positional && before == ARGUMENT_KEYWORD)
		parser_fail(parser, argument->at, "move it before the keywords, or name it",
		            "a positional argument follows a keyword argument");
	else if (positional && before == ARGUMENT_DOUBLE_STAR)
		parser_fail(parser, argument->at, "move it before the '**'",
		            "a positional argument follows an argument with '**'");
	else if (argument->kind == ARGUMENT_STAR && before == ARGUMENT_DOUBLE_STAR)
		parser_fail(parser, argument->at, "move it before the '**'",
		            "an argument with '*' follows one with '**'");
}

static void check_repeated(struct parser *parser, struct arguments arguments)
{
	struct arena_mark mark = arena_mark(parser->scratch);
	struct table seen = {0};
	for (uint32_t i = 0; i < arguments.count && arguments.count > 1; i++) {
		const struct argument *argument = &arguments.items[i];
		bool added = true;
		if (argument->kind == ARGUMENT_KEYWORD)
			table_add(parser->scratch, &seen, argument->keyword, i, &added);
		if (!added)
			parser_fail(parser, argument->at, "drop one of the two",
			            "the keyword '%.*s' is given twice",
			            STR_ARG(argument->keyword));
	}
	arena_rewind(parser->scratch, mark);
}

struct arguments parse_arguments(struct parser *parser)
{
	struct arguments arguments = {NULL, 0};
	struct expression *bare = NULL;
	bool comma = false;
	size_t begin = gather_begin(parser);
	uint32_t open = parser_take(parser).at.offset;
	enum argument_kind strongest = ARGUMENT_POSITIONAL;
	while (!parser_at(parser, TOKEN_CLOSE_ROUND)) {
		struct argument argument = parse_argument(parser, &bare);
		check_order(parser, &argument, strongest);
		if (argument.kind == ARGUMENT_DOUBLE_STAR ||
		    (argument.kind == ARGUMENT_KEYWORD && strongest != ARGUMENT_DOUBLE_STAR))
			strongest = argument.kind;
		gather_add(parser, &argument, sizeof argument);
		comma = parser_accept(parser, TOKEN_COMMA);
		if (!comma)
			break;
	}
	arguments.items = gather_end(parser, begin, sizeof(struct argument), &arguments.count);
	if (bare && (arguments.count > 1 || comma))
		parser_fail(parser, bare->at, "put it in parentheses",
		            "a generator without parentheses is the only argument of a call");
	parser_expect(parser, TOKEN_CLOSE_ROUND, "',' or ')'");
	if (bare)
		bare->at = parser_span_from(parser, open);
	check_repeated(parser, arguments);
	return arguments;
}

static const struct expression *parse_call(struct parser *parser, const struct expression *function,
                                           uint32_t start)
{
	struct expression *node = expression_new(parser, EXPRESSION_CALL, start);
	struct call *call = arena_new(parser->arena, struct call, 1);
	call->function = expression_adopt(node, function);
	call->arguments = parse_arguments(parser);
	for (uint32_t i = 0; i < call->arguments.count; i++)
		expression_adopt(node, call->arguments.items[i].value);
	bool method = function->kind == EXPRESSION_ATTRIBUTE && !function->parenthesised;
	call->name_at = method ? function->attribute.name_at : function->at;
	node->call = call;
	return expression_finish(parser, node);
}

static const struct expression *parse_attribute(struct parser *parser,
                                                const struct expression *object, uint32_t start)
{
	struct expression *node = expression_new(parser, EXPRESSION_ATTRIBUTE, start);
	parser_take(parser);
	struct identifier name = parser_expect_name(parser, "the name of an attribute");
	node->attribute.object = expression_adopt(node, object);
	node->attribute.name = name.name;
	node->attribute.name_at = name.at;
	return expression_finish(parser, node);
}

/* A bound of a slice, or NULL where none is written. */
static const struct expression *parse_bound(struct parser *parser, struct expression *slice)
{
	if (parser_at(parser, TOKEN_COLON) || parser_at(parser, TOKEN_COMMA) ||
	    parser_at(parser, TOKEN_CLOSE_SQUARE))
		return NULL;
	return expression_adopt(slice, parse_expression(parser, BINDING_CONDITIONAL));
}

/* An index, a slice, or an item with a star. */
static const struct expression *parse_index_item(struct parser *parser)
{
	uint32_t start = parser->current.at.offset;
	const struct expression *first = NULL;
	if (!parser_at(parser, TOKEN_COLON))
		first = parse_item(parser, BINDING_ASSIGNMENT);
	if (!parser_at(parser, TOKEN_COLON))
		return first ? first : expression_new(parser, EXPRESSION_BROKEN, start);
	if (first && (first->kind == EXPRESSION_STARRED ||
	              (first->kind == EXPRESSION_ASSIGNMENT && !first->parenthesised))) {
		parser_fail_expected(parser, "',' or ']'");
		return first;
	}
	struct expression *node = expression_new(parser, EXPRESSION_SLICE, start);
	node->slice.start = expression_adopt(node, first);
	parser_take(parser);
	node->slice.stop = parse_bound(parser, node);
	if (parser_accept(parser, TOKEN_COLON))
		node->slice.step = parse_bound(parser, node);
	return expression_finish(parser, node);
}

/* The tuple of several indices, the first being read. */
static const struct expression *parse_indices(struct parser *parser, const struct expression *first,
                                              uint32_t start)
{
	struct expression *node = expression_new(parser, EXPRESSION_TUPLE, start);
	size_t items = gather_begin(parser);
	expression_adopt(node, first);
	gather_add(parser, &first, sizeof first);
	while (parser_accept(parser, TOKEN_COMMA) && !parser_at(parser, TOKEN_CLOSE_SQUARE)) {
		const struct expression *item = expression_adopt(node, parse_index_item(parser));
		gather_add(parser, &item, sizeof item);
	}
	node->list.items = gather_end(parser, items, sizeof first, &node->list.count);
	return expression_finish(parser, node);
}

/* The index of a subscript up to `]`, the opening bracket being taken. */
static const struct expression *parse_index(struct parser *parser)
{
	uint32_t start = parser->current.at.offset;
	const struct expression *index = parse_index_item(parser);
	/* Since Python 3.11 a[*b] is a[(*b,)]. */
	if (parser_at(parser, TOKEN_COMMA) || index->kind == EXPRESSION_STARRED)
		index = parse_indices(parser, index, start);
	parser_expect(parser, TOKEN_CLOSE_SQUARE, "',' or ']'");
	return index;
}

static const struct expression *parse_subscript(struct parser *parser,
                                                const struct expression *object, uint32_t start)
{
	struct expression *node = expression_new(parser, EXPRESSION_SUBSCRIPT, start);
	parser_take(parser);
	node->subscript.object = expression_adopt(node, object);
	node->subscript.index = expression_adopt(node, parse_index(parser));
	return expression_finish(parser, node);
}

const struct expression *parse_primary(struct parser *parser)
{
	uint32_t start = parser->current.at.offset;
	const struct expression *result = parse_operand(parser);
	for (;;) {
		if (parser_at(parser, TOKEN_OPEN_ROUND))
			result = parse_call(parser, result, start);
		else if (parser_at(parser, TOKEN_OPEN_SQUARE))
			result = parse_subscript(parser, result, start);
		else if (parser_at(parser, TOKEN_DOT))
			result = parse_attribute(parser, result, start);
		else
			return result;
	}
}
