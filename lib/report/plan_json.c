/* SPDX-License-Identifier: Apache-2.0 */
/* A plan for programs: one object, written piece by piece so that a map of any size needs little
 * memory. */
#include <inttypes.h>

#include "jax/mesh_build.h"
#include "plan/program_plan.h"
#include "report/hardware_report.h"
#include "report/json_text.h"
#include "report/layout_text.h"
#include "report/plan_json.h"
#include "report/plan_report.h"

/* "key": in front of a value. */
static void add_key(struct buf *out, const char *key)
{
	buf_printf(out, "\"%s\": ", key);
}

static void add_integers(struct buf *out, const int64_t *numbers, uint32_t count)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		stream_integer(out, numbers[i]);
	}
	buf_putc(out, ']');
}

/* The devices of larger meshes are listed only where the file lists them. */
enum { MAX_LISTED = 65536 };

static void add_mesh(struct stream *out, struct arena *scratch, const struct mesh *mesh)
{
	struct buf *buf = &out->buf;
	buf_puts(buf, "{\"axes\": [");
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		buf_puts(buf, i ? ", [" : "[");
		json_add_string(buf, scratch, mesh->axes[i].name);
		buf_printf(buf, ", %" PRId64 "]", mesh->axes[i].size);
	}
	buf_puts(buf, "]");
	int64_t devices = mesh_size(mesh);
	if (mesh->devices || devices <= MAX_LISTED) {
		buf_puts(buf, ", \"devices\": [");
		for (int64_t i = 0; i < devices; i++) {
			buf_puts(buf, i ? ", " : "");
			stream_integer(buf, mesh_device(mesh, i));
			stream_check(out);
		}
		buf_puts(buf, "]");
	}
	buf_puts(buf, "}");
}

void plan_json_meshes(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	add_key(&out->buf, "meshes");
	buf_putc(&out->buf, '{');
	for (uint32_t i = 0; i < plan->spec->nmeshes; i++) {
		buf_puts(&out->buf, i ? ", " : "");
		json_add_string(&out->buf, scratch, plan->meshes[i].name);
		buf_puts(&out->buf, ": ");
		add_mesh(out, scratch, &plan->meshes[i]);
	}
	buf_puts(&out->buf, "}");
}

static void add_meshes(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	add_key(&out->buf, "mesh");
	if (plan->spec->nmeshes)
		add_mesh(out, scratch, &plan->meshes[0]);
	else
		buf_puts(&out->buf, "null");
	buf_puts(&out->buf, ",\n ");
	plan_json_meshes(out, scratch, plan);
	buf_puts(&out->buf, ",\n ");
}

/* How the axes of the first mesh lie on those of the torus: {"data": [["x", 4]]}. */
static void add_assignment(struct buf *out, struct arena *scratch, const struct plan *plan)
{
	const struct spec *spec = plan->spec;
	bool built = spec->nmeshes && plan->meshes[0].devices && !spec->meshes[0].devices;
	buf_puts(out, "{");
	if (built) {
		const struct mesh *mesh = &spec->meshes[0];
		struct device_mesh laid =
		    mesh_build(scratch, spec->hardware, mesh, spec->framework.rules);
		for (uint32_t i = 0; i < mesh->naxes; i++) {
			buf_puts(out, i ? ", " : "");
			json_add_string(out, scratch, mesh->axes[i].name);
			buf_puts(out, ": ");
			json_add(out, hardware_assignment_json(&laid, i));
		}
	}
	buf_puts(out, "}");
}

static void add_hardware(struct buf *out, struct arena *scratch, const struct plan *plan)
{
	const struct hardware *hardware = plan->spec->hardware;
	add_key(out, "hardware");
	if (!hardware) {
		buf_puts(out, "null,\n ");
		return;
	}
	uint32_t axes = 1;
	while (axes < 3 && hardware->extent[axes] > 1)
		axes++;
	buf_puts(out, "{\"chip\": ");
	json_add_string(out, scratch, str_of(hardware->chip->names[0]));
	buf_puts(out, ", \"topology\": ");
	add_integers(out, hardware->extent, axes);
	buf_printf(out, ", \"slices\": %" PRId64 ", \"devices\": %" PRId64 ", \"assignment\": ",
	           hardware->slices, hardware->devices);
	add_assignment(out, scratch, plan);
	buf_puts(out, "},\n ");
}

void plan_json_layout(struct buf *out, struct arena *scratch, const struct slice_map *slice_map)
{
	add_entries(out, scratch, slice_map, json_add_string);
}

static void add_index(struct buf *out, const struct slice *slices, uint32_t rank)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < rank; i++) {
		buf_puts(out, i ? ", [" : "[");
		stream_integer(out, slices[i].start);
		buf_puts(out, ", ");
		stream_integer(out, slices[i].stop);
		buf_putc(out, ']');
	}
	buf_putc(out, ']');
}

static void add_shard(struct stream *out, const struct slice_map *slice_map, const int64_t *indices)
{
	struct slice slices[MAX_RANK];
	struct replicas replicas = slice_map_replicas(slice_map, indices);
	const char *separator = "";
	for (uint32_t i = 0; i < slice_map->rank; i++)
		slices[i] = placed_dim_slice(&slice_map->dims[i], indices[i]);
	buf_puts(&out->buf, "{\"devices\": [");
	for (int64_t position = replicas_next(&replicas); position >= 0;
	     position = replicas_next(&replicas)) {
		buf_puts(&out->buf, separator);
		stream_integer(&out->buf, mesh_device(slice_map->mesh, position));
		stream_check(out);
		separator = ", ";
	}
	buf_puts(&out->buf, "], \"index\": ");
	add_index(&out->buf, slices, slice_map->rank);
	buf_puts(&out->buf, "}");
	stream_check(out);
}

static void add_shards(struct stream *out, const struct slice_map *slice_map)
{
	int64_t indices[MAX_RANK] = {0};
	const char *separator = "";
	buf_puts(&out->buf, ",\n   \"shards\": [");
	do {
		buf_puts(&out->buf, separator);
		add_shard(out, slice_map, indices);
		separator = ",\n     ";
	} while (!out->failed && next_shard(slice_map, indices));
	buf_puts(&out->buf, "]");
}

/* A key and a number of bytes, or null when it is not known. */
static void add_bytes(struct buf *out, const char *key, int64_t bytes, bool known)
{
	buf_puts(out, key);
	if (known)
		stream_integer(out, bytes);
	else
		buf_puts(out, "null");
}

/* What each device of a range holds. */
static void add_held(struct stream *out, const struct slice_map *slice_map, int64_t first,
                     int64_t last)
{
	const char *separator = "";
	buf_puts(&out->buf, ",\n   \"shards\": [");
	for (int64_t device = first; device <= last && !out->failed; device++) {
		int64_t position = mesh_position(slice_map->mesh, device);
		struct slice slices[MAX_RANK];
		if (position < 0)
			continue;
		slice_map_slices(slice_map, position, slices);
		buf_printf(&out->buf, "%s{\"devices\": [%" PRId64 "], \"index\": ", separator,
		           device);
		add_index(&out->buf, slices, slice_map->rank);
		buf_puts(&out->buf, "}");
		stream_check(out);
		separator = ",\n     ";
	}
	buf_puts(&out->buf, "]");
}

static void add_tensor(struct stream *out, struct arena *scratch, const struct plan_tensor *planned,
                       const struct plan_report_options *options)
{
	struct buf *buf = &out->buf;
	const struct tensor *tensor = planned->tensor;
	const struct slice_map *slice_map = &planned->slice_map;
	buf_puts(buf, "{\"name\": ");
	json_add_string(buf, scratch, tensor->name);
	buf_puts(buf, ", \"dtype\": ");
	if (tensor->dtype)
		json_add_string(buf, scratch, str_of(tensor->dtype->name));
	else
		buf_puts(buf, "null");
	buf_printf(buf, ", \"count\": %" PRId64, tensor->count);
	if (!planned->placed) {
		if (tensor->has_shape && !tensor->broken) {
			buf_puts(buf, ", \"shape\": ");
			add_shape(buf, tensor);
		}
		buf_puts(buf, ", \"unknown\": ");
		json_add_string(buf, scratch, str_of(planned->reason));
		buf_puts(buf, "}");
		return;
	}
	buf_puts(buf, ", \"shape\": ");
	add_shape(buf, tensor);
	buf_puts(buf, ", \"spec\": ");
	plan_json_layout(buf, scratch, slice_map);
	buf_puts(buf, ", \"shard_shape\": ");
	add_shard_shape(buf, slice_map);
	add_bytes(buf, ", \"bytes\": ", slice_map->bytes, slice_map->element_bits != 0);
	add_bytes(buf, ", \"bytes_per_device\": ", slice_map->bytes_per_device,
	          slice_map->element_bits != 0);
	buf_printf(buf, ", \"copies\": %" PRId64 ", \"uneven\": %s", slice_map->copies,
	           slice_map->uneven ? "true" : "false");
	if (options->has_device)
		add_held(out, slice_map, options->device, options->last_device);
	else if (options->slices)
		add_shards(out, slice_map);
	buf_puts(buf, "}");
	stream_check(out);
}

static void add_memory(struct buf *out, const struct plan *plan)
{
	const char *separator = "";

	buf_printf(out, "\"memory\": {\"per_device\": %" PRId64 ", \"by_kind\": {",
	           plan->memory.per_device);
	for (int part = 0; part < MEMORY_PARTS; part++) {
		if (!plan->memory.parts[part])
			continue;
		buf_printf(out, "%s\"%s\": %" PRId64, separator,
		           memory_part_name((enum memory_part)part), plan->memory.parts[part]);
		separator = ", ";
	}
	buf_printf(out,
	           "}, \"replicated\": %" PRId64 ", \"padding\": %" PRId64
	           ", \"unplanned\": %u, \"unsized\": %u",
	           plan->memory.replicated, plan->memory.padding, plan->unplaced,
	           plan->memory.unsized);
	if (plan->limit)
		buf_printf(out, ", \"limit\": %" PRId64 ", \"fits\": %s", plan->limit,
		           plan->memory.per_device <= plan->limit && !plan->memory.overflow
		               ? "true"
		               : "false");
	else
		buf_puts(out, ", \"limit\": null, \"fits\": null");
	buf_puts(out, plan->memory.overflow ? ", \"overflow\": true},\n " : "},\n ");
}

void plan_json_seconds(struct buf *out, const struct seconds *seconds)
{
	if (!seconds->known) {
		buf_puts(out, "null");
		return;
	}
	buf_puts(out, "{\"low\": ");
	json_add_double(out, seconds->low, true);
	buf_puts(out, ", \"expected\": ");
	json_add_double(out, seconds->expected, true);
	buf_puts(out, ", \"high\": ");
	json_add_double(out, seconds->high, true);
	buf_puts(out, "}");
}

/* The devices of a step, by their ids. */
static void add_groups(struct stream *out, const struct mesh *mesh, const struct reshard_step *step)
{
	buf_puts(&out->buf, ", \"groups\": [");
	for (int32_t i = 0; step->groups && i < step->group_count; i++) {
		buf_puts(&out->buf, i ? ", [" : "[");
		for (int32_t j = 0; j < step->group_size; j++) {
			buf_puts(&out->buf, j ? ", " : "");
			stream_integer(&out->buf,
			               mesh_device(mesh, step->groups[i * step->group_size + j]));
			stream_check(out);
		}
		buf_puts(&out->buf, "]");
	}
	buf_puts(&out->buf, "], \"pairs\": [");
	for (uint32_t i = 0; i < step->pair_count; i++) {
		buf_puts(&out->buf, i ? ", [" : "[");
		stream_integer(&out->buf, mesh_device(mesh, step->pairs[i].source));
		buf_puts(&out->buf, ", ");
		stream_integer(&out->buf, mesh_device(mesh, step->pairs[i].target));
		buf_puts(&out->buf, "]");
		stream_check(out);
	}
	buf_puts(&out->buf, "]");
}

static void add_axes(struct buf *out, struct arena *scratch, const struct mesh *mesh,
                     const struct reshard_step *step)
{
	if (!step->axes_known && step->kind != RESHARD_COLLECTIVE_PERMUTE) {
		buf_puts(out, "null");
		return;
	}
	buf_putc(out, '[');
	for (uint32_t i = 0; i < step->axes.count; i++) {
		buf_puts(out, i ? ", " : "");
		json_add_string(out, scratch, step_axis_text(scratch, mesh, &step->axes.items[i]));
	}
	buf_putc(out, ']');
}

static void add_collective(struct stream *out, struct arena *scratch, const struct plan_step *step,
                           bool groups)
{
	const struct reshard_step *collective = step->collective;
	if (!collective) {
		buf_puts(&out->buf, ", \"dims\": [], \"axes\": null");
		return;
	}
	buf_puts(&out->buf, ", \"dims\": [");
	if (collective->dim >= 0)
		stream_integer(&out->buf, collective->dim);
	buf_puts(&out->buf, "], \"axes\": ");
	add_axes(&out->buf, scratch, step->mesh, collective);
	if (groups)
		add_groups(out, step->mesh, collective);
}

static void add_step(struct stream *out, struct arena *scratch, const struct plan_step *step,
                     const struct position_index *positions, bool groups)
{
	struct buf *buf = &out->buf;
	struct position at = position_of(positions, step->at.offset);
	buf_puts(buf, "{\"kind\": ");
	json_add_string(buf, scratch, step->kind);
	buf_puts(buf, ", \"value\": ");
	json_add_string(buf, scratch, step->value);
	buf_printf(buf, ", \"count\": %" PRId64 ", \"line\": %u, \"column\": %u", step->count,
	           at.line, at.column);
	add_collective(out, scratch, step, groups);
	add_bytes(buf, ", \"operand_bytes\": ", step->operand_bytes, step->sized);
	add_bytes(buf, ", \"result_bytes\": ", step->result_bytes, step->sized);
	buf_printf(buf, ", \"full_rematerialization\": %s, \"seconds\": ",
	           step->full_rematerialization ? "true" : "false");
	plan_json_seconds(buf, &step->seconds);
	buf_puts(buf, ", \"why\": ");
	json_add_string(buf, scratch, step->why);
	for (uint32_t i = 0; i < step->nassumptions; i++) {
		buf_puts(buf, i ? ", " : ", \"assumptions\": [");
		json_add_string(buf, scratch, step->assumptions[i]);
	}
	buf_puts(buf, step->nassumptions ? "]" : "");
	buf_puts(buf, "}");
	stream_check(out);
}

void plan_json_steps(struct stream *out, struct arena *scratch, const struct plan_steps *steps,
                     const struct position_index *positions, bool groups)
{
	const char *separator = "\n  ";
	for (const struct plan_step *step = steps->first; step && !out->failed; step = step->next) {
		struct arena_mark mark = arena_mark(scratch);
		buf_puts(&out->buf, separator);
		add_step(out, scratch, step, positions, groups);
		arena_rewind(scratch, mark);
		separator = ",\n  ";
	}
}

static void add_steps(struct stream *out, struct arena *scratch, const struct plan *plan,
                      bool groups)
{
	uint32_t end = 0;
	for (const struct plan_step *step = plan->steps.first; step; step = step->next)
		end = step->at.offset > end ? step->at.offset : end;
	struct position_index positions =
	    position_index_make(scratch, plan->spec->source->text, end);
	add_key(&out->buf, "steps");
	buf_putc(&out->buf, '[');
	plan_json_steps(out, scratch, &plan->steps, &positions, groups);
	buf_puts(&out->buf, "],\n ");
}

/* The tensors, or the values of a program, with the line of each value. */
static void add_placed(struct stream *out, struct arena *scratch, const struct plan_tensor *tensors,
                       uint32_t count, const struct plan_report_options *options)
{
	const char *separator = "\n  ";
	buf_putc(&out->buf, '[');
	for (uint32_t i = 0; i < count && !out->failed; i++) {
		struct arena_mark mark = arena_mark(scratch);
		buf_puts(&out->buf, separator);
		add_tensor(out, scratch, &tensors[i], options);
		arena_rewind(scratch, mark);
		separator = ",\n  ";
	}
	buf_puts(&out->buf, "],\n ");
}

static void add_operations(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	uint32_t end = 0;
	const char *separator = "\n  ";
	for (uint32_t i = 0; i < plan->noperations; i++)
		end = plan->operations[i].at.offset > end ? plan->operations[i].at.offset : end;
	struct position_index positions =
	    position_index_make(scratch, plan->spec->source->text, end);
	add_key(&out->buf, "operations");
	buf_putc(&out->buf, '[');
	for (uint32_t i = 0; i < plan->noperations && !out->failed; i++) {
		const struct plan_operation *operation = &plan->operations[i];
		struct position at = position_of(&positions, operation->at.offset);
		struct arena_mark mark = arena_mark(scratch);
		struct buf type = {.arena = scratch};
		type_text(&type, operation->type, false);
		buf_puts(&out->buf, separator);
		buf_puts(&out->buf, "{\"function\": ");
		json_add_string(&out->buf, scratch, operation->function);
		buf_puts(&out->buf, ", \"value\": ");
		json_add_string(&out->buf, scratch, operation->value);
		buf_puts(&out->buf, ", \"type\": ");
		json_add_string(&out->buf, scratch, buf_str(&type));
		buf_printf(&out->buf, ", \"line\": %u, \"column\": %u, \"priced\": %s}", at.line,
		           at.column, operation->priced ? "true" : "false");
		stream_check(out);
		arena_rewind(scratch, mark);
		separator = ",\n  ";
	}
	buf_puts(&out->buf, "],\n ");
}

void plan_json_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                     const struct plan_report_options *options)
{
	struct buf *buf = &out->buf;
	buf_puts(buf, "{\"version\": 1, \"framework\": ");
	json_add_string(buf, scratch, options->framework);
	buf_puts(buf, ",\n ");
	add_meshes(out, scratch, plan);
	add_hardware(buf, scratch, plan);
	add_key(buf, "tensors");
	add_placed(out, scratch, plan->tensors, plan->ntensors, options);
	if (plan->nvalues || plan->noperations) {
		add_key(buf, "values");
		add_placed(out, scratch, plan->values, plan->nvalues, options);
		add_operations(out, scratch, plan);
	}
	add_memory(buf, plan);
	add_steps(out, scratch, plan, options->groups);
	add_bytes(buf, "\"totals\": {\"bytes_moved\": ", plan->steps.bytes_moved,
	          !plan->steps.overflow);
	buf_printf(buf, ", \"unpredicted\": %u, \"seconds\": ", plan->steps.unpredicted);
	plan_json_seconds(buf, &plan->steps.seconds);
	buf_puts(buf, "}}\n");
}
