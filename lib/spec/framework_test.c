/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/framework.h"

#include "testing/testing.h"

static const struct {
	const char *text, *read; /* read NULL: refused */
} frameworks[] = {
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

Test(framework, left_out_is_the_newest_release_of_jax)
{
	static const char *const texts[] = {"", "jax", " jax "};
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	for (size_t i = 0; i < ROWS(texts); i++) {
		struct framework framework =
		    framework_read(&arena, str_of(texts[i]), (struct span){0, 0}, &diags);
		testing_expect(texts[i], framework.text,
		               str_format(&arena, "jax==%s", jax_newest_release()).s);
		cr_expect_eq(framework.rules->match, VERSION_RECORDED);
	}
	cr_expect_eq(diags.count, 0u);
	arena_drop(&arena);
}

Test(framework, has_rules_when_it_is_jax)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	const struct span at = {0, 0};
	cr_expect(framework_read(&arena, STR("jax==0.6.1"), at, &diags).rules->has[JAX_AXIS_TYPES]);
	cr_expect_not_null(framework_read(&arena, STR("jax==new"), at, &diags).rules);
	cr_expect_null(framework_read(&arena, STR("torch_xla"), at, &diags).rules);
	arena_drop(&arena);
}
