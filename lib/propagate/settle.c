/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/settle.h"

#include <string.h>

#include "base/checked.h"
#include "propagate/factor/axis_list.h"
#include "propagate/factor/projection.h"

/* Axes that some tensor has for a factor, or a start of them. */
struct offer {
	uint32_t factor;
	struct axis_parts axes;
	int64_t elements; /* of all tensors that are sharded so */
	int64_t ways;     /* that it would add to the factor */
};

struct offers {
	struct offer *items;
	uint32_t count;
	size_t room;
};

/* What is decided: axes of each factor. */
struct settling {
	struct arena *arena;
	const struct projection *projection;
	struct axis_parts *chosen; /* per factor */
	struct offers offers;
};

static const struct factor *factor_of(const struct settling *settling, uint32_t factor)
{
	return &settling->projection->step->rule->factors[factor];
}

static int precedence(enum factor_kind kind)
{
	static const int order[] = {[FACTOR_PASS_THROUGH] = 3,
	                            [FACTOR_REDUCTION] = 2,
	                            [FACTOR_PERMUTATION] = 1,
	                            [FACTOR_NEED_REPLICATION] = 0};
	return order[kind];
}

/* Whether all tensors have the same axes for each factor, of which none is wanted twice, and none
 * for a factor that must stay whole. */
static bool is_settled(const struct projection *projection)
{
	const struct factor_rule *rule = projection->step->rule;
	for (uint32_t f = 0; f < rule->nfactors; f++) {
		const struct axis_parts *first = &projection_of(projection, 0, f)->axes;
		for (uint32_t t = 1; t < projection->ntensors; t++)
			if (!axis_parts_equal(first, &projection_of(projection, t, f)->axes))
				return false;
		if (rule->factors[f].kind == FACTOR_NEED_REPLICATION && first->count)
			return false;
	}
	return true;
}

static void add_offer(struct settling *settling, uint32_t factor, const struct axis_parts *axes)
{
	struct offers *offers = &settling->offers;
	for (uint32_t i = 0; i < offers->count; i++)
		if (offers->items[i].factor == factor &&
		    axis_parts_equal(&offers->items[i].axes, axes))
			return;
	struct offer offer = {.factor = factor, .axes = *axes, .ways = axis_parts_ways(axes)};
	arena_push(settling->arena, offers->items, offers->count, offers->room, offer);
}

static int64_t elements_of(const struct projection *projection, uint32_t tensor)
{
	return projection->step->elements[tensor];
}

static void add_offers(struct settling *settling)
{
	const struct projection *projection = settling->projection;
	uint32_t nfactors = projection->step->rule->nfactors;
	for (uint32_t t = 0; t < projection->ntensors; t++)
		for (uint32_t f = 0; f < nfactors; f++) {
			struct axis_parts axes = projection_of(projection, t, f)->axes;
			for (; axes.count; axes.count--)
				add_offer(settling, f, &axes);
		}
	for (uint32_t t = 0; t < projection->ntensors; t++)
		for (uint32_t i = 0; i < settling->offers.count; i++) {
			struct offer *offer = &settling->offers.items[i];
			const struct factor_axes *axes =
			    projection_of(projection, t, offer->factor);
			if (axis_parts_start_with(&axes->axes, &offer->axes) &&
			    !checked_add(&offer->elements, offer->elements,
			                 elements_of(projection, t)))
				offer->elements = INT64_MAX;
		}
}

/* Axes by their names, then parts of one axis by where they start. */
static int compare_parts(const struct named_mesh *mesh, const struct axis_part *a,
                         const struct axis_part *b)
{
	if (a->axis != b->axis)
		return str_compare(mesh->axes[a->axis].name, mesh->axes[b->axis].name);
	if (a->pre != b->pre)
		return a->pre < b->pre ? -1 : 1;
	return a->size < b->size ? -1 : a->size > b->size;
}

static int compare_lists(const struct named_mesh *mesh, const struct axis_parts *a,
                         const struct axis_parts *b)
{
	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	for (uint32_t i = 0; i < a->count; i++) {
		int order = compare_parts(mesh, &a->items[i], &b->items[i]);
		if (order)
			return order;
	}
	return 0;
}

static bool is_better(const struct settling *settling, const struct offer *a, const struct offer *b)
{
	int kind_a = precedence(factor_of(settling, a->factor)->kind);
	int kind_b = precedence(factor_of(settling, b->factor)->kind);
	if (a->elements != b->elements)
		return a->elements > b->elements;
	if (kind_a != kind_b)
		return kind_a > kind_b;
	if (a->ways != b->ways)
		return a->ways > b->ways;
	if (a->factor != b->factor)
		return a->factor > b->factor;
	return compare_lists(settling->projection->step->mesh, &a->axes, &b->axes) > 0;
}

static void remove_offer(struct offers *offers, uint32_t index)
{
	offers->items[index] = offers->items[--offers->count];
}

/* Cuts the list before the first part that overlaps another list; returns whether it did. */
static bool cut_overlap(struct arena *arena, struct axis_parts *list,
                        const struct axis_parts *other)
{
	for (uint32_t i = 0; i < list->count; i++) {
		struct axis_part part = list->items[i];
		bool left = axis_part_cut_before_all(&part, other);
		if (left && axis_part_equal(&part, &list->items[i]))
			continue;
		struct axis_parts cut = {0};
		for (uint32_t k = 0; k < i; k++)
			axis_parts_push(arena, &cut, list->items[k]);
		if (left)
			axis_parts_push(arena, &cut, part);
		*list = cut;
		return true;
	}
	return false;
}

/* Takes account of a choice in the offers that are left. */
static void update_offers(struct settling *settling, const struct offer *best)
{
	struct offers *offers = &settling->offers;
	uint32_t i = 0;
	while (i < offers->count) {
		struct offer *offer = &offers->items[i];
		const struct axis_parts *base = &settling->chosen[offer->factor];
		bool gone = false;
		if (offer->factor == best->factor) {
			gone = !axis_parts_extend(&offer->axes, &best->axes);
			offer->ways = axis_parts_ways(&offer->axes) / axis_parts_ways(base);
		} else if (cut_overlap(settling->arena, &offer->axes, &best->axes)) {
			gone = axis_parts_equal(&offer->axes, base);
			offer->ways = axis_parts_ways(&offer->axes) / axis_parts_ways(base);
		} else {
			offer->ways = axis_parts_ways(&offer->axes);
		}
		if (gone)
			remove_offer(offers, i);
		else
			i++;
	}
}

/* Chooses the best offer until there is none. */
static void choose(struct settling *settling)
{
	struct offers *offers = &settling->offers;
	while (offers->count) {
		struct offer best = offers->items[0];
		for (uint32_t i = 1; i < offers->count; i++)
			if (is_better(settling, &offers->items[i], &best))
				best = offers->items[i];
		settling->chosen[best.factor] = best.axes;
		update_offers(settling, &best);
	}
}

/* Deals the axes of a factor that must stay whole out to the others, as far as they fit. */
static void deal_out(struct settling *settling, struct axis_parts axes)
{
	const struct factor_rule *rule = settling->projection->step->rule;
	uint32_t next = 0;
	for (uint32_t f = 0; f < rule->nfactors && next < axes.count; f++) {
		int64_t ways = axis_parts_ways(&settling->chosen[f]), size = rule->factors[f].size;
		if (rule->factors[f].kind != FACTOR_PASS_THROUGH || size == 0 || size % ways)
			continue;
		struct axis_parts dealt = {0};
		for (uint32_t i = 0; i < settling->chosen[f].count; i++)
			axis_parts_push(settling->arena, &dealt, settling->chosen[f].items[i]);
		for (size /= ways; next < axes.count && size % axes.items[next].size == 0; next++) {
			size /= axes.items[next].size;
			axis_parts_add(settling->arena, &dealt, axes.items[next]);
		}
		settling->chosen[f] = dealt;
	}
}

static void free_whole_factors(struct settling *settling)
{
	const struct factor_rule *rule = settling->projection->step->rule;
	for (uint32_t f = 0; f < rule->nfactors; f++) {
		if (rule->factors[f].kind != FACTOR_NEED_REPLICATION)
			continue;
		struct axis_parts axes = settling->chosen[f];
		settling->chosen[f] = (struct axis_parts){0};
		deal_out(settling, axes);
	}
}

bool settle_run(struct arena *arena, const struct step *step, const struct named_sharding **settled)
{
	const struct factor_rule *rule = step->rule;
	struct projection projection = projection_make(arena, step);
	struct settling settling = {.arena = arena, .projection = &projection};
	settling.chosen = arena_new(arena, struct axis_parts, rule->nfactors);
	bool any = false;
	memset(settled, 0, projection.ntensors * sizeof(*settled));
	if (is_settled(&projection))
		return false;
	add_offers(&settling);
	choose(&settling);
	free_whole_factors(&settling);
	for (uint32_t t = 0; t < projection.ntensors; t++) {
		bool differs = false;
		for (uint32_t f = 0; f < rule->nfactors; f++) {
			struct factor_axes *axes = projection_of(&projection, t, f);
			differs = differs || !axis_parts_equal(&axes->axes, &settling.chosen[f]);
			axes->axes = settling.chosen[f];
			axes->overflow = (struct axis_parts){0};
		}
		if (differs)
			settled[t] = projection_sharding(arena, &projection, t);
		any = any || settled[t];
	}
	return any;
}
