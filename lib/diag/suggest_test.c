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

Test(suggest, only_what_is_beyond_doubt_is_certain)
{
	static const struct {
		const char *name, *known[3], *certain;
	} cases[] = {
	    {"dta", {"data", "model"}, "data"},
	    {"modle", {"data", "model"}, "model"},
	    {"Data", {"data", "model"}, "data"},
	    {"hbm_bandwith", {"hbm_bandwidth", "ici_bandwidth"}, "hbm_bandwidth"},
	    {"flaot32", {"float32", "float64", "bfloat16"}, "float32"},
	    {"dat", {"data", "date"}, NULL},      /* as near */
	    {"mehs", {"mesh", "meshes"}, NULL},   /* nearly as near */
	    {"stage2", {"stage1", "data"}, NULL}, /* a digit */
	    {"float23", {"float32"}, NULL},       /* the same */
	    {"y1", {"y", "data"}, NULL},          /* too short to tell */
	    {"gpu", {"cpu", "meta"}, NULL},
	    {"mdl", {"model", "data"}, NULL},
	    {"data", {"data", "model"}, NULL},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str names[3];
		size_t count = 0;
		for (; count < 3 && cases[i].known[count]; count++)
			names[count] = str_of(cases[i].known[count]);
		struct str got = suggest_certain(str_of(cases[i].name), names, count);
		struct str want = cases[i].certain ? str_of(cases[i].certain) : STR("");
		cr_expect(str_equal(got.s ? got : STR(""), want), "'%s' is '%.*s'", cases[i].name,
		          STR_ARG(got));
	}
}

Test(suggest, what_is_certain_differs_little_and_in_no_digit)
{
	const struct str names[] = {STR("dtype"), STR("types"), STR("layer1"), STR("layer2")};
	testing_expect("swapped", suggest_certain(STR("dytpe"), names, COUNT_OF(names)), "dtype");
	cr_expect_null(suggest_certain(STR("layer3"), names, COUNT_OF(names)).s);
	cr_expect_null(suggest_certain(STR("dtpyee"), names, COUNT_OF(names)).s);
	cr_expect_null(suggest_certain(STR("type"), names, COUNT_OF(names)).s);
}
