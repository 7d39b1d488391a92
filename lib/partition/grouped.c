/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/grouped.h"

#include <assert.h>
#include <string.h>

#include "sharding/tiling_memo.h"

const struct grouped *grouped_on(struct arena *arena, const struct tiling *tiling,
                                 const uint32_t *dims, uint32_t ndims, int32_t kept)
{
	struct tiling_view view;
	struct tiling_key key;
	uint32_t order[2 * (TILING_MAX_RANK + 1)], rank = tiling->rank, count = 0;
	int32_t inside[TILING_MAX_RANK + 1];
	view.count = 0;
	key.count = 0;
	bool listed[TILING_MAX_RANK + 1] = {false};
	tiling_key_add(&key, (uint64_t)kept);
	for (uint32_t k = 0; k < ndims; k++)
		tiling_key_add(&key, dims[k]);
	const struct grouped *before = tiling_recalled(tiling, TILING_GROUPED, &key);
	if (before)
		return before;
	struct grouped *result = arena_new(arena, struct grouped, 1);
	struct device_groups *groups = arena_new(arena, struct device_groups, 1);
	groups->count = 1;
	for (uint32_t i = 0; i <= rank; i++)
		inside[i] = tiling_size(tiling, i);
	for (uint32_t k = 0; k < ndims; k++) {
		uint32_t dim = dims[k];
		inside[dim] = dim == rank ? kept : 1;
		result->apart.dims[k] = dim;
		result->apart.sizes[k] = tiling_size(tiling, dim) / inside[dim];
		groups->count *= result->apart.sizes[k];
		order[count++] = 2 * dim;
		listed[dim] = true;
	}
	for (uint32_t i = 0; i <= rank; i++) {
		tiling_view_add(&view, tiling_size(tiling, i) / inside[i]);
		tiling_view_add(&view, inside[i]);
		if (!listed[i]) /* of size 1: its place does not matter */
			order[count++] = 2 * i;
	}
	for (uint32_t i = 0; i <= rank; i++)
		order[count++] = 2 * i + 1;
	groups->size = tiling->count / groups->count;
	groups->members = tiling_transposed(arena, tiling->devices, &view, order);
	result->groups = groups;
	result->apart.count = ndims;
	result->inner =
	    tiling_remembered_with(tiling, tiling_iota(arena, rank, inside, inside[rank]));
	tiling_note(tiling, TILING_GROUPED, &key, result);
	return result;
}

const struct grouped *grouped_consecutive(struct arena *arena, uint32_t rank, int32_t count,
                                          int32_t devices)
{
	assert(devices % count == 0);
	const struct tiling *whole = tiling_replicated(arena, rank, devices);
	return grouped_on(arena, whole, &rank, 1, devices / count);
}

/* Adds what a grouping is but for its inner tiling. */
static void key_add_groups(struct tiling_key *key, const struct grouped *grouped)
{
	tiling_key_add_address(key, grouped->groups->members);
	tiling_key_add(key, (uint64_t)grouped->groups->count);
	for (uint32_t k = 0; k < grouped->apart.count; k++) {
		tiling_key_add(key, grouped->apart.dims[k]);
		tiling_key_add(key, (uint64_t)grouped->apart.sizes[k]);
	}
}

const struct tiling *grouped_expand(struct arena *arena, const struct grouped *grouped)
{
	struct tiling_key key;
	key.count = 0;
	key_add_groups(&key, grouped);
	const struct tiling *before = tiling_recalled(grouped->inner, TILING_EXPANDED, &key);
	if (before)
		return before;
	return tiling_noted(
	    grouped->inner, TILING_EXPANDED, &key,
	    device_groups_expand(arena, grouped->groups, grouped->inner, &grouped->apart));
}

const struct grouped *grouped_align(struct arena *arena, const struct grouped *grouped,
                                    const struct device_groups *to, bool any_order)
{
	const struct device_groups *from = grouped->groups;
	assert(from->count == to->count && from->size == to->size);
	struct tiling_key key;
	key.count = 0;
	key_add_groups(&key, grouped);
	tiling_key_add_address(&key, to);
	tiling_key_add(&key, any_order);
	const struct grouped *before = tiling_recalled(grouped->inner, TILING_ALIGNED, &key);
	if (before)
		return before;
	struct grouped *result = arena_new(arena, struct grouped, 1);
	*result = *grouped;
	result->groups = to;
	tiling_note(grouped->inner, TILING_ALIGNED, &key, result);
	if (from == to || device_groups_equal(from, to))
		return result;
	result->inner = tiling_remembered_with(
	    grouped->inner, device_groups_align(arena, grouped->inner, from, to, any_order));
	return result;
}

/* How a place in the array gives the index along one dimension. */
struct index_of {
	int32_t stride, size;
};

static struct index_of index_along(const struct tiling *tiling, uint32_t dim)
{
	struct index_of index = {1, tiling_size(tiling, dim)};
	for (uint32_t i = dim + 1; i <= tiling->rank; i++)
		index.stride *= tiling_size(tiling, i);
	return index;
}

static int32_t index_at(struct index_of index, int32_t place)
{
	return place / index.stride % index.size;
}

/* Whether every group stands at one place along the dimension. */
static bool is_constant(const struct tiling *tiling, const struct device_groups *groups,
                        const int32_t *place_of, uint32_t dim)
{
	struct index_of index = index_along(tiling, dim);
	const int32_t *member = groups->members;
	for (int32_t g = 0; g < groups->count; g++) {
		int32_t first = index_at(index, place_of[*member]);
		for (int32_t k = 0; k < groups->size; k++)
			if (index_at(index, place_of[*member++]) != first)
				return false;
	}
	return true;
}

/* What was found before. */
struct found {
	uint32_t dims[TILING_MAX_RANK + 1], count;
};

uint32_t grouped_find_dims(struct arena *scratch, const struct tiling *tiling,
                           const struct device_groups *groups, uint32_t *dims)
{
	uint32_t count = 0;
	int32_t product = 1;
	if (tiling_is_replicated(tiling) || groups->count < 2)
		return 0;
	struct tiling_key key;
	key.count = 0;
	tiling_key_add_address(&key, groups->members);
	tiling_key_add(&key, (uint64_t)groups->count);
	const struct found *before = tiling_recalled(tiling, TILING_FOUND, &key);
	if (before) {
		memcpy(dims, before->dims, before->count * sizeof *dims);
		return before->count;
	}
	assert(tiling->count == groups->count * groups->size);
	struct arena_mark mark = arena_mark(scratch);
	const int32_t *place_of = tiling_places(scratch, tiling);
	int32_t a = place_of[groups->members[0]];
	int32_t b = groups->size > 1 ? place_of[groups->members[1]] : a;
	for (uint32_t i = 0; i <= tiling->rank; i++) {
		struct index_of index = index_along(tiling, i);
		if (index.size == 1 || index_at(index, a) != index_at(index, b))
			continue;
		dims[count++] = i;
		product *= index.size;
	}
	bool found = product == groups->count;
	for (uint32_t k = 0; k < count && found; k++)
		found = is_constant(tiling, groups, place_of, dims[k]);
	arena_rewind(scratch, mark);
	count = found ? count : 0;
	if (tiling->memo) {
		struct found *made = arena_new(scratch, struct found, 1);
		made->count = count;
		memcpy(made->dims, dims, count * sizeof *dims);
		tiling_note(tiling, TILING_FOUND, &key, made);
	}
	return count;
}

struct grouped *grouped_on_members(struct arena *arena, const struct tiling *tiling,
                                   const struct device_groups *groups)
{
	uint32_t rank = tiling->rank;
	if (tiling->replicas % groups->count != 0 || tiling_is_replicated(tiling))
		return NULL;
	const int32_t *place_of = tiling_places(arena, tiling);
	int32_t slots = tiling->replicas / groups->count, tiles = tiling->count / tiling->replicas;
	const struct tiling *inner = NULL;
	for (int32_t g = 0; g < groups->count; g++) {
		int32_t *used = arena_new(arena, int32_t, (size_t)tiles);
		int32_t *devices = arena_new(arena, int32_t, (size_t)groups->size);
		for (int32_t k = 0; k < groups->size; k++) {
			int32_t device = groups->members[g * groups->size + k];
			int32_t tile = place_of[device] / tiling->replicas;
			if (used[tile] == slots)
				return NULL;
			devices[tile * slots + used[tile]++] = k;
		}
		const struct tiling *mine = tiling_make(arena, rank, tiling->tiles, slots, devices);
		if (inner && !tiling_equal(inner, mine))
			return NULL;
		inner = mine;
	}
	struct grouped *result = arena_new(arena, struct grouped, 1);
	*result = (struct grouped){.groups = groups, .inner = inner, .apart.count = 1};
	result->apart.dims[0] = rank;
	result->apart.sizes[0] = groups->count;
	return result;
}
