/* SPDX-License-Identifier: Apache-2.0 */
#include "program/lex/lexer.h"

#include "base/utf8.h"
#include "program/lex/bytes.h"
#include "program/lex/number_literal.h"
#include "program/lex/stray_character.h"
#include "program/lex/string_literal.h"

enum { TAB = 8 };

struct lexer lexer_make(struct arena *arena, struct str text)
{
	struct lexer lexer = {.arena = arena, .text = text};
	lexer.line_begins = lexer.physical_line_begins = true;
	return lexer;
}

static char peek(const struct lexer *lexer, size_t ahead)
{
	return byte_at(lexer->text, lexer->at + ahead);
}

static bool at_end(const struct lexer *lexer)
{
	return lexer->at >= lexer->text.len;
}

/* Bytes of the line end that starts `ahead` bytes further on; 0 when there is none. */
static size_t line_end(const struct lexer *lexer, size_t ahead)
{
	char c = peek(lexer, ahead);
	if (c == '\r')
		return peek(lexer, ahead + 1) == '\n' ? 2 : 1;
	return c == '\n';
}

/* The token from byte `start` to where the lexer is. */
static struct token token_from(struct lexer *lexer, size_t start, enum token_kind kind)
{
	struct token token = {
	    {(uint32_t)start, (uint32_t)(lexer->at - start)}, (uint8_t)kind, 0, 0};
	token.starts_line = lexer->physical_line_begins;
	token.column = lexer->column;
	if (kind != TOKEN_INDENT && kind != TOKEN_DEDENT)
		lexer->physical_line_begins = false;
	return token;
}

static struct token error_from(struct lexer *lexer, size_t start, struct str problem,
                               const char *help)
{
	lexer->problem = problem;
	lexer->help = str_of(help);
	lexer->newline_due = true;
	return token_from(lexer, start, TOKEN_ERROR);
}

/* Steps over the white space at the start of a line and measures it. */
static struct indent skip_margin(struct lexer *lexer)
{
	struct indent margin = {0, 0};
	for (;; lexer->at++) {
		char c = peek(lexer, 0);
		if (c == '\f') {
			margin = (struct indent){0, 0};
			continue;
		}
		if (c != ' ' && c != '\t')
			return margin;
		margin.column = c == '\t' ? (margin.column / TAB + 1) * TAB : margin.column + 1;
		margin.bytes++;
	}
}

static void skip_comment(struct lexer *lexer)
{
	if (peek(lexer, 0) == '#')
		while (!at_end(lexer) && !line_end(lexer, 0))
			lexer->at++;
}

/* Steps over empty lines and to the first token of the next one; its margin. */
static struct indent skip_empty_lines(struct lexer *lexer)
{
	for (;;) {
		struct indent margin = skip_margin(lexer);
		skip_comment(lexer);
		size_t end = line_end(lexer, 0);
		if (end == 0)
			return margin;
		lexer->at += end;
	}
}

static struct indent open_indent(const struct lexer *lexer, uint32_t depth)
{
	return depth ? lexer->indents[depth - 1] : (struct indent){0, 0};
}

static void margin_problem(struct lexer *lexer, const char *problem, const char *help)
{
	lexer->margin_problem = str_of(problem);
	lexer->margin_help = str_of(help);
}

static void push_indent(struct lexer *lexer, struct indent margin)
{
	if (lexer->nindents == MAX_INDENTS) {
		margin_problem(
		    lexer,
		    str_format(lexer->arena, "blocks are nested more than %d deep", MAX_INDENTS).s,
		    "move the inner blocks into functions");
		return;
	}
	lexer->indents[lexer->nindents++] = margin;
	lexer->indent_due = true;
}

/*
 * Closes the blocks that a line with this margin leaves. A line between two levels is an error and
 * belongs to the inner one from here on, so that the lines after it are read as its neighbours.
 */
static void pop_indents(struct lexer *lexer, struct indent margin)
{
	uint32_t depth = lexer->nindents;
	while (depth && open_indent(lexer, depth).column > margin.column)
		depth--;
	if (open_indent(lexer, depth).column < margin.column) {
		lexer->indents[depth++] = margin;
		margin_problem(
		    lexer,
		    "the indentation of this line is that of none of the blocks it could belong to",
		    "begin the lines of a block with the same white space");
	}
	lexer->dedents = lexer->nindents - depth;
	lexer->nindents = depth;
}

static bool tabs_disagree(struct indent open, struct indent margin)
{
	if (open.column == margin.column)
		return open.bytes != margin.bytes;
	return (open.column < margin.column) != (open.bytes < margin.bytes);
}

/* Begins a logical line: what its margin opens, closes or has wrong is due before its tokens. */
static void begin_line(struct lexer *lexer)
{
	lexer->line_begins = false;
	lexer->physical_line_begins = true;
	struct indent margin = skip_empty_lines(lexer);
	struct indent open = open_indent(lexer, lexer->nindents);
	if (at_end(lexer))
		return;
	lexer->column = margin.column;
	if (!lexer->tabs_reported && tabs_disagree(open, margin)) {
		lexer->tabs_reported = true;
		margin_problem(
		    lexer,
		    "the tabs and spaces before this line do not match those of the lines above",
		    "use spaces only");
	}
	if (margin.column > open.column)
		push_indent(lexer, margin);
	else if (margin.column < open.column)
		pop_indents(lexer, margin);
}

/* Hands out what is due in front of the tokens of a line; false when nothing is. */
static bool take_margin(struct lexer *lexer, struct token *token)
{
	if (lexer->line_begins)
		begin_line(lexer);
	if (lexer->dedents) {
		lexer->dedents--;
		*token = token_from(lexer, lexer->at, TOKEN_DEDENT);
	} else if (lexer->indent_due) {
		lexer->indent_due = false;
		*token = token_from(lexer, lexer->at, TOKEN_INDENT);
	} else if (lexer->margin_problem.s) {
		*token = error_from(lexer, lexer->at, lexer->margin_problem, lexer->margin_help.s);
		lexer->margin_problem.s = NULL;
	} else {
		return false;
	}
	return true;
}

/* Whether a byte is nothing that stands between tokens, nor before anything that does. */
static bool begins_token(char c)
{
	return c > ' ' && c != '#' && c != '\\';
}

/* Steps over blanks, comments and joined lines inside a logical line. */
static void skip_blanks(struct lexer *lexer)
{
	if (peek(lexer, 0) == ' ')
		lexer->at++;
	if (begins_token(peek(lexer, 0)))
		return;
	for (;;) {
		size_t joined = peek(lexer, 0) == '\\' ? line_end(lexer, 1) : 0;
		if (lexer->at + joined + 1 >= lexer->text.len)
			joined = 0;
		size_t end = lexer->nbrackets ? line_end(lexer, 0) : 0;
		skip_comment(lexer);
		if (joined || end) {
			lexer->at += joined ? joined + 1 : end;
			lexer->column = skip_margin(lexer).column;
			lexer->physical_line_begins = true;
		} else if (peek(lexer, 0) == ' ' || peek(lexer, 0) == '\t' ||
		           peek(lexer, 0) == '\f') {
			lexer->at++;
		} else if (!lexer->nbrackets || !line_end(lexer, 0)) {
			return;
		}
	}
}

static struct token read_stray(struct lexer *lexer, uint32_t code, size_t size)
{
	const struct stray_character *stray = stray_character_of(code);
	struct str shown =
	    utf8_escaped(lexer->arena, str_slice(lexer->text, lexer->at, lexer->at + size));
	const char *help = "write letters, digits and the signs of Python outside of strings";
	if (stray && stray->meant)
		help = str_format(lexer->arena, "write %s", stray->meant).s;
	lexer->at += size;
	return error_from(lexer, lexer->at - size,
	                  str_format(lexer->arena, "the character '%.*s' (U+%04X) is not Python",
	                             STR_ARG(shown), (unsigned)code),
	                  help);
}

/* Steps over what is ASCII in a name; whether a character of a larger set follows. */
static bool skip_ascii_name(struct lexer *lexer)
{
	const char *text = lexer->text.s;
	size_t at = lexer->at, len = lexer->text.len;
	while (at < len && is_name_byte(text[at]))
		at++;
	lexer->at = at;
	return at < len && (unsigned char)text[at] >= 0x80;
}

static struct token read_word(struct lexer *lexer)
{
	size_t start = lexer->at;
	while (skip_ascii_name(lexer)) {
		size_t size;
		bool valid;
		struct str rest = str_slice(lexer->text, lexer->at, lexer->text.len);
		uint32_t code = utf8_decode(rest, &size, &valid);
		bool stray = !valid || stray_character_of(code);
		if (stray && lexer->at == start)
			return read_stray(lexer, code, size);
		if (stray)
			break;
		lexer->at += size;
	}
	enum token_kind kind = token_keyword(str_slice(lexer->text, start, lexer->at));
	return token_from(lexer, start, kind);
}

static struct token read_number(struct lexer *lexer)
{
	size_t start = lexer->at;
	const char *message, *help;
	if (number_end(lexer->text, start, &lexer->at, &message, &help))
		return token_from(lexer, start, TOKEN_NUMBER);
	return error_from(lexer, start, str_of(message), help);
}

static struct token read_string(struct lexer *lexer, const struct string_form *form)
{
	size_t start = lexer->at;
	if (string_end(lexer->text, start, form, &lexer->at))
		return token_from(lexer, start, TOKEN_STRING);
	size_t behind = start + form->prefix + (form->triple ? 3 : 1);
	size_t stop = lexer->at;
	lexer->at = behind;
	struct token token = error_from(lexer, start, STR("this string is not closed"),
	                                form->triple ? "write the same three quotes after it"
	                                             : "write the same quote after it");
	lexer->at = stop;
	while (!form->triple && !at_end(lexer) && !line_end(lexer, 0))
		lexer->at++;
	return token;
}

static struct token open_bracket(struct lexer *lexer, enum token_kind kind)
{
	size_t start = lexer->at++;
	if (lexer->nbrackets == MAX_BRACKETS)
		return error_from(
		    lexer, start,
		    str_format(lexer->arena, "brackets are nested more than %d deep", MAX_BRACKETS),
		    "give inner parts a name in statements of their own");
	lexer->brackets[lexer->nbrackets++] = (uint32_t)start;
	return token_from(lexer, start, kind);
}

static struct token close_bracket(struct lexer *lexer, enum token_kind kind)
{
	size_t start = lexer->at++;
	char closing = lexer->text.s[start];
	if (lexer->nbrackets == 0)
		return error_from(
		    lexer, start,
		    str_format(lexer->arena, "no bracket is open that '%c' could close", closing),
		    "drop it, or open the bracket");
	char opening = lexer->text.s[lexer->brackets[--lexer->nbrackets]];
	if (closing == closing_bracket(opening))
		return token_from(lexer, start, kind);
	return error_from(lexer, start,
	                  str_format(lexer->arena, "'%c' does not close '%c'", closing, opening),
	                  str_format(lexer->arena, "write '%c'", closing_bracket(opening)).s);
}

/* An operator or bracket, or an error about a character that begins nothing. */
static struct token read_operator(struct lexer *lexer)
{
	size_t start = lexer->at;
	enum token_kind kind = token_operator(str_slice(lexer->text, start, lexer->text.len));
	if (kind == TOKEN_NOTHING && lexer->text.s[start] == '\\') {
		lexer->at++;
		return error_from(lexer, start,
		                  STR("a backslash at the end of a line joins the next one to it"),
		                  "drop it, or what is between it and the next line");
	}
	if (kind == TOKEN_NOTHING)
		return read_stray(lexer, (unsigned char)lexer->text.s[start], 1);
	if (kind == TOKEN_OPEN_ROUND || kind == TOKEN_OPEN_SQUARE || kind == TOKEN_OPEN_CURLY)
		return open_bracket(lexer, kind);
	if (kind == TOKEN_CLOSE_ROUND || kind == TOKEN_CLOSE_SQUARE || kind == TOKEN_CLOSE_CURLY)
		return close_bracket(lexer, kind);
	lexer->at += token_spelling(kind).len;
	return token_from(lexer, start, kind);
}

static struct token read_end(struct lexer *lexer)
{
	enum token_kind kind = TOKEN_END;
	if (lexer->newline_due && !lexer->nbrackets) {
		lexer->newline_due = false;
		kind = TOKEN_NEWLINE;
	} else if (lexer->nindents && !lexer->nbrackets) {
		lexer->nindents--;
		kind = TOKEN_DEDENT;
	}
	return token_from(lexer, lexer->at, kind);
}

static struct token read_newline(struct lexer *lexer)
{
	struct token token = token_from(lexer, lexer->at, TOKEN_NEWLINE);
	lexer->at += line_end(lexer, 0);
	lexer->line_begins = true;
	lexer->newline_due = false;
	return token;
}

/* Whether a small letter can stand in front of a string. */
static bool is_prefix_letter(char c)
{
	return c == 'f' || c == 'r' || c == 'b' || c == 'u';
}

/* The next token of a line with something left on it. */
static struct token read_token(struct lexer *lexer)
{
	struct string_form form;
	char c = peek(lexer, 0);
	lexer->newline_due = true;
	bool word = (is_name_byte(c) && !is_decimal(c)) || (unsigned char)c >= 0x80;
	bool quoted = c == '\'' || c == '"' || (word && is_prefix_letter(lower_case(c)));
	if (quoted && string_starts(lexer->text, lexer->at, &form))
		return read_string(lexer, &form);
	if (word)
		return read_word(lexer);
	if (number_starts(lexer->text, lexer->at))
		return read_number(lexer);
	return read_operator(lexer);
}

struct token lexer_next(struct lexer *lexer)
{
	for (;;) {
		struct token token;
		if (take_margin(lexer, &token))
			return token;
		skip_blanks(lexer);
		if (at_end(lexer))
			return read_end(lexer);
		if (!line_end(lexer, 0))
			return read_token(lexer);
		bool empty = !lexer->newline_due; /* but for a backslash */
		token = read_newline(lexer);
		if (!empty)
			return token;
	}
}

void lexer_restart_line(struct lexer *lexer, uint32_t offset)
{
	size_t start = offset;
	while (start && lexer->text.s[start - 1] != '\n' && lexer->text.s[start - 1] != '\r')
		start--;
	lexer->at = start;
	lexer->nbrackets = 0;
	lexer->line_begins = true;
	lexer->newline_due = false;
}
