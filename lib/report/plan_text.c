/* SPDX-License-Identifier: Apache-2.0 */
/* A plan for people: a table of tensors, the memory of a device, the steps. */
#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"
#include "base/utf8.h"
#include "plan/module/module_plan.h"
#include "plan/program_plan.h"
#include "plan/recompile.h"
#include "report/cost/cost_report.h"
#include "report/layout_text.h"
#include "report/plan_report.h"
#include "report/plan_text.h"

enum column {
	COLUMN_NAME,
	COLUMN_DTYPE,
	COLUMN_SHAPE,
	COLUMN_LAYOUT,
	COLUMN_SHARD,
	COLUMN_BYTES,
	COLUMN_COPIES,
	COLUMNS
};

static const char *const titles[] = {"",      "dtype",      "shape", "layout",
                                     "shard", "per device", "copies"};

/* The cells of one tensor's row. */
static void cells_of(struct arena *scratch, const struct plan_tensor *planned,
                     struct str cells[COLUMNS])
{
	const struct tensor *tensor = planned->tensor;
	const struct slice_map *slice_map = &planned->slice_map;
	struct buf shape = {.arena = scratch}, layout = {.arena = scratch},
		   shard = {.arena = scratch}, copies = {.arena = scratch};
	struct str name = utf8_escaped(scratch, tensor->name);
	cells[COLUMN_NAME] =
	    tensor->count > 1 ? str_format(scratch, "%.*s x%" PRId64, STR_ARG(name), tensor->count)
			      : name;
	cells[COLUMN_DTYPE] = str_of(tensor->dtype ? tensor->dtype->name : "?");
	for (int i = COLUMN_SHAPE; i < COLUMNS; i++)
		cells[i] = STR("");
	if (tensor->has_shape && !tensor->broken)
		add_shape(&shape, tensor);
	cells[COLUMN_SHAPE] = buf_str(&shape);
	if (!planned->placed) {
		cells[COLUMN_LAYOUT] = str_format(scratch, "not planned: %s", planned->reason);
		return;
	}
	add_layout(&layout, slice_map);
	add_shard_shape(&shard, slice_map);
	cells[COLUMN_LAYOUT] = buf_str(&layout);
	cells[COLUMN_SHARD] = buf_str(&shard);
	cells[COLUMN_BYTES] =
	    slice_map->element_bits ? bytes_text(scratch, slice_map->bytes_per_device) : STR("?");
	buf_integer(&copies, slice_map->copies);
	buf_puts(&copies, slice_map->uneven ? ", uneven" : "");
	cells[COLUMN_COPIES] = buf_str(&copies);
}

static void add_row(struct stream *out, const struct str cells[COLUMNS],
                    const size_t widths[COLUMNS])
{
	for (int i = 0; i < COLUMNS; i++) {
		size_t width = utf8_length(cells[i]);
		size_t blanks = widths[i] > width ? widths[i] - width : 0;
		if (i == COLUMN_BYTES) /* numbers stand below each other */
			buf_fill(&out->buf, ' ', blanks);
		buf_add(&out->buf, cells[i]);
		buf_fill(&out->buf, ' ', (i == COLUMN_BYTES ? 0 : blanks) + 2);
	}
	while (out->buf.len && out->buf.data[out->buf.len - 1] == ' ')
		out->buf.len--;
	buf_putc(&out->buf, '\n');
	stream_check(out);
}

/* Makes columns as wide as the cells of a tensor. */
static void widen(size_t widths[COLUMNS], const struct plan_tensor *planned,
                  const struct str cells[COLUMNS])
{
	enum { WIDEST = 80 }; /* a longer cell moves the rest of its row */
	for (int j = 0; j < COLUMNS; j++) {
		size_t width = utf8_length(cells[j]);
		bool fits = width <= WIDEST && (planned->placed || j != COLUMN_LAYOUT);
		widths[j] = fits && width > widths[j] ? width : widths[j];
	}
}

/* The table of tensors, or of a program's values. The cells of a few rows are kept from measuring
 * them; those of many are made again, as they would take too much memory. */
static void add_table(struct stream *out, struct arena *scratch, const char *title,
                      const struct plan_tensor *tensors, uint32_t count)
{
	enum { FEW = 256 };
	size_t widths[COLUMNS];
	struct str head[COLUMNS], rows[FEW][COLUMNS];
	bool few = count <= FEW;
	for (int i = 0; i < COLUMNS; i++) {
		head[i] = str_of(i == COLUMN_NAME ? title : titles[i]);
		widths[i] = head[i].len;
	}
	struct arena_mark mark = arena_mark(scratch);
	for (uint32_t i = 0; i < count; i++) {
		struct str *cells = rows[few ? i : 0];
		cells_of(scratch, &tensors[i], cells);
		widen(widths, &tensors[i], cells);
		if (!few)
			arena_rewind(scratch, mark);
	}
	add_row(out, head, widths);
	for (uint32_t i = 0; i < count; i++) {
		struct str *cells = rows[few ? i : 0];
		if (!few)
			cells_of(scratch, &tensors[i], cells);
		add_row(out, cells, widths);
		if (!few)
			arena_rewind(scratch, mark);
	}
	arena_rewind(scratch, mark);
}

static void add_meshes(struct stream *out, const struct plan *plan)
{
	for (uint32_t i = 0; i < plan->spec->nmeshes; i++) {
		const struct mesh *mesh = &plan->spec->meshes[i];
		int64_t devices = mesh_size(mesh);
		utf8_add_escaped(&out->buf, mesh->name);
		buf_puts(&out->buf, ":");
		for (uint32_t j = 0; j < mesh->naxes && j < mesh->nsizes; j++) {
			buf_putc(&out->buf, ' ');
			utf8_add_escaped(&out->buf, mesh->axes[j].name);
			buf_printf(&out->buf, "=%" PRId64, mesh->axes[j].size);
		}
		stream_check(out);
		buf_printf(&out->buf, ", %" PRId64 " device%s\n", devices, devices == 1 ? "" : "s");
	}
}

static void add_hardware(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	const struct hardware *hardware = plan->spec->hardware;
	if (!hardware)
		return;
	buf_printf(&out->buf, "hardware: %s", hardware->chip->names[0]);
	for (int i = 0; i < 3 && hardware->extent[i] > (i ? 1 : 0); i++)
		buf_printf(&out->buf, "%s%" PRId64, i ? "x" : " ", hardware->extent[i]);
	buf_printf(&out->buf, ", %" PRId64 " %s%s, %s a device\n", hardware->slices,
	           hardware->chip->platform == PLATFORM_GPU ? "node" : "slice",
	           hardware->slices == 1 ? "" : "s", bytes_text(scratch, plan->limit).s);
}

static void add_part(struct stream *out, struct arena *scratch, const char *name, int64_t bytes)
{
	struct str text = bytes_text(scratch, bytes);
	if (bytes)
		buf_printf(&out->buf, "  %-16s %12.*s\n", name, STR_ARG(text));
}

/* Arrays that a program computes while it is traced, of which the compiler keeps what it needs. */
static uint32_t computed(const struct plan *plan)
{
	return plan->spec->program_eager ? 0 : plan->nvalues;
}

/* Whether all that the file names is counted. */
static bool whole(const struct plan *plan)
{
	return !plan->unplaced && !plan->memory.unsized && !computed(plan);
}

static void add_fit(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	int64_t left = plan->limit - plan->memory.per_device;
	struct str limit = bytes_text(scratch, plan->limit),
		   difference = bytes_text(scratch, left < 0 ? -left : left);
	if (plan->memory.overflow)
		buf_printf(&out->buf, " of %.*s: does not fit", STR_ARG(limit));
	else
		buf_printf(&out->buf,
		           left < 0      ? " of %.*s: does not fit, %.*s too much"
		           : whole(plan) ? " of %.*s: fits, %.*s left"
		                         : " of %.*s: what is counted fits, %.*s left",
		           STR_ARG(limit), STR_ARG(difference));
	if (left < 0 && plan->helpful_axis) {
		struct str name = utf8_escaped(scratch, plan->helpful_axis->name),
			   freed = bytes_text(scratch, plan->helpful_bytes);
		buf_printf(&out->buf, "; doubling '%.*s' would free %.*s", STR_ARG(name),
		           STR_ARG(freed));
	}
	if (left < 0 && plan_devices_needed(plan))
		buf_printf(&out->buf,
		           "; without copies all of it takes at least %" PRId64 " devices",
		           plan_devices_needed(plan));
}

/* The tensors that take most of a device, largest first. */
static void add_largest(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	enum { LISTED = 5 };
	const struct plan_tensor *largest[LISTED] = {NULL};
	for (uint32_t i = 0; i < plan->ntensors + plan->nvalues; i++) {
		const struct plan_tensor *planned = plan_tensor_at(plan, i);
		if (!plan_counts(plan, planned) || !planned->slice_map.bytes_per_device)
			continue;
		for (int j = 0; planned && j < LISTED; j++) {
			if (largest[j] &&
			    plan_tensor_bytes(planned) <= plan_tensor_bytes(largest[j]))
				continue;
			const struct plan_tensor *next = largest[j];
			largest[j] = planned;
			planned = next;
		}
	}
	buf_puts(&out->buf, largest[0] ? "largest\n" : "");
	for (int j = 0; j < LISTED && largest[j]; j++) {
		struct str name = utf8_escaped(scratch, largest[j]->tensor->name);
		struct str bytes = bytes_text(scratch, plan_tensor_bytes(largest[j]));
		buf_printf(&out->buf, "  %12.*s  ", STR_ARG(bytes));
		buf_add(&out->buf, name);
		buf_putc(&out->buf, '\n');
		stream_check(out);
	}
}

/* "2 tensors have no dtype and are not counted" */
static void add_uncounted(struct stream *out, uint32_t count, const char *one, const char *several)
{
	if (count)
		buf_printf(&out->buf, "%u tensor%s %s not counted\n", count, count == 1 ? "" : "s",
		           count == 1 ? one : several);
}

static void add_memory(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	buf_printf(&out->buf, "\nmemory per device: %s",
	           bytes_text(scratch, plan->memory.per_device).s);
	if (plan->memory.overflow)
		buf_puts(&out->buf, " and more: the sum does not fit in 64 bits");
	if (plan->limit)
		add_fit(out, scratch, plan);
	buf_putc(&out->buf, '\n');
	for (int part = 0; part < MEMORY_PARTS; part++)
		add_part(out, scratch, memory_part_name((enum memory_part)part),
		         plan->memory.parts[part]);
	if (plan->memory.replicated || plan->memory.padding)
		buf_puts(&out->buf, "of which\n");
	add_part(out, scratch, "replicated", plan->memory.replicated);
	add_part(out, scratch, "padding", plan->memory.padding);
	add_uncounted(out, plan->unplaced, "could not be planned and is",
	              "could not be planned and are");
	add_uncounted(out, plan->memory.unsized, "has no dtype and is", "have no dtype and are");
	if (computed(plan))
		buf_printf(&out->buf, "%u value%s of the program %s not counted\n", computed(plan),
		           computed(plan) == 1 ? "" : "s", computed(plan) == 1 ? "is" : "are");
	add_largest(out, scratch, plan);
	cost_text_peak(out, scratch, plan);
}

void plan_text_seconds(struct buf *out, struct arena *scratch, const struct seconds *seconds)
{
	if (!seconds->known)
		return;
	struct str low = seconds_text(scratch, seconds->low),
		   expected = seconds_text(scratch, seconds->expected),
		   high = seconds_text(scratch, seconds->high);
	buf_printf(out, ", %.*s (%.*s to %.*s)", STR_ARG(expected), STR_ARG(low), STR_ARG(high));
}

static void add_collective(struct buf *out, struct arena *scratch, const struct plan_step *step)
{
	step_add_over(out, step->mesh, step->collective);
	if (!step->sized) {
		buf_puts(out, ", of unknown size: the tensor has no dtype");
		return;
	}
	struct str operand = bytes_text(scratch, step->operand_bytes),
		   result = bytes_text(scratch, step->result_bytes);
	buf_printf(out, ", %.*s to %.*s a device", STR_ARG(operand), STR_ARG(result));
}

void plan_text_step_line(struct stream *out, struct arena *scratch, const struct plan_step *step)
{
	buf_puts(&out->buf, "  ");
	utf8_add_escaped(&out->buf, step->value);
	if (step->count > 1)
		buf_printf(&out->buf, " x%" PRId64, step->count);
	for (uint32_t i = 0; i < step->ntrips; i++)
		if (step->trips[i] < 0)
			buf_puts(&out->buf, " x?");
		else
			buf_printf(&out->buf, " x%" PRId64, step->trips[i]);
	buf_printf(&out->buf, ": %.*s", STR_ARG(step->kind));
	if (step->collective)
		add_collective(&out->buf, scratch, step);
	else if (step->sized)
		buf_printf(&out->buf, " of %s to each device",
		           bytes_text(scratch, step->received).s);
	plan_text_seconds(&out->buf, scratch, &step->seconds);
	buf_putc(&out->buf, '\n');
}

void plan_text_step(struct stream *out, struct arena *scratch, const struct plan_step *step)
{
	assert(step->why.s);
	plan_text_step_line(out, scratch, step);
	buf_puts(&out->buf, "      ");
	utf8_add_escaped(&out->buf, step->why);
	buf_putc(&out->buf, '\n');
	for (uint32_t k = 0; k < step->nassumptions; k++)
		buf_printf(&out->buf, "      time: %.*s\n", STR_ARG(step->assumptions[k]));
	if (step->cheaper) {
		buf_puts(&out->buf, "      ");
		utf8_add_escaped(&out->buf, step->cheaper->how);
		plan_text_seconds(&out->buf, scratch, &step->cheaper->seconds);
		buf_putc(&out->buf, '\n');
	}
	if (step->full_rematerialization)
		buf_puts(&out->buf, "      warning: full rematerialization; reshard in two steps, "
		                    "through a layout that shares axes with both\n");
	if (step->collective && step->collective->overcounts)
		buf_printf(
		    &out->buf,
		    "      warning: sum-overcounted; each part of the sum is added %d times\n",
		    step->collective->overcounts);
	stream_check(out);
}

/* Whether a step is listed with the function of the program that it is of, or with what is outside
 * of them. */
static bool is_of_part(const struct plan *plan, const struct plan_step *step)
{
	return (plan->functions || plan->outside) && step->instruction;
}

static void list_steps(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	bool any = false;
	for (const struct plan_step *step = plan->steps.first; step && !out->failed;
	     step = step->next) {
		struct arena_mark mark = arena_mark(scratch);
		if (is_of_part(plan, step) || plan_step_is_transfer(step))
			continue;
		buf_puts(&out->buf, any ? "" : "\nsteps\n");
		any = true;
		plan_text_step(out, scratch, step);
		arena_rewind(scratch, mark);
	}
	buf_puts(&out->buf, plan->steps.transfers && !any ? "\nsteps\n" : "");
	plan_text_transfers(out, scratch, &plan->steps);
}

/* Whether a function of the plan, which counts for one call, is called more often. */
static bool calls_again(const struct plan *plan)
{
	for (const struct plan_function *function = plan->functions; function;
	     function = function->next)
		if (function->calls > 1)
			return true;
	return false;
}

static void add_steps(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	const struct plan_steps *steps = &plan->steps;
	if (!steps->count)
		return;
	list_steps(out, scratch, plan);
	buf_puts(&out->buf, plan->functions || plan->outside ? "\n" : "");
	if (steps->bytes_moved || steps->count > steps->transfers + steps->unpredicted) {
		buf_printf(&out->buf, "in all %s%s received by each device",
		           steps->overflow || steps->unpredicted || steps->open_loops ? "at least "
		                                                                      : "",
		           bytes_text(scratch, steps->overflow ? INT64_MAX : steps->bytes_moved).s);
		plan_text_seconds(&out->buf, scratch, &steps->seconds);
		buf_puts(&out->buf,
		         calls_again(plan) ? ", with one call of each function\n" : "\n");
	}
	if (steps->transfers) {
		buf_printf(&out->buf, "besides, %u transfer%s %s to each device", steps->transfers,
		           steps->transfers == 1 ? " brings" : "s bring",
		           bytes_text(scratch, steps->transferred).s);
		plan_text_seconds(&out->buf, scratch, &steps->bringing);
		buf_putc(&out->buf, '\n');
	}
	if (steps->unpredicted)
		buf_printf(&out->buf, "%u step%s could not be predicted\n", steps->unpredicted,
		           steps->unpredicted == 1 ? "" : "s");
	if (steps->open_loops)
		buf_printf(&out->buf,
		           "%u step%s in loops of unknown length, counted for one round\n",
		           steps->open_loops, steps->open_loops == 1 ? " is" : "s are");
}

/* "module: 31 instructions, partitioned: its collectives are those of the text" */
static void add_module(struct stream *out, struct arena *scratch,
                       const struct module_summary *module)
{
	if (!module)
		return;
	buf_printf(&out->buf, "module: %u instruction%s, %s", module->instructions,
	           module->instructions == 1 ? "" : "s", module_stage_name(module->stage));
	if (module->partitioner)
		buf_printf(&out->buf, "; collectives as %s and XLA's partitioner make them",
		           module->partitioner);
	buf_puts(&out->buf, "\n");
	if (module->donated)
		buf_printf(&out->buf, "donated: %s of the results take the memory of arguments\n",
		           bytes_text(scratch, module->donated).s);
	if (module->hint)
		buf_printf(&out->buf, "note: %s\n", module->hint);
}

/* "  8: jnp.sum gives f32[8@x] for y", with the line in front. */
static void add_operation(struct stream *out, const struct plan_operation *operation,
                          const struct position_index *positions)
{
	buf_printf(&out->buf, "  %u: ", position_of(positions, operation->at.offset).line);
	utf8_add_escaped(&out->buf, operation->function);
	buf_puts(&out->buf, " gives ");
	type_text(&out->buf, operation->type, false);
	if (operation->value.len) {
		buf_puts(&out->buf, " for ");
		utf8_add_escaped(&out->buf, operation->value);
	}
	buf_putc(&out->buf, '\n');
	stream_check(out);
}

/* Whether the file has no tensors, so that the values of its program stand in their place. */
static bool only_values(const struct plan *plan)
{
	return plan->nvalues && !plan->ntensors;
}

/* Whether it is of a script whose arrays are all those of its functions. */
static bool names_nothing(const struct plan *plan)
{
	return (plan->functions || plan->noperations) && !plan->nvalues && !plan->ntensors;
}

/* The values of a program and what it does, in its order. */
static void add_program(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	if (plan->nvalues && !only_values(plan)) {
		buf_putc(&out->buf, '\n');
		add_table(out, scratch, "value", plan->values, plan->nvalues);
	}
	if (!plan->noperations)
		return;
	bool any = false;
	struct position_index positions = plan_positions(scratch, plan);
	for (uint32_t i = 0; i < plan->noperations && !out->failed; i++) {
		if (plan->operations[i].planned)
			continue;
		buf_puts(&out->buf, any ? "" : "\noperations\n");
		any = true;
		add_operation(out, &plan->operations[i], &positions);
	}
	if (plan->unpriced)
		buf_printf(
		    &out->buf,
		    "%u of %u operations %s not priced yet: what %s is not among the steps\n",
		    plan->unpriced, plan->noperations, plan->unpriced == 1 ? "is" : "are",
		    plan->unpriced == 1 ? "it communicates" : "they communicate");
}

static void add_slice(struct buf *out, const struct slice *slice)
{
	buf_integer(out, slice->start);
	buf_putc(out, ':');
	buf_integer(out, slice->stop);
}

/* w[0:4, 8:16] */
static void add_slices(struct buf *out, const struct slice *slices, uint32_t rank)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < rank; i++) {
		buf_puts(out, i ? ", " : "");
		add_slice(out, &slices[i]);
	}
	buf_putc(out, ']');
}

static void add_shard(struct stream *out, const struct slice_map *slice_map, const int64_t *indices)
{
	struct slice slices[MAX_RANK];
	struct replicas replicas = slice_map_replicas(slice_map, indices);
	slice_map_shard(slice_map, indices, slices);
	buf_puts(&out->buf, "  ");
	add_slices(&out->buf, slices, slice_map->rank);
	buf_puts(&out->buf, slice_map->copies == 1 ? "  device" : "  devices");
	for (int64_t position = replicas_next(&replicas); position >= 0;
	     position = replicas_next(&replicas)) {
		buf_putc(&out->buf, ' ');
		buf_integer(&out->buf, mesh_device(slice_map->mesh, position));
		stream_check(out);
	}
	buf_putc(&out->buf, '\n');
	stream_check(out);
}

static void add_slice_maps(struct stream *out, const struct plan_tensor *tensors, uint32_t count)
{
	for (uint32_t i = 0; i < count && !out->failed; i++) {
		const struct slice_map *slice_map = &tensors[i].slice_map;
		int64_t indices[MAX_RANK] = {0};
		if (!tensors[i].placed)
			continue;
		utf8_add_escaped(&out->buf, tensors[i].tensor->name);
		buf_putc(&out->buf, '\n');
		do
			add_shard(out, slice_map, indices);
		while (!out->failed && next_shard(slice_map, indices));
	}
}

/* Elements in a part of a tensor. */
static int64_t elements_in(const struct slice *slices, uint32_t rank)
{
	int64_t elements = 1;
	for (uint32_t i = 0; i < rank; i++)
		if (slices[i].start == slices[i].stop)
			return 0;
	for (uint32_t i = 0; i < rank; i++)
		elements *= slices[i].stop - slices[i].start;
	return elements;
}

static void add_held(struct stream *out, struct arena *scratch, const struct plan_tensor *tensors,
                     uint32_t count, int64_t device)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct plan_tensor *planned = &tensors[i];
		const struct slice_map *slice_map = &planned->slice_map;
		int64_t position = planned->placed ? mesh_position(slice_map->mesh, device) : -1;
		struct slice slices[MAX_RANK];
		struct arena_mark mark = arena_mark(scratch);
		if (position < 0)
			continue;
		slice_map_slices(slice_map, position, slices);
		buf_puts(&out->buf, "  ");
		utf8_add_escaped(&out->buf, planned->tensor->name);
		add_slices(&out->buf, slices, slice_map->rank);
		if (slice_map->element_bits) {
			int64_t bits =
			    elements_in(slices, slice_map->rank) * slice_map->element_bits;
			buf_printf(&out->buf, "  %s",
			           bytes_text(scratch, ceiling_divide(bits, 8)).s);
		}
		buf_putc(&out->buf, '\n');
		stream_check(out);
		arena_rewind(scratch, mark);
	}
}

static void add_device(struct stream *out, struct arena *scratch, const struct plan *plan,
                       int64_t device)
{
	buf_printf(&out->buf, "device %" PRId64 "\n", device);
	add_held(out, scratch, plan->tensors, plan->ntensors, device);
	add_held(out, scratch, plan->values, plan->nvalues, device);
}

/* "x and 2 more have another shape or dtype": what a function is compiled again for. */
static void add_recompile(struct stream *out, const struct plan_function *function)
{
	const struct recompile recompile = recompile_of(function);
	uint32_t count = recompile.types ? recompile.types : recompile.layouts;
	if (!recompile.again)
		return;
	buf_puts(&out->buf, "compiled again: ");
	if (!recompile.first) {
		buf_puts(&out->buf, "its static arguments, or how many arrays there are, differ\n");
		return;
	}
	utf8_add_escaped(&out->buf, recompile.first->tensor->name);
	if (count > 1)
		buf_printf(&out->buf, " and %u more", count - 1);
	buf_puts(&out->buf, count > 1         ? recompile.types ? " have" : " lie"
	                    : recompile.types ? " has"
	                                      : " lies");
	buf_puts(&out->buf, recompile.types ? " another shape or dtype\n" : " otherwise\n");
}

/* "train_step, called in line 50", or the program itself, as the module that it was planned as. */
static void add_function(struct stream *out, struct arena *scratch,
                         const struct plan_function *function,
                         const struct position_index *positions)
{
	const struct plan *plan = function->plan;
	buf_putc(&out->buf, '\n');
	if (function->name.len) {
		utf8_add_escaped(&out->buf, function->name);
		buf_printf(&out->buf, ", called in line %u",
		           position_of(positions, function->at.offset).line);
		if (function->calls > 1)
			buf_printf(&out->buf, ", %u times", function->calls);
		buf_putc(&out->buf, '\n');
	} else {
		buf_puts(&out->buf, "the program\n");
	}
	add_recompile(out, function);
	add_module(out, scratch, plan->module);
	if (function->name.len && plan->ntensors) {
		buf_putc(&out->buf, '\n');
		add_table(out, scratch, "argument", plan->tensors, plan->ntensors);
	}
	add_memory(out, scratch, plan);
	add_steps(out, scratch, plan);
	cost_text_lines(out, scratch, plan);
}

static void add_functions(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	if (!plan->functions)
		return;
	struct position_index positions = plan_positions(scratch, plan);
	for (const struct plan_function *function = plan->functions; function && !out->failed;
	     function = function->next)
		if (function->plan)
			add_function(out, scratch, function, &positions);
}

/* "outside of jitted functions: 5 operations on sharded arrays, each compiled by itself, 32 runs in
 * all" */
static void add_outside(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	const struct plan_outside *outside = plan->outside;
	if (!outside)
		return;
	buf_printf(&out->buf, "\noutside of jitted functions: %u operation%s on sharded arrays",
	           outside->compiled, outside->compiled == 1 ? "" : "s");
	buf_puts(&out->buf, outside->compiled == 1 ? "" : ", each compiled by itself");
	if (outside->runs != outside->compiled)
		buf_printf(&out->buf, ", %" PRId64 " runs in all", outside->runs);
	buf_puts(&out->buf, outside->plan->steps.count ? "\n" : ": no collectives\n");
	add_steps(out, scratch, outside->plan);
	cost_text_lines(out, scratch, outside->plan);
}

void plan_text_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                     const struct plan_report_options *options)
{
	if (options->has_device) {
		for (int64_t device = options->device;
		     device <= options->last_device && !out->failed; device++)
			add_device(out, scratch, plan, device);
		return;
	}
	add_meshes(out, plan);
	add_hardware(out, scratch, plan);
	add_module(out, scratch, plan->module);
	if (!names_nothing(plan)) {
		buf_putc(&out->buf, '\n');
		if (only_values(plan))
			add_table(out, scratch, "value", plan->values, plan->nvalues);
		else
			add_table(out, scratch, "tensor", plan->tensors, plan->ntensors);
		add_memory(out, scratch, plan);
	}
	add_program(out, scratch, plan);
	add_functions(out, scratch, plan);
	add_outside(out, scratch, plan);
	add_steps(out, scratch, plan);
	cost_text_lines(out, scratch, plan);
	if (options->slices) {
		buf_puts(&out->buf, "\nslices\n");
		add_slice_maps(out, plan->tensors, plan->ntensors);
		add_slice_maps(out, plan->values, plan->nvalues);
	}
}
