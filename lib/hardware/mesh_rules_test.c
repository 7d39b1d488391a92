/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/mesh_rules.h"

#include <criterion/criterion.h>

Test(mesh_rules, parse_releases_of_one_to_four_numbers)
{
	struct release release;
	cr_assert(release_parse(STR("0.12.0.1"), &release));
	cr_assert_eq(release.part[1], 12);
	cr_assert_eq(release.part[3], 1);
	cr_assert(release_parse(STR("1"), &release));
	cr_assert(!release_parse(STR(""), &release));
	cr_assert(!release_parse(STR("0.12.x"), &release));
	cr_assert(!release_parse(STR("1.2.3.4.5"), &release));
}

Test(mesh_rules, give_a_release_between_two_the_older_behaviour)
{
	struct release between = {{0, 10, 1}}, before = {{0, 3, 0}};
	cr_assert(!mesh_rules_of(between)->gpus_sorted_by_id);
	cr_assert(mesh_rules_of(before)->absolute_extent);
	cr_assert_eq(device_kind_rule_of(between, STR("TPU8i"))->nrings, 0);
	cr_assert_eq(device_kind_rule_of(between, STR("TPU7"))->nrings, 1);
}

Test(mesh_rules, compare_releases_part_by_part)
{
	struct release nine = {{0, 9, 0}}, ten = {{0, 10, 0}}, patch = {{0, 10, 0, 1}};
	cr_expect_lt(release_compare(nine, ten), 0);
	cr_expect_lt(release_compare(ten, patch), 0);
	cr_expect_gt(release_compare(patch, nine), 0);
	cr_expect_eq(release_compare(ten, ten), 0);
}

/* A ring must go through each of its positions once, or devices would be lost. */
Test(mesh_rules, have_rings_that_are_permutations)
{
	static const char *const kinds[] = {"TPU v2",  "TPU v3",  "TPU v4 lite", "TPU v5 lite",
	                                    "TPU v5e", "TPU v5p", "TPU v5",      "TPU v6 lite",
	                                    "TPU7x",   "TPU7",    "TPU8i"};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const struct device_kind_rule *kind =
		    device_kind_rule_of((struct release){{1}}, str_of(kinds[i]));
		cr_expect_gt(kind->nrings, 0, "%s", kinds[i]);
		for (uint32_t j = 0; j < kind->nrings; j++) {
			uint32_t seen = 0;
			for (uint32_t k = 0; k < kind->rings[j].length; k++)
				seen |= 1u << kind->rings[j].order[k];
			cr_expect_eq(seen, (1u << kind->rings[j].length) - 1, "%s", kinds[i]);
		}
	}
}
