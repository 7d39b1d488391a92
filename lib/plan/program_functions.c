/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/program_functions.h"

#include "lower/lower.h"
#include "module/trip_count.h"
#include "plan/module/module_mesh.h"
#include "plan/module/module_steps.h"
#include "propagate/propagate.h"
#include "stablehlo/stablehlo.h"

/* A function on its way into the plan. */
struct work {
	struct arena *arena, *scratch;
	const struct trace_result *program;
	const struct step_setting *setting;
	const struct recorded_function *function;
	struct lowering lowering;
	const uint32_t *lines; /* where each line of its text begins */
	struct plan *plan;
};

static void add_unknown(const struct work *work, const struct source_place *place,
                        struct str reason)
{
	struct span at = place ? place->at : work->function->at;
	const struct step_task task = {.name = work->function->name,
	                               .at = program_span(work->program->program, at),
	                               .count = 1,
	                               .times = 1,
	                               .mesh = work->plan->meshes,
	                               .why = reason};
	plan_add_unpredicted(work->arena, &task, STR("unknown"), &work->plan->steps);
}

static const uint32_t *line_starts(struct arena *arena, const struct lowering *lowering)
{
	uint32_t *starts = arena_new(arena, uint32_t, (size_t)lowering->nlines + 1);
	uint32_t line = 0;
	for (size_t i = 0; i < lowering->text.len && line < lowering->nlines; i++)
		if (lowering->text.s[i] == '\n')
			starts[++line] = (uint32_t)i + 1;
	return starts;
}

/* The place in the program of a byte of the module's text; NULL: none. */
static const struct source_place *place_of(const struct work *work, uint32_t offset)
{
	uint32_t low = 0, high = work->lowering.nlines;
	while (low + 1 < high) {
		uint32_t middle = low + (high - low) / 2;
		if (work->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return work->lowering.nlines ? work->lowering.places[low] : NULL;
}

/* The steps behind `last` are placed in the program. */
static void place_steps(const struct work *work, struct plan_step *last)
{
	const struct program *program = work->program->program;
	struct plan_step *step = last ? last->next : work->plan->steps.first;
	for (; step; step = step->next) {
		const struct source_place *place = place_of(work, step->at.offset);
		step->at = program_span(program, place ? place->at : work->function->at);
		step->value = work->function->name;
	}
}

static bool plan_text(struct work *work)
{
	struct diags diags = diags_make(work->arena);
	struct module *module = stablehlo_read(work->arena, work->lowering.text, &diags);
	struct plan_step *last = work->plan->steps.last;
	if (!module) {
		add_unknown(work, NULL,
		            diags.first ? diags.first->message : STR("the module is not read"));
		return false;
	}
	struct partition partition = {.outcome = RESHARD_UNKNOWN};
	struct module_steps_request request = {.module = module,
	                                       .named = module_mesh(work->arena, module),
	                                       .mesh = work->plan->meshes,
	                                       .setting = *work->setting};
	const struct partition_options options = {.rules = work->setting->rules,
	                                          .mesh = request.named};
	module_count_trips(module);
	struct propagation propagation = propagate(module);
	partition.reason = propagation.failure;
	partition.at = propagation.at;
	if (!partition.reason)
		partition = partition_module(work->arena, work->scratch, module, &options);
	plan_partition_steps(work->arena, work->scratch, &request, &partition,
	                     &work->plan->steps);
	place_steps(work, last);
	return true;
}

/* Keeps what the function was planned as. */
static void keep_text(const struct work *work)
{
	struct plan_function **last = &work->plan->functions;
	struct plan_function *kept = arena_new(work->arena, struct plan_function, 1);
	*kept = (struct plan_function){
	    .name = work->function->name,
	    .at = program_span(work->program->program, work->function->at),
	    .text = work->lowering.text,
	    .whole = !work->lowering.gap};
	while (*last)
		last = &(*last)->next;
	*last = kept;
}

static bool plan_function(struct work *work)
{
	work->lowering = lower_function(work->arena, work->function);
	keep_text(work);
	work->lines = line_starts(work->arena, &work->lowering);
	if (!work->lowering.gap)
		return plan_text(work);
	add_unknown(work, work->lowering.gap->place, work->lowering.gap->reason);
	return false;
}

bool plan_functions(struct arena *arena, struct arena *scratch, const struct trace_result *program,
                    const struct step_setting *setting, struct plan *plan)
{
	bool whole = program->functions != NULL;
	struct work work = {.arena = arena,
	                    .scratch = scratch,
	                    .program = program,
	                    .setting = setting,
	                    .plan = plan};
	for (work.function = program->functions; work.function;
	     work.function = work.function->next)
		whole = plan_function(&work) && whole;
	return whole;
}
