/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The body of a shard_map: inside, the manual axes are gone; outside, its operands and results have
 * them, and whatever other axes the values inside have besides (ManualComputationOp and
 * ManualAxesCleanupPass of openxla/shardy).
 */
#include "propagate/graph/graph_walk.h"
#include "propagate/graph/manual.h"

static bool is_manual(const struct axis_parts *manual, const struct axis_part *part)
{
	for (uint32_t i = 0; i < manual->count; i++)
		if (manual->items[i].axis == part->axis)
			return true;
	return false;
}

/* The parts of the list that are manual, or those that are not. */
static struct axis_parts select_parts(struct arena *arena, const struct axis_parts *parts,
                                      const struct axis_parts *manual, bool wanted)
{
	struct axis_parts selected = {0};
	for (uint32_t i = 0; i < parts->count; i++)
		if (is_manual(manual, &parts->items[i]) == wanted)
			axis_parts_push(arena, &selected, parts->items[i]);
	return selected;
}

const struct named_sharding *manual_inside(struct arena *arena,
                                           const struct named_sharding *sharding,
                                           const struct axis_parts *manual)
{
	if (!sharding)
		return NULL;
	struct named_sharding *inside = arena_new(arena, struct named_sharding, 1);
	*inside = *sharding;
	inside->dims = arena_copy(arena, sharding->dims, sharding->rank, sizeof(*sharding->dims));
	for (uint32_t i = 0; i < sharding->rank; i++)
		inside->dims[i].axes = select_parts(arena, &sharding->dims[i].axes, manual, false);
	inside->replicated = select_parts(arena, &sharding->replicated, manual, false);
	return inside;
}

const struct named_sharding *manual_outside(struct arena *arena,
                                            const struct named_sharding *sharding,
                                            const struct named_sharding *outer,
                                            const struct axis_parts *manual)
{
	struct named_sharding *outside = arena_new(arena, struct named_sharding, 1);
	if (!sharding || sharding->rank != outer->rank)
		return outer;
	*outside = *outer;
	outside->dims = arena_copy(arena, outer->dims, outer->rank, sizeof(*outer->dims));
	for (uint32_t i = 0; i < outer->rank; i++) {
		struct named_dim *dim = &outside->dims[i];
		dim->axes = select_parts(arena, &outer->dims[i].axes, manual, true);
		for (uint32_t k = 0; k < sharding->dims[i].axes.count; k++)
			axis_parts_push(arena, &dim->axes, sharding->dims[i].axes.items[k]);
		dim->open = sharding->dims[i].open;
	}
	return outside;
}

/* The sharding with the manual axes that it does not use as replicated ones. */
static const struct named_sharding *complete(struct graph *graph,
                                             const struct named_sharding *sharding,
                                             const struct axis_parts *manual)
{
	struct named_sharding all = *graph_walk_wanted(graph, sharding);
	struct axis_parts replicated = {0};
	for (uint32_t i = 0; i < sharding->replicated.count; i++)
		axis_parts_push(graph->arena, &replicated, sharding->replicated.items[i]);
	for (uint32_t i = 0; i < manual->count; i++)
		if (!named_sharding_uses(sharding, manual->items[i].axis))
			axis_parts_push(graph->arena, &replicated, manual->items[i]);
	axis_parts_sort(&replicated);
	all.replicated = replicated;
	return sharding_pool_keep(&graph->pool, &all);
}

/* Where a value crosses the border. */
struct crossing {
	uint32_t source, source_region, target, region;
	uint32_t before, index; /* the node that the edge stands before; which operand or result */
	const struct named_sharding *outer; /* outside */
	bool into;
};

/* An edge between a value outside and one inside; of scalars there is none. */
static void add_edge(struct graph *graph, const struct instruction *instruction,
                     const struct crossing *crossing)
{
	if (graph_slot_of(graph, crossing->target)->shape->rank == 0)
		return;
	uint32_t node = graph_add_node(graph, NODE_EDGE, instruction, 1, 1, crossing->before);
	graph->nodes[node].region = crossing->region;
	graph->nodes[node].manual = crossing->outer;
	graph->nodes[node].into = crossing->into;
	graph->nodes[node].frame = crossing->index;
	graph_use(graph, node, 0, crossing->source);
	graph->uses[graph->nuses - 1].region = crossing->source_region;
	graph->nodes[node].values[1] = crossing->target;
	graph_slot_of(graph, crossing->target)->maker = node;
	graph->values[crossing->target].node = node;
	graph_set_rule(graph, node);
}

/* The operands, one array each. */
static bool list_operands(struct walk *walk, const struct instruction *manual, uint32_t *operands)
{
	for (uint32_t i = 0; i < manual->noperands; i++) {
		struct leaves leaves = graph_walk_leaves(walk, manual->operands[i]);
		if (leaves.count != 1)
			return graph_fail(walk->graph, manual, "a shard_map takes a tuple");
		operands[i] = leaves.items[0];
	}
	return true;
}

/* The mesh of a shard_map, which has operands or results; NULL: they have no shardings. */
static const struct named_mesh *manual_mesh(struct graph *graph,
                                            const struct manual_numbers *numbers)
{
	const struct named_sharding *any = numbers->nin ? numbers->in[0] : numbers->out[0];
	return any ? graph_walk_wanted(graph, any)->mesh : NULL;
}

/* Shardings of the ranks of what they belong to, over one mesh of several devices. */
static bool check_shardings(struct graph *graph, const struct instruction *manual,
                            const struct named_sharding *const *shardings, const uint32_t *values,
                            uint32_t count)
{
	const struct named_mesh *mesh = manual_mesh(graph, manual->manual);
	for (uint32_t i = 0; i < count; i++) {
		const struct named_sharding *sharding = shardings[i];
		if (!sharding || sharding->any_rank || sharding->mesh->single ||
		    graph_walk_wanted(graph, sharding)->mesh != mesh ||
		    sharding->rank != graph_slot_of(graph, values[i])->shape->rank)
			return graph_fail(graph, manual,
			                  "a sharding of a shard_map does not fit its value");
	}
	return true;
}

/* Walks the body, in which the manual axes join those of the shard_maps around it. */
static struct leaves walk_body(struct walk *walk, const struct instruction *instruction,
                               struct leaves arguments)
{
	struct graph *graph = walk->graph;
	const struct manual_numbers *numbers = instruction->manual;
	struct axis_parts outer = graph->manual, inner = {0};
	const struct named_mesh *mesh = graph->manual_mesh;
	for (uint32_t i = 0; i < outer.count; i++)
		axis_parts_push(graph->arena, &inner, outer.items[i]);
	for (uint32_t i = 0; i < numbers->axes.count; i++)
		axis_parts_push(graph->arena, &inner, numbers->axes.items[i]);
	graph->manual = inner;
	if (numbers->nin || numbers->nout)
		graph->manual_mesh = manual_mesh(graph, numbers);
	struct leaves root = graph_walk_computation(graph, instruction->called[0], arguments);
	graph->manual = outer;
	graph->manual_mesh = mesh;
	return root;
}

/* Values inside for the operands, with what their shardings say there; false after a failure. */
static bool make_inside(struct graph *graph, const struct instruction *manual, uint32_t *inside)
{
	const struct manual_numbers *numbers = manual->manual;
	for (uint32_t i = 0; i < manual->noperands; i++) {
		const struct hlo_shape *shape = manual->called[0]->parameters[i]->shape;
		if (shape->tuple || shape->rank != numbers->in[i]->rank)
			return graph_fail(graph, manual, "a shard_map's body takes another rank");
		inside[i] = graph_add_value(graph, shape, GRAPH_NONE);
		graph_slot_of(graph, inside[i])->sharding = sharding_pool_keep(
		    &graph->pool,
		    manual_inside(graph->arena, graph_walk_wanted(graph, numbers->in[i]),
		                  &numbers->axes));
	}
	return true;
}

/* Edges into the body, at its start. */
static void add_edges_in(struct walk *walk, const struct instruction *manual,
                         const uint32_t *operands, const uint32_t *inside)
{
	struct graph *graph = walk->graph;
	const struct manual_numbers *numbers = manual->manual;
	const struct frame *body = graph_frame(graph, manual->called[0]);
	struct crossing into = {.source_region = walk->frame->mark,
	                        .region = body->mark,
	                        .before = graph->nodes[body->mark].after,
	                        .into = true};
	for (uint32_t i = 0; i < manual->noperands; i++) {
		into.index = i;
		into.source = operands[i];
		into.target = inside[i];
		into.outer = complete(graph, numbers->in[i], &numbers->axes);
		add_edge(graph, manual, &into);
	}
}

/* Edges out of the body, behind it. */
static void add_edges_out(struct walk *walk, const struct instruction *manual, struct leaves root,
                          struct leaves results)
{
	struct graph *graph = walk->graph;
	const struct manual_numbers *numbers = manual->manual;
	struct crossing out = {
	    .source_region = root.region, .region = walk->frame->mark, .before = GRAPH_NONE};
	for (uint32_t i = 0; i < results.count; i++) {
		out.index = i;
		out.source = root.items[i];
		out.target = results.items[i];
		out.outer = complete(graph, numbers->out[i], &numbers->axes);
		graph_slot_of(graph, results.items[i])->sharding = out.outer;
		add_edge(graph, manual, &out);
	}
}

bool graph_walk_manual(struct walk *walk, const struct instruction *manual)
{
	struct graph *graph = walk->graph;
	const struct manual_numbers *numbers = manual->manual;
	if (manual->ncalled != 1 || numbers->nin != manual->noperands ||
	    manual->called[0]->nparameters != manual->noperands)
		return graph_fail(graph, manual, "a shard_map has a body and its shardings");
	uint32_t *operands = arena_new(graph->arena, uint32_t, manual->noperands);
	uint32_t *inside = arena_new(graph->arena, uint32_t, manual->noperands);
	if (!list_operands(walk, manual, operands) ||
	    !check_shardings(graph, manual, numbers->in, operands, numbers->nin) ||
	    !make_inside(graph, manual, inside))
		return false;
	struct leaves arguments = {.items = inside, .count = manual->noperands};
	struct leaves root = walk_body(walk, manual, arguments);
	if (graph->failure)
		return false;
	struct leaves results = graph_walk_fresh(graph, manual->shape, GRAPH_NONE);
	if (results.count != root.count || results.count != numbers->nout)
		return graph_fail(graph, manual, "a shard_map gives another number of values");
	if (!check_shardings(graph, manual, numbers->out, results.items, numbers->nout) ||
	    !check_shardings(graph, manual, numbers->out, root.items, numbers->nout))
		return false;
	add_edges_in(walk, manual, operands, inside);
	add_edges_out(walk, manual, root, results);
	graph_walk_give(walk, results);
	return true;
}
