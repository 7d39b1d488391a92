/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the parts of the parser share. After a mistake the rest of the statement looks empty:
 * parser_at answers false to every question until the next statement begins, so that rules need no
 * way out of their own and nothing is reported twice. Rules never return NULL.
 */
#pragma once

#include "program/lex/lexer.h"
#include "program/program.h"

/* Parser rules inside of each other. Brackets and blocks have limits of their own in lexer.h. */
enum { MAX_NESTING = 500 };

/* Elements of lists that are not finished, the inner list behind the outer one. */
struct gather {
	char *bytes;
	size_t used, room;
};

struct parser {
	struct arena *arena;   /* for the tree */
	struct arena *scratch; /* for the gather and what a rule forgets at its end */
	struct diags *diags;
	struct program *program;
	struct lexer lexer;
	struct token current;  /* to be looked at through parser_at */
	uint32_t previous_end; /* byte behind the last token taken */
	struct gather gather;
	uint32_t nesting;
	uint32_t mistakes;
	uint32_t column; /* of the first token of the statement that is read */
	bool failed;     /* a mistake was reported in the statement that is read */
	bool in_function, in_loop;
	bool yields; /* there is a `yield` in the function that is read */
};

/* ---- Tokens ---- */

/* The kind of the next token; TOKEN_NOTHING after a mistake. */
static inline enum token_kind parser_kind(const struct parser *parser)
{
	return parser->failed ? TOKEN_NOTHING : (enum token_kind)parser->current.kind;
}

/* Whether the next token is of this kind. */
static inline bool parser_at(const struct parser *parser, enum token_kind kind)
{
	return parser_kind(parser) == kind;
}

/* Steps over the next token and returns it. Does nothing after a mistake. */
struct token parser_take(struct parser *parser);

/* Steps over the next token when it is of this kind, and returns whether it was. */
static inline bool parser_accept(struct parser *parser, enum token_kind kind)
{
	if (!parser_at(parser, kind))
		return false;
	(void)parser_take(parser);
	return true;
}

/* As parser_accept; another token is a mistake. `expected` says what was wanted, in words. */
bool parser_expect(struct parser *parser, enum token_kind kind, const char *expected);

/* Takes a name; another token is a mistake. The name is a view of the program's text. */
struct identifier parser_expect_name(struct parser *parser, const char *expected);

/* From byte `start` to the last token taken. */
struct span parser_span_from(const struct parser *parser, uint32_t start);

/* ---- Mistakes ---- */

/* Reports that the next token is not what was expected, or what else the mistake probably is. */
void parser_fail_expected(struct parser *parser, const char *expected);

/*
 * Reports that the statement is not Python, unless a mistake was reported in it. `help` says what
 * to write; the message is formatted as by printf.
 */
void parser_fail(struct parser *parser, struct span at, const char *help, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* As parser_fail, but the statement is read on; for mistakes between statements. */
void parser_report(struct parser *parser, struct span at, const char *help, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* Enters a rule that can contain itself; false, and a mistake, when that goes too deep. Each call
 * is paired with parser_leave. */
bool parser_enter(struct parser *parser);

/* Leaves a rule entered by parser_enter, whatever that returned. */
void parser_leave(struct parser *parser);

/* Goes on behind a statement with a mistake: behind its line, or where an unclosed bracket seems to
 * have swallowed the next statement. */
void parser_recover(struct parser *parser);

/* Skips an indented block, when one follows. */
void parser_skip_block(struct parser *parser);

/* ---- Lists ---- */

/* Where a list begins, to be given to gather_end. */
size_t gather_begin(const struct parser *parser);

/* Adds an element of `size` bytes, a multiple of 8. */
void gather_add(struct parser *parser, const void *element, size_t size);

/* The elements added since `begin`, in the arena, or NULL for none; stores how many of `size`. */
const void *gather_end(struct parser *parser, size_t begin, size_t size, uint32_t *count);

/* ---- Nodes ---- */

/* A new node of this kind that starts at byte `start`; the caller fills it and calls
 * expression_finish. */
struct expression *expression_new(struct parser *parser, enum expression_kind kind, uint32_t start);

/* Notes the child's height, and a `:=` in it, in its parent. Returns the child; NULL is fine. */
const struct expression *expression_adopt(struct expression *parent,
                                          const struct expression *child);

/* Ends the node behind the last token taken, and checks its height. Returns it. */
const struct expression *expression_finish(struct parser *parser, struct expression *expression);
