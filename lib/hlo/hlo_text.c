/* SPDX-License-Identifier: Apache-2.0 */
#include "hlo/hlo_reader.h"

static bool byte_is_name(char c)
{
	return byte_is_letter(c) || byte_is_digit(c) || c == '_' || c == '.' || c == '-';
}

struct str hlo_optional_name(struct scanner *in)
{
	size_t start = scanner_skip(in), end;
	if (in->failed)
		return STR("");
	start += start < in->text.len && in->text.s[start] == '%';
	for (end = start; end < in->text.len && byte_is_name(in->text.s[end]); end++)
		/* an arrow is none of the name */
		if (in->text.s[end] == '-' && end + 1 < in->text.len && in->text.s[end + 1] == '>')
			break;
	if (end > start)
		in->at = end;
	return str_slice(in->text, start, end);
}

bool hlo_takes_word(struct scanner *in, const char *word)
{
	size_t at = scanner_skip(in);
	bool takes = str_equal(hlo_optional_name(in), str_of(word)) && in->text.s[at] != '%';
	if (!takes)
		in->at = at;
	return takes;
}

struct str hlo_name(struct hlo_reader *reader)
{
	struct str name = hlo_optional_name(&reader->in);
	if (!name.len)
		(void)scanner_unexpected(&reader->in, "expects a name");
	return name;
}

/* The end of the text in quotes that starts at `at`, behind the closing one; text.len + 1 for none.
 */
static size_t quotes_end(struct str text, size_t at)
{
	for (size_t end = at + 1; end < text.len; end++) {
		if (text.s[end] == '\\')
			end++;
		else if (text.s[end] == '"')
			return end + 1;
	}
	return text.len + 1;
}

/* Passes text up to a byte of `stops` outside of brackets and quotes, or up to the bracket that
 * closes the first with `stops` empty. */
static bool skip_balanced(struct scanner *in, const char *stops)
{
	size_t start = scanner_skip(in), depth = 0;
	struct str text = in->text;
	for (size_t at = start; at < text.len && !in->failed; at++) {
		char c = text.s[at];
		if (depth == 0 && *stops && strchr(stops, c) && c) {
			in->at = at;
			return true;
		}
		if (c == '"') {
			at = quotes_end(text, at) - 1;
		} else if (c == '(' || c == '[' || c == '{') {
			depth++;
		} else if (c == ')' || c == ']' || c == '}') {
			depth--;
			if (depth == 0 && !*stops) {
				in->at = at + 1;
				return true;
			}
		}
	}
	return scanner_fail(in, start, start < text.len, "this does not end");
}

bool hlo_skip_value(struct scanner *in)
{
	return skip_balanced(in, ",)]}\n");
}

bool hlo_skip_brackets(struct scanner *in)
{
	if (!scanner_sees(in, "(") && !scanner_sees(in, "[") && !scanner_sees(in, "{"))
		return scanner_unexpected(in, "expects a bracket");
	return skip_balanced(in, "");
}

bool hlo_quoted(struct scanner *in, struct str *value)
{
	size_t start = scanner_skip(in);
	if (!scanner_sees(in, "\""))
		return scanner_unexpected(in, "expects text in quotes");
	size_t end = quotes_end(in->text, start);
	if (end > in->text.len)
		return scanner_fail(in, start, 1, "the text in quotes does not end");
	*value = str_slice(in->text, start + 1, end - 1);
	if (str_find(*value, '\\', 0) < value->len)
		return scanner_quoted(in, value);
	in->at = end;
	return true;
}

bool hlo_integers(struct hlo_reader *reader, struct hlo_integers *integers)
{
	struct scanner *in = &reader->in;
	int64_t *items = NULL;
	size_t count = 0;
	if (!scanner_expects(in, "{", "expects '{' before integers"))
		return false;
	if (!scanner_sees(in, "}") && !scanner_integers(in, &items, &count))
		return false;
	*integers = (struct hlo_integers){items, (uint32_t)count};
	return scanner_expects(in, "}", "expects '}' behind integers");
}
