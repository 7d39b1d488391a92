/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"
#include "diagnose/topic.h"
#include "cli/testing/running.h"

static const struct specs none = {.a = NULL};

static const struct running_row rows[] = {
    {"explain rank-mismatch", 0, "rank-mismatch (error): ", NULL, NULL},
    {"explain axis-unused", 0, "axis-unused (warning): ", NULL, "rejects it"},
    {"explain dim-indivisible", 0, "\nThe framework rejects it.\n", NULL, NULL},
    {"explain axis-unused dim-indivisible", 0, "\n\ndim-indivisible (error): ", NULL, NULL},
    {"explain --help", 0, "Usage: shardctl explain [NAME…]", NULL, NULL},
    {"explain rank-mismatch -h", 0, "Usage: shardctl explain", NULL, "(error)"},
    {"explain rank-mismach", 2, NULL, "did you mean 'rank-mismatch'?", NULL},
    {"explain far.from.all", 2, NULL, "'shardctl explain' lists them", NULL},
    {"explain ''", 2, NULL, "no finding is called ''", NULL},
    {"explain nosuch axis-unused", 2, "axis-unused (warning): ", "'nosuch'", NULL},
    {"explain --all", 2, NULL, "unknown option '--all'", NULL},
};

Test(command_explain, names_are_explained_or_refused)
{
	running_expect(&none, rows, ROWS(rows));
}

Test(command_explain, the_list_has_a_line_for_each_rule)
{
	struct arena arena = {0};
	struct str list = running(&arena, &none, "explain").output;
	size_t count;
	const struct topic *topic = topics(&count);
	cr_expect_eq(running_lines(list), RULE_COUNT + count);
	for (size_t i = 0; i < count; i++)
		cr_expect(running_holds(list, topic[i].summary), "%s is not listed", topic[i].name);
	for (int i = 0; i < RULE_COUNT; i++) {
		const struct rule *rule = rule_of((enum rule_id)i);
		const char *start = str_format(&arena, "%s%s ", i ? "\n" : "", rule->name).s;
		cr_expect(running_holds(list, start), "%s is not listed", rule->name);
		cr_expect(running_holds(list, rule->summary), "%s has no summary", rule->name);
	}
	arena_drop(&arena);
}

/* A rule is shown whole: its reason in lines that fit a terminal, its examples as they stand. */
static void expect_shown(struct arena *arena, const struct rule *rule)
{
	const char *words = str_format(arena, "explain %s", rule->name).s;
	struct outcome outcome = running(arena, &none, words);
	cr_expect_eq(outcome.status, 0, "%s", rule->name);
	cr_expect(running_holds(outcome.output, rule->summary), "%s", rule->name);
	cr_expect_eq(running_holds(outcome.output, "\nBefore:\n    "), *rule->wrong != 0, "%s",
	             rule->name);
	cr_expect_eq(running_holds(outcome.output, "\nAfter:\n    "), *rule->right != 0, "%s",
	             rule->name);
	struct str text = outcome.output;
	size_t reason = str_find(text, '\n', 0) + 2;
	for (size_t at = reason; at < text.len && text.s[at] != '\n';) {
		size_t end = str_find(text, '\n', at);
		cr_expect_leq(utf8_length(str_slice(text, at, end)), 80u, "%s", rule->name);
		at = end + 1;
	}
}

Test(command_explain, every_rule_is_explained)
{
	for (int i = 0; i < RULE_COUNT; i++) {
		struct arena arena = {0};
		expect_shown(&arena, rule_of((enum rule_id)i));
		arena_drop(&arena);
	}
}
