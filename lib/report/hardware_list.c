/* SPDX-License-Identifier: Apache-2.0 */
/* The table of all chips. */

#include "base/utf8.h"

#include <assert.h>

#include "report/hardware_report.h"

enum { COLUMNS = 8 };

static const char *const titles[COLUMNS] = {"chip",  "memory",  "bf16",   "memory B/s",
                                            "links", "network", "device", "slices"};

const char *hardware_link_name(enum cost_link link)
{
	assert(link < COST_LINKS);
	static const char *const names[] = {[COST_LINK_CORE] = "core",
	                                    [COST_LINK_TORUS] = "torus",
	                                    [COST_LINK_SWITCH] = "switch",
	                                    [COST_LINK_NETWORK] = "network"};
	return names[link];
}

void hardware_add_amount(struct buf *out, double amount)
{
	static const struct {
		double factor;
		const char *prefix;
	} prefixes[] = {{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		if (amount >= prefixes[i].factor) {
			buf_printf(out, "%.4g %s", amount / prefixes[i].factor, prefixes[i].prefix);
			return;
		}
	}
	buf_printf(out, "%.4g ", amount);
}

void hardware_add_bytes(struct buf *out, double bytes)
{
	static const double GIB = 1024.0 * 1024 * 1024;
	double hundredths = bytes / GIB * 100, whole = (double)(int64_t)(hundredths + 0.5);
	bool even = hundredths - whole < 1e-3 && whole - hundredths < 1e-3;
	if (even)
		buf_printf(out, "%.4g GiB", bytes / GIB);
	else
		buf_printf(out, "%.4g GB", bytes / 1e9);
}

/* A figure with its unit, or a dash. */
static struct str amount_text(struct arena *arena, const struct chip *chip, enum figure figure,
                              const char *unit)
{
	struct buf out = {.arena = arena};
	double value = chip_figure(chip, figure);
	if (value <= 0)
		return STR("-");
	hardware_add_amount(&out, value);
	buf_puts(&out, unit);
	return buf_str(&out);
}

static struct str memory_text(struct arena *arena, const struct chip *chip)
{
	struct buf out = {.arena = arena};
	double bytes = chip_figure(chip, FIGURE_HBM_BYTES);
	if (bytes <= 0)
		return STR("-");
	hardware_add_bytes(&out, bytes);
	return buf_str(&out);
}

static struct str links_text(struct arena *arena, const struct chip *chip)
{
	struct buf out = {.arena = arena};
	double link = chip_figure(chip, FIGURE_LINK_BANDWIDTH);
	if (chip->torus_axes)
		buf_printf(&out, "%d", 2 * chip->torus_axes);
	if (link > 0) {
		buf_puts(&out, chip->torus_axes ? " x " : "");
		hardware_add_amount(&out, link);
		buf_puts(&out, "B/s");
	} else if (!chip->torus_axes) {
		buf_puts(&out, "-");
	}
	return buf_str(&out);
}

static struct str slices_text(struct arena *arena, const struct chip *chip)
{
	struct buf out = {.arena = arena};
	if (!chip->torus_axes)
		buf_printf(&out, "%ss of %d", chip->platform == PLATFORM_GPU ? "node" : "host",
		           chip->node_chips);
	for (uint32_t i = 0; i < CHIP_SLICES && chip->slices[i][0]; i++) {
		const int64_t extent[] = {chip->slices[i][0], chip->slices[i][1],
		                          chip->slices[i][2]};
		buf_puts(&out, i ? " " : "");
		hardware_add_shape(&out, chip, extent);
	}
	if (chip->wrap == WRAP_CUBES)
		buf_puts(&out, " and multiples of 4x4x4");
	return buf_str(&out);
}

static void fill_row(struct arena *arena, const struct chip *chip, struct str *row)
{
	row[0] = str_of(chip->names[0]);
	row[1] = memory_text(arena, chip);
	row[2] = amount_text(arena, chip, FIGURE_BF16_FLOPS, "FLOP/s");
	row[3] = amount_text(arena, chip, FIGURE_HBM_BANDWIDTH, "B/s");
	row[4] = links_text(arena, chip);
	row[5] = amount_text(arena, chip, FIGURE_NETWORK_BANDWIDTH, "B/s");
	row[6] = chip->devices == 1 ? STR("chip") : STR("core");
	row[7] = slices_text(arena, chip);
}

static void add_row(struct buf *out, const struct str *row, const size_t *widths)
{
	for (int i = 0; i < COLUMNS; i++) {
		utf8_add_escaped(out, row[i]);
		if (i + 1 < COLUMNS)
			buf_fill(out, ' ', widths[i] - row[i].len + 2);
	}
	buf_putc(out, '\n');
}

void hardware_list_text(struct buf *out, struct arena *scratch)
{
	size_t widths[COLUMNS] = {0};
	struct str(*rows)[COLUMNS] =
	    arena_alloc(scratch, chip_count + 1, sizeof *rows, _Alignof(struct str));
	for (int i = 0; i < COLUMNS; i++)
		rows[0][i] = str_of(titles[i]);
	for (uint32_t i = 0; i < chip_count; i++)
		fill_row(scratch, &chip_table[i], rows[i + 1]);
	for (uint32_t row = 0; row <= chip_count; row++)
		for (int i = 0; i < COLUMNS; i++)
			if (rows[row][i].len > widths[i])
				widths[i] = rows[row][i].len;
	for (uint32_t row = 0; row <= chip_count; row++)
		add_row(out, rows[row], widths);
	buf_puts(out, "\nFigures are of one chip, link and network bandwidths one way. "
	              "'shardctl hardware v5e' tells where they come from,\n"
	              "'shardctl hardware v5e-16' what such a slice is.\n");
}
