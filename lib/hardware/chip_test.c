/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/chip.h"

#include <criterion/criterion.h>

Test(chip, every_figure_has_a_source_and_every_source_a_figure)
{
	for (uint32_t i = 0; i < chip_count; i++)
		for (uint32_t j = 0; j < FIGURES; j++) {
			struct figure_value figure =
			    chip_figure_value(&chip_table[i], (enum figure)j);
			cr_expect((figure.value > 0) == (figure.source != NULL), "%s %s",
			          chip_table[i].names[0], chip_figure_field((enum figure)j).name);
		}
}

Test(chip, figures_are_in_proportion)
{
	for (uint32_t i = 0; i < chip_count; i++) {
		const struct chip *chip = &chip_table[i];
		double memory = chip_figure(chip, FIGURE_HBM_BYTES);
		if (chip->platform == PLATFORM_OTHER)
			continue;
		cr_expect_gt(chip_figure(chip, FIGURE_BF16_FLOPS), 1e13, "%s", chip->names[0]);
		cr_expect(memory > 1e10 && memory < 1e12, "%s", chip->names[0]);
		cr_expect_leq((double)chip_device_memory(chip) * chip->devices, memory, "%s",
		              chip->names[0]);
		cr_expect_leq(chip_figure(chip, FIGURE_LINK_BANDWIDTH),
		              chip_figure(chip, FIGURE_LINK_PEAK), "%s", chip->names[0]);
	}
}

Test(chip, is_found_by_its_names_and_device_kinds_alone)
{
	cr_assert_eq(chip_named(STR("v5litepod")), chip_named(STR("TPU v5 lite")));
	cr_assert_eq(chip_named(STR("TPU v5")), chip_named(STR("v5p")));
	cr_assert_eq(chip_named(STR("ironwood")), chip_named(STR("TPU7x")));
	cr_assert_null(chip_named(STR("v5")));
	cr_assert_null(chip_named(STR("")));
	for (uint32_t i = 0; i < chip_count; i++)
		for (uint32_t j = 0; j < CHIP_NAMES && chip_table[i].names[j]; j++)
			cr_expect_eq(chip_named(str_of(chip_table[i].names[j])), &chip_table[i]);
}

Test(chip, memory_is_that_of_one_device)
{
	cr_assert_eq(chip_device_memory(chip_named(STR("h100"))), 81559L << 20);
	cr_assert_eq(chip_device_memory(chip_named(STR("v5e"))), 16911433728);
	int64_t core = chip_device_memory(chip_named(STR("v3")));
	cr_assert(core > 16000000000 && core < 17179869184);
}
