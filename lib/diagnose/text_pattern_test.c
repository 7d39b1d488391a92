/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/text_pattern.h"

#include "testing/testing.h"

/* The value of a hole when the text fits the pattern; "(none)" when it does not. */
static struct str value(const char *pattern, const char *text, const char *name)
{
	struct pattern_match match;
	uint32_t steps = PATTERN_STEPS;
	if (!pattern_match(pattern, str_of(text), 0, &match, &steps))
		return STR("(none)");
	return pattern_hole(&match, str_of(name));
}

#define EXPECT_VALUE(pattern, text, name, wanted)                                          \
	do {                                                                               \
		struct str got = value(pattern, text, name);                               \
		cr_expect(str_equal(got, STR(wanted)), "'%.*s' is not '%s'", STR_ARG(got), \
		          wanted);                                                         \
	} while (0)

Test(text_pattern, a_hole_takes_as_little_as_it_can)
{
	EXPECT_VALUE("axis {axis} of {spec} is", "axis q of P('q') is not", "axis", "q");
	EXPECT_VALUE("axis {axis} of {spec} is", "axis q of P('q') is not", "spec", "P('q')");
	EXPECT_VALUE("axis {axis} of {spec} is", "axis q in P('q') is not", "axis", "(none)");
}

Test(text_pattern, a_hole_closes_the_brackets_that_it_opens)
{
	EXPECT_VALUE("spec={spec}, memory", "spec=P(('x', memory), None), memory", "spec",
	             "P(('x', memory), None)");
	EXPECT_VALUE("sharding {s}", "sharding P([[{CPU 0}\n {CPU 1}]])\nnext", "s",
	             "P([[{CPU 0}\n {CPU 1}]])");
}

Test(text_pattern, the_last_hole_ends_with_the_line_and_its_sentence)
{
	EXPECT_VALUE("Got {s}", "Got P('x').\nmore", "s", "P('x')");
	EXPECT_VALUE("at 1<, in {s}|>", "at 1, in main", "s", "main");
}

Test(text_pattern, integers_are_whole)
{
	EXPECT_VALUE("rank {#n}", "rank 12, not 3", "n", "12");
	EXPECT_VALUE("dim {#n} of", "dim -1 of", "n", "-1");
	EXPECT_VALUE("rank {#n}", "rank two", "n", "(none)");
	EXPECT_VALUE("rank {#n} of", "rank 12x of", "n", "(none)");
}

Test(text_pattern, the_first_alternative_that_fits_is_taken)
{
	EXPECT_VALUE("<the passed |>{a} has", "the passed args[0] has", "a", "args[0]");
	EXPECT_VALUE("<the passed |>{a} has", "args[0] has", "a", "args[0]");
	EXPECT_VALUE("is {#n}< (of {s})|>.", "is 4 (of 'x').", "s", "'x'");
	EXPECT_VALUE("is {#n}< (of {s})|>.", "is 4.", "n", "4");
	EXPECT_VALUE("<a<b|c>|d>{s}!", "acx!", "s", "x");
}

Test(text_pattern, backquotes_may_be_lost)
{
	EXPECT_VALUE("`{op}` of type `Explicit`. Got {s}", "`dot` of type `Explicit`. Got x", "op",
	             "dot");
	EXPECT_VALUE("`{op}` of type `Explicit`. Got {s}", "dot of type Explicit. Got x", "op",
	             "dot");
	EXPECT_VALUE("`{op}` of type `Explicit`. Got {s}", "dot of type\n `Explicit`. Got x", "s",
	             "x");
	EXPECT_VALUE("`{op}` of type `Explicit`. Got {s}", "dot of type Auto. Got x", "op",
	             "(none)");
	cr_expect(str_equal(pattern_anchor("`out_sharding` of `f` is {s}"), STR("out_sharding")));
}

Test(text_pattern, texts_may_be_wrapped)
{
	EXPECT_VALUE("is only valid for rank {#n}", "is only\n    valid for rank\n 3", "n", "3");
	EXPECT_VALUE("PartitionSpec({s})", "Partition\nSpec('x')", "s", "'x'");
}

Test(text_pattern, too_many_ways_are_given_up)
{
	struct arena arena = {0};
	struct buf text = {.arena = &arena};
	struct pattern_match match;
	uint32_t steps = PATTERN_STEPS;
	buf_fill(&text, 'a', 20000);
	cr_expect_not(pattern_match("{a}a{b}a{c}a{d}a{e}b", buf_str(&text), 0, &match, &steps));
	arena_drop(&arena);
}

Test(text_pattern, the_anchor_is_the_longest_that_every_text_has)
{
	struct str anchor =
	    pattern_anchor("<Sharding |>{s} implies that axis {#n} is <of a long name|>");
	cr_expect(str_equal(anchor, STR("implies that axis")), "%.*s", STR_ARG(anchor));
}

static bool add_value(const void *data, struct str name, struct buf *out)
{
	if (!str_equal(name, STR("known")))
		return false;
	buf_puts(out, data);
	return true;
}

static void expect_filled(const char *words, const char *wanted)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	struct pattern_values values = {add_value, "4"};
	bool filled = pattern_fill(words, &values, &out);
	cr_expect_eq(filled, wanted != NULL, "%s", words);
	cr_expect(str_equal(buf_str(&out), str_of(wanted ? wanted : "")), "%.*s",
	          STR_ARG(buf_str(&out)));
	arena_drop(&arena);
}

Test(text_pattern, words_take_the_first_alternative_whose_holes_are_known)
{
	expect_filled("size {known}", "size 4");
	expect_filled("<size {other}|size {known}>", "size 4");
	expect_filled("size< {other}|>, <{known}<, {other}|>|none>", "size, 4");
	expect_filled("size {other}", NULL);
	expect_filled("<{other}|{other}>", NULL);
}
