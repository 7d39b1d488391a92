/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/log_utf16.h"

#include "base/utf8.h"

enum { REPLACEMENT = 0xfffd, MARK = 0xfeff };

enum log_encoding log_encoding_of(struct str start)
{
	return str_starts_with(start, STR("\xff\xfe"))   ? LOG_UTF16_LITTLE
	       : str_starts_with(start, STR("\xfe\xff")) ? LOG_UTF16_BIG
	                                                 : LOG_UTF8;
}

static uint32_t unit_at(enum log_encoding encoding, struct str bytes, size_t at)
{
	unsigned char first = (unsigned char)bytes.s[at], second = (unsigned char)bytes.s[at + 1];
	return encoding == LOG_UTF16_BIG ? (uint32_t)first << 8 | second
	                                 : (uint32_t)second << 8 | first;
}

size_t log_utf16_decode(enum log_encoding encoding, struct str bytes, struct buf *out)
{
	size_t at = 0;
	while (bytes.len - at >= 2) {
		uint32_t unit = unit_at(encoding, bytes, at);
		bool high = unit >= 0xd800 && unit < 0xdc00;
		if (high && bytes.len - at < 4)
			break;
		uint32_t low = high ? unit_at(encoding, bytes, at + 2) : 0;
		bool pair = low >= 0xdc00 && low < 0xe000;
		if (pair)
			unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
		else if (unit >= 0xd800 && unit < 0xe000)
			unit = REPLACEMENT;
		if (unit != MARK)
			utf8_encode(out, unit);
		at += pair ? 4 : 2;
	}
	return at;
}
