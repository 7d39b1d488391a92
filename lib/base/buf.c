/* SPDX-License-Identifier: Apache-2.0 */
#include "base/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

char *buf_reserve(struct buf *buf, size_t more)
{
	assert(buf->arena && buf->len <= buf->room);
	if (more > SIZE_MAX / 4 || buf->len > SIZE_MAX / 4)
		arena_out_of_memory();
	size_t need = buf->len + more + 1;
	if (need > buf->room) {
		size_t room = need > 2 * buf->room ? need + 64 : 2 * buf->room;
		buf->data = arena_grow(buf->arena, buf->data, buf->room, room, 1);
		buf->room = room;
	}
	return buf->data + buf->len;
}

void buf_add(struct buf *buf, struct str text)
{
	char *end = buf_reserve(buf, text.len);
	if (text.len)
		memcpy(end, text.s, text.len);
	buf->len += text.len;
}

void buf_puts(struct buf *buf, const char *text)
{
	assert(text);
	buf_add(buf, str_of(text));
}

void buf_putc(struct buf *buf, char byte)
{
	*buf_reserve(buf, 1) = byte;
	buf->len++;
}

void buf_fill(struct buf *buf, char byte, size_t count)
{
	memset(buf_reserve(buf, count), byte, count);
	buf->len += count;
}

void buf_vprintf(struct buf *buf, const char *format, va_list arguments)
{
	enum {
		FIRST_TRY = 96
	}; /* bytes that most texts fit into, so that they are formatted once */
	va_list again;
	va_copy(again, arguments);
	int length = vsnprintf(buf_reserve(buf, FIRST_TRY), FIRST_TRY + 1, format, arguments);
	size_t room = length < 0 ? 0 : (size_t)length;
	if (room > FIRST_TRY)
		vsnprintf(buf_reserve(buf, room), room + 1, format, again);
	va_end(again);
	buf->len += room;
}

void buf_printf(struct buf *buf, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	buf_vprintf(buf, format, arguments);
	va_end(arguments);
}

char *integer_digits(char *at, int64_t number)
{
	/* Two digits at a time, because divisions take most of the time. */
	static const char pairs[] = "00010203040506070809"
				    "10111213141516171819"
				    "20212223242526272829"
				    "30313233343536373839"
				    "40414243444546474849"
				    "50515253545556575859"
				    "60616263646566676869"
				    "70717273747576777879"
				    "80818283848586878889"
				    "90919293949596979899";
	char digits[INTEGER_DIGITS];
	size_t start = sizeof digits;
	uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
	for (; rest >= 100; rest /= 100) {
		start -= 2;
		memcpy(digits + start, pairs + 2 * (rest % 100), 2);
	}
	start -= rest >= 10 ? 2 : 1;
	memcpy(digits + start, pairs + 2 * rest + (rest < 10), rest >= 10 ? 2 : 1);
	if (number < 0)
		digits[--start] = '-';
	memcpy(at, digits + start, sizeof digits - start);
	return at + (sizeof digits - start);
}

void buf_integer(struct buf *buf, int64_t number)
{
	assert(buf->arena);
	char *at = buf_reserve(buf, INTEGER_DIGITS);
	buf->len += (size_t)(integer_digits(at, number) - at);
}
