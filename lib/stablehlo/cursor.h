/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading the text of MLIR, token by token. The first thing that does not fit becomes a finding;
 * every function returns false, or an empty text, from then on. White space and // comments never
 * matter.
 */
#pragma once

#include "diag/diag.h"

/* How deep brackets, regions and calls may stand in each other. */
enum { MAX_NESTING = 256 };

struct cursor {
	struct str text;
	size_t at;           /* next byte */
	struct diags *diags; /* owns the finding */
	bool failed;
	struct diag *failure; /* what did not fit, where help may be added; NULL: nothing */
	/* The operation that is being read, where no rule is known for how it is written: what
	 * does not fit is then that. Empty: another. */
	struct span foreign;
};

/* Says what does not fit, at `length` bytes from `at` on, unless something did not before; message
 * as by printf. Always false. */
COLD bool cursor_fail(struct cursor *cursor, size_t at, size_t length, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* The same of what can be read and is not supported: dynamic shapes, unknown dialects. */
COLD bool cursor_unsupported(struct cursor *cursor, size_t at, size_t length, const char *format,
                             ...) PRINTF_LIKE(4, 5);

/* Says which of the names, as they are written, was probably meant by the one that has just failed.
 * Always false. */
COLD bool cursor_suggest(struct cursor *cursor, struct str name, const struct str *names,
                         size_t count);

/* Says what to write instead of what has just failed. Always false. */
COLD bool cursor_help(struct cursor *cursor, const char *help);

/* Says that something else was expected at the next token. Always false. */
COLD bool cursor_unexpected(struct cursor *cursor, const char *expected);

/* Says that `token` was expected. Always false. */
COLD bool cursor_missing(struct cursor *cursor, const char *token);

/* The same as cursor_skip. */
size_t cursor_skip_blanks(struct cursor *cursor);

/* Passes white space and comments; where the cursor then stands. */
static inline size_t cursor_skip(struct cursor *cursor)
{
	const char *s = cursor->text.s;
	size_t at = cursor->at, len = cursor->text.len;
	if (at < len && s[at] == ' ') /* one is nearly all that stands between tokens */
		cursor->at = ++at;
	return at < len && s[at] > ' ' && s[at] != '/' ? at : cursor_skip_blanks(cursor);
}

/* The next byte behind white space; 0 at the end of the text and after a failure. */
static inline char cursor_peek(struct cursor *cursor)
{
	size_t at = cursor_skip(cursor);
	return cursor->failed || at == cursor->text.len ? 0 : cursor->text.s[at];
}

/* Whether `token` comes next, after white space; it stays. In the header, so that nobody counts the
 * bytes of a token that is written out. */
static inline bool cursor_sees(struct cursor *cursor, const char *token)
{
	size_t at = cursor_skip(cursor), len = strlen(token);
	return !cursor->failed && cursor->text.len - at >= len &&
	       memcmp(cursor->text.s + at, token, len) == 0;
}

/* Passes `token` when it comes next. */
static inline bool cursor_takes(struct cursor *cursor, const char *token)
{
	bool seen = cursor_sees(cursor, token);
	if (seen)
		cursor->at += strlen(token);
	return seen;
}

/* Passes `token`; false after a finding when something else comes. */
MUST_USE static inline bool cursor_expects(struct cursor *cursor, const char *token)
{
	return cursor_takes(cursor, token) || cursor_missing(cursor, token);
}

/* Passes a word of letters, digits, '_', '.' and '$'; empty when none comes. */
struct str cursor_word(struct cursor *cursor);

/* Passes `word` when it comes next and no letter goes on behind it. */
bool cursor_takes_word(struct cursor *cursor, const char *word);

/* Passes a name behind '%', '^' or '#': letters, digits, '_', '.', '$' and '-'; with the sign. */
struct str cursor_name(struct cursor *cursor);

/* Passes a text in double quotes; what is inside, escapes as written. */
MUST_USE bool cursor_string(struct cursor *cursor, struct str *inside);

/* Passes @name or @"name"; the name. */
MUST_USE bool cursor_symbol(struct cursor *cursor, struct str *name);

/* Passes a decimal integer. */
MUST_USE bool cursor_integer(struct cursor *cursor, int64_t *value);

/*
 * Passes what follows, brackets with what is in them and texts as units, up to the first byte of
 * `stops` outside of brackets, or to a closing bracket that was not opened; "->" holds no bracket.
 * What was passed, without white space at the ends.
 */
struct str cursor_balanced(struct cursor *cursor, const char *stops);

/* Passes a pair of brackets and what is in them: all of that, or an empty text after a finding. */
MUST_USE bool cursor_group(struct cursor *cursor, const char *open, const char *close,
                           struct str *group);

/* Passes a pair of braces, which comes next, and what is in them; other brackets in it are not
 * looked at, as it will be read. */
MUST_USE bool cursor_body(struct cursor *cursor);

/* Passes loc(…) when it comes next; what stands in it. */
MUST_USE bool cursor_location(struct cursor *cursor, struct str *location);

/* Whether another item of a list stands here, behind the ',' that comes before all but the first;
 * false at `close`, which is passed, and after a finding. */
bool cursor_item(struct cursor *cursor, const char *close, bool first);

/* Goes to a part of the text that was passed before; where the cursor stood. */
size_t cursor_jump(struct cursor *cursor, struct str part);
