/* SPDX-License-Identifier: Apache-2.0 */
#include "program/parser.h"

#include <assert.h>
#include <stdarg.h>

#include "base/utf8.h"
#include "program/lex/bytes.h"

/* Steps over the next token, mistake or not. */
static void next_token(struct parser *parser)
{
	const struct token *token = &parser->current;
	if (token->kind != TOKEN_DEDENT && token->kind != TOKEN_INDENT &&
	    token->kind != TOKEN_NEWLINE)
		parser->previous_end = token->at.offset + token->at.length;
	parser->current = lexer_next(&parser->lexer);
}

struct token parser_take(struct parser *parser)
{
	struct token taken = parser->current;
	if (!parser->failed)
		next_token(parser);
	return taken;
}

bool parser_expect(struct parser *parser, enum token_kind kind, const char *expected)
{
	if (parser_accept(parser, kind))
		return true;
	parser_fail_expected(parser, expected);
	return false;
}

struct identifier parser_expect_name(struct parser *parser, const char *expected)
{
	if (!parser_at(parser, TOKEN_NAME)) {
		parser_fail_expected(parser, expected);
		return (struct identifier){{"", 0}, {parser->current.at.offset, 0}};
	}
	struct span at = parser_take(parser).at;
	return (struct identifier){span_text(parser->program->text, at), at};
}

struct span parser_span_from(const struct parser *parser, uint32_t start)
{
	uint32_t end = parser->previous_end > start ? parser->previous_end : start;
	return (struct span){start, end - start};
}

/* Adds a finding, unless the program has so many mistakes that it is given up. */
static void add_finding(struct parser *parser, struct span at, const char *help, struct str message)
{
	struct span place = program_span(parser->program, at);
	parser->program->broken = true;
	parser->mistakes++;
	/* Names of the program are quoted in messages. */
	message = utf8_escaped(parser->arena, message);
	if (parser->mistakes <= MAX_PROGRAM_MISTAKES) {
		diag_help(
		    diag_add(parser->diags, RULE_PROGRAM_SYNTAX, place, "%.*s", STR_ARG(message)),
		    "%s", help);
		return;
	}
	if (parser->mistakes > MAX_PROGRAM_MISTAKES + 1)
		return;
	diag_help(diag_add(parser->diags, RULE_LIMIT_EXCEEDED, place,
	                   "more than %d mistakes; the program is not read beyond this one",
	                   MAX_PROGRAM_MISTAKES),
	          "correct those above first");
	parser->lexer.at = parser->lexer.text.len;
	parser->lexer.nbrackets = 0;
	parser->current.kind = TOKEN_NEWLINE;
}

void parser_report(struct parser *parser, struct span at, const char *help, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	if (!parser->failed)
		add_finding(parser, at, help, str_vformat(parser->arena, format, arguments));
	va_end(arguments);
}

void parser_fail(struct parser *parser, struct span at, const char *help, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	if (!parser->failed)
		add_finding(parser, at, help, str_vformat(parser->arena, format, arguments));
	va_end(arguments);
	parser->failed = true;
}

/* What to write where something else was expected than stands there. */
static const char *help_for(const struct parser *parser, const char *expected, char before)
{
	enum token_kind kind = (enum token_kind)parser->current.kind;
	bool sign = expected[0] == '\'';
	if (kind == TOKEN_ASSIGN)
		return "'=' assigns in a statement of its own; '==' compares";
	if (kind == TOKEN_WALRUS)
		return "assign with '=' in a statement of its own";
	if (kind == TOKEN_AMPERSAND && before == '&')
		return "write 'and'";
	if (kind == TOKEN_BAR && before == '|')
		return "write 'or'";
	if (kind == TOKEN_NEWLINE || kind == TOKEN_END)
		return sign ? str_format(parser->arena, "write %s here", expected).s
		            : "finish the statement on this line; inside brackets it may span "
		              "several";
	if (sign)
		return str_format(parser->arena, "write %s before it", expected).s;
	if (kind >= TOKEN_FALSE)
		return "a word of Python's own is not a name; look for what is missing before it";
	return "look for a missing name, operator, comma or bracket before it, or drop it";
}

static bool is_opening(enum token_kind kind)
{
	return kind == TOKEN_OPEN_ROUND || kind == TOKEN_OPEN_SQUARE || kind == TOKEN_OPEN_CURLY;
}

static bool is_closing(enum token_kind kind)
{
	return kind == TOKEN_CLOSE_ROUND || kind == TOKEN_CLOSE_SQUARE || kind == TOKEN_CLOSE_CURLY;
}

/* Brackets that are open in front of the next token. */
static uint32_t open_brackets(const struct parser *parser)
{
	return parser->lexer.nbrackets - is_opening((enum token_kind)parser->current.kind);
}

/* Whether the word begins statements and stands nowhere in an expression. */
static bool begins_statement(enum token_kind kind)
{
	return kind == TOKEN_ASSERT || kind == TOKEN_BREAK || kind == TOKEN_CLASS ||
	       kind == TOKEN_CONTINUE || kind == TOKEN_DEF || kind == TOKEN_DEL ||
	       kind == TOKEN_GLOBAL || kind == TOKEN_IMPORT || kind == TOKEN_NONLOCAL ||
	       kind == TOKEN_PASS || kind == TOKEN_RAISE || kind == TOKEN_RETURN ||
	       kind == TOKEN_TRY || kind == TOKEN_WHILE || kind == TOKEN_WITH;
}

/* Whether an open bracket has swallowed what looks like the next statement. */
static bool bracket_unclosed(const struct parser *parser)
{
	const struct token *token = &parser->current;
	if (open_brackets(parser) == 0 || is_closing((enum token_kind)token->kind))
		return false;
	if (token->kind == TOKEN_END)
		return true;
	return token->starts_line &&
	       (token->column <= parser->column || begins_statement((enum token_kind)token->kind));
}

void parser_fail_expected(struct parser *parser, const char *expected)
{
	const struct lexer *lexer = &parser->lexer;
	struct token token = parser->current;
	char before = parser->previous_end ? lexer->text.s[parser->previous_end - 1] : '\0';
	if (parser->failed)
		return;
	if (token.kind == TOKEN_ERROR) {
		parser_fail(parser, token.at, lexer->help.s, "%.*s", STR_ARG(lexer->problem));
	} else if (bracket_unclosed(parser)) {
		uint32_t open = lexer->brackets[open_brackets(parser) - 1];
		char bracket = lexer->text.s[open];
		parser_fail(
		    parser, (struct span){open, 1},
		    str_format(parser->arena, "close it with '%c'", closing_bracket(bracket)).s,
		    "'%c' is not closed", bracket);
	} else {
		struct str found = token_describe(parser->arena, token, lexer->text);
		parser_fail(parser, token.at, help_for(parser, expected, before),
		            "%s expected, but %.*s found", expected, STR_ARG(found));
	}
}

bool parser_enter(struct parser *parser)
{
	parser->nesting++;
	if (parser->nesting <= MAX_NESTING)
		return true;
	parser_fail(parser, parser->current.at,
	            "give inner parts a name in statements of their own",
	            "the expression is nested more than %d deep", MAX_NESTING);
	return false;
}

void parser_leave(struct parser *parser)
{
	assert(parser->nesting > 0);
	parser->nesting--;
}

void parser_recover(struct parser *parser)
{
	parser->failed = false;
	while (!parser_at(parser, TOKEN_END) && !parser_at(parser, TOKEN_NEWLINE)) {
		if (bracket_unclosed(parser)) {
			lexer_restart_line(&parser->lexer, parser->current.at.offset);
			parser->current = lexer_next(&parser->lexer);
			return;
		}
		next_token(parser);
	}
	parser_accept(parser, TOKEN_NEWLINE);
}

void parser_skip_block(struct parser *parser)
{
	uint32_t depth = 0;
	while (parser_at(parser, TOKEN_INDENT) || depth) {
		depth += parser_at(parser, TOKEN_INDENT);
		depth -= parser_at(parser, TOKEN_DEDENT);
		if (parser_at(parser, TOKEN_END))
			return;
		next_token(parser);
	}
}

size_t gather_begin(const struct parser *parser)
{
	return parser->gather.used;
}

void gather_add(struct parser *parser, const void *element, size_t size)
{
	struct gather *gather = &parser->gather;
	if (gather->room - gather->used < size) {
		size_t room = 2 * gather->room + size + 1024;
		gather->bytes = arena_grow(parser->scratch, gather->bytes, gather->used, room, 1);
		gather->room = room;
	}
	memcpy(gather->bytes + gather->used, element, size);
	gather->used += size;
}

const void *gather_end(struct parser *parser, size_t begin, size_t size, uint32_t *count)
{
	assert(begin <= parser->gather.used && (parser->gather.used - begin) % size == 0);
	struct gather *gather = &parser->gather;
	size_t bytes = gather->used - begin;
	*count = (uint32_t)(bytes / size);
	gather->used = begin;
	if (bytes == 0)
		return NULL;
	void *list = arena_alloc(parser->arena, *count, size, _Alignof(max_align_t));
	return memcpy(list, gather->bytes + begin, bytes);
}

struct expression *expression_new(struct parser *parser, enum expression_kind kind, uint32_t start)
{
	struct expression *expression = arena_new(parser->arena, struct expression, 1);
	expression->kind = (uint8_t)kind;
	expression->plain = kind != EXPRESSION_ASSIGNMENT;
	expression->at.offset = start;
	return expression;
}

const struct expression *expression_adopt(struct expression *parent, const struct expression *child)
{
	if (child && child->height >= parent->height)
		parent->height = (uint16_t)(child->height + 1);
	if (child && !child->plain)
		parent->plain = false;
	return child;
}

const struct expression *expression_finish(struct parser *parser, struct expression *expression)
{
	expression->at = parser_span_from(parser, expression->at.offset);
	if (expression->height > MAX_EXPRESSION_HEIGHT) {
		parser_fail(parser, expression->at,
		            "give parts of it a name in statements of their own",
		            "an expression of more than %d operations inside of each other",
		            MAX_EXPRESSION_HEIGHT);
		expression->height = 0;
		expression->kind = EXPRESSION_BROKEN;
	}
	return expression;
}
