/* SPDX-License-Identifier: Apache-2.0 */
#include "program/lex/token.h"

#include <assert.h>

#include "base/utf8.h"

enum { LONGEST_KEYWORD = 8, MOST_QUOTED = 32 /* bytes */ };

static const struct str spellings[TOKEN_KIND_COUNT] = {
#define OPERATOR(id, text) [TOKEN_##id] = {text, sizeof(text) - 1},
#define KEYWORD(id, text) [TOKEN_##id] = {text, sizeof(text) - 1},
#include "program/lex/tokens.def"
#undef OPERATOR
#undef KEYWORD
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

enum token_kind token_operator(struct str text)
{
	/* Most are of one byte, brackets above all, which stand last. */
	bool single = text.len == 1 || (text.len && !strchr("=*/<>.", text.s[1]));
	for (int kind = TOKEN_CLOSE_CURLY; single && spellings[kind].len == 1; kind--)
		if (spellings[kind].s[0] == text.s[0])
			return (enum token_kind)kind;
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
	/* They are in the order of bytes. */
	for (int kind = TOKEN_FALSE; kind <= TOKEN_YIELD && spellings[kind].s[0] <= word.s[0];
	     kind++)
		if (spellings[kind].s[0] == word.s[0] && str_equal(word, spellings[kind]))
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
