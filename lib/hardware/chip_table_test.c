/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/chip.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <yaml.h>

static void add_names(struct buf *out, const char *key, const char *const *names)
{
	buf_printf(out, "  %s: [", key);
	for (uint32_t i = 0; i < CHIP_NAMES && names[i]; i++)
		buf_printf(out, "%s%s", i ? ", " : "", names[i]);
	buf_puts(out, "]\n");
}

static void add_slices(struct buf *out, const struct chip *chip)
{
	buf_puts(out, "  slices: [");
	for (uint32_t i = 0; i < CHIP_SLICES && chip->slices[i][0]; i++) {
		const uint16_t *slice = chip->slices[i];
		buf_printf(out, "%s%dx%d", i ? ", " : "", slice[0], slice[1]);
		if (chip->torus_axes == 3)
			buf_printf(out, "x%d", slice[2]);
	}
	buf_puts(out, chip->wrap == WRAP_CUBES ? ", and all multiples of 4, ascending]\n" : "]\n");
	if (chip->wrap == WRAP_CUBES)
		buf_puts(out, "  wraps: all axes, when each is a multiple of 4\n");
	else
		buf_printf(out, "  wraps: axes of length %d\n", chip->full_axis);
}

static void add_torus_shape(struct buf *out, const struct chip *chip)
{
	buf_printf(out, "  cores_per_chip: %d\n  devices_per_chip: %d\n", chip->cores,
	           chip->devices);
	buf_printf(out, "  type_counts: %s\n", chip->type_counts_cores ? "cores" : "chips");
	buf_printf(out, "  chips_per_host: %d\n  largest_slice: %d\n", chip->chips_per_host,
	           chip->largest_slice);
	if (chip->torus_axes) {
		buf_printf(out, "  torus_axes: %d\n", chip->torus_axes);
		add_slices(out, chip);
		buf_printf(out, "  twists: %s\n", chip->twists ? "true" : "false");
	} else {
		buf_printf(out, "  node_chips: %d\n", chip->node_chips);
	}
	if (chip->remark)
		buf_printf(out, "  remark: \"%s\"\n", chip->remark);
}

/* YAML 1.1 takes 1e-06 for a string: a number with an exponent needs a point. */
static void add_number(struct buf *out, double value)
{
	char digits[32];
	snprintf(digits, sizeof digits, "%.12g", value);
	size_t mantissa = strcspn(digits, "e");
	buf_add(out, (struct str){digits, mantissa});
	if (digits[mantissa] && !memchr(digits, '.', mantissa))
		buf_puts(out, ".0");
	buf_puts(out, digits + mantissa);
}

static void add_chip(struct buf *out, const struct chip *chip)
{
	buf_printf(out, "%s:\n", chip->names[0]);
	add_names(out, "names", chip->names);
	add_names(out, "device_kinds", chip->device_kinds);
	add_torus_shape(out, chip);
	buf_puts(out, chip->platform == PLATFORM_OTHER ? "  figures: {}\n" : "  figures:\n");
	for (uint32_t i = 0; i < FIGURES; i++) {
		struct figure_value figure = chip_figure_value(chip, (enum figure)i);
		if (!figure.source)
			continue;
		buf_printf(out, "    %s: {value: ", chip_figure_field((enum figure)i).name);
		add_number(out, figure.value);
		buf_printf(out, ", unit: \"%s\", source: \"%s\"}\n",
		           chip_figure_field((enum figure)i).unit, figure.source);
	}
}

/* All chips with all figures, units and sources: the text of specs/hardware.yaml. */
static void write_yaml(struct buf *out)
{
	buf_puts(out,
	         "# Accelerators as shardctl knows them. Written from lib/hardware/chip.c, which a "
	         "test compares;\n# every figure has its unit and source.\n");
	for (uint32_t i = 0; i < chip_count; i++)
		add_chip(out, &chip_table[i]);
}

static struct str path_of_yaml(struct arena *arena)
{
	const char *folder = getenv("SHARDCTL_TESTDATA");
	return str_format(arena, "%s/../specs/hardware.yaml", folder ? folder : "testdata");
}

/* SHARDCTL_UPDATE=1 writes the file instead of comparing it. */
Test(chip, shipped_yaml_is_the_table)
{
	struct arena arena = {0};
	struct buf expected = {.arena = &arena};
	write_yaml(&expected);
	struct str path = path_of_yaml(&arena);
	bool update = getenv("SHARDCTL_UPDATE") != NULL;
	FILE *file = fopen(path.s, update ? "w" : "r");
	cr_assert(file, "cannot open %s", path.s);
	if (update) {
		fwrite(expected.data, 1, expected.len, file);
	} else {
		char *shipped = arena_new(&arena, char, expected.len + 2);
		size_t length = fread(shipped, 1, expected.len + 1, file);
		cr_expect(str_equal((struct str){shipped, length}, buf_str(&expected)),
		          "%s is not what lib/hardware/chip.c holds; SHARDCTL_UPDATE=1 writes it",
		          path.s);
	}
	fclose(file);
	arena_drop(&arena);
}

Test(chip, written_yaml_can_be_read)
{
	struct arena arena = {0};
	struct buf text = {.arena = &arena};
	write_yaml(&text);
	yaml_parser_t parser;
	yaml_document_t document;
	cr_assert(yaml_parser_initialize(&parser));
	yaml_parser_set_input_string(&parser, (const unsigned char *)text.data, text.len);
	cr_assert(yaml_parser_load(&parser, &document));
	yaml_node_t *root = yaml_document_get_root_node(&document);
	cr_assert_eq(root->type, YAML_MAPPING_NODE);
	cr_assert_eq(root->data.mapping.pairs.top - root->data.mapping.pairs.start, chip_count);
	yaml_document_delete(&document);
	yaml_parser_delete(&parser);
	arena_drop(&arena);
}

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
	cr_assert_eq(chip_device_memory(chip_named(STR("h100"))), 80000000000);
	cr_assert_eq(chip_device_memory(chip_named(STR("v5e"))), 16911433728);
	int64_t core = chip_device_memory(chip_named(STR("v3")));
	cr_assert(core > 16000000000 && core < 17179869184);
}
