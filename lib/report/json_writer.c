/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json_writer.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"

static void add_quoted(struct json *json, struct str text)
{
	static const char named[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	struct buf *out = json->out;
	if (str_find(text, '\0', 0) < text.len || utf8_first_invalid(text) < text.len)
		text = utf8_escaped(json->scratch, text);
	buf_putc(out, '"');
	for (size_t at = 0, end; at < text.len; at = end + 1) {
		for (end = at; end < text.len && (unsigned char)text.s[end] >= 0x20 &&
		               text.s[end] != '"' && text.s[end] != '\\' &&
		               !utf8_command_at(text, end);)
			end++;
		buf_add(out, str_slice(text, at, end));
		if (end == text.len)
			break;
		const char *name = strchr(named, text.s[end]);
		if (name)
			buf_printf(out, "\\%c", letters[name - named]);
		else
			buf_printf(out, "\\u%04x", (unsigned char)text.s[end]);
	}
	buf_putc(out, '"');
}

void json_key(struct json *json, const char *key)
{
	assert(json->out && json->scratch);
	if (json->stream)
		stream_check(json->stream);
	if (json->more)
		buf_puts(json->out, json->dense ? "," : ", ");
	json->more = true;
	if (!key)
		return;
	buf_putc(json->out, '"');
	buf_puts(json->out, key);
	buf_puts(json->out, json->dense ? "\":" : "\": ");
}

void json_name(struct json *json, struct str name)
{
	json_text(json, NULL, name);
	buf_puts(json->out, json->dense ? ":" : ": ");
	json->more = false;
}

void json_open(struct json *json, const char *key, char bracket)
{
	assert(bracket == '{' || bracket == '[');
	json_key(json, key);
	buf_putc(json->out, bracket);
	json->more = false;
}

void json_close(struct json *json, char bracket)
{
	assert(bracket == '}' || bracket == ']');
	buf_putc(json->out, bracket);
	json->more = true;
}

void json_line(struct json *json, size_t blanks)
{
	buf_puts(json->out, json->more ? ",\n" : "\n");
	buf_fill(json->out, ' ', blanks);
	json->more = false;
}

void json_text(struct json *json, const char *key, struct str text)
{
	assert(text.s || !text.len);
	json_key(json, key);
	add_quoted(json, text);
}

void json_word(struct json *json, const char *key, const char *text)
{
	if (text)
		json_text(json, key, str_of(text));
	else
		json_null(json, key);
}

void json_integer(struct json *json, const char *key, int64_t number)
{
	json_key(json, key);
	buf_integer(json->out, number);
}

void json_integers(struct json *json, const char *key, const int64_t *numbers, uint32_t count)
{
	json_open(json, key, '[');
	for (uint32_t i = 0; i < count; i++)
		json_integer(json, NULL, numbers[i]);
	json_close(json, ']');
}

/* Whether fifteen digits say a number as an integer does, which takes far less to write: zero has
 * no sign then. */
static bool is_short_integer(double number)
{
	return fabs(number) < 1e15 && trunc(number) == number && (number != 0 || !signbit(number));
}

/* Fifteen digits, unless what they say is further away than the number's neighbour. */
void json_number(struct json *json, const char *key, double number)
{
	json_key(json, key);
	if (is_short_integer(number)) {
		buf_integer(json->out, (int64_t)number);
		return;
	}
	char digits[32];
	snprintf(digits, sizeof digits, "%.15g", number);
	double read = strtod(digits, NULL), most = fmax(fabs(read), fabs(number));
	if (fabs(read - number) <= most * DBL_EPSILON)
		buf_puts(json->out, digits);
	else
		buf_printf(json->out, "%.17g", number);
}

void json_rounded(struct json *json, const char *key, double number)
{
	json_key(json, key);
	buf_printf(json->out, "%.6g", number);
}

void json_boolean(struct json *json, const char *key, bool value)
{
	json_key(json, key);
	buf_puts(json->out, value ? "true" : "false");
}

void json_null(struct json *json, const char *key)
{
	json_key(json, key);
	buf_puts(json->out, "null");
}
