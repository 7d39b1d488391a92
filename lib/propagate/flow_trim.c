/* SPDX-License-Identifier: Apache-2.0 */
/* What arguments and results of the program, and of its shard_maps, may not have. */
#include "base/checked.h"
#include "propagate/flow.h"

/* The longest start of the axes that divides the size (UpdateNonDivisibleInputOutputShardings). */
static struct axis_parts dividing(struct arena *arena, const struct axis_parts *axes, int64_t size)
{
	struct axis_parts kept = {0};
	for (uint32_t i = 0; i < axes->count; i++) {
		struct axis_part part = axes->items[i];
		part.size = greatest_common_divisor(part.size, size);
		if (part.size <= 1)
			break;
		axis_parts_push(arena, &kept, part);
		if (part.size != axes->items[i].size)
			break;
		size /= part.size;
	}
	return kept;
}

/* The axes before the first that is only part of one (RemoveSubAxesInInputOutputShardings). */
static void drop_cut_axes(const struct named_mesh *mesh, struct axis_parts *axes)
{
	for (uint32_t i = 0; i < axes->count; i++)
		if (!axis_part_is_whole(mesh, &axes->items[i]))
			axes->count = i;
}

/* `cut`: open dims may have parts of axes. */
static const struct named_sharding *trim(struct graph *graph, const struct hlo_shape *shape,
                                         const struct named_sharding *sharding, bool cut)
{
	if (!sharding || sharding->any_rank || sharding->mesh->single ||
	    sharding->rank != shape->rank)
		return sharding;
	struct named_sharding trimmed = *sharding;
	struct arena_mark mark = arena_mark(graph->scratch);
	trimmed.dims = arena_new(graph->scratch, struct named_dim, sharding->rank);
	for (uint32_t i = 0; i < sharding->rank; i++) {
		struct named_dim *dim = &trimmed.dims[i];
		*dim = sharding->dims[i];
		int64_t ways = axis_parts_ways(&dim->axes);
		if (shape->dims[i] % ways != 0)
			dim->axes = dividing(graph->scratch, &dim->axes, shape->dims[i]);
		if (dim->open && !cut)
			drop_cut_axes(sharding->mesh, &dim->axes);
	}
	sharding = sharding_pool_keep(&graph->pool, &trimmed);
	arena_rewind(graph->scratch, mark);
	return sharding;
}

/* Values inside of shard_maps for their arguments, and their results. */
static void trim_borders(struct graph *graph)
{
	for (uint32_t n = 0; n < graph->nnodes; n++) {
		if (graph->nodes[n].kind != NODE_EDGE || !graph->nodes[n].manual)
			continue;
		struct graph_slot *slot = graph_slot_of(graph, graph->nodes[n].values[1]);
		slot->sharding = trim(graph, slot->shape, slot->sharding, true);
	}
}

void flow_trim(struct graph *graph)
{
	const struct frame *frame = &graph->frames[0];
	for (uint32_t i = 0; i < frame->computation->count; i++) {
		if (frame->computation->instructions[i]->opcode != OPCODE_PARAMETER)
			continue;
		for (uint32_t k = frame->first[i]; k < frame->first[i + 1]; k++) {
			struct graph_slot *slot = graph_slot_of(graph, frame->leaves[k]);
			slot->sharding = trim(graph, slot->shape, slot->sharding, false);
		}
	}
	const struct graph_node *node = &graph->nodes[graph->result];
	for (uint32_t i = 0; i < node->noperands; i++)
		graph->results[i] = trim(graph, graph_slot_of(graph, node->values[i])->shape,
		                         graph->results[i], false);
	trim_borders(graph);
}
