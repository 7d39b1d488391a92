/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of a text, looked at one by one. */
#pragma once

#include "base/str.h"

enum { NO_DIGIT = 16 };

/* The byte at `at`, or NUL behind the end. */
static inline char byte_at(struct str text, size_t at)
{
	return at < text.len ? text.s[at] : '\0';
}

/* An ASCII capital as a small letter, everything else as it is. */
static inline char lower_case(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline bool is_decimal(char c)
{
	return c >= '0' && c <= '9';
}

/* The value of a digit of base 16 or less, or NO_DIGIT. */
static inline int digit_value(char c)
{
	int digit = byte_hexadecimal(c);
	return digit < 0 ? NO_DIGIT : digit;
}

/* Whether an ASCII character can stand in a name. */
static inline bool is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || is_decimal(c) || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The bracket that closes the one given. */
static inline char closing_bracket(char opening)
{
	if (opening == '(')
		return ')';
	return opening == '[' ? ']' : '}';
}
