/* SPDX-License-Identifier: Apache-2.0 */
/* Cuts a program into tokens, one at a time; knows indentation and line joining. */
#pragma once

#include "program/lex/token.h"

enum { MAX_BRACKETS = 200, MAX_INDENTS = 100 };

/* The white space in front of a line, measured with tabs to 8 and with tabs of 1: when two lines
 * compare differently, their tabs and spaces do not fit together. */
struct indent {
	uint32_t column, bytes;
};

struct lexer {
	struct arena *arena; /* for messages */
	struct str text;
	size_t at;        /* the next byte to read */
	uint32_t column;  /* of the first token of the physical line being read */
	bool line_begins; /* the next token starts a logical line */
	bool physical_line_begins;
	bool newline_due;                /* the logical line has tokens */
	uint32_t nbrackets;              /* open */
	uint32_t brackets[MAX_BRACKETS]; /* where they were opened, outermost first */
	uint32_t nindents;
	struct indent indents[MAX_INDENTS]; /* of the open blocks, outermost first */
	uint32_t dedents;          /* blocks that the line closes, to be handed out first */
	bool indent_due;           /* the line opens a block */
	bool tabs_reported;        /* that tabs and spaces are mixed is said once */
	struct str margin_problem; /* of the white space in front of the line; s NULL: none */
	struct str margin_help;
	struct str problem, help; /* why the last token is TOKEN_ERROR, and what to write */
};

/* A lexer at the start of the text. Messages of errors live in the arena. */
struct lexer lexer_make(struct arena *arena, struct str text);

/* The next token. Behind the last one TOKEN_END comes for ever. */
struct token lexer_next(struct lexer *lexer);

/* Forgets open brackets and reads on at the start of the line that byte `offset` stands in, as the
 * start of a statement. */
void lexer_restart_line(struct lexer *lexer, uint32_t offset);
