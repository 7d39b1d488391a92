/* SPDX-License-Identifier: Apache-2.0 */
/* Counted strings: views into text that somebody else owns. Not NUL-terminated. */
#pragma once

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

struct str {
	const char *s;
	size_t len; /* bytes */
};

#define STR(literal) ((struct str){(literal), sizeof(literal) - 1})
/* Arguments for the printf conversion "%.*s". */
#define STR_ARG(text) (int)(text).len, (text).s

/* View of a NUL-terminated string. */
static inline struct str str_of(const char *text)
{
	return (struct str){text, strlen(text)};
}

static inline bool str_equal(struct str a, struct str b)
{
	return a.len == b.len && (a.len == 0 || (*a.s == *b.s && memcmp(a.s, b.s, a.len) == 0));
}

/* Whether a text is the one that ends with a byte of 0, whose length is not counted for that. */
static inline bool str_is(struct str text, const char *ended)
{
	for (size_t i = 0; i < text.len; i++)
		if (ended[i] != text.s[i] || !ended[i])
			return false;
	return !ended[text.len];
}

/* The part of `text` from byte `start` up to byte `stop`; start <= stop <= text.len. */
static inline struct str str_slice(struct str text, size_t start, size_t stop)
{
	assert(start <= stop && stop <= text.len);
	return (struct str){text.s ? text.s + start : NULL, stop - start};
}

static inline bool str_starts_with(struct str text, struct str prefix)
{
	return text.len >= prefix.len &&
	       (prefix.len == 0 || memcmp(text.s, prefix.s, prefix.len) == 0);
}

static inline bool str_ends_with(struct str text, struct str suffix)
{
	return text.len >= suffix.len && (suffix.len == 0 || memcmp(text.s + text.len - suffix.len,
	                                                            suffix.s, suffix.len) == 0);
}

static inline bool byte_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The value of a hexadecimal digit; -1: it is none. */
static inline int byte_hexadecimal(char c)
{
	char small = (char)(c | 0x20);
	if (byte_is_digit(c))
		return c - '0';
	return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* Of the Latin alphabet. */
static inline bool byte_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether it is a blank inside of a line: a space, a tab or a carriage return. */
static inline bool byte_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* `text` without the spaces, tabs and line ends at both ends. */
struct str str_trim(struct str text);

/* Position of the first `byte` at or after `from`, or text.len. */
size_t str_find(struct str text, char byte, size_t from);

/* Position of the first `part` at or after `from`, or text.len; takes time for the length of both
 * alone. */
size_t str_search(struct str text, struct str part, size_t from);

static inline bool str_contains(struct str text, struct str part)
{
	return str_search(text, part, 0) < text.len;
}

/* The part of `text` in front of the first `byte`, or all of it. */
static inline struct str str_until(struct str text, char byte)
{
	return str_slice(text, 0, str_find(text, byte, 0));
}

/* Position behind the last `byte`, or 0. */
static inline size_t str_behind_last(struct str text, char byte)
{
	size_t end = text.len;
	while (end > 0 && text.s[end - 1] != byte)
		end--;
	return end;
}

/* Whether a list of words, parted by single spaces, has the word. */
bool str_has_word(struct str list, struct str word);

/* The place of the text among `count` words; `count` when it is none of them. */
size_t str_place(struct str text, const char *const *words, size_t count);

/* A copy of `text` in the arena, followed by a NUL. */
struct str str_copy(struct arena *arena, struct str text);

/* Text formatted as by printf, in the arena, followed by a NUL. */
struct str str_format(struct arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);

/* The same with the arguments as a list, which must not be used afterwards. */
struct str str_vformat(struct arena *arena, const char *format, va_list arguments)
    PRINTF_LIKE(2, 0);

/* Reads a decimal integer with an optional '-' that fills all of `text`; false when it is none or
 * does not fit. */
MUST_USE bool str_to_int64(struct str text, int64_t *value);

/* A 64-bit hash of the bytes, the same in every run on one machine; not against an adversary. */
uint64_t str_hash(struct str text);

/* Order by bytes, a prefix first: negative, zero or positive as memcmp. */
int str_compare(struct str a, struct str b);
