/* SPDX-License-Identifier: Apache-2.0 */
/* Chips, slices and meshes on them as JSON. */

#include "report/hardware_report.h"
#include "report/report.h"

static void add_names(struct json *json, const char *key, const char *const *names)
{
	json_open(json, key, '[');
	for (uint32_t i = 0; i < CHIP_NAMES && names[i]; i++)
		json_word(json, NULL, names[i]);
	json_close(json, ']');
}

static void add_figures(struct json *json, const struct chip *chip)
{
	json_open(json, "figures", '{');
	for (uint32_t i = 0; i < FIGURES; i++) {
		struct figure_value figure = chip_figure_value(chip, (enum figure)i);
		struct figure_field field = chip_figure_field((enum figure)i);
		if (!figure.source)
			continue;
		json_open(json, field.name, '{');
		json_number(json, "value", figure.value);
		json_word(json, "unit", field.unit);
		json_word(json, "source", figure.source);
		json_close(json, '}');
	}
	json_close(json, '}');
}

/* How many axes a slice of the chip has. */
static uint32_t extent_axes(const struct chip *chip)
{
	return chip->torus_axes ? chip->torus_axes : 1;
}

static void add_slices(struct json *json, const struct chip *chip)
{
	json_open(json, "slices", '[');
	for (uint32_t i = 0; i < CHIP_SLICES && chip->slices[i][0]; i++)
		json_integers(
		    json, NULL,
		    (const int64_t[]){chip->slices[i][0], chip->slices[i][1], chip->slices[i][2]},
		    extent_axes(chip));
	json_close(json, ']');
}

static void add_chip(struct json *json, const char *key, const struct chip *chip)
{
	static const char *const platforms[] = {
	    [PLATFORM_TPU] = "tpu", [PLATFORM_GPU] = "gpu", [PLATFORM_OTHER] = "cpu"};
	json_open(json, key, '{');
	json_word(json, "name", chip->names[0]);
	add_names(json, "names", chip->names);
	add_names(json, "device_kinds", chip->device_kinds);
	json_word(json, "platform", platforms[chip->platform]);
	json_integer(json, "devices_per_chip", chip->devices);
	json_integer(json, "chips_per_host", chip->chips_per_host);
	json_word(json, "type_counts", chip->type_counts_cores ? "cores" : "chips");
	json_integer(json, "torus_axes", chip->torus_axes);
	add_slices(json, chip);
	json_boolean(json, "slices_of_multiples_of_4", chip->wrap == WRAP_CUBES);
	json_integer(json, "largest_slice", chip->largest_slice);
	json_integer(json, "device_memory", chip_device_memory(chip));
	add_figures(json, chip);
	json_close(json, '}');
}

static struct json begin(struct buf *out, struct arena *scratch)
{
	struct json json = {.out = out, .scratch = scratch, .dense = true};
	json_open(&json, NULL, '{');
	json_integer(&json, "version", 1);
	return json;
}

void hardware_list_json(struct buf *out, struct arena *scratch)
{
	struct json json = begin(out, scratch);
	json_open(&json, "chips", '[');
	for (uint32_t i = 0; i < chip_count; i++)
		add_chip(&json, NULL, &chip_table[i]);
	json_close(&json, ']');
	json_close(&json, '}');
	buf_putc(out, '\n');
}

static void add_hardware(struct json *json, const struct hardware *hardware)
{
	json_open(json, "hardware", '{');
	json_word(json, "chip", hardware->chip->names[0]);
	json_integers(json, "topology", hardware->extent, extent_axes(hardware->chip));
	json_open(json, "wraps", '[');
	for (uint32_t i = 0; i < hardware->chip->torus_axes; i++)
		json_boolean(json, NULL, hardware->wraps[i]);
	json_close(json, ']');
	json_boolean(json, "twisted", hardware->twisted);
	json_integer(json, "slices", hardware->slices);
	json_integer(json, "devices", hardware->devices);
	json_close(json, '}');
}

void hardware_add_assignment(struct json *json, const char *key, const struct device_mesh *built,
                             uint32_t axis)
{
	static const char *const names[] = {"x", "y", "z", "core"};
	json_open(json, key, '[');
	for (uint32_t i = 0; i < built->physical.rank; i++) {
		int64_t size = built->assignment.sizes[i * built->assignment.rank + axis];
		if (size == 1)
			continue;
		json_open(json, NULL, '[');
		json_word(json, NULL, names[built->physical.axis[i]]);
		json_integer(json, NULL, size);
		json_close(json, ']');
	}
	json_close(json, ']');
}

static void add_links(struct json *json, const struct mesh_links *links)
{
	json_open(json, "links", '[');
	for (uint32_t i = 0; i < links->count; i++) {
		json_open(json, NULL, '{');
		json_word(json, "link", hardware_link_name(links->axes[i].link));
		json_integer(json, "size", links->axes[i].size);
		json_boolean(json, "ring", cost_axis_is_ring(&links->axes[i]));
		json_integer(json, "stride", links->axes[i].stride);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void add_gather(struct json *json, const struct cost *cost)
{
	json_open(json, "all_gather", '{');
	json_integer(json, "bytes", OUTLOOK_BYTES);
	json_open(json, "seconds", '{');
	json_number(json, "low", cost->low);
	json_number(json, "expected", cost->expected);
	json_number(json, "high", cost->high);
	json_close(json, '}');
	json_open(json, "assumptions", '[');
	for (uint32_t i = 0; i < cost->nassumptions; i++)
		json_text(json, NULL, cost->assumptions[i]);
	json_close(json, ']');
	json_close(json, '}');
}

static void add_axis(struct json *json, const struct outlook *outlook, uint32_t axis)
{
	const struct device_mesh *built = &outlook->built;
	json_open(json, NULL, '{');
	json_text(json, "name", outlook->mesh->axes[axis].name);
	json_integer(json, "size", outlook->mesh->axes[axis].size);
	if (outlook->mesh->dcn)
		json_integer(json, "dcn", outlook->mesh->dcn[axis]);
	if (outlook->axes) {
		if (built->path == DEVICE_MESH_WHOLE || built->path == DEVICE_MESH_SPLIT)
			hardware_add_assignment(json, "assignment", built, axis);
		add_links(json, &outlook->axes[axis].links);
		json_boolean(json, "irregular", outlook->axes[axis].links.irregular);
		add_gather(json, &outlook->axes[axis].gather);
	}
	json_close(json, '}');
}

static void add_built(struct json *json, const struct device_mesh *built)
{
	static const char *const paths[] = {[DEVICE_MESH_RING] = "ring",
	                                    [DEVICE_MESH_WHOLE] = "whole",
	                                    [DEVICE_MESH_SPLIT] = "split",
	                                    [DEVICE_MESH_LISTED] = "listed"};
	json_word(json, "path", paths[built->path]);
	json_open(json, "devices", '[');
	for (uint32_t i = 0; i < built->count; i++)
		json_integer(json, NULL, built->ids[i]);
	json_close(json, ']');
}

static void add_outlook(struct json *json, const struct hardware_report *report)
{
	const struct outlook *outlook = report->outlook;
	json_open(json, "mesh", '{');
	json_text(json, "framework", report->framework);
	json_open(json, "axes", '[');
	for (uint32_t i = 0; i < outlook->mesh->naxes; i++)
		add_axis(json, outlook, i);
	json_close(json, ']');
	json_word(json, "built_by", mesh_builder_name(outlook->mesh->builder));
	if (outlook->axes)
		add_built(json, &outlook->built);
	json_open(json, "diagnostics", '[');
	for (const struct diag *diag = outlook->diags->first; diag; diag = diag->next) {
		json_open(json, NULL, '{');
		json_add_diagnostic(json, diag);
		json_add_framework_error(json, &diag->framework_error);
		json_close(json, '}');
	}
	json_close(json, ']');
	json_close(json, '}');
}

void hardware_report_json(struct buf *out, struct arena *scratch,
                          const struct hardware_report *report)
{
	struct json json = begin(out, scratch);
	add_chip(&json, "chip", report->chip);
	if (report->hardware)
		add_hardware(&json, report->hardware);
	if (report->outlook)
		add_outlook(&json, report);
	json_close(&json, '}');
	buf_putc(out, '\n');
}
