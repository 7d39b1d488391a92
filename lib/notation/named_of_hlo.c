/* SPDX-License-Identifier: Apache-2.0 */
/* The axes of a mesh along which tiles lie. */
#include <assert.h>
#include <stdlib.h>

#include "base/order.h"
#include "notation/hlo_sharding.h"

/* A digit of the place in the array of tiles, whose steps are `stride` places of the mesh apart. */
struct digit {
	int64_t size, stride;
};

/* Digits to be taken from, minor first. */
struct digits {
	struct digit *items;
	uint32_t count, next;
};

static struct digits digits_of(struct arena *arena, const struct tile_assignment *iota)
{
	struct digits digits = {arena_new(arena, struct digit, iota->nsizes), iota->nsizes, 0};
	for (uint32_t i = 0; i < iota->nsizes; i++) {
		uint32_t size = iota->order[iota->nsizes - 1 - i];
		struct digit *digit = &digits.items[i];
		*digit = (struct digit){iota->sizes[size], 1};
		for (uint32_t k = size + 1; k < iota->nsizes; k++)
			digit->stride *= iota->sizes[k];
	}
	return digits;
}

/* Takes up to `wanted` steps off the minor end of the digits; a size of 0 when they do not divide.
 */
static struct digit take_digit(struct digits *digits, int64_t wanted)
{
	struct digit *digit = digits->next < digits->count ? &digits->items[digits->next] : NULL;
	if (!digit)
		return (struct digit){0, 0};
	struct digit taken = *digit;
	if (wanted % digit->size == 0) {
		digits->next++;
		return taken;
	}
	if (digit->size % wanted != 0)
		return (struct digit){0, 0};
	taken.size = wanted;
	digit->size /= wanted;
	digit->stride *= wanted;
	return taken;
}

/* The part of an axis that the minor end of a digit steps along; taken off the digit. */
static bool take_part(const struct named_mesh *mesh, struct digit *digit, struct axis_part *part)
{
	int64_t stride = 1;
	for (uint32_t axis = mesh->naxes; axis-- > 0; stride *= mesh->axes[axis].size) {
		int64_t size = mesh->axes[axis].size;
		if (digit->stride % stride != 0 || size % (digit->stride / stride) != 0)
			continue;
		int64_t left = size / (digit->stride / stride);
		if (left <= 1)
			continue;
		int64_t steps = digit->size % left == 0   ? left
		                : left % digit->size == 0 ? digit->size
		                                          : 0;
		if (!steps)
			return false;
		*part = (struct axis_part){.axis = axis, .pre = left / steps, .size = steps};
		digit->size /= steps;
		digit->stride *= steps;
		return true;
	}
	return false;
}

/* The parts of axes behind a dim of `ways` tiles, taken off the digits. */
static bool take_dim(struct arena *arena, const struct named_mesh *mesh, struct digits *digits,
                     int64_t ways, struct axis_parts *parts)
{
	struct axis_part minor_first[64];
	uint32_t count = 0;
	while (ways > 1) {
		struct digit digit = take_digit(digits, ways);
		if (!digit.size)
			return false;
		ways /= digit.size;
		while (digit.size > 1)
			if (count == 64 || !take_part(mesh, &digit, &minor_first[count++]))
				return false;
	}
	while (count)
		axis_parts_add(arena, parts, minor_first[--count]);
	return true;
}

static void drop_single_digits(struct digits *digits)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < digits->count; i++)
		if (digits->items[i].size > 1)
			digits->items[kept++] = digits->items[i];
	digits->count = kept;
}

/* Adds parts in the order of the mesh, those that touch joined. */
static void add_sorted(struct arena *arena, struct axis_parts *parts, struct axis_parts more)
{
	axis_parts_sort(&more);
	for (uint32_t i = 0; i < more.count; i++)
		axis_parts_add(arena, parts, more.items[i]);
}

static bool take_dims(struct arena *arena, const struct hlo_sharding *sharding,
                      struct digits *digits, struct named_sharding *named)
{
	const struct tile_assignment *tiles = &sharding->tiles;
	drop_single_digits(digits);
	for (uint32_t i = tiles->ndims; i-- > 0;) {
		struct axis_parts group = {0};
		bool data = i < named->rank;
		struct axis_parts *parts = data ? &named->dims[i].axes : &group;
		if (!take_dim(arena, named->mesh, digits, tiles->dims[i], parts))
			return false;
		if (data)
			continue;
		enum subgroup_type type = sharding->types[i - named->rank];
		if (type == SUBGROUP_MAXIMAL)
			return false;
		if (type == SUBGROUP_MANUAL)
			add_sorted(arena, &named->manual, group);
		if (type == SUBGROUP_UNREDUCED)
			add_sorted(arena, &named->unreduced, group);
	}
	return true;
}

/* The place in the mesh of each device, or NULL when the order is no permutation. */
static const int64_t *places_of(struct arena *arena, const struct named_mesh *mesh)
{
	const int64_t *devices = tile_assignment_devices(arena, mesh->order);
	int64_t *places = arena_new(arena, int64_t, (size_t)mesh->count);
	for (int64_t i = 0; i < mesh->count; i++)
		places[i] = -1;
	for (int64_t i = 0; devices && i < mesh->count; i++) {
		if (devices[i] < 0 || devices[i] >= mesh->count || places[devices[i]] >= 0)
			return NULL;
		places[devices[i]] = i;
	}
	return devices ? places : NULL;
}

/*
 * The array of tiles with places of the mesh for devices, as an iota. Replicas are interchangeable:
 * they are sorted by place, as XLA sorts them by device.
 */
static bool iota_of_places(struct arena *arena, const struct hlo_sharding *sharding,
                           const struct named_mesh *mesh, struct tile_assignment *iota)
{
	const struct tile_assignment *tiles = &sharding->tiles;
	if (!tiles->list && !mesh->order) {
		*iota = *tiles;
		return tile_assignment_is_permutation(tiles);
	}
	const int64_t *devices = tile_assignment_devices(arena, tiles);
	const int64_t *places = mesh->order && devices ? places_of(arena, mesh) : NULL;
	if (!devices || (mesh->order && !places))
		return false;
	int64_t *list = arena_new(arena, int64_t, (size_t)tiles->count);
	for (int64_t i = 0; i < tiles->count; i++) {
		if (devices[i] < 0 || devices[i] >= mesh->count)
			return false;
		list[i] = places ? places[devices[i]] : devices[i];
	}
	bool replicas =
	    sharding->ntypes && sharding->types[sharding->ntypes - 1] == SUBGROUP_REPLICATED;
	int64_t group = replicas ? tiles->dims[tiles->ndims - 1] : 1;
	for (int64_t i = 0; group > 1 && i < tiles->count; i += group)
		qsort(list + i, (size_t)group, sizeof *list, compare_int64);
	struct tile_assignment placed =
	    tile_assignment_list(arena, tiles->dims, tiles->ndims, list);
	return tile_assignment_as_iota(arena, &placed, iota);
}

static bool fail(struct arena *arena, struct str *error, const char *message)
{
	*error = str_copy(arena, str_of(message));
	return false;
}

static bool named_of_tiles(struct arena *arena, const struct hlo_sharding *sharding,
                           const struct named_mesh *mesh, struct named_sharding *named,
                           struct str *error)
{
	const struct tile_assignment *tiles = &sharding->tiles;
	struct tile_assignment iota;
	if (tiles->ndims - sharding->ntypes != named->rank) {
		*error = str_format(arena, "it cuts %u dimensions, but the tensor has rank %u",
		                    tiles->ndims - sharding->ntypes, named->rank);
		return false;
	}
	if (tiles->count != mesh->count) {
		*error = str_format(arena, "it places %lld devices, but the mesh has %lld",
		                    (long long)tiles->count, (long long)mesh->count);
		return false;
	}
	if (!iota_of_places(arena, sharding, mesh, &iota))
		return fail(arena, error, "its devices are not along axes of the mesh");
	struct digits digits = digits_of(arena, &iota);
	return take_dims(arena, sharding, &digits, named) ||
	       fail(arena, error, "its tiles are not along axes of the mesh");
}

bool named_of_hlo(struct arena *arena, const struct hlo_sharding *sharding,
                  const struct named_mesh *mesh, uint32_t rank, struct named_sharding *named,
                  struct str *error)
{
	assert(mesh);
	*named = named_sharding_make(arena, mesh, rank);
	switch (sharding->kind) {
	case HLO_REPLICATED:
		return true;
	case HLO_MANUAL:
		named->manual = named_mesh_all_axes(arena, mesh);
		return true;
	case HLO_UNREDUCED:
		named->unreduced = named_mesh_all_axes(arena, mesh);
		return true;
	case HLO_TILED:
		return named_of_tiles(arena, sharding, mesh, named, error);
	case HLO_NAMED:
	case HLO_MAXIMAL:
		return fail(arena, error, "it places the whole value on one device");
	case HLO_UNKNOWN:
		return fail(arena, error, "it says nothing about the layout");
	case HLO_TUPLE:
		break;
	}
	return fail(arena, error, "it is the sharding of a tuple, not of one tensor");
}
