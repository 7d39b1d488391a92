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

void buf_unsigned(struct buf *buf, uint64_t number)
{
	char digits[20]; /* of 2^64 - 1 */
	size_t first = sizeof digits;
	do
		digits[--first] = (char)('0' + number % 10);
	while (number /= 10);
	buf_add(buf, (struct str){digits + first, sizeof digits - first});
}

void buf_signed(struct buf *buf, int64_t number)
{
	if (number < 0)
		buf_putc(buf, '-');
	buf_unsigned(buf, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
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
