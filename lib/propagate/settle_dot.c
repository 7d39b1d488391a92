/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A contraction whose result is sharded, along one dim, as what it contracts: Shardy lets it give
 * what its operands say instead, and reshards the result, where that is no larger (processDot of
 * InsertExplicitReshardsPass).
 */
#include <string.h>

#include "propagate/factor/axis_list.h"
#include "propagate/factor/projection.h"
#include "propagate/settle.h"

/* What is known of a contraction on the way through its factors. */
struct dot_conflict {
	struct arena *arena;
	const struct projection *projection;
	struct axis_parts reduced, free; /* axes of contracted and of free dims */
	uint32_t factor;                 /* the one that conflicts; nfactors: none */
	struct axis_parts axes;          /* that the operand has for it */
};

static bool overlap(const struct axis_parts *parts, const struct axis_part *part)
{
	for (uint32_t i = 0; i < parts->count; i++) {
		struct axis_part cut = *part;
		if (parts->items[i].axis == part->axis &&
		    (!axis_part_cut_before(&cut, &parts->items[i]) || !axis_part_equal(&cut, part)))
			return true;
	}
	return false;
}

/* Adds axes to a list; false when one is in it. */
static bool add_new(struct arena *arena, struct axis_parts *list, const struct axis_parts *axes)
{
	for (uint32_t i = 0; i < axes->count; i++) {
		if (overlap(list, &axes->items[i]))
			return false;
		axis_parts_push(arena, list, axes->items[i]);
	}
	return true;
}

/* Takes one factor into account; false when the operands conflict, or the result in more than one
 * dim or where it is large. */
static bool look_at(struct dot_conflict *conflict, uint32_t factor)
{
	const struct step *step = conflict->projection->step;
	const struct factor_axes *lhs = projection_of(conflict->projection, 0, factor);
	const struct factor_axes *rhs = projection_of(conflict->projection, 1, factor);
	const struct factor_axes *out = projection_of(conflict->projection, 2, factor);
	int64_t left = step->elements[0], right = step->elements[1], largest;
	const struct axis_parts *axes = lhs->present ? &lhs->axes : &rhs->axes;
	if (!lhs->present && !rhs->present)
		return true;
	if (lhs->present && rhs->present) {
		largest = left > right ? left : right;
		if (!axis_parts_equal(&lhs->axes, &rhs->axes))
			return false;
		if (step->rule->factors[factor].kind == FACTOR_REDUCTION) {
			for (uint32_t i = 0; i < axes->count; i++)
				axis_parts_push(conflict->arena, &conflict->reduced,
				                axes->items[i]);
			return true;
		}
	} else {
		largest = lhs->present ? left : right;
		if (!add_new(conflict->arena, &conflict->free, axes))
			return false;
	}
	if (axis_parts_equal(&out->axes, axes))
		return true;
	if (!axes->count || conflict->factor != step->rule->nfactors || step->elements[2] > largest)
		return false;
	conflict->factor = factor;
	conflict->axes = *axes;
	return true;
}

bool settle_dot(struct arena *arena, const struct step *step, const struct named_sharding **settled)
{
	const struct factor_rule *rule = step->rule;
	struct projection projection = projection_make(arena, step);
	struct dot_conflict conflict = {
	    .arena = arena, .projection = &projection, .factor = rule->nfactors};
	memset(settled, 0, projection.ntensors * sizeof(*settled));
	if (rule->noperands != 2 || rule->nresults != 1 || !step->shardings[2])
		return false;
	for (uint32_t f = 0; f < rule->nfactors; f++)
		if (!look_at(&conflict, f))
			return false;
	if (conflict.factor == rule->nfactors)
		return false;
	struct factor_axes *out = projection_of(&projection, 2, conflict.factor);
	if (!out->axes.count || !axis_parts_equal(&out->axes, &conflict.reduced))
		return false;
	out->axes = conflict.axes;
	settled[2] = projection_sharding(arena, &projection, 2);
	return settled[2];
}
