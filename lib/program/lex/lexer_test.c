/* SPDX-License-Identifier: Apache-2.0 */
#include "program/lex/lexer.h"

#include "testing/program_rows.h"
#include "testing/testing.h"

static const struct {
	enum token_kind kind;
	char letter;
} letters[] = {
    {TOKEN_NEWLINE, 'e'}, {TOKEN_INDENT, '>'}, {TOKEN_DEDENT, '<'}, {TOKEN_NAME, 'n'},
    {TOKEN_NUMBER, 'd'},  {TOKEN_STRING, 's'}, {TOKEN_ERROR, '!'},
};

/* The letter of a kind in the recorded tokens: operators are 'o', keywords names. */
static char letter_of(enum token_kind kind)
{
	for (size_t i = 0; i < ROWS(letters); i++)
		if (letters[i].kind == kind)
			return letters[i].letter;
	return kind >= TOKEN_FALSE ? 'n' : 'o';
}

static void add_token(struct buf *out, const struct lexer *lexer, struct token token)
{
	bool bare =
	    token.kind == TOKEN_NEWLINE || token.kind == TOKEN_INDENT || token.kind == TOKEN_DEDENT;
	buf_puts(out, out->len ? " " : "");
	buf_putc(out, letter_of((enum token_kind)token.kind));
	if (!bare)
		buf_printf(out, "@%u+%u", token.at.offset, token.at.length);
	if (token.kind == TOKEN_ERROR)
		buf_printf(out, "(%.*s)", STR_ARG(lexer->problem));
}

/* The tokens of a text, as make_trees.py writes those of Python's tokenizer. */
static struct str tokens_of(struct arena *arena, struct str text)
{
	struct buf out = {.arena = arena};
	struct lexer lexer = lexer_make(arena, text);
	for (;;) {
		struct token token = lexer_next(&lexer);
		if (token.kind == TOKEN_END)
			return buf_str(&out);
		add_token(&out, &lexer, token);
	}
}

static void expect_tokens(struct arena *arena, const cJSON *row)
{
	struct str text = row_text(row, "text");
	testing_expect(text.s, tokens_of(arena, text), row_text(row, "tokens").s);
}

Test(lexer, gives_the_tokens_of_python)
{
	cr_expect_geq(each_row(testing_read, "constructs.jsonl", expect_tokens), 140u);
}

static const struct {
	const char *text, *tokens;
} cases[] = {
    {"", ""},
    {"  \n\t\n# x", ""},
    {"x", "n@0+1 e"},
    {"x\r\n  y\r\n", "n@0+1 e > n@5+1 e <"},
    {"a(\n)b", "n@0+1 o@1+1 o@3+1 n@4+1 e"},
    {"a \\\n b", "n@0+1 n@5+1 e"},
    {"\\\n\nx", "n@3+1 e"},
    {"if a:\n    b\n  c\nd", "n@0+2 n@3+1 o@4+1 e > n@10+1 e !@14+0(the indentation of this line "
                             "is that of none of the blocks it could "
                             "belong to) n@14+1 e < n@16+1 e"},
    {"a:\n  b:\n    c\n d\ne", "n@0+1 o@1+1 e > n@5+1 o@6+1 e > n@12+1 e < !@15+0(the indentation "
                               "of this line is that of none of the blocks "
                               "it could belong to) n@15+1 e < n@17+1 e"},
    {"a:\n\tb\n        c\n        d", "n@0+1 o@1+1 e > n@4+1 e !@14+0(the tabs and spaces before "
                                      "this line do not match those of the lines above) "
                                      "n@14+1 e n@24+1 e <"},
    {"'a", "!@0+1(this string is not closed) e"},
    {"f'{a' + b", "!@0+2(this string is not closed) e"},
    {"x = '''a\nb", "n@0+1 o@2+1 !@4+3(this string is not closed) e"},
    {"f'{x!r:{w}}' f'{{' f'{d[\"}\"]}' f'{x:'",
     "s@0+12 s@13+5 s@19+11 !@31+2(this string is not closed) e"},
    {"f'{a['b']}'", "s@0+11 e"},
    {"f'''{\n'''x'''}'''", "s@0+17 e"},
    {"rb'\\'' Rb\"\" bu''", "s@0+6 s@7+4 n@12+2 s@14+2 e"},
    {"a)", "n@0+1 !@1+1(no bracket is open that ')' could close) e"},
    {"(]", "o@0+1 !@1+1(']' does not close '(') e"},
    {"(a", "o@0+1 n@1+1"},
    {"a ? $",
     "n@0+1 !@2+1(the character '?' (U+003F) is not Python) !@4+1(the character '$' (U+0024) is "
     "not Python) e"},
    {"a\\b", "n@0+1 !@1+1(a backslash at the end of a line joins the next one to it) n@2+1 e"},
    {"a\\\n", "n@0+1 !@1+1(a backslash at the end of a line joins the next one to it) e"},
    {"a→b", "n@0+1 !@1+3(the character '→' (U+2192) is not Python) n@4+1 e"},
    {"\x01", "!@0+1(the character '\\x01' (U+0001) is not Python) e"},
    {"naïve = Δ_1", "n@0+6 o@7+1 n@9+4 e"},
    {"0777 0x 1a",
     "!@0+4(an integer does not start with 0) !@5+2(this is not a number) !@8+2(this is not a "
     "number) e"},
    {"1if.5j..real", "d@0+1 n@1+2 d@3+3 o@6+1 o@7+1 n@8+4 e"},
};

ParameterizedTestParameters(lexer, cuts_and_refuses)
{
	return testing_indexes(ROWS(cases));
}

ParameterizedTest(int *index, lexer, cuts_and_refuses)
{
	struct arena arena = {0};
	testing_expect(cases[*index].text, tokens_of(&arena, str_of(cases[*index].text)),
	               cases[*index].tokens);
	arena_drop(&arena);
}

Test(lexer, says_where_a_line_starts)
{
	struct arena arena = {0};
	struct lexer lexer = lexer_make(&arena, STR("a:\n \tb(c,\n   d)\n"));
	static const struct {
		bool starts_line;
		uint32_t column;
	} expected[] = {{true, 0},  {false, 0}, {false, 0}, {true, 8}, {true, 8},
	                {false, 8}, {false, 8}, {false, 8}, {true, 3}, {false, 3}};
	for (size_t i = 0; i < ROWS(expected); i++) {
		struct token token = lexer_next(&lexer);
		cr_expect_eq(token.starts_line, expected[i].starts_line, "token %zu", i);
		cr_expect_eq(token.column, expected[i].column, "token %zu", i);
	}
	arena_drop(&arena);
}

Test(lexer, reads_on_at_the_start_of_a_line)
{
	struct arena arena = {0};
	struct lexer lexer = lexer_make(&arena, STR("a = (b\nc = d\n"));
	struct token token;
	do {
		token = lexer_next(&lexer);
	} while (token.at.offset < 7);
	lexer_restart_line(&lexer, token.at.offset);
	token = lexer_next(&lexer);
	cr_expect_eq(token.at.offset, 7u);
	cr_expect(token.starts_line);
	cr_expect_eq(lexer.nbrackets, 0u);
	arena_drop(&arena);
}

/* `count` pieces, then one more piece. */
static struct str repeated(struct arena *arena, const char *piece, uint32_t count, const char *last)
{
	struct buf out = {.arena = arena};
	for (uint32_t i = 0; i < count; i++)
		buf_puts(&out, piece);
	buf_puts(&out, last);
	return buf_str(&out);
}

Test(lexer, brackets_are_nested_so_deep_and_no_deeper)
{
	struct arena arena = {0};
	struct str deep = tokens_of(&arena, repeated(&arena, "(", MAX_BRACKETS, "a"));
	struct str deeper = tokens_of(&arena, repeated(&arena, "(", MAX_BRACKETS + 1, "a"));
	cr_expect_eq(str_find(deep, '!', 0), deep.len);
	cr_expect_lt(str_find(deeper, '!', 0), deeper.len);
	arena_drop(&arena);
}

Test(lexer, blocks_are_nested_so_deep_and_no_deeper)
{
	for (uint32_t depth = MAX_INDENTS; depth <= MAX_INDENTS + 1; depth++) {
		struct arena arena = {0};
		struct buf text = {.arena = &arena};
		for (uint32_t i = 0; i <= depth; i++) {
			buf_fill(&text, ' ', i);
			buf_puts(&text, "if a:\n");
		}
		struct str tokens = tokens_of(&arena, buf_str(&text));
		bool refused = str_find(tokens, '!', 0) < tokens.len;
		cr_expect_eq(refused, depth > MAX_INDENTS);
		arena_drop(&arena);
	}
}
