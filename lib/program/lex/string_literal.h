/* SPDX-License-Identifier: Apache-2.0 */
/* String literals of Python: where one ends, and what it says. */
#pragma once

#include "base/buf.h"

/* What stands around the text of a literal. */
struct string_form {
	bool raw, bytes, formatted, triple; /* formatted: an f-string */
	char quote;
	size_t prefix; /* bytes in front of the first quote */
};

/* A part of a literal that Python refuses. */
struct string_problem {
	size_t start, length; /* bytes of the literal */
	const char *message;  /* NULL: there is none */
	const char *help;
};

/* Whether a string literal starts at byte `at` of the text; stores how it is written. */
bool string_starts(struct str text, size_t at, struct string_form *form);

/*
 * Stores the byte behind the literal that starts at `at`. False when its quotes are not closed, on
 * its line unless they are triple; then *end is where reading stopped. The replacement fields of an
 * f-string may hold strings with the same quotes.
 */
bool string_end(struct str text, size_t at, const struct string_form *form, size_t *end);

/*
 * Appends what a whole literal says: of a bytes literal the bytes, else UTF-8. Escapes of Python
 * that it does not know stay as they are, as in Python; so does \N{…}. Of an f-string the text
 * between the quotes is appended as it stands.
 */
void string_decode(struct buf *out, struct str literal, struct string_problem *problem);
