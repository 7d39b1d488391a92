/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the table of chips, and writing it as YAML. */
#include "hardware/chip.h"

#include <stdio.h>
#include <strings.h>

static const struct figure_field figure_fields[FIGURES] = {
    [FIGURE_BF16_FLOPS] = {"bf16_flops", "FLOP/s per chip, dense"},
    [FIGURE_INT8_OPS] = {"int8_ops", "op/s per chip, dense"},
    [FIGURE_FP8_FLOPS] = {"fp8_flops", "FLOP/s per chip, dense"},
    [FIGURE_INT4_OPS] = {"int4_ops", "op/s per chip, dense"},
    [FIGURE_FP4_FLOPS] = {"fp4_flops", "FLOP/s per chip, dense"},
    [FIGURE_HBM_BYTES] = {"hbm_bytes", "bytes per chip"},
    [FIGURE_HBM_USABLE_BYTES] = {"hbm_usable_bytes", "bytes per device"},
    [FIGURE_HBM_BANDWIDTH] = {"hbm_bandwidth", "bytes/s per chip"},
    [FIGURE_VMEM_BYTES] = {"vmem_bytes", "bytes per core"},
    [FIGURE_LINK_BANDWIDTH] = {"link_bandwidth", "bytes/s one way, of a link (TPU) or of a GPU"},
    [FIGURE_LINK_PEAK] = {"link_peak", "bytes/s one way, of a link (TPU) or of a GPU"},
    [FIGURE_CORE_LINK_BANDWIDTH] = {"core_link_bandwidth",
                                    "bytes/s one way, between the devices of a chip"},
    [FIGURE_NETWORK_BANDWIDTH] = {"network_bandwidth", "bytes/s one way, per chip"},
    [FIGURE_RACK_BANDWIDTH] = {"rack_bandwidth", "bytes/s one way, per scalable unit"},
    [FIGURE_RACK_NODES] = {"rack_nodes", "nodes per scalable unit"},
    [FIGURE_PCIE_BANDWIDTH] = {"pcie_bandwidth", "bytes/s each way, per chip"},
    [FIGURE_HOP_SECONDS] = {"hop_seconds", "s"},
    [FIGURE_NETWORK_HOP_SECONDS] = {"network_hop_seconds", "s"},
    [FIGURE_LAUNCH_SECONDS] = {"launch_seconds", "s per collective"},
    [FIGURE_RING_EFFICIENCY] = {"ring_efficiency", "share of link_bandwidth"},
    [FIGURE_LINE_EFFICIENCY] = {"line_efficiency", "share of link_bandwidth"},
    [FIGURE_NETWORK_EFFICIENCY] = {"network_efficiency", "share of network_bandwidth"},
    [FIGURE_HALF_BYTES] = {"half_bytes", "bytes at which a collective has half its bandwidth"},
    [FIGURE_HALF_EXPONENT] = {"half_exponent",
                              "e in 1 + (half_bytes / bytes)^e, which divides the bandwidth"},
    [FIGURE_TWIST_SHORT] = {"twist_n_n_2n", "times the all-to-all bandwidth of the plain torus"},
    [FIGURE_TWIST_LONG] = {"twist_n_2n_2n", "times the all-to-all bandwidth of the plain torus"},
    [FIGURE_LEVEL_OVERLAP] = {"level_overlap", "share of the quicker levels that is hidden"},
    [FIGURE_MARGIN] = {"margin", "share of the expected time"},
};

struct figure_field chip_figure_field(enum figure figure)
{
	return figure_fields[figure];
}

struct figure_value chip_figure_value(const struct chip *chip, enum figure figure)
{
	return chip->figures[figure].source ? chip->figures[figure] : chip->family[figure];
}

double chip_figure(const struct chip *chip, enum figure figure)
{
	return chip_figure_value(chip, figure).value;
}

static bool equals_ignoring_case(struct str text, const char *name)
{
	return name && text.len == strlen(name) && strncasecmp(text.s, name, text.len) == 0;
}

static bool is_among(struct str text, const char *const *names)
{
	for (uint32_t i = 0; i < CHIP_NAMES; i++)
		if (equals_ignoring_case(text, names[i]))
			return true;
	return false;
}

const struct chip *chip_of_prefix(struct str prefix)
{
	for (uint32_t i = 0; i < chip_count; i++)
		if (is_among(prefix, chip_table[i].names))
			return &chip_table[i];
	return NULL;
}

const struct chip *chip_named(struct str name)
{
	for (uint32_t i = 0; i < chip_count; i++)
		if (is_among(name, chip_table[i].device_kinds))
			return &chip_table[i];
	return chip_of_prefix(name);
}

struct str chip_device_kind(const struct chip *chip)
{
	return str_of(chip->device_kinds[0]);
}

int64_t chip_device_memory(const struct chip *chip)
{
	double usable = chip_figure(chip, FIGURE_HBM_USABLE_BYTES);
	return usable > 0 ? (int64_t)usable
	                  : (int64_t)(chip_figure(chip, FIGURE_HBM_BYTES) / chip->devices);
}

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
		buf_printf(out, "    %s: {value: ", figure_fields[i].name);
		add_number(out, figure.value);
		buf_printf(out, ", unit: \"%s\", source: \"%s\"}\n", figure_fields[i].unit,
		           figure.source);
	}
}

void chip_write_yaml(struct buf *out)
{
	buf_puts(out,
	         "# Accelerators as shardctl knows them. Written from lib/hardware/chip.c, which a "
	         "test compares;\n# every figure has its unit and source.\n");
	for (uint32_t i = 0; i < chip_count; i++)
		add_chip(out, &chip_table[i]);
}
