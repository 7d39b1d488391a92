/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/release.h"

#include "testing/testing.h"

static const struct {
	enum framework_family family;
	const char *asked, *taken;
	enum version_match match;
} versions[] = {
    {FRAMEWORK_TORCH_XLA, "2.8.0", "2.8.0", VERSION_RECORDED},
    {FRAMEWORK_TORCH_XLA, "2.8.1", "2.8.0", VERSION_BETWEEN},
    {FRAMEWORK_TORCH_XLA, "2.9", "2.9.0", VERSION_RECORDED},
    {FRAMEWORK_TORCH_XLA, "2.5.0", "2.8.0", VERSION_TOO_OLD},
    {FRAMEWORK_TORCH_XLA, "2.10.0", "2.9.0", VERSION_TOO_NEW},
    {FRAMEWORK_DTENSOR, "2.8.0", "2.9.0", VERSION_TOO_OLD},
    {FRAMEWORK_DTENSOR, "2.12.0", "2.9.0", VERSION_BETWEEN},
    {FRAMEWORK_DTENSOR, "2.15.0", "2.15.0", VERSION_RECORDED},
};

Test(torch_release, a_version_is_judged_as_the_recorded_one_before_it)
{
	for (size_t i = 0; i < ROWS(versions); i++) {
		struct arena arena = {0};
		struct version version;
		cr_assert(version_read(str_of(versions[i].asked), &version));
		struct torch_rules rules = torch_rules_at(versions[i].family, version);
		cr_expect_eq(rules.match, versions[i].match, "%s", versions[i].asked);
		testing_expect(versions[i].asked, version_text(&arena, rules.version),
		               versions[i].taken);
		arena_drop(&arena);
	}
}
