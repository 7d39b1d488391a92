/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/program_plan.h"

#include "plan/program_functions.h"
#include "plan/program_tensors.h"
#include "plan/redistribution.h"
#include "trace/named_array.h"

/* Where an array of a program lies; NULL, or why its type does not say. Outside of jit it lies as
 * it was placed, along axes of all types. */
static const char *place_array(struct arena *arena, const struct plan *plan, struct str name,
                               const struct array_type *type, bool outside, struct span at,
                               struct slice_map *slice_map)
{
	struct sharding_request placed = type_request(type);
	struct tensor tensor =
	    program_tensor(arena, plan->spec, name, type, outside ? &placed : NULL, at);
	return plan_place(arena, plan, &tensor, tensor.layout, tensor.mesh, slice_map);
}

/* The steps of a move: those of a reshard. */
static void price_move(struct arena *arena, struct arena *scratch,
                       const struct step_setting *setting, const struct trace_event *event,
                       struct span at, struct plan *plan)
{
	struct slice_map from, to;
	struct str name = event->name.len ? event->name : event->function;
	struct reshard_task task = {.name = name, .at = at, .count = 1, .from = &from, .to = &to};
	bool outside = plan->spec->program_eager && !event->jitted;
	const char *why = place_array(arena, plan, name, event->to, outside, at, &to);
	bool spread = !why && outside && !event->from->mesh;
	if (!why && !spread)
		why = place_array(arena, plan, name, event->from, outside, at, &from);
	if (why)
		plan_reshard_unknown(arena, &task, why, &plan->steps);
	else if (spread)
		plan_add_transfer(arena, &task, &plan->steps);
	else
		plan_reshard(arena, scratch, setting, &task, &plan->steps);
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

/*
 * What an operation communicates. Only moves are priced: other operations have a row in the plan,
 * marked as not priced, and whoever prices one of them does it here.
 */
static bool price(struct arena *arena, struct arena *scratch, const struct step_setting *setting,
                  const struct trace_event *event, struct span at, struct plan *plan)
{
	if (event->moves)
		price_move(arena, scratch, setting, event, at, plan);
	else if (event->before)
		price_redistribution(arena, scratch, setting, event, at, plan);
	else if (event->open.len)
		price_open(arena, event, at, plan);
	return event->moves || event->before || event->open.len;
}

/* Whether an operation of a script is part of a jitted function: within it, or how its results are
 * laid out. */
static bool is_jitted(const struct trace_event *event)
{
	return event->jitted || str_equal(event->function, STR("out_shardings"));
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

static void place_values(struct arena *arena, const struct trace_result *program,
                         struct program_layouts *layouts, struct plan *plan)
{
	uint32_t count;
	const struct named_array *arrays = named_arrays(arena, program, &count);
	for (uint32_t i = 0; i < plan->nvalues; i++) {
		struct plan_tensor *planned = &plan->values[i];
		const struct value *value = arrays[planned->written - plan->spec->made].value;
		if (planned->placed || value->kind != VALUE_ARRAY)
			continue;
		const struct array *placed = program_layouts_place(layouts, value->array);
		if (placed && placed->placed)
			place_value(arena, placed->placed, plan, planned, value->array);
	}
}

/* Whether an operation makes an array of nothing: each device makes its own part. */
static bool only_creates(const struct trace_event *event)
{
	static const char *const names[] = {"jnp.arange", "jnp.empty",    "jnp.eye",
	                                    "jnp.full",   "jnp.identity", "jnp.linspace",
	                                    "jnp.ones",   "jnp.tri",      "jnp.zeros"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_equal(event->function, str_of(names[i])))
			return true;
	return false;
}

/* Whether an operation of a script moves nothing: it runs on one device, as its result is on no
 * mesh, or each device has all that it takes. */
static bool moves_nothing(const struct trace_result *program, const struct trace_event *event)
{
	return program->sharding_in_types && !event->jitted && !event->before &&
	       (!event->to->mesh || event->of_whole);
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

void plan_program(struct arena *arena, struct arena *scratch, const struct trace_result *program,
                  const struct plan_options *options, struct plan *plan)
{
	struct step_setting setting = options->setting;
	uint32_t count = 0;
	setting.hardware = plan->spec->hardware;
	setting.rules = plan->spec->framework.rules;
	struct program_layouts *layouts =
	    program->outside ? program_layouts_make(arena, program) : NULL;
	bool whole = plan_functions(arena, scratch, program, options, layouts, plan);
	if (layouts && !options->texts_only)
		place_values(arena, program, layouts, plan);
	for (const struct trace_event *event = program->events; event; event = event->next)
		count++;
	plan->operations = arena_new(arena, struct plan_operation, count);
	for (const struct trace_event *event = program->events; event; event = event->next) {
		struct plan_operation *operation = &plan->operations[plan->noperations++];
		operation->function = event->function;
		operation->value = event->name;
		operation->type = event->to;
		operation->at = program_span(program->program, event->at);
		operation->planned = plan->spec->program_eager
		                         ? (is_jitted(event) && plan->functions) ||
		                               only_creates(event) || moves_nothing(program, event)
		                         : whole;
		operation->priced = operation->planned ||
		                    price(arena, scratch, &setting, event, operation->at, plan);
		operation->planned |= plan->functions && event->moves;
		plan->unpriced += !operation->priced;
	}
	price_computed(arena, plan);
}
