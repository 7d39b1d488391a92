/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/texts.h"

#include "base/utf8.h"
#include "diag/rule.h"
#include "diagnose/topic.h"
#include "diagnose/words.h"
#include "testing/testing.h"

Test(texts, every_rule_can_be_explained)
{
	size_t count;
	const struct text_row *rows = text_rows(&count);
	for (size_t i = 0; i < count; i++) {
		struct str rule = str_of(rows[i].words->rule);
		cr_expect(rule_named(rule) || topic_named(rule), "%s: nothing explains it",
		          rows[i].words->rule);
		cr_expect_not(rule_named(rule) && topic_named(rule), "%s: explained twice",
		              rows[i].words->rule);
	}
}

/* Whatever the text says, the words hold without its values: in alternatives, the last of which
 * needs none. Holes that each text of the row has are given something. */
static void expect_words(struct arena *arena, const struct text_row *row, const char *words)
{
	struct facts facts = {0};
	struct pattern_match match = {.count = 0};
	for (const char *at = row->pattern; (at = strchr(at, '{')); at++) {
		const char *name = at + 1 + (at[1] == '#'), *end = strchr(name, '}');
		struct str hole = {name, (size_t)(end - name)};
		if (match.count < PATTERN_HOLES)
			match.holes[match.count++] = (struct pattern_hole){hole, STR("4")};
	}
	facts = facts_read(arena, &match);
	struct str text = words_fill(arena, words, &facts, &match);
	cr_expect(text.len > 0, "%s: no words for %s", words, row->pattern);
	cr_expect_eq(utf8_first_invalid(text), text.len);
	cr_expect_eq(str_find(text, '{', 0), text.len, "%.*s", STR_ARG(text));
}

Test(texts, every_row_has_words)
{
	struct arena arena = {0};
	size_t count;
	const struct text_row *rows = text_rows(&count);
	for (size_t i = 0; i < count; i++) {
		expect_words(&arena, &rows[i], rows[i].words->message);
		expect_words(&arena, &rows[i], rows[i].words->cause);
		expect_words(&arena, &rows[i], rows[i].words->help);
		cr_expect(str_ends_with(str_of(rows[i].words->cause), STR(".")), "%s",
		          rows[i].words->cause);
		cr_expect(!str_ends_with(str_of(rows[i].words->help), STR(".")), "%s",
		          rows[i].words->help);
	}
	arena_drop(&arena);
}

/* A text of the pattern: holes filled, of alternatives the last. */
static void add_example(struct buf *out, const char *pattern)
{
	for (const char *at = pattern; *at; at++) {
		if (*at == '{') {
			buf_puts(out, at[1] == '#' ? "3" : "float32[8@x,4]");
			at = strchr(at, '}');
		} else if (*at == '<') {
			int depth = 1;
			const char *last = at + 1;
			for (at++; depth > 0; at++) {
				depth += (*at == '<') - (*at == '>');
				last = *at == '|' && depth == 1 ? at + 1 : last;
			}
			struct arena arena = {0};
			struct str option = {last, (size_t)(at - 1 - last)};
			add_example(out, str_copy(&arena, option).s);
			arena_drop(&arena);
			at--;
		} else {
			buf_putc(out, *at);
		}
	}
}

Test(texts, every_row_finds_its_own_texts)
{
	struct arena arena = {0}, scratch = {0};
	const struct text_index *index = text_index_make(&arena);
	size_t count;
	const struct text_row *rows = text_rows(&count);
	for (size_t i = 0; i < count; i++) {
		struct buf text = {.arena = &arena};
		struct pattern_match match;
		if (rows[i].check != CHECK_NOTHING)
			continue;
		add_example(&text, rows[i].pattern);
		const struct text_row *found =
		    text_index_find(&scratch, index, buf_str(&text), &match);
		cr_assert_not_null(found, "%.*s", STR_ARG(buf_str(&text)));
		cr_expect_str_eq(found->words->rule, rows[i].words->rule, "%.*s",
		                 STR_ARG(buf_str(&text)));
	}
	arena_drop(&scratch);
	arena_drop(&arena);
}

static bool is_known(const char *text)
{
	struct arena arena = {0}, scratch = {0};
	struct pattern_match match;
	const struct text_index *index = text_index_make(&arena);
	bool known = text_index_find(&scratch, index, str_of(text), &match) != NULL;
	arena_drop(&scratch);
	arena_drop(&arena);
	return known;
}

Test(texts, types_that_differ_in_more_than_shardings_are_other_errors)
{
	cr_expect(is_known("Incompatible types for broadcasting: input type=float32[8@y] and "
	                   "requested type=float32[4,8]"));
	cr_expect_not(is_known("Incompatible types for broadcasting: input type=float32[8] and "
	                       "requested type=float32[4,8]"));
	cr_expect_not(is_known("Incompatible types for broadcasting: input type=float32[3@y] and "
	                       "requested type=float32[4,8]"));
	cr_expect(
	    is_known("Incompatible types for matmul arguments: float32[2@x,4] and float32[4]"));
	cr_expect_not(
	    is_known("Incompatible types for matmul arguments: float32[2@x,4] and float32[5]"));
}
