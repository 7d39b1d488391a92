/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/diag.h"

#include "base/buf.h"
#include "testing/testing.h"

/* The messages in the order to show them, with a space between. */
static struct str sorted_messages(struct arena *arena, const struct diags *diags)
{
	struct buf out = {.arena = arena};
	uint32_t count;
	const struct diag **all = diags_sorted(arena, diags, &count);
	for (uint32_t i = 0; i < count; i++)
		buf_printf(&out, "%s%.*s", i ? " " : "", STR_ARG(all[i]->message));
	return buf_str(&out);
}

Test(diag, findings_are_shown_by_the_place_of_their_thing_then_by_discovery)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	diags_about(&diags, STR("second"), 50);
	diag_add(&diags, RULE_AXIS_UNKNOWN, (struct span){70, 1}, "c");
	diag_add(&diags, RULE_RANK_MISMATCH, (struct span){60, 1}, "d");
	diags_about(&diags, STR("first"), 10);
	diag_add(&diags, RULE_RANK_MISMATCH, (struct span){99, 1}, "b");
	diags_about(&diags, STR(""), NO_GROUP);
	diag_add(&diags, RULE_AXIS_UNUSED, (struct span){5, 1}, "a");
	diag_add(&diags, RULE_AXIS_UNUSED, (struct span){80, 1}, "e");
	testing_expect("order", sorted_messages(&arena, &diags), "a b c d e");
	arena_drop(&arena);
}

Test(diag, exact_repeats_are_left_out)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	diag_add(&diags, RULE_AXIS_UNKNOWN, (struct span){7, 1}, "same");
	diag_add(&diags, RULE_AXIS_UNKNOWN, (struct span){7, 1}, "same");
	diag_add(&diags, RULE_AXIS_UNKNOWN, (struct span){7, 2}, "wider");
	diag_add(&diags, RULE_AXIS_UNKNOWN, (struct span){7, 2}, "other");
	diag_add(&diags, RULE_AXIS_REPEATED, (struct span){7, 2}, "other");
	diag_add(&diags, RULE_AXIS_UNKNOWN, (struct span){8, 1}, "same");
	testing_expect("kept", sorted_messages(&arena, &diags), "same wider other other same");
	arena_drop(&arena);
}

Test(diag, a_finding_carries_what_is_said_of_it)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	diags_about(&diags, STR("w1"), 3);
	struct diag *diag =
	    diag_add(&diags, RULE_DIM_INDIVISIBLE, (struct span){9, 4}, "%d of %s", 7, "them");
	cr_expect_eq(diag_help(diag, "write %d", 8), diag);
	cr_expect_eq(diag_note(diag, (struct span){1, 2}, "first"), diag);
	cr_expect_eq(diag_note(diag, (struct span){3, 4}, "second"), diag);
	cr_expect_eq(diag_framework(diag, "ValueError", STR("no")), diag);
	testing_expect("message", diag->message, "7 of them");
	testing_expect("help", diag->help, "write 8");
	testing_expect("subject", diag->subject, "w1");
	testing_expect("note", diag->notes->message, "first");
	testing_expect("next note", diag->notes->next->message, "second");
	testing_expect("class", diag->framework_error.type, "ValueError");
	cr_expect_eq(diag->severity, SEVERITY_ERROR);
	cr_expect_eq(diags.count, 1u);
	arena_drop(&arena);
}

Test(diag, many_findings_are_sorted)
{
	enum { COUNT = 5000 };
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	for (uint32_t i = 0; i < COUNT; i++)
		diag_add(&diags, RULE_AXIS_UNKNOWN, (struct span){i * 7919 % COUNT, 1}, "%u", i);
	uint32_t count;
	const struct diag **all = diags_sorted(&arena, &diags, &count);
	cr_assert_eq(count, (uint32_t)COUNT);
	for (uint32_t i = 0; i < COUNT; i++)
		cr_assert_eq(all[i]->at.offset, i);
	arena_drop(&arena);
}
