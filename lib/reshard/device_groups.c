/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/device_groups.h"

#include <assert.h>
#include <string.h>

#include "sharding/tiling_memo.h"

/* Those of the array `devices` of a tiling. */
static const struct device_groups *groups_of(struct arena *arena, const struct tiling *tiling,
                                             const int32_t *devices, const int32_t *kept)
{
	struct tiling_view view;
	struct tiling_key key;
	uint32_t order[2 * (TILING_MAX_RANK + 1)], dims = tiling->rank + 1;
	view.count = 0;
	key.count = 0;
	tiling_key_add(&key, devices != tiling->devices);
	for (uint32_t i = 0; i < dims; i++)
		tiling_key_add(&key, (uint64_t)kept[i]);
	const struct device_groups *before = tiling_recalled(tiling, DEVICE_GROUPS_MADE, &key);
	if (before)
		return before;
	struct device_groups *groups = arena_new(arena, struct device_groups, 1);
	groups->size = 1;
	for (uint32_t i = 0; i < dims; i++) {
		int32_t size = tiling_size(tiling, i);
		tiling_view_add(&view, size / kept[i]);
		tiling_view_add(&view, kept[i]);
		order[i] = 2 * i;
		order[dims + i] = 2 * i + 1;
		groups->size *= kept[i];
	}
	groups->count = tiling->count / groups->size;
	groups->members = tiling_transposed(arena, devices, &view, order);
	tiling_note(tiling, DEVICE_GROUPS_MADE, &key, groups);
	return groups;
}

const struct device_groups *device_groups_make(struct arena *arena, const struct tiling *tiling,
                                               const int32_t *kept)
{
	return groups_of(arena, tiling, tiling->devices, kept);
}

const struct device_groups *device_groups_of_axes(struct arena *arena, const struct tiling *tiling,
                                                  const int32_t *kept)
{
	return groups_of(arena, tiling, tiling_mesh_devices(arena, tiling), kept);
}

/* All of one dimension, nothing of the others. */
static void keep_only(int32_t *kept, const struct tiling *tiling, uint32_t dim)
{
	assert(dim <= tiling->rank);
	for (uint32_t i = 0; i <= tiling->rank; i++)
		kept[i] = 1;
	kept[dim] = tiling_size(tiling, dim);
}

const struct device_groups *device_groups_along(struct arena *arena, const struct tiling *tiling,
                                                uint32_t dim)
{
	int32_t kept[TILING_MAX_RANK + 1];
	keep_only(kept, tiling, dim);
	return device_groups_make(arena, tiling, kept);
}

/* The groups by their first members. */
static const struct device_groups *in_order(struct arena *arena, const struct tiling *tiling,
                                            const struct device_groups *groups)
{
	struct tiling_key key;
	key.count = 0;
	tiling_key_add_address(&key, groups->members);
	const struct device_groups *before = tiling_recalled(tiling, DEVICE_GROUPS_LISTED, &key);
	if (before)
		return before;
	int32_t total = groups->count * groups->size;
	int32_t *group_of = arena_new(arena, int32_t, (size_t)total);
	int32_t *members = arena_new(arena, int32_t, (size_t)total);
	struct device_groups *listed = arena_new(arena, struct device_groups, 1);
	for (int32_t i = 0; i < groups->count; i++)
		group_of[groups->members[i * groups->size]] = i + 1;
	for (int32_t id = 0, count = 0; id < total; id++) {
		if (!group_of[id])
			continue;
		memcpy(members + count++ * groups->size,
		       groups->members + (group_of[id] - 1) * groups->size,
		       (size_t)groups->size * sizeof(*members));
	}
	*listed = (struct device_groups){NULL, members, groups->count, groups->size};
	tiling_note(tiling, DEVICE_GROUPS_LISTED, &key, listed);
	return listed;
}

const struct device_groups *device_groups_listed(struct arena *arena, const struct tiling *tiling,
                                                 const int32_t *kept)
{
	const struct device_groups *groups = device_groups_of_axes(arena, tiling, kept);
	return tiling->named ? in_order(arena, tiling, groups) : groups;
}

const struct device_groups *device_groups_listed_along(struct arena *arena,
                                                       const struct tiling *tiling, uint32_t dim)
{
	int32_t kept[TILING_MAX_RANK + 1];
	keep_only(kept, tiling, dim);
	return device_groups_listed(arena, tiling, kept);
}

bool device_groups_equal(const struct device_groups *a, const struct device_groups *b)
{
	size_t count = (size_t)a->count * (size_t)a->size;
	return a->count == b->count && a->size == b->size &&
	       (a->members == b->members ||
	        memcmp(a->members, b->members, count * sizeof *a->members) == 0);
}

/* Which group of `groups` each id is in; NULL unless those of `other` have the same members, group
 * by group or, with `any_order`, whichever they are. */
static int32_t *same_groups(struct arena *arena, const struct device_groups *groups,
                            const struct device_groups *other, bool any_order)
{
	int32_t total = groups->count * groups->size;
	int32_t *group_of = arena_new(arena, int32_t, (size_t)total);
	for (int32_t i = 0; i < total; i++)
		group_of[groups->members[i]] = i / groups->size;
	for (int32_t i = 0; i < total; i++) {
		int32_t group = i / other->size;
		if (any_order)
			group = group_of[other->members[group * other->size]];
		if (group_of[other->members[i]] != group)
			return NULL;
	}
	return group_of;
}

bool device_groups_match(struct arena *scratch, const struct device_groups *a,
                         const struct device_groups *b)
{
	return a->count == b->count && same_groups(scratch, a, b, false);
}

const struct tiling *device_groups_align(struct arena *arena, const struct tiling *inner,
                                         const struct device_groups *from,
                                         const struct device_groups *to, bool any_order)
{
	assert(from->count * from->size == to->count * to->size);
	int32_t *group_of = same_groups(arena, to, from, any_order);
	if (!group_of || tiling_is_replicated(inner))
		return inner;
	const int32_t *members = to->members + group_of[from->members[0]] * to->size;
	int32_t *place_of = group_of; /* from here on */
	for (int32_t i = 0; i < to->size; i++)
		place_of[members[i]] = i;
	int32_t *devices = arena_new(arena, int32_t, (size_t)inner->count);
	for (int32_t i = 0; i < inner->count; i++)
		devices[i] = place_of[from->members[inner->devices[i]]];
	return tiling_make(arena, inner->rank, inner->tiles, inner->replicas, devices);
}

const struct tiling *device_groups_expand(struct arena *arena, const struct device_groups *groups,
                                          const struct tiling *inner,
                                          const struct split_dims *apart)
{
	assert(inner->count == groups->size);
	/* Group by group the array has the dimensions (apart..., inner...); each of those apart
	 * belongs right before the inner one of the same number. */
	struct tiling_view view;
	uint32_t order[2 * (TILING_MAX_RANK + 1)], outer[TILING_MAX_RANK + 1], count = 0;
	int32_t tiles[TILING_MAX_RANK + 1];
	view.count = 0;
	for (uint32_t i = 0; i <= inner->rank; i++) {
		tiles[i] = tiling_size(inner, i);
		outer[i] = UINT32_MAX;
	}
	for (uint32_t k = 0; k < apart->count; k++) {
		tiling_view_add(&view, apart->sizes[k]);
		outer[apart->dims[k]] = k;
		tiles[apart->dims[k]] *= apart->sizes[k];
	}
	for (uint32_t i = 0; i <= inner->rank; i++) {
		tiling_view_add(&view, tiling_size(inner, i));
		if (outer[i] != UINT32_MAX)
			order[count++] = outer[i];
		order[count++] = apart->count + i;
	}
	int32_t total = groups->count * groups->size;
	int32_t *listed = arena_new(arena, int32_t, (size_t)total);
	for (int32_t i = 0; i < total; i++) {
		int32_t group = i / groups->size, place = inner->devices[i % groups->size];
		listed[i] = groups->members[group * groups->size + place];
	}
	return tiling_make(arena, inner->rank, tiles, tiles[inner->rank],
	                   tiling_transposed(arena, listed, &view, order));
}
