/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"

#include <assert.h>

/* Bytes of the sequence that `lead` starts, and its smallest legal code point; 0 when it starts
 * none. */
static size_t sequence_size(unsigned char lead, uint32_t *smallest)
{
	if (lead < 0x80) {
		*smallest = 0;
		return 1;
	}
	if (lead >= 0xc2 && lead <= 0xdf) {
		*smallest = 0x80;
		return 2;
	}
	if (lead >= 0xe0 && lead <= 0xef) {
		*smallest = 0x800;
		return 3;
	}
	*smallest = 0x10000;
	return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

uint32_t utf8_decode(struct str text, size_t *size, bool *valid)
{
	assert(text.len);
	unsigned char lead = (unsigned char)text.s[0];
	uint32_t smallest;
	size_t length = sequence_size(lead, &smallest);
	*size = 1;
	*valid = length == 1;
	if (length < 2 || length > text.len)
		return lead;
	uint32_t value = lead & (0xffu >> (length + 1));
	for (size_t i = 1; i < length; i++) {
		unsigned char next = (unsigned char)text.s[i];
		if ((next & 0xc0) != 0x80)
			return lead;
		value = value << 6 | (next & 0x3fu);
	}
	if (value < smallest || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
		return lead;
	*size = length;
	*valid = true;
	return value;
}

/* Offset of the first byte at or after `from` that is not ASCII; steps over eight bytes at a time.
 */
static size_t skip_ascii(struct str text, size_t from)
{
	uint64_t eight;
	while (from + sizeof eight <= text.len) {
		memcpy(&eight, text.s + from, sizeof eight);
		if (eight & 0x8080808080808080u)
			break;
		from += sizeof eight;
	}
	while (from < text.len && (unsigned char)text.s[from] < 0x80)
		from++;
	return from;
}

size_t utf8_first_invalid(struct str text)
{
	size_t at = skip_ascii(text, 0);
	while (at < text.len) {
		size_t size;
		bool valid;
		utf8_decode(str_slice(text, at, text.len), &size, &valid);
		if (!valid)
			return at;
		at = skip_ascii(text, at + size);
	}
	return text.len;
}

size_t utf8_ascii_length(struct str text)
{
	return skip_ascii(text, 0);
}

size_t utf8_length(struct str text)
{
	const uint64_t ones = 0x0101010101010101u;
	size_t count = text.len, at = 0;
	for (uint64_t eight; text.len - at >= sizeof eight; at += sizeof eight) {
		memcpy(&eight, text.s + at, sizeof eight);
		uint64_t continues = eight >> 7 & ~eight >> 6 & ones; /* of 10xxxxxx */
		count -= continues * ones >> 56;
	}
	for (; at < text.len; at++)
		count -= utf8_continues(text.s[at]);
	return count;
}

void utf8_encode(struct buf *out, uint32_t code_point)
{
	assert(code_point <= 0x10ffff);
	if (code_point < 0x80) {
		buf_putc(out, (char)code_point);
		return;
	}
	size_t more = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
	uint32_t lead = 0xff00u >> (more + 1) & 0xff;
	buf_putc(out, (char)(lead | code_point >> (6 * more)));
	while (more-- > 0)
		buf_putc(out, (char)(0x80 | (code_point >> (6 * more) & 0x3f)));
}

/* What cannot be seen, or does something to what stands around it: control characters (C0, DEL,
 * C1), line separators, marks that change the direction of writing, characters without a width and
 * tags; and what is no character, which XML cannot hold. In order. */
static const struct {
	uint32_t first, last;
} unsafe[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x00ad, 0x00ad}, {0x061c, 0x061c},
    {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
    {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe007f},
};

static bool is_unsafe(uint32_t c)
{
	for (size_t i = 0; i < COUNT_OF(unsafe) && unsafe[i].first <= c; i++)
		if (c <= unsafe[i].last)
			return true;
	return false;
}

/* White space that is not unsafe: what .NET trims at the start of a line. */
static bool is_blank(uint32_t c)
{
	return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
	       c == 0x202f || c == 0x205f || c == 0x3000;
}

bool utf8_command_at(struct str text, size_t at)
{
	if (at + 3 >= text.len || memcmp(text.s + at, "##[", 3) != 0)
		return false;
	char letter = (char)(text.s[at + 3] | 0x20);
	return letter >= 'a' && letter <= 'z';
}

/* Whether the character `c` at byte `at` of a text is to be written as an escape. */
static bool is_escaped(struct str text, size_t at, uint32_t c, bool valid)
{
	return !valid || is_unsafe(c) || utf8_command_at(text, at);
}

/* The byte of the first of two colons that the text begins with, behind blanks; else its length. */
static size_t leading_command(struct str text)
{
	size_t at = 0, size = 0;
	bool valid = true;
	while (at < text.len &&
	       is_blank(utf8_decode(str_slice(text, at, text.len), &size, &valid)) && valid)
		at += size;
	return str_starts_with(str_slice(text, at, text.len), STR("::")) ? at : text.len;
}

static void add_escape(struct buf *out, uint32_t c, bool valid)
{
	if (c == '\n')
		buf_puts(out, "\\n");
	else if (c == '\t')
		buf_puts(out, "\\t");
	else if (c == '\r')
		buf_puts(out, "\\r");
	else
		buf_printf(out,
		           !valid || c <= 0xff ? "\\x%02x"
		           : c <= 0xffff       ? "\\u%04x"
		                               : "\\U%08x",
		           (unsigned)c);
}

size_t utf8_add_character(struct buf *out, struct str text, size_t at)
{
	size_t size;
	bool valid;
	uint32_t c = utf8_decode(str_slice(text, at, text.len), &size, &valid);
	if (is_escaped(text, at, c, valid))
		add_escape(out, c, valid);
	else
		buf_add(out, str_slice(text, at, at + size));
	return size;
}

/* The first byte from `at` on that may begin something to escape. */
static size_t skip_plain(struct str text, size_t at)
{
	while (at < text.len && text.s[at] >= ' ' && text.s[at] < 0x7f && text.s[at] != '#')
		at++;
	return at;
}

void utf8_add_escaped(struct buf *out, struct str text)
{
	size_t at = leading_command(text);
	if (at < text.len) {
		utf8_add_escaped(out, str_slice(text, 0, at));
		add_escape(out, (unsigned char)text.s[at++], true);
	} else {
		at = 0;
	}
	for (size_t kept = at; at < text.len; kept = at) {
		at = skip_plain(text, at);
		buf_add(out, str_slice(text, kept, at));
		if (at < text.len)
			at += utf8_add_character(out, text, at);
	}
}

struct str utf8_escaped(struct arena *arena, struct str text)
{
	struct buf out = {.arena = arena};
	utf8_add_escaped(&out, text);
	*buf_reserve(&out, 0) = '\0';
	return buf_str(&out);
}
