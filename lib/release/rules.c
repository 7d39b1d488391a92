/* SPDX-License-Identifier: Apache-2.0 */
#include "release/rules.h"

#include <assert.h>

static const char *const releases[] = {
#define RELEASE(version) version,
#include "release/releases.def"
#undef RELEASE
};

enum { RELEASE_COUNT = COUNT_OF(releases) };

static const struct {
	enum jax_behaviour behaviour;
	const char *since, *until;
} behaviours[] = {
#define AGAIN(name, since, until) {name, since, until},
#define BEHAVIOUR(name, since, until, sentence) AGAIN(name, since, until)
#include "release/behaviours.def"
#undef BEHAVIOUR
#undef AGAIN
};

enum { BEHAVIOUR_ROWS = COUNT_OF(behaviours) };

bool jax_rules_within(const struct jax_rules *rules, const char *since, const char *until)
{
	return version_within(rules->asked, since, until);
}

struct jax_rules jax_rules_at(struct version version)
{
	struct jax_rules rules = {.asked = version};
	rules.match = version_match(releases, RELEASE_COUNT, version, &rules.version);
	/* Nothing begins or ends after the newest release, which most specs are for. */
	bool newest = version_compare(version, version_of(jax_newest_release())) >= 0;
	for (int i = 0; i < BEHAVIOUR_ROWS; i++)
		rules.has[behaviours[i].behaviour] |=
		    newest ? !behaviours[i].until
			   : jax_rules_within(&rules, behaviours[i].since, behaviours[i].until);
	return rules;
}

const char *jax_release(size_t number)
{
	return number < RELEASE_COUNT ? releases[number] : NULL;
}

const char *jax_newest_release(void)
{
	return releases[RELEASE_COUNT - 1];
}

struct jax_rules jax_newest_rules(void)
{
	return jax_rules_at(version_of(jax_newest_release()));
}

/* Its first row. */
static int row_of(enum jax_behaviour behaviour)
{
	int row = 0;
	while (row < BEHAVIOUR_ROWS && behaviours[row].behaviour != behaviour)
		row++;
	assert(row < BEHAVIOUR_ROWS);
	return row;
}

const char *jax_behaviour_since(enum jax_behaviour behaviour)
{
	return behaviours[row_of(behaviour)].since;
}

const char *jax_behaviour_until(enum jax_behaviour behaviour)
{
	return behaviours[row_of(behaviour)].until;
}
