/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/cursor.h"

#include <limits.h>
#include <stdio.h>

#include "base/utf8.h"
#include "diag/suggest.h"

static bool PRINTF_LIKE(4, 0) fail(struct cursor *cursor, enum rule_id rule, struct span at,
                                   const char *format, va_list arguments)
{
	if (cursor->failed)
		return false;
	struct str message = str_vformat(cursor->diags->arena, format, arguments);
	struct span foreign = cursor->foreign;
	if (foreign.length)
		diag_add(cursor->diags, RULE_MODULE_UNSUPPORTED, foreign,
		         "how %.*s is written is not known",
		         STR_ARG(utf8_escaped(cursor->diags->arena,
		                              str_slice(cursor->text, foreign.offset,
		                                        foreign.offset + foreign.length))));
	else
		cursor->failure = diag_add(cursor->diags, rule, at, "%.*s", STR_ARG(message));
	cursor->failed = true;
	return false;
}

bool cursor_suggest(struct cursor *cursor, struct str name, const struct str *names, size_t count)
{
	struct str near = suggest(name, names, count);
	if (cursor->failure && near.s)
		diag_help(cursor->failure, "did you mean %.*s?",
		          STR_ARG(utf8_escaped(cursor->diags->arena, near)));
	return false;
}

bool cursor_help(struct cursor *cursor, const char *help)
{
	if (cursor->failure)
		diag_help(cursor->failure, "%s", help);
	return false;
}

bool cursor_fail(struct cursor *cursor, size_t at, size_t length, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fail(cursor, RULE_MODULE_SYNTAX, (struct span){(uint32_t)at, (uint32_t)length}, format,
	     arguments);
	va_end(arguments);
	return false;
}

bool cursor_unsupported(struct cursor *cursor, size_t at, size_t length, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fail(cursor, RULE_MODULE_UNSUPPORTED, (struct span){(uint32_t)at, (uint32_t)length}, format,
	     arguments);
	va_end(arguments);
	return false;
}

/* What a byte may be part of. A name has what a word has, and '-'; a word begins with a letter. */
enum { LETTER = 1, WORD = 2, NAME = 4 };
#define OF_WORDS (WORD | NAME)
#define OF_ALL (LETTER | WORD | NAME)
#define FOUR(first, of) \
	[(first)] = (of), [(first) + 1] = (of), [(first) + 2] = (of), [(first) + 3] = (of)
#define ALPHABET(first)                                                                         \
	FOUR(first, OF_ALL), FOUR((first) + 4, OF_ALL), FOUR((first) + 8, OF_ALL),              \
	    FOUR((first) + 12, OF_ALL), FOUR((first) + 16, OF_ALL), FOUR((first) + 20, OF_ALL), \
	    [(first) + 24] = OF_ALL, [(first) + 25] = OF_ALL
static const unsigned char parts[UCHAR_MAX + 1] = {
    ALPHABET('A'),       ALPHABET('a'),    ['_'] = OF_ALL,   ['$'] = OF_ALL,   FOUR('0', OF_WORDS),
    FOUR('4', OF_WORDS), ['8'] = OF_WORDS, ['9'] = OF_WORDS, ['.'] = OF_WORDS, ['-'] = NAME,
};

static bool is_part(char byte, int of)
{
	return parts[(unsigned char)byte] & of;
}

/* Where what is made of such bytes ends, which begins at `at`. */
static size_t end_of(struct str text, size_t at, int of)
{
	while (at < text.len && is_part(text.s[at], of))
		at++;
	return at;
}

/* The token at `at`, as a message shows it: a word, or one character. */
static struct str shown_token(const struct cursor *cursor, size_t at)
{
	size_t end = at;
	while (end < cursor->text.len && end - at < 40 && is_part(cursor->text.s[end], WORD))
		end++;
	if (end == at && at < cursor->text.len)
		end++;
	while (end < cursor->text.len && utf8_continues(cursor->text.s[end]))
		end++;
	return str_slice(cursor->text, at, end);
}

bool cursor_unexpected(struct cursor *cursor, const char *expected)
{
	size_t at = cursor_skip(cursor);
	struct str token = shown_token(cursor, at);
	if (cursor->failed)
		return false;
	if (!token.len)
		return cursor_fail(cursor, at, 0, "expected %s, but the text ends here", expected);
	return cursor_fail(cursor, at, token.len, "expected %s, not '%s'", expected,
	                   utf8_escaped(cursor->diags->arena, token).s);
}

size_t cursor_skip_blanks(struct cursor *cursor)
{
	const char *s = cursor->text.s;
	size_t at = cursor->at, len = cursor->text.len;
	while (at < len) {
		if (s[at] == ' ' || s[at] == '\n' || byte_is_blank(s[at]))
			at++;
		else if (s[at] == '/' && at + 1 < len && s[at + 1] == '/')
			at = str_find(cursor->text, '\n', at);
		else
			break;
	}
	return cursor->at = at;
}

bool cursor_missing(struct cursor *cursor, const char *token)
{
	char expected[32];
	snprintf(expected, sizeof expected, "'%s'", token);
	return cursor_unexpected(cursor, expected);
}

struct str cursor_word(struct cursor *cursor)
{
	size_t start = cursor_skip(cursor);
	if (cursor->failed || start == cursor->text.len || !is_part(cursor->text.s[start], LETTER))
		return STR("");
	cursor->at = end_of(cursor->text, start, WORD);
	return str_slice(cursor->text, start, cursor->at);
}

bool cursor_takes_word(struct cursor *cursor, const char *word)
{
	size_t end = cursor_skip(cursor) + strlen(word);
	if (!cursor_sees(cursor, word) ||
	    (end < cursor->text.len && is_part(cursor->text.s[end], WORD)))
		return false;
	cursor->at = end;
	return true;
}

struct str cursor_name(struct cursor *cursor)
{
	size_t start = cursor_skip(cursor);
	if (cursor->failed || start == cursor->text.len)
		return STR("");
	size_t end = end_of(cursor->text, start + 1, NAME);
	if (end == start + 1) {
		cursor_unexpected(cursor, "a name");
		return STR("");
	}
	cursor->at = end;
	return str_slice(cursor->text, start, end);
}

/* The byte behind the closing quote of the text whose opening quote stands at `at`; 0: none. */
static size_t string_end(struct str text, size_t at)
{
	for (size_t end = str_find(text, '"', at + 1); end < text.len;
	     end = str_find(text, '"', end + 1)) {
		size_t slashes = 0;
		while (text.s[end - 1 - slashes] == '\\')
			slashes++;
		if (slashes % 2 == 0)
			return end + 1;
	}
	return 0;
}

/* Passes the text whose opening quote comes next. */
static bool pass_string(struct cursor *cursor)
{
	size_t end = string_end(cursor->text, cursor->at);
	if (!end)
		return cursor_fail(cursor, cursor->at, 1, "a text in quotes that does not end");
	cursor->at = end;
	return true;
}

bool cursor_string(struct cursor *cursor, struct str *inside)
{
	*inside = STR("");
	if (cursor_peek(cursor) != '"')
		return cursor_unexpected(cursor, "a text in quotes");
	size_t start = cursor->at;
	if (!pass_string(cursor))
		return false;
	*inside = str_slice(cursor->text, start + 1, cursor->at - 1);
	return true;
}

bool cursor_symbol(struct cursor *cursor, struct str *name)
{
	if (!cursor_takes(cursor, "@"))
		return cursor_unexpected(cursor, "'@' and a name");
	if (cursor_peek(cursor) == '"')
		return cursor_string(cursor, name);
	*name = cursor_word(cursor);
	return name->len || cursor_unexpected(cursor, "a name");
}

bool cursor_integer(struct cursor *cursor, int64_t *value)
{
	size_t start = cursor_skip(cursor), end = start;
	if (end < cursor->text.len && cursor->text.s[end] == '-')
		end++;
	while (end < cursor->text.len && byte_is_digit(cursor->text.s[end]))
		end++;
	if (cursor->failed || !str_to_int64(str_slice(cursor->text, start, end), value))
		return cursor_unexpected(cursor, "an integer of 64 bits");
	cursor->at = end;
	return true;
}

static bool is_one_of(char byte, const char *bytes)
{
	while (*bytes && *bytes != byte)
		bytes++;
	return *bytes;
}

/* Brackets that were opened and not closed, as what is to close them. */
struct brackets {
	char closers[MAX_NESTING];
	size_t depth;
};

/* Of an opening bracket what closes it; of a closing one, of a quote and of what begins a comment,
 * MARK; of other bytes 0. */
enum { MARK = 1 };
static const char marks[UCHAR_MAX + 1] = {
    ['('] = ')',  ['['] = ']',  ['{'] = '}',  ['<'] = '>',  ['"'] = MARK,
    [')'] = MARK, [']'] = MARK, ['}'] = MARK, ['>'] = MARK, ['/'] = MARK,
};

/* Passes an opening bracket, for which stands what closes it. */
static bool open_bracket(struct cursor *cursor, struct brackets *open, char closer)
{
	if (open->depth == MAX_NESTING)
		return cursor_fail(cursor, cursor->at, 1, "more than %d brackets in each other",
		                   MAX_NESTING);
	open->closers[open->depth++] = closer;
	cursor->at++;
	return true;
}

/* Passes a closing bracket; false where none is open. */
static bool close_bracket(struct cursor *cursor, struct brackets *open)
{
	char byte = cursor->text.s[cursor->at];
	if (!open->depth)
		return false;
	char closer = open->closers[open->depth - 1];
	if (closer != byte)
		return cursor_fail(cursor, cursor->at, 1, "'%c' where '%c' is open", byte, closer);
	open->depth--;
	cursor->at++;
	return true;
}

/* Where a comment ends that begins at `at`; behind one byte where none does. */
static size_t slash_end(struct str text, size_t at)
{
	bool comment = text.s[at] == '/' && at + 1 < text.len && text.s[at + 1] == '/';
	return comment ? str_find(text, '\n', at) : at + 1;
}

/* Whether a '>' is no bracket: that of an arrow, or, where another bracket is open, of a '>=' in
 * the constraints of an affine_set. */
static bool is_sign(struct str text, size_t start, size_t at, const struct brackets *open)
{
	if (text.s[at] != '>')
		return false;
	bool arrow = at > start && text.s[at - 1] == '-';
	bool inside = open->depth && open->closers[open->depth - 1] != '>';
	return arrow || (inside && at + 1 < text.len && text.s[at + 1] == '=');
}

/* Passes a mark: a quote, a slash, or a bracket; false where what began at `start` ends. */
static bool pass_mark(struct cursor *cursor, size_t start, struct brackets *open)
{
	char byte = cursor->text.s[cursor->at], closer = marks[(unsigned char)byte];
	if (byte == '"')
		return pass_string(cursor);
	if (byte == '/')
		return (cursor->at = slash_end(cursor->text, cursor->at));
	if (closer != MARK)
		return open_bracket(cursor, open, closer);
	if (!is_sign(cursor->text, start, cursor->at, open))
		return close_bracket(cursor, open);
	cursor->at++;
	return true;
}

/* Where the next mark stands, from `at` on, or the end; four bytes at once are most of a text. */
static size_t next_mark(struct str text, size_t at)
{
	const unsigned char *s = (const unsigned char *)text.s;
	while (text.len - at >= 4 &&
	       !(marks[s[at]] | marks[s[at + 1]] | marks[s[at + 2]] | marks[s[at + 3]]))
		at += 4;
	while (at < text.len && !marks[s[at]])
		at++;
	return at;
}

/* Passes what stands in brackets, up to where all are closed or to a mark that takes a closer look:
 * the quick way through most of a text. */
static void pass_inside(struct cursor *cursor, struct brackets *open)
{
	struct str text = cursor->text;
	size_t at = cursor->at, depth = open->depth;
	while (depth && (at = next_mark(text, at)) < text.len) {
		char byte = text.s[at], closer = marks[(unsigned char)byte];
		size_t end = byte == '"' ? string_end(text, at) : at + 1;
		if (closer != MARK && depth < MAX_NESTING)
			open->closers[depth++] = closer;
		else if (open->closers[depth - 1] == byte && text.s[at - 1] != '-')
			depth--;
		else if (byte != '"' || !end)
			break;
		at = end;
	}
	cursor->at = at;
	open->depth = depth;
}

/* Passes what is no mark, nor, outside of brackets, one of `stops`; whether a mark comes. */
static bool pass_plain(struct cursor *cursor, struct brackets *open, const char *stops)
{
	if (open->depth)
		pass_inside(cursor, open);
	struct str text = cursor->text;
	bool outside = !open->depth;
	size_t at = cursor->at;
	if (outside && !*stops)
		at = next_mark(text, at);
	while (outside && at < text.len && !marks[(unsigned char)text.s[at]] &&
	       !is_one_of(text.s[at], stops))
		at++;
	cursor->at = at;
	return at < text.len && !(outside && is_one_of(text.s[at], stops));
}

struct str cursor_balanced(struct cursor *cursor, const char *stops)
{
	struct brackets open;
	size_t start = cursor_skip(cursor);
	open.depth = 0;
	while (!cursor->failed && pass_plain(cursor, &open, stops) &&
	       pass_mark(cursor, start, &open))
		continue;
	if (open.depth && !cursor->failed)
		cursor_fail(cursor, start, 1, "'%c' is missing before the end of the text",
		            open.closers[open.depth - 1]);
	return cursor->failed ? STR("") : str_trim(str_slice(cursor->text, start, cursor->at));
}

bool cursor_group(struct cursor *cursor, const char *open, const char *close, struct str *group)
{
	size_t start = cursor_skip(cursor);
	*group = STR("");
	if (!cursor_expects(cursor, open))
		return false;
	cursor_balanced(cursor, "");
	if (!cursor_expects(cursor, close))
		return false;
	*group = str_slice(cursor->text, start, cursor->at);
	return true;
}

/* Whether any of eight bytes is a brace, a quote or a slash. */
static bool has_brace(const char *s)
{
	const uint64_t ones = 0x0101010101010101u;
	uint64_t eight;
	memcpy(&eight, s, sizeof eight);
	/* A byte of these is zero where it is that sign, and only then gives its high bit below. */
	uint64_t open = eight ^ ones * '{', closed = eight ^ ones * '}', quote = eight ^ ones * '"',
		 slash = eight ^ ones * '/';
	uint64_t zero = ((open - ones) & ~open) | ((closed - ones) & ~closed) |
	                ((quote - ones) & ~quote) | ((slash - ones) & ~slash);
	return zero & ones << 7;
}

static bool is_brace(char byte)
{
	return byte == '{' || byte == '}' || byte == '"' || byte == '/';
}

/* Where the next brace, quote or slash stands, from `at` on, or the end. */
static size_t next_brace(struct str text, size_t at)
{
	while (text.len - at >= 8 && !has_brace(text.s + at))
		at += 8;
	while (at < text.len && !is_brace(text.s[at]))
		at++;
	return at;
}

bool cursor_body(struct cursor *cursor)
{
	struct str text = cursor->text, group;
	size_t at = cursor_skip(cursor), depth = 0;
	while (at && (at = next_brace(text, at)) < text.len) {
		char byte = text.s[at];
		at = byte == '"' ? string_end(text, at) : slash_end(text, at);
		depth += byte == '{';
		depth -= byte == '}';
		if (byte == '}' && !depth) {
			cursor->at = at;
			return true;
		}
	}
	return cursor_group(cursor, "{", "}", &group); /* which says what is missing */
}

bool cursor_location(struct cursor *cursor, struct str *location)
{
	if (!cursor_takes(cursor, "loc("))
		return !cursor->failed;
	size_t start = cursor->at;
	if (cursor_peek(cursor) == '#') {
		*location = cursor_name(cursor);
		if (cursor_takes(cursor, ")"))
			return true;
		cursor->at = start;
	}
	*location = cursor_balanced(cursor, "");
	return cursor_expects(cursor, ")");
}

bool cursor_item(struct cursor *cursor, const char *close, bool first)
{
	if (cursor->failed || cursor_takes(cursor, close))
		return false;
	return first || cursor_expects(cursor, ",");
}

size_t cursor_jump(struct cursor *cursor, struct str part)
{
	size_t back = cursor->at;
	if (!part.len)
		return back; /* not there, which has been said */
	assert(part.s >= cursor->text.s && part.s <= cursor->text.s + cursor->text.len);
	cursor->at = (size_t)(part.s - cursor->text.s);
	return back;
}
