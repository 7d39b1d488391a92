/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/step.h"

#include <assert.h>
#include <math.h>

#include "base/buf.h"
#include "base/checked.h"
#include "base/utf8.h"
#include "plan/mesh_match.h"
#include "plan/pair_links.h"

static struct plan_step *append(struct arena *arena, const struct step_task *task,
                                struct plan_steps *steps)
{
	struct plan_step *step = arena_new(arena, struct plan_step, 1);
	step->value = task->name;
	step->at = task->at;
	step->count = task->count;
	if (!steps->count)
		steps->seconds.known = true;
	if (steps->last)
		steps->last->next = step;
	else
		steps->first = step;
	steps->last = step;
	steps->count++;
	return step;
}

static const struct named_mesh *named_mesh_of(struct arena *arena, const struct mesh *mesh)
{
	struct named_mesh *named = arena_new(arena, struct named_mesh, 1);
	struct mesh_axis *axes = arena_new(arena, struct mesh_axis, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		axes[i] = (struct mesh_axis){mesh->axes[i].name, mesh->axes[i].size, false};
	*named = (struct named_mesh){.axes = axes, .naxes = mesh->naxes, .count = mesh_size(mesh)};
	assert(named->count > 0);
	return named;
}

/* The axes that each dimension is sharded over. */
static const struct axis_parts *axes_of(struct arena *arena, const struct slice_map *slice_map,
                                        const struct named_mesh *mesh)
{
	struct axis_parts *lists = arena_new(arena, struct axis_parts, slice_map->rank);
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		const struct placed_dim *dim = &slice_map->dims[i];
		lists[i].items = arena_new(arena, struct axis_part, dim->naxes);
		for (; lists[i].count < dim->naxes; lists[i].count++)
			lists[i].items[lists[i].count] =
			    axis_whole(mesh, dim->axes[lists[i].count]);
	}
	return lists;
}

/* The tiling of a layout on a mesh whose devices stand at `positions` of the first mesh. */
static const struct tiling *foreign_tiling(struct arena *arena, const struct slice_map *slice_map,
                                           const int64_t *positions)
{
	struct named_mesh mesh = *named_mesh_of(arena, slice_map->mesh);
	struct tile_assignment order = tile_assignment_list(arena, &mesh.count, 1, positions);
	mesh.order = &order;
	return tiling_of_axes(arena, &mesh, axes_of(arena, slice_map, &mesh), slice_map->rank);
}

static struct reshard predict(struct arena *arena, struct arena *scratch,
                              const struct jax_rules *rules, const struct reshard_task *task)
{
	const struct slice_map *from = task->from, *to = task->to;
	int64_t *extents = arena_new(arena, int64_t, from->rank);
	for (uint32_t i = 0; i < from->rank; i++)
		extents[i] = from->dims[i].size;
	const struct named_mesh *mesh = named_mesh_of(arena, from->mesh);
	struct reshard_request request = {
	    .mesh = mesh,
	    .from_axes = axes_of(arena, from, mesh),
	    .extents = extents,
	    .rank = from->rank,
	    .element_bytes = ceiling_divide(from->element_bits, 8),
	    .keeps_names = rules && rules->has[XLA_NAMED_SHARDINGS],
	};
	if (mesh_equal(from->mesh, to->mesh)) {
		request.to_axes = axes_of(arena, to, mesh);
		return reshard_plan(arena, scratch, &request);
	}
	const int64_t *positions = mesh_match(arena, from->mesh, to->mesh, RESHARD_MAX_DEVICES);
	if (!positions)
		return (struct reshard){.outcome = RESHARD_UNKNOWN,
		                        .reason = "the meshes are not over the same devices"};
	request.from = tiling_of_axes(arena, mesh, request.from_axes, from->rank);
	request.from_axes = NULL;
	request.to = foreign_tiling(arena, to, positions);
	return reshard_plan(arena, scratch, &request);
}

/* The mesh with the named parts of its axes as axes of their own, so that groups along them can be
 * located. */
struct cut_mesh {
	int64_t shape[3 * MAX_AXES];
	uint32_t rank;
	uint32_t axes[COST_AXES_MAX]; /* the parts asked for, as numbers of `shape` */
	uint32_t naxes;
};

/* Cuts one axis of the mesh where a part asks for it; at most one part of each axis is located. */
static bool cut_axis(struct cut_mesh *cut, const struct mesh *mesh, uint32_t axis,
                     const struct reshard_step *step)
{
	int64_t whole = mesh->axes[axis].size;
	for (uint32_t i = 0; i < step->axes.count; i++) {
		const struct axis_part *part = &step->axes.items[i];
		if (cut->naxes == COST_AXES_MAX)
			return false;
		if (part->axis != axis)
			continue;
		assert(whole % (part->pre * part->size) == 0);
		cut->shape[cut->rank++] = part->pre;
		cut->axes[cut->naxes++] = cut->rank;
		cut->shape[cut->rank++] = part->size;
		cut->shape[cut->rank++] = whole / (part->pre * part->size);
		return true;
	}
	cut->shape[cut->rank++] = whole;
	return true;
}

static enum cost_op op_of(enum reshard_kind kind)
{
	switch (kind) {
	case RESHARD_ALL_GATHER:
		return COST_ALL_GATHER;
	case RESHARD_ALL_TO_ALL:
		return COST_ALL_TO_ALL;
	case RESHARD_ALL_REDUCE:
		return COST_ALL_REDUCE;
	case RESHARD_REDUCE_SCATTER:
		return COST_REDUCE_SCATTER;
	case RESHARD_COLLECTIVE_PERMUTE:
	case RESHARD_SLICE:
		break;
	}
	return COST_PERMUTE;
}

/* Permutes name no axes: any device may send to any other, along all axes of the mesh. */
static void all_axes(struct cut_mesh *cut, const struct mesh *mesh)
{
	cut->rank = cut->naxes = 0;
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		if (mesh->axes[i].size > 1 && cut->naxes < COST_AXES_MAX)
			cut->axes[cut->naxes++] = cut->rank;
		cut->shape[cut->rank++] = mesh->axes[i].size;
	}
}

/* The devices of a mesh; NULL for 0, 1, 2 … */
static const int32_t *ids_of(struct arena *scratch, const struct mesh *mesh)
{
	if (!mesh->devices)
		return NULL;
	int32_t *ids = arena_new(scratch, int32_t, mesh->ndevices);
	for (uint32_t i = 0; i < mesh->ndevices; i++)
		ids[i] = (int32_t)mesh->devices[i];
	return ids;
}

/* The cost of a permute whose pairs are known. */
static struct cost time_of_pairs(struct arena *scratch, const struct step_setting *setting,
                                 const struct mesh *mesh, const struct reshard_step *step)
{
	struct mesh_links links = pair_links_of(scratch, setting->hardware, ids_of(scratch, mesh),
	                                        step->pairs, step->pair_count);
	struct cost_request request = {.op = links.devices == 1 ? COST_SEND : COST_PERMUTE,
	                               .bytes = step->operand_bytes,
	                               .axes = links.axes,
	                               .naxes = links.count};
	return cost_of(scratch, setting->hardware->chip, setting->cost, &request);
}

/* The cost of a collective, as one of another kind; `expected` is below 0 when it is not known. */
static struct cost time_as(struct arena *scratch, const struct step_setting *setting,
                           const struct mesh *mesh, const struct reshard_step *step,
                           enum cost_op op)
{
	const struct cost unknown = {.expected = -1};
	struct cut_mesh *cut = arena_new(scratch, struct cut_mesh, 1);
	bool located = step->axes_known;
	if (!setting->hardware)
		return unknown;
	if (step->kind == RESHARD_COLLECTIVE_PERMUTE && step->pairs)
		return time_of_pairs(scratch, setting, mesh, step);
	for (uint32_t i = 0; located && i < mesh->naxes; i++)
		located = cut_axis(cut, mesh, i, step);
	if (step->kind == RESHARD_COLLECTIVE_PERMUTE && (!located || !cut->naxes)) {
		all_axes(cut, mesh);
		located = true;
	}
	if (!located || (uint32_t)cut->naxes < step->axes.count)
		return unknown;
	struct mesh_layout layout = {
	    .shape = cut->shape, .rank = cut->rank, .ids = ids_of(scratch, mesh)};
	struct mesh_links links =
	    mesh_links_of(scratch, setting->hardware, &layout, cut->axes, cut->naxes);
	for (uint32_t i = 0; i < links.count; i++)
		links.axes[i].distance = COST_ANY_DISTANCE;
	struct cost_request request = {
	    .op = op,
	    .bytes = op == COST_PERMUTE
	                 ? step->operand_bytes
	                 : cost_bytes(op, step->operand_bytes, step->result_bytes, links.devices),
	    .axes = links.axes,
	    .naxes = links.count,
	    .twist = mesh_links_twist(setting->hardware, &links),
	};
	return cost_of(scratch, setting->hardware->chip, setting->cost, &request);
}

/* The cost of a collective as the compiler of the hardware makes it of what the partitioner gives:
 * it may take as long as that. */
static struct cost time_of(struct arena *scratch, const struct step_setting *setting,
                           const struct mesh *mesh, const struct reshard_step *step)
{
	struct cost cost = time_as(scratch, setting, mesh, step, op_of(step->kind));
	if (!step->scatters || cost.expected < 0)
		return cost;
	struct cost scattered = time_as(scratch, setting, mesh, step, COST_REDUCE_SCATTER);
	scattered.high = fmax(scattered.high, cost.high);
	return scattered;
}

struct str step_axis_text(struct arena *arena, const struct mesh *mesh,
                          const struct axis_part *part)
{
	const struct axis *axis = &mesh->axes[part->axis];
	struct buf out = {.arena = arena};
	assert(part->axis < mesh->naxes);
	buf_add(&out, axis->name);
	axis_part_write_cut(&out, part, axis->size);
	return buf_str(&out);
}

void step_add_axes(struct buf *out, const struct mesh *mesh, const struct reshard_step *step)
{
	for (uint32_t i = 0; i < step->axes.count; i++) {
		buf_puts(out, i ? ", " : "");
		utf8_add_escaped(out, step_axis_text(out->arena, mesh, &step->axes.items[i]));
	}
}

void step_add_over(struct buf *out, const struct mesh *mesh, const struct reshard_step *step)
{
	if (!step || !step->axes_known)
		return;
	buf_puts(out, step->axes.count ? " over " : " within each device");
	step_add_axes(out, mesh, step);
}

/* " of dimension 1", where the operand has the dimensions of the tensor. */
static void dimension_text(struct buf *out, const struct reshard_step *step, uint32_t rank)
{
	const struct tiling *after = step->after.tiling;
	if (step->dim >= 0 && after && after->rank == rank)
		buf_printf(out, " of dimension %d", step->dim);
}

/* What a step is for, in words. */
static struct str reason(struct arena *arena, const struct reshard_step *step,
                         const struct slice_map *from)
{
	struct buf out = {.arena = arena};
	switch (step->kind) {
	case RESHARD_ALL_GATHER:
		if (step->full_rematerialization) {
			buf_puts(&out, "XLA finds no shorter way: each device gathers the whole "
			               "tensor and keeps its slice");
			return buf_str(&out);
		}
		buf_puts(&out, "the shards");
		dimension_text(&out, step, from->rank);
		buf_puts(&out, " are put together");
		break;
	case RESHARD_ALL_TO_ALL:
		buf_puts(&out, "one dimension is put together and another one cut");
		break;
	case RESHARD_COLLECTIVE_PERMUTE:
		buf_puts(&out, "shards move to the devices that hold them in the next layout");
		return buf_str(&out);
	case RESHARD_ALL_REDUCE:
		buf_puts(&out, "a dimension has few elements for its shards, which are put "
		               "together by adding them up, filled with zeros,");
		break;
	case RESHARD_REDUCE_SCATTER:
		buf_puts(&out, "partial values are added up, and each device keeps its part,");
		break;
	case RESHARD_SLICE:
		return STR("");
	}
	buf_puts(&out, step->axes_known ? " along " : " in groups that follow no axes of the mesh");
	if (step->axes_known)
		step_add_axes(&out, from->mesh, step);
	return buf_str(&out);
}

void step_add_seconds(struct seconds *sum, const struct seconds *more, int64_t count)
{
	sum->known &= more->known;
	sum->low += more->low * (double)count;
	sum->expected += more->expected * (double)count;
	sum->high += more->high * (double)count;
}

/* Bytes that a device receives in a step. */
static int64_t received(const struct reshard_step *step)
{
	switch (step->kind) {
	case RESHARD_ALL_GATHER:
		return step->result_bytes - step->operand_bytes;
	case RESHARD_ALL_TO_ALL:
		return step->result_bytes -
		       step->result_bytes / (step->group_size ? step->group_size : 1);
	case RESHARD_ALL_REDUCE:
		return step->group_size == 1 ? 0 : step->result_bytes;
	case RESHARD_COLLECTIVE_PERMUTE:
		return step->axes_known && !step->axes.count ? 0 : step->result_bytes;
	case RESHARD_REDUCE_SCATTER:
		return step->operand_bytes - step->result_bytes;
	case RESHARD_SLICE:
		break;
	}
	return 0;
}

struct plan_step *plan_add_unpredicted(struct arena *arena, const struct step_task *task,
                                       struct str kind, struct plan_steps *steps)
{
	struct plan_step *step = append(arena, task, steps);
	step->kind = kind;
	step->why = task->why;
	steps->seconds.known = false;
	steps->unpredicted++;
	return step;
}

/* Puts a loop around a step. */
static void add_trips(struct arena *arena, struct plan_step *step, int64_t runs)
{
	int64_t *trips = arena_new(arena, int64_t, (size_t)step->ntrips + 1);
	trips[0] = runs;
	for (uint32_t i = 0; i < step->ntrips; i++)
		trips[i + 1] = step->trips[i];
	step->trips = trips;
	step->ntrips++;
}

void plan_add_runs(struct arena *arena, const struct plan_steps *more, int64_t runs,
                   struct plan_steps *steps)
{
	int64_t moved;
	for (const struct plan_step *step = more->first; step; step = step->next) {
		const struct step_task task = {
		    .name = step->value, .at = step->at, .count = step->count};
		struct plan_step *copy = append(arena, &task, steps);
		*copy = *step;
		copy->next = NULL;
		if (runs != 1)
			add_trips(arena, copy, runs);
	}
	steps->unpredicted += more->unpredicted;
	steps->open_loops += more->open_loops;
	steps->overflow |= more->overflow;
	if (!checked_multiply(&moved, more->bytes_moved, runs) ||
	    !checked_add(&steps->bytes_moved, steps->bytes_moved, moved))
		steps->overflow = true;
	steps->seconds.known &= more->seconds.known;
	steps->seconds.low += (double)runs * more->seconds.low;
	steps->seconds.expected += (double)runs * more->seconds.expected;
	steps->seconds.high += (double)runs * more->seconds.high;
}

void plan_add_steps(struct arena *arena, const struct plan_steps *more, struct plan_steps *steps)
{
	plan_add_runs(arena, more, 1, steps);
}

static void add_unpredicted(struct arena *arena, const struct reshard_task *task, struct str kind,
                            const char *why, struct plan_steps *steps)
{
	struct step_task general = {.name = task->name,
	                            .at = task->at,
	                            .count = task->count,
	                            .why = str_of(why ? why : "")};
	(void)plan_add_unpredicted(arena, &general, kind, steps);
}

void plan_reshard_unknown(struct arena *arena, const struct reshard_task *task, const char *why,
                          struct plan_steps *steps)
{
	add_unpredicted(arena, task, STR("unknown"), why, steps);
}

/* A copy of a collective with what a plan needs of it. */
static struct reshard_step *keep(struct arena *arena, const struct reshard_step *step, bool groups)
{
	struct reshard_step *kept = arena_new(arena, struct reshard_step, 1);
	*kept = *step;
	kept->after = (struct reshard_state){0};
	kept->groups = NULL;
	kept->pairs = NULL;
	kept->axes.items =
	    arena_copy(arena, step->axes.items, step->axes.count, sizeof *step->axes.items);
	if (groups && step->groups) {
		size_t members = (size_t)step->group_count * (size_t)step->group_size;
		kept->groups = arena_copy(arena, step->groups, members, sizeof *step->groups);
	}
	if (groups && step->pairs)
		kept->pairs = arena_copy(arena, step->pairs, step->pair_count, sizeof *step->pairs);
	return kept;
}

/* Bytes of elements that a prediction counted as whole bytes each, and that are stored packed. */
static int64_t packed(int64_t bytes, int64_t element_bits)
{
	return element_bits % 8
	           ? bytes / 8 * element_bits + ceiling_divide(bytes % 8 * element_bits, 8)
	           : bytes;
}

static void add_time(struct arena *arena, struct arena *scratch, const struct step_setting *setting,
                     const struct mesh *mesh, const struct reshard_step *predicted,
                     struct plan_step *step)
{
	struct cost cost = time_of(scratch, setting, mesh, predicted);
	if (cost.expected < 0)
		return;
	step->seconds = (struct seconds){true, cost.low, cost.expected, cost.high};
	if (!setting->explain)
		return;
	struct str *kept = arena_new(arena, struct str, cost.nassumptions);
	for (uint32_t i = 0; i < cost.nassumptions; i++)
		kept[i] = str_copy(arena, cost.assumptions[i]);
	step->assumptions = kept;
	step->nassumptions = cost.nassumptions;
}

static void set_why(struct arena *arena, struct plan_step *step, struct str why)
{
	static const char scattered[] =
	    "with the slice after it TPU and GPU make it a reduce-scatter";
	step->why = step->collective->scatters
	                ? str_format(arena, "%.*s; %s", STR_ARG(why), scattered)
	                : why;
}

struct plan_step *plan_add_step(struct arena *arena, struct arena *scratch,
                                const struct step_setting *setting, const struct step_task *task,
                                const struct reshard_step *predicted, struct plan_steps *steps)
{
	struct reshard_step *collective = keep(arena, predicted, setting->groups);
	struct plan_step *step = append(arena, task, steps);
	int64_t moved;
	step->kind = str_of(reshard_kind_name(collective->kind));
	step->collective = collective;
	step->mesh = task->mesh;
	step->sized = task->sized;
	step->operand_bytes = collective->operand_bytes;
	step->result_bytes = collective->result_bytes;
	step->received = received(collective);
	step->full_rematerialization = collective->full_rematerialization;
	if (step->sized)
		add_time(arena, scratch, setting, task->mesh, predicted, step);
	set_why(arena, step, task->why);
	steps->unpredicted += !step->sized;
	step_add_seconds(&steps->seconds, &step->seconds, task->times);
	if (!checked_multiply(&moved, step->received, task->times) ||
	    !checked_add(&steps->bytes_moved, steps->bytes_moved, moved))
		steps->overflow = true;
	return step;
}

/* How long each chip takes over its own link to the host for what its devices get. */
static struct seconds seconds_from_host(const struct step_setting *setting, int64_t bytes)
{
	const struct chip *chip = setting->hardware ? setting->hardware->chip : NULL;
	double bandwidth = chip ? chip_figure(chip, FIGURE_PCIE_BANDWIDTH) / chip->devices : 0;
	if (bandwidth <= 0)
		return (struct seconds){0};
	double least = (double)bytes / bandwidth;
	double margin = setting->cost == COST_TEXTBOOK ? 0 : chip_figure(chip, FIGURE_MARGIN);
	return (struct seconds){true, least, least, least * (1 + margin)};
}

/* The link, by its figure and source. */
static void assume_host_link(struct arena *arena, const struct step_setting *setting,
                             struct plan_step *step)
{
	struct figure_value link =
	    chip_figure_value(setting->hardware->chip, FIGURE_PCIE_BANDWIDTH);
	struct figure_field field = chip_figure_field(FIGURE_PCIE_BANDWIDTH);
	struct str *text = arena_new(arena, struct str, 1);
	*text =
	    str_format(arena, "%s %.4g %s (%s)", field.name, link.value, field.unit, link.source);
	step->assumptions = text;
	step->nassumptions = 1;
}

void plan_add_transfer(struct arena *arena, const struct step_setting *setting,
                       const struct reshard_task *task, struct plan_steps *steps)
{
	const struct step_task general = {.name = task->name,
	                                  .at = task->at,
	                                  .count = task->count,
	                                  .mesh = task->to->mesh,
	                                  .why = STR("from the host, or one device")};
	struct plan_step *step = append(arena, &general, steps);
	step->kind = STR("transfer");
	step->mesh = general.mesh;
	step->why = general.why;
	step->sized = task->to->element_bits != 0;
	step->operand_bytes = step->result_bytes = step->received = task->to->bytes_per_device;
	if (step->sized)
		step->seconds = seconds_from_host(setting, step->received);
	if (step->seconds.known && setting->explain)
		assume_host_link(arena, setting, step);
	if (steps->transfers++)
		step_add_seconds(&steps->bringing, &step->seconds, 1);
	else
		steps->bringing = step->seconds;
	if (!step->sized || !checked_add(&steps->transferred, steps->transferred, step->received))
		steps->transferred = INT64_MAX;
}

struct plan_step *plan_add_collective(struct arena *arena, struct arena *scratch,
                                      const struct step_setting *setting,
                                      const struct reshard_task *task,
                                      const struct reshard_step *predicted,
                                      struct plan_steps *steps)
{
	struct reshard_step packed_step = *predicted;
	int64_t bits = task->from->element_bits;
	packed_step.operand_bytes = packed(predicted->operand_bytes, bits);
	packed_step.result_bytes = packed(predicted->result_bytes, bits);
	struct step_task general = {
	    .name = task->name,
	    .at = task->at,
	    .count = task->count,
	    .times = task->count,
	    .mesh = task->from->mesh,
	    .sized = bits != 0,
	    .why = reason(arena, predicted, task->from),
	};
	return plan_add_step(arena, scratch, setting, &general, &packed_step, steps);
}

/* One all-gather in the place of several that follow each other; false where they are not over
 * whole axes of the mesh, or over one. */
static bool join_gathers(struct arena *scratch, const struct plan_step *first,
                         const struct plan_step *end, struct reshard_step *joined)
{
	struct axis_part *parts = arena_new(scratch, struct axis_part, COST_AXES_MAX);
	*joined = (struct reshard_step){
	    .kind = RESHARD_ALL_GATHER, .axes_known = true, .dim = -1, .axes = {.items = parts}};
	uint32_t gathers = 0;
	for (const struct plan_step *step = first; step != end; step = step->next, gathers++) {
		const struct reshard_step *one = step->collective;
		if (!one || one->kind != RESHARD_ALL_GATHER || !one->axes_known ||
		    one->full_rematerialization || !step->seconds.known)
			return false;
		for (uint32_t i = 0; i < one->axes.count; i++) {
			for (uint32_t k = 0; k < joined->axes.count; k++)
				if (parts[k].axis == one->axes.items[i].axis)
					return false;
			if (joined->axes.count == COST_AXES_MAX)
				return false;
			parts[joined->axes.count++] = one->axes.items[i];
		}
		if (gathers == 0)
			joined->operand_bytes = step->operand_bytes;
		joined->result_bytes = step->result_bytes;
	}
	return gathers > 1;
}

void plan_suggest_one_gather(struct arena *arena, struct arena *scratch,
                             const struct step_setting *setting, const struct plan_step *first,
                             struct plan_step *last)
{
	enum { WORTHWHILE = 5 }; /* fifths: at least 6 for 5 */
	struct reshard_step joined;
	const struct plan_step *end = last->next;
	double taken = 0;
	if (!join_gathers(scratch, first, end, &joined))
		return;
	for (const struct plan_step *step = first; step != end; step = step->next)
		taken += step->seconds.expected;
	struct cost cost = time_of(scratch, setting, first->mesh, &joined);
	if (cost.expected <= 0 || taken * WORTHWHILE < cost.expected * (WORTHWHILE + 1))
		return;
	struct cheaper_form *cheaper = arena_new(arena, struct cheaper_form, 1);
	struct buf how = {.arena = arena};
	buf_printf(&how, "%.2g times as fast: one all-gather over ", taken / cost.expected);
	step_add_axes(&how, first->mesh, &joined);
	buf_puts(&how, ", of a tensor that is sharded over them along one dimension");
	*cheaper = (struct cheaper_form){.how = buf_str(&how),
	                                 .seconds = {true, cost.low, cost.expected, cost.high}};
	last->cheaper = cheaper;
}

void plan_reshard(struct arena *arena, struct arena *scratch, const struct step_setting *setting,
                  const struct reshard_task *task, struct plan_steps *steps)
{
	assert(task->from->rank == task->to->rank && task->count >= 1);
	struct arena_mark mark = arena_mark(scratch);
	struct plan_step *last = steps->last;
	/* The prediction is large, so it is made where it is given back; `arena` is left as it was.
	 */
	struct reshard reshard = predict(scratch, arena, setting->rules, task);
	if (reshard.outcome != RESHARD_PREDICTED)
		add_unpredicted(arena, task,
		                reshard.outcome == RESHARD_ABORTS ? STR("abort") : STR("unknown"),
		                reshard.reason, steps);
	for (uint32_t i = 0; i < reshard.step_count; i++)
		if (reshard.steps[i].kind != RESHARD_SLICE)
			plan_add_collective(arena, scratch, setting, task, &reshard.steps[i],
			                    steps);
	struct plan_step *first = last ? last->next : steps->first;
	if (first)
		plan_suggest_one_gather(arena, scratch, setting, first, steps->last);
	arena_rewind(scratch, mark);
}

/* Whether what a sum over some axes is brought to is cut over just these, along one dimension. */
static bool is_cut_over(const struct slice_map *from, const struct slice_map *to,
                        const struct axis_parts *axes)
{
	uint32_t cut = 0;
	if (!mesh_equal(from->mesh, to->mesh) || to->uneven)
		return false;
	for (uint32_t i = 0; i < to->rank; i++) {
		const struct placed_dim *a = &from->dims[i], *b = &to->dims[i];
		uint32_t more = b->naxes - a->naxes;
		for (uint32_t k = 0; k < a->naxes; k++)
			if (b->naxes < a->naxes || a->axes[k] != b->axes[k])
				return false;
		if (b->naxes == a->naxes)
			continue;
		if (cut++ || more != axes->count)
			return false;
		for (uint32_t k = 0; k < more; k++)
			if (b->axes[a->naxes + k] != axes->items[k].axis)
				return false;
	}
	return cut;
}

void plan_reshard_sums(struct arena *arena, struct arena *scratch,
                       const struct step_setting *setting, const struct reshard_task *task,
                       struct plan_steps *steps)
{
	struct arena_mark mark = arena_mark(scratch);
	const struct mesh *mesh = task->from->mesh;
	uint64_t summed = task->from->partial & ~task->to->partial;
	struct axis_part *parts = arena_new(scratch, struct axis_part, mesh->naxes);
	struct slice_map whole = *task->from;
	struct reshard_task rest = *task;
	struct reshard_step sum = {
	    .kind = RESHARD_ALL_REDUCE,
	    .axes_known = true,
	    .dim = -1,
	    .group_size = 1,
	    .axes = {.items = parts},
	    .operand_bytes = task->from->bytes_per_device,
	    .result_bytes = task->from->bytes_per_device,
	};
	for (uint32_t i = 0; i < mesh->naxes; i++)
		if (summed >> i & 1 && mesh->axes[i].size > 1) {
			parts[sum.axes.count++] =
			    (struct axis_part){.axis = i, .pre = 1, .size = mesh->axes[i].size};
			sum.group_size *= (int32_t)mesh->axes[i].size;
		}
	sum.scatters = is_cut_over(task->from, task->to, &sum.axes);
	if (sum.axes.count) {
		struct plan_step *step =
		    plan_add_collective(arena, scratch, setting, task, &sum, steps);
		struct buf why = {.arena = arena};
		buf_puts(&why,
		         "the parts of sums that its unreduced axes hold are added up along ");
		step_add_axes(&why, mesh, &sum);
		set_why(arena, step, buf_str(&why));
	}
	whole.partial = 0;
	rest.from = &whole;
	plan_reshard(arena, scratch, setting, &rest, steps);
	arena_rewind(scratch, mark);
}
