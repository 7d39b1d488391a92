/* SPDX-License-Identifier: Apache-2.0 */
#include "program/lex/string_literal.h"

#include "base/utf8.h"
#include "program/lex/bytes.h"

/* Strings in replacement fields of strings in replacement fields …; Python 3.12 allows 150. */
enum { MAX_FIELD_DEPTH = 20, LAST_CODE_POINT = 0x10ffff, REPLACEMENT_CHARACTER = 0xfffd };

static bool prefix_letter(char c, struct string_form *form)
{
	bool *seen = c == 'r' ? &form->raw : c == 'b' ? &form->bytes : &form->formatted;
	if ((c != 'r' && c != 'b' && c != 'f') || *seen)
		return false;
	*seen = true;
	return !(form->bytes && form->formatted);
}

bool string_starts(struct str text, size_t at, struct string_form *form)
{
	*form = (struct string_form){0};
	size_t start = at;
	if (lower_case(byte_at(text, at)) == 'u')
		at++;
	else
		while (at < start + 2 && prefix_letter(lower_case(byte_at(text, at)), form))
			at++;
	form->quote = byte_at(text, at);
	form->prefix = at - start;
	form->triple = byte_at(text, at + 1) == form->quote && byte_at(text, at + 2) == form->quote;
	return form->quote == '\'' || form->quote == '"';
}

static bool skip_string(struct str text, size_t *at, const struct string_form *form, int depth);

static bool ends_here(struct str text, size_t at, const struct string_form *form)
{
	bool quote = byte_at(text, at) == form->quote;
	return quote && (!form->triple || (byte_at(text, at + 1) == form->quote &&
	                                   byte_at(text, at + 2) == form->quote));
}

/* Whether an unclosed string stops here: at the end of its line unless it is triple-quoted. */
static bool cut_here(struct str text, size_t at, const struct string_form *form)
{
	return at >= text.len || (!form->triple && (text.s[at] == '\n' || text.s[at] == '\r'));
}

static bool skip_field(struct str text, size_t *at, const struct string_form *form, int depth);

/* Steps over what follows the ':' of a replacement field: text, and fields in it. */
static bool skip_format(struct str text, size_t *at, const struct string_form *form, int depth)
{
	while (!cut_here(text, *at, form) && !ends_here(text, *at, form)) {
		char c = text.s[(*at)++];
		if (c == '}')
			return true;
		if (c == '{' && !skip_field(text, at, form, depth + 1))
			return false;
	}
	return false;
}

/* Steps over a replacement field, *at being behind its '{'; false when it is not closed. */
static bool skip_field(struct str text, size_t *at, const struct string_form *form, int depth)
{
	int brackets = 0;
	while (depth < MAX_FIELD_DEPTH && !cut_here(text, *at, form)) {
		struct string_form inner;
		if (string_starts(text, *at, &inner)) {
			*at += inner.prefix;
			if (!skip_string(text, at, &inner, depth + 1))
				return false;
			continue;
		}
		char c = text.s[(*at)++];
		if (c == '}' && brackets == 0)
			return true;
		if (c == ':' && brackets == 0)
			return skip_format(text, at, form, depth);
		brackets += c == '(' || c == '[' || c == '{';
		brackets -= brackets > 0 && (c == ')' || c == ']' || c == '}');
	}
	return false;
}

/* Steps over a string, *at being on its first quote; false when it is not closed. */
static bool skip_string(struct str text, size_t *at, const struct string_form *form, int depth)
{
	*at += form->triple ? 3 : 1;
	while (!cut_here(text, *at, form)) {
		if (ends_here(text, *at, form)) {
			*at += form->triple ? 3 : 1;
			return true;
		}
		char c = text.s[(*at)++], next = byte_at(text, *at);
		bool field = c == '{' && form->formatted;
		bool bare =
		    form->formatted && (next == '{' || next == '}'); /* no escape of these */
		if (c == '\\' && *at < text.len && !bare)
			*at += next == '\r' && byte_at(text, *at + 1) == '\n' ? 2 : 1;
		else if (field && next == '{')
			++*at;
		else if (field && !skip_field(text, at, form, depth))
			return false;
	}
	return false;
}

bool string_end(struct str text, size_t at, const struct string_form *form, size_t *end)
{
	*end = at + form->prefix;
	return skip_string(text, end, form, 0);
}

struct decoder {
	struct buf *out;
	struct str body; /* between the quotes */
	size_t at;
	bool bytes;
	struct string_problem *problem;
	size_t skipped; /* bytes of the literal in front of the body */
};

/* Reports what was read since `start`, with all of its last character. */
static void refuse(struct decoder *decoder, size_t start, const char *message, const char *help)
{
	size_t end = decoder->at;
	while (end < decoder->body.len && utf8_continues(decoder->body.s[end]))
		end++;
	if (!decoder->problem->message)
		*decoder->problem =
		    (struct string_problem){decoder->skipped + start, end - start, message, help};
}

/* Reads up to `most` digits of a base; stores how many there were. */
static uint32_t read_digits(struct decoder *decoder, int base, int most, int *count)
{
	uint32_t value = 0;
	*count = 0;
	while (*count < most && digit_value(byte_at(decoder->body, decoder->at)) < base) {
		value =
		    value * (uint32_t)base + (uint32_t)digit_value(decoder->body.s[decoder->at++]);
		++*count;
	}
	return value;
}

static void add_code(struct decoder *decoder, uint32_t code)
{
	bool surrogate = code >= 0xd800 && code <= 0xdfff;
	if (decoder->bytes)
		buf_putc(decoder->out, (char)(code & 0xff));
	else
		utf8_encode(decoder->out, surrogate ? REPLACEMENT_CHARACTER : code);
}

/* An escape with digits: `kind` is x, u, U, or a digit of an octal one, on which `at` stands. */
static void decode_number(struct decoder *decoder, char kind)
{
	size_t start = decoder->at - 1;
	int count, wanted = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
	decoder->at += wanted > 0;
	uint32_t code = read_digits(decoder, wanted ? 16 : 8, wanted ? wanted : 3, &count);
	if (wanted && count < wanted)
		refuse(
		    decoder, start, "this escape lacks digits",
		    "write \\xNN, \\uNNNN or \\UNNNNNNNN, or a second backslash for a plain one");
	else if (code > LAST_CODE_POINT)
		refuse(decoder, start, "this escape is beyond the last character, \\U0010ffff",
		       "write \\U with eight digits up to 0010ffff");
	else
		add_code(decoder, code);
}

/* The character that a backslash and `kind` stand for, or NUL. */
static char simple_escape(char kind)
{
	static const char kinds[] = "\\'\"abfnrtv", values[] = "\\'\"\a\b\f\n\r\t\v";
	const char *found = kind ? strchr(kinds, kind) : NULL;
	return found ? values[found - kinds] : '\0';
}

/* An escape; `at` is behind its backslash. */
static void decode_escape(struct decoder *decoder)
{
	char kind = byte_at(decoder->body, decoder->at);
	bool unicode = !decoder->bytes && (kind == 'u' || kind == 'U');
	if (simple_escape(kind)) {
		buf_putc(decoder->out, simple_escape(kind));
		decoder->at++;
	} else if (kind == '\n' || kind == '\r') {
		bool pair = kind == '\r' && byte_at(decoder->body, decoder->at + 1) == '\n';
		decoder->at += pair ? 2 : 1;
	} else if (kind == 'x' || unicode || (kind >= '0' && kind <= '7')) {
		decode_number(decoder, kind);
	} else {
		buf_putc(decoder->out, '\\');
	}
}

/* How many of the next bytes stand for themselves. */
static size_t plain_run(const struct decoder *decoder, const struct string_form *form)
{
	struct str body = decoder->body;
	size_t at = decoder->at;
	while (at < body.len && body.s[at] != '\\' &&
	       !(form->bytes && (unsigned char)body.s[at] >= 0x80))
		at++;
	return at - decoder->at;
}

void string_decode(struct buf *out, struct str literal, struct string_problem *problem)
{
	struct string_form form;
	*problem = (struct string_problem){0};
	if (!string_starts(literal, 0, &form))
		return;
	size_t quotes = form.triple ? 3 : 1, start = form.prefix + quotes;
	struct decoder decoder = {.out = out, .bytes = form.bytes, .problem = problem};
	decoder.body = str_slice(literal, start, literal.len - quotes);
	decoder.skipped = start;
	while (decoder.at < decoder.body.len) {
		size_t plain = plain_run(&decoder, &form);
		buf_add(out, str_slice(decoder.body, decoder.at, decoder.at + plain));
		decoder.at += plain;
		if (decoder.at == decoder.body.len)
			return;
		char c = decoder.body.s[decoder.at++];
		if (form.bytes && (unsigned char)c >= 0x80)
			refuse(&decoder, decoder.at - 1,
			       "a bytes literal holds ASCII characters only",
			       "write the byte as \\xNN, or drop the prefix b");
		if (c == '\\' && !form.raw && !form.formatted)
			decode_escape(&decoder);
		else
			buf_putc(out, c);
	}
}
