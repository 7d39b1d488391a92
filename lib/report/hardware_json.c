/* SPDX-License-Identifier: Apache-2.0 */
/* Chips, slices and meshes on them as JSON. */
#include "report/hardware_report.h"
#include "report/json_object.h"

static cJSON *names_json(const char *const *names)
{
	cJSON *array = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < CHIP_NAMES && names[i]; i++)
		json_append(array, cJSON_CreateString(names[i]));
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
		json_add(item, "value", cJSON_CreateNumber(figure.value));
		json_add(item, "unit", cJSON_CreateString(field.unit));
		json_add(item, "source", cJSON_CreateString(figure.source));
		json_add(figures, field.name, item);
	}
	return figures;
}

static cJSON *extent_json(const struct chip *chip, const int64_t *extent)
{
	cJSON *array = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < 3 && i < (chip->torus_axes ? chip->torus_axes : 1u); i++)
		json_append(array, json_integer(extent[i]));
	return array;
}

static cJSON *slices_json(const struct chip *chip)
{
	cJSON *array = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < CHIP_SLICES && chip->slices[i][0]; i++) {
		const int64_t extent[] = {chip->slices[i][0], chip->slices[i][1],
		                          chip->slices[i][2]};
		json_append(array, extent_json(chip, extent));
	}
	return array;
}

static cJSON *chip_json(const struct chip *chip)
{
	static const char *const platforms[] = {
	    [PLATFORM_TPU] = "tpu", [PLATFORM_GPU] = "gpu", [PLATFORM_OTHER] = "cpu"};
	cJSON *object = json_made(cJSON_CreateObject());
	json_add(object, "name", cJSON_CreateString(chip->names[0]));
	json_add(object, "names", names_json(chip->names));
	json_add(object, "device_kinds", names_json(chip->device_kinds));
	json_add(object, "platform", cJSON_CreateString(platforms[chip->platform]));
	json_add(object, "devices_per_chip", json_integer(chip->devices));
	json_add(object, "chips_per_host", json_integer(chip->chips_per_host));
	json_add(object, "type_counts",
	         cJSON_CreateString(chip->type_counts_cores ? "cores" : "chips"));
	json_add(object, "torus_axes", json_integer(chip->torus_axes));
	json_add(object, "slices", slices_json(chip));
	json_add(object, "slices_of_multiples_of_4", cJSON_CreateBool(chip->wrap == WRAP_CUBES));
	json_add(object, "largest_slice", json_integer(chip->largest_slice));
	json_add(object, "device_memory", json_integer(chip_device_memory(chip)));
	json_add(object, "figures", figures_json(chip));
	return object;
}

void hardware_list_json(struct buf *out, struct arena *scratch)
{
	(void)scratch;
	cJSON *root = json_made(cJSON_CreateObject());
	cJSON *chips = json_made(cJSON_CreateArray());
	json_add(root, "version", json_integer(1));
	for (uint32_t i = 0; i < chip_count; i++)
		json_append(chips, chip_json(&chip_table[i]));
	json_add(root, "chips", chips);
	json_write(out, root);
	buf_putc(out, '\n');
}

static cJSON *hardware_json(const struct hardware *hardware)
{
	cJSON *object = json_made(cJSON_CreateObject());
	cJSON *wraps = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < hardware->chip->torus_axes; i++)
		json_append(wraps, cJSON_CreateBool(hardware->wraps[i]));
	json_add(object, "chip", cJSON_CreateString(hardware->chip->names[0]));
	json_add(object, "topology", extent_json(hardware->chip, hardware->extent));
	json_add(object, "wraps", wraps);
	json_add(object, "twisted", cJSON_CreateBool(hardware->twisted));
	json_add(object, "slices", json_integer(hardware->slices));
	json_add(object, "devices", json_integer(hardware->devices));
	return object;
}

/* The physical axes that a logical one has: [["x", 4], ["y", 2]]. */
static cJSON *assignment_json(const struct device_mesh *built, uint32_t axis)
{
	static const char *const names[] = {"x", "y", "z", "core"};
	cJSON *array = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < built->physical.rank; i++) {
		int64_t size = built->assignment.sizes[i * built->assignment.rank + axis];
		if (size == 1)
			continue;
		cJSON *part = json_made(cJSON_CreateArray());
		json_append(part, cJSON_CreateString(names[built->physical.axis[i]]));
		json_append(part, json_integer(size));
		json_append(array, part);
	}
	return array;
}

static cJSON *links_json(const struct mesh_links *links)
{
	cJSON *array = json_made(cJSON_CreateArray());
	for (uint32_t i = 0; i < links->count; i++) {
		cJSON *item = json_made(cJSON_CreateObject());
		json_add(item, "link", cJSON_CreateString(hardware_link_name(links->axes[i].link)));
		json_add(item, "size", json_integer(links->axes[i].size));
		json_add(item, "ring", cJSON_CreateBool(cost_axis_is_ring(&links->axes[i])));
		json_add(item, "stride", json_integer(links->axes[i].stride));
		json_append(array, item);
	}
	return array;
}

static cJSON *gather_json(struct arena *scratch, const struct cost *cost)
{
	cJSON *object = json_made(cJSON_CreateObject());
	cJSON *seconds = json_made(cJSON_CreateObject());
	cJSON *assumptions = json_made(cJSON_CreateArray());
	json_add(object, "bytes", json_integer(OUTLOOK_BYTES));
	json_add(seconds, "low", cJSON_CreateNumber(cost->low));
	json_add(seconds, "expected", cJSON_CreateNumber(cost->expected));
	json_add(seconds, "high", cJSON_CreateNumber(cost->high));
	json_add(object, "seconds", seconds);
	for (uint32_t i = 0; i < cost->nassumptions; i++)
		json_append(assumptions,
		            cJSON_CreateString(str_copy(scratch, cost->assumptions[i]).s));
	json_add(object, "assumptions", assumptions);
	return object;
}

static cJSON *axis_json(struct arena *scratch, const struct outlook *outlook, uint32_t axis)
{
	cJSON *object = json_made(cJSON_CreateObject());
	bool on_axes =
	    outlook->built.path == DEVICE_MESH_WHOLE || outlook->built.path == DEVICE_MESH_SPLIT;
	json_add_text(object, scratch, "name", outlook->mesh->axes[axis].name);
	json_add(object, "size", json_integer(outlook->mesh->axes[axis].size));
	if (outlook->mesh->dcn)
		json_add(object, "dcn", json_integer(outlook->mesh->dcn[axis]));
	if (!outlook->axes)
		return object;
	if (on_axes)
		json_add(object, "assignment", assignment_json(&outlook->built, axis));
	json_add(object, "links", links_json(&outlook->axes[axis].links));
	json_add(object, "irregular", cJSON_CreateBool(outlook->axes[axis].links.irregular));
	json_add(object, "all_gather", gather_json(scratch, &outlook->axes[axis].gather));
	return object;
}

static cJSON *diag_json(struct arena *scratch, const struct diag *diag)
{
	cJSON *object = json_made(cJSON_CreateObject());
	json_add(object, "rule", cJSON_CreateString(diag->rule->name));
	json_add(object, "severity", cJSON_CreateString(severity_name(diag->severity)));
	json_add_text(object, scratch, "message", diag->message);
	if (diag->help.len)
		json_add_text(object, scratch, "help", diag->help);
	if (diag->framework_error.type.s) {
		cJSON *error = json_made(cJSON_CreateObject());
		json_add_text(error, scratch, "type", diag->framework_error.type);
		json_add_text(error, scratch, "message", diag->framework_error.message);
		json_add(object, "framework_error", error);
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
	json_add_text(object, scratch, "framework", report->framework);
	for (uint32_t i = 0; outlook->mesh && i < outlook->mesh->naxes; i++)
		json_append(axes, axis_json(scratch, outlook, i));
	json_add(object, "axes", axes);
	if (outlook->mesh)
		json_add(object, "built_by",
		         cJSON_CreateString(mesh_builder_name(outlook->mesh->builder)));
	if (outlook->axes) {
		cJSON *devices =
		    json_made(cJSON_CreateIntArray(outlook->built.ids, (int)outlook->built.count));
		json_add(object, "path", cJSON_CreateString(paths[outlook->built.path]));
		json_add(object, "devices", devices);
	}
	for (const struct diag *diag = outlook->diags->first; diag; diag = diag->next)
		json_append(diagnostics, diag_json(scratch, diag));
	json_add(object, "diagnostics", diagnostics);
	return object;
}

void hardware_report_json(struct buf *out, struct arena *scratch,
                          const struct hardware_report *report)
{
	cJSON *root = json_made(cJSON_CreateObject());
	json_add(root, "version", json_integer(1));
	json_add(root, "chip", chip_json(report->chip));
	if (report->hardware)
		json_add(root, "hardware", hardware_json(report->hardware));
	if (report->outlook)
		json_add(root, "mesh", mesh_json(scratch, report));
	json_write(out, root);
	buf_putc(out, '\n');
}
