/* SPDX-License-Identifier: Apache-2.0 */
/* The `hardware` of a spec: an accelerator type, or a chip with a topology and figures of one's
 * own. */
#include <stdlib.h>

#include "base/utf8.h"
#include "spec/reader.h"

/* Longer than any name of hardware. */
enum { LONGEST_NAME = 80 };

static void report(const struct reader *reader, struct span at, struct hardware hardware)
{
	struct arena *arena = reader->diags->arena;
	struct str problem = utf8_escaped(arena, hardware.problem),
		   suggestion = utf8_escaped(arena, hardware.suggestion);
	struct diag *diag =
	    diag_add(reader->diags, hardware.chip ? RULE_TOPOLOGY_ILLEGAL : RULE_HARDWARE_UNKNOWN,
	             at, "%.*s", STR_ARG(problem));
	if (suggestion.len)
		diag_help(diag, "write %.*s", STR_ARG(suggestion));
	else
		diag_help(diag, "write a type such as v5e-16, or {chip: v5e, topology: 4x4}; "
		                "'shardctl hardware' lists the chips");
}

/* The text of a scalar that is short enough for a name; false after a finding. */
static bool read_name(const struct reader *reader, const struct node *node, const char *what,
                      struct str *text)
{
	if (!reader_text(reader, node, what, text))
		return false;
	if (text->len <= LONGEST_NAME)
		return true;
	return diag_fails(diag_add(reader->diags, RULE_HARDWARE_UNKNOWN, node->at,
	                           "no hardware is called '%s'", reader_shown(reader, *text).s));
}

/* 1.97e14, 16911433728, 32GiB or 64GB; false when the text is no positive number. */
static bool read_amount(struct arena *arena, struct str text, double *amount)
{
	static const struct {
		const char *name;
		double factor;
	} units[] = {{"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"TiB", 0x1p40},
	             {"kB", 1e3},     {"MB", 1e6},     {"GB", 1e9},     {"TB", 1e12}};
	double factor = 1;
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		struct str unit = str_of(units[i].name);
		if (str_ends_with(text, unit)) {
			factor = units[i].factor;
			text = str_trim(str_slice(text, 0, text.len - unit.len));
		}
	}
	struct str number = str_copy(arena, text);
	char *end;
	if (!number.len || strspn(number.s, "0123456789.eE+-") != number.len)
		return false;
	*amount = strtod(number.s, &end) * factor;
	return end == number.s + number.len && *amount > 0;
}

/* One figure of the chip, in its unit; a share is at most 1. */
static void read_figure(const struct reader *reader, const struct node *node, enum figure figure,
                        struct chip *chip)
{
	static const double LARGEST = 1e18;
	struct figure_field field = chip_figure_field(figure);
	struct str text;
	double value;
	if (!reader_text(reader, node, field.name, &text))
		return;
	bool share = chip_figure_is_share(figure);
	if (text.len > LONGEST_NAME || !read_amount(reader->arena, text, &value) ||
	    value > (share ? 1 : LARGEST)) {
		diag_help(diag_add(reader->diags, RULE_VALUE_INVALID, node->at,
		                   "'%s' is not a value of '%s'", reader_shown(reader, text).s,
		                   field.name),
		          share ? "write a share above 0 and up to 1, as in 0.9: %s"
		                : "write a positive number, as in 1.97e14 or 32GiB: %s",
		          field.unit);
		return;
	}
	chip->figures[figure] = (struct figure_value){value, "given in the spec"};
}

/* The chip with the figures that the spec gives; the chip itself when it gives none. */
static const struct chip *read_figures(const struct reader *reader,
                                       const struct node *const *figures, const struct chip *known)
{
	struct chip *chip = NULL;
	for (uint32_t i = 0; i < FIGURES; i++) {
		if (!figures[i])
			continue;
		if (!chip) {
			chip = arena_new(reader->arena, struct chip, 1);
			*chip = *known;
		}
		/* The compiler's limit is that of the memory which is replaced. */
		if (i == FIGURE_HBM_BYTES)
			chip->figures[FIGURE_HBM_USABLE_BYTES] = (struct figure_value){0};
		read_figure(reader, figures[i], (enum figure)i, chip);
	}
	return chip ? chip : known;
}

/* What a node of this chip has, for a topology left out; empty where there is no such default. */
static struct str default_topology(struct arena *arena, struct str chip_name)
{
	const struct chip *chip = chip_named(chip_name);
	return chip && chip->platform == PLATFORM_GPU ? str_format(arena, "%d", chip->node_chips)
	                                              : STR("");
}

static void report_missing(const struct reader *reader, const struct node *node, const char *key,
                           const char *help)
{
	struct span at = node->count ? node_key(node, 0)->at : node->at;
	diag_help(diag_add(reader->diags, RULE_KEY_MISSING, at, "the hardware has no '%s'", key),
	          "%s", help);
}

/* {chip: v5e, topology: 4x4, slices: 2} without the figures; false after a finding. */
static bool read_chip(const struct reader *reader, const struct node *map,
                      const struct node *const *values, int64_t slices, struct hardware *hardware)
{
	struct str chip, topology = STR("");
	const struct node *at = values[HARDWARE_TOPOLOGY];
	if (!values[HARDWARE_CHIP]) {
		report_missing(reader, map, "chip",
		               "add chip: v5e and topology: 4x4, or type: v5e-16");
		return false;
	}
	if (!read_name(reader, values[HARDWARE_CHIP], "chip", &chip))
		return false;
	if (at && !read_name(reader, at, "topology", &topology))
		return false;
	if (!at)
		topology = default_topology(reader->arena, chip);
	if (!topology.len && chip_named(chip)) {
		report_missing(reader, map, "topology", "add the shape of a slice: topology: 4x4");
		return false;
	}
	*hardware = hardware_of_topology(reader->arena, chip, topology, slices);
	if (!hardware->problem.len)
		return true;
	report(reader, hardware->chip && at ? at->at : values[HARDWARE_CHIP]->at, *hardware);
	return false;
}

/* {type: v5e-16, slices: 2} without the figures; false after a finding. */
static bool read_type(const struct reader *reader, const struct node *const *values, int64_t slices,
                      struct hardware *hardware)
{
	struct str type;
	if (values[HARDWARE_CHIP])
		return false; /* reported with the keys */
	if (values[HARDWARE_TOPOLOGY])
		return diag_fails(diag_help(diag_add(reader->diags, RULE_VALUE_INVALID,
		                                     values[HARDWARE_TOPOLOGY]->at,
		                                     "'type' says the topology already"),
		                            "give 'type', or 'chip' and 'topology'"));
	if (!read_name(reader, values[HARDWARE_TYPE], "type", &type))
		return false;
	*hardware = hardware_of_type(reader->arena, type);
	if (!hardware->problem.len && slices > 1)
		*hardware = hardware_times(reader->arena, *hardware, slices);
	if (hardware->problem.len)
		report(reader, values[HARDWARE_TYPE]->at, *hardware);
	return hardware->problem.len == 0;
}

static bool read_map(const struct reader *reader, const struct node *map, struct hardware *hardware)
{
	const struct keys keys = hardware_keys(reader->arena);
	const struct node *values[HARDWARE_FIGURES + FIGURES];
	int64_t slices = 1;
	reader_keys(reader, map, &keys, values, NULL);
	if (values[HARDWARE_SLICES] &&
	    !reader_integer(reader, values[HARDWARE_SLICES], "slices", 1, &slices))
		return false;
	bool read = values[HARDWARE_TYPE] ? read_type(reader, values, slices, hardware)
	                                  : read_chip(reader, map, values, slices, hardware);
	if (read)
		hardware->chip = read_figures(reader, values + HARDWARE_FIGURES, hardware->chip);
	return read;
}

static bool read_text(const struct reader *reader, const struct node *node,
                      struct hardware *hardware)
{
	struct str text;
	if (!read_name(reader, node, "hardware", &text))
		return false;
	*hardware = hardware_named(reader->arena, text);
	if (hardware->problem.len)
		report(reader, node->at, *hardware);
	return hardware->problem.len == 0;
}

void reader_hardware(const struct reader *reader, const struct node *node, struct str override,
                     struct spec *spec)
{
	struct hardware *hardware = arena_new(reader->arena, struct hardware, 1);
	if (override.s) {
		*hardware = hardware_named(reader->arena, override);
		if (hardware->problem.len)
			report(reader, node ? node->at : (struct span){0, 0}, *hardware);
	} else if (!node || !(node->kind == NODE_MAP ? read_map(reader, node, hardware)
	                                             : read_text(reader, node, hardware))) {
		return;
	}
	if (hardware->problem.len)
		return;
	spec->hardware_node = override.s ? NULL : node;
	spec->hardware = hardware;
	spec->devices = hardware->devices;
	if (spec->hardware_node)
		spec->devices_at = node->at;
}
