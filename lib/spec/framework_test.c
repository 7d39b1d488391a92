/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/framework.h"

#include "testing/testing.h"

static const struct {
	const char *text, *read; /* read NULL: refused */
} frameworks[] = {
    {"", "jax==0.12.0.1"},
    {"jax", "jax==0.12.0.1"},
    {"jax==0.6.0", "jax==0.6.0"},
    {"jax==0.12.0.1", "jax==0.12.0.1"},
    {" jax == 0.6.0 ", "jax==0.6.0"},
    {"jax=0.6.0", NULL},
    {"jax>=0.6.0", NULL},
    {"jax==0.6.0 or so", NULL},
    {"torch_xla", "torch_xla==2.9.0"},
    {"torch_xla==2.8.1", "torch_xla==2.8.1"},
    {"dtensor==2.9.0", "dtensor==2.9.0"},
    {"jaxx", NULL},
    {"JAX", NULL},
    {"jax==", NULL},
    {"jax==new", NULL},
    {"jax==0.6.0.1.2", NULL},
    {"jax==-1.0", NULL},
    {"jax==0..6", NULL},
    {"jax==0.6.0rc1", NULL},
    {"jax==99999999999", NULL},
};

Test(framework, is_read_with_its_version)
{
	for (size_t i = 0; i < ROWS(frameworks); i++) {
		struct arena arena = {0};
		struct diags diags = diags_make(&arena);
		struct framework framework =
		    framework_read(&arena, str_of(frameworks[i].text), (struct span){7, 3}, &diags);
		cr_expect_eq(framework.broken, !frameworks[i].read, "'%s'", frameworks[i].text);
		cr_expect_eq(diags.count, frameworks[i].read ? 0u : 1u, "'%s'", frameworks[i].text);
		if (frameworks[i].read)
			testing_expect(frameworks[i].text, framework.text, frameworks[i].read);
		else
			cr_expect_eq(diags.first->rule, rule_of(RULE_FRAMEWORK_UNKNOWN));
		arena_drop(&arena);
	}
}

static const char *const ordered[] = {"0.4.30", "0.4.38", "0.5",      "0.5.3",
                                      "0.10.0", "0.12",   "0.12.0.1", "1"};

Test(framework, versions_are_ordered_by_their_numbers)
{
	for (size_t i = 0; i < ROWS(ordered); i++)
		for (size_t j = 0; j < ROWS(ordered); j++) {
			struct version a, b;
			cr_assert(version_read(str_of(ordered[i]), &a));
			cr_assert(version_read(str_of(ordered[j]), &b));
			int order = version_compare(a, b);
			cr_expect_eq((order > 0) - (order < 0), (i > j) - (i < j), "%s %s",
			             ordered[i], ordered[j]);
		}
}

Test(framework, parts_left_out_are_zero)
{
	struct version brief, whole;
	cr_assert(version_read(STR("0.6"), &brief));
	cr_assert(version_read(STR("0.6.0.0"), &whole));
	cr_expect_eq(version_compare(brief, whole), 0);
}
