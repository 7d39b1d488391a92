/* SPDX-License-Identifier: Apache-2.0 */
/* From the walk over a module to the list of its collectives. */
#include "partition/partition.h"

#include <string.h>

#include "partition/partition_frame.h"
#include "partition/tiling_store.h"

/* ---- The order of steps ---- */

/* The nodes that the results depend on, each behind those that it depends on itself. */
struct order {
	const struct made *made;
	bool *visited;
	uint32_t *nodes, count;
	uint32_t *stack;
};

/*
 * Nodes in the order in which HLO lists instructions: what comes first among the operands first,
 * with all that it needs (HloComputation::MakeInstructionPostOrder).
 */
static void add_in_post_order(struct order *order, uint32_t root)
{
	uint32_t depth = 0;
	order->stack[depth++] = root;
	while (depth) {
		uint32_t node = order->stack[depth - 1];
		if (!node || order->visited[node]) {
			depth--;
			continue;
		}
		const struct made *made = &order->made[node];
		uint32_t next = 0;
		for (uint32_t i = 0; i < 2 && !next; i++)
			if (made->before[i] && !order->visited[made->before[i]])
				next = made->before[i];
		if (next) {
			order->stack[depth++] = next;
			continue;
		}
		order->visited[node] = true;
		order->nodes[order->count++] = node;
		depth--;
	}
}

static uint32_t place_of(const struct partitioner *p, uint32_t node)
{
	const struct made *made = &p->resharder.made[node];
	return made->unknown ? p->reasons[made->unknown - 1].place
	                     : p->resharder.steps[made->step - 1].place;
}

static uint32_t frame_of(const struct partitioner *p, uint32_t node)
{
	return p->places[place_of(p, node)].frame->number;
}

/* Whether a node is something that the plan lists. */
static bool is_listed(const struct partitioner *p, uint32_t node)
{
	const struct made *made = &p->resharder.made[node];
	return made->unknown ||
	       (made->step && p->resharder.steps[made->step - 1].kind != RESHARD_SLICE);
}

/* Steps of a computation stand together, before those of the ones that it calls: sorts nodes by
 * frame, else as they are. */
static uint32_t *by_frame(struct partitioner *p, const struct order *order)
{
	uint32_t *first = arena_new(p->arena, uint32_t, p->frames + 1);
	uint32_t *sorted = arena_new(p->arena, uint32_t, order->count);
	for (uint32_t i = 0; i < order->count; i++)
		first[frame_of(p, order->nodes[i]) + 1]++;
	for (uint32_t i = 0; i < p->frames; i++)
		first[i + 1] += first[i];
	for (uint32_t i = 0; i < order->count; i++)
		sorted[first[frame_of(p, order->nodes[i])]++] = order->nodes[i];
	return sorted;
}

/* Marks all-reduces whose result only a slice has that leaves each device its part of it. */
static void find_scattered_sums(struct partitioner *p, const struct order *order,
                                const struct shards *results, uint32_t count)
{
	struct resharder *resharder = &p->resharder;
	uint32_t *users = arena_new(p->arena, uint32_t, resharder->made_count + 1);
	for (uint32_t i = 0; i < count; i++)
		users[results[i].made]++;
	for (uint32_t i = 0; i < order->count; i++)
		for (int k = 0; k < 2; k++)
			users[order->made[order->nodes[i]].before[k]]++;
	for (uint32_t i = 0; i < order->count; i++) {
		const struct made *made = &order->made[order->nodes[i]];
		const struct reshard_step *slice =
		    made->step ? &resharder->steps[made->step - 1] : NULL;
		if (slice && slice->kind == RESHARD_SLICE && slice->scatters &&
		    users[made->before[0]] == 1)
			resharder->steps[order->made[made->before[0]].step - 1].scatters = true;
	}
}

/* The listed nodes that the results and effects depend on, in order. */
static uint32_t *live_nodes(struct partitioner *p, const struct shards *results, uint32_t count,
                            uint32_t *live)
{
	uint32_t nodes = p->resharder.made_count;
	struct order order = {
	    .made = p->resharder.made,
	    .visited = arena_new(p->arena, bool, nodes + 1),
	    .nodes = arena_new(p->arena, uint32_t, nodes + 1),
	    .stack = arena_new(p->arena, uint32_t, nodes + 1),
	};
	for (uint32_t i = 0; i < p->neffects; i++)
		add_in_post_order(&order, p->effects[i]);
	for (uint32_t i = 0; i < count; i++)
		add_in_post_order(&order, results[i].made);
	find_scattered_sums(p, &order, results, count);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < order.count; i++)
		if (is_listed(p, order.nodes[i]))
			order.nodes[kept++] = order.nodes[i];
	order.count = *live = kept;
	return by_frame(p, &order);
}

/* ---- Out of the scratch memory ---- */

/* Groups or pairs that were copied out of the scratch memory, to be shared by steps that have the
 * same. */
struct copied {
	const int32_t *from;
	int32_t count, size;
	struct reshard_step step; /* what it has of them alone */
	struct copied *next;
};

enum { COPIED = 256 };

static struct reshard_step copied_ids(struct arena *arena, const struct named_mesh *mesh,
                                      const struct reshard_step *step)
{
	struct reshard_step copy = {.group_count = step->group_count,
	                            .group_size = step->group_size,
	                            .pair_count = step->pair_count};
	size_t members = (size_t)step->group_count * (size_t)step->group_size;
	if (step->pairs)
		copy.pairs = arena_copy(arena, step->pairs, step->pair_count, sizeof *step->pairs);
	else
		copy.groups = arena_copy(arena, step->groups, members, sizeof *step->groups);
	reshard_name_axes(arena, mesh, &copy);
	return copy;
}

/* Of the first ids: a list is as long as there are devices, and there are few of them. */
static uint32_t hash_ids(const int32_t *ids, size_t count)
{
	enum { HASHED = 64 };
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < count && i < HASHED; i++)
		hash = (hash ^ (uint32_t)ids[i]) * 16777619u;
	return hash;
}

/* The step with its groups and pairs in the arena, those of an equal one where there was one. */
static struct reshard_step shared_step(struct arena *arena, struct arena *scratch,
                                       const struct named_mesh *mesh, struct copied **table,
                                       struct reshard_step step)
{
	bool pairs = step.pairs != NULL;
	const int32_t *ids = pairs ? &step.pairs[0].source : step.groups;
	int32_t count = pairs ? (int32_t)step.pair_count : step.group_count;
	int32_t size = pairs ? 2 : step.group_size;
	size_t total = (size_t)count * (size_t)size;
	struct copied **bucket = &table[hash_ids(ids, total) % COPIED], *copy = *bucket;
	while (copy &&
	       (copy->count != count || copy->size != size || (copy->step.pairs != NULL) != pairs ||
	        (copy->from != ids && memcmp(copy->from, ids, total * sizeof *ids) != 0)))
		copy = copy->next;
	if (!copy) {
		copy = arena_new(scratch, struct copied, 1);
		*copy = (struct copied){ids, count, size, copied_ids(arena, mesh, &step), *bucket};
		*bucket = copy;
	}
	step.groups = copy->step.groups;
	step.pairs = copy->step.pairs;
	step.axes = copy->step.axes;
	step.axes_known = copy->step.axes_known;
	step.after = (struct reshard_state){NULL, NULL};
	return step;
}

static struct reshard_layout copied_layout(struct arena *arena, struct reshard_layout layout)
{
	if (!layout.tiling)
		return (struct reshard_layout){0};
	uint32_t rank = layout.tiling->rank;
	return (struct reshard_layout){
	    tiling_copy(arena, layout.tiling),
	    arena_copy(arena, layout.extents, rank, sizeof *layout.extents),
	    arena_copy(arena, layout.local, rank, sizeof *layout.local)};
}

/* What a step moves, out of the scratch memory. */
static struct reshard_move *copied_move(struct arena *arena, const struct reshard_move *move)
{
	struct reshard_move *copy = arena_new(arena, struct reshard_move, 1);
	size_t members = (size_t)move->group_count * (size_t)move->group_size;
	*copy = *move;
	copy->from = copied_layout(arena, move->from);
	copy->to = copied_layout(arena, move->to);
	copy->groups =
	    move->groups ? arena_copy(arena, move->groups, members, sizeof *move->groups) : NULL;
	return copy;
}

static const struct partition_loop *copied_loop(struct arena *arena,
                                                const struct partition_loop *loop)
{
	struct partition_loop *first = NULL, *inner = NULL;
	for (; loop; loop = loop->outer) {
		struct partition_loop *copy = arena_new(arena, struct partition_loop, 1);
		*copy = *loop;
		if (inner)
			inner->outer = copy;
		else
			first = copy;
		inner = copy;
	}
	return first;
}

/* The instruction whose metadata a collective has: of it, XLA says where the user wrote it. Where
 * an array was made that nobody wrote, an argument or what a loop carries, it is what asks for it.
 */
static const struct instruction *source_of(const struct partitioner *p,
                                           const struct reshard_step *step)
{
	const struct jax_rules *rules = p->options->rules;
	const struct instruction *made = p->places[step->source].instruction;
	bool operand = rules && rules->has[XLA_COLLECTIVES_NAME_OPERANDS] && made->origin.file.len;
	return operand ? made : p->places[step->place].instruction;
}

static void list_steps(struct arena *arena, struct partitioner *p, const uint32_t *nodes,
                       uint32_t count, struct partition *result)
{
	struct partition_step *steps = arena_new(arena, struct partition_step, count);
	struct copied **table = arena_new(p->arena, struct copied *, COPIED);
	const struct partition_loop *loop = NULL, *copy = NULL;
	for (uint32_t i = 0; i < count; i++) {
		const struct made *made = &p->resharder.made[nodes[i]];
		const struct partition_place *place = &p->places[place_of(p, nodes[i])];
		if (place->loop != loop)
			copy = copied_loop(arena, place->loop);
		loop = place->loop;
		steps[i].instruction = steps[i].source = place->instruction;
		steps[i].loop = copy;
		if (made->unknown) {
			steps[i].kind = PARTITION_UNKNOWN;
			steps[i].reason = p->reasons[made->unknown - 1].reason;
			result->unknowns++;
			continue;
		}
		steps[i].kind = PARTITION_COLLECTIVE;
		steps[i].step = shared_step(arena, p->arena, p->options->mesh, table,
		                            p->resharder.steps[made->step - 1]);
		steps[i].operand = p->places[steps[i].step.made].instruction;
		steps[i].source = source_of(p, &steps[i].step);
		if (!steps[i].step.move)
			continue;
		steps[i].moved = p->places[steps[i].step.move->place].instruction;
		steps[i].step.move = copied_move(arena, steps[i].step.move);
	}
	result->steps = steps;
	result->step_count = count;
}

/* ---- The module ---- */

static struct partition unknown(const char *reason)
{
	return (struct partition){.outcome = RESHARD_UNKNOWN, .reason = reason};
}

static struct partition partition_entry(struct arena *arena, struct arena *scratch,
                                        const struct module *module,
                                        const struct partition_options *options)
{
	struct partitioner p = {
	    .arena = scratch,
	    .kept = arena,
	    .shares = arena_new(arena, struct partition_share *, module->ncomputations),
	    .resharder = {.scratch = scratch, .forms_matter = true, .layouts = options->layouts},
	    .module = module,
	    .options = options,
	    .devices = (int32_t)module->partitions,
	    .tilings = tiling_store_make(scratch),
	};
	struct partition result = {.outcome = RESHARD_PREDICTED};
	const struct shards *root = walk_computation(&p, module->entry, NULL, NULL);
	if (!root) {
		result.outcome = p.resharder.outcome;
		result.reason = p.resharder.reason;
		result.at = p.stopped_at;
		return result;
	}
	uint32_t count, leaves = shape_leaves(module->entry->root->shape);
	const uint32_t *nodes = live_nodes(&p, root, leaves, &count);
	list_steps(arena, &p, nodes, count, &result);
	result.shares = p.shares;
	return result;
}

struct partition partition_module(struct arena *arena, struct arena *scratch,
                                  const struct module *module,
                                  const struct partition_options *options)
{
	if (module->partitions < 1 || module->partitions > RESHARD_MAX_DEVICES)
		return unknown("the module is for more than 1048576 devices");
	if (!module->entry || !module->entry->root)
		return unknown("the module has no entry computation");
	struct arena_mark mark = arena_mark(scratch);
	struct partition result = partition_entry(arena, scratch, module, options);
	arena_rewind(scratch, mark);
	return result;
}
