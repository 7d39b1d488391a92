/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/log_json.h"

#include "base/utf8.h"

/* The value of four hexadecimal digits; false when they are none. */
static bool read_unit(struct str digits, uint32_t *unit)
{
	*unit = 0;
	if (digits.len < 4)
		return false;
	for (size_t i = 0; i < 4; i++) {
		int digit = byte_hexadecimal(digits.s[i]);
		if (digit < 0)
			return false;
		*unit = 16 * *unit + (uint32_t)digit;
	}
	return true;
}

/* Appends what \uXXXX at the start of the text stands for, two of them being one code point beyond
 * the first 65536; returns how many bytes it takes. */
static size_t add_unit(struct str text, struct buf *out)
{
	uint32_t unit, second;
	if (!read_unit(str_slice(text, 2, text.len), &unit))
		return 2;
	bool high = unit >= 0xd800 && unit < 0xdc00;
	if (high && text.len >= 12 && text.s[6] == '\\' && text.s[7] == 'u' &&
	    read_unit(str_slice(text, 8, text.len), &second) && second >= 0xdc00 &&
	    second < 0xe000) {
		utf8_encode(out, 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00));
		return 12;
	}
	utf8_encode(out, unit >= 0xd800 && unit < 0xe000 ? 0xfffd : unit);
	return 6;
}

/* Appends the text in quotes that begins at byte `at`; false when it is not closed. */
static bool add_quoted(struct str line, size_t at, struct buf *out)
{
	static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
	for (at++; at < line.len && line.s[at] != '"';) {
		if (line.s[at] != '\\') {
			size_t from = at;
			while (at < line.len && line.s[at] != '"' && line.s[at] != '\\')
				at++;
			buf_add(out, str_slice(line, from, at));
		} else if (at + 1 < line.len && line.s[at + 1] == 'u') {
			at += add_unit(str_slice(line, at, line.len), out);
		} else if (at + 1 < line.len) {
			const char *letter = strchr(letters, line.s[at + 1]);
			buf_putc(out, letter && *letter ? meant[letter - letters] : line.s[at + 1]);
			at += 2;
		} else {
			at++;
		}
	}
	return at < line.len;
}

/* Appends the text under the first of these keys that has one; false when none has. */
static bool add_first(struct str line, const char *const *keys, struct buf *out)
{
	for (; *keys; keys++) {
		size_t at = str_search(line, str_of(*keys), 0);
		if (at == line.len)
			continue;
		at += strlen(*keys);
		while (at < line.len && line.s[at] == ' ')
			at++;
		if (at < line.len && line.s[at] == '"')
			return add_quoted(line, at, out);
	}
	return false;
}

bool log_json_text(struct str line, struct buf *out)
{
	static const char *const said[] = {"\"log\":",         "\"message\":", "\"msg\":",
	                                   "\"textPayload\":", "\"event\":",   NULL},
				 *const raised[] = {"\"exc_info\":", "\"exception\":",
	                                            "\"stack_trace\":", "\"traceback\":", NULL};
	if (!str_starts_with(line, STR("{\"")) && !str_starts_with(line, STR("{ \"")))
		return false;
	bool any = add_first(line, said, out);
	size_t length = out->len;
	buf_putc(out, '\n');
	bool traceback = add_first(line, raised, out);
	if (!traceback)
		out->len = length;
	return any || traceback;
}
