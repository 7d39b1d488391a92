/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the table of chips. */
#include "hardware/chip.h"

#include <assert.h>
#include <strings.h>

struct figure_field chip_figure_field(enum figure figure)
{
	assert(figure < FIGURES);
	return chip_figure_fields[figure];
}

bool chip_figure_is_share(enum figure figure)
{
	return figure != FIGURE_MARGIN &&
	       str_starts_with(str_of(chip_figure_field(figure).unit), STR("share of"));
}

struct figure_value chip_figure_value(const struct chip *chip, enum figure figure)
{
	assert(figure < FIGURES);
	return chip->figures[figure];
}

double chip_figure(const struct chip *chip, enum figure figure)
{
	return chip_figure_value(chip, figure).value;
}

double chip_node_bandwidth(const struct chip *chip, int64_t devices)
{
	double all = chip_figure(chip, FIGURE_LINK_BANDWIDTH);
	double peers = chip_figure(chip, FIGURE_PEER_LINKS);
	double others = (double)(devices - 1);
	return peers > 0 && others < peers ? all * others / peers : all;
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

bool chip_kind_begins(struct str words)
{
	for (uint32_t i = 0; i < chip_count; i++)
		for (uint32_t j = 0; j < CHIP_NAMES && chip_table[i].device_kinds[j]; j++)
			if (strncasecmp(chip_table[i].device_kinds[j], words.s, words.len) == 0)
				return true;
	return false;
}

const char *chip_collectives(const struct chip *chip)
{
	return str_starts_with(chip_device_kind(chip), STR("AMD")) ? "RCCL" : "NCCL";
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
