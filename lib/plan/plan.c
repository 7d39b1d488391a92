/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/plan.h"

bool pattern_matches(struct str pattern, struct str name)
{
	size_t p = 0, n = 0, star = SIZE_MAX, from = 0;
	while (n < name.len) {
		if (p < pattern.len && (pattern.s[p] == '?' || pattern.s[p] == name.s[n]) &&
		    pattern.s[p] != '*') {
			p++;
			n++;
		} else if (p < pattern.len && pattern.s[p] == '*') {
			star = p++;
			from = n;
		} else if (star != SIZE_MAX) { /* let the last star take one character more */
			p = star + 1;
			n = ++from;
		} else {
			return false;
		}
	}
	while (p < pattern.len && pattern.s[p] == '*')
		p++;
	return p == pattern.len;
}

/* Whether a dimension is left to the compiler; JAX's maps of slices show it as not sharded. */
static bool leaves_open(const struct partition_spec *spec)
{
	for (uint32_t i = 0; i < spec->nentries; i++)
		if (spec->entries[i].kind == ENTRY_UNCONSTRAINED)
			return true;
	return false;
}

static const char *place(struct arena *arena, const struct tensor *tensor,
                         const struct layout *layout, const struct mesh *mesh,
                         struct slice_map *slice_map)
{
	if (tensor->broken)
		return "its entry cannot be read";
	if (!layout)
		return "it has no layout of its own";
	if (layout->notation != NOTATION_PARTITION_SPEC)
		return "only PartitionSpec layouts are planned";
	if (!mesh)
		return "the file has no mesh";
	return slice_map_make(arena, tensor, &layout->spec, mesh, slice_map)
	           ? NULL
	           : "its layout does not fit the mesh";
}

static void add_reshard(struct arena *arena, struct arena *scratch,
                        const struct plan_options *options, const struct plan_tensor *planned,
                        struct plan_steps *steps)
{
	const struct tensor *tensor = planned->tensor;
	struct slice_map to;
	struct reshard_task task = {
	    .name = tensor->name,
	    .at = tensor->reshard_to->at,
	    .count = tensor->count,
	    .from = &planned->slice_map,
	    .to = &to,
	};
	const char *why = place(arena, tensor, tensor->reshard_to, tensor->reshard_mesh, &to);
	if (!why && to.mesh != planned->slice_map.mesh)
		why = "moves between meshes are not predicted";
	if (!why && (tensor->layout->spec.nunreduced || tensor->reshard_to->spec.nunreduced))
		why = "moves of values with unreduced axes are not predicted";
	if (!why && (leaves_open(&tensor->layout->spec) || leaves_open(&tensor->reshard_to->spec)))
		why = "P.UNCONSTRAINED leaves the layout to the compiler";
	if (why)
		plan_reshard_unknown(arena, &task, why, steps);
	else
		plan_reshard(arena, scratch, &options->setting, &task, steps);
}

static bool is_over(const struct slice_map *slice_map, uint32_t axis)
{
	for (uint32_t i = 0; i < slice_map->rank; i++)
		for (uint32_t j = 0; j < slice_map->dims[i].naxes; j++)
			if (slice_map->dims[i].axes[j] == axis)
				return true;
	return false;
}

/* Bytes on one device of the tensors that are sharded over an axis, with what training keeps
 * beside them. */
static int64_t bytes_over(const struct plan *plan, const struct mesh *mesh, uint32_t axis)
{
	const struct memory_settings nothing_reserved = {0};
	struct memory memory = {0};
	for (uint32_t i = 0; i < plan->ntensors; i++) {
		const struct plan_tensor *planned = &plan->tensors[i];
		if (planned->placed && planned->slice_map.mesh == mesh &&
		    is_over(&planned->slice_map, axis))
			memory_add(&memory, &plan->settings, &planned->slice_map,
			           planned->tensor->kind, planned->tensor->count);
	}
	memory_finish(&memory, &nothing_reserved);
	return memory.overflow ? INT64_MAX : memory.per_device;
}

/* The axis whose doubling would halve most bytes. */
static void find_helpful_axis(struct plan *plan)
{
	for (uint32_t i = 0; i < plan->spec->nmeshes; i++) {
		const struct mesh *mesh = &plan->spec->meshes[i];
		for (uint32_t axis = 0; axis < mesh->naxes; axis++) {
			int64_t freed = bytes_over(plan, mesh, axis) / 2;
			if (freed > plan->helpful_bytes) {
				plan->helpful_bytes = freed;
				plan->helpful_axis = &mesh->axes[axis];
			}
		}
	}
}

const struct plan *plan_make(struct arena *arena, struct arena *scratch, const struct spec *spec,
                             const struct plan_options *options, struct diags *diags)
{
	struct plan *plan = arena_new(arena, struct plan, 1);
	struct diags unread = diags_make(scratch); /* what the check has said already */
	plan->spec = spec;
	plan->hardware = options->setting.hardware;
	plan->settings = memory_settings_read(arena, spec, diags);
	plan->tensors = arena_new(arena, struct plan_tensor, spec_tensor_count(spec));
	plan->steps.seconds.known = true;
	for (uint32_t i = 0; i < spec_tensor_count(spec); i++) {
		struct plan_tensor *planned = &plan->tensors[plan->ntensors];
		planned->tensor = spec_tensor(arena, spec, i, &unread);
		if (options->pattern.len &&
		    !pattern_matches(options->pattern, planned->tensor->name))
			continue;
		plan->ntensors++;
		planned->reason = place(arena, planned->tensor, planned->tensor->layout,
		                        planned->tensor->mesh, &planned->slice_map);
		planned->placed = !planned->reason;
		plan->unplaced += !planned->placed;
		if (!planned->placed)
			continue;
		memory_add(&plan->memory, &plan->settings, &planned->slice_map,
		           planned->tensor->kind, planned->tensor->count);
		if (planned->tensor->reshard_to)
			add_reshard(arena, scratch, options, planned, &plan->steps);
	}
	memory_finish(&plan->memory, &plan->settings);
	if (plan->hardware)
		plan->limit = chip_device_memory(plan->hardware->chip);
	if (plan->limit && plan->memory.per_device > plan->limit)
		find_helpful_axis(plan);
	return plan;
}
