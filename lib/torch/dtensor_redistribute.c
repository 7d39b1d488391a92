/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/dtensor_redistribute.h"

#include <assert.h>

/* What is at hand while a plan is made. */
struct planning {
	struct arena *arena;
	const struct torch_rules *rules;
	struct dtensor_sizes mesh;
	const struct placement *to;
	struct placement *current;
	struct dtensor_step *steps;
	uint32_t count;
	bool emulated;
	const char *unknown;
};

bool dtensor_placements_equal(const struct torch_rules *rules, const struct placement *a,
                              const struct placement *b)
{
	if (placement_shards(a) && placement_shards(b)) {
		bool strided = a->kind == PLACEMENT_STRIDED_SHARD;
		if (a->kind != b->kind)
			return !rules->has[DTENSOR_STRIDES_CUT_PIECES] && a->dim == b->dim;
		return a->dim == b->dim && (!strided || a->split_factor == b->split_factor);
	}
	return a->kind == b->kind &&
	       (a->kind != PLACEMENT_PARTIAL || str_equal(a->reduce_op, b->reduce_op));
}

static bool shards_dim(const struct placement *placement, int64_t dim)
{
	return placement_shards(placement) && placement->dim == dim;
}

/* Whether different mesh dimensions before `axis` shard a dimension now and in the end. */
static bool is_misaligned(const struct planning *planning, uint32_t axis, int64_t dim)
{
	for (uint32_t i = 0; i < axis; i++)
		if (shards_dim(&planning->current[i], dim) != shards_dim(&planning->to[i], dim))
			return true;
	return false;
}

static enum dtensor_step_kind kind_of(struct planning *planning, const struct placement *from,
                                      const struct placement *to)
{
	bool partial = from->kind == PLACEMENT_PARTIAL;
	if (to->kind == PLACEMENT_REPLICATE)
		return partial ? DTENSOR_ALL_REDUCE : DTENSOR_ALL_GATHER;
	if (to->kind == PLACEMENT_PARTIAL) {
		if (from->kind != PLACEMENT_REPLICATE)
			planning->unknown = "to a partial value only a replicated one is brought";
		return DTENSOR_DIVIDE;
	}
	if (partial)
		return DTENSOR_REDUCE_SCATTER;
	if (from->kind == PLACEMENT_REPLICATE)
		return DTENSOR_SLICE;
	if (from->dim == to->dim) /* but strided otherwise: the data stays as it is */
		return DTENSOR_NOTHING;
	return planning->emulated ? DTENSOR_ALL_GATHER : DTENSOR_ALL_TO_ALL;
}

static void step(struct planning *planning, uint32_t axis, const struct placement *target)
{
	struct placement *current = &planning->current[axis];
	enum dtensor_step_kind kind = kind_of(planning, current, target);
	bool single = planning->mesh.items[axis] == 1 && planning->rules->has[DTENSOR_SKIPS_SINGLE];
	if (single && dtensor_step_communicates(kind))
		kind = DTENSOR_NOTHING;
	planning->steps[planning->count++] = (struct dtensor_step){axis, *current, *target, kind};
	*current = *target;
}

/* From the inner mesh dimensions to the outer ones: what is sharded by others before it is gathered
 * first. */
static void unnest(struct planning *planning)
{
	const struct placement replicate = {.kind = PLACEMENT_REPLICATE};
	for (uint32_t axis = planning->mesh.count; axis-- > 0;) {
		const struct placement *target = &planning->to[axis];
		if (placement_shards(target) && is_misaligned(planning, axis, target->dim))
			target = &replicate;
		if (!dtensor_placements_equal(planning->rules, &planning->current[axis], target))
			step(planning, axis, target);
	}
}

static bool is_cut(const struct planning *planning)
{
	for (uint32_t i = 0; i < planning->mesh.count; i++)
		if (placement_shards(&planning->current[i]) && planning->mesh.items[i] > 1)
			return true;
	return false;
}

struct dtensor_plan dtensor_plan_redistribution(struct arena *arena,
                                                const struct torch_rules *rules,
                                                struct dtensor_sizes mesh,
                                                const struct placement *from,
                                                const struct placement *to, bool emulated)
{
	struct planning planning = {arena, rules, mesh, to, NULL, NULL, 0, emulated, NULL};
	planning.current = arena_copy(arena, from, mesh.count, sizeof *from);
	planning.steps = arena_new(arena, struct dtensor_step, (size_t)mesh.count * 2);
	if (mesh.count > 1 && is_cut(&planning))
		unnest(&planning);
	for (uint32_t axis = 0; axis < mesh.count; axis++)
		if (!dtensor_placements_equal(rules, &planning.current[axis], &to[axis]))
			step(&planning, axis, &to[axis]);
	return (struct dtensor_plan){planning.steps, planning.count, planning.unknown};
}

const char *dtensor_step_name(enum dtensor_step_kind kind)
{
	static const char *const names[] = {
	    [DTENSOR_ALL_GATHER] = "all_gather", [DTENSOR_ALL_TO_ALL] = "all_to_all",
	    [DTENSOR_ALL_REDUCE] = "all_reduce", [DTENSOR_REDUCE_SCATTER] = "reduce_scatter",
	    [DTENSOR_SLICE] = "slice",           [DTENSOR_DIVIDE] = "divide",
	    [DTENSOR_NOTHING] = "nothing",
	};
	assert(kind < COUNT_OF(names));
	return names[kind];
}
