/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/outside/outside_plan.h"

#include "base/checked.h"
#include "module/operation_work.h"
#include "op/core/recording_prune.h"
#include "op/core/sharding_request.h"
#include "plan/module/module_lines.h"
#include "plan/module/module_plan.h"
#include "plan/outside/outside_units.h"

/* Units that are compiled to the same at one place of the program. */
struct unit_group {
	const struct compiled_unit *compiled;
	const struct plan *plan; /* NULL: it is not known */
	int64_t runs;
};

struct outside_work {
	const struct planning *planning;
	struct array_set moved; /* what moves of the program give, which have steps of their own */
	struct unit_group *groups; /* in the order of the program */
	uint32_t count;
	size_t room;
	struct table numbers; /* of the groups, by those of their units */
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

/* Plans what the units of a group are compiled to. */
static const struct plan *plan_compiled(const struct planning *planning,
                                        const struct compiled_unit *compiled)
{
	const struct planned_function planned = {&compiled->function, &compiled->lowering, 0};
	if (!compiled->reason.len)
		return plan_lowered(planning, &planned);
	planning_unknown(planning, &compiled->function, compiled->place, compiled->reason);
	return NULL;
}

static void plan_unit(struct outside_work *work, const struct outside_unit *unit)
{
	const struct planning *planning = work->planning;
	const struct compiled_unit *compiled =
	    is_told(work, &unit->function) ? NULL : program_layouts_unit(planning->layouts, unit);
	if (!compiled)
		return;
	const struct str key = {(const char *)&compiled->number, sizeof compiled->number};
	bool added;
	uint32_t number = *table_add(planning->arena, &work->numbers, key, work->count, &added);
	if (added) {
		const struct unit_group group = {compiled, plan_compiled(planning, compiled), 0};
		arena_push(planning->arena, work->groups, work->count, work->room, group);
	}
	work->groups[number].runs++;
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
	for (uint32_t i = 0; i < work->count; i++)
		count += work->groups[i].plan ? work->groups[i].plan->module->cost->nrows : 0;
	all->rows = arena_new(arena, struct work_row, count);
	for (uint32_t i = 0; i < work->count; i++)
		if (work->groups[i].plan)
			add_cost(work->groups[i].plan->module->cost, (double)work->groups[i].runs,
			         all);
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
	for (uint32_t i = 0; i < work->count; i++) {
		const struct unit_group *group = &work->groups[i];
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
	note_moves(&work);
	for (uint32_t i = 0; i < units->count; i++)
		plan_unit(&work, &units->items[i]);
	struct plan_outside *outside = plan_in_all(&work);
	if (!outside)
		return;
	planning->plan->outside = outside;
	plan_add_steps(planning->arena, &outside->plan->steps, &planning->plan->steps);
}
