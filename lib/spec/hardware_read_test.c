/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "spec/spec.h"

/* Reads a spec that has this value of `hardware`. */
static const struct spec *read(struct arena *arena, struct arena *scratch, const char *hardware)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct diags *diags = arena_new(arena, struct diags, 1);
	struct spec_overrides overrides = {0};
	*source =
	    (struct source){STR("-"), str_format(arena, "hardware: %s\nmesh: {x: -1}\n", hardware)};
	*diags = diags_make(arena);
	return spec_read(arena, scratch, source, &overrides, diags);
}

Test(hardware_read, gives_the_number_of_devices)
{
	static const struct {
		const char *hardware;
		int64_t devices;
	} cases[] = {
	    {"v5e-16", 16},
	    {"v3-8", 8},
	    {"v5p-128", 64},
	    {"{type: v5e-16, slices: 3}", 48},
	    {"{chip: TPU7x, topology: 2x2x2}", 16},
	    {"{chip: h100, slices: 4}", 32},
	    {"{chip: cpu, topology: 6}", 6},
	    {"{\"chip\": \"v6e\", \"topology\": \"16x16\", \"slices\": 2}", 512},
	};
	struct arena arena = {0}, scratch = {0};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct spec *spec = read(&arena, &scratch, cases[i].hardware);
		cr_assert(spec->hardware, "%s", cases[i].hardware);
		cr_expect_eq(spec->devices, cases[i].devices, "%s", cases[i].hardware);
		cr_expect_eq(spec->meshes[0].axes[0].size, cases[i].devices, "%s",
		             cases[i].hardware);
		cr_expect_not_null(spec->hardware_node);
	}
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(hardware_read, leaves_what_it_cannot_read_unset)
{
	struct arena arena = {0}, scratch = {0};
	const struct spec *spec = read(&arena, &scratch, "v5x-16");
	cr_expect_null(spec->hardware);
	cr_expect_eq(spec->devices, 0);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(hardware_read, takes_figures_of_the_spec_for_those_of_the_chip)
{
	struct arena arena = {0}, scratch = {0};
	const struct spec *spec =
	    read(&arena, &scratch,
	         "{type: v5e-16, hbm_bytes: 32GiB, bf16_flops: 2e14, launch_seconds: 1e-6}");
	const struct chip *chip = spec->hardware->chip;
	cr_expect_eq(chip_device_memory(chip), (int64_t)32 << 30);
	cr_expect_float_eq(chip_figure(chip, FIGURE_BF16_FLOPS), 2e14, 1);
	cr_expect_float_eq(chip_figure(chip, FIGURE_LAUNCH_SECONDS), 1e-6, 1e-12);
	cr_expect_neq(chip, chip_named(STR("v5e")));
	cr_expect_float_eq(chip_figure(chip_named(STR("v5e")), FIGURE_BF16_FLOPS), 1.97e14, 1);
	cr_expect_str_eq(chip_figure_value(chip, FIGURE_BF16_FLOPS).source, "given in the spec");
	spec = read(&arena, &scratch, "{type: v5e-16, hbm_usable_bytes: 15GB, hbm_bytes: 16GB}");
	cr_expect_eq(chip_device_memory(spec->hardware->chip), 15000000000);
	arena_drop(&arena);
	arena_drop(&scratch);
}
