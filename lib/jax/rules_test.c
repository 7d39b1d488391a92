/* SPDX-License-Identifier: Apache-2.0 */
#include "jax/rules.h"

#include "testing/testing.h"

static const struct {
	const char *asked, *taken;
	enum version_match match;
} versions[] = {
    {"0.4.30", "0.4.30", VERSION_RECORDED},  {"0.4.31", "0.4.30", VERSION_BETWEEN},
    {"0.3.0", "0.4.30", VERSION_TOO_OLD},    {"0.5", "0.5.0", VERSION_RECORDED},
    {"0.7.9", "0.7.2", VERSION_BETWEEN},     {"0.10.1", "0.10.0", VERSION_BETWEEN},
    {"0.12.0", "0.12.0", VERSION_RECORDED},  {"0.12.0.1", "0.12.0.1", VERSION_RECORDED},
    {"0.12.1", "0.12.0.1", VERSION_TOO_NEW}, {"1.0", "0.12.0.1", VERSION_TOO_NEW},
};

Test(jax_rules, a_version_is_judged_as_the_recorded_one_before_it)
{
	for (size_t i = 0; i < ROWS(versions); i++) {
		struct arena arena = {0};
		struct version version;
		struct jax_rules rules;
		cr_assert(version_read(str_of(versions[i].asked), &version));
		cr_expect_eq(jax_rules_at(version, &rules), versions[i].match, "%s",
		             versions[i].asked);
		testing_expect(versions[i].asked, version_text(&arena, rules.version),
		               versions[i].taken);
		arena_drop(&arena);
	}
}

/* Behaviours that came or went with a release, on both sides of it. */
static const struct {
	enum jax_behaviour behaviour;
	const char *before, *since;
	bool comes; /* else it goes */
} changes[] = {
    {JAX_MAKE_MESH, "0.4.30", "0.4.38", true},
    {JAX_EQUAL_NAMES_REFUSED, "0.4.38", "0.5.0", true},
    {JAX_EQUAL_NAMES_REFUSED, "0.5.0", "0.5.3", false},
    {JAX_SPEC_CLASS_PUBLIC, "0.6.1", "0.6.2", true},
    {JAX_AXIS_TYPES, "0.5.0", "0.5.3", true},
    {JAX_UNREDUCED_UNKNOWN, "0.6.0", "0.6.1", false},
    {JAX_POSITIONAL_SHARDING, "0.6.2", "0.7.0", false},
    {JAX_CONSTRAINT_ASSERTS, "0.7.0", "0.7.1", true},
    {JAX_NESTED_TUPLE_REFUSED, "0.7.1", "0.7.2", true},
    {JAX_OUTPUT_KEY_PATH, "0.8.1", "0.8.2", false},
    {JAX_OUTPUT_KEY_PATH, "0.8.2", "0.9.0", true},
    {JAX_EXPLICIT_DEFAULT, "0.8.2", "0.9.0", true},
    {JAX_INDIVISIBLE_ERROR, "0.9.0", "0.10.0", true},
    {JAX_LENGTH_MUST_MATCH, "0.11.0", "0.11.1", true},
};

static bool has(const char *text, enum jax_behaviour behaviour)
{
	struct version version;
	struct jax_rules rules;
	cr_assert(version_read(str_of(text), &version));
	jax_rules_at(version, &rules);
	return rules.has[behaviour];
}

Test(jax_rules, behaviours_change_with_their_release)
{
	for (size_t i = 0; i < ROWS(changes); i++) {
		cr_expect_eq(has(changes[i].before, changes[i].behaviour), !changes[i].comes, "%zu",
		             i);
		cr_expect_eq(has(changes[i].since, changes[i].behaviour), changes[i].comes, "%zu",
		             i);
	}
}

Test(jax_rules, every_behaviour_is_had_by_some_release)
{
	static const char *const releases[] = {"0.4.30", "0.4.38", "0.5.0",  "0.5.3", "0.6.1",
	                                       "0.6.2",  "0.7.0",  "0.7.1",  "0.7.2", "0.8.1",
	                                       "0.9.0",  "0.10.0", "0.10.2", "0.12.0"};
	for (int i = 0; i < JAX_BEHAVIOUR_COUNT; i++) {
		bool any = false, all = true;
		for (size_t j = 0; j < ROWS(releases); j++) {
			bool here = has(releases[j], (enum jax_behaviour)i);
			any |= here;
			all &= here;
		}
		cr_expect(any, "no release has behaviour %d", i);
		cr_expect(!all, "every release has behaviour %d: it makes no difference", i);
	}
}
