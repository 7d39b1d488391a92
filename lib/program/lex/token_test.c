/* SPDX-License-Identifier: Apache-2.0 */
#include "program/lex/token.h"

#include "testing/testing.h"

Test(token, the_longest_operator_is_found)
{
	for (int i = TOKEN_POWER_ASSIGN; i <= TOKEN_CLOSE_CURLY; i++) {
		enum token_kind kind = (enum token_kind)i;
		cr_expect_eq(token_operator(token_spelling(kind)), kind, "%.*s",
		             STR_ARG(token_spelling(kind)));
	}
	cr_expect_eq(token_operator(STR("**= 2")), TOKEN_POWER_ASSIGN);
	cr_expect_eq(token_operator(STR("..")), TOKEN_DOT);
	cr_expect_eq(token_operator(STR("!")), TOKEN_NOTHING);
	cr_expect_eq(token_operator(STR("")), TOKEN_NOTHING);
}

Test(token, keywords_are_told_from_names)
{
	for (int i = TOKEN_FALSE; i <= TOKEN_YIELD; i++) {
		enum token_kind kind = (enum token_kind)i;
		cr_expect_eq(token_keyword(token_spelling(kind)), kind);
	}
	cr_expect_eq(token_keyword(STR("true")), TOKEN_NAME);
	cr_expect_eq(token_keyword(STR("match")), TOKEN_NAME);
	cr_expect_eq(token_keyword(STR("continued")), TOKEN_NAME);
	cr_expect_eq(token_keyword(STR("")), TOKEN_NAME);
	cr_expect_eq(token_spelling(TOKEN_NAME).len, 0u);
}

static const struct {
	enum token_kind kind;
	const char *text, *expected;
} described[] = {
    {TOKEN_NAME, "x", "'x'"},
    {TOKEN_COMMA, ",", "','"},
    {TOKEN_RETURN, "return", "'return'"},
    {TOKEN_NUMBER, "12", "the number 12"},
    {TOKEN_STRING, "'a\nb'", "the string 'a\\nb'"},
    {TOKEN_STRING, "'0123456789012345678901234567890'",
     "the string '0123456789012345678901234567890…"},
    {TOKEN_NAME, "ééééééééééééééééé", "'éééééééééééééééé…'"},
    {TOKEN_NAME, "aéééééééééééééééé", "'aééééééééééééééé…'"},
    {TOKEN_NEWLINE, "", "the end of the line"},
    {TOKEN_END, "", "the end of the program"},
    {TOKEN_DEDENT, "", "the end of the block"},
};

ParameterizedTestParameters(token, is_described_for_messages)
{
	return testing_indexes(ROWS(described));
}

ParameterizedTest(int *index, token, is_described_for_messages)
{
	struct arena arena = {0};
	struct str text = str_of(described[*index].text);
	struct token token = {.at = {0, (uint32_t)text.len},
	                      .kind = (uint8_t)described[*index].kind};
	testing_expect(text.s, token_describe(&arena, token, text), described[*index].expected);
	arena_drop(&arena);
}
