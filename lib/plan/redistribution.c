/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/redistribution.h"

#include "base/checked.h"
#include "check/dtensor_check.h"
#include "torch/dtensor_redistribute.h"

/* The tensor on its way. */
struct way {
	struct arena *scratch;
	const struct torch_rules *rules;
	struct dtensor_sizes shape, mesh;
	struct placement *placements;
	int64_t element_bytes;
};

/* Bytes that the first rank of every mesh dimension holds. */
static int64_t bytes_held(const struct way *way)
{
	int64_t bytes = way->element_bytes;
	int64_t *first = arena_new(way->scratch, int64_t, way->mesh.count);
	for (uint32_t dim = 0; dim < way->shape.count; dim++) {
		struct dtensor_extent extent;
		if (!dtensor_extent_of(way->scratch, way->rules, way->shape, way->mesh,
		                       way->placements, first, dim, &extent) ||
		    !checked_multiply(&bytes, bytes, extent.size))
			return -1;
	}
	return bytes;
}

static enum reshard_kind kind_of(enum dtensor_step_kind kind)
{
	switch (kind) {
	case DTENSOR_ALL_GATHER:
		return RESHARD_ALL_GATHER;
	case DTENSOR_ALL_TO_ALL:
		return RESHARD_ALL_TO_ALL;
	case DTENSOR_ALL_REDUCE:
		return RESHARD_ALL_REDUCE;
	case DTENSOR_REDUCE_SCATTER:
		return RESHARD_REDUCE_SCATTER;
	case DTENSOR_SLICE:
	case DTENSOR_DIVIDE:
	case DTENSOR_NOTHING:
		break;
	}
	return RESHARD_SLICE;
}

/* The dimension of the tensor that a step puts together, or else that it cuts; -1: neither. */
static int32_t dim_of(const struct dtensor_step *step, uint32_t rank)
{
	const struct placement *cut = placement_shards(&step->from) ? &step->from : &step->to;
	return placement_shards(cut) ? (int32_t)dtensor_dim(cut, rank) : -1;
}

/* What the step does, in words that name what torch pads and CPUs emulate. */
static struct str why(struct arena *arena, const struct dtensor_step *step)
{
	struct str from = dtensor_placement_text(arena, &step->from, true);
	struct str to = dtensor_placement_text(arena, &step->to, true);
	return str_format(arena, "DTensor.redistribute along this mesh dimension: %.*s to %.*s",
	                  STR_ARG(from), STR_ARG(to));
}

static void add_step(struct arena *arena, const struct way *way, const struct step_setting *setting,
                     const struct reshard_task *task, const struct dtensor_step *step,
                     int64_t before, struct plan_steps *steps)
{
	struct axis_part part = {.axis = step->axis, .pre = 1, .size = way->mesh.items[step->axis]};
	int64_t parts = way->mesh.items[step->axis], after = bytes_held(way);
	struct reshard_step collective = {
	    .kind = kind_of(step->kind),
	    .axes_known = true,
	    .dim = dim_of(step, way->shape.count),
	    .group_size = (int32_t)parts,
	    .axes = {.items = &part, .count = 1},
	    .operand_bytes = before,
	    .result_bytes = after,
	};
	if (step->kind == DTENSOR_ALL_GATHER &&
	    !checked_multiply(&collective.result_bytes, before, parts))
		collective.result_bytes = INT64_MAX; /* each rank sends a shard of full length */
	if (step->kind == DTENSOR_REDUCE_SCATTER &&
	    !checked_multiply(&collective.operand_bytes, after, parts))
		collective.operand_bytes = INT64_MAX;
	plan_add_collective(arena, way->scratch, setting, task, &collective, steps)->why =
	    why(arena, step);
}

const struct layout *redistribution_layout(struct arena *arena, const struct layout *layout,
                                           const struct mesh *mesh)
{
	if (!layout || !mesh)
		return NULL;
	if (layout->notation == NOTATION_PARTITION_SPEC)
		return dtensor_placements_of_spec(arena, layout, mesh);
	return layout->notation == NOTATION_PLACEMENTS ? layout : NULL;
}

void plan_redistribution(struct arena *arena, struct arena *scratch,
                         const struct step_setting *setting, const struct reshard_task *task,
                         const struct redistribution *move, struct plan_steps *steps)
{
	if (!move->from || !move->to) {
		plan_reshard_unknown(arena, task, "no plain placements stand for its layouts",
		                     steps);
		return;
	}
	struct arena_mark mark = arena_mark(scratch);
	const struct mesh *mesh = task->from->mesh;
	const struct tensor *tensor = move->tensor;
	struct way way = {.scratch = scratch,
	                  .rules = &move->rules,
	                  .shape = {tensor_sizes(scratch, tensor), tensor->rank},
	                  .mesh = {mesh_axis_sizes(scratch, mesh), mesh->nsizes},
	                  .element_bytes = ceiling_divide(task->from->element_bits, 8)};
	struct violations found = violations_make(scratch);
	const struct dtensor_placing source = {
	    .entrance = DTENSOR_REDISTRIBUTE,
	    .shape = way.shape,
	    .mesh = way.mesh,
	    .placements = move->from->placements.items,
	    .count = move->from->placements.count,
	    .name = STR(""),
	};
	struct dtensor_move changes = {.to = source, .from_count = source.count};
	changes.from = dtensor_check_placements(&move->rules, &source, &found);
	changes.to.placements = move->to->placements.items;
	changes.to.count = move->to->placements.count;
	found = violations_make(scratch);
	struct dtensor_plan plan = {.unknown = "the layout does not fit the mesh"};
	if (source.count == mesh->naxes)
		plan = dtensor_plan_redistribution(&move->rules, &changes, &found);
	if (found.count)
		plan.unknown = "torch refuses it";
	if (plan.unknown)
		plan_reshard_unknown(arena, task, plan.unknown, steps);
	way.placements = arena_copy(scratch, changes.from, source.count, sizeof *changes.from);
	for (uint32_t i = 0; i < plan.count && !plan.unknown; i++) {
		const struct dtensor_step *step = &plan.steps[i];
		int64_t before = bytes_held(&way);
		way.placements[step->axis] = step->to;
		if (dtensor_step_communicates(step->kind))
			add_step(arena, &way, setting, task, step, before, steps);
	}
	arena_rewind(scratch, mark);
}
