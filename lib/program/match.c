/* SPDX-License-Identifier: Apache-2.0 */
/* match: its patterns are kept as text, with the names that they bind. */
#include "program/grammar.h"

/* Whether the token is this word, which Python does not keep for itself. */
static bool is_word(const struct parser *parser, const struct token *token, struct str word)
{
	return token->kind == TOKEN_NAME &&
	       str_equal(span_text(parser->program->text, token->at), word);
}

bool parser_at_match(const struct parser *parser)
{
	struct token token = parser->current;
	enum token_kind before;
	if (parser->failed || !is_word(parser, &token, STR("match")))
		return false;
	struct lexer ahead = parser->lexer;
	do {
		before = (enum token_kind)token.kind;
		token = lexer_next(&ahead);
	} while (token.kind != TOKEN_NEWLINE && token.kind != TOKEN_END);
	if (before != TOKEN_COLON || lexer_next(&ahead).kind != TOKEN_INDENT)
		return false;
	token = lexer_next(&ahead);
	return is_word(parser, &token, STR("case"));
}

/* A name of a pattern binds, unless it is that of a class, a module or a keyword. */
static bool binds(const struct parser *parser, struct str name, bool behind_dot)
{
	return !behind_dot && !str_equal(name, STR("_")) && !parser_at(parser, TOKEN_DOT) &&
	       !parser_at(parser, TOKEN_OPEN_ROUND) && !parser_at(parser, TOKEN_ASSIGN);
}

static void parse_pattern(struct parser *parser, struct match_case *node)
{
	uint32_t start = parser->current.at.offset;
	size_t names = gather_begin(parser);
	bool behind_dot = false;
	while (!parser->failed && !parser_at(parser, TOKEN_NEWLINE) &&
	       !parser_at(parser, TOKEN_END)) {
		bool inside = parser->lexer.nbrackets > 0;
		if (!inside && (parser_at(parser, TOKEN_COLON) || parser_at(parser, TOKEN_IF)))
			break;
		if (parser_at(parser, TOKEN_ERROR))
			parser_fail_expected(parser, "a pattern");
		struct token token = parser_take(parser);
		struct identifier name = {span_text(parser->program->text, token.at), token.at};
		if (token.kind == TOKEN_NAME && binds(parser, name.name, behind_dot))
			gather_add(parser, &name, sizeof name);
		behind_dot = token.kind == TOKEN_DOT;
	}
	node->names.items =
	    gather_end(parser, names, sizeof(struct identifier), &node->names.count);
	node->pattern_offset = start;
	node->pattern = span_text(parser->program->text, parser_span_from(parser, start));
	if (node->pattern.len == 0)
		parser_fail_expected(parser, "a pattern");
}

static void add_case(struct parser *parser)
{
	struct match_case node = {.pattern = STR("")};
	parser->column = parser->current.column;
	if (!is_word(parser, &parser->current, STR("case")))
		parser_fail_expected(parser, "'case'");
	parser_take(parser);
	parse_pattern(parser, &node);
	if (parser_accept(parser, TOKEN_IF))
		node.guard = parse_expression(parser, BINDING_ASSIGNMENT);
	node.body = parse_block(parser, "'case'");
	gather_add(parser, &node, sizeof node);
}

/* Reads the cases; one with a mistake is left out, and the next one is read. */
static void parse_cases(struct parser *parser, struct match *node)
{
	size_t cases = gather_begin(parser);
	while (!parser_at(parser, TOKEN_DEDENT) && !parser_at(parser, TOKEN_END)) {
		size_t begin = gather_begin(parser);
		add_case(parser);
		if (!parser->failed)
			continue;
		uint32_t ignored;
		gather_end(parser, begin, sizeof(struct match_case), &ignored);
		parser_recover(parser);
		parser_skip_block(parser);
	}
	node->cases = gather_end(parser, cases, sizeof(struct match_case), &node->count);
}

void parse_match(struct parser *parser, struct statement *statement)
{
	struct match *node = arena_new(parser->arena, struct match, 1);
	uint32_t column = parser->column;
	parser_take(parser);
	node->subject = parse_items(parser, BINDING_ASSIGNMENT);
	parser_expect(parser, TOKEN_COLON, "':'");
	parser_expect(parser, TOKEN_NEWLINE, "the end of the line");
	if (parser_accept(parser, TOKEN_INDENT)) {
		parse_cases(parser, node);
		parser_accept(parser, TOKEN_DEDENT);
	}
	parser->column = column;
	statement->kind = STATEMENT_MATCH;
	statement->match = node;
}
