/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"

#include "base/utf8.h"

enum { MAX_DEPTH = 1000, REPLACEMENT = 0xfffd };

struct parser {
	struct arena *arena;
	struct str text;
	size_t at; /* next byte */
};

/* The next byte behind white space; 0 at the end. */
static char peek(struct parser *parser)
{
	while (parser->at < parser->text.len &&
	       (byte_is_blank(parser->text.s[parser->at]) || parser->text.s[parser->at] == '\n'))
		parser->at++;
	return parser->at < parser->text.len ? parser->text.s[parser->at] : 0;
}

static bool take(struct parser *parser, char byte)
{
	bool taken = peek(parser) == byte;
	parser->at += taken;
	return taken;
}

/* The value of four hexadecimal digits at `at`; -1: there are none. */
static int32_t four_digits(struct str text, size_t at)
{
	static const char digits[] = "0123456789abcdef";
	int32_t value = 0;
	if (at > text.len || text.len - at < 4)
		return -1;
	for (size_t i = at; i < at + 4; i++) {
		char byte = text.s[i];
		const char *digit =
		    memchr(digits, byte >= 'A' && byte <= 'F' ? byte + 32 : byte, 16);
		if (!digit)
			return -1;
		value = value << 4 | (int32_t)(digit - digits);
	}
	return value;
}

static bool is_half(int32_t unit, int32_t first)
{
	return unit >= first && unit < first + 0x400;
}

/* The digits behind \u, and those of the other half of a character behind another \u. */
static bool read_character(struct parser *parser, struct buf *out)
{
	struct str text = parser->text;
	int32_t unit = four_digits(text, parser->at), other = -1;
	if (unit < 0)
		return false;
	parser->at += 4;
	if (is_half(unit, 0xd800) && text.len - parser->at >= 2 &&
	    memcmp(text.s + parser->at, "\\u", 2) == 0)
		other = four_digits(text, parser->at + 2);
	if (is_half(other, 0xdc00)) {
		parser->at += 6;
		unit = 0x10000 + ((unit - 0xd800) << 10 | (other - 0xdc00));
	} else if (is_half(unit, 0xd800) || is_half(unit, 0xdc00)) {
		unit = REPLACEMENT;
	}
	utf8_encode(out, (uint32_t)unit);
	return true;
}

/* What stands behind a backslash. */
static bool read_escape(struct parser *parser, struct buf *out)
{
	static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	char byte = parser->at < parser->text.len ? parser->text.s[parser->at++] : 0;
	if (byte == 'u')
		return read_character(parser, out);
	const char *name = byte ? strchr(names, byte) : NULL;
	if (name)
		buf_putc(out, meant[name - names]);
	return name;
}

/* Passes what stands up to a quote or a backslash; false where the text ends before. */
static bool pass_plain(struct parser *parser)
{
	const char *s = parser->text.s;
	while (parser->at < parser->text.len && s[parser->at] != '"' && s[parser->at] != '\\')
		parser->at++;
	return parser->at < parser->text.len;
}

static bool read_string(struct parser *parser, struct str *string)
{
	struct buf out = {.arena = parser->arena};
	if (!take(parser, '"'))
		return false;
	for (size_t start = parser->at; pass_plain(parser); start = parser->at) {
		bool ends = parser->text.s[parser->at] == '"';
		*string = str_slice(parser->text, start, parser->at++);
		if (!ends || out.data) {
			buf_add(&out, *string);
			*string = buf_str(&out);
		}
		if (ends)
			return true;
		if (!read_escape(parser, &out))
			return false;
	}
	return false;
}

static bool is_plain(char byte)
{
	return byte_is_digit(byte) || (byte >= 'a' && byte <= 'z') ||
	       (byte >= 'A' && byte <= 'Z') || byte == '-' || byte == '+' || byte == '.';
}

/* A number, of which only its first bytes are looked at, or a word. */
static bool read_plain(struct parser *parser, struct str *text)
{
	static const char *const words[] = {"true", "false",    "null",
	                                    "NaN",  "Infinity", "-Infinity"};
	size_t start = parser->at;
	while (parser->at < parser->text.len && is_plain(parser->text.s[parser->at]))
		parser->at++;
	*text = str_slice(parser->text, start, parser->at);
	size_t sign = str_starts_with(*text, STR("-"));
	return (text->len > sign && byte_is_digit(text->s[sign])) ||
	       str_place(*text, words, COUNT_OF(words)) < COUNT_OF(words);
}

static bool read_value(struct parser *parser, struct json_value *value, int depth);

/* What stands in an array or an object, whose bracket was passed. */
static bool read_items(struct parser *parser, struct json_value *list, int depth)
{
	char close = list->kind == JSON_OBJECT ? '}' : ']';
	struct json_value **next = &list->first;
	if (take(parser, close))
		return true;
	do {
		struct json_value *item = arena_new(parser->arena, struct json_value, 1);
		if (list->kind == JSON_OBJECT &&
		    (!read_string(parser, &item->key) || !take(parser, ':')))
			return false;
		if (!read_value(parser, item, depth + 1))
			return false;
		*next = item;
		next = &item->next;
	} while (take(parser, ','));
	return take(parser, close);
}

static bool read_value(struct parser *parser, struct json_value *value, int depth)
{
	char byte = peek(parser);
	if (byte == '"') {
		value->kind = JSON_STRING;
		return read_string(parser, &value->text);
	}
	if (byte != '{' && byte != '[')
		return read_plain(parser, &value->text);
	value->kind = byte == '{' ? JSON_OBJECT : JSON_ARRAY;
	parser->at++;
	return depth < MAX_DEPTH && read_items(parser, value, depth);
}

const struct json_value *json_read(struct arena *arena, struct str text)
{
	struct parser parser = {.arena = arena, .text = text};
	struct json_value *value = arena_new(arena, struct json_value, 1);
	if (str_starts_with(text, STR("\xef\xbb\xbf")))
		parser.at = 3;
	return read_value(&parser, value, 0) && !peek(&parser) && parser.at == text.len ? value
	                                                                                : NULL;
}

const struct json_value *json_member(const struct json_value *value, const char *key)
{
	const struct json_value *member = value && value->kind == JSON_OBJECT ? value->first : NULL;
	while (member && !str_equal(member->key, str_of(key)))
		member = member->next;
	return member;
}

bool json_says(const struct json_value *value, const char *text)
{
	return value && value->kind == JSON_STRING && str_equal(value->text, str_of(text));
}
