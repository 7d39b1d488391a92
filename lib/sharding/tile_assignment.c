/* SPDX-License-Identifier: Apache-2.0 */
#include "sharding/tile_assignment.h"

#include <assert.h>
#include <stdlib.h>

#include "base/checked.h"
#include "base/order.h"

/* The sizes and the order of an iota while they are worked on. */
struct iota {
	int64_t *sizes;
	uint32_t *order;
	uint32_t count;
};

bool sizes_product(const int64_t *sizes, size_t count, int64_t *product)
{
	*product = 1;
	for (size_t i = 0; i < count; i++)
		if (sizes[i] < 0 || !checked_multiply(product, *product, sizes[i]))
			return false;
	return true;
}

static int64_t product_of(const int64_t *sizes, size_t count)
{
	int64_t product = 1;
	for (size_t i = 0; i < count; i++)
		product *= sizes[i];
	return product;
}

static const int64_t *copied(struct arena *arena, const int64_t *values, size_t count)
{
	int64_t *copy = arena_copy(arena, values, count, sizeof *copy);
	return copy;
}

static bool is_permutation(struct arena *scratch, const uint32_t *order, uint32_t count)
{
	bool *seen = arena_new(scratch, bool, count);
	for (uint32_t i = 0; i < count; i++) {
		if (order[i] >= count || seen[order[i]])
			return false;
		seen[order[i]] = true;
	}
	return true;
}

static void drop_ones(struct arena *scratch, struct iota *iota)
{
	uint32_t *renamed = arena_new(scratch, uint32_t, iota->count), kept = 0, placed = 0;
	for (uint32_t i = 0; i < iota->count; i++) {
		renamed[i] = kept;
		kept += iota->sizes[i] != 1;
	}
	for (uint32_t i = 0; i < iota->count; i++)
		if (iota->sizes[iota->order[i]] != 1)
			iota->order[placed++] = renamed[iota->order[i]];
	for (uint32_t i = 0; i < iota->count; i++)
		if (iota->sizes[i] != 1)
			iota->sizes[renamed[i]] = iota->sizes[i];
	iota->count = kept;
}

/* Makes sizes that follow each other before and after the transposition one; false when none do. */
static bool join_neighbours(struct iota *iota)
{
	bool changed = false;
	for (uint32_t i = 1, base = 0; i < iota->count; i++) {
		uint32_t first = iota->order[base], next = iota->order[i];
		if (first + (i - base) != next) {
			base = i;
			continue;
		}
		iota->sizes[first] *= iota->sizes[next];
		iota->sizes[next] = 1;
		changed = true;
	}
	return changed;
}

/* XLA's CanonicalizeIotaDims. */
static void canonicalize(struct arena *arena, struct iota *iota)
{
	if (iota->count <= 1 || !is_permutation(arena, iota->order, iota->count))
		return;
	do {
		drop_ones(arena, iota);
	} while (join_neighbours(iota));
	if (!iota->count) {
		iota->sizes[0] = 1;
		iota->order[0] = 0;
		iota->count = 1;
	}
}

struct tile_assignment tile_assignment_iota(struct arena *arena, const int64_t *dims,
                                            uint32_t ndims, const int64_t *sizes,
                                            const uint32_t *order, uint32_t nsizes)
{
	struct iota iota = {arena_new(arena, int64_t, nsizes + 1u),
	                    arena_new(arena, uint32_t, nsizes + 1u), nsizes};
	for (uint32_t i = 0; i < nsizes; i++) {
		iota.sizes[i] = sizes[i];
		iota.order[i] = order[i];
	}
	if (!nsizes) {
		iota.sizes[0] = 1;
		iota.count = 1;
	}
	canonicalize(arena, &iota);
	return (struct tile_assignment){
	    .dims = copied(arena, dims, ndims),
	    .ndims = ndims,
	    .count = product_of(dims, ndims),
	    .sizes = iota.sizes,
	    .order = iota.order,
	    .nsizes = iota.count,
	};
}

struct tile_assignment tile_assignment_list(struct arena *arena, const int64_t *dims,
                                            uint32_t ndims, const int64_t *list)
{
	assert(list);
	return (struct tile_assignment){
	    .dims = copied(arena, dims, ndims),
	    .ndims = ndims,
	    .count = product_of(dims, ndims),
	    .list = list,
	};
}

bool tile_assignment_is_permutation(const struct tile_assignment *tiles)
{
	for (uint32_t i = 0; i < tiles->nsizes; i++) {
		if (tiles->order[i] >= tiles->nsizes)
			return false;
		for (uint32_t j = 0; j < i; j++)
			if (tiles->order[i] == tiles->order[j])
				return false;
	}
	return true;
}

struct tile_assignment tile_assignment_reshaped(struct arena *arena,
                                                const struct tile_assignment *tiles,
                                                const int64_t *dims, uint32_t ndims)
{
	struct tile_assignment result = *tiles;
	result.dims = copied(arena, dims, ndims);
	result.ndims = ndims;
	return result;
}

int32_t *transposed_places(struct arena *arena, const int64_t *sizes, const uint32_t *order,
                           uint32_t count)
{
	int64_t *strides = arena_new(arena, int64_t, count), total = 1;
	for (uint32_t i = count; i-- > 0; total *= sizes[i])
		strides[i] = total;
	int32_t *places = arena_new(arena, int32_t, (size_t)total);
	/* Filled dim by dim from the minor end: what is there so far are places relative to the
	 * first element, repeated for each index of the next dim. */
	int64_t filled = 1;
	for (uint32_t k = count; k-- > 0;) {
		int64_t size = sizes[order[k]], stride = strides[order[k]];
		for (int64_t at = filled; at < filled * size; at++)
			places[at] = (int32_t)(places[at - filled] + stride);
		filled *= size;
	}
	return places;
}

/* The array with its dims brought into `order`; `values` NULL: of 0, 1, 2 … */
static int64_t *transposed_list(struct arena *arena, const int64_t *values, const int64_t *sizes,
                                const uint32_t *order, uint32_t count)
{
	const int32_t *places = transposed_places(arena, sizes, order, count);
	int64_t total = product_of(sizes, count);
	int64_t *result = arena_new(arena, int64_t, (size_t)total);
	for (int64_t i = 0; i < total; i++)
		result[i] = values ? values[places[i]] : places[i];
	return result;
}

/* An order that is no permutation, as XLA reads it: each place looked up digit by digit. */
static int64_t *looked_up_list(struct arena *arena, const struct tile_assignment *tiles)
{
	int64_t *result = arena_new(arena, int64_t, (size_t)tiles->count);
	int64_t *index = arena_new(arena, int64_t, tiles->nsizes);
	for (int64_t i = 0; i < tiles->count; i++) {
		int64_t rest = i, value = 0;
		for (uint32_t k = tiles->nsizes; k-- > 0;) {
			uint32_t dim = tiles->order[k];
			index[dim] = rest % tiles->sizes[dim];
			rest /= tiles->sizes[dim];
		}
		for (uint32_t k = 0; k < tiles->nsizes; k++)
			value = value * tiles->sizes[k] + index[k];
		result[i] = value;
	}
	return result;
}

const int64_t *tile_assignment_devices(struct arena *arena, const struct tile_assignment *tiles)
{
	if (tiles->list)
		return tiles->list;
	if (tiles->count > MAX_LISTED_DEVICES)
		return NULL;
	if (!tile_assignment_is_permutation(tiles))
		return looked_up_list(arena, tiles);
	return transposed_list(arena, NULL, tiles->sizes, tiles->order, tiles->nsizes);
}

enum transposition {
	TRANSPOSE_NOTHING, /* no dim moves */
	TRANSPOSE_SHAPE,   /* dims of size 1 move: the list stays as it is */
	TRANSPOSE_DEVICES,
};

static enum transposition kind_of_transposition(const int64_t *dims, const uint32_t *order,
                                                uint32_t count)
{
	enum transposition kind = TRANSPOSE_NOTHING;
	int64_t last = -1;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t dim = order[i];
		if (dims[dim] == 1) {
			if (dim != i && dims[i] != 1)
				kind = TRANSPOSE_SHAPE;
			continue;
		}
		if (dim <= last)
			return TRANSPOSE_DEVICES;
		last = dim;
	}
	return kind;
}

/* An iota whose transposed sizes are its dims, sizes of 1 aside, transposed once more. */
static bool transpose_matching(struct arena *arena, const struct tile_assignment *tiles,
                               const uint32_t *order, const int64_t *dims,
                               struct tile_assignment *result)
{
	uint32_t *places = arena_new(arena, uint32_t, tiles->ndims), matched = 0, placed = 0;
	for (uint32_t i = 0; i < tiles->ndims; i++) {
		if (tiles->dims[i] == 1)
			continue;
		if (matched >= tiles->nsizes ||
		    tiles->sizes[tiles->order[matched]] != tiles->dims[i])
			return false;
		places[i] = matched++;
	}
	if (matched != tiles->nsizes)
		return false;
	uint32_t *composed = arena_new(arena, uint32_t, tiles->nsizes);
	for (uint32_t i = 0; i < tiles->ndims; i++)
		if (tiles->dims[order[i]] != 1)
			composed[placed++] = tiles->order[places[order[i]]];
	*result =
	    tile_assignment_iota(arena, dims, tiles->ndims, tiles->sizes, composed, tiles->nsizes);
	return true;
}

bool tile_assignment_transposed(struct arena *arena, const struct tile_assignment *tiles,
                                const uint32_t *order, struct tile_assignment *result)
{
	int64_t *dims = arena_new(arena, int64_t, tiles->ndims);
	for (uint32_t i = 0; i < tiles->ndims; i++)
		dims[i] = tiles->dims[order[i]];
	enum transposition kind = kind_of_transposition(tiles->dims, order, tiles->ndims);
	if (kind != TRANSPOSE_DEVICES) {
		*result = tile_assignment_reshaped(arena, tiles, dims, tiles->ndims);
		return true;
	}
	if (tiles->nsizes == 1) {
		*result = tile_assignment_iota(arena, dims, tiles->ndims, tiles->dims, order,
		                               tiles->ndims);
		return true;
	}
	if (tiles->nsizes && tile_assignment_is_permutation(tiles) &&
	    transpose_matching(arena, tiles, order, dims, result))
		return true;
	const int64_t *devices = tile_assignment_devices(arena, tiles);
	if (!devices)
		return false;
	const int64_t *list = transposed_list(arena, devices, tiles->dims, order, tiles->ndims);
	*result = tile_assignment_list(arena, dims, tiles->ndims, list);
	return true;
}

/* Cuts the size `dim` of an iota so that its minor part is `minor`. */
static struct iota split_size(struct arena *arena, const struct tile_assignment *tiles,
                              uint32_t dim, int64_t minor)
{
	assert(dim < tiles->nsizes && minor > 0);
	struct iota cut = {arena_new(arena, int64_t, tiles->nsizes + 1u),
	                   arena_new(arena, uint32_t, tiles->nsizes + 1u), 0};
	for (uint32_t i = 0; i < tiles->nsizes; i++)
		cut.sizes[i + (i > dim)] = tiles->sizes[i];
	cut.sizes[dim] = tiles->sizes[dim] / minor;
	cut.sizes[dim + 1] = minor;
	for (uint32_t i = 0; i < tiles->nsizes; i++) {
		uint32_t old = tiles->order[i];
		cut.order[cut.count++] = old + (old > dim);
		if (old == dim)
			cut.order[cut.count++] = dim + 1;
	}
	return cut;
}

/*
 * XLA's GroupMinorIotaDimsSorted: brings the minor sizes of an iota, which make up a run of
 * `group`, into ascending order; a size that is larger than what is left of the run is cut. False
 * when the run ends within a size that does not divide.
 */
static bool sort_iota(struct arena *arena, const struct tile_assignment *tiles, int64_t group,
                      struct tile_assignment *result)
{
	uint32_t grouped = 0, split = UINT32_MAX;
	for (uint32_t i = tiles->nsizes; i-- > 0 && split == UINT32_MAX;) {
		int64_t size = tiles->sizes[tiles->order[i]];
		if (size <= group ? group % size != 0 : size % group != 0)
			return false;
		grouped++;
		if (size > group)
			split = tiles->order[i];
		else
			group /= size;
	}
	*result = *tiles;
	struct iota sorted;
	if (split == UINT32_MAX) {
		sorted =
		    (struct iota){NULL, arena_new(arena, uint32_t, tiles->nsizes), tiles->nsizes};
		memcpy(sorted.order, tiles->order, tiles->nsizes * sizeof *sorted.order);
	} else {
		sorted = split_size(arena, tiles, split, group);
		result->sizes = sorted.sizes;
	}
	qsort(sorted.order + sorted.count - grouped, grouped, sizeof *sorted.order, compare_uint32);
	*result = tile_assignment_iota(arena, tiles->dims, tiles->ndims, result->sizes,
	                               sorted.order, sorted.count);
	return true;
}

bool tile_assignment_sorted(struct arena *arena, const struct tile_assignment *tiles,
                            struct tile_assignment *result)
{
	assert(tiles->ndims > 0);
	int64_t group = tiles->dims[tiles->ndims - 1];
	bool permutation = tiles->nsizes && tile_assignment_is_permutation(tiles);
	*result = *tiles;
	if (group <= 1 || (permutation && tiles->sizes[tiles->order[tiles->nsizes - 1]] == group) ||
	    (permutation && sort_iota(arena, tiles, group, result)))
		return true;
	const int64_t *devices = tile_assignment_devices(arena, tiles);
	if (!devices)
		return false;
	int64_t *list = arena_copy(arena, devices, (size_t)tiles->count, sizeof *list);
	for (int64_t i = 0; i < tiles->count; i += group)
		qsort(list + i, (size_t)group, sizeof *list, compare_int64);
	*result = tile_assignment_list(arena, tiles->dims, tiles->ndims, list);
	return true;
}
