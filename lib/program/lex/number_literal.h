/* SPDX-License-Identifier: Apache-2.0 */
/* Number literals of Python. */
#pragma once

#include "base/str.h"

enum number_kind { NUMBER_INTEGER, NUMBER_FLOAT, NUMBER_IMAGINARY };

struct number {
	enum number_kind kind;
	bool fits;       /* an integer of 64 bits; Python's own have no bound */
	int64_t integer; /* when it fits */
	double real;     /* the nearest double, of every kind */
};

/* Whether a number starts at byte `at`: a digit, or a dot and a digit. */
bool number_starts(struct str text, size_t at);

/*
 * Stores the byte behind the number that starts at `at` and, when it is none of Python's, a message
 * and what to write instead (literals). Python lets a keyword such as `if` follow without a space.
 */
bool number_end(struct str text, size_t at, size_t *end, const char **message, const char **help);

/* The value of a whole literal. Needs scratch memory for as long as the call. */
struct number number_value(struct arena *scratch, struct str literal);
