/* SPDX-License-Identifier: Apache-2.0 */
/* Import statements. */
#include "base/buf.h"
#include "program/grammar.h"

/* Reads `a.b.c`; blanks around the dots are dropped. */
static struct str parse_dotted(struct parser *parser)
{
	struct identifier first = parser_expect_name(parser, "the name of a module");
	if (!parser_at(parser, TOKEN_DOT))
		return first.name;
	struct buf path = {.arena = parser->arena};
	buf_add(&path, first.name);
	while (parser_accept(parser, TOKEN_DOT)) {
		buf_putc(&path, '.');
		buf_add(&path, parser_expect_name(parser, "the name of a module").name);
	}
	return buf_str(&path);
}

static void add_imported(struct parser *parser, bool dotted)
{
	struct imported imported = {.as = STR("")};
	uint32_t start = parser->current.at.offset;
	imported.name = dotted ? parse_dotted(parser)
	                       : parser_expect_name(parser, "the name of what is imported").name;
	if (parser_accept(parser, TOKEN_AS))
		imported.as = parser_expect_name(parser, "a name").name;
	imported.at = parser_span_from(parser, start);
	gather_add(parser, &imported, sizeof imported);
}

static struct imported_list end_list(struct parser *parser, size_t begin)
{
	struct imported_list list;
	list.items = gather_end(parser, begin, sizeof(struct imported), &list.count);
	return list;
}

static struct imported_list parse_names(struct parser *parser)
{
	size_t begin = gather_begin(parser);
	bool bracket = parser_accept(parser, TOKEN_OPEN_ROUND);
	add_imported(parser, false);
	while (parser_accept(parser, TOKEN_COMMA)) {
		if (bracket && parser_at(parser, TOKEN_CLOSE_ROUND))
			break;
		add_imported(parser, false);
	}
	if (bracket)
		parser_expect(parser, TOKEN_CLOSE_ROUND, "',' or ')'");
	return end_list(parser, begin);
}

static void parse_from(struct parser *parser, struct statement *statement)
{
	struct import_from *from = arena_new(parser->arena, struct import_from, 1);
	while (parser_at(parser, TOKEN_DOT) || parser_at(parser, TOKEN_ELLIPSIS))
		from->dots += (uint32_t)parser_take(parser).at.length;
	from->module = STR("");
	if (!from->dots || !parser_at(parser, TOKEN_IMPORT))
		from->module = parse_dotted(parser);
	parser_expect(parser, TOKEN_IMPORT, "'import'");
	struct span at = parser->current.at;
	from->star = parser_accept(parser, TOKEN_STAR);
	if (from->star && parser->in_function)
		parser_report(parser, at,
		              "write it at the top of the program, or name what is used",
		              "'import *' within a function");
	if (!from->star)
		from->names = parse_names(parser);
	statement->kind = STATEMENT_IMPORT_FROM;
	statement->import_from = from;
}

struct statement parse_import(struct parser *parser)
{
	struct statement statement = {.kind = STATEMENT_IMPORT};
	if (parser_take(parser).kind == TOKEN_FROM) {
		parse_from(parser, &statement);
		return statement;
	}
	size_t begin = gather_begin(parser);
	do {
		add_imported(parser, true);
	} while (parser_accept(parser, TOKEN_COMMA));
	statement.imported = end_list(parser, begin);
	return statement;
}
