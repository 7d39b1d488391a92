/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the table of chips. */
#include "hardware/chip.h"

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
