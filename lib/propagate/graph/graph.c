/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/graph/graph.h"

#include <assert.h>
#include <string.h>

bool graph_fail(struct graph *graph, const struct instruction *at, const char *why)
{
	if (!graph->failure) {
		graph->failure = why;
		graph->failed_at = at;
	}
	return false;
}

/* Puts a node that is in no order before another, or at the end. */
static void link_before(struct graph *graph, uint32_t index, uint32_t other)
{
	struct graph_node *node = &graph->nodes[index];
	node->after = other;
	node->before = other == GRAPH_NONE ? graph->last : graph->nodes[other].before;
	if (node->before == GRAPH_NONE)
		graph->first = index;
	else
		graph->nodes[node->before].after = index;
	if (other == GRAPH_NONE)
		graph->last = index;
	else
		graph->nodes[other].before = index;
}

static void unlink_node(struct graph *graph, uint32_t index)
{
	const struct graph_node *node = &graph->nodes[index];
	if (node->before == GRAPH_NONE)
		graph->first = node->after;
	else
		graph->nodes[node->before].after = node->after;
	if (node->after == GRAPH_NONE)
		graph->last = node->before;
	else
		graph->nodes[node->after].before = node->before;
}

void graph_move_behind(struct graph *graph, uint32_t node, uint32_t other)
{
	if (node == other)
		return;
	unlink_node(graph, node);
	link_before(graph, node, graph->nodes[other].after);
	graph->nodes[node].region = graph->nodes[other].region;
}

uint32_t graph_add_node(struct graph *graph, enum graph_node_kind kind,
                        const struct instruction *instruction, uint32_t noperands,
                        uint32_t nresults, uint32_t before)
{
	struct graph_node node = {
	    .kind = kind,
	    .instruction = instruction,
	    .values = arena_new(graph->arena, uint32_t, (size_t)noperands + nresults),
	    .noperands = noperands,
	    .nresults = nresults,
	    .mark = GRAPH_NONE,
	};
	for (uint32_t i = 0; i < noperands + nresults; i++)
		node.values[i] = GRAPH_NONE;
	uint32_t index = graph->nnodes;
	if (before != GRAPH_NONE)
		node.region = graph->nodes[before].region;
	arena_push(graph->arena, graph->nodes, graph->nnodes, graph->node_room, node);
	link_before(graph, index, before);
	return index;
}

uint32_t graph_add_value(struct graph *graph, const struct hlo_shape *shape, uint32_t node)
{
	struct graph_slot slot = {.shape = shape, .maker = node, .nvalues = 1};
	struct graph_value value = {.slot = graph->nslots, .last_use = GRAPH_NONE, .node = node};
	slot.values[0] = graph->nvalues;
	arena_push(graph->arena, graph->slots, graph->nslots, graph->slot_room, slot);
	arena_push(graph->arena, graph->values, graph->nvalues, graph->value_room, value);
	return graph->nvalues - 1;
}

static enum graph_flow flow_of(const struct graph_node *node)
{
	if (node->kind == NODE_EDGE || node->elementwise)
		return FLOW_FREE;
	switch (node->instruction->opcode) {
	case OPCODE_RESHAPE:
	case OPCODE_TRANSPOSE:
		return FLOW_FREE;
	case OPCODE_DYNAMIC_SLICE:
	case OPCODE_DYNAMIC_UPDATE_SLICE:
		return FLOW_FORWARD;
	case OPCODE_BROADCAST:
		return FLOW_BROADCAST;
	case OPCODE_CUSTOM_CALL:
		return str_equal(node->instruction->target, STR("MoveToHost")) ||
		               str_equal(node->instruction->target, STR("MoveToDevice"))
		           ? FLOW_FREE
		           : FLOW_FACTORS;
	default:
		return FLOW_FACTORS;
	}
}

static bool is_elementwise(const struct graph *graph, const struct graph_node *node)
{
	if (node->kind != NODE_OPERATION)
		return false;
	if (opcode_class(node->instruction->opcode) == OPCODE_CLASS_ELEMENTWISE)
		return true;
	if (node->instruction->opcode != OPCODE_BITCAST_CONVERT || node->noperands != 1)
		return false;
	const struct hlo_shape *in = graph_slot_of(graph, node->values[0])->shape;
	const struct hlo_shape *out = graph_slot_of(graph, node->values[1])->shape;
	return in->rank == out->rank;
}

/* Makes the instruction of a value known, as far as rules ask. */
static const struct instruction *maker_of(const struct graph *graph, uint32_t value)
{
	return graph->values[value].instruction;
}

/* Whether a node goes dim by dim, with operands and one result of the same dims. */
static bool is_pointwise(const struct graph *graph, const struct graph_node *node)
{
	const struct hlo_shape *target = graph_slot_of(graph, node->values[node->noperands])->shape;
	if (node->nresults != 1 ||
	    (node->kind != NODE_EDGE &&
	     opcode_class(node->instruction->opcode) != OPCODE_CLASS_ELEMENTWISE))
		return false;
	for (uint32_t i = 0; i < node->noperands; i++)
		if (!hlo_shape_same_sizes(graph_slot_of(graph, node->values[i])->shape, target))
			return false;
	return true;
}

/* The rule of an edge: an identity. */
static const struct factor_rule *edge_rule(struct arena *arena, const struct graph *graph,
                                           const struct graph_node *node,
                                           const struct hlo_shape *const *shapes)
{
	const struct hlo_shape *target = shapes[node->noperands];
	for (uint32_t i = 0; i < node->noperands; i++)
		if (shapes[i]->rank != target->rank)
			return NULL;
	return factor_rule_identity(arena, graph->scratch, target, node->noperands);
}

/* The rule of an edge, or of an operation. */
static const struct factor_rule *make_rule(struct graph *graph, const struct graph_node *node)
{
	uint32_t count = node->noperands + node->nresults;
	struct arena_mark mark = arena_mark(graph->scratch);
	const struct hlo_shape **shapes =
	    arena_new(graph->scratch, const struct hlo_shape *, count);
	const struct instruction **makers =
	    arena_new(graph->scratch, const struct instruction *, count);
	for (uint32_t i = 0; i < count; i++) {
		shapes[i] = graph_slot_of(graph, node->values[i])->shape;
		makers[i] = maker_of(graph, node->values[i]);
	}
	struct factor_tensors tensors = {.shapes = shapes,
	                                 .noperands = node->noperands,
	                                 .nresults = node->nresults,
	                                 .makers = makers,
	                                 .release = graph->release};
	struct arena *arena = factor_pool_begin(&graph->rules);
	const struct factor_rule *rule =
	    node->kind == NODE_EDGE
		? edge_rule(arena, graph, node, shapes)
		: factor_rule_of(arena, graph->scratch, node->instruction, &tensors);
	rule = factor_pool_keep(&graph->rules, graph->scratch, rule);
	arena_rewind(graph->scratch, mark);
	return rule;
}

enum { KEY_WORDS = 32 };

/* What a rule is known by; more than KEY_WORDS are none. */
struct rule_key {
	int64_t words[KEY_WORDS];
	size_t count;
};

static void add_words(struct rule_key *key, int64_t first, const int64_t *dims, uint32_t count)
{
	if (key->count + 1 + count <= KEY_WORDS) {
		key->words[key->count] = first;
		if (count)
			memcpy(key->words + key->count + 1, dims, count * sizeof *dims);
	}
	key->count += 1 + (size_t)count;
}

static void add_sizes(struct rule_key *key, const struct graph *graph, uint32_t value)
{
	const struct hlo_shape *shape = graph_slot_of(graph, value)->shape;
	add_words(key, shape->rank, shape->dims, shape->rank);
}

/* What a rule is known by that is made of sizes and of dims alone; false where it is made of more.
 */
static bool key_of_sizes(const struct graph *graph, const struct graph_node *node,
                         struct rule_key *key)
{
	const struct instruction *at = node->instruction;
	key->count = 0;
	if (is_pointwise(graph, node)) {
		add_words(key, node->noperands, NULL, 0);
	} else {
		bool plain = node->kind == NODE_OPERATION && node->noperands == 1 &&
		             node->nresults == 1 &&
		             (at->opcode == OPCODE_BROADCAST || at->opcode == OPCODE_RESHAPE ||
		              at->opcode == OPCODE_TRANSPOSE);
		if (!plain)
			return false;
		add_words(key, -(int64_t)at->opcode, at->dims, at->ndims);
		add_sizes(key, graph, node->values[0]);
	}
	add_sizes(key, graph, node->values[node->noperands]);
	return key->count <= KEY_WORDS;
}

/* The rule of a node, made once for each key. */
static const struct factor_rule *known_rule(struct graph *graph, const struct graph_node *node,
                                            const struct rule_key *key)
{
	struct str words = {(const char *)key->words, key->count * sizeof *key->words};
	const struct factor_rule *rule = cache_find(&graph->sized, words);
	if (rule)
		return rule;
	rule = make_rule(graph, node);
	if (rule)
		cache_add(graph->arena, &graph->sized, str_copy(graph->arena, words), rule);
	return rule;
}

void graph_set_rule(struct graph *graph, uint32_t index)
{
	struct graph_node *node = &graph->nodes[index];
	struct rule_key key;
	if (node->nresults == 0)
		return;
	for (uint32_t i = 0; i < node->noperands + node->nresults; i++)
		assert(node->values[i] != GRAPH_NONE);
	node->elementwise = is_elementwise(graph, node);
	node->flow = flow_of(node);
	node->rule = key_of_sizes(graph, node, &key) ? known_rule(graph, node, &key)
	                                             : make_rule(graph, node);
}
