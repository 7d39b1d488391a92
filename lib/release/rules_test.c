/* SPDX-License-Identifier: Apache-2.0 */
#include "release/rules.h"

#include "testing/release.h"

static const char *const releases[] = {
#define RELEASE(version) version,
#include "release/releases.def"
#undef RELEASE
};

Test(jax_rules, releases_stand_in_order)
{
	for (size_t i = 0; i < ROWS(releases); i++) {
		struct jax_rules rules = testing_release(releases[i]);
		cr_expect_eq(rules.match, VERSION_RECORDED, "%s", releases[i]);
		cr_expect(!i || !jax_rules_within(&rules, NULL, releases[i - 1]), "%s",
		          releases[i]);
	}
	cr_expect_str_eq(jax_newest_release(), releases[ROWS(releases) - 1]);
}

static const struct {
	const char *asked, *taken; /* NULL: the newest */
	enum version_match match;
} versions[] = {
    {"0.4.30", "0.4.30", VERSION_RECORDED}, {"0.4.31", "0.4.30", VERSION_BETWEEN},
    {"0.3.0", "0.4.30", VERSION_TOO_OLD},   {"0.5", "0.5.0", VERSION_RECORDED},
    {"0.7.9", "0.7.2", VERSION_BETWEEN},    {"0.9.1", "0.9.0", VERSION_BETWEEN},
    {"0.12.0", "0.12.0", VERSION_RECORDED}, {"0.12.0.1", "0.12.0.1", VERSION_RECORDED},
    {"2147483647", NULL, VERSION_TOO_NEW},
};

Test(jax_rules, a_version_is_judged_as_the_recorded_one_before_it)
{
	for (size_t i = 0; i < ROWS(versions); i++) {
		struct arena arena = {0};
		struct jax_rules rules = testing_release(versions[i].asked);
		const char *taken = versions[i].taken ? versions[i].taken : jax_newest_release();
		cr_expect_eq(rules.match, versions[i].match, "%s", versions[i].asked);
		testing_expect(versions[i].asked, version_text(&arena, rules.version), taken);
		arena_drop(&arena);
	}
}

/* Bounds are versions, and a range has an end behind its beginning. */
static void expect_range(const char *name, const char *since, const char *until)
{
	struct jax_rules first = testing_release(since ? since : releases[0]);
	cr_expect(jax_rules_within(&first, since, until), "%s", name);
	cr_expect(!until ||
	              !jax_rules_within(&(struct jax_rules){.asked = first.asked}, until, NULL),
	          "%s", name);
	cr_expect(!until || testing_release(until).match != VERSION_TOO_NEW, "%s", name);
	cr_expect(first.match != VERSION_TOO_NEW, "%s", name);
}

Test(jax_rules, behaviours_have_their_range)
{
#define AGAIN(name, since, until) expect_range(#name, since, until);
#define BEHAVIOUR(name, since, until, sentence) AGAIN(name, since, until) cr_expect(*(sentence));
#include "release/behaviours.def"
#undef BEHAVIOUR
#undef AGAIN
}

/* Behaviours that came or went with a release, on both sides of it. */
static const struct {
	enum jax_behaviour behaviour;
	const char *before, *since;
	bool comes; /* else it goes */
} changes[] = {
    {JAX_MAKE_MESH, "0.4.32", "0.4.33", true},
    {JAX_REPLICATED_POSITIONAL_ANY_RANK, "0.4.30", "0.4.31", true},
    {JAX_EQUAL_NAMES_REFUSED, "0.4.38", "0.5.0", true},
    {JAX_EQUAL_NAMES_REFUSED, "0.5.0", "0.5.3", false},
    {JAX_POSITIONAL_SHARDING, "0.6.2", "0.7.0", false},
    {JAX_OUTPUT_KEY_PATH, "0.8.1", "0.8.2", false},
    {JAX_OUTPUT_KEY_PATH, "0.8.2", "0.9.0", true},
    {JAX_GPUS_SORTED_BY_ID, "0.10.1", "0.10.2", true},
    {XLA_COLLECTIVES_NAME_OPERANDS, "0.10.2", "0.11.0", true},
    {XLA_NAMED_SHARDINGS, "0.11.1", "0.11.2", true},
};

Test(jax_rules, behaviours_change_with_their_release)
{
	for (size_t i = 0; i < ROWS(changes); i++) {
		enum jax_behaviour behaviour = changes[i].behaviour;
		cr_expect_eq(testing_release(changes[i].before).has[behaviour], !changes[i].comes,
		             "%zu", i);
		cr_expect_eq(testing_release(changes[i].since).has[behaviour], changes[i].comes,
		             "%zu", i);
	}
	cr_expect_str_eq(jax_behaviour_since(JAX_MAKE_MESH), "0.4.33");
	cr_expect_str_eq(jax_behaviour_until(JAX_POSITIONAL_SHARDING), "0.7.0");
	cr_expect_null(jax_behaviour_until(JAX_MAKE_MESH));
}

Test(jax_rules, every_behaviour_is_had_by_some_release_and_not_by_all)
{
	uint32_t had[JAX_BEHAVIOUR_COUNT] = {0};
	for (size_t i = 0; i < ROWS(releases); i++) {
		struct jax_rules rules = testing_release(releases[i]);
		for (int j = 0; j < JAX_BEHAVIOUR_COUNT; j++)
			had[j] += rules.has[j];
	}
	for (int i = 0; i < JAX_BEHAVIOUR_COUNT; i++)
		cr_expect(had[i] > 0 && had[i] < ROWS(releases), "behaviour %d: %u releases", i,
		          had[i]);
}

/* The text of a file with every run of blanks as one. */
static struct str words_of(struct arena *arena, const char *path)
{
	struct str text = testing_read(arena, path);
	struct buf words = {.arena = arena};
	cr_assert_not_null(text.s, "%s", path);
	for (size_t i = 0; i < text.len; i++) {
		bool blank = text.s[i] == ' ' || text.s[i] == '\n';
		if (!blank || (words.len && words.data[words.len - 1] != ' '))
			buf_putc(&words, blank ? ' ' : text.s[i]);
	}
	return buf_str(&words);
}

static void expect_says(struct arena *arena, const char *path, struct str sentence)
{
	struct str text = words_of(arena, path);
	for (size_t at = 0; at + sentence.len <= text.len; at++)
		if (str_starts_with(str_slice(text, at, text.len), sentence))
			return;
	cr_expect(false, "%s does not say: %.*s", path, STR_ARG(sentence));
}

Test(jax_rules, documents_name_the_releases)
{
	struct arena arena = {0};
	struct buf all = {.arena = &arena};
	size_t count = ROWS(releases);
	for (size_t i = 0; i < count; i++)
		buf_printf(&all, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " and ", releases[i]);
	expect_says(&arena, "man/shardctl-check.1", buf_str(&all));
	expect_says(
	    &arena, "README.md",
	    str_format(&arena, "knows JAX from %s to %s.", releases[0], jax_newest_release()));
	expect_says(&arena, "README.md",
	            str_format(&arena, "The behaviour of %zu releases is recorded", count));
	expect_says(&arena, "specs/shardctl.schema.json",
	            str_format(&arena, "\"jax==%s\"", jax_newest_release()));
	arena_drop(&arena);
}
