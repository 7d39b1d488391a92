/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/reshard.h"

#include <assert.h>
#include <string.h>

#include "sharding/group_axes.h"
#include "sharding/named_tiling.h"
#include "reshard/reshard_rules.h"

/* Tiny dimensions over very many devices take a permute for every few of them. */
enum { MAX_STEPS = 1024 };

const char *reshard_kind_name(enum reshard_kind kind)
{
	switch (kind) {
	case RESHARD_ALL_GATHER:
		return "all-gather";
	case RESHARD_ALL_TO_ALL:
		return "all-to-all";
	case RESHARD_ALL_REDUCE:
		return "all-reduce";
	case RESHARD_COLLECTIVE_PERMUTE:
		return "collective-permute";
	case RESHARD_REDUCE_SCATTER:
		return "reduce-scatter";
	case RESHARD_SLICE:
		return "slice";
	}
	return "";
}

/* Why a request is beyond the limits, before tilings are made; or NULL. */
static const char *beyond_limits(const struct reshard_request *request)
{
	bool makes_tilings = !request->from || !request->to;
	if (request->rank > RESHARD_MAX_RANK)
		return "the tensor has more than 64 dimensions";
	if (makes_tilings && request->mesh->naxes > MAX_TILED_AXES)
		return "the mesh has more than 64 axes";
	if (makes_tilings && request->mesh->count > RESHARD_MAX_DEVICES)
		return "the mesh has more than 1048576 devices";
	for (uint32_t i = 0; i < request->rank; i++) {
		if (request->extents[i] > RESHARD_MAX_EXTENT)
			return "a dimension has more than 2^40 elements";
		if (request->extents[i] < 0)
			return "a dimension has a negative size";
	}
	return NULL;
}

/* Why two tilings cannot be those of one tensor, or NULL. */
static const char *mismatch(const struct tiling *from, const struct tiling *to, uint32_t rank)
{
	if (from->rank != rank || to->rank != rank)
		return "the two shardings are of tensors of different rank";
	if (from->count != to->count)
		return "the two shardings are on different numbers of devices";
	if (from->count > RESHARD_MAX_DEVICES)
		return "the mesh has more than 1048576 devices";
	return NULL;
}

/* XLA replaces a tensor without elements by a constant before it partitions. */
static bool is_empty(const struct reshard_request *request)
{
	for (uint32_t i = 0; i < request->rank; i++)
		if (request->extents[i] == 0)
			return true;
	return false;
}

void reshard_name_axes(struct arena *arena, const struct named_mesh *mesh,
                       struct reshard_step *step)
{
	step->axes = (struct axis_parts){0};
	step->axes_known = mesh && (step->pair_count || step->groups);
	if (!step->axes_known)
		return;
	if (step->pair_count)
		step->axes =
		    pair_axes(arena, mesh, &step->pairs[0].source, (int32_t)step->pair_count);
	else
		step->axes_known = group_axes(arena, mesh, step->groups, step->group_count,
		                              step->group_size, &step->axes);
}

/* Moves what a step refers to out of the scratch memory, and names its axes. */
static struct reshard_step finish_step(struct arena *arena, const struct reshard_request *request,
                                       struct reshard_step step)
{
	if (step.groups) {
		size_t count = (size_t)step.group_count * (size_t)step.group_size;
		int32_t *groups = arena_copy(arena, step.groups, count, sizeof *groups);
		step.groups = groups;
	}
	if (step.pairs) {
		struct reshard_pair *pairs =
		    arena_copy(arena, step.pairs, step.pair_count, sizeof *pairs);
		step.pairs = pairs;
	}
	reshard_name_axes(arena, request->mesh, &step);
	if (step.after.tiling) {
		uint32_t rank = step.after.tiling->rank;
		int64_t *extents = arena_copy(arena, step.after.extents, rank, sizeof *extents);
		step.after = (struct reshard_state){tiling_copy(arena, step.after.tiling), extents};
	}
	return step;
}

static struct reshard finish(struct arena *arena, const struct reshard_request *request,
                             const struct resharder *resharder)
{
	struct reshard result = {.outcome = resharder->outcome, .reason = resharder->reason};
	if (resharder->outcome != RESHARD_PREDICTED)
		return result;
	/* The steps of attempts that were given up are not behind the last one. */
	uint32_t count = 0;
	for (uint32_t node = resharder->latest; node; node = resharder->made[node].before[0])
		count++;
	struct reshard_step *steps = arena_new(arena, struct reshard_step, count);
	for (uint32_t node = resharder->latest, i = count; node;
	     node = resharder->made[node].before[0]) {
		const struct reshard_step *step = &resharder->steps[resharder->made[node].step - 1];
		steps[--i] = finish_step(arena, request, *step);
	}
	for (uint32_t i = 1; i < count; i++)
		steps[i - 1].scatters = steps[i].scatters;
	result.steps = steps;
	result.step_count = count;
	result.full_rematerialization = resharder->rematerialized;
	return result;
}

/* The given tiling or that of the axes, with their names for the releases that keep them. */
static const struct tiling *tiling_of(struct arena *scratch, const struct reshard_request *request,
                                      const struct tiling *tiling, const struct axis_parts *axes)
{
	assert(tiling || (request->mesh && axes));
	if (!tiling)
		tiling = tiling_of_axes(scratch, request->mesh, axes, request->rank);
	if (!request->keeps_names || !request->mesh || !axes)
		return tiling;
	return tiling_with_names(scratch, tiling,
	                         named_tiling_make(scratch, request->mesh, axes, request->rank));
}

static struct reshard unknown(const char *reason)
{
	return (struct reshard){.outcome = RESHARD_UNKNOWN, .reason = reason};
}

static struct reshard plan_within_limits(struct arena *arena, struct arena *scratch,
                                         const struct reshard_request *request)
{
	const struct tiling *from = tiling_of(scratch, request, request->from, request->from_axes);
	const struct tiling *to = tiling_of(scratch, request, request->to, request->to_axes);
	const char *reason = mismatch(from, to, request->rank);
	if (reason)
		return unknown(reason);
	struct resharder resharder = {
	    .scratch = scratch,
	    .element_bytes = request->element_bytes,
	    .step_limit = MAX_STEPS,
	    .states = true,
	};
	const int64_t *local = resharder_shard(&resharder, from, request->extents);
	struct shards value = shards_of(from, local, request->extents);
	reshard_value(&resharder, value, to, true);
	return finish(arena, request, &resharder);
}

struct reshard reshard_plan(struct arena *arena, struct arena *scratch,
                            const struct reshard_request *request)
{
	assert((request->from || request->from_axes) && (request->to || request->to_axes));
	const char *reason = beyond_limits(request);
	if (reason)
		return unknown(reason);
	if (is_empty(request))
		return (struct reshard){.outcome = RESHARD_PREDICTED};
	struct arena_mark mark = arena_mark(scratch);
	struct reshard result = plan_within_limits(arena, scratch, request);
	arena_rewind(scratch, mark);
	return result;
}
