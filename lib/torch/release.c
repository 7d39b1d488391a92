/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/release.h"

#include <assert.h>

static const struct {
	enum framework_family family;
	const char *version;
} releases[] = {
#define RELEASE(family, version) {family, version},
#include "torch/releases.def"
#undef RELEASE
};

static const struct {
	const char *since, *until;
} behaviours[TORCH_BEHAVIOUR_COUNT] = {
#define BEHAVIOUR(name, since, until, sentence) [name] = {since, until},
#include "torch/behaviours.def"
#undef BEHAVIOUR
};

struct torch_rules torch_rules_at(enum framework_family family, struct version version)
{
	assert(family != FRAMEWORK_JAX);
	const char *recorded[COUNT_OF(releases)];
	size_t count = 0;
	for (size_t i = 0; i < COUNT_OF(releases); i++)
		if (releases[i].family == family)
			recorded[count++] = releases[i].version;
	struct torch_rules rules = {.family = family, .asked = version};
	rules.match = version_match(recorded, count, version, &rules.version);
	for (int i = 0; i < TORCH_BEHAVIOUR_COUNT; i++)
		rules.has[i] = version_within(version, behaviours[i].since, behaviours[i].until);
	return rules;
}
