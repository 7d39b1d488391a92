/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/alike.h"

#include "base/table.h"
#include "propagate/constraint.h"

/* What the program says of one value. */
struct membership {
	uint32_t value;
	int64_t group; /* as the program names it, and then a number */
};

struct memberships {
	struct membership *items; /* in the order of the program */
	uint32_t count, most;     /* now, and before they were united */
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

/* The number of a group, in the order in which they are named. */
static uint32_t number_of(const struct graph *graph, struct table *numbers, int64_t group)
{
	const struct str key = {(const char *)&group, sizeof group};
	bool added;
	uint32_t *known = table_find(numbers, key);
	return known ? *known
	             : *table_add(graph->scratch, numbers, str_copy(graph->scratch, key),
	                          numbers->count, &added);
}

/* The group that a group has become a part of: each has that which it was joined to, or itself. */
static uint32_t whole_of(uint32_t *joined, uint32_t group)
{
	while (joined[group] != group)
		group = joined[group] = joined[joined[group]];
	return group;
}

/* Groups that have a value in common become one, in which each value stands once; they are numbered
 * below the count of members. */
static void unite(const struct graph *graph, struct memberships *members)
{
	struct table numbers = {0};
	uint32_t kept = 0, *joined = arena_new(graph->scratch, uint32_t, members->count);
	uint32_t *first = arena_new(graph->scratch, uint32_t, graph->nvalues); /* and 1 */
	for (uint32_t i = 0; i < members->count; i++)
		joined[i] = i;
	for (uint32_t i = 0; i < members->count; i++) {
		struct membership member = members->items[i];
		uint32_t *same = &first[member.value];
		member.group = number_of(graph, &numbers, member.group);
		if (*same) {
			uint32_t other = (uint32_t)members->items[*same - 1].group;
			joined[whole_of(joined, (uint32_t)member.group)] = whole_of(joined, other);
		} else {
			members->items[kept] = member;
			*same = ++kept;
		}
	}
	members->most = members->count;
	members->count = kept;
	for (uint32_t i = 0; i < kept; i++)
		members->items[i].group = whole_of(joined, (uint32_t)members->items[i].group);
}

/* Makes the groups of united members, in the order of their first ones. */
static void add_groups(struct graph *graph, const struct memberships *members)
{
	uint32_t *sizes = arena_new(graph->scratch, uint32_t, members->most);
	uint32_t *places = arena_new(graph->scratch, uint32_t, members->most); /* and 1 */
	for (uint32_t i = 0; i < members->count; i++)
		sizes[members->items[i].group]++;
	for (uint32_t i = 0; i < members->count; i++) {
		uint32_t *place = &places[members->items[i].group];
		if (!*place) {
			struct graph_group group = {
			    arena_new(graph->arena, uint32_t, sizes[members->items[i].group]), 0};
			arena_push(graph->arena, graph->groups, graph->ngroups, graph->group_room,
			           group);
			*place = graph->ngroups;
		}
		struct graph_group *group = &graph->groups[*place - 1];
		group->values[group->count++] = members->items[i].value;
	}
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

static void make_group(struct graph *graph, uint32_t index)
{
	struct graph_group *group = &graph->groups[index];
	bool differ;
	const struct named_sharding *common = common_sharding(graph, group, &differ);
	if (differ)
		open_members(graph, group, common);
	for (uint32_t i = 0; i < group->count; i++) {
		struct graph_slot *slot = graph_slot_of(graph, group->values[i]);
		if (slot->values[slot->nvalues - 1] == group->values[i])
			slot->group = index + 1;
		if (common && !differ)
			slot->sharding = common;
	}
}

void join_groups(struct graph *graph)
{
	struct memberships members = find_members(graph);
	unite(graph, &members);
	add_groups(graph, &members);
	for (uint32_t i = 0; i < graph->ngroups; i++)
		make_group(graph, i);
}
