/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of statements, and how reading goes on behind a mistake. */
#include "program/grammar.h"

static bool at_continuation(const struct parser *parser)
{
	return parser_at(parser, TOKEN_ELSE) || parser_at(parser, TOKEN_ELIF) ||
	       parser_at(parser, TOKEN_EXCEPT) || parser_at(parser, TOKEN_FINALLY);
}

/* Reads a block for its mistakes only, whatever it is the block of. */
static void read_stray_block(struct parser *parser)
{
	bool in_function = parser->in_function, in_loop = parser->in_loop;
	size_t begin = gather_begin(parser);
	uint32_t ignored;
	parser->in_function = parser->in_loop = true;
	if (parser_accept(parser, TOKEN_INDENT)) {
		parse_statements(parser);
		parser_accept(parser, TOKEN_DEDENT);
	}
	gather_end(parser, begin, sizeof(struct statement), &ignored);
	parser->in_function = in_function;
	parser->in_loop = in_loop;
}

/* Goes on behind a statement with a mistake, its block, and branches that belong to it. */
static void recover(struct parser *parser, uint32_t start, bool compound)
{
	do {
		parser_recover(parser);
		read_stray_block(parser);
	} while (compound && at_continuation(parser));
	/* A statement that ends where it began would be read for ever. */
	if (parser->current.at.offset == start && !parser_at(parser, TOKEN_DEDENT))
		parser_take(parser);
}

static void add_statement(struct parser *parser, struct statement statement)
{
	if (parser->failed)
		statement = (struct statement){statement.at, STATEMENT_BROKEN, {NULL}};
	gather_add(parser, &statement, sizeof statement);
}

/* Statements parted by ';', and the end of their line. */
static void add_simple_line(struct parser *parser)
{
	do {
		add_statement(parser, parse_simple_statement(parser));
	} while (parser_accept(parser, TOKEN_SEMICOLON) && !parser_at(parser, TOKEN_NEWLINE));
	if (!parser_accept(parser, TOKEN_NEWLINE) && !parser_at(parser, TOKEN_END))
		parser_fail_expected(parser, "the end of the statement");
}

/* The statement or statements that begin on the next line. */
static void add_line(struct parser *parser)
{
	uint32_t start = parser->current.at.offset;
	bool compound = parser_at_compound(parser);
	parser->column = parser->current.column;
	if (at_continuation(parser)) {
		compound = true;
		parser_fail(parser, parser->current.at,
		            "it belongs after the block of an 'if', a loop or a 'try', with the "
		            "same indentation",
		            "nothing stands in front that '%.*s' could continue",
		            STR_ARG(token_spelling((enum token_kind)parser->current.kind)));
	}
	if (compound)
		add_statement(parser, parse_compound_statement(parser));
	else
		add_simple_line(parser);
	if (parser->failed)
		recover(parser, start, compound);
}

struct block parse_statements(struct parser *parser)
{
	size_t begin = gather_begin(parser);
	struct block block;
	while (!parser_at(parser, TOKEN_END) && !parser_at(parser, TOKEN_DEDENT)) {
		if (parser_at(parser, TOKEN_INDENT)) {
			parser_report(parser, parser->current.at,
			              "the lines of one block begin with the same white space",
			              "this line is indented, but no block begins here");
			read_stray_block(parser);
		} else {
			add_line(parser);
		}
	}
	block.items = gather_end(parser, begin, sizeof(struct statement), &block.count);
	return block;
}

/* Statements behind a ':' on the same line. */
static struct block parse_short_block(struct parser *parser)
{
	size_t begin = gather_begin(parser);
	struct block block;
	if (parser_at_compound(parser))
		parser_fail(parser, parser->current.at, "write it on a line of its own",
		            "a statement with a block cannot follow ':'");
	add_simple_line(parser);
	block.items = gather_end(parser, begin, sizeof(struct statement), &block.count);
	return block;
}

struct block parse_block(struct parser *parser, const char *owner)
{
	struct block block = {NULL, 0};
	uint32_t column = parser->column;
	if (!parser_expect(parser, TOKEN_COLON, "':'"))
		return block;
	if (!parser_accept(parser, TOKEN_NEWLINE))
		return parse_short_block(parser);
	if (!parser_accept(parser, TOKEN_INDENT)) {
		parser_report(parser, (struct span){parser->previous_end - 1, 1},
		              "indent what belongs to it; 'pass' does nothing",
		              "an indented block is missing after %s", owner);
		return block;
	}
	block = parse_statements(parser);
	parser_accept(parser, TOKEN_DEDENT);
	parser->column = column;
	return block;
}
