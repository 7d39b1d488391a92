/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/program_plan.h"

#include "plan/outside/outside_plan.h"
#include "plan/program_functions.h"
#include "plan/program_tensors.h"
#include "plan/redistribution.h"
#include "trace/named_array.h"

/* Where an array of a program lies; NULL, or why that is not known. Outside of jit it lies as it
 * was placed, along axes of all types. */
static const char *place_array(struct arena *arena, const struct plan *plan, struct str name,
                               const struct array_type *type, const struct sharding_request *placed,
                               struct span at, struct slice_map *slice_map)
{
	struct tensor tensor = program_tensor(arena, plan->spec, name, type, placed, at);
	return plan_place(arena, plan, &tensor, tensor.layout, tensor.mesh, slice_map);
}

/* A move outside of all jitted functions: what it moves lies where it was found to. */
static void price_move_outside(const struct planning *planning, const struct step_setting *setting,
                               const struct trace_event *event, struct reshard_task *task)
{
	struct arena *arena = planning->arena;
	struct plan *plan = planning->plan;
	struct slice_map from, to;
	const struct sharding_request placed = type_request(event->to);
	const struct array *moved = program_layouts_place(
	    planning->layouts, array_whole(planning->program->outside->op, event->moved));
	const char *why = place_array(arena, plan, task->name, event->to, &placed, task->at, &to);
	task->from = &from;
	task->to = &to;
	if (!why && !moved)
		why = "where it lies before is not known";
	bool spread = !why && !moved->placed;
	if (!why && !spread)
		why = place_array(arena, plan, task->name, event->from, moved->placed, task->at,
		                  &from);
	if (why)
		plan_reshard_unknown(arena, task, why, &plan->steps);
	else if (spread)
		plan_add_transfer(arena, setting, task, &plan->steps);
	else
		plan_reshard(arena, planning->scratch, setting, task, &plan->steps);
}

/* The steps of a move: those of a reshard. */
static void price_move(const struct planning *planning, const struct step_setting *setting,
                       const struct trace_event *event, struct span at)
{
	struct arena *arena = planning->arena;
	struct plan *plan = planning->plan;
	struct slice_map from, to;
	struct str name = event->name.len ? event->name : event->function;
	struct reshard_task task = {.name = name, .at = at, .count = 1, .from = &from, .to = &to};
	if (planning->layouts && !event->jitted) {
		price_move_outside(planning, setting, event, &task);
		return;
	}
	const char *why = place_array(arena, plan, name, event->to, NULL, at, &to);
	if (!why)
		why = place_array(arena, plan, name, event->from, NULL, at, &from);
	if (why)
		plan_reshard_unknown(arena, &task, why, &plan->steps);
	else
		plan_reshard(arena, planning->scratch, setting, &task, &plan->steps);
}

/* The steps of DTensor.redistribute. */
static void price_redistribution(struct arena *arena, struct arena *scratch,
                                 const struct step_setting *setting,
                                 const struct trace_event *event, struct span at, struct plan *plan)
{
	struct slice_map from = {0};
	struct tensor before, after;
	struct str name = event->name.len ? event->name : event->function;
	const struct reshard_task task = {.name = name, .at = at, .count = 1, .from = &from};
	bool known = program_dtensor(arena, plan->spec, event->before, at, &before) &&
	             program_dtensor(arena, plan->spec, event->after, at, &after);
	if (known)
		plan_place(arena, plan, &before, before.layout, before.mesh, &from);
	if (!known || !from.devices || before.mesh != after.mesh) {
		plan_reshard_unknown(arena, &task, "its placements are not known", &plan->steps);
		return;
	}
	const struct redistribution move = {
	    .rules = torch_rules_at(FRAMEWORK_DTENSOR, plan->spec->framework.version),
	    .tensor = &before,
	    .from = before.layout,
	    .to = after.layout,
	};
	plan_redistribution(arena, scratch, setting, &task, &move, &plan->steps);
}

/* A step that says what is missing. */
static void price_open(struct arena *arena, const struct trace_event *event, struct span at,
                       struct plan *plan)
{
	const struct step_task task = {.name = event->function,
	                               .at = at,
	                               .count = 1,
	                               .times = 1,
	                               .mesh = plan->meshes,
	                               .why = event->open};
	plan_add_unpredicted(arena, &task, STR("unknown"), &plan->steps);
}

/* What an operation communicates by itself; false where no step says it. */
static bool price(const struct planning *planning, const struct step_setting *setting,
                  const struct trace_event *event, struct span at)
{
	struct arena *arena = planning->arena;
	if (event->moves)
		price_move(planning, setting, event, at);
	else if (event->before)
		price_redistribution(arena, planning->scratch, setting, event, at, planning->plan);
	else if (event->open.len)
		price_open(arena, event, at, planning->plan);
	return event->moves || event->before || event->open.len;
}

/* Places a value that its type did not place, as it was placed or as the compiler laid it out. */
static void place_value(struct arena *arena, const struct sharding_request *placed,
                        struct plan *plan, struct plan_tensor *planned, const struct array *array)
{
	const struct tensor *open = planned->tensor;
	struct tensor *tensor = arena_new(arena, struct tensor, 1);
	*tensor = program_tensor(arena, plan->spec, open->name, &array->type, placed, open->at);
	tensor->kind = open->kind;
	tensor->repeats = open->repeats;
	tensor->shares = open->shares;
	planned->tensor = tensor;
	plan_hold(arena, plan, planned);
	plan->unplaced -= plan_counts(plan, planned);
}

static void place_values(const struct planning *planning)
{
	struct plan *plan = planning->plan;
	struct arena *arena = planning->arena;
	uint32_t count;
	const struct named_array *arrays = named_arrays(arena, planning->program, &count);
	for (uint32_t i = 0; i < plan->nvalues; i++) {
		struct plan_tensor *planned = &plan->values[i];
		const struct value *value = arrays[planned->written - plan->spec->made].value;
		if (planned->placed || value->kind != VALUE_ARRAY)
			continue;
		const struct array *placed = program_layouts_place(planning->layouts, value->array);
		if (placed && placed->placed)
			place_value(arena, placed->placed, plan, planned, value->array);
	}
}

/* Whether an operation of a script is part of a jitted function: within it, or how its results are
 * laid out. */
static bool is_jitted(const struct trace_event *event)
{
	return event->jitted || str_equal(event->function, STR("out_shardings"));
}

/* Whether an operation is planned as part of something: of a function, or of a script of JAX, which
 * is its functions and what is outside of them; but for moves there. */
static bool is_part(const struct planning *planning, const struct trace_event *event, bool whole)
{
	return planning->layouts ? !event->moves || is_jitted(event) : whole;
}

/* A step for all that XLA communicates to compute tensors that nobody marked, at the first. */
static void price_computed(struct arena *arena, struct plan *plan)
{
	const struct str why =
	    STR("XLA inserts the collectives of a lazy graph when it compiles it: "
	        "plan the HLO that XLA_FLAGS=--xla_dump_to=DIR writes");
	for (uint32_t i = 0; i < plan->nvalues; i++) {
		const struct tensor *x = plan->values[i].tensor;
		if (!program_computed_by_xla(x))
			continue;
		struct step_task task = {x->name, .at = x->at, .count = 1, .times = 1};
		task.mesh = x->mesh;
		task.why = why;
		plan_add_unpredicted(arena, &task, STR("unknown"), &plan->steps);
		return;
	}
}

/* The operations of the program, in their order, and the steps of those that are no part. */
static void add_operations(const struct planning *planning, bool whole)
{
	const struct trace_result *program = planning->program;
	struct plan *plan = planning->plan;
	struct step_setting setting = planning->options->setting;
	uint32_t count = 0;
	setting.hardware = plan->spec->hardware;
	setting.rules = plan->spec->framework.rules;
	for (const struct trace_event *event = program->events; event; event = event->next)
		count++;
	plan->operations = arena_new(planning->arena, struct plan_operation, count);
	for (const struct trace_event *event = program->events; event; event = event->next) {
		struct plan_operation *operation = &plan->operations[plan->noperations++];
		operation->function = event->function;
		operation->value = event->name;
		operation->type = event->to;
		operation->at = program_span(program->program, event->at);
		operation->planned = is_part(planning, event, whole);
		operation->priced =
		    operation->planned || price(planning, &setting, event, operation->at);
		operation->planned |= planning->layouts != NULL;
		plan->unpriced += !operation->priced;
	}
}

void plan_program(struct arena *arena, struct arena *scratch, const struct trace_result *program,
                  const struct plan_options *options, struct plan *plan)
{
	struct planning planning = {.arena = arena,
	                            .scratch = scratch,
	                            .program = program,
	                            .options = options,
	                            .plan = plan};
	bool of_jax = plan->spec->framework.rules != NULL;
	if (program->outside && of_jax)
		planning.layouts = program_layouts_make(arena, program);
	if (program->functions || planning.layouts)
		planning.positions = plan_text_positions(arena, plan->spec, UINT32_MAX);
	bool whole = plan_functions(&planning);
	if (planning.layouts && !options->texts_only) {
		plan_outside(&planning);
		place_values(&planning);
	}
	add_operations(&planning, whole);
	price_computed(arena, plan);
}
