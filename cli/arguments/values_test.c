/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/arguments/values.h"

#include <stdlib.h>

#include "cli/files/files.h"
#include "testing/testing.h"

static const struct option option = {"option", "VALUE", "for a test", option_word, 0};

/* The words that each kind of value takes, and some that it does not. */
static const struct {
	const char *word;
	bool framework, mesh, color;
} rows[] = {
    {"jax", true, false, false},
    {"jax==0.6.0", true, false, false},
    {"torch_xla==2.9.0", true, false, false},
    {"jaxx", false, false, false},
    {"jax==x", false, false, false},
    {"", false, false, false},
    {"data=8", false, true, false},
    {"data=8,model=4", false, true, false},
    {"train:data=8", false, true, false},
    {"data=0", false, false, false},
    {"data=8,", false, false, false},
    {"auto", false, false, true},
    {"always", false, false, true},
    {"never", false, false, true},
    {"Always", false, false, false},
};

Test(values, words_are_taken_or_refused)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct spec_overrides overrides = {.mesh = {NULL, 0}};
		const struct argument argument = {&option, rows[i].word};
		bool color;
		cr_expect_eq(value_framework(&arena, &argument, &overrides), rows[i].framework,
		             "'%s'", rows[i].word);
		cr_expect_eq(value_mesh(&arena, &argument, &overrides), rows[i].mesh, "'%s'",
		             rows[i].word);
		cr_expect_eq(value_color(&arena, &argument, &color), rows[i].color, "'%s'",
		             rows[i].word);
		arena_drop(&arena);
	}
}

Test(values, what_is_taken_is_kept)
{
	struct arena arena = {0};
	struct spec_overrides overrides = {.mesh = {NULL, 0}};
	cr_assert(value_framework(&arena, &(struct argument){&option, "jax==0.6.0"}, &overrides));
	cr_assert(value_mesh(&arena, &(struct argument){&option, "data=8"}, &overrides));
	testing_expect("framework", overrides.framework, "jax==0.6.0");
	testing_expect("mesh", overrides.mesh, "data=8");
	arena_drop(&arena);
}

/* The value of NO_COLOR (NULL: not set), a word, and whether there is colour. Nothing is a terminal
 * here. */
static const struct {
	const char *no_color, *word;
	bool color;
} colors[] = {
    {NULL, "always", true}, {"1", "always", true}, {NULL, "never", false},
    {"", "always", true},   {"1", "auto", false},
};

Test(values, colour_is_asked_for_or_refused)
{
	for (size_t i = 0; i < ROWS(colors); i++) {
		bool color = !colors[i].color;
		if (colors[i].no_color)
			setenv("NO_COLOR", colors[i].no_color, 1);
		else
			unsetenv("NO_COLOR");
		cr_expect(color_wanted(colors[i].word, &color), "%s", colors[i].word);
		cr_expect_eq(color, colors[i].color, "row %zu", i);
	}
}
