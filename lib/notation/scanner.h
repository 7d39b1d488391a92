/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading a sharding from text, token by token. The first thing that does not fit is kept with its
 * place; every function returns false from then on.
 */
#pragma once

#include "base/attributes.h"
#include "base/str.h"
#include "diag/diag.h"

/* Why a text is no sharding. */
struct notation_error {
	size_t at, length; /* bytes of the text; length 0 at its end */
	struct str message;
	struct str help;      /* what to write instead, or empty */
	struct str framework; /* what the framework says, or empty when it says nothing */
	bool aborts;          /* the framework does not refuse the text but dies of it */
	bool unsupported;     /* the framework can read it, and it is not read here */
	const struct notation_error
	    *next; /* what else in the text is wrong; NULL: nothing is known */
};

/* Gives a finding the error's help, where it has one. */
void notation_error_help(struct diag *diag, const struct notation_error *error);

struct scanner {
	struct str text;
	size_t at;           /* next byte */
	bool comments;       /* C comments count as space, as they do in HLO text */
	struct arena *arena; /* owns messages and decoded names */
	struct notation_error *error;
	bool failed;
};

/* A scanner at the start of the text; *error is cleared, and filled when something does not fit. */
struct scanner scanner_make(struct arena *arena, struct str text, bool comments,
                            struct notation_error *error);

/*
 * Says that `length` bytes from `at` on do not fit, unless something did not before. Message as by
 * printf. Always false.
 */
bool scanner_fail(struct scanner *scanner, size_t at, size_t length, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* The same of what the framework can read, and is not read here. */
bool scanner_unsupported(struct scanner *scanner, size_t at, size_t length, const char *message);

/* The same with the message, and the help, of an error in a text that was read apart. */
bool scanner_fail_as(struct scanner *scanner, size_t at, size_t length,
                     const struct notation_error *error);

/* Like scanner_fail, of the one byte that comes next, or of the end of the text. */
bool scanner_unexpected(struct scanner *scanner, const char *message);

/* Passes white space; where the scanner then stands. */
size_t scanner_skip(struct scanner *scanner);

/* Whether `token` comes next, after white space; it stays. */
bool scanner_sees(struct scanner *scanner, const char *token);

/* Passes `token` when it comes next, after white space. */
bool scanner_takes(struct scanner *scanner, const char *token);

/* Passes `token`; false after the error `message` when something else comes. */
MUST_USE bool scanner_expects(struct scanner *scanner, const char *token, const char *message);

/* Passes a name of letters, digits and '_', and the '=' right behind it; empty when none comes. */
struct str scanner_word(struct scanner *scanner);

/* Reads a decimal integer; false after the error `message` when none comes or it does not fit. */
MUST_USE bool scanner_integer(struct scanner *scanner, int64_t *value, const char *message);

/*
 * Reads text in quotes, with the escapes \\, \", \n, \t and \XX of MLIR; false after an error. The
 * text lives in the arena or in the scanner's text.
 */
MUST_USE bool scanner_quoted(struct scanner *scanner, struct str *value);

/* Integers between commas, at least one, appended to an array in the arena that *count counts. */
MUST_USE bool scanner_integers(struct scanner *scanner, int64_t **values, size_t *count);

/* Whether the text ends here, white space aside; else false after the error `message`. */
MUST_USE bool scanner_ends(struct scanner *scanner, const char *message);
