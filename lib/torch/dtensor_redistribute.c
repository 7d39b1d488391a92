/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/dtensor_redistribute.h"

#include <assert.h>
#include <inttypes.h>

/* What is at hand while a plan is made. */
struct planning {
	struct arena *arena;
	const struct torch_rules *rules;
	const struct dtensor_move *move;
	struct placement *current;
	struct dtensor_step *steps;
	uint32_t count;
	const char *unknown;
	struct dtensor_refusal *refusal;
};

static void refuse(struct planning *planning, enum dtensor_problem problem, uint32_t place,
                   const char *type, struct str text)
{
	if (planning->refusal)
		return;
	planning->refusal = arena_new(planning->arena, struct dtensor_refusal, 1);
	*planning->refusal = (struct dtensor_refusal){problem, type, text, place, NULL};
}

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
		if (shards_dim(&planning->current[i], dim) !=
		    shards_dim(&planning->move->to[i], dim))
			return true;
	return false;
}

/* A shard of a dimension that the tensor has not, when the step comes to cut it. */
static void check_target(struct planning *planning, uint32_t axis, const struct placement *from,
                         const struct placement *to)
{
	int64_t rank = planning->move->rank;
	if (!placement_shards(to) || (to->dim < rank && to->dim >= -rank))
		return;
	if (placement_shards(from))
		refuse(planning, DTENSOR_PROBLEM_DIM, axis, "IndexError",
		       STR("list index out of range"));
	else if (to->dim > rank && from->kind == PLACEMENT_REPLICATE)
		refuse(planning, DTENSOR_PROBLEM_DIM, axis, "AssertionError",
		       str_format(planning->arena,
		                  "Sharding dim %" PRId64 " greater than tensor ndim %" PRId64,
		                  to->dim, rank));
	else
		refuse(planning, DTENSOR_PROBLEM_DIM, axis, "IndexError",
		       str_format(planning->arena,
		                  "Dimension out of range (expected to be in range of [-%" PRId64
		                  ", %" PRId64 "], but got %" PRId64 ")",
		                  rank, rank - 1, to->dim));
}

static enum dtensor_step_kind kind_of(struct planning *planning, const struct placement *from,
                                      const struct placement *to)
{
	bool partial = from->kind == PLACEMENT_PARTIAL;
	if (to->kind == PLACEMENT_REPLICATE)
		return partial ? DTENSOR_ALL_REDUCE : DTENSOR_ALL_GATHER;
	if (to->kind == PLACEMENT_PARTIAL) {
		if (placement_shards(from) && planning->rules->has[DTENSOR_PLACES_PARTIAL])
			return DTENSOR_NOTHING; /* filled with zeros where others have values */
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
	return planning->move->emulated ? DTENSOR_ALL_GATHER : DTENSOR_ALL_TO_ALL;
}

static void step(struct planning *planning, uint32_t axis, const struct placement *target)
{
	struct placement *current = &planning->current[axis];
	check_target(planning, axis, current, target);
	enum dtensor_step_kind kind = kind_of(planning, current, target);
	bool single =
	    planning->move->mesh.items[axis] == 1 && planning->rules->has[DTENSOR_SKIPS_SINGLE];
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
	for (uint32_t axis = planning->move->mesh.count; axis-- > 0;) {
		const struct placement *target = &planning->move->to[axis];
		if (placement_shards(target) && is_misaligned(planning, axis, target->dim))
			target = &replicate;
		if (!dtensor_placements_equal(planning->rules, &planning->current[axis], target))
			step(planning, axis, target);
	}
}

static bool is_cut(const struct planning *planning)
{
	for (uint32_t i = 0; i < planning->move->mesh.count; i++)
		if (placement_shards(&planning->current[i]) && planning->move->mesh.items[i] > 1)
			return true;
	return false;
}

/* torch 2.15 makes partial values of shards alone, and only sums. */
static void check_partial(struct planning *planning, uint32_t axis)
{
	const struct placement *from = &planning->current[axis], *to = &planning->move->to[axis];
	bool sum = to->kind == PLACEMENT_PARTIAL && str_equal(to->reduce_op, STR("sum"));
	if (planning->move->internal || to->kind != PLACEMENT_PARTIAL ||
	    dtensor_placements_equal(planning->rules, from, to) || (placement_shards(from) && sum))
		return;
	refuse(planning, DTENSOR_PROBLEM_PARTIAL, axis, "RuntimeError",
	       str_format(planning->arena,
	                  "Can not redistribute from %.*s to %.*s, only Shard to Partial(sum) "
	                  "redistribution is supported!",
	                  STR_ARG(dtensor_placement_text(planning->arena, from, true)),
	                  STR_ARG(dtensor_placement_text(planning->arena, to, true))));
}

struct dtensor_plan dtensor_plan_redistribution(struct arena *arena,
                                                const struct torch_rules *rules,
                                                const struct dtensor_move *move)
{
	struct planning planning = {.arena = arena, .rules = rules, .move = move};
	uint32_t axes = move->mesh.count, both = move->count < axes ? move->count : axes;
	planning.current = arena_copy(arena, move->from, axes, sizeof *move->from);
	planning.steps = arena_new(arena, struct dtensor_step, (size_t)axes * 2);
	for (uint32_t axis = 0; axis < both; axis++)
		check_partial(&planning, axis);
	bool nested = axes > 1 && is_cut(&planning);
	if (both < axes && (nested || axes == 1))
		refuse(&planning, DTENSOR_PROBLEM_COUNT, both, "IndexError",
		       STR("list index out of range"));
	else if (nested)
		unnest(&planning);
	for (uint32_t axis = 0; axis < both; axis++)
		if (!dtensor_placements_equal(rules, &planning.current[axis], &move->to[axis]))
			step(&planning, axis, &move->to[axis]);
	return (struct dtensor_plan){planning.steps, planning.count, planning.unknown,
	                             planning.refusal};
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
