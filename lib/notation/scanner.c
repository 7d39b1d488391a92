/* SPDX-License-Identifier: Apache-2.0 */
#include "notation/scanner.h"

#include <assert.h>
#include <stdarg.h>

#include "base/buf.h"

void notation_error_help(struct diag *diag, const struct notation_error *error)
{
	if (error->help.len)
		diag_help(diag, "%.*s", STR_ARG(error->help));
}

struct scanner scanner_make(struct arena *arena, struct str text, bool comments,
                            struct notation_error *error)
{
	*error = (struct notation_error){.message = STR(""), .help = STR(""), .framework = STR("")};
	return (struct scanner){.text = text, .comments = comments, .arena = arena, .error = error};
}

bool scanner_fail(struct scanner *scanner, size_t at, size_t length, const char *format, ...)
{
	assert(at <= scanner->text.len);
	va_list arguments;
	if (scanner->failed)
		return false;
	va_start(arguments, format);
	scanner->error->message = str_vformat(scanner->arena, format, arguments);
	va_end(arguments);
	scanner->failed = true;
	scanner->error->at = at;
	scanner->error->length = length;
	return false;
}

bool scanner_unsupported(struct scanner *scanner, size_t at, size_t length, const char *message)
{
	if (!scanner->failed)
		scanner->error->unsupported = true;
	return scanner_fail(scanner, at, length, "%s", message);
}

bool scanner_fail_as(struct scanner *scanner, size_t at, size_t length,
                     const struct notation_error *error)
{
	if (!scanner->failed)
		scanner->error->help = error->help;
	return scanner_fail(scanner, at, length, "%.*s", STR_ARG(error->message));
}

bool scanner_unexpected(struct scanner *scanner, const char *message)
{
	size_t at = scanner_skip(scanner);
	return scanner_fail(scanner, at, at < scanner->text.len, "%s", message);
}

static bool is_space(char byte)
{
	return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* The end of a comment that starts at `at`; `at` when none does. */
static size_t comment_end(struct str text, size_t at)
{
	if (text.len - at < 2 || text.s[at] != '/')
		return at;
	if (text.s[at + 1] == '/')
		return str_find(text, '\n', at);
	if (text.s[at + 1] != '*')
		return at;
	for (size_t end = at + 2; end + 1 < text.len; end++)
		if (memcmp(text.s + end, "*/", 2) == 0)
			return end + 2;
	return at;
}

size_t scanner_skip(struct scanner *scanner)
{
	struct str text = scanner->text;
	size_t start;
	do {
		start = scanner->at;
		while (scanner->at < text.len && is_space(text.s[scanner->at]))
			scanner->at++;
		if (scanner->comments)
			scanner->at = comment_end(text, scanner->at);
	} while (scanner->at > start);
	return scanner->at;
}

bool scanner_sees(struct scanner *scanner, const char *token)
{
	size_t at = scanner_skip(scanner);
	return !scanner->failed &&
	       str_starts_with(str_slice(scanner->text, at, scanner->text.len), str_of(token));
}

bool scanner_takes(struct scanner *scanner, const char *token)
{
	bool seen = scanner_sees(scanner, token);
	if (seen)
		scanner->at += strlen(token);
	return seen;
}

bool scanner_expects(struct scanner *scanner, const char *token, const char *message)
{
	return scanner_takes(scanner, token) || scanner_unexpected(scanner, message);
}

static bool is_letter(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

struct str scanner_word(struct scanner *scanner)
{
	struct str text = scanner->text;
	size_t start = scanner_skip(scanner), end = start;
	while (end < text.len &&
	       (is_letter(text.s[end]) || (end > start && byte_is_digit(text.s[end]))))
		end++;
	if (end > start && end < text.len && text.s[end] == '=')
		end++;
	scanner->at = end;
	return str_slice(text, start, end);
}

bool scanner_integer(struct scanner *scanner, int64_t *value, const char *message)
{
	struct str text = scanner->text;
	size_t start = scanner_skip(scanner), end = start;
	if (end < text.len && text.s[end] == '-')
		end++;
	while (end < text.len && byte_is_digit(text.s[end]))
		end++;
	if (scanner->failed || !str_to_int64(str_slice(text, start, end), value)) {
		size_t shown = end > start ? end - start : start < text.len;
		return scanner_fail(scanner, start, shown, "%s", message);
	}
	scanner->at = end;
	return true;
}

/* Decodes the escape behind a backslash at `at`; the bytes it takes, or 0 when it is none. */
static size_t decode_escape(struct str text, size_t at, char *decoded)
{
	static const char letters[] = "\\\"'nt", meanings[] = "\\\"'\n\t";
	if (at + 1 >= text.len)
		return 0;
	int high = byte_hexadecimal(text.s[at + 1]),
	    low = at + 2 < text.len ? byte_hexadecimal(text.s[at + 2]) : -1;
	if (high >= 0 && low >= 0) {
		*decoded = (char)(high * 16 + low);
		return 3;
	}
	const char *letter = text.s[at + 1] ? strchr(letters, text.s[at + 1]) : NULL;
	if (letter)
		*decoded = meanings[letter - letters];
	return letter ? 2 : 0;
}

bool scanner_quoted(struct scanner *scanner, struct str *value)
{
	struct str text = scanner->text;
	size_t start = scanner_skip(scanner), at = start + 1;
	if (start >= text.len || (text.s[start] != '"' && text.s[start] != '\''))
		return scanner_unexpected(scanner, "expects string");
	struct buf decoded = {.arena = scanner->arena};
	while (at < text.len && text.s[at] != text.s[start]) {
		char byte = text.s[at];
		size_t taken = byte == '\\' ? decode_escape(text, at, &byte) : 1;
		if (!taken)
			return scanner_fail(scanner, at, 1, "unknown escape in a string");
		buf_putc(&decoded, byte);
		at += taken;
	}
	if (scanner->failed || at >= text.len)
		return scanner_fail(scanner, start, text.len - start, "unterminated string");
	scanner->at = at + 1;
	*value = buf_str(&decoded);
	return true;
}

bool scanner_integers(struct scanner *scanner, int64_t **values, size_t *count)
{
	size_t room = *count;
	do {
		int64_t value;
		if (!scanner_integer(scanner, &value, "expects integer"))
			return false;
		arena_push(scanner->arena, *values, *count, room, value);
	} while (scanner_takes(scanner, ","));
	return !scanner->failed;
}

bool scanner_ends(struct scanner *scanner, const char *message)
{
	size_t at = scanner_skip(scanner);
	if (at < scanner->text.len)
		return scanner_fail(scanner, at, scanner->text.len - at, "%s", message);
	return !scanner->failed;
}
