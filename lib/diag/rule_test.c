/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/rule.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "testing/testing.h"

static bool is_kebab_case(const char *name)
{
	struct str text = str_of(name);
	for (size_t i = 0; i < text.len; i++) {
		bool letter = text.s[i] >= 'a' && text.s[i] <= 'z';
		bool dash = text.s[i] == '-' && i > 0 && i + 1 < text.len && text.s[i - 1] != '-';
		if (!letter && !dash)
			return false;
	}
	return text.len > 0;
}

Test(rule, names_are_kebab_case_unique_and_found)
{
	for (int i = 0; i < RULE_COUNT; i++) {
		const char *name = rule_name((enum rule_id)i);
		cr_expect(is_kebab_case(name), "%s", name);
		cr_expect_eq(rule_named(str_of(name)), rule_of((enum rule_id)i),
		             "%s stands twice in the table", name);
	}
	cr_expect_null(rule_named(STR("rank")));
	cr_expect_null(rule_named(STR("")));
}

Test(rule, every_rule_is_summed_up_and_explained)
{
	for (int i = 0; i < RULE_COUNT; i++) {
		const struct rule *rule = rule_of((enum rule_id)i);
		struct str summary = str_of(rule->summary), why = str_of(rule->why);
		cr_expect(summary.len > 0 && summary.len <= 80, "%s: summary", rule->name);
		cr_expect(!str_ends_with(summary, STR(".")), "%s: full stop", rule->name);
		cr_expect_eq(str_find(summary, '\n', 0), summary.len, "%s: one line", rule->name);
		cr_expect(str_ends_with(why, STR(".")) || str_ends_with(why, STR(".)")), "%s: why",
		          rule->name);
		cr_expect_eq(utf8_first_invalid(why), why.len, "%s", rule->name);
	}
}

Test(rule, only_errors_reject_and_errors_always_do)
{
	for (int i = 0; i < RULE_COUNT; i++) {
		const struct rule *rule = rule_of((enum rule_id)i);
		if (i == RULE_NOTATION_NO_COUNTERPART)
			continue; /* of a conversion; a check does not give it */
		if (i == RULE_MEMORY_EXCEEDED)
			continue; /* the framework takes the layout; what runs ends */
		bool refuses = rule->effect == EFFECT_REJECTED || rule->effect == EFFECT_INVALID;
		cr_expect_eq(refuses, rule->severity == SEVERITY_ERROR, "%s", rule->name);
	}
}

/* The example as a whole spec: one that has no mesh is about something else and gets one. */
static struct check_result check_example(struct arena *arena, enum rule_id rule,
                                         const char *example)
{
	struct buf out = {.arena = arena};
	struct str text = str_of(example);
	if (rule == RULE_MESH_MISSING)
		return testing_check(arena, text);
	for (size_t at = 0; at < text.len; at = str_find(text, '\n', at) + 1) {
		struct str rest = str_slice(text, at, text.len);
		if (str_starts_with(rest, STR("mesh"))) /* and so 'meshes' */
			return testing_check(arena, text);
	}
	buf_puts(&out, "mesh: {data: 4, model: 2, fsdp: 2, seq: 1}\n");
	buf_puts(&out, example);
	return testing_check(arena, buf_str(&out));
}

/* Findings of the result that are of other rules; axes of the mesh may stay unused in an example.
 */
static uint32_t count_others(const struct check_result *result, enum rule_id rule)
{
	return result->ndiags - testing_count(result, rule) -
	       (rule == RULE_AXIS_UNUSED ? 0 : testing_count(result, RULE_AXIS_UNUSED));
}

Test(rule, the_example_before_gives_the_rule_and_nothing_else)
{
	uint32_t examples = 0;
	for (int i = 0; i < RULE_COUNT; i++) {
		enum rule_id id = (enum rule_id)i;
		const struct rule *rule = rule_of(id);
		struct arena arena = {0};
		if (*rule->wrong && id != RULE_NOTATION_NO_COUNTERPART) {
			struct check_result result = check_example(&arena, id, rule->wrong);
			cr_expect(testing_count(&result, id) && !count_others(&result, id),
			          "%s: the example gives: %s", rule->name,
			          testing_rules(&arena, &result));
			examples++;
		}
		arena_drop(&arena);
	}
	cr_expect(examples > RULE_COUNT / 2);
}

Test(rule, the_example_after_gives_nothing)
{
	for (int i = 0; i < RULE_COUNT; i++) {
		const struct rule *rule = rule_of((enum rule_id)i);
		struct arena arena = {0};
		if (*rule->right) {
			struct check_result result =
			    check_example(&arena, (enum rule_id)i, rule->right);
			uint32_t unjudged = testing_count(&result, RULE_NOTATION_NOT_JUDGED);
			cr_expect(!testing_count(&result, (enum rule_id)i) &&
			              count_others(&result, (enum rule_id)i) == unjudged,
			          "%s: the example gives: %s", rule->name,
			          testing_rules(&arena, &result));
		}
		arena_drop(&arena);
	}
}

Test(rule, every_rule_of_programs_has_both_examples)
{
	for (int i = RULE_PROGRAM_SYNTAX; i <= RULE_REDUNDANT_CONSTRAINT; i++) {
		const struct rule *rule = rule_of((enum rule_id)i);
		cr_expect(*rule->wrong && *rule->right, "%s", rule->name);
	}
}

Test(rule, severities_have_names)
{
	static const char *const names[] = {"note", "warning", "error"};
	for (int i = SEVERITY_NOTE; i <= SEVERITY_ERROR; i++)
		cr_expect_str_eq(severity_name((enum severity)i), names[i]);
}

/* Editors complete the names by the schema, and people look them up in the manual. */
Test(rule, every_rule_stands_in_the_schema_and_the_manual)
{
	struct arena arena = {0};
	struct str schema = testing_read(&arena, "specs/shardctl.schema.json"),
		   manual = testing_read(&arena, "man/shardctl-check.1");
	for (int i = 0; i < RULE_COUNT; i++) {
		const char *name = rule_name((enum rule_id)i);
		struct str quoted = str_format(&arena, "\"%s\"", name),
			   shown = str_format(&arena, "%s", name);
		cr_expect_lt(str_search(schema, quoted, 0), schema.len, "%s: schema", name);
		cr_expect_lt(str_search(manual, shown, 0), manual.len, "%s: manual", name);
	}
	arena_drop(&arena);
}
