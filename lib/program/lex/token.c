/* SPDX-License-Identifier: Apache-2.0 */
#include "program/lex/token.h"

#include <assert.h>

#include "base/utf8.h"

enum { LONGEST_KEYWORD = 8, MOST_QUOTED = 32 /* bytes */ };

static const struct str spellings[TOKEN_KIND_COUNT] = {
#define OPERATOR(id, text) [TOKEN_##id] = {text, sizeof(text) - 1},
#define SIGN(id, byte) [TOKEN_##id] = {(const char[]){byte, 0}, 1},
#define KEYWORD(id, text) [TOKEN_##id] = {text, sizeof(text) - 1},
#include "program/lex/tokens.def"
#undef OPERATOR
#undef SIGN
#undef KEYWORD
};

enum { ASCII = 128 };

static const uint8_t signs[ASCII] = {
#define OPERATOR(id, text)
#define SIGN(id, byte) [byte] = TOKEN_##id,
#define KEYWORD(id, text)
#include "program/lex/tokens.def"
#undef OPERATOR
#undef SIGN
#undef KEYWORD
};

/* The first keyword that begins with a letter. */
static const uint8_t first_keywords[ASCII] = {
    ['F'] = TOKEN_FALSE,    ['N'] = TOKEN_NONE,   ['T'] = TOKEN_TRUE,  ['a'] = TOKEN_AND,
    ['b'] = TOKEN_BREAK,    ['c'] = TOKEN_CLASS,  ['d'] = TOKEN_DEF,   ['e'] = TOKEN_ELIF,
    ['f'] = TOKEN_FINALLY,  ['g'] = TOKEN_GLOBAL, ['i'] = TOKEN_IF,    ['l'] = TOKEN_LAMBDA,
    ['n'] = TOKEN_NONLOCAL, ['o'] = TOKEN_OR,     ['p'] = TOKEN_PASS,  ['r'] = TOKEN_RAISE,
    ['t'] = TOKEN_TRY,      ['w'] = TOKEN_WHILE,  ['y'] = TOKEN_YIELD,
};

static const char *const descriptions[TOKEN_KIND_COUNT] = {
    [TOKEN_END] = "the end of the program", [TOKEN_NEWLINE] = "the end of the line",
    [TOKEN_INDENT] = "an indented line",    [TOKEN_DEDENT] = "the end of the block",
    [TOKEN_NUMBER] = "the number ",         [TOKEN_STRING] = "the string ",
    [TOKEN_ERROR] = "what cannot be read",  [TOKEN_NOTHING] = "nothing",
};

struct str token_spelling(enum token_kind kind)
{
	assert(kind < TOKEN_KIND_COUNT);
	return kind < TOKEN_KIND_COUNT && spellings[kind].s ? spellings[kind] : STR("");
}

/* Whether a byte can stand in an operator behind its first one. */
static bool may_go_on(char c)
{
	return c == '=' || c == '*' || c == '/' || c == '<' || c == '>' || c == '.';
}

enum token_kind token_operator(struct str text)
{
	unsigned char first = text.len ? (unsigned char)text.s[0] : 0;
	/* Most are of one byte. */
	if (first < ASCII && signs[first] && (text.len == 1 || !may_go_on(text.s[1])))
		return (enum token_kind)signs[first];
	for (int kind = TOKEN_POWER_ASSIGN; kind <= TOKEN_CLOSE_CURLY; kind++)
		if (text.len && spellings[kind].s[0] == text.s[0] &&
		    str_starts_with(text, spellings[kind]))
			return (enum token_kind)kind;
	return TOKEN_NOTHING;
}

enum token_kind token_keyword(struct str word)
{
	if (word.len < 2 || word.len > LONGEST_KEYWORD)
		return TOKEN_NAME;
	unsigned char first = (unsigned char)word.s[0];
	int kind = first < ASCII ? first_keywords[first] : 0;
	for (; kind && kind <= TOKEN_YIELD && spellings[kind].s[0] == word.s[0]; kind++)
		if (str_equal(word, spellings[kind]))
			return (enum token_kind)kind;
	return TOKEN_NAME;
}

/* The start of the text, cut before a code point that would make it too long. */
static struct str cut(struct str text)
{
	size_t end = text.len < MOST_QUOTED ? text.len : MOST_QUOTED;
	while (end > 0 && end < text.len && ((unsigned char)text.s[end] & 0xc0) == 0x80)
		end--;
	return str_slice(text, 0, end);
}

struct str token_describe(struct arena *arena, struct token token, struct str text)
{
	struct str written = span_text(text, token.at);
	bool quoted = token.kind == TOKEN_NAME || token_spelling(token.kind).len > 0;
	struct buf out = {.arena = arena};
	buf_puts(&out, descriptions[token.kind] ? descriptions[token.kind] : "");
	if (quoted)
		buf_putc(&out, '\'');
	if (quoted || token.kind == TOKEN_NUMBER || token.kind == TOKEN_STRING) {
		utf8_add_escaped(&out, cut(written));
		if (written.len > MOST_QUOTED)
			buf_puts(&out, "…");
	}
	if (quoted)
		buf_putc(&out, '\'');
	return buf_str(&out);
}
