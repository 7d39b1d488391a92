/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/suggest.h"

#include "testing/testing.h"

static const struct {
	const char *name, *near; /* NULL: none is near enough */
} rows[] = {
    {"modle", "model"},  /* two neighbours swapped */
    {"mdel", "model"},   /* one missing */
    {"moddel", "model"}, /* one too many */
    {"nodel", "model"},  /* one replaced */
    {"MODEL", "model"},  /* case does not count */
    {"fdsp", "fsdp"},    {"dat", "data"}, {"tensr_paralel", "tensor_parallel"},
    {"sequence", NULL},  {"xyz", NULL},   {"", NULL},
    {"a", NULL},     /* all of it would have to change */
    {"model", NULL}, /* is itself a candidate, and so no slip of it */
};

static const char *const candidates[] = {"data", "model", "fsdp", "tensor_parallel", "m"};

Test(suggest, finds_the_name_that_was_meant)
{
	struct str names[ROWS(candidates)];
	for (size_t i = 0; i < ROWS(candidates); i++)
		names[i] = str_of(candidates[i]);
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct str near = suggest(str_of(rows[i].name), names, ROWS(names));
		cr_expect_eq(near.s != NULL, rows[i].near != NULL, "'%s'", rows[i].name);
		if (near.s && rows[i].near)
			testing_expect(rows[i].name, near, rows[i].near);
	}
}

Test(suggest, the_first_of_equally_near_ones_is_taken)
{
	const struct str names[] = {STR("axis_a"), STR("axis_b")};
	testing_expect("tie", suggest(STR("axis_c"), names, 2), "axis_a");
	cr_expect_null(suggest_only(STR("axis_c"), names, 2).s);
	testing_expect("one", suggest_only(STR("axiss_b"), names, 2), "axis_b");
}

Test(suggest, very_long_names_are_not_compared)
{
	char name[66], candidate[66];
	memset(name, 'a', sizeof name);
	memset(candidate, 'a', sizeof candidate);
	candidate[3] = 'b';
	const struct str longest[] = {{candidate, 64}}, longer[] = {{candidate, 65}};
	cr_expect_not_null(suggest((struct str){name, 64}, longest, 1).s);
	cr_expect_null(suggest((struct str){name, 64}, longer, 1).s);
	cr_expect_null(suggest((struct str){name, 65}, longest, 1).s);
}

Test(suggest, what_is_certain_differs_little_and_in_no_digit)
{
	const struct str names[] = {STR("dtype"), STR("types"), STR("layer1"), STR("layer2")};
	testing_expect("swapped", suggest_certain(STR("dytpe"), names, ROWS(names)), "dtype");
	cr_expect_null(suggest_certain(STR("layer3"), names, ROWS(names)).s);
	cr_expect_null(suggest_certain(STR("dtpyee"), names, ROWS(names)).s);
	cr_expect_null(suggest_certain(STR("type"), names, ROWS(names)).s); /* two are as near */
}
