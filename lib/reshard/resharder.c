/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/resharder.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"

const int64_t *resharder_shard(struct resharder *resharder, const struct tiling *tiling,
                               const int64_t *extents)
{
	int64_t *local = arena_new(resharder->scratch, int64_t, tiling->rank);
	for (uint32_t i = 0; i < tiling->rank; i++)
		local[i] = ceiling_divide(extents[i], tiling->tiles[i]);
	return local;
}

int64_t *resharder_sizes_with(struct resharder *resharder, const int64_t *sizes, uint32_t rank,
                              uint32_t dim, int64_t size)
{
	assert(dim < rank || rank == 0);
	int64_t *copy = arena_copy(resharder->scratch, sizes, rank, sizeof *copy);
	copy[dim] = size;
	return copy;
}

void resharder_stop(struct resharder *resharder, enum reshard_outcome outcome, const char *reason)
{
	assert(outcome != RESHARD_PREDICTED && reason);
	if (resharder->outcome != RESHARD_PREDICTED)
		return;
	resharder->outcome = outcome;
	resharder->reason = reason;
}

bool resharder_can_name(struct resharder *resharder, const struct tiling *tiling)
{
	if (tiling->uncuttable && resharder->states)
		resharder_stop(resharder, RESHARD_ABORTS,
		               "the partitioner has to cut a sharding where no mesh axis can be "
		               "cut, and its check fails (SIGABRT)");
	else if (tiling->uncuttable)
		resharder_stop(resharder, RESHARD_UNKNOWN,
		               "the partitioner may have to cut a sharding where no mesh axis can "
		               "be cut, of which it dies");
	return !tiling->uncuttable;
}

static uint32_t add_node(struct resharder *resharder, struct made made)
{
	if (!resharder->made_count) /* node 0 */
		arena_push(resharder->scratch, resharder->made, resharder->made_count,
		           resharder->made_room, (struct made){0});
	arena_push(resharder->scratch, resharder->made, resharder->made_count, resharder->made_room,
	           made);
	return resharder->made_count - 1;
}

uint32_t resharder_made(struct resharder *resharder, uint32_t first, uint32_t second, uint32_t step)
{
	if (!step && (!second || first == second))
		return first;
	if (!step && !first)
		return second;
	return add_node(resharder, (struct made){{first, second}, step, 0});
}

uint32_t resharder_node(struct resharder *resharder, uint32_t before)
{
	return add_node(resharder, (struct made){{before, 0}, 0, 0});
}

static bool same_windows(const struct shards_window *a, const struct shards_window *b,
                         uint32_t rank)
{
	return a == b || (a && b && memcmp(a, b, rank * sizeof(*a)) == 0);
}

struct shards shards_recall(const struct resharder *resharder, struct shards value,
                            const struct shards_window *windows, const struct tiling *target)
{
	for (struct remembered *r = value.memory ? value.memory->first : NULL; r; r = r->next)
		if (r->nesting == resharder->nesting &&
		    same_windows(r->windows, windows, target->rank) &&
		    tiling_equal(r->target, target))
			return r->result;
	return shards_none();
}

/* What was noted last is found first. */
static void note(struct resharder *resharder, struct shards_memory *memory,
                 const struct shards_window *windows, const struct tiling *target,
                 struct shards result)
{
	struct remembered *entry = arena_new(resharder->scratch, struct remembered, 1);
	*entry = (struct remembered){resharder->nesting, target, windows, result, memory->first};
	memory->first = entry;
}

void shards_remember(struct resharder *resharder, struct shards value,
                     const struct shards_window *windows, const struct tiling *target,
                     struct shards result)
{
	if (!value.memory)
		return;
	note(resharder, value.memory, windows, target, result);
	if (!windows && result.memory)
		note(resharder, result.memory, NULL, value.tiling, value);
}

static int64_t bytes_of(struct resharder *resharder, const int64_t *sizes, uint32_t rank)
{
	int64_t bytes = resharder->element_bytes;
	for (uint32_t i = 0; i < rank; i++) {
		if (checked_multiply(&bytes, bytes, sizes[i]))
			continue;
		resharder_stop(resharder, RESHARD_UNKNOWN, "a shard has more than 2^63 - 1 bytes");
		return 0;
	}
	return bytes;
}

/* What groups within groups are of all devices. */
struct widened {
	struct device_groups inner, outer;
	const struct device_groups *wide;
};

enum { WIDENED = 64 };

static bool same_list(const struct device_groups *a, const struct device_groups *b)
{
	return a->members == b->members && a->count == b->count && a->size == b->size;
}

static const struct device_groups *widen_once(struct arena *scratch,
                                              const struct device_groups *inner,
                                              const struct device_groups *outer)
{
	struct device_groups *wide = arena_new(scratch, struct device_groups, 1);
	int32_t places = inner->count * inner->size;
	int32_t *members = arena_new(scratch, int32_t, (size_t)outer->count * (size_t)places);
	for (int32_t g = 0; g < outer->count; g++)
		for (int32_t i = 0; i < places; i++)
			members[g * places + i] =
			    outer->members[g * outer->size + inner->members[i]];
	*wide = (struct device_groups){NULL, members, outer->count * inner->count, inner->size};
	return wide;
}

/* The same collective in each of the outer groups, for as many levels as there are. A program does
 * the same over and over: what was made last at a place of the table is taken again. */
static const struct device_groups *widen(struct resharder *resharder,
                                         const struct device_groups *groups,
                                         const struct device_groups *outer)
{
	if (outer && !resharder->widened)
		resharder->widened = arena_new(resharder->scratch, struct widened, WIDENED);
	for (; outer; outer = outer->outer) {
		uintptr_t hash =
		    (uintptr_t)groups->members / 16 * 31 ^ (uintptr_t)outer->members / 16;
		struct widened *place = &resharder->widened[(hash ^ hash >> 8) % WIDENED];
		if (!place->wide || !same_list(&place->inner, groups) ||
		    !same_list(&place->outer, outer))
			*place = (struct widened){*groups, *outer,
			                          widen_once(resharder->scratch, groups, outer)};
		groups = place->wide;
	}
	return groups;
}

/* What the next step moves. The groups are those within which the layouts are. */
static struct reshard_move *next_move(struct resharder *resharder)
{
	struct reshard_move *move = arena_new(resharder->scratch, struct reshard_move, 1);
	*move = (struct reshard_move){.from = resharder->holding,
	                              .place = resharder->moved_place,
	                              .leaf = resharder->moved_leaf};
	const struct device_groups *within = resharder->within;
	if (!within)
		return move;
	within = widen(resharder, within, within->outer);
	move->groups = within->members;
	move->group_count = within->count;
	move->group_size = within->size;
	return move;
}

/* Whether the operand of a step is the value itself. For others it is cut, padded or put in another
 * form first, where the step is made (xla spmd_partitioner.cc). */
static bool takes_value(enum reshard_kind kind)
{
	return kind == RESHARD_ALL_GATHER || kind == RESHARD_COLLECTIVE_PERMUTE;
}

static struct reshard_step *add_step(struct resharder *resharder, enum reshard_kind kind,
                                     const int64_t *operand, const int64_t *result, uint32_t rank)
{
	if (!takes_value(kind))
		resharder->source = resharder->place;
	if (resharder->step_count == resharder->step_limit)
		resharder_stop(resharder, RESHARD_UNKNOWN, "it takes more than 1024 steps");
	arena_push(resharder->scratch, resharder->steps, resharder->step_count,
	           resharder->step_room,
	           (struct reshard_step){
		       .kind = kind,
		       .dim = -1,
		       .full_rematerialization = resharder->rematerializing,
		       .operand_bytes = bytes_of(resharder, operand, rank),
		       .result_bytes = bytes_of(resharder, result, rank),
		       .place = resharder->place,
		       .source = resharder->source,
		       .made = resharder->moved_place,
		   });
	struct reshard_step *step = &resharder->steps[resharder->step_count - 1];
	if (resharder->layouts)
		step->move = next_move(resharder);
	resharder->holding = (struct reshard_layout){0};
	resharder->latest = resharder_made(resharder, resharder->latest, 0, resharder->step_count);
	return step;
}

struct reshard_step *resharder_collective(struct resharder *resharder, enum reshard_kind kind,
                                          const struct device_groups *groups,
                                          const int64_t *operand, const int64_t *result,
                                          uint32_t rank)
{
	assert(kind != RESHARD_COLLECTIVE_PERMUTE && kind != RESHARD_SLICE);
	struct reshard_step *step = add_step(resharder, kind, operand, result, rank);
	groups = widen(resharder, groups, resharder->groups);
	step->groups = groups->members;
	step->group_count = groups->count;
	step->group_size = groups->size;
	return step;
}

const struct reshard_pair *reshard_pairs_in(struct arena *arena, const struct device_groups *groups,
                                            const struct reshard_pair *pairs, uint32_t *count)
{
	uint32_t total = *count * (uint32_t)groups->count;
	struct reshard_pair *wide = arena_new(arena, struct reshard_pair, total);
	for (uint32_t i = 0; i < total; i++) {
		const int32_t *members = groups->members + (int32_t)(i / *count) * groups->size;
		wide[i].source = members[pairs[i % *count].source];
		wide[i].target = members[pairs[i % *count].target];
	}
	*count = total;
	return wide;
}

void resharder_permute(struct resharder *resharder, const struct reshard_pair *pairs,
                       uint32_t count, const int64_t *local, uint32_t rank)
{
	struct reshard_step *step =
	    add_step(resharder, RESHARD_COLLECTIVE_PERMUTE, local, local, rank);
	for (const struct device_groups *outer = resharder->groups; outer; outer = outer->outer)
		pairs = reshard_pairs_in(resharder->scratch, outer, pairs, &count);
	step->pairs = pairs;
	step->pair_count = count;
}

void resharder_permute_part(struct resharder *resharder, const struct reshard_pair *pairs,
                            uint32_t count, struct shards value, uint32_t dim, int64_t size)
{
	uint32_t rank = value.tiling->rank;
	resharder->source = size == value.local[dim] ? value.source : resharder->place;
	resharder_permute(resharder, pairs, count,
	                  resharder_sizes_with(resharder, value.local, rank, dim, size), rank);
}

/* The dimension that a slice cuts into so many equal parts, and no other; the rank: none. */
static uint32_t cut_dim(struct shards value, const int64_t *result, int32_t parts)
{
	uint32_t rank = value.tiling->rank, found = rank;
	for (uint32_t i = 0; i < rank; i++) {
		if (value.local[i] == result[i])
			continue;
		if (found != rank || result[i] * parts != value.local[i])
			return rank;
		found = i;
	}
	return found;
}

/* Whether each device of a group of the all-reduce that stands before keeps the next part. */
static bool scatters_sum(struct resharder *resharder, struct shards value, const struct tiling *cut,
                         const int64_t *result)
{
	uint32_t latest = resharder->latest, before = latest ? resharder->made[latest].step : 0;
	const struct reshard_step *sum = before ? &resharder->steps[before - 1] : NULL;
	if (!sum || sum->kind != RESHARD_ALL_REDUCE || resharder->groups || !sum->groups ||
	    sum->group_count * sum->group_size != cut->count)
		return false;
	int32_t size = sum->group_size, minor = cut->replicas;
	uint32_t dim = cut_dim(value, result, size);
	if (dim == cut->rank)
		return false;
	for (uint32_t i = dim + 1; i < cut->rank; i++)
		minor *= cut->tiles[i];
	struct arena_mark mark = arena_mark(resharder->scratch);
	const int32_t *places = tiling_places(resharder->scratch, cut);
	bool in_order = true;
	for (int32_t i = 0; i < sum->group_count * size && in_order; i++)
		in_order = places[sum->groups[i]] / minor % size == i % size;
	arena_rewind(resharder->scratch, mark);
	return in_order;
}

void resharder_slice(struct resharder *resharder, struct shards value, const struct tiling *cut,
                     const int64_t *result)
{
	uint32_t rank = value.tiling->rank;
	if (memcmp(value.local, result, rank * sizeof(*result)) == 0)
		return;
	bool scatters = scatters_sum(resharder, value, cut, result);
	add_step(resharder, RESHARD_SLICE, value.local, result, rank)->scatters = scatters;
}

void resharder_keep_parts(struct resharder *resharder, struct shards value,
                          const struct tiling *summed, const int64_t *result)
{
	uint32_t rank = value.tiling->rank;
	if (memcmp(value.local, result, rank * sizeof(*result)) == 0)
		return;
	bool scatters = false;
	for (uint32_t i = 0; i < rank; i++)
		if (value.local[i] != result[i])
			scatters = cut_dim(value, result, summed->tiles[i]) == i;
	add_step(resharder, RESHARD_SLICE, value.local, result, rank)->scatters = scatters;
}

/* A value in terms of all devices, or of those of the groups that its caller is in. */
static struct reshard_state state_of(struct resharder *resharder, struct shards value)
{
	struct reshard_state state = {value.tiling, value.extents};
	for (const struct resharder_level *l = resharder->level; l; l = l->outer) {
		state.tiling =
		    device_groups_expand(resharder->scratch, l->groups, state.tiling, l->apart);
		state.extents = l->extents;
	}
	return state;
}

void resharder_finds(struct resharder *resharder, struct shards value)
{
	if (!resharder->layouts)
		return;
	struct reshard_state state = state_of(resharder, value);
	resharder->holding = (struct reshard_layout){state.tiling, state.extents, value.local};
}

void resharder_holds(struct resharder *resharder, struct shards value)
{
	assert(value.tiling);
	bool stepped = resharder->step_count && !resharder->holding.tiling;
	resharder_finds(resharder, value);
	if (resharder->layouts && stepped)
		resharder->steps[resharder->step_count - 1].move->to = resharder->holding;
	if (resharder->states && resharder->step_count)
		resharder->steps[resharder->step_count - 1].after = state_of(resharder, value);
}
