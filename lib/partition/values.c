/* SPDX-License-Identifier: Apache-2.0 */
/* Values cut into shards: how they are resharded, computed and seen inside groups. */
#include <assert.h>
#include <string.h>

#include "base/checked.h"
#include "partition/unreduced.h"
#include "partition/partitioner.h"
#include "reshard/gather.h"
#include "reshard/reshard_rules.h"

/* Steps that one reshard may take. */
enum { MAX_STEPS = 1024 };

static bool is_empty(struct shards value)
{
	for (uint32_t i = 0; i < value.tiling->rank; i++)
		if (value.extents[i] == 0)
			return true;
	return false;
}

struct resharder *begin_at(struct partitioner *p, struct shards value)
{
	struct resharder *r = &p->resharder;
	r->latest = value.made;
	r->element_bytes = value.element_bytes;
	r->moved_place = value.place;
	r->source = value.source;
	r->moved_leaf = value.leaf;
	r->within = r->groups;
	if (value.tiling->count == p->devices)
		resharder_finds(r, value);
	else
		r->holding = (struct reshard_layout){0};
	r->step_limit = r->step_count + MAX_STEPS;
	return r;
}

struct shards settle(struct partitioner *p, struct shards value, struct shards wanted)
{
	struct resharder *r = &p->resharder;
	if (r->outcome != RESHARD_UNKNOWN)
		return value;
	const char *reason = r->reason;
	r->outcome = RESHARD_PREDICTED;
	r->reason = NULL;
	return unknown_shards(p, wanted, reason);
}

/* The value with another tiling, without anything done. */
static struct shards retiled(struct partitioner *p, struct shards value,
                             const struct tiling *target)
{
	value.tiling = target;
	value.local = resharder_shard(&p->resharder, target, value.extents);
	return value;
}

/* A stand-in for a value that is no array like the one it is needed for. */
static struct shards misfit(struct partitioner *p, struct shards value, const struct tiling *target)
{
	int64_t *extents = arena_new(p->arena, int64_t, target->rank);
	for (uint32_t i = 0; i < target->rank; i++)
		extents[i] = 1;
	value = computed(p, target, extents, value.element_bytes, &value, 1);
	return unknown_shards(p, value, "the shapes of a value and of its use differ");
}

struct shards reshard(struct partitioner *p, struct shards value, const struct tiling *target)
{
	if (partition_ended(p) || tiling_equal(value.tiling, target) || value.manual)
		return value;
	if (value.tiling->rank != target->rank)
		return misfit(p, value, target);
	if (value.tiling->count != target->count) {
		/* Into a shard_map over some axes, or out of it: only what is whole fits both. */
		if (!tiling_is_replicated(value.tiling))
			return unknown_shards(p, retiled(p, value, target),
			                      "a value of other devices");
		value.tiling = tiling_replicated(p->arena, target->rank, target->count);
		return reshard(p, renewed(p, value), target);
	}
	if (value.splat || is_empty(value)) {
		value = retiled(p, value, target);
		value.memory = arena_new(p->arena, struct shards_memory, 1);
		return value;
	}
	double chosen = p->resharder.chosen;
	struct shards result = reshard_value(begin_at(p, value), value, target, true);
	chosen = p->resharder.chosen - chosen;
	if (chosen > 0) /* besides, each device is compared with the one that has the value */
		p->masking.flops += chosen + 1;
	return settle(p, result, retiled(p, value, target));
}

struct shards replicate(struct partitioner *p, struct shards value)
{
	value.splat = false;
	return reshard(p, value, replicated_tiling(p, value.tiling->rank));
}

struct shards depending_on(struct partitioner *p, struct shards value, struct shards other)
{
	value.made = resharder_made(&p->resharder, value.made, other.made, 0);
	return value;
}

struct shards renewed(struct partitioner *p, struct shards value)
{
	value.memory = arena_new(p->arena, struct shards_memory, 1);
	return value;
}

struct shards computed(struct partitioner *p, const struct tiling *tiling, const int64_t *extents,
                       int64_t element_bytes, const struct shards *operands, uint32_t count)
{
	struct shards value =
	    shards_of(tiling, resharder_shard(&p->resharder, tiling, extents), extents);
	value.element_bytes = element_bytes;
	value.place = value.source = p->resharder.place;
	for (uint32_t i = 0; i < count; i++)
		value = depending_on(p, value, operands[i]);
	return renewed(p, value);
}

struct shards computed_leaf(struct partitioner *p, const struct instruction *instruction,
                            uint32_t leaf, const struct tiling *tiling,
                            const struct shards *operands, uint32_t count)
{
	const struct hlo_shape *shape = shape_leaf(instruction->shape, leaf);
	return computed(p, tiling, shape->dims, shape_element_bytes(shape), operands, count);
}

/* What a step made: a new value of which nothing is known. */
static struct shards made_anew(struct partitioner *p, struct shards value)
{
	value.made = p->resharder.latest;
	value.source = p->resharder.source;
	value.splat = false;
	value.constant_dims = 0;
	return settle(p, renewed(p, value), value);
}

struct shards collected(struct partitioner *p, struct shards value, enum reshard_kind kind,
                        const struct device_groups *groups, const int64_t *result)
{
	if (partition_ended(p))
		return value;
	resharder_collective(begin_at(p, value), kind, groups, value.local,
	                     result ? result : value.local, value.tiling->rank);
	if (result)
		value.local = result;
	else if (value.tiling->count == p->devices)
		resharder_holds(&p->resharder, value);
	return made_anew(p, value);
}

struct shards all_reduced(struct partitioner *p, struct shards value, const struct tiling *along,
                          const uint32_t *dims, uint32_t ndims)
{
	if (awaits_sum(p->at))
		return value;
	for (uint32_t k = ndims; k-- > 0;) {
		int32_t size = dims[k] < along->rank ? along->tiles[dims[k]] : along->replicas;
		if (size == 1)
			continue;
		value = collected(p, value, RESHARD_ALL_REDUCE,
		                  device_groups_listed_along(p->arena, along, dims[k]), NULL);
	}
	return value;
}

struct shards summed_part(struct partitioner *p, struct shards value, const struct tiling *along,
                          const int64_t *part)
{
	if (partition_ended(p) || awaits_sum(p->at)) {
		value.local = part;
		return value;
	}
	resharder_keep_parts(begin_at(p, value), value, along, part);
	value.local = part;
	return made_anew(p, value);
}

struct shards permuted(struct partitioner *p, struct shards value, const struct reshard_pair *pairs,
                       uint32_t count, const int64_t *sizes)
{
	if (partition_ended(p))
		return value;
	struct resharder *r = begin_at(p, value);
	if (memcmp(sizes, value.local, value.tiling->rank * sizeof *sizes) != 0)
		r->source = r->place; /* cut from it, or padded */
	resharder_permute(r, pairs, count, sizes, value.tiling->rank);
	value.local = sizes;
	return made_anew(p, value);
}

int64_t array_bytes(const int64_t *sizes, uint32_t rank, int64_t element_bytes)
{
	int64_t bytes = element_bytes;
	for (uint32_t i = 0; i < rank; i++)
		if (!checked_multiply(&bytes, bytes, sizes[i]))
			return INT64_MAX;
	return bytes;
}

int64_t local_bytes(struct shards value)
{
	return array_bytes(value.local, value.tiling->rank, value.element_bytes);
}

int64_t whole_bytes(struct shards value)
{
	return array_bytes(value.extents, value.tiling->rank, value.element_bytes);
}

struct shards recall(const struct partitioner *p, struct shards value,
                     const struct shards_window *windows, const struct tiling *target)
{
	return shards_recall(&p->resharder, value, windows, target);
}

void remember(struct partitioner *p, struct shards value, const struct shards_window *windows,
              const struct tiling *target, struct shards result)
{
	shards_remember(&p->resharder, value, windows, target, result);
}

bool *reached_nodes(struct partitioner *p, const struct shards *values, uint32_t count,
                    uint32_t first)
{
	const struct resharder *r = &p->resharder;
	bool *reached = arena_new(p->arena, bool, r->made_count - first + 1);
	for (uint32_t i = 0; i < count; i++)
		if (values[i].made >= first)
			reached[values[i].made - first] = true;
	for (uint32_t node = r->made_count; node-- > first;)
		for (uint32_t i = 0; reached[node - first] && i < 2; i++)
			if (r->made[node].before[i] >= first)
				reached[r->made[node].before[i] - first] = true;
	return reached;
}

void has_effect(struct partitioner *p, struct shards value)
{
	arena_push(p->arena, p->effects, p->neffects, p->room_effects, value.made);
}

struct shards unknown_shards(struct partitioner *p, struct shards value, const char *reason)
{
	struct resharder *r = &p->resharder;
	struct partition_unknown unknown = {reason, r->place};
	arena_push(p->arena, p->reasons, p->nreasons, p->room_reasons, unknown);
	value.made = resharder_made(r, value.made, 0, UINT32_MAX);
	r->made[value.made].step = 0;
	r->made[value.made].unknown = p->nreasons;
	return renewed(p, value);
}

void partition_aborts(struct partitioner *p, const char *reason)
{
	resharder_stop(&p->resharder, RESHARD_ABORTS, reason);
}

bool partition_ended(const struct partitioner *p)
{
	return p->resharder.outcome != RESHARD_PREDICTED;
}

/* Those groups within the current ones, each known once. */
static const struct nesting *nested_in(struct partitioner *p, const struct nesting *outer,
                                       const struct device_groups *groups)
{
	for (struct nesting *n = p->nestings; n; n = n->next)
		if (n->outer == outer && device_groups_equal(n->groups, groups))
			return n;
	struct nesting *made = arena_new(p->arena, struct nesting, 1);
	*made = (struct nesting){outer, groups, p->nestings};
	p->nestings = made;
	return made;
}

void enter_groups(struct partitioner *p, const struct device_groups *groups)
{
	struct device_groups *nested = arena_new(p->arena, struct device_groups, 1);
	assert(groups->count * groups->size == p->devices);
	*nested = *groups;
	nested->outer = p->resharder.groups;
	p->resharder.nesting = nested_in(p, p->resharder.nesting, groups);
	p->resharder.groups = nested;
	p->devices = groups->size;
}

void leave_groups(struct partitioner *p)
{
	const struct device_groups *groups = p->resharder.groups;
	p->resharder.groups = groups->outer;
	p->resharder.nesting = p->resharder.nesting->outer;
	p->devices = groups->count * groups->size;
}

const int64_t *inside_extents(struct partitioner *p, const int64_t *extents,
                              const struct grouped *grouped)
{
	uint32_t rank = grouped->inner->rank;
	int64_t *inner = arena_copy(p->arena, extents, rank, sizeof *inner);
	for (uint32_t k = 0; k < grouped->apart.count; k++)
		if (grouped->apart.dims[k] < rank)
			inner[grouped->apart.dims[k]] =
			    ceiling_divide(inner[grouped->apart.dims[k]], grouped->apart.sizes[k]);
	return inner;
}

struct shards inside(struct partitioner *p, struct shards value, const struct grouped *grouped)
{
	value.extents = inside_extents(p, value.extents, grouped);
	value.tiling = grouped->inner;
	return value;
}

struct shards outside(struct shards value, const struct tiling *tiling, const int64_t *extents)
{
	value.tiling = tiling;
	value.extents = extents;
	return value;
}
