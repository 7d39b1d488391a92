/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a program. */
#pragma once

#include "diag/source.h"

enum token_kind {
	TOKEN_END,     /* of the program; any number of them follow */
	TOKEN_NEWLINE, /* the end of a logical line */
	TOKEN_INDENT,  /* the next line stands deeper than the one before */
	TOKEN_DEDENT,  /* back to the line that the last open indentation belongs to */
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_STRING,  /* prefix and quotes included; an f-string is one token */
	TOKEN_ERROR,   /* not Python; the lexer says why */
	TOKEN_NOTHING, /* what the rest of a statement looks like after a mistake in it */
#define OPERATOR(id, text) TOKEN_##id,
#define SIGN(id, byte) TOKEN_##id,
#define KEYWORD(id, text) TOKEN_##id,
#include "program/lex/tokens.def"
#undef OPERATOR
#undef SIGN
#undef KEYWORD
	TOKEN_KIND_COUNT
};

struct token {
	struct span at;   /* bytes of the program's text; no bytes where nothing stands for it */
	uint8_t kind;     /* enum token_kind */
	bool starts_line; /* the first of its physical line */
	uint32_t column; /* width of the white space in front, a tab to the next multiple of 8; of a
	                    token that starts a line */
};

/* The operator or keyword as it is written, or "" for kinds with more than one spelling. */
struct str token_spelling(enum token_kind kind);

/* The operator at the start of the text, or TOKEN_NOTHING. */
enum token_kind token_operator(struct str text);

/* The keyword that the word is, or TOKEN_NAME. */
enum token_kind token_keyword(struct str word);

/*
 * What a token is called in a message: "'='", "the end of the line", "the number 3", with long
 * text cut. The result lives in the arena.
 */
struct str token_describe(struct arena *arena, struct token token, struct str text);
