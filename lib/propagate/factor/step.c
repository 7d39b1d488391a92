/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/factor/step.h"

#include <stdlib.h>

#include "base/checked.h"
#include "propagate/factor/axis_list.h"
#include "propagate/factor/projection.h"

/* Axes that all tensors can agree on for a factor, and whether another tensor may add to them. */
struct candidate {
	struct axis_parts axes;
	bool growing;
};

/*
 * Takes the axes of one more tensor into account: where two lists differ, what follows is dropped
 * and nothing may be added any more.
 */
static void merge(struct arena *arena, struct candidate *candidate, const struct axis_parts *new)
{
	struct axis_parts old = candidate->axes, merged = {0};
	uint32_t i = 0;
	if (!new->count || axis_parts_equal(&old, new))
		return;
	if (!old.count) {
		if (candidate->growing)
			candidate->axes = *new;
		return;
	}
	for (; i < old.count && i < new->count; i++) {
		const struct axis_part *a = &old.items[i], *b = &new->items[i];
		bool old_longer = axis_part_starts(b, a), new_longer = axis_part_starts(a, b);
		bool keep = axis_part_equal(a, b) || (old_longer && i + 1 == new->count) ||
		            (new_longer && i + 1 == old.count && candidate->growing);
		if (!keep) {
			if (old_longer || new_longer)
				axis_parts_push(arena, &merged, old_longer ? *b : *a);
			*candidate = (struct candidate){.axes = merged};
			return;
		}
		axis_parts_push(arena, &merged, old_longer ? *a : *b);
	}
	for (uint32_t k = i; k < old.count; k++)
		axis_parts_push(arena, &merged, old.items[k]);
	for (uint32_t k = i; k < new->count && candidate->growing; k++)
		axis_parts_push(arena, &merged, new->items[k]);
	candidate->axes = merged;
}

static void merge_tensors(struct arena *arena, const struct projection *projection, uint32_t factor,
                          bool results, struct candidate *candidate)
{
	uint32_t operands = projection->step->rule->noperands;
	uint32_t start = results ? operands : 0, end = results ? projection->ntensors : operands;
	for (uint32_t i = start; i < end; i++) {
		const struct factor_axes *axes = projection_of(projection, i, factor);
		if (axes->present)
			merge(arena, candidate, &axes->axes);
	}
}

/* The axes that go along a factor. In one direction only, the tensors behind add nothing. */
static struct axis_parts find_candidate(struct arena *arena, const struct projection *projection,
                                        uint32_t factor, enum direction direction)
{
	struct candidate candidate = {.growing = true};
	if (direction == DIRECTION_NONE)
		return candidate.axes;
	bool results_first = direction == DIRECTION_BACKWARD;
	merge_tensors(arena, projection, factor, results_first, &candidate);
	if (direction != DIRECTION_BOTH)
		candidate.growing = false;
	merge_tensors(arena, projection, factor, !results_first, &candidate);
	return candidate.axes;
}

/* Where a factor stands among those that want the same axes. */
struct factor_rank {
	int64_t source_size; /* elements of the largest tensor that is sharded so; -1: none is */
	int64_t ways;        /* of elementwise operations */
	int64_t source;      /* that tensor, or -1 */
	uint32_t factor;
};

static int compare_ranks(const void *a, const void *b)
{
	const struct factor_rank *x = a, *y = b;
	if (x->source_size != y->source_size)
		return x->source_size > y->source_size ? -1 : 1;
	if (x->ways != y->ways)
		return x->ways > y->ways ? -1 : 1;
	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	return x->factor < y->factor ? -1 : x->factor > y->factor;
}

/* A few are put in their places one by one, sooner than qsort has begun. */
static void sort_ranks(struct factor_rank *ranks, uint32_t count)
{
	enum { FEW = 16 };
	if (count > FEW)
		qsort(ranks, count, sizeof *ranks, compare_ranks);
	for (uint32_t i = 1; i < count && count <= FEW; i++) {
		struct factor_rank rank = ranks[i];
		uint32_t place = i;
		for (; place && compare_ranks(&ranks[place - 1], &rank) > 0; place--)
			ranks[place] = ranks[place - 1];
		ranks[place] = rank;
	}
}

/* The product of the sizes of a tensor's factors, as far as it can be counted. */
static int64_t tensor_size(const struct projection *projection, uint32_t tensor)
{
	const struct factor_rule *rule = projection->step->rule;
	int64_t size = 1;
	for (uint32_t f = 0; f < rule->nfactors; f++)
		if (projection_of(projection, tensor, f)->present &&
		    !checked_multiply(&size, size, rule->factors[f].size))
			return INT64_MAX;
	return size;
}

/* Notes where the ranked factors come from. */
static void find_sources(const struct projection *projection, const struct axis_parts *candidates,
                         struct factor_rank *ranks, uint32_t count)
{
	for (uint32_t t = 0; t < projection->ntensors; t++) {
		int64_t size = tensor_size(projection, t);
		for (uint32_t i = 0; i < count; i++) {
			struct factor_rank *rank = &ranks[i];
			const struct factor_axes *axes = projection_of(projection, t, rank->factor);
			if (axes->present && size > rank->source_size &&
			    axis_parts_start_with(&axes->axes, &candidates[rank->factor])) {
				rank->source_size = size;
				rank->source = t;
			}
		}
	}
}

/* The factors that have a candidate, in the order in which these are given; *count of them. */
static struct factor_rank *order_factors(struct arena *arena, const struct projection *projection,
                                         const struct axis_parts *candidates, uint32_t *count)
{
	bool elementwise = projection->step->elementwise;
	uint32_t nfactors = projection->step->rule->nfactors;
	struct factor_rank *ranks = arena_new(arena, struct factor_rank, nfactors);
	*count = 0;
	for (uint32_t f = 0; f < nfactors; f++)
		if (candidates[f].count)
			ranks[(*count)++] = (struct factor_rank){
			    -1, elementwise ? axis_parts_ways(&candidates[f]) : 0, -1, f};
	if (*count > 1) {
		find_sources(projection, candidates, ranks, *count);
		sort_ranks(ranks, *count);
	}
	return ranks;
}

/*
 * Cuts a part so that it can follow `ways` shards of the factor: what the value has already stays,
 * what is new needs room. False when nothing of it can.
 */
static bool fit_part(struct axis_part *part, const struct factor_axes *axes,
                     const struct axis_parts *replicated, int64_t size, int64_t ways)
{
	if (!axis_part_cut_before_all(part, replicated))
		return false;
	for (uint32_t i = 0; i < axes->axes.count; i++)
		if (axis_part_contains(&axes->axes.items[i], part))
			return true;
	if (!axes->closed && !axes->overflow.count) {
		if (axes->last)
			return true;
		int64_t common =
		    size % ways == 0 ? greatest_common_divisor(size / ways, part->size) : 1;
		if (common > 1) {
			part->size = common;
			return true;
		}
		if (part->size == 1)
			return true;
	}
	uint32_t last = axes->axes.count - 1;
	if (!axes->axes.count || !axis_part_starts(&axes->axes.items[last], part))
		return false;
	*part = axes->axes.items[last];
	return true;
}

/* Keeps the parts of the list up to the first that has to be cut. */
static struct axis_parts fit_list(struct arena *arena, const struct projection *projection,
                                  uint32_t tensor, uint32_t factor, const struct axis_parts *list)
{
	static const struct axis_parts none = {0};
	const struct named_sharding *sharding = projection->step->shardings[tensor];
	const struct axis_parts *replicated = sharding ? &sharding->replicated : &none;
	const struct axis_parts *unreduced = sharding ? &sharding->unreduced : &none;
	const struct factor_axes *axes = projection_of(projection, tensor, factor);
	struct axis_parts fitting = {0};
	int64_t ways = 1;
	for (uint32_t i = 0; i < list->count; i++) {
		struct axis_part part = list->items[i];
		if (!axis_part_cut_before_all(&part, unreduced) ||
		    !fit_part(&part, axes, replicated, projection->step->rule->factors[factor].size,
		              ways))
			break;
		axis_parts_push(arena, &fitting, part);
		if (!axis_part_equal(&part, &list->items[i]))
			break;
		ways *= part.size;
	}
	return fitting;
}

/* Cuts the list where another factor of the tensor has its axes. */
static void cut_conflicts(const struct projection *projection, uint32_t tensor, uint32_t factor,
                          struct axis_parts *list)
{
	for (uint32_t i = 0; i < list->count; i++) {
		struct axis_part part = list->items[i];
		for (uint32_t f = 0; f < projection->step->rule->nfactors; f++) {
			const struct factor_axes *other = projection_of(projection, tensor, f);
			if (f == factor || !other->present)
				continue;
			if (!axis_part_cut_before_all(&part, &other->overflow) ||
			    !axis_part_cut_before_all(&part, &other->axes)) {
				list->count = i;
				return;
			}
		}
		if (!axis_part_equal(&part, &list->items[i])) {
			list->items[i] = part;
			list->count = i + 1;
			return;
		}
	}
}

/* An operand of an elementwise operation is never sharded further than the result. */
static void limit_to_results(const struct projection *projection, uint32_t factor,
                             struct axis_parts *list)
{
	for (uint32_t t = projection->step->rule->noperands; t < projection->ntensors; t++) {
		const struct factor_axes *result = projection_of(projection, t, factor);
		if (result->present && axis_parts_extend(list, &result->axes))
			*list = result->axes;
	}
}

/* Applies the candidates to one tensor, factor by factor; returns whether it grew. */
static bool apply(struct arena *arena, const struct projection *projection, uint32_t tensor,
                  const struct factor_rank *ranks, uint32_t count,
                  const struct axis_parts *candidates)
{
	bool grew = false;
	bool limited = projection->step->elementwise && tensor < projection->step->rule->noperands;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t factor = ranks[i].factor;
		struct factor_axes *axes = projection_of(projection, tensor, factor);
		if (!axes->present)
			continue;
		struct axis_parts list =
		    fit_list(arena, projection, tensor, factor, &candidates[factor]);
		if (!axis_parts_extend(&list, &axes->axes))
			continue;
		cut_conflicts(projection, tensor, factor, &list);
		if (list.count && limited)
			limit_to_results(projection, factor, &list);
		if (list.count && axis_parts_extend(&list, &axes->axes)) {
			axes->axes = list;
			grew = true;
		}
	}
	return grew;
}

/* Whether the tensors that have a factor are sharded differently along it. */
static bool any_differs(const struct projection *projection, uint32_t factor)
{
	const struct axis_parts *first = NULL;
	for (uint32_t t = 0; t < projection->ntensors; t++) {
		const struct factor_axes *axes = projection_of(projection, t, factor);
		if (!axes->present)
			continue;
		if (!first)
			first = &axes->axes;
		else if (!axis_parts_equal(&axes->axes, first))
			return true;
	}
	return false;
}

bool step_run(struct arena *arena, const struct step *step, const struct named_sharding **updated)
{
	const struct factor_rule *rule = step->rule;
	struct projection projection = projection_make(arena, step);
	struct axis_parts *candidates = arena_new(arena, struct axis_parts, rule->nfactors);
	bool changed = false;
	for (uint32_t f = 0; f < rule->nfactors; f++)
		if (!rule->factors[f].blocked && any_differs(&projection, f))
			candidates[f] = find_candidate(arena, &projection, f, step->directions[f]);
	for (uint32_t t = 0; t < projection.ntensors; t++)
		updated[t] = NULL;
	uint32_t count;
	const struct factor_rank *ranks = order_factors(arena, &projection, candidates, &count);
	for (uint32_t i = 0; i < projection.ntensors && count; i++) {
		uint32_t tensor = (i + rule->noperands) % projection.ntensors;
		if (apply(arena, &projection, tensor, ranks, count, candidates))
			updated[tensor] = projection_sharding(arena, &projection, tensor);
		changed = changed || updated[tensor];
	}
	return changed;
}
