/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/flow.h"

#include "propagate/flow_priority.h"
#include "propagate/graph/manual.h"
#include "propagate/graph/sharding_pool.h"
#include "propagate/factor/step.h"

enum { PASSES = 5 };

/* Steps of more tensors are not remembered. */
enum { MAX_REMEMBERED = 16 };

/* The propagation of one graph. */
struct flow {
	struct graph *graph;
	struct arena *scratch;
	uint32_t *stack; /* nodes to be looked at, the next one last */
	uint32_t count;
	/* Steps that were run, by rule, mode and shardings, and the shardings that they gave:
	 * layers repeat each other. */
	struct table steps;
	const struct named_sharding *const **updates;
	size_t updates_room;
	const struct factor_rule **results; /* of the program's results; NULL: not yet made */
};

/* How sharding goes through a node in a pass. */
enum flow_mode {
	MODE_NONE,
	MODE_FORWARD,
	MODE_BACKWARD,
	MODE_PASS_THROUGH,         /* both ways along factors of that kind */
	MODE_FORWARD_PASS_THROUGH, /* the same, and forward along the others */
	MODE_BOTH,
};

static enum flow_mode mode_of(const struct graph_node *node, int pass)
{
	switch (node->flow) {
	case FLOW_FREE:
		return pass > 0 || !node->shared ? MODE_BOTH : MODE_NONE;
	case FLOW_FORWARD:
		if (pass < 2)
			return pass > 0 || !node->shared ? MODE_FORWARD : MODE_NONE;
		return pass == 2 ? MODE_FORWARD_PASS_THROUGH : MODE_BOTH;
	case FLOW_BROADCAST:
		return pass < 2 ? MODE_NONE : (pass < 4 ? MODE_BACKWARD : MODE_BOTH);
	default:
		return pass < 2 ? MODE_NONE : (pass == 2 ? MODE_PASS_THROUGH : MODE_BOTH);
	}
}

static enum direction direction_of(enum flow_mode mode, enum factor_kind kind)
{
	bool pass_through = kind == FACTOR_PASS_THROUGH;
	switch (mode) {
	case MODE_FORWARD:
		return DIRECTION_FORWARD;
	case MODE_BACKWARD:
		return DIRECTION_BACKWARD;
	case MODE_PASS_THROUGH:
		return pass_through ? DIRECTION_BOTH : DIRECTION_NONE;
	case MODE_FORWARD_PASS_THROUGH:
		return pass_through ? DIRECTION_BOTH : DIRECTION_FORWARD;
	case MODE_BOTH:
		return DIRECTION_BOTH;
	default:
		return DIRECTION_NONE;
	}
}

static void push(struct flow *flow, uint32_t node, uint32_t except)
{
	struct graph_node *pushed = &flow->graph->nodes[node];
	if (node == except || !pushed->rule || pushed->queued)
		return;
	pushed->queued = true;
	flow->stack[flow->count++] = node;
}

static void push_users(struct flow *flow, uint32_t value, uint32_t except)
{
	const struct graph *graph = flow->graph;
	for (uint32_t u = graph->values[value].last_use; u != GRAPH_NONE; u = graph->uses[u].next)
		push(flow, graph->uses[u].node, except);
}

/* Looks again at what makes and what takes a value that changed. */
static void push_around(struct flow *flow, const struct graph_slot *slot, uint32_t except)
{
	for (uint32_t i = 0; i + 1 < slot->nvalues; i++)
		push_users(flow, slot->values[i], except);
	if (slot->maker != GRAPH_NONE)
		push(flow, slot->maker, except);
	push_users(flow, slot->values[slot->nvalues - 1], except);
}

/* A mesh of no axes says nothing, unless it is one device. */
static bool is_empty(const struct named_mesh *mesh)
{
	return mesh->naxes == 0 && !mesh->single;
}

/* The mesh that all shardings have in common; NULL when there is none, or of one device only. */
static const struct named_mesh *common_mesh(const struct named_sharding *const *shardings,
                                            uint32_t count)
{
	const struct named_mesh *mesh = NULL;
	for (uint32_t i = 0; i < count; i++) {
		if (!shardings[i] || is_empty(shardings[i]->mesh))
			continue;
		if (mesh && shardings[i]->mesh != mesh)
			return NULL;
		mesh = shardings[i]->mesh;
	}
	return mesh && !mesh->single ? mesh : NULL;
}

/* Whether any axis stands in the dims of some sharding: else nothing can go through. */
static bool any_axes(const struct named_sharding *const *shardings, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t d = 0; shardings[i] && d < shardings[i]->rank; d++)
			if (shardings[i]->dims[d].axes.count)
				return true;
	return false;
}

static bool has_rank(const struct named_sharding *sharding, const struct factor_map *map)
{
	return !sharding || (!sharding->any_rank && sharding->rank == map->rank);
}

/* A step over shardings in the order of the rule's tensors. */
struct flow_step {
	const struct factor_rule *rule;
	enum flow_mode mode;
	bool elementwise;
	const struct named_sharding *const *shardings;
};

/* Whether all tensors have the same sharding, and the rule gives them the same. */
static bool all_alike(const struct flow_step *step, uint32_t count)
{
	uint32_t same = step->rule->alike ? 1 : 0;
	while (same && same < count && step->shardings[same] == step->shardings[0])
		same++;
	return same == count;
}

/* The shardings that the tensors get, kept in the pool, or NULL each; NULL: none changes. */
static const struct named_sharding *const *
compute_step(struct flow *flow, struct arena *arena, const struct flow_step *step, uint32_t count)
{
	const struct factor_rule *rule = step->rule;
	const struct named_mesh *mesh = common_mesh(step->shardings, count);
	for (uint32_t i = 0; i < count && mesh; i++)
		if (!has_rank(step->shardings[i], &rule->tensors[i]))
			return NULL;
	if (!mesh)
		return NULL;
	enum direction *directions = arena_new(flow->scratch, enum direction, rule->nfactors);
	for (uint32_t i = 0; i < rule->nfactors; i++)
		directions[i] = direction_of(step->mode, rule->factors[i].kind);
	struct step factors = {.rule = rule,
	                       .mesh = mesh,
	                       .shardings = step->shardings,
	                       .directions = directions,
	                       .elementwise = step->elementwise};
	const struct named_sharding **updated =
	    arena_new(flow->scratch, const struct named_sharding *, count);
	if (!step_run(flow->scratch, &factors, updated))
		return NULL;
	for (uint32_t i = 0; i < count; i++)
		if (updated[i])
			updated[i] = sharding_pool_keep(&flow->graph->pool, updated[i]);
	return arena_copy(arena, updated, count, sizeof(*updated));
}

/* What the step at a place of the table gives, which has just got it. */
static const struct named_sharding *const *
remember_step(struct flow *flow, const struct flow_step *step, uint32_t place, uint32_t count)
{
	struct arena *arena = flow->graph->arena;
	struct str *key = &flow->steps.entries[place].key;
	*key = str_copy(arena, *key);
	const struct named_sharding *const *updated = compute_step(flow, arena, step, count);
	arena_push(arena, flow->updates, place, flow->updates_room, updated);
	return updated;
}

/* Runs a step; the shardings that the tensors get, kept in the pool, or NULL each; NULL: none
 * changes. Rules and shardings are each kept once, and known by their addresses. */
static const struct named_sharding *const *run_step(struct flow *flow, const struct flow_step *step)
{
	uint32_t count = step->rule->noperands + step->rule->nresults;
	if (all_alike(step, count) || !any_axes(step->shardings, count))
		return NULL;
	if (count > MAX_REMEMBERED)
		return compute_step(flow, flow->scratch, step, count);
	uintptr_t words[2 + MAX_REMEMBERED];
	words[0] = (uintptr_t)step->rule;
	words[1] = (uintptr_t)step->mode << 1 | step->elementwise;
	for (uint32_t i = 0; i < count; i++)
		words[2 + i] = (uintptr_t)step->shardings[i];
	struct str key = {(const char *)words, (2 + count) * sizeof *words};
	bool added;
	uint32_t place =
	    *table_add(flow->graph->arena, &flow->steps, key, flow->steps.count, &added);
	return added ? remember_step(flow, step, place, count) : flow->updates[place];
}

/* Whether nothing that the node looks at changed since it had nothing to do. */
static bool is_idle(const struct graph *graph, const struct graph_node *node, enum flow_mode mode)
{
	if (!node->ran || node->ran_as != mode)
		return false;
	for (uint32_t i = 0; i < node->noperands + node->nresults; i++)
		if (graph_slot_of(graph, node->values[i])->changed > node->ran)
			return false;
	return true;
}

/* Gives a slot a sharding of the pool. */
static void set_sharding(struct flow *flow, struct graph_slot *slot,
                         const struct named_sharding *sharding)
{
	slot->sharding = sharding;
	slot->changed = ++flow->graph->time;
}

/* Gives the sharding of a slot to all that are to be sharded as it is; `around`: looks again at
 * what makes and takes them, a node aside. */
static void set_alike(struct flow *flow, const struct graph_slot *slot, bool around,
                      uint32_t except)
{
	const struct graph_group *group = &flow->graph->groups[slot->group - 1];
	for (uint32_t i = 0; i < group->count; i++) {
		struct graph_slot *other = graph_slot_of(flow->graph, group->values[i]);
		if (other == slot)
			continue;
		set_sharding(flow, other, slot->sharding);
		if (around)
			push_around(flow, other, except);
	}
}

/* The sharding of what an edge of a shard_map leads to, as the other side has it; NULL of NULL. */
static const struct named_sharding *over_border(struct flow *flow, const struct graph_node *node,
                                                const struct named_sharding *sharding,
                                                bool outwards)
{
	const struct axis_parts *manual = &node->instruction->manual->axes;
	sharding = outwards ? manual_outside(flow->scratch, sharding, node->manual, manual)
	                    : manual_inside(flow->scratch, sharding, manual);
	return sharding ? sharding_pool_keep(&flow->graph->pool, sharding) : NULL;
}

static void run_node(struct flow *flow, uint32_t index, int pass)
{
	struct graph *graph = flow->graph;
	struct graph_node *node = &graph->nodes[index];
	enum flow_mode mode = mode_of(node, pass);
	if (mode == MODE_NONE || is_idle(graph, node, mode))
		return;
	uint32_t count = node->noperands + node->nresults;
	struct arena_mark mark = arena_mark(flow->scratch);
	const struct named_sharding **shardings =
	    arena_new(flow->scratch, const struct named_sharding *, count);
	for (uint32_t i = 0; i < count; i++)
		shardings[i] = graph_slot_of(graph, node->values[i])->sharding;
	if (node->manual)
		shardings[1] = over_border(flow, node, shardings[1], node->into);
	const struct flow_step step = {node->rule, mode, node->elementwise, shardings};
	const struct named_sharding *const *updated = run_step(flow, &step);
	bool changed = false;
	for (uint32_t i = 0; updated && i < count; i++) {
		if (!updated[i])
			continue;
		bool over = node->manual && i == 1;
		struct graph_slot *slot = graph_slot_of(graph, node->values[i]);
		set_sharding(flow, slot,
		             over ? over_border(flow, node, updated[i], !node->into) : updated[i]);
		push_around(flow, slot, index);
		if (slot->group)
			set_alike(flow, slot, true, index);
		changed = true;
	}
	node->ran = changed ? 0 : graph->time;
	node->ran_as = mode;
	arena_rewind(flow->scratch, mark);
}

/* An identity between each returned value and the sharding of the result. */
static void run_results(struct flow *flow)
{
	struct graph *graph = flow->graph;
	const struct graph_node *node = &graph->nodes[graph->result];
	for (uint32_t i = 0; i < node->noperands; i++) {
		struct graph_slot *slot = graph_slot_of(graph, node->values[i]);
		const struct named_sharding *shardings[] = {slot->sharding, graph->results[i]};
		if (slot->shape->rank == 0 || (!shardings[0] && !shardings[1]))
			continue;
		struct arena_mark mark = arena_mark(flow->scratch);
		if (!flow->results[i])
			flow->results[i] =
			    factor_pool_keep(&graph->rules, flow->scratch,
			                     factor_rule_identity(factor_pool_begin(&graph->rules),
			                                          flow->scratch, slot->shape, 1));
		const struct flow_step step = {flow->results[i], MODE_BOTH, false, shardings};
		const struct named_sharding *const *updated = run_step(flow, &step);
		if (updated && updated[0]) {
			set_sharding(flow, slot, updated[0]);
			if (slot->group)
				set_alike(flow, slot, false, GRAPH_NONE);
		}
		if (updated && updated[1])
			graph->results[i] = updated[1];
		arena_rewind(flow->scratch, mark);
	}
}

static void run_pass(struct flow *flow, int pass)
{
	struct graph *graph = flow->graph;
	run_results(flow);
	for (uint32_t i = graph->last; i != GRAPH_NONE; i = graph->nodes[i].before)
		push(flow, i, GRAPH_NONE);
	while (flow->count) {
		uint32_t node = flow->stack[--flow->count];
		graph->nodes[node].queued = false;
		run_node(flow, node, pass);
	}
	run_results(flow);
}

/* Notes which nodes have an operand that others read too. */
static void note_shared(struct graph *graph)
{
	for (uint32_t n = 0; n < graph->nnodes; n++) {
		struct graph_node *node = &graph->nodes[n];
		for (uint32_t i = 0; i < node->noperands && node->kind == NODE_OPERATION; i++) {
			uint32_t value = node->values[i];
			if (graph_slot_of(graph, value)->shape->rank &&
			    graph->values[value].uses != 1)
				node->shared = true;
		}
	}
}

void flow_run(struct graph *graph)
{
	struct flow flow = {.graph = graph, .scratch = graph->scratch};
	flow.stack = arena_new(graph->arena, uint32_t, graph->nnodes);
	flow.results = arena_new(graph->arena, const struct factor_rule *,
	                         graph->nodes[graph->result].noperands);
	graph->time++;
	note_shared(graph);
	struct priorities priorities = priorities_take(graph);
	for (uint32_t level = 0; level <= priorities.nlevels; level++) {
		if (level)
			priorities_give(graph, &priorities, priorities.levels[level - 1]);
		for (int pass = 0; pass < PASSES; pass++)
			run_pass(&flow, pass);
	}
}
