/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/plan.h"

#include <assert.h>
#include <math.h>

#include "base/checked.h"
#include "notation/convert.h"
#include "plan/laid_mesh.h"
#include "plan/mesh_match.h"
#include "plan/program_plan.h"
#include "plan/program_tensors.h"
#include "plan/redistribution.h"
#include "spec/tensor_name.h"

/* Whether a dimension is left to the compiler; JAX's maps of slices show it as not sharded. */
static bool leaves_open(const struct partition_spec *spec)
{
	for (uint32_t i = 0; i < spec->nentries; i++)
		if (spec->entries[i].kind == ENTRY_UNCONSTRAINED)
			return true;
	return false;
}

const char *plan_place(struct arena *arena, const struct plan *plan, const struct tensor *tensor,
                       const struct layout *layout, const struct mesh *mesh,
                       struct slice_map *slice_map)
{
	assert(!mesh || (size_t)(mesh - plan->spec->meshes) < plan->spec->nmeshes);
	const struct mesh *laid = mesh ? &plan->meshes[mesh - plan->spec->meshes] : NULL;
	return slice_map_place(arena, tensor, layout, laid, slice_map);
}

/* DTensor brings the tensor, as it is written in the spec, to its other layout. */
static void add_redistribution(struct arena *arena, struct arena *scratch,
                               const struct step_setting *setting,
                               const struct plan_tensor *planned, struct plan *plan)
{
	const struct tensor *written = planned->written;
	struct reshard_task task = {
	    .name = written->name,
	    .at = written->reshard_to->at,
	    .count = written->count,
	    .from = &planned->slice_map,
	};
	struct redistribution move = {
	    .rules = torch_rules_at(FRAMEWORK_DTENSOR, plan->spec->framework.version),
	    .tensor = written,
	    .from = redistribution_layout(arena, written->layout, written->mesh),
	    .to = redistribution_layout(arena, written->reshard_to, written->reshard_mesh),
	};
	if (written->mesh == written->reshard_mesh)
		plan_redistribution(arena, scratch, setting, &task, &move, &plan->steps);
	else
		plan_reshard_unknown(arena, &task, "DTensor moves nothing to another mesh",
		                     &plan->steps);
}

static void add_reshard(struct arena *arena, struct arena *scratch,
                        const struct step_setting *setting, const struct plan_tensor *planned,
                        struct plan *plan)
{
	assert(planned->placed && planned->tensor->reshard_to);
	const struct tensor *tensor = planned->tensor;
	struct slice_map to;
	struct reshard_task task = {
	    .name = tensor->name,
	    .at = tensor->reshard_to->at,
	    .count = tensor->count,
	    .from = &planned->slice_map,
	    .to = &to,
	};
	const char *why =
	    plan_place(arena, plan, tensor, tensor->reshard_to, tensor->reshard_mesh, &to);
	if (!why && (to.partial & ~planned->slice_map.partial))
		why = "what is not a part of a sum does not become one by a reshard";
	if (!why && planned->slice_map.partial && !mesh_equal(planned->slice_map.mesh, to.mesh))
		why = "moves of values with unreduced axes to another mesh are not predicted";
	if (!why && (leaves_open(&tensor->layout->spec) || leaves_open(&tensor->reshard_to->spec)))
		why = "P.UNCONSTRAINED leaves the layout to the compiler";
	if (why)
		plan_reshard_unknown(arena, &task, why, &plan->steps);
	else if (planned->slice_map.partial)
		plan_reshard_sums(arena, scratch, setting, &task, &plan->steps);
	else
		plan_reshard(arena, scratch, setting, &task, &plan->steps);
}

static bool uses_axis(const struct slice_map *slice_map, const struct mesh *mesh, uint32_t axis)
{
	for (uint32_t i = 0; slice_map->mesh == mesh && i < slice_map->rank; i++)
		for (uint32_t j = 0; j < slice_map->dims[i].naxes; j++)
			if (slice_map->dims[i].axes[j] == axis)
				return true;
	return false;
}

/* Bytes on one device of the tensors that are sharded over an axis, and of what training keeps
 * beside them. */
static int64_t bytes_over(const struct plan *plan, const struct mesh *mesh, uint32_t axis)
{
	struct memory memory = {0};
	const struct memory_settings *settings = &plan->spec->memory;
	for (uint32_t i = 0; i < plan->ntensors + plan->nvalues; i++) {
		const struct plan_tensor *planned = plan_tensor_at(plan, i);
		if (plan_counts(plan, planned) && uses_axis(&planned->slice_map, mesh, axis))
			memory_add(&memory, settings, &planned->slice_map, planned->tensor->kind,
			           planned->tensor->count);
	}
	memory_finish(&memory, &(struct memory_settings){0});
	return memory.overflow ? INT64_MAX : memory.per_device;
}

/* The axis whose doubling would halve most bytes. */
static void find_helpful_axis(struct plan *plan)
{
	for (uint32_t i = 0; i < plan->spec->nmeshes; i++) {
		const struct mesh *mesh = &plan->meshes[i];
		for (uint32_t axis = 0; axis < mesh->naxes; axis++) {
			int64_t freed = bytes_over(plan, mesh, axis) / 2;
			if (freed > plan->helpful_bytes) {
				plan->helpful_bytes = freed;
				plan->helpful_axis = &mesh->axes[axis];
			}
		}
	}
}

const struct plan *plan_next_module(const struct plan *plan, const struct plan *last)
{
	const struct plan_function *function = plan->functions;
	const struct plan *outside = plan->outside ? plan->outside->plan : NULL;
	if (plan->module)
		return last ? NULL : plan;
	if (last && last == outside)
		return NULL;
	for (; last && function && function->plan != last; function = function->next)
		;
	for (function = last && function ? function->next : function; function;
	     function = function->next)
		if (function->plan)
			return function->plan;
	return outside;
}

struct position_index plan_text_positions(struct arena *arena, const struct spec *spec,
                                          uint32_t end)
{
	struct str text = spec->files ? spec->files->whole.text : spec->source->text;
	uint32_t last = end < text.len ? end : (uint32_t)text.len;
	struct position_index positions = position_index_make(arena, text, last);
	positions.files = spec->files;
	return positions;
}

const struct plan_tensor *plan_tensor_at(const struct plan *plan, uint32_t index)
{
	return index < plan->ntensors ? &plan->tensors[index]
	                              : &plan->values[index - plan->ntensors];
}

/* Whether a tensor takes memory of its own: what a program that is traced computes is for the
 * compiler to keep. */
static bool counts(const struct plan *plan, const struct tensor *tensor)
{
	return !tensor->made || (plan->spec->program_eager && !tensor->repeats && !tensor->shares);
}

void plan_hold(struct arena *arena, struct plan *plan, struct plan_tensor *planned)
{
	const struct tensor *tensor = planned->tensor;
	planned->reason =
	    plan_place(arena, plan, tensor, tensor->layout, tensor->mesh, &planned->slice_map);
	planned->placed = !planned->reason;
	if (plan_counts(plan, planned))
		memory_add(&plan->memory, &plan->spec->memory, &planned->slice_map, tensor->kind,
		           tensor->count);
}

/* `setting` is NULL when reshards are not asked for. */
static void add_tensor(struct arena *arena, struct arena *scratch,
                       const struct step_setting *setting, struct plan *plan,
                       struct plan_tensor *planned)
{
	const struct tensor *tensor = planned->tensor, *written = planned->written;
	plan_hold(arena, plan, planned);
	if (!counts(plan, tensor))
		return;
	plan->unplaced += !planned->placed;
	bool dtensor = plan->spec->framework.family == FRAMEWORK_DTENSOR;
	if (written->reshard_to && setting && dtensor && planned->slice_map.devices)
		add_redistribution(arena, scratch, setting, planned, plan);
	if (planned->placed && tensor->reshard_to && setting && !dtensor)
		add_reshard(arena, scratch, setting, planned, plan);
}

bool plan_counts(const struct plan *plan, const struct plan_tensor *planned)
{
	return planned->placed && counts(plan, planned->tensor);
}

bool plan_exceeds(const struct plan *plan)
{
	return plan->limit && (plan->memory.overflow || plan->memory.per_device > plan->limit);
}

int64_t plan_devices_needed(const struct plan *plan)
{
	double room = (double)(plan->limit - plan->memory.parts[MEMORY_RESERVE]);
	double devices = ceil(plan->memory.once / fmax(room, 1));
	bool known =
	    plan->limit && room > 0 && !plan->memory.overflow && devices <= TOPOLOGY_DEVICES_MAX;
	return known ? (int64_t)devices : 0;
}

int64_t plan_tensor_bytes(const struct plan_tensor *planned)
{
	int64_t bytes;
	assert(planned->placed);
	bool fits =
	    checked_multiply(&bytes, planned->slice_map.bytes_per_device, planned->tensor->count);
	return fits ? bytes : INT64_MAX;
}

const struct plan *plan_make(struct arena *arena, struct arena *scratch,
                             const struct check_result *checked, const struct plan_options *options)
{
	assert(checked->spec);
	struct plan *plan = arena_new(arena, struct plan, 1);
	const struct spec *spec =
	    options->memory_only ? checked->spec : program_spec(arena, checked);
	struct diags unread = diags_make(scratch); /* what the check has said already */
	struct step_setting setting = options->setting;
	setting.hardware = spec->hardware;
	setting.rules = spec->framework.rules;
	plan->spec = spec;
	plan->meshes = laid_meshes(arena, spec);
	const struct converter *converter = converter_make(arena, spec, &unread);
	plan->tensors = arena_new(arena, struct plan_tensor, spec_tensor_count(spec) - spec->nmade);
	plan->values = arena_new(arena, struct plan_tensor, spec->nmade);
	plan->steps.seconds.known = true;
	for (uint32_t i = 0; i < spec_tensor_count(spec); i++) {
		const struct tensor *written = spec_tensor(arena, spec, i, &unread);
		if (options->pattern.len && !tensor_name_matches(options->pattern, written->name))
			continue;
		struct plan_tensor *planned = written->made ? &plan->values[plan->nvalues++]
		                                            : &plan->tensors[plan->ntensors++];
		planned->written = written;
		planned->tensor = convert_tensor(arena, converter, written);
		add_tensor(arena, scratch, options->memory_only ? NULL : &setting, plan, planned);
	}
	if (checked->program && !options->memory_only)
		plan_program(arena, scratch, checked->program, options, plan);
	memory_finish(&plan->memory, &spec->memory);
	if (spec->hardware)
		plan->limit = chip_device_memory(spec->hardware->chip);
	if (plan_exceeds(plan))
		find_helpful_axis(plan);
	return plan;
}
