/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/alike.h"

#include "propagate/constraint.h"

/* What the program says of one value. */
struct membership {
	uint32_t value;
	int64_t group;
};

struct memberships {
	struct membership *items; /* in the order of the program */
	uint32_t count;
	size_t room;
};

static void add_member(const struct graph *graph, struct memberships *members, uint32_t value,
                       int64_t group)
{
	struct membership member = {value, group};
	arena_push(graph->scratch, members->items, members->count, members->room, member);
}

/* What is said of constants, which are copied for each use. */
static struct memberships find_templates(const struct graph *graph)
{
	struct memberships found = {0};
	for (uint32_t n = graph->first; n != GRAPH_NONE; n = graph->nodes[n].after) {
		const struct graph_node *node = &graph->nodes[n];
		if (node->kind == NODE_OPERATION && is_sharding_group(node->instruction) &&
		    graph->values[node->values[0]].kind == VALUE_TEMPLATE)
			add_member(graph, &found, node->values[0], node->instruction->index);
	}
	return found;
}

/* Each copy of a constant is in its groups, which read it too. */
static void add_copy(struct graph *graph, struct memberships *members,
                     const struct memberships *templates, const struct graph_node *copy)
{
	uint32_t value = copy->values[copy->noperands];
	for (uint32_t i = 0; i < templates->count; i++) {
		if (graph->values[templates->items[i].value].node != copy->mark)
			continue;
		add_member(graph, members, value, templates->items[i].group);
		graph->values[value].uses++;
	}
}

static struct memberships find_members(struct graph *graph)
{
	struct memberships found = {0}, templates = find_templates(graph);
	for (uint32_t n = graph->first; n != GRAPH_NONE; n = graph->nodes[n].after) {
		const struct graph_node *node = &graph->nodes[n];
		if (node->kind != NODE_OPERATION)
			continue;
		if (node_is_copy(node))
			add_copy(graph, &found, &templates, node);
		else if (is_sharding_group(node->instruction) &&
		         graph->values[node->values[0]].kind != VALUE_TEMPLATE)
			add_member(graph, &found, node->values[0], node->instruction->index);
	}
	return found;
}

static void rename_group(struct memberships *members, int64_t from, int64_t to)
{
	for (uint32_t i = 0; i < members->count; i++)
		if (members->items[i].group == from)
			members->items[i].group = to;
}

/* Groups that have a value in common become one, in which each value stands once. */
static void unite(struct memberships *members)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < members->count; i++) {
		uint32_t same = 0;
		while (same < kept && members->items[same].value != members->items[i].value)
			same++;
		if (same < kept)
			rename_group(members, members->items[i].group, members->items[same].group);
		else
			members->items[kept++] = members->items[i];
	}
	members->count = kept;
}

static struct graph_group *add_group(struct graph *graph, const struct memberships *members,
                                     int64_t number)
{
	struct graph_group group = {0};
	size_t room = 0;
	for (uint32_t i = 0; i < members->count; i++)
		if (members->items[i].group == number)
			arena_push(graph->arena, group.values, group.count, room,
			           members->items[i].value);
	arena_push(graph->arena, graph->groups, graph->ngroups, graph->group_room, group);
	return &graph->groups[graph->ngroups - 1];
}

/* The sharding that the first member has which has one; `differ`: another has another. */
static const struct named_sharding *common_sharding(const struct graph *graph,
                                                    const struct graph_group *group, bool *differ)
{
	const struct named_sharding *common = NULL;
	*differ = false;
	for (uint32_t i = 0; i < group->count; i++) {
		const struct named_sharding *own = graph_slot_of(graph, group->values[i])->sharding;
		if (!own || named_sharding_is_open(own))
			continue;
		if (!common)
			common = own;
		*differ = *differ || own != common;
	}
	return common;
}

/* Lets all members be read through constraints that ask for nothing. */
static void open_members(struct graph *graph, struct graph_group *group,
                         const struct named_sharding *like)
{
	for (uint32_t i = 0; i < group->count; i++) {
		const struct named_sharding open =
		    named_sharding_open(graph->scratch, like->mesh, like->rank);
		group->values[i] = read_constrained(graph, group->values[i],
		                                    sharding_pool_keep(&graph->pool, &open));
	}
}

static void make_group(struct graph *graph, struct graph_group *group)
{
	bool differ;
	const struct named_sharding *common = common_sharding(graph, group, &differ);
	if (differ)
		open_members(graph, group, common);
	for (uint32_t i = 0; i < group->count; i++) {
		struct graph_slot *slot = graph_slot_of(graph, group->values[i]);
		if (slot->values[slot->nvalues - 1] == group->values[i])
			slot->group = graph->ngroups;
		if (common && !differ)
			slot->sharding = common;
	}
}

void join_groups(struct graph *graph)
{
	struct memberships members = find_members(graph);
	unite(&members);
	for (uint32_t i = 0; i < members.count; i++) {
		uint32_t first = 0;
		while (members.items[first].group != members.items[i].group)
			first++;
		if (first == i)
			make_group(graph, add_group(graph, &members, members.items[i].group));
	}
}
