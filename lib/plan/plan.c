/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/plan.h"

#include "base/checked.h"

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
	const char *reason = place(arena, tensor, tensor->reshard_to, tensor->reshard_mesh, &to);
	if (reason) {
		struct plan_step *step = arena_new(arena, struct plan_step, 1);
		*step = (struct plan_step){.kind = STR("unknown"),
		                           .value = tensor->name,
		                           .at = tensor->reshard_to->at,
		                           .why = str_of(reason)};
		if (steps->last)
			steps->last->next = step;
		else
			steps->first = step;
		steps->last = step;
		steps->count++;
		steps->seconds.known = false;
		return;
	}
	plan_reshard(arena, scratch, &options->setting, tensor->name, tensor->reshard_to->at,
	             &planned->slice_map, &to, steps);
}

/* Bytes of the tensors of the plan that are sharded over an axis, on one device. */
static int64_t bytes_over(const struct plan *plan, const struct mesh *mesh, uint32_t axis)
{
	int64_t sum = 0, bytes;
	for (uint32_t i = 0; i < plan->ntensors; i++) {
		const struct slice_map *slice_map = &plan->tensors[i].slice_map;
		bool uses = false;
		for (uint32_t j = 0;
		     plan->tensors[i].placed && slice_map->mesh == mesh && j < slice_map->rank; j++)
			for (uint32_t k = 0; k < slice_map->dims[j].naxes; k++)
				uses |= slice_map->dims[j].axes[k] == axis;
		if (uses && (!checked_multiply(&bytes, slice_map->bytes_per_device,
		                               plan->tensors[i].tensor->count) ||
		             !checked_add(&sum, sum, bytes)))
			return INT64_MAX;
	}
	return sum;
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
                             const struct plan_options *options)
{
	struct plan *plan = arena_new(arena, struct plan, 1);
	struct diags unread = diags_make(scratch); /* what the check has said already */
	plan->spec = spec;
	plan->hardware = options->setting.hardware;
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
		memory_add(&plan->memory, &spec->memory, &planned->slice_map, planned->tensor->kind,
		           planned->tensor->count);
		if (planned->tensor->reshard_to)
			add_reshard(arena, scratch, options, planned, &plan->steps);
	}
	memory_finish(&plan->memory, &spec->memory);
	if (plan->hardware)
		plan->limit = chip_device_memory(plan->hardware->chip);
	if (plan->limit && plan->memory.per_device > plan->limit)
		find_helpful_axis(plan);
	return plan;
}
