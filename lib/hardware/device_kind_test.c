/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/device_kind.h"

#include "testing/release.h"

Test(device_kind, is_known_as_the_older_of_two_releases_knows_it)
{
	const struct jax_rules between = testing_release("0.10.1");
	cr_assert_eq(device_kind_rule_of(&between, STR("TPU8i"))->nrings, 0);
	cr_assert_eq(device_kind_rule_of(&between, STR("TPU7"))->nrings, 1);
}

/* A ring must go through each of its positions once, or devices would be lost. */
Test(device_kind, has_rings_that_are_permutations)
{
	const struct jax_rules newest = jax_newest_rules();
	static const char *const kinds[] = {"TPU v2",  "TPU v3",  "TPU v4 lite", "TPU v5 lite",
	                                    "TPU v5e", "TPU v5p", "TPU v5",      "TPU v6 lite",
	                                    "TPU7x",   "TPU7",    "TPU8i"};
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		const struct device_kind_rule *kind =
		    device_kind_rule_of(&newest, str_of(kinds[i]));
		cr_expect_gt(kind->nrings, 0, "%s", kinds[i]);
		for (uint32_t j = 0; j < kind->nrings; j++) {
			uint32_t seen = 0;
			for (uint32_t k = 0; k < kind->rings[j].length; k++)
				seen |= 1u << kind->rings[j].order[k];
			cr_expect_eq(seen, (1u << kind->rings[j].length) - 1, "%s", kinds[i]);
		}
	}
}
