/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/outside/outside_plan.h"

#include "base/checked.h"
#include "module/operation_work.h"
#include "op/core/recording_prune.h"
#include "op/core/sharding_request.h"
#include "plan/module/module_lines.h"
#include "plan/module/module_plan.h"
#include "plan/outside/outside_units.h"

/* Units at one place of the program that are compiled to the same. */
struct unit_group {
	struct recorded_function function;
	struct lowering lowering;
	struct str reason;       /* why it is not known, or empty */
	const struct plan *plan; /* NULL: it is not known */
	int64_t runs;
	struct unit_group *next;      /* in the order of the program */
	struct unit_group *elsewhere; /* another one at the same place */
};

struct outside_work {
	const struct planning *planning;
	struct array_set moved; /* what moves of the program give, which have steps of their own */
	struct table places;    /* numbers of `last`, by where units stand in the text */
	struct unit_group **last;
	uint32_t nplaces;
	size_t room;
	struct unit_group *first, **end;
};

static void note_moves(struct outside_work *work)
{
	for (const struct trace_event *event = work->planning->program->events; event;
	     event = event->next)
		if (event->moves && !event->jitted && event->array)
			array_set_add(&work->moved, event->array);
}

/* Whether an operation is another name of an array, or what moves it is a step already. */
static bool is_told(const struct outside_work *work, const struct recorded_function *unit)
{
	const struct equation *only = unit->equations;
	if (unit->count > 1)
		return false;
	return only->kind == EQUATION_SAME || only->kind == EQUATION_LIKE ||
	       only->kind == EQUATION_CONSTANT ||
	       (only->nresults && only->results[0] &&
	        array_set_has(&work->moved, only->results[0]));
}

/* Whether each device has all of an array. */
static bool lies_whole(const struct array *array)
{
	const struct sharding_request *placed = array->placed;
	for (uint32_t i = 0; placed && i < placed->count; i++)
		if (placed->spec[i].count)
			return false;
	return !placed || !placed->unreduced;
}

/* Whether a unit communicates nothing, as each device has all that it takes. */
static bool is_of_whole(const struct recorded_function *unit)
{
	if (recording_find(unit->equations, unit->count, "shard_map"))
		return false;
	for (uint32_t i = 0; i < unit->narguments; i++)
		if (!lies_whole(unit->arguments[i].array))
			return false;
	return true;
}

/* The last group at the place of a unit, as it can be changed. */
static struct unit_group **groups_at(struct outside_work *work, const struct outside_unit *unit)
{
	struct arena *arena = work->planning->arena;
	const struct str key = {(const char *)&unit->function.at, sizeof unit->function.at};
	bool added;
	uint32_t number = *table_add(arena, &work->places, key, work->nplaces, &added);
	if (added)
		arena_push(arena, work->last, work->nplaces, work->room, NULL);
	return &work->last[number];
}

/* The group that a unit is one more run of; NULL: none. */
static struct unit_group *find_group(struct unit_group *last, const struct unit_group *unit)
{
	for (; last; last = last->elsewhere)
		if (str_equal(last->reason, unit->reason) &&
		    (unit->reason.len || lowering_equal(&last->lowering, &unit->lowering)))
			return last;
	return NULL;
}

/* The unit as it is compiled, by itself. */
static struct unit_group compile_unit(const struct outside_work *work,
                                      const struct outside_unit *unit)
{
	struct unit_group group = {.runs = 1};
	if (!program_layouts_unit(work->planning->layouts, unit, &group.function)) {
		group.reason = STR("where what it takes lies is not known");
		return group;
	}
	if (!group.function.mesh || is_of_whole(&group.function))
		return group;
	group.lowering = lower_function(work->planning->arena, &group.function);
	if (group.lowering.gap)
		group.reason = group.lowering.gap->reason;
	return group;
}

static void add_group(struct outside_work *work, struct unit_group *group,
                      const struct outside_unit *unit, struct unit_group **place)
{
	const struct planning *planning = work->planning;
	const struct planned_function planned = {&group->function, &group->lowering, 0};
	group->elsewhere = *place;
	*place = group;
	*work->end = group;
	work->end = &group->next;
	if (group->reason.len)
		planning_unknown(planning, &group->function, unit->place, group->reason);
	else
		group->plan = plan_lowered(planning, &planned);
}

static void plan_unit(struct outside_work *work, const struct outside_unit *unit)
{
	if (is_told(work, &unit->function))
		return;
	struct unit_group compiled = compile_unit(work, unit);
	if (!compiled.reason.len && !compiled.lowering.count)
		return;
	struct unit_group **place = groups_at(work, unit);
	struct unit_group *group = find_group(*place, &compiled);
	if (!group) {
		struct arena *arena = work->planning->arena;
		add_group(work, arena_copy(arena, &compiled, 1, sizeof compiled), unit, place);
		return;
	}
	group->runs++;
	if (!compiled.reason.len)
		program_layouts_repeat(work->planning->layouts, &compiled.function,
		                       &group->function);
}

/* ---- All of it as one ---- */

static struct work_seconds scaled(struct work_seconds seconds, double times)
{
	seconds.compute *= times;
	seconds.memory *= times;
	seconds.roofline *= times;
	seconds.communication *= times;
	return seconds;
}

static struct work_row row_in_all(struct work_row row, double times)
{
	struct work_row all = {.instruction = row.instruction, .times = row.times * times};
	operation_work_add(&all.work, row.work, times);
	all.bytes = row.bytes * times;
	all.seconds = scaled(row.seconds, times);
	return all;
}

/* Adds what a module comes to that runs so often. */
static void add_cost(const struct module_cost *one, double times, struct module_cost *all)
{
	const struct work_seconds seconds = scaled(one->seconds, times);
	operation_work_add(&all->work, one->work, times);
	operation_work_add(&all->work_once, one->work_once, 1);
	operation_work_add(&all->compiled_once, one->compiled_once, 1);
	all->has_compiled |= one->has_compiled;
	all->bytes += one->bytes * times;
	work_seconds_add(&all->seconds, &seconds);
	all->uncounted += one->uncounted;
	all->open_loops += one->open_loops;
	all->branches += one->branches;
	all->untimed += one->untimed;
	all->scattered += one->scattered;
	for (uint32_t i = 0; i < one->nrows; i++)
		all->rows[all->nrows++] = row_in_all(one->rows[i], times);
}

static struct module_cost *cost_in_all(const struct outside_work *work,
                                       const struct plan_steps *steps)
{
	struct arena *arena = work->planning->arena;
	struct module_cost *all = arena_new(arena, struct module_cost, 1);
	uint32_t count = 0;
	for (const struct unit_group *group = work->first; group; group = group->next)
		count +=
		    group->plan && group->plan->module->cost ? group->plan->module->cost->nrows : 0;
	all->rows = arena_new(arena, struct work_row, count);
	for (const struct unit_group *group = work->first; group; group = group->next)
		if (group->plan && group->plan->module->cost)
			add_cost(group->plan->module->cost, (double)group->runs, all);
	module_lines(arena, work->planning->scratch, steps, all);
	return all;
}

/* The plan of all groups that are known; NULL: there are none. */
static struct plan_outside *plan_in_all(const struct outside_work *work)
{
	const struct planning *planning = work->planning;
	struct plan_outside *outside = arena_new(planning->arena, struct plan_outside, 1);
	struct plan *plan = arena_new(planning->arena, struct plan, 1);
	struct module_summary *summary = arena_new(planning->arena, struct module_summary, 1);
	plan->spec = planning->plan->spec;
	plan->meshes = planning->plan->meshes;
	plan->limit = planning->plan->limit;
	plan->steps.seconds.known = true;
	plan->module = summary;
	for (const struct unit_group *group = work->first; group; group = group->next) {
		if (!group->plan)
			continue;
		outside->compiled++;
		if (!checked_add(&outside->runs, outside->runs, group->runs))
			outside->runs = INT64_MAX;
		summary->instructions += group->plan->module->instructions;
		summary->partitioner = group->plan->module->partitioner;
		plan_add_runs(planning->arena, &group->plan->steps, group->runs, &plan->steps);
	}
	if (!planning->options->steps_only)
		summary->cost = cost_in_all(work, &plan->steps);
	outside->plan = plan;
	return outside->compiled ? outside : NULL;
}

void plan_outside(const struct planning *planning)
{
	const struct outside_units *units = program_layouts_outside(planning->layouts);
	struct outside_work work = {.planning = planning, .moved = {.arena = planning->arena}};
	work.end = &work.first;
	note_moves(&work);
	for (uint32_t i = 0; i < units->count; i++)
		plan_unit(&work, &units->items[i]);
	struct plan_outside *outside = plan_in_all(&work);
	if (!outside)
		return;
	planning->plan->outside = outside;
	plan_add_steps(planning->arena, &outside->plan->steps, &planning->plan->steps);
}
