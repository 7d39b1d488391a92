/* SPDX-License-Identifier: Apache-2.0 */
/* Statements with blocks: branches, loops, with and try. */
#include "program/grammar.h"

static struct block parse_else(struct parser *parser)
{
	if (parser_accept(parser, TOKEN_ELSE))
		return parse_block(parser, "'else'");
	return (struct block){NULL, 0};
}

static void add_branch(struct parser *parser)
{
	struct branch branch;
	bool first = parser_take(parser).kind == TOKEN_IF;
	branch.condition = parse_expression(parser, BINDING_ASSIGNMENT);
	branch.body = parse_block(parser, first ? "'if'" : "'elif'");
	gather_add(parser, &branch, sizeof branch);
}

static void parse_if(struct parser *parser, struct statement *statement)
{
	struct if_statement *node = arena_new(parser->arena, struct if_statement, 1);
	size_t branches = gather_begin(parser);
	do {
		add_branch(parser);
	} while (parser_at(parser, TOKEN_ELIF));
	node->branches = gather_end(parser, branches, sizeof(struct branch), &node->count);
	node->otherwise = parse_else(parser);
	statement->kind = STATEMENT_IF;
	statement->if_statement = node;
}

static struct block parse_loop_body(struct parser *parser, const char *owner)
{
	bool in_loop = parser->in_loop;
	parser->in_loop = true;
	struct block body = parse_block(parser, owner);
	parser->in_loop = in_loop;
	return body;
}

static void parse_while(struct parser *parser, struct statement *statement)
{
	struct while_loop *node = arena_new(parser->arena, struct while_loop, 1);
	parser_take(parser);
	node->condition = parse_expression(parser, BINDING_ASSIGNMENT);
	node->body = parse_loop_body(parser, "'while'");
	node->otherwise = parse_else(parser);
	statement->kind = STATEMENT_WHILE;
	statement->while_loop = node;
}

static void parse_for(struct parser *parser, struct statement *statement, bool is_async)
{
	struct for_loop *node = arena_new(parser->arena, struct for_loop, 1);
	parser_take(parser);
	node->is_async = is_async;
	node->target = parse_target_items(parser);
	parser_expect(parser, TOKEN_IN, "'in'");
	node->iterable = parse_items(parser, BINDING_CONDITIONAL);
	node->body = parse_loop_body(parser, "'for'");
	node->otherwise = parse_else(parser);
	statement->kind = STATEMENT_FOR;
	statement->for_loop = node;
}

/* Whether a tuple, generator or yield, rather than items of `with`, is what holds this token. */
static bool rules_out_items(enum token_kind kind, enum token_kind before)
{
	bool first = before == TOKEN_OPEN_ROUND || before == TOKEN_COMMA;
	return kind == TOKEN_FOR || kind == TOKEN_YIELD || kind == TOKEN_WALRUS ||
	       (kind == TOKEN_STAR && first);
}

/* Whether the parentheses that come next hold the items of a `with`: there is an `as` or a comma in
 * them, and ':' behind them. */
static bool at_bracketed_items(const struct parser *parser)
{
	struct lexer ahead = parser->lexer;
	enum token_kind kind = TOKEN_OPEN_ROUND;
	uint32_t depth = ahead.nbrackets;
	bool listed = false;
	if (!parser_at(parser, TOKEN_OPEN_ROUND))
		return false;
	while (ahead.nbrackets >= depth) {
		enum token_kind before = kind;
		kind = (enum token_kind)lexer_next(&ahead).kind;
		bool outer = ahead.nbrackets == depth;
		listed |= outer && (kind == TOKEN_AS || kind == TOKEN_COMMA);
		if (kind == TOKEN_END || (outer && rules_out_items(kind, before)))
			return false;
	}
	return listed && lexer_next(&ahead).kind == TOKEN_COLON;
}

static void add_with_item(struct parser *parser)
{
	struct with_item item = {NULL, NULL};
	item.context = parse_expression(parser, BINDING_CONDITIONAL);
	if (parser_accept(parser, TOKEN_AS)) {
		item.target = parse_item(parser, BINDING_BIT_OR);
		check_target(parser, item.target);
	}
	gather_add(parser, &item, sizeof item);
}

static void parse_with(struct parser *parser, struct statement *statement, bool is_async)
{
	struct with *node = arena_new(parser->arena, struct with, 1);
	size_t items = gather_begin(parser);
	parser_take(parser);
	bool bracket = at_bracketed_items(parser);
	if (bracket)
		parser_take(parser);
	do {
		add_with_item(parser);
	} while (parser_accept(parser, TOKEN_COMMA) &&
	         !(bracket && parser_at(parser, TOKEN_CLOSE_ROUND)));
	if (bracket)
		parser_expect(parser, TOKEN_CLOSE_ROUND, "',' or ')'");
	node->items = gather_end(parser, items, sizeof(struct with_item), &node->count);
	node->is_async = is_async;
	node->body = parse_block(parser, "'with'");
	statement->kind = STATEMENT_WITH;
	statement->with = node;
}

/* One clause; `*all` is whether one before it catches everything, as one does that names nothing.
 */
static void add_except(struct parser *parser, bool *all)
{
	struct except_clause clause = {.name = STR("")};
	struct span at = parser_take(parser).at;
	if (*all)
		parser_report(parser, at, "put the one that catches everything behind the others",
		              "'except' behind one that catches everything");
	clause.star = parser_accept(parser, TOKEN_STAR);
	if (clause.star || !parser_at(parser, TOKEN_COLON))
		clause.type = parse_expression(parser, BINDING_CONDITIONAL);
	if (clause.type && parser_accept(parser, TOKEN_AS))
		clause.name = parser_expect_name(parser, "a name").name;
	*all = !clause.type;
	clause.body = parse_block(parser, "'except'");
	gather_add(parser, &clause, sizeof clause);
}

static void parse_try(struct parser *parser, struct statement *statement)
{
	struct try_statement *node = arena_new(parser->arena, struct try_statement, 1);
	struct span at = parser_take(parser).at;
	node->body = parse_block(parser, "'try'");
	size_t clauses = gather_begin(parser);
	bool all = false;
	while (parser_at(parser, TOKEN_EXCEPT))
		add_except(parser, &all);
	node->clauses = gather_end(parser, clauses, sizeof(struct except_clause), &node->count);
	if (node->count)
		node->otherwise = parse_else(parser);
	bool finally = parser_accept(parser, TOKEN_FINALLY);
	if (finally)
		node->finally = parse_block(parser, "'finally'");
	statement->try_statement = node;
	statement->kind = finally || node->count ? STATEMENT_TRY : STATEMENT_BROKEN;
	if (statement->kind == STATEMENT_BROKEN)
		parser_report(parser, at, "write 'except' or 'finally' after its block",
		              "'try' without 'except' or 'finally'");
}

bool parser_at_compound(const struct parser *parser)
{
	switch ((int)parser_kind(parser)) {
	case TOKEN_IF:
	case TOKEN_WHILE:
	case TOKEN_FOR:
	case TOKEN_WITH:
	case TOKEN_TRY:
	case TOKEN_DEF:
	case TOKEN_CLASS:
	case TOKEN_ASYNC:
	case TOKEN_AT:
		return true;
	default:
		return parser_at_match(parser);
	}
}

/* The statement behind `async`. */
static void parse_async(struct parser *parser, struct statement *statement)
{
	struct span at = parser_take(parser).at;
	if (parser_at(parser, TOKEN_FOR))
		parse_for(parser, statement, true);
	else if (parser_at(parser, TOKEN_WITH))
		parse_with(parser, statement, true);
	else if (parser_at(parser, TOKEN_DEF))
		*statement =
		    parse_function(parser, (struct expression_list){NULL, 0}, at.offset, true);
	else
		parser_fail_expected(parser, "'def', 'for' or 'with'");
}

struct statement parse_compound_statement(struct parser *parser)
{
	struct statement statement = {.kind = STATEMENT_BROKEN};
	uint32_t start = parser->current.at.offset;
	switch ((int)parser_kind(parser)) {
	case TOKEN_IF:
		parse_if(parser, &statement);
		break;
	case TOKEN_WHILE:
		parse_while(parser, &statement);
		break;
	case TOKEN_FOR:
		parse_for(parser, &statement, false);
		break;
	case TOKEN_WITH:
		parse_with(parser, &statement, false);
		break;
	case TOKEN_TRY:
		parse_try(parser, &statement);
		break;
	case TOKEN_ASYNC:
		parse_async(parser, &statement);
		break;
	case TOKEN_NAME:
		parse_match(parser, &statement);
		break;
	default:
		return parse_definition(parser);
	}
	statement.at = parser_span_from(parser, start);
	return statement;
}
