/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/flow_priority.h"

#include <stdlib.h>

#include "base/order.h"

static bool is_prioritized(const struct named_sharding *sharding)
{
	for (uint32_t i = 0; sharding && i < sharding->rank; i++)
		if (sharding->dims[i].priority > 0)
			return true;
	return false;
}

/* The sharding without the dims of a priority above 0. */
static const struct named_sharding *without(struct graph *graph,
                                            const struct named_sharding *sharding)
{
	struct named_sharding rest = *sharding;
	struct axis_parts replicated = {0};
	rest.dims =
	    arena_copy(graph->arena, sharding->dims, sharding->rank, sizeof(*sharding->dims));
	for (uint32_t i = 0; i < sharding->replicated.count; i++)
		axis_parts_push(graph->arena, &replicated, sharding->replicated.items[i]);
	for (uint32_t i = 0; i < sharding->rank; i++) {
		const struct named_dim *dim = &sharding->dims[i];
		for (uint32_t k = 0; dim->priority > 0 && k < dim->axes.count; k++)
			axis_parts_push(graph->arena, &replicated, dim->axes.items[k]);
		if (dim->priority > 0)
			rest.dims[i] = (struct named_dim){.priority = NO_PRIORITY};
		rest.dims[i].priority = NO_PRIORITY;
	}
	axis_parts_sort(&replicated);
	rest.replicated = replicated;
	return sharding_pool_keep(&graph->pool, &rest);
}

static void take(struct graph *graph, struct priorities *priorities,
                 const struct named_sharding **place, uint32_t slot)
{
	if (!is_prioritized(*place))
		return;
	struct prioritized item = {.place = place, .slot = slot, .asked = *place};
	arena_push(graph->arena, priorities->items, priorities->count, priorities->room, item);
	*place = without(graph, *place);
}

/* Lists the levels, each once. */
static void list_levels(struct graph *graph, struct priorities *priorities)
{
	uint32_t count = 0, kept = 0;
	size_t room = 0;
	int64_t *levels = NULL;
	for (uint32_t i = 0; i < priorities->count; i++) {
		const struct named_sharding *asked = priorities->items[i].asked;
		for (uint32_t d = 0; d < asked->rank; d++)
			if (asked->dims[d].priority > 0)
				arena_push(graph->arena, levels, count, room,
				           asked->dims[d].priority);
	}
	if (count)
		qsort(levels, count, sizeof(*levels), compare_int64);
	for (uint32_t i = 0; i < count; i++)
		if (!kept || levels[kept - 1] != levels[i])
			levels[kept++] = levels[i];
	priorities->levels = levels;
	priorities->nlevels = kept;
}

struct priorities priorities_take(struct graph *graph)
{
	struct priorities priorities = {0};
	for (uint32_t i = 0; i < graph->nslots; i++)
		take(graph, &priorities, &graph->slots[i].sharding, i);
	for (uint32_t i = 0; i < graph->nodes[graph->result].noperands; i++)
		take(graph, &priorities, &graph->results[i], GRAPH_NONE);
	list_levels(graph, &priorities);
	return priorities;
}

static bool holds(const struct named_dim *dim, const struct axis_part *part)
{
	for (uint32_t i = 0; i < dim->axes.count; i++)
		if (dim->axes.items[i].axis == part->axis && dim->axes.items[i].pre == part->pre)
			return true;
	return false;
}

void priorities_give(struct graph *graph, const struct priorities *priorities, int64_t level)
{
	for (uint32_t i = 0; i < priorities->count; i++) {
		const struct prioritized *item = &priorities->items[i];
		struct named_sharding given = **item->place;
		struct axis_parts replicated = {0};
		given.dims = arena_copy(graph->arena, given.dims, given.rank, sizeof(*given.dims));
		for (uint32_t k = 0; k < given.replicated.count; k++) {
			bool back = false;
			for (uint32_t d = 0; d < given.rank; d++)
				back = back ||
				       (item->asked->dims[d].priority == level &&
				        holds(&item->asked->dims[d], &given.replicated.items[k]));
			if (!back)
				axis_parts_push(graph->arena, &replicated,
				                given.replicated.items[k]);
		}
		given.replicated = replicated;
		for (uint32_t d = 0; d < given.rank; d++) {
			if (item->asked->dims[d].priority != level)
				continue;
			given.dims[d] = item->asked->dims[d];
			given.dims[d].priority = NO_PRIORITY;
		}
		*item->place = sharding_pool_keep(&graph->pool, &given);
		if (item->slot != GRAPH_NONE)
			graph->slots[item->slot].changed = ++graph->time;
	}
}
