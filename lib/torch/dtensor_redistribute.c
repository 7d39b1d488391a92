/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/dtensor_redistribute.h"

#include <assert.h>
#include <inttypes.h>

#include "torch/dtensor_words.h"

/* What is at hand while a plan is made. */
struct planning {
	const struct torch_rules *rules;
	const struct dtensor_move *move;
	const struct placement *to;
	struct placement *current;
	struct dtensor_step *steps;
	uint32_t count;
	const char *unknown;
	struct violations *found;
};

/* Whether torch takes two placements for the same: to it a strided shard is equal to a plain one of
 * its dimension in torch 2.9. */
static bool placements_equal(const struct torch_rules *rules, const struct placement *a,
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

/* A shard of a dimension that the tensor has not, when the step comes to cut it. */
static void check_target(struct planning *planning, uint32_t axis, const struct placement *from,
                         const struct placement *to)
{
	int64_t rank = planning->move->to.shape.count;
	struct violation *refusal;
	if (planning->found->count || !placement_shards(to) || (to->dim < rank && to->dim >= -rank))
		return;
	if (placement_shards(from))
		refusal = violation_add(planning->found, RULE_PLACEMENT_DIM, "IndexError",
		                        "list index out of range");
	else if (to->dim > rank && from->kind == PLACEMENT_REPLICATE)
		refusal = violation_add(
		    planning->found, RULE_PLACEMENT_DIM, "AssertionError",
		    "Sharding dim %" PRId64 " greater than tensor ndim %" PRId64, to->dim, rank);
	else
		refusal = violation_add(planning->found, RULE_PLACEMENT_DIM, "IndexError",
		                        "Dimension out of range (expected to be in range of "
		                        "[-%" PRId64 ", %" PRId64 "], but got %" PRId64 ")",
		                        rank, rank - 1, to->dim);
	dtensor_say_dim(&planning->move->to, axis, planning->found, refusal);
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
	return DTENSOR_ALL_TO_ALL;
}

static void step(struct planning *planning, uint32_t axis, const struct placement *target)
{
	struct placement *current = &planning->current[axis];
	check_target(planning, axis, current, target);
	enum dtensor_step_kind kind = kind_of(planning, current, target);
	bool single =
	    planning->move->to.mesh.items[axis] == 1 && planning->rules->has[DTENSOR_SKIPS_SINGLE];
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
	for (uint32_t axis = planning->move->to.mesh.count; axis-- > 0;) {
		const struct placement *target = &planning->to[axis];
		if (placement_shards(target) && is_misaligned(planning, axis, target->dim))
			target = &replicate;
		if (!placements_equal(planning->rules, &planning->current[axis], target))
			step(planning, axis, target);
	}
}

static bool is_cut(const struct planning *planning)
{
	for (uint32_t i = 0; i < planning->move->to.mesh.count; i++)
		if (placement_shards(&planning->current[i]) && planning->move->to.mesh.items[i] > 1)
			return true;
	return false;
}

/* torch 2.15 makes partial values of shards alone, and only sums. */
static void check_partial(struct planning *planning, uint32_t axis)
{
	struct arena *arena = planning->found->arena;
	const struct placement *from = &planning->move->from[axis];
	const struct placement *to = &planning->move->to.placements[axis];
	bool sum = to->kind == PLACEMENT_PARTIAL && str_equal(to->reduce_op, STR("sum"));
	if (planning->found->count || to->kind != PLACEMENT_PARTIAL ||
	    placements_equal(planning->rules, from, to) || (placement_shards(from) && sum))
		return;
	dtensor_say_partial(
	    &planning->move->to, axis, planning->found,
	    violation_add(planning->found, RULE_PLACEMENT_PARTIAL, "RuntimeError",
	                  "Can not redistribute from %.*s to %.*s, only Shard to Partial(sum) "
	                  "redistribution is supported!",
	                  STR_ARG(dtensor_placement_text(arena, from, true)),
	                  STR_ARG(dtensor_placement_text(arena, to, true))));
}

/* Whether the tensor stays as it is: then torch asks for nothing else. */
static bool stays(const struct planning *planning)
{
	const struct dtensor_move *move = planning->move;
	bool same = move->to.count == move->from_count;
	for (uint32_t i = 0; i < move->from_count && same; i++)
		same = placements_equal(planning->rules, &move->from[i], &planning->to[i]);
	return same;
}

/* What stands before the steps. */
static void check_move(struct planning *planning, uint32_t both)
{
	const struct dtensor_move *move = planning->move;
	struct violations unheard = violations_make(planning->found->arena);
	for (uint32_t axis = 0; axis < both && planning->rules->has[DTENSOR_PLACES_PARTIAL]; axis++)
		check_partial(planning, axis);
	planning->to = dtensor_check_placements(
	    planning->rules, &move->to, planning->found->count ? &unheard : planning->found);
	if (!move->elsewhere || planning->found->count || stays(planning))
		return;
	struct violation *refusal =
	    violation_add(planning->found, RULE_PLACEMENT_MESH, "NotImplementedError",
	                  "Cross device mesh comm not supported yet!");
	violation_say(planning->found, refusal,
	              "%.*s is to be redistributed to another mesh than it is on",
	              STR_ARG(move->to.name));
	violation_help(planning->found, refusal,
	               "redistribute on its own mesh; full_tensor() and distribute_tensor bring it "
	               "to another one");
}

struct dtensor_plan dtensor_plan_redistribution(const struct torch_rules *rules,
                                                const struct dtensor_move *move,
                                                struct violations *found)
{
	struct planning planning = {.rules = rules, .move = move, .found = found};
	uint32_t axes = move->from_count, both = move->to.count < axes ? move->to.count : axes;
	planning.current = arena_copy(found->arena, move->from, axes, sizeof *move->from);
	planning.steps = arena_new(found->arena, struct dtensor_step, (size_t)axes * 2);
	check_move(&planning, both);
	if (move->elsewhere)
		return (struct dtensor_plan){.to = planning.to};
	assert(axes == move->to.mesh.count);
	bool nested = axes > 1 && is_cut(&planning);
	if (both < axes && (nested || axes == 1)) {
		if (!found->count)
			dtensor_say_count(&move->to, found,
			                  violation_add(found, RULE_PLACEMENT_COUNT, "IndexError",
			                                "list index out of range"));
	} else if (nested) {
		unnest(&planning);
	}
	for (uint32_t axis = 0; axis < both; axis++)
		if (!placements_equal(rules, &planning.current[axis], &planning.to[axis]))
			step(&planning, axis, &planning.to[axis]);
	return (struct dtensor_plan){planning.steps, planning.count, planning.to, planning.unknown};
}
