/* SPDX-License-Identifier: Apache-2.0 */
/* What operators apply to: names, literals, and what stands in brackets. */
#include "base/table.h"
#include "program/lex/number_literal.h"
#include "program/grammar.h"
#include "program/lex/string_literal.h"

static const struct expression *parse_name(struct parser *parser)
{
	struct token token = parser_take(parser);
	struct expression *node = expression_new(parser, EXPRESSION_NAME, token.at.offset);
	node->name = span_text(parser->program->text, token.at);
	node->name_hash = table_hash(node->name);
	node->found = arena_new(parser->arena, struct name_found, 1);
	return expression_finish(parser, node);
}

static const struct expression *parse_number(struct parser *parser)
{
	struct token token = parser_take(parser);
	struct number number =
	    number_value(parser->scratch, span_text(parser->program->text, token.at));
	enum expression_kind kind = number.kind == NUMBER_INTEGER ? EXPRESSION_INTEGER
	                            : number.kind == NUMBER_FLOAT ? EXPRESSION_FLOAT
	                                                          : EXPRESSION_IMAGINARY;
	struct expression *node = expression_new(parser, kind, token.at.offset);
	if (kind == EXPRESSION_INTEGER)
		node->integer = (struct integer){number.integer, number.real, number.fits};
	else
		node->real = number.real;
	return expression_finish(parser, node);
}

static const struct expression *parse_constant(struct parser *parser, enum expression_kind kind)
{
	struct token token = parser_take(parser);
	struct expression *node = expression_new(parser, kind, token.at.offset);
	node->boolean = token.kind == TOKEN_TRUE;
	return expression_finish(parser, node);
}

/* Adds one literal of several side by side to what they say together. */
static void add_string(struct parser *parser, struct buf *text, struct expression *node)
{
	struct span at = parser->current.at;
	struct str literal = span_text(parser->program->text, at);
	struct string_form form;
	struct string_problem problem;
	string_starts(literal, 0, &form);
	string_decode(text, literal, &problem);
	if (problem.message)
		parser_fail(parser, span_part(at, problem.start, problem.length), problem.help,
		            "%s", problem.message);
	bool first = at.offset == node->at.offset;
	if (!first && node->string.bytes != form.bytes)
		parser_fail(parser, at, "give both the prefix b, or neither",
		            "bytes and text do not make one string");
	node->string.bytes = form.bytes;
	node->string.formatted |= form.formatted;
	parser_take(parser);
}

static const struct expression *parse_string(struct parser *parser)
{
	struct expression *node =
	    expression_new(parser, EXPRESSION_STRING, parser->current.at.offset);
	struct buf text = {.arena = parser->arena};
	while (parser_at(parser, TOKEN_STRING))
		add_string(parser, &text, node);
	node->string.text = buf_str(&text);
	expression_finish(parser, node);
	if (node->string.formatted)
		node->string.text = span_text(parser->program->text, node->at);
	else
		node->string.made = arena_new(parser->arena, const void *, 1);
	return node;
}

/* A copy of the node that knows of its parentheses. */
static const struct expression *mark_parenthesised(struct parser *parser,
                                                   const struct expression *inner)
{
	struct expression *copy = arena_new(parser->arena, struct expression, 1);
	*copy = *inner;
	copy->parenthesised = true;
	return copy;
}

/* Reads further items of a bracket behind `first`, a comma coming next, and the closing bracket. */
static const struct expression *parse_rest(struct parser *parser, struct expression *node,
                                           const struct expression *first, enum token_kind close,
                                           const char *expected)
{
	size_t items = gather_begin(parser);
	expression_adopt(node, first);
	gather_add(parser, &first, sizeof first);
	while (parser_accept(parser, TOKEN_COMMA) && !parser_at(parser, close)) {
		const struct expression *item =
		    expression_adopt(node, parse_item(parser, BINDING_ASSIGNMENT));
		gather_add(parser, &item, sizeof item);
	}
	parser_expect(parser, close, expected);
	node->list.items = gather_end(parser, items, sizeof first, &node->list.count);
	return expression_finish(parser, node);
}

/* Parentheses: a tuple, a generator, or an expression. */
static const struct expression *parse_round(struct parser *parser)
{
	static const char expected[] = "',' or ')'";
	uint32_t start = parser_take(parser).at.offset;
	if (parser_accept(parser, TOKEN_CLOSE_ROUND))
		return expression_finish(parser, expression_new(parser, EXPRESSION_TUPLE, start));
	if (parser_at(parser, TOKEN_YIELD)) {
		const struct expression *yield = parse_value(parser);
		parser_expect(parser, TOKEN_CLOSE_ROUND, "')'");
		return mark_parenthesised(parser, yield);
	}
	const struct expression *first = parse_item(parser, BINDING_ASSIGNMENT);
	if (parser_at(parser, TOKEN_COMMA))
		return parse_rest(parser, expression_new(parser, EXPRESSION_TUPLE, start), first,
		                  TOKEN_CLOSE_ROUND, expected);
	if (parser_at_comprehension(parser)) {
		struct expression *node =
		    parse_comprehension(parser, COMPREHENSION_GENERATOR, NULL, first, start);
		parser_expect(parser, TOKEN_CLOSE_ROUND, "')'");
		return expression_finish(parser, node);
	}
	parser_expect(parser, TOKEN_CLOSE_ROUND, expected);
	if (first->kind == EXPRESSION_STARRED)
		parser_fail(parser, first->at, "write a comma after it for a tuple of its items",
		            "a starred value stands alone in parentheses");
	return mark_parenthesised(parser, first);
}

static const struct expression *parse_square(struct parser *parser)
{
	uint32_t start = parser_take(parser).at.offset;
	if (parser_accept(parser, TOKEN_CLOSE_SQUARE))
		return expression_finish(parser, expression_new(parser, EXPRESSION_LIST, start));
	const struct expression *first = parse_item(parser, BINDING_ASSIGNMENT);
	if (!parser_at_comprehension(parser))
		return parse_rest(parser, expression_new(parser, EXPRESSION_LIST, start), first,
		                  TOKEN_CLOSE_SQUARE, "',' or ']'");
	struct expression *node =
	    parse_comprehension(parser, COMPREHENSION_LIST, NULL, first, start);
	parser_expect(parser, TOKEN_CLOSE_SQUARE, "']'");
	return expression_finish(parser, node);
}

/* Reads `**value` or `key: value`; of the first one the key may have been read. */
static struct dict_entry parse_entry(struct parser *parser, const struct expression *key)
{
	struct dict_entry entry = {NULL, NULL};
	if (!key && parser_accept(parser, TOKEN_POWER)) {
		entry.value = parse_expression(parser, BINDING_BIT_OR);
		return entry;
	}
	entry.key = key ? key : parse_expression(parser, BINDING_CONDITIONAL);
	parser_expect(parser, TOKEN_COLON, "':'");
	entry.value = parse_expression(parser, BINDING_CONDITIONAL);
	return entry;
}

static void add_entry(struct parser *parser, struct expression *node, struct dict_entry entry)
{
	expression_adopt(node, entry.key);
	expression_adopt(node, entry.value);
	gather_add(parser, &entry, sizeof entry);
}

/* A dict, its first entry being read but for the closing bracket or comma. */
static const struct expression *parse_dict(struct parser *parser, struct dict_entry first,
                                           uint32_t start)
{
	if (parser_at_comprehension(parser) && first.key) {
		struct expression *node =
		    parse_comprehension(parser, COMPREHENSION_DICT, first.key, first.value, start);
		parser_expect(parser, TOKEN_CLOSE_CURLY, "'}'");
		return expression_finish(parser, node);
	}
	struct expression *node = expression_new(parser, EXPRESSION_DICT, start);
	size_t entries = gather_begin(parser);
	add_entry(parser, node, first);
	while (parser_accept(parser, TOKEN_COMMA) && !parser_at(parser, TOKEN_CLOSE_CURLY))
		add_entry(parser, node, parse_entry(parser, NULL));
	parser_expect(parser, TOKEN_CLOSE_CURLY, "',' or '}'");
	node->dict.entries = gather_end(parser, entries, sizeof first, &node->dict.count);
	return expression_finish(parser, node);
}

/* Curly brackets: a dict or a set. */
static const struct expression *parse_curly(struct parser *parser)
{
	uint32_t start = parser_take(parser).at.offset;
	if (parser_accept(parser, TOKEN_CLOSE_CURLY))
		return expression_finish(parser, expression_new(parser, EXPRESSION_DICT, start));
	if (parser_at(parser, TOKEN_POWER))
		return parse_dict(parser, parse_entry(parser, NULL), start);
	const struct expression *first = parse_item(parser, BINDING_ASSIGNMENT);
	bool key = first->kind != EXPRESSION_STARRED && first->kind != EXPRESSION_ASSIGNMENT;
	if (parser_at(parser, TOKEN_COLON) && (key || first->parenthesised))
		return parse_dict(parser, parse_entry(parser, first), start);
	if (!parser_at_comprehension(parser))
		return parse_rest(parser, expression_new(parser, EXPRESSION_SET, start), first,
		                  TOKEN_CLOSE_CURLY, "',' or '}'");
	struct expression *node =
	    parse_comprehension(parser, COMPREHENSION_SET, NULL, first, start);
	parser_expect(parser, TOKEN_CLOSE_CURLY, "'}'");
	return expression_finish(parser, node);
}

const struct expression *parse_operand(struct parser *parser)
{
	switch ((int)parser_kind(parser)) {
	case TOKEN_NAME:
		return parse_name(parser);
	case TOKEN_NUMBER:
		return parse_number(parser);
	case TOKEN_STRING:
		return parse_string(parser);
	case TOKEN_NONE:
		return parse_constant(parser, EXPRESSION_NONE);
	case TOKEN_TRUE:
	case TOKEN_FALSE:
		return parse_constant(parser, EXPRESSION_BOOLEAN);
	case TOKEN_ELLIPSIS:
		return parse_constant(parser, EXPRESSION_ELLIPSIS);
	case TOKEN_OPEN_ROUND:
		return parse_round(parser);
	case TOKEN_OPEN_SQUARE:
		return parse_square(parser);
	case TOKEN_OPEN_CURLY:
		return parse_curly(parser);
	default:
		parser_fail_expected(parser, "an expression");
		return expression_new(parser, EXPRESSION_BROKEN, parser->current.at.offset);
	}
}

const struct expression *parse_item(struct parser *parser, enum binding least)
{
	if (!parser_at(parser, TOKEN_STAR))
		return parse_expression(parser, least);
	struct expression *node =
	    expression_new(parser, EXPRESSION_STARRED, parser_take(parser).at.offset);
	node->operand = expression_adopt(node, parse_expression(parser, BINDING_BIT_OR));
	return expression_finish(parser, node);
}

/* Whether a list without brackets ends here although a comma stood in front. */
static bool at_list_end(const struct parser *parser)
{
	switch ((int)parser_kind(parser)) {
	case TOKEN_NEWLINE:
	case TOKEN_END:
	case TOKEN_NOTHING:
	case TOKEN_ASSIGN:
	case TOKEN_COLON:
	case TOKEN_SEMICOLON:
	case TOKEN_IN:
	case TOKEN_CLOSE_ROUND:
	case TOKEN_CLOSE_SQUARE:
	case TOKEN_CLOSE_CURLY:
		return true;
	default:
		return false;
	}
}

const struct expression *parse_items(struct parser *parser, enum binding least)
{
	uint32_t start = parser->current.at.offset;
	const struct expression *first = parse_item(parser, least);
	if (!parser_at(parser, TOKEN_COMMA))
		return first;
	struct expression *node = expression_new(parser, EXPRESSION_TUPLE, start);
	size_t items = gather_begin(parser);
	expression_adopt(node, first);
	gather_add(parser, &first, sizeof first);
	while (parser_accept(parser, TOKEN_COMMA) && !at_list_end(parser)) {
		const struct expression *item = expression_adopt(node, parse_item(parser, least));
		gather_add(parser, &item, sizeof item);
	}
	node->list.items = gather_end(parser, items, sizeof first, &node->list.count);
	return expression_finish(parser, node);
}

static const struct expression *parse_yield(struct parser *parser)
{
	struct expression *node =
	    expression_new(parser, EXPRESSION_YIELD, parser_take(parser).at.offset);
	parser->yields = true;
	if (parser_accept(parser, TOKEN_FROM)) {
		node->kind = EXPRESSION_YIELD_FROM;
		node->operand =
		    expression_adopt(node, parse_expression(parser, BINDING_CONDITIONAL));
	} else if (!at_list_end(parser)) {
		node->operand = expression_adopt(node, parse_items(parser, BINDING_CONDITIONAL));
	}
	return expression_finish(parser, node);
}

const struct expression *parse_value(struct parser *parser)
{
	if (parser_at(parser, TOKEN_YIELD))
		return parse_yield(parser);
	const struct expression *value = parse_items(parser, BINDING_CONDITIONAL);
	if (value->kind == EXPRESSION_STARRED)
		parser_fail(parser, value->at, "write a comma after it for a tuple of its items",
		            "a starred value stands alone");
	return value;
}
