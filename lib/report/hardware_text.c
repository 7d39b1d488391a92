/* SPDX-License-Identifier: Apache-2.0 */
/* A chip, a slice, and a mesh on it, for people. */
#include <inttypes.h>

#include "base/utf8.h"
#include "report/hardware_report.h"
#include "report/layout_text.h"

/* Devices of a mesh that are shown one by one. */
enum { SHOWN_DEVICES = 64, LABEL = 16 };

static void add_label(struct buf *out, const char *label)
{
	size_t length = strlen(label);
	buf_printf(out, "  %s", label);
	buf_fill(out, ' ', length < LABEL ? LABEL - length : 1);
}

static void add_names(struct buf *out, const char *label, const char *const *names)
{
	add_label(out, label);
	for (uint32_t i = 0; i < CHIP_NAMES && names[i]; i++)
		buf_printf(out, "%s%s", i ? ", " : "", names[i]);
	buf_putc(out, '\n');
}

static int64_t chips_of(const struct hardware *hardware)
{
	return hardware->devices / hardware->chip->devices;
}

/* "4x4: x is a line, y is a line" */
static void add_torus(struct buf *out, const struct hardware *hardware)
{
	static const char axes[] = "xyz";
	add_label(out, "topology");
	hardware_add_shape(out, hardware->chip, hardware->extent);
	buf_puts(out, hardware->twisted ? " twisted:" : ":");
	for (uint32_t axis = 0; axis < hardware->chip->torus_axes; axis++)
		buf_printf(out, "%s %c %s", axis ? "," : "", axes[axis],
		           hardware->wraps[axis]        ? "is a ring"
		           : hardware->extent[axis] > 1 ? "is a line"
		                                        : "is one chip long");
	buf_putc(out, '\n');
}

static void add_hardware(struct buf *out, const struct hardware *hardware)
{
	const struct chip *chip = hardware->chip;
	int64_t chips = chips_of(hardware), slice = chips / hardware->slices;
	int64_t host = chip->chips_per_host < slice ? chip->chips_per_host : slice;
	add_label(out, "devices");
	buf_printf(out, "%" PRId64 ", %s on each of %" PRId64 " chip%s\n", hardware->devices,
	           chip->devices == 1 ? "one" : "two", chips, chips == 1 ? "" : "s");
	if (chip->platform == PLATFORM_OTHER)
		return;
	add_label(out, "hosts");
	buf_printf(out, "%" PRId64 " of %" PRId64 " chip%s\n",
	           ceiling_divide(slice, host) * hardware->slices, host, host == 1 ? "" : "s");
	if (chip->torus_axes) {
		if (hardware->slices > 1) {
			add_label(out, "slices");
			buf_printf(out, "%" PRId64 " of %" PRId64 " chips\n", hardware->slices,
			           slice);
		}
		add_torus(out, hardware);
	} else {
		add_label(out, "nodes");
		bool direct = chip_figure(chip, FIGURE_PEER_LINKS) > 0;
		buf_printf(out, "%" PRId64 " of %" PRId64 " chips %s\n", hardware->slices, slice,
		           direct ? "that link to each other" : "on one switch");
	}
}

static void add_memory(struct buf *out, const struct chip *chip, int64_t devices)
{
	double memory = (double)chip_device_memory(chip);
	if (memory <= 0)
		return;
	add_label(out, "memory");
	hardware_add_bytes(out, memory);
	buf_puts(out, " for each device");
	if (devices > 1) {
		buf_puts(out, ", ");
		hardware_add_amount(out, memory * (double)devices);
		buf_puts(out, "B in all");
	}
	buf_putc(out, '\n');
}

/* The types that the chip's fixed slices have. */
static void add_types(struct buf *out, const struct chip *chip)
{
	add_label(out, "types");
	if (chip->platform == PLATFORM_OTHER) {
		buf_printf(out, "%s-1 to %s-%d\n", chip->names[0], chip->names[0],
		           chip->largest_slice);
		return;
	}
	if (!chip->torus_axes) {
		buf_printf(out, "%s-1 to %s-%d, then whole nodes, at most %d chips\n",
		           chip->names[0], chip->names[0], chip->node_chips, chip->largest_slice);
		return;
	}
	for (uint32_t i = 0; i < CHIP_SLICES && chip->slices[i][0]; i++) {
		const int64_t extent[] = {chip->slices[i][0], chip->slices[i][1],
		                          chip->slices[i][2]};
		int64_t count =
		    extent[0] * extent[1] * extent[2] * (chip->type_counts_cores ? chip->cores : 1);
		buf_printf(out, "%s%s-%" PRId64 " (", i ? ", " : "", chip->names[0], count);
		hardware_add_shape(out, chip, extent);
		buf_putc(out, ')');
	}
	if (chip->wrap == WRAP_CUBES)
		buf_printf(out, ", and multiples of 4 in ascending order, at most %d chips",
		           chip->largest_slice);
	buf_printf(out, "; the number counts %s\n", chip->type_counts_cores ? "cores" : "chips");
}

static int longest_figure(const struct chip *chip)
{
	int longest = 0;
	for (uint32_t i = 0; i < FIGURES; i++) {
		int width = (int)strlen(chip_figure_field((enum figure)i).name);
		if (chip_figure_value(chip, (enum figure)i).source && width > longest)
			longest = width;
	}
	return longest;
}

static void add_figures(struct buf *out, const struct chip *chip)
{
	int width = longest_figure(chip);
	buf_puts(out, chip->platform == PLATFORM_OTHER ? "" : "\nfigures\n");
	for (uint32_t i = 0; i < FIGURES; i++) {
		struct figure_value figure = chip_figure_value(chip, (enum figure)i);
		struct figure_field field = chip_figure_field((enum figure)i);
		if (figure.source)
			buf_printf(out, "  %-*s  %-15.11g %s\n  %*s  %15s %s\n", width, field.name,
			           figure.value, field.unit, width, "", "", figure.source);
	}
}

/* How a logical axis lies on the physical ones: "x * y (2 of 4)". */
static void add_assignment(struct buf *out, const struct device_mesh *built, uint32_t axis)
{
	static const char *const names[] = {"x", "y", "z", "core"};
	const struct physical_mesh *physical = &built->physical;
	bool any = false;
	if (built->path == DEVICE_MESH_RING || built->path == DEVICE_MESH_LISTED) {
		buf_puts(out, built->path == DEVICE_MESH_RING ? "a fixed ring of chips"
		                                              : "devices as listed");
		return;
	}
	for (uint32_t i = 0; i < physical->rank; i++) {
		int64_t size = built->assignment.sizes[i * built->assignment.rank + axis];
		if (size == 1)
			continue;
		buf_puts(out, any ? " * " : "");
		any = true;
		if (size == physical->shape[i])
			buf_printf(out, "%s", names[physical->axis[i]]);
		else
			buf_printf(out, "%s (%" PRId64 " of %" PRId64 ")", names[physical->axis[i]],
			           size, physical->shape[i]);
	}
	buf_puts(out, any ? "" : "one device");
}

/* "4 torus line, 2 network" */
static void add_links(struct buf *out, const struct mesh_links *links)
{
	for (uint32_t i = 0; i < links->count; i++) {
		const struct cost_axis *axis = &links->axes[i];
		buf_printf(out, "%s%" PRId64 " %s", i ? ", " : "", axis->size,
		           hardware_link_name(axis->link));
		if (axis->link == COST_LINK_TORUS)
			buf_puts(out, cost_axis_is_ring(axis) ? " ring" : " line");
		if (axis->stride > 1)
			buf_printf(out, ", %" PRId64 " hops apart", axis->stride);
	}
	if (links->irregular)
		buf_puts(out, " (no grid: taken as a line)");
	else if (links->is_cycle && links->count > 1)
		buf_puts(out, " (a cycle of neighbours)");
	if (!links->count)
		buf_puts(out, "none");
}

static void add_axis(struct buf *out, struct arena *scratch, const struct hardware_report *report,
                     uint32_t axis)
{
	const struct outlook *outlook = report->outlook;
	const struct axis_outlook *look = &outlook->axes[axis];
	buf_printf(out, "  %s = %" PRId64 "\n",
	           utf8_escaped(scratch, outlook->mesh->axes[axis].name).s,
	           outlook->mesh->axes[axis].size);
	buf_puts(out, "    on         ");
	add_assignment(out, &outlook->built, axis);
	if (outlook->mesh->dcn && outlook->mesh->dcn[axis] > 1)
		buf_printf(out, ", across %" PRId64 " slices", outlook->mesh->dcn[axis]);
	buf_puts(out, "\n    links      ");
	add_links(out, &look->links);
	buf_puts(out, "\n    1 GiB      ");
	buf_printf(
	    out, "%s to all-gather (%s to %s)\n", seconds_text(scratch, look->gather.expected).s,
	    seconds_text(scratch, look->gather.low).s, seconds_text(scratch, look->gather.high).s);
	for (uint32_t i = 0; report->explain && i < look->gather.nassumptions; i++)
		buf_printf(out, "      %.*s\n", STR_ARG(look->gather.assumptions[i]));
}

static void add_devices(struct buf *out, const struct device_mesh *built)
{
	int64_t row = built->rank ? built->shape[built->rank - 1] : 1;
	if (built->count > SHOWN_DEVICES) {
		buf_printf(out,
		           "  devices        %" PRIu32 ", from %" PRId32 " to %" PRId32
		           "; --format json lists them\n",
		           built->count, built->ids[0], built->ids[built->count - 1]);
		return;
	}
	buf_puts(out, "  devices");
	for (uint32_t i = 0; i < built->count; i++) {
		if (i % row == 0)
			buf_puts(out, i ? "\n         " : "");
		buf_printf(out, " %3" PRId32, built->ids[i]);
	}
	buf_putc(out, '\n');
}

static void add_diag(struct buf *out, struct arena *scratch, const struct hardware_report *report,
                     const struct diag *diag)
{
	buf_printf(out, "%s[%s]: %.*s\n", severity_name(diag->severity), diag->rule->name,
	           STR_ARG(diag->message));
	if (diag->framework_error.type.s) {
		buf_printf(out, "  = %.*s: %.*s: ", STR_ARG(report->framework),
		           STR_ARG(diag->framework_error.type));
		struct str message = utf8_escaped(scratch, diag->framework_error.message);
		bool cut = message.len > 160;
		buf_printf(out, "%.*s%s\n", cut ? 160 : (int)message.len, message.s,
		           cut ? " …" : "");
	}
	if (diag->help.len)
		buf_printf(out, "  = help: %.*s\n", STR_ARG(diag->help));
}

static void add_outlook(struct buf *out, struct arena *scratch,
                        const struct hardware_report *report)
{
	const struct outlook *outlook = report->outlook;
	buf_puts(out, "\nmesh");
	for (uint32_t i = 0; i < outlook->mesh->naxes; i++) {
		buf_printf(out, "%s %s=%" PRId64, i ? "," : "",
		           utf8_escaped(scratch, outlook->mesh->axes[i].name).s,
		           outlook->mesh->axes[i].size);
	}
	buf_printf(out, " by %s of %.*s\n", mesh_builder_name(outlook->mesh->builder),
	           STR_ARG(report->framework));
	for (const struct diag *diag = outlook->diags->first; diag; diag = diag->next)
		add_diag(out, scratch, report, diag);
	for (uint32_t i = 0; outlook->axes && i < outlook->mesh->naxes; i++)
		add_axis(out, scratch, report, i);
	if (outlook->axes)
		add_devices(out, &outlook->built);
}

void hardware_report_text(struct buf *out, struct arena *scratch,
                          const struct hardware_report *report)
{
	const struct chip *chip = report->chip;
	if (report->hardware)
		hardware_add_name(out, report->hardware);
	else
		buf_puts(out, chip->names[0]);
	buf_putc(out, '\n');
	add_names(out, "names", chip->names);
	add_names(out, "device kinds", chip->device_kinds);
	if (report->hardware)
		add_hardware(out, report->hardware);
	add_memory(out, chip, report->hardware ? report->hardware->devices : 1);
	add_types(out, chip);
	if (chip->remark) {
		add_label(out, "remark");
		buf_printf(out, "%s\n", chip->remark);
	}
	if (report->outlook)
		add_outlook(out, scratch, report);
	else
		add_figures(out, chip);
}
