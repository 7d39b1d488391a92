/* SPDX-License-Identifier: Apache-2.0 */
/* A plan for programs: one object, written piece by piece so that a map of any size needs little
 * memory. */
#include "jax/mesh_build.h"
#include "plan/module/module_plan.h"
#include "plan/program_plan.h"
#include "plan/recompile.h"
#include "report/cost/cost_report.h"
#include "report/hardware_report.h"
#include "report/layout_text.h"
#include "report/plan_json.h"
#include "report/plan_report.h"

/* The devices of larger meshes are listed only where the file lists them. */
enum { MAX_LISTED = 65536 };

static void add_mesh(struct json *json, const char *key, const struct mesh *mesh)
{
	int64_t devices = mesh_size(mesh);
	json_open(json, key, '{');
	json_open(json, "axes", '[');
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		json_open(json, NULL, '[');
		json_text(json, NULL, mesh->axes[i].name);
		json_integer(json, NULL, mesh->axes[i].size);
		json_close(json, ']');
	}
	json_close(json, ']');
	if (mesh->devices || devices <= MAX_LISTED) {
		json_open(json, "devices", '[');
		for (int64_t i = 0; i < devices; i++)
			json_integer(json, NULL, mesh_device(mesh, i));
		json_close(json, ']');
	}
	json_close(json, '}');
}

void plan_json_meshes(struct json *json, const struct plan *plan)
{
	json_open(json, "meshes", '{');
	for (uint32_t i = 0; i < plan->spec->nmeshes; i++) {
		json_name(json, plan->meshes[i].name);
		add_mesh(json, NULL, &plan->meshes[i]);
	}
	json_close(json, '}');
}

/* How the axes of the first mesh lie on those of the torus: {"data": [["x", 4]]}. */
static void add_assignment(struct json *json, const struct plan *plan)
{
	const struct spec *spec = plan->spec;
	bool built = spec->nmeshes && plan->meshes[0].devices && !spec->meshes[0].devices;
	json_open(json, "assignment", '{');
	if (built) {
		const struct mesh *mesh = &spec->meshes[0];
		struct device_mesh laid =
		    mesh_build(json->scratch, spec->hardware, mesh, spec->framework.rules);
		for (uint32_t i = 0; i < mesh->naxes; i++) {
			json_name(json, mesh->axes[i].name);
			json->dense = true;
			hardware_add_assignment(json, NULL, &laid, i);
			json->dense = false;
		}
	}
	json_close(json, '}');
}

static void add_hardware(struct json *json, const struct plan *plan)
{
	const struct hardware *hardware = plan->spec->hardware;
	uint32_t axes = 1;
	if (!hardware) {
		json_null(json, "hardware");
		return;
	}
	while (axes < 3 && hardware->extent[axes] > 1)
		axes++;
	json_open(json, "hardware", '{');
	json_word(json, "chip", hardware->chip->names[0]);
	json_integers(json, "topology", hardware->extent, axes);
	json_integer(json, "slices", hardware->slices);
	json_integer(json, "devices", hardware->devices);
	add_assignment(json, plan);
	json_close(json, '}');
}

void plan_json_layout(struct json *json, const struct slice_map *slice_map)
{
	json_open(json, "spec", '[');
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		const struct placed_dim *dim = &slice_map->dims[i];
		if (dim->naxes == 0)
			json_null(json, NULL);
		if (dim->naxes > 1)
			json_open(json, NULL, '[');
		for (uint32_t j = 0; j < dim->naxes; j++)
			json_text(json, NULL, slice_map->mesh->axes[dim->axes[j]].name);
		if (dim->naxes > 1)
			json_close(json, ']');
	}
	json_close(json, ']');
	if (!slice_map->partial)
		return;
	json_open(json, "unreduced", '[');
	for (uint32_t i = 0; i < slice_map->mesh->naxes; i++)
		if (slice_map->partial >> i & 1)
			json_text(json, NULL, slice_map->mesh->axes[i].name);
	json_close(json, ']');
}

void plan_json_shape(struct json *json, const struct tensor *tensor)
{
	json_key(json, "shape");
	add_shape(json->out, tensor);
}

void plan_json_shard_shape(struct json *json, const struct slice_map *slice_map)
{
	json_key(json, "shard_shape");
	add_shard_shape(json->out, slice_map);
}

static void add_index(struct json *json, const struct slice *slices, uint32_t rank)
{
	json_open(json, "index", '[');
	for (uint32_t i = 0; i < rank; i++)
		json_integers(json, NULL, (const int64_t[]){slices[i].start, slices[i].stop}, 2);
	json_close(json, ']');
}

static void add_shard(struct json *json, const struct slice_map *slice_map, const int64_t *indices)
{
	struct slice slices[MAX_RANK];
	struct replicas replicas = slice_map_replicas(slice_map, indices);
	slice_map_shard(slice_map, indices, slices);
	json_open(json, NULL, '{');
	json_open(json, "devices", '[');
	for (int64_t position = replicas_next(&replicas); position >= 0;
	     position = replicas_next(&replicas))
		json_integer(json, NULL, mesh_device(slice_map->mesh, position));
	json_close(json, ']');
	add_index(json, slices, slice_map->rank);
	json_close(json, '}');
}

static void add_shards(struct json *json, const struct slice_map *slice_map)
{
	int64_t indices[MAX_RANK] = {0};
	json_line(json, 3);
	json_open(json, "shards", '[');
	add_shard(json, slice_map, indices);
	while (!json->stream->failed && next_shard(slice_map, indices)) {
		json_line(json, 5);
		add_shard(json, slice_map, indices);
	}
	json_close(json, ']');
}

/* A number of bytes, or null when it is not known. */
static void add_bytes(struct json *json, const char *key, int64_t bytes, bool known)
{
	if (known)
		json_integer(json, key, bytes);
	else
		json_null(json, key);
}

/* What each device of a range holds. */
static void add_held(struct json *json, const struct slice_map *slice_map, int64_t first,
                     int64_t last)
{
	bool any = false;
	json_line(json, 3);
	json_open(json, "shards", '[');
	for (int64_t device = first; device <= last && !json->stream->failed; device++) {
		int64_t position = mesh_position(slice_map->mesh, device);
		struct slice slices[MAX_RANK];
		if (position < 0)
			continue;
		slice_map_slices(slice_map, position, slices);
		if (any)
			json_line(json, 5);
		any = true;
		json_open(json, NULL, '{');
		json_integers(json, "devices", &device, 1);
		add_index(json, slices, slice_map->rank);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void add_placing(struct json *json, const struct plan_tensor *planned,
                        const struct plan_report_options *options)
{
	const struct slice_map *slice_map = &planned->slice_map;
	plan_json_shape(json, planned->tensor);
	plan_json_layout(json, slice_map);
	plan_json_shard_shape(json, slice_map);
	add_bytes(json, "bytes", slice_map->bytes, slice_map->element_bits != 0);
	add_bytes(json, "bytes_per_device", slice_map->bytes_per_device,
	          slice_map->element_bits != 0);
	json_integer(json, "copies", slice_map->copies);
	json_boolean(json, "uneven", slice_map->uneven);
	if (options->has_device)
		add_held(json, slice_map, options->device, options->last_device);
	else if (options->slices)
		add_shards(json, slice_map);
}

static void add_tensor(struct json *json, const struct plan_tensor *planned,
                       const struct plan_report_options *options)
{
	const struct tensor *tensor = planned->tensor;
	json_open(json, NULL, '{');
	json_text(json, "name", tensor->name);
	json_word(json, "dtype", tensor->dtype ? tensor->dtype->name : NULL);
	json_integer(json, "count", tensor->count);
	if (planned->placed) {
		add_placing(json, planned, options);
	} else {
		if (tensor->has_shape && !tensor->broken)
			plan_json_shape(json, tensor);
		json_word(json, "unknown", planned->reason);
	}
	json_close(json, '}');
}

static void add_memory(struct json *json, const struct plan *plan,
                       const struct position_index *positions)
{
	const struct memory *memory = &plan->memory;
	json_open(json, "memory", '{');
	json_integer(json, "per_device", memory->per_device);
	json_open(json, "by_kind", '{');
	for (int part = 0; part < MEMORY_PARTS; part++)
		if (memory->parts[part])
			json_integer(json, memory_part_name((enum memory_part)part),
			             memory->parts[part]);
	json_close(json, '}');
	json_integer(json, "replicated", memory->replicated);
	json_integer(json, "padding", memory->padding);
	json_integer(json, "unplanned", plan->unplaced);
	json_integer(json, "unsized", memory->unsized);
	add_bytes(json, "limit", plan->limit, plan->limit != 0);
	if (plan->limit)
		json_boolean(json, "fits", !plan_exceeds(plan));
	else
		json_null(json, "fits");
	if (plan_devices_needed(plan))
		json_integer(json, "devices_needed", plan_devices_needed(plan));
	if (memory->overflow)
		json_boolean(json, "overflow", true);
	cost_json_peak(json, plan, positions);
	json_close(json, '}');
}

static void add_seconds(struct json *json, const char *key, const struct seconds *seconds)
{
	if (!seconds->known) {
		json_null(json, key);
		return;
	}
	json_open(json, key, '{');
	json_rounded(json, "low", seconds->low);
	json_rounded(json, "expected", seconds->expected);
	json_rounded(json, "high", seconds->high);
	json_close(json, '}');
}

void plan_json_seconds(struct json *json, const struct seconds *seconds)
{
	add_seconds(json, "seconds", seconds);
}

/* Groups of devices, by their ids. */
static void add_device_groups(struct json *json, const char *key, const struct mesh *mesh,
                              const int32_t *groups, int32_t count, int32_t size)
{
	json_open(json, key, '[');
	for (int32_t i = 0; groups && i < count; i++) {
		json_open(json, NULL, '[');
		for (int32_t j = 0; j < size; j++)
			json_integer(json, NULL, mesh_device(mesh, groups[i * size + j]));
		json_close(json, ']');
	}
	json_close(json, ']');
}

/* The devices of a step. */
static void add_groups(struct json *json, const struct mesh *mesh, const struct reshard_step *step)
{
	add_device_groups(json, "groups", mesh, step->groups, step->group_count, step->group_size);
	json_open(json, "pairs", '[');
	for (uint32_t i = 0; i < step->pair_count; i++)
		json_integers(json, NULL,
		              (const int64_t[]){mesh_device(mesh, step->pairs[i].source),
		                                mesh_device(mesh, step->pairs[i].target)},
		              2);
	json_close(json, ']');
}

/* How devices hold a value: the sizes of the whole and of a shard, and the devices of the tiles,
 * row-major, those with the same tile together; within groups, their places. */
static void add_layout_of(struct json *json, const char *key, const struct mesh *mesh,
                          const struct reshard_layout *layout)
{
	const struct tiling *tiling = layout->tiling;
	if (!tiling) {
		json_null(json, key);
		return;
	}
	json_open(json, key, '{');
	json_integers(json, "shape", layout->extents, tiling->rank);
	json_integers(json, "shard_shape", layout->local, tiling->rank);
	json_open(json, "tiles", '[');
	for (uint32_t i = 0; i < tiling->rank; i++)
		json_integer(json, NULL, tiling->tiles[i]);
	json_close(json, ']');
	json_open(json, "devices", '[');
	for (int32_t i = 0; i < tiling->count; i++)
		json_integer(json, NULL,
		             mesh ? mesh_device(mesh, tiling->devices[i]) : tiling->devices[i]);
	json_close(json, ']');
	json_close(json, '}');
}

/* What a step moves, from where to where. */
static void add_move(struct json *json, const struct plan_step *step,
                     const struct position_index *positions)
{
	const struct reshard_move *move = step->collective->move;
	const struct mesh *mesh = move->groups ? NULL : step->mesh;
	json_open(json, "moves", '{');
	json_text(json, "value", step->moved->name);
	json_integer(json, "line", position_of(positions, step->moved->at.offset).line);
	json_integer(json, "element", move->leaf);
	add_layout_of(json, "from", mesh, &move->from);
	add_layout_of(json, "to", mesh, &move->to);
	if (move->groups)
		add_device_groups(json, "within", step->mesh, move->groups, move->group_count,
		                  move->group_size);
	json_close(json, '}');
}

void plan_json_axes(struct json *json, const struct mesh *mesh, const struct reshard_step *step)
{
	if (!step || !step->axes_known) {
		json_null(json, "axes");
		return;
	}
	json_open(json, "axes", '[');
	for (uint32_t i = 0; i < step->axes.count; i++)
		json_text(json, NULL, step_axis_text(json->scratch, mesh, &step->axes.items[i]));
	json_close(json, ']');
}

void plan_json_source(struct json *json, struct str file, int64_t line)
{
	if (!file.len)
		return;
	json_open(json, "source", '{');
	json_text(json, "file", file);
	json_integer(json, "line", line);
	json_close(json, '}');
}

/* Where the instruction of a module comes from, and how often it runs: null in a loop of unknown
 * length. */
static void add_origin(struct json *json, const struct plan_step *step)
{
	if (step->ntrips)
		json_open(json, "trips", '[');
	for (uint32_t i = 0; i < step->ntrips; i++)
		if (step->trips[i] < 0)
			json_null(json, NULL);
		else
			json_integer(json, NULL, step->trips[i]);
	if (step->ntrips)
		json_close(json, ']');
	if (!step->source)
		return;
	const struct instruction_origin *origin = &step->source->origin;
	json_text(json, "op_name", origin->op_name);
	plan_json_source(json, origin->file, origin->line);
}

void plan_json_step(struct json *json, const char *key, const struct plan_step *step,
                    const struct position_index *positions, bool groups)
{
	const struct reshard_step *collective = step->collective;
	struct position at = position_of(positions, step->at.offset);
	json_open(json, key, '{');
	json_text(json, "kind", step->kind);
	json_text(json, "value", step->value);
	if (step->in_function)
		json_integer(json, "function", step->in_function - 1);
	json_integer(json, "count", step->count);
	json_integer(json, "line", at.line);
	json_integer(json, "column", at.column);
	json_open(json, "dims", '[');
	if (collective && collective->dim >= 0)
		json_integer(json, NULL, collective->dim);
	json_close(json, ']');
	plan_json_axes(json, step->mesh, collective);
	if (groups && collective)
		add_groups(json, step->mesh, collective);
	if (step->moved)
		add_move(json, step, positions);
	add_bytes(json, "operand_bytes", step->operand_bytes, step->sized);
	add_bytes(json, "result_bytes", step->result_bytes, step->sized);
	add_bytes(json, "received_bytes", step->received, step->sized);
	json_boolean(json, "full_rematerialization", step->full_rematerialization);
	plan_json_seconds(json, &step->seconds);
	json_text(json, "why", step->why);
	if (collective && collective->scatters)
		json_text(json, "timed_as", STR("reduce-scatter"));
	if (step->cheaper) {
		json_open(json, "cheaper", '{');
		json_text(json, "how", step->cheaper->how);
		plan_json_seconds(json, &step->cheaper->seconds);
		json_close(json, '}');
	}
	add_origin(json, step);
	if (step->nassumptions) {
		json_open(json, "assumptions", '[');
		for (uint32_t i = 0; i < step->nassumptions; i++)
			json_text(json, NULL, step->assumptions[i]);
		json_close(json, ']');
	}
	json_close(json, '}');
}

void plan_json_steps(struct json *json, const struct plan_steps *steps,
                     const struct position_index *positions, bool groups)
{
	json_open(json, "steps", '[');
	for (const struct plan_step *step = steps->first; step && !json->stream->failed;
	     step = step->next) {
		struct arena_mark mark = arena_mark(json->scratch);
		json_line(json, 2);
		plan_json_step(json, NULL, step, positions, groups);
		arena_rewind(json->scratch, mark);
	}
	json_close(json, ']');
}

/* The tensors, or the values of a program. */
static void add_placed(struct json *json, const char *key, const struct plan_tensor *tensors,
                       uint32_t count, const struct plan_report_options *options)
{
	json_open(json, key, '[');
	for (uint32_t i = 0; i < count && !json->stream->failed; i++) {
		struct arena_mark mark = arena_mark(json->scratch);
		json_line(json, 2);
		add_tensor(json, &tensors[i], options);
		arena_rewind(json->scratch, mark);
	}
	json_close(json, ']');
}

static void add_operations(struct json *json, const struct plan *plan,
                           const struct position_index *positions)
{
	json_open(json, "operations", '[');
	for (uint32_t i = 0; i < plan->noperations && !json->stream->failed; i++) {
		const struct plan_operation *operation = &plan->operations[i];
		struct position at = position_of(positions, operation->at.offset);
		struct arena_mark mark = arena_mark(json->scratch);
		struct buf type = {.arena = json->scratch};
		type_text(&type, operation->type, false);
		json_line(json, 2);
		json_open(json, NULL, '{');
		json_text(json, "function", operation->function);
		json_text(json, "value", operation->value);
		json_text(json, "type", buf_str(&type));
		json_integer(json, "line", at.line);
		json_integer(json, "column", at.column);
		json_boolean(json, "priced", operation->priced);
		json_close(json, '}');
		arena_rewind(json->scratch, mark);
	}
	json_close(json, ']');
}

/* What all modules of the plan compute. */
static void add_work(struct json *json, const struct plan *plan)
{
	double flops = 0, flops_once = 0, bytes = 0;
	bool any = false;
	for (const struct plan *one = plan_next_module(plan, NULL); one;
	     one = plan_next_module(plan, one)) {
		const struct module_cost *cost = one->module->cost;
		if (!cost)
			continue;
		any = true;
		flops += cost->work.flops;
		flops_once += cost->work_once.flops;
		bytes += cost->bytes;
	}
	if (!any)
		return;
	json_number(json, "flops", flops);
	json_number(json, "flops_once", flops_once);
	json_number(json, "hbm_bytes", bytes);
}

/* Sums over the steps, which are a lower bound where something is not predicted or not priced. */
static void add_totals(struct json *json, const struct plan *plan)
{
	const struct plan_steps *steps = &plan->steps;
	json_open(json, "totals", '{');
	add_bytes(json, "bytes_moved", steps->bytes_moved, !steps->overflow);
	json_integer(json, "unpredicted", (int64_t)steps->unpredicted + plan->unpriced);
	if (steps->open_loops)
		json_integer(json, "open_loops", steps->open_loops);
	if (steps->transfers) {
		add_bytes(json, "transferred", steps->transferred, steps->transferred != INT64_MAX);
		add_seconds(json, "transfer_seconds", &steps->bringing);
	}
	plan_json_seconds(json, &steps->seconds);
	add_work(json, plan);
	json_close(json, '}');
}

/* What a plan says of the module that it is of. */
static void add_module(struct json *json, const struct module_summary *module)
{
	json_open(json, "module", '{');
	json_word(json, "stage", module_stage_name(module->stage));
	json_word(json, "partitioner", module->partitioner);
	json_integer(json, "instructions", module->instructions);
	json_integer(json, "arguments", module->arguments);
	json_integer(json, "results", module->results);
	json_integer(json, "donated", module->donated);
	json_number(json, "flops_global", module->written.flops);
	json_word(json, "hint", module->hint);
	json_close(json, '}');
	json_line(json, 1);
}

/* What a function is compiled again for. */
static void add_recompile(struct json *json, const struct plan_function *function)
{
	const struct recompile recompile = recompile_of(function);
	if (!recompile.again)
		return;
	json_open(json, "compiled_again", '{');
	json_integer(json, "types", recompile.types);
	json_integer(json, "layouts", recompile.layouts);
	if (recompile.first)
		json_text(json, "first", recompile.first->tensor->name);
	json_close(json, '}');
}

/* A function of the program with the keys of the plan of its module. */
static void add_function(struct json *json, const struct plan_function *function,
                         const struct position_index *positions,
                         const struct plan_report_options *options)
{
	const struct plan *plan = function->plan;
	json_line(json, 1);
	json_open(json, NULL, '{');
	json_text(json, "name", function->name);
	json_integer(json, "line", position_of(positions, function->at.offset).line);
	json_boolean(json, "whole", function->whole);
	if (function->calls)
		json_integer(json, "calls", function->calls);
	add_recompile(json, function);
	if (plan) {
		json_line(json, 1);
		add_module(json, plan->module);
		add_placed(json, "tensors", plan->tensors, plan->ntensors, options);
		json_line(json, 1);
		add_memory(json, plan, positions);
		json_line(json, 1);
		cost_json(json, plan, positions);
		add_totals(json, plan);
	}
	json_close(json, '}');
}

static void add_functions(struct json *json, const struct plan *plan,
                          const struct position_index *positions,
                          const struct plan_report_options *options)
{
	if (!plan->functions)
		return;
	json_open(json, "functions", '[');
	for (const struct plan_function *function = plan->functions;
	     function && !json->stream->failed; function = function->next)
		add_function(json, function, positions, options);
	json_close(json, ']');
	json_line(json, 1);
}

/* What is outside of these functions, with the keys of what it costs. */
static void add_outside(struct json *json, const struct plan *plan,
                        const struct position_index *positions)
{
	const struct plan_outside *outside = plan->outside;
	if (!outside)
		return;
	json_open(json, "outside", '{');
	json_integer(json, "operations", outside->compiled);
	json_integer(json, "runs", outside->runs);
	json_line(json, 1);
	cost_json(json, outside->plan, positions);
	add_totals(json, outside->plan);
	json_close(json, '}');
	json_line(json, 1);
}

void plan_json_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                     const struct plan_report_options *options)
{
	struct json json = {.out = &out->buf, .stream = out, .scratch = scratch};
	struct position_index positions = plan_positions(scratch, plan);
	json_open(&json, NULL, '{');
	json_integer(&json, "version", 1);
	json_text(&json, "framework", options->framework);
	json_line(&json, 1);
	if (plan->spec->nmeshes)
		add_mesh(&json, "mesh", &plan->meshes[0]);
	else
		json_null(&json, "mesh");
	json_line(&json, 1);
	plan_json_meshes(&json, plan);
	json_line(&json, 1);
	add_hardware(&json, plan);
	json_line(&json, 1);
	if (plan->module)
		add_module(&json, plan->module);
	add_placed(&json, "tensors", plan->tensors, plan->ntensors, options);
	json_line(&json, 1);
	if (plan->nvalues || plan->noperations) {
		add_placed(&json, "values", plan->values, plan->nvalues, options);
		json_line(&json, 1);
		add_operations(&json, plan, &positions);
		json_line(&json, 1);
	}
	add_memory(&json, plan, &positions);
	json_line(&json, 1);
	plan_json_steps(&json, &plan->steps, &positions, options->groups);
	json_line(&json, 1);
	cost_json(&json, plan, &positions);
	add_functions(&json, plan, &positions, options);
	add_outside(&json, plan, &positions);
	add_totals(&json, plan);
	json_close(&json, '}');
	buf_putc(&out->buf, '\n');
}
