/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/sharding_request.h"
#include "plan/program_plan.h"

#include "spec/tensor_name.h"
#include "trace/named_array.h"

/* An array of a program as a tensor with a PartitionSpec. */
static const struct tensor *tensor_of(struct arena *arena, struct str name,
                                      const struct array_type *type, struct span at)
{
	struct tensor *tensor = arena_new(arena, struct tensor, 1);
	struct layout *layout = arena_new(arena, struct layout, 1);
	struct dim *dims = arena_new(arena, struct dim, type->rank);
	struct sharding_request request = type_request(type);
	for (uint32_t i = 0; i < type->rank; i++)
		dims[i].size = type->shape[i];
	*layout = (struct layout){.notation = NOTATION_PARTITION_SPEC, .at = at};
	layout->spec = request_partition_spec(arena, &request);
	*tensor = (struct tensor){.name = name,
	                          .count = 1,
	                          .dims = dims,
	                          .rank = type->rank,
	                          .dtype = type->dtype,
	                          .layout = layout,
	                          .mesh = type->mesh ? type->mesh->mesh : NULL,
	                          .has_shape = true,
	                          .at = at};
	return tensor;
}

/* The mesh with its devices, when it is one of the spec. */
static const struct mesh *laid(const struct plan *plan, const struct mesh *mesh)
{
	for (uint32_t i = 0; i < plan->spec->nmeshes; i++)
		if (mesh == &plan->spec->meshes[i])
			return &plan->meshes[i];
	return mesh;
}

static bool all_explicit(const struct abstract_mesh *mesh)
{
	for (uint32_t i = 0; i < mesh->mesh->naxes; i++)
		if (!(mesh->explicit_axes >> i & 1))
			return false;
	return true;
}

/* Where an array lies; a reason when its type does not say. Constants are on every device. */
static const char *place_array(struct arena *arena, const struct plan *plan,
                               const struct array_type *type, const struct tensor *tensor,
                               struct slice_map *slice_map)
{
	const struct mesh *mesh = tensor->mesh;
	if (!mesh && plan->spec->nmeshes)
		mesh = &plan->spec->meshes[0];
	if (type->mesh && !all_explicit(type->mesh))
		return "the compiler chooses how it is laid out along axes that are not explicit";
	if (type->unreduced)
		return "its unreduced axes hold parts of sums";
	return slice_map_place(arena, tensor, tensor->layout, mesh ? laid(plan, mesh) : NULL,
	                       slice_map);
}

static void add_values(struct arena *arena, const struct trace_result *program, struct str pattern,
                       struct plan *plan)
{
	uint32_t count;
	const struct named_array *arrays = named_arrays(arena, program, &count);
	plan->values = arena_new(arena, struct plan_tensor, count);
	for (uint32_t i = 0; i < count; i++) {
		struct plan_tensor *planned = &plan->values[plan->nvalues];
		if (pattern.len && !tensor_name_matches(pattern, arrays[i].name))
			continue;
		planned->tensor = tensor_of(arena, arrays[i].name, arrays[i].type, arrays[i].at);
		planned->reason =
		    place_array(arena, plan, arrays[i].type, planned->tensor, &planned->slice_map);
		planned->placed = !planned->reason;
		plan->nvalues++;
	}
}

/* The steps of a move: those of a reshard. */
static void price_move(struct arena *arena, struct arena *scratch,
                       const struct step_setting *setting, const struct trace_event *event,
                       struct span at, struct plan *plan)
{
	struct slice_map from, to;
	struct str name = event->name.len ? event->name : event->function;
	struct reshard_task task = {.name = name, .at = at, .count = 1, .from = &from, .to = &to};
	const char *why =
	    place_array(arena, plan, event->from, tensor_of(arena, name, event->from, at), &from);
	if (!why)
		why =
		    place_array(arena, plan, event->to, tensor_of(arena, name, event->to, at), &to);
	if (why)
		plan_reshard_unknown(arena, &task, why, &plan->steps);
	else
		plan_reshard(arena, scratch, setting, &task, &plan->steps);
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
	return event->moves;
}

void plan_program(struct arena *arena, struct arena *scratch, const struct trace_result *program,
                  const struct plan_options *options, struct plan *plan)
{
	struct step_setting setting = options->setting;
	uint32_t count = 0;
	setting.hardware = plan->spec->hardware;
	setting.rules = plan->spec->framework.rules;
	add_values(arena, program, options->pattern, plan);
	for (const struct trace_event *event = program->events; event; event = event->next)
		count++;
	plan->operations = arena_new(arena, struct plan_operation, count);
	for (const struct trace_event *event = program->events; event; event = event->next) {
		struct plan_operation *operation = &plan->operations[plan->noperations++];
		operation->function = event->function;
		operation->value = event->name;
		operation->type = event->to;
		operation->at = program_span(program->program, event->at);
		operation->priced = price(arena, scratch, &setting, event, operation->at, plan);
		plan->unpriced += !operation->priced;
	}
}
