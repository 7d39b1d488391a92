/* SPDX-License-Identifier: Apache-2.0 */
/* A growing piece of text. */
#pragma once

#include <stdarg.h>

#include "base/str.h"

struct buf {
	struct arena *arena; /* owns `data` */
	char *data;
	size_t len, room; /* bytes */
};

/* Appends the bytes of `text`. */
void buf_add(struct buf *buf, struct str text);

/* Appends a NUL-terminated string. */
void buf_puts(struct buf *buf, const char *text);

/* Appends one byte. */
void buf_putc(struct buf *buf, char byte);

/* Appends `count` times the same byte. */
void buf_fill(struct buf *buf, char byte, size_t count);

/* Appends text formatted as by printf. */
void buf_printf(struct buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);

/* The same with the arguments as a list, which must not be used afterwards. */
void buf_vprintf(struct buf *buf, const char *format, va_list arguments) PRINTF_LIKE(2, 0);

/* Makes room for `more` bytes and a NUL behind the text, and returns where they begin: whoever
 * writes there adds to `len` what was written. */
char *buf_reserve(struct buf *buf, size_t more);

/* What has been written so far; valid until the next append. */
static inline struct str buf_str(const struct buf *buf)
{
	return (struct str){buf->data ? buf->data : "", buf->len};
}

/* "2" and "s", "1" and "": for a message that counts. */
static inline const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* Room for the digits of an integer and its sign. */
enum { INTEGER_DIGITS = 20 };

/* Writes an integer in decimal digits, at most INTEGER_DIGITS bytes; returns the end. */
char *integer_digits(char *at, int64_t number);

/* Appends an integer in decimal digits; quicker than buf_printf. */
void buf_integer(struct buf *buf, int64_t number);
