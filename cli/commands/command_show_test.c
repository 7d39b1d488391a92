/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/testing/running.h"

static const struct running_row rows[] = {
    {"show a.yaml embed", 0, "│     0     │     1     │", NULL, "> "},
    {"show - embed <a.yaml", 0, "embed: bfloat16[64, 32]", NULL, NULL},
    {"show --ascii a.yaml embed", 0, "|     6     |     7     |", NULL, "│"},
    {"show --ascii --device 3 a.yaml embed", 0, "|   > 3 <   |", NULL, "> 2 <"},
    {"show --ascii --dims 1,0 a.yaml embed", 0, "|     1     |     3     |     5     |", NULL,
     NULL},
    {"show --ascii --dims 1 a.yaml embed", 0, "fixed: dim 0 at 0:16", NULL, NULL},
    {"show --ascii --dims 1 --at 0=2 a.yaml embed", 0, "|     4     |     5     |", NULL, NULL},
    {"show --dims 1 --at 0=2 --at 0=3 a.yaml embed", 0, "fixed: dim 0 at 48:64", NULL, NULL},
    {"show --ascii --width 20 a.yaml embed", 0, "|  0  |  1  |", NULL, "|     0     |"},
    {"show --ascii --mesh data=2,model=2 a.yaml bias", 0, "|    0,2    |    1,3    |", NULL, NULL},
    {"show --ascii --hardware v5e-8 a.yaml bias", 0, "|  0,2,5,7  |", NULL, "0,2,4,6"},
    {"show --color always a.yaml bias", 0, "\033[", NULL, NULL},
    {"show a.yaml bias", 0, "0,2,4,6", NULL, "\033["},
    {"show a.yaml layers.2.wq", 0, "layers.{0..3}.wq: bfloat16[32, 16]", NULL, NULL},
    {"show a.yaml '*'", 0, "\n\nbias: float32[32]", NULL, NULL},
    {"show a.yaml 'b*'", 0, "bias: ", NULL, "embed"},
    {"show --svg - a.yaml bias", 0, "</svg>\n", NULL, "┌"},
    {"show --svg out a.yaml bias", 0, NULL, NULL, NULL},
    {"show --mesh data=5,model=2 a.yaml embed", 1, "embed: ", "error[dim-indivisible]", NULL},
    {"show --mesh data=5,model=2 a.yaml bias", 0, "bias: ", NULL, NULL},
    {"show --mesh data=5,model=2 --framework jax==0.12.0.1 a.yaml embed", 1, "", "jax 0.12.0.1",
     NULL},
};

Test(command_show, each_option_means_what_it_says)
{
	running_expect(&running_specs, rows, ROWS(rows));
}

static const struct running_row refused[] = {
    {"show", 2, NULL, "show needs a file and the name of a tensor", NULL},
    {"show a.yaml", 2, NULL, "show needs the name of a tensor", NULL},
    {"show a.yaml embed bias", 2, NULL, "quote a pattern", NULL},
    {"show nosuch.yaml embed", 2, NULL, "cannot read 'nosuch.yaml'", NULL},
    {"show a.yaml embd", 2, NULL, "did you mean 'embed'?", NULL},
    {"show a.yaml nothing.like", 2, NULL, "it has embed, bias, layers.{0..3}.wq", NULL},
    {"show --device 8 a.yaml bias", 2, NULL, "device 8 is none of them", NULL},
    {"show --dims 0,0 a.yaml embed", 2, NULL, "'0,0' is not a value of '--dims'", NULL},
    {"show --dims 0,2 a.yaml embed", 2, NULL, "there is no dimension 2", NULL},
    {"show --at 0 a.yaml embed", 2, NULL, "'0' is not a value of '--at'", NULL},
    {"show --at 7=1 a.yaml embed", 2, NULL, "there is no dimension 7", NULL},
    {"show --width 0 a.yaml embed", 2, NULL, "'0' is not a value of '--width'", NULL},
    {"show --svg no/such/file a.yaml embed", 2, NULL, "cannot write 'no/such/file'", NULL},
    {"show --svg out a.yaml embd && test ! -e out", 2, NULL, "did you mean", NULL},
};

Test(command_show, what_cannot_be_drawn_is_refused)
{
	running_expect(&running_specs, refused, ROWS(refused));
}

Test(command_show, a_file_of_svg_holds_what_standard_output_would)
{
	running_expect_same(&running_specs, "show --svg - a.yaml embed",
	                    "show --svg out a.yaml embed && cat out");
}

Test(command_show, the_width_comes_from_the_option_before_the_environment)
{
	running_expect_same(&running_specs, "show --width 20 a.yaml embed",
	                    "show --width 90 a.yaml embed >/dev/null; "
	                    "COLUMNS=20 shardctl show a.yaml embed");
	running_expect_same(&running_specs, "show --width 20 a.yaml embed",
	                    "show a.yaml nosuch 2>/dev/null; "
	                    "COLUMNS=90 shardctl show --width 20 a.yaml embed");
}

Test(command_show, many_shards_are_drawn_only_when_asked_for)
{
	struct arena arena = {0};
	struct str some =
	    running(&arena, &running_specs, "show --mesh data=64,model=1 a.yaml embed").output;
	struct str all =
	    running(&arena, &running_specs, "show --all --mesh data=64,model=1 a.yaml embed")
		.output;
	cr_expect_gt(running_lines(all), 64u);
	cr_expect_lt(running_lines(some), running_lines(all));
	cr_expect(running_holds(all, "    32 ") && !running_holds(some, "    32 "));
	arena_drop(&arena);
}
