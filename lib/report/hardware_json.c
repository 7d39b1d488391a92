/* SPDX-License-Identifier: Apache-2.0 */
/* Chips, slices and meshes on them as JSON. */

#include "report/hardware_report.h"
#include "report/json_object.h"
#include "report/json_text.h"

static cJSON *names_json(const char *const *names)
{
	cJSON *array = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < CHIP_NAMES && names[i]; i++)
		json_push(array, cJSON_CreateString(names[i]));
	return array;
}

static cJSON *figures_json(const struct chip *chip)
{
	cJSON *figures = json_made(cJSON_CreateObject());
	for (uint32_t i = 0; i < FIGURES; i++) {
		struct figure_value figure = chip_figure_value(chip, (enum figure)i);
		struct figure_field field = chip_figure_field((enum figure)i);
		if (!figure.source)
			continue;
		cJSON *item = json_made(cJSON_CreateObject());
		json_put(item, "value", cJSON_CreateNumber(figure.value));
		json_put(item, "unit", cJSON_CreateString(field.unit));
		json_put(item, "source", cJSON_CreateString(figure.source));
		json_put(figures, field.name, item);
	}
	return figures;
}

static cJSON *extent_json(const struct chip *chip, const int64_t *extent)
{
	cJSON *array = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < 3 && i < (chip->torus_axes ? chip->torus_axes : 1u); i++)
		json_push(array, json_integer(extent[i]));
	return array;
}

static cJSON *slices_json(const struct chip *chip)
{
	cJSON *array = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < CHIP_SLICES && chip->slices[i][0]; i++) {
		const int64_t extent[] = {chip->slices[i][0], chip->slices[i][1],
		                          chip->slices[i][2]};
		json_push(array, extent_json(chip, extent));
	}
	return array;
}

static cJSON *chip_json(const struct chip *chip)
{
	static const char *const platforms[] = {
	    [PLATFORM_TPU] = "tpu", [PLATFORM_GPU] = "gpu", [PLATFORM_OTHER] = "cpu"};
	cJSON *object = json_made(cJSON_CreateObject());
	json_put(object, "name", cJSON_CreateString(chip->names[0]));
	json_put(object, "names", names_json(chip->names));
	json_put(object, "device_kinds", names_json(chip->device_kinds));
	json_put(object, "platform", cJSON_CreateString(platforms[chip->platform]));
	json_put(object, "devices_per_chip", json_integer(chip->devices));
	json_put(object, "chips_per_host", json_integer(chip->chips_per_host));
	json_put(object, "type_counts",
	         cJSON_CreateString(chip->type_counts_cores ? "cores" : "chips"));
	json_put(object, "torus_axes", json_integer(chip->torus_axes));
	json_put(object, "slices", slices_json(chip));
	json_put(object, "slices_of_multiples_of_4", cJSON_CreateBool(chip->wrap == WRAP_CUBES));
	json_put(object, "largest_slice", json_integer(chip->largest_slice));
	json_put(object, "device_memory", json_integer(chip_device_memory(chip)));
	json_put(object, "figures", figures_json(chip));
	return object;
}

void hardware_list_json(struct buf *out, struct arena *scratch)
{
	cJSON *root = json_made(cJSON_CreateObject());
	cJSON *chips = json_made(cJSON_CreateArray());
	json_put(root, "version", json_integer(1));
	for (uint32_t i = 0; i < chip_count; i++)
		json_push(chips, chip_json(&chip_table[i]));
	json_put(root, "chips", chips);
	json_add(out, root);
	buf_putc(out, '\n');
}

static cJSON *hardware_json(const struct hardware *hardware)
{
	cJSON *object = json_made(cJSON_CreateObject());
	cJSON *wraps = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < hardware->chip->torus_axes; i++)
		json_push(wraps, cJSON_CreateBool(hardware->wraps[i]));
	json_put(object, "chip", cJSON_CreateString(hardware->chip->names[0]));
	json_put(object, "topology", extent_json(hardware->chip, hardware->extent));
	json_put(object, "wraps", wraps);
	json_put(object, "twisted", cJSON_CreateBool(hardware->twisted));
	json_put(object, "slices", json_integer(hardware->slices));
	json_put(object, "devices", json_integer(hardware->devices));
	return object;
}

cJSON *hardware_assignment_json(const struct device_mesh *built, uint32_t axis)
{
	static const char *const names[] = {"x", "y", "z", "core"};
	cJSON *array = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < built->physical.rank; i++) {
		int64_t size = built->assignment.sizes[i * built->assignment.rank + axis];
		if (size == 1)
			continue;
		cJSON *part = json_made(cJSON_CreateArray());
		json_push(part, cJSON_CreateString(names[built->physical.axis[i]]));
		json_push(part, json_integer(size));
		json_push(array, part);
	}
	return array;
}

static cJSON *links_json(const struct mesh_links *links)
{
	cJSON *array = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < links->count; i++) {
		cJSON *item = json_made(cJSON_CreateObject());
		json_put(item, "link", cJSON_CreateString(hardware_link_name(links->axes[i].link)));
		json_put(item, "size", json_integer(links->axes[i].size));
		json_put(item, "ring", cJSON_CreateBool(cost_axis_is_ring(&links->axes[i])));
		json_put(item, "stride", json_integer(links->axes[i].stride));
		json_push(array, item);
	}
	return array;
}

static cJSON *gather_json(struct arena *scratch, const struct cost *cost)
{
	cJSON *object = json_made(cJSON_CreateObject());
	cJSON *seconds = json_made(cJSON_CreateObject());
	cJSON *assumptions = json_made(cJSON_CreateArray());
	json_put(object, "bytes", json_integer(OUTLOOK_BYTES));
	json_put(seconds, "low", cJSON_CreateNumber(cost->low));
	json_put(seconds, "expected", cJSON_CreateNumber(cost->expected));
	json_put(seconds, "high", cJSON_CreateNumber(cost->high));
	json_put(object, "seconds", seconds);
	for (uint32_t i = 0; i < cost->nassumptions; i++)
		json_push(assumptions,
		          cJSON_CreateString(str_copy(scratch, cost->assumptions[i]).s));
	json_put(object, "assumptions", assumptions);
	return object;
}

static cJSON *axis_json(struct arena *scratch, const struct outlook *outlook, uint32_t axis)
{
	cJSON *object = json_made(cJSON_CreateObject());
	bool on_axes =
	    outlook->built.path == DEVICE_MESH_WHOLE || outlook->built.path == DEVICE_MESH_SPLIT;
	json_put_text(object, scratch, "name", outlook->mesh->axes[axis].name);
	json_put(object, "size", json_integer(outlook->mesh->axes[axis].size));
	if (outlook->mesh->dcn)
		json_put(object, "dcn", json_integer(outlook->mesh->dcn[axis]));
	if (!outlook->axes)
		return object;
	if (on_axes)
		json_put(object, "assignment", hardware_assignment_json(&outlook->built, axis));
	json_put(object, "links", links_json(&outlook->axes[axis].links));
	json_put(object, "irregular", cJSON_CreateBool(outlook->axes[axis].links.irregular));
	json_put(object, "all_gather", gather_json(scratch, &outlook->axes[axis].gather));
	return object;
}

static cJSON *diag_json(struct arena *scratch, const struct diag *diag)
{
	cJSON *object = json_made(cJSON_CreateObject());
	json_put(object, "rule", cJSON_CreateString(diag->rule->name));
	json_put(object, "severity", cJSON_CreateString(severity_name(diag->severity)));
	json_put_text(object, scratch, "message", diag->message);
	if (diag->help.len)
		json_put_text(object, scratch, "help", diag->help);
	if (diag->framework_error.type.s) {
		cJSON *error = json_made(cJSON_CreateObject());
		json_put_text(error, scratch, "type", diag->framework_error.type);
		json_put_text(error, scratch, "message", diag->framework_error.message);
		json_put(object, "framework_error", error);
	}
	return object;
}

static cJSON *mesh_json(struct arena *scratch, const struct hardware_report *report)
{
	static const char *const paths[] = {[DEVICE_MESH_RING] = "ring",
	                                    [DEVICE_MESH_WHOLE] = "whole",
	                                    [DEVICE_MESH_SPLIT] = "split",
	                                    [DEVICE_MESH_LISTED] = "listed"};
	const struct outlook *outlook = report->outlook;
	cJSON *object = json_made(cJSON_CreateObject());
	cJSON *axes = json_made(cJSON_CreateArray());
	cJSON *diagnostics = json_made(cJSON_CreateArray());
	json_put_text(object, scratch, "framework", report->framework);
	for (uint32_t i = 0; i < outlook->mesh->naxes; i++)
		json_push(axes, axis_json(scratch, outlook, i));
	json_put(object, "axes", axes);
	json_put(object, "built_by", cJSON_CreateString(mesh_builder_name(outlook->mesh->builder)));
	if (outlook->axes) {
		cJSON *devices =
		    json_made(cJSON_CreateIntArray(outlook->built.ids, (int)outlook->built.count));
		json_put(object, "path", cJSON_CreateString(paths[outlook->built.path]));
		json_put(object, "devices", devices);
	}
	for (const struct diag *diag = outlook->diags->first; diag; diag = diag->next)
		json_push(diagnostics, diag_json(scratch, diag));
	json_put(object, "diagnostics", diagnostics);
	return object;
}

void hardware_report_json(struct buf *out, struct arena *scratch,
                          const struct hardware_report *report)
{
	cJSON *root = json_made(cJSON_CreateObject());
	json_put(root, "version", json_integer(1));
	json_put(root, "chip", chip_json(report->chip));
	if (report->hardware)
		json_put(root, "hardware", hardware_json(report->hardware));
	if (report->outlook)
		json_put(root, "mesh", mesh_json(scratch, report));
	json_add(out, root);
	buf_putc(out, '\n');
}
