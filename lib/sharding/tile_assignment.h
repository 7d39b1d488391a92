/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which device holds which tile: an array of device ids, written as a list or as an iota, that is
 * 0, 1, 2 … reshaped, transposed and reshaped again. Follows xla::TileAssignment; nothing but a
 * list is ever written out per device.
 */
#pragma once

#include "base/attributes.h"
#include "base/str.h"

/* An iota of more devices than this is not written out as a list. */
enum { MAX_LISTED_DEVICES = 1 << 20 };

struct tile_assignment {
	const int64_t *dims; /* of the array; `ndims` of them */
	uint32_t ndims;
	int64_t count; /* product of the dims */
	/* An iota: sizes it is reshaped to and the order they are brought into, canonical. None of
	 * them for a list. */
	const int64_t *sizes;
	const uint32_t *order;
	uint32_t nsizes;
	const int64_t *list; /* `count` device ids; NULL for an iota */
};

/* The product of sizes that are not negative; false when one is or it does not fit. */
MUST_USE bool sizes_product(const int64_t *sizes, size_t count, int64_t *product);

/*
 * Where the elements of a row-major array of these sizes stand once its dims are brought into
 * `order`, a permutation: element i of the result is the place of the one that comes to i. The
 * array has at most INT32_MAX elements, the arena owns the result.
 */
int32_t *transposed_places(struct arena *arena, const int64_t *sizes, const uint32_t *order,
                           uint32_t count);

/*
 * The iota whose array has these dims. Sizes and order are brought into XLA's canonical form: no
 * sizes of 1, and what stays side by side is one size. An order that is no permutation is kept as
 * it is. Arrays are copied to the arena; `count` is the product of the dims, which fits.
 */
struct tile_assignment tile_assignment_iota(struct arena *arena, const int64_t *dims,
                                            uint32_t ndims, const int64_t *sizes,
                                            const uint32_t *order, uint32_t nsizes);

/* The array with these dims that lists `list`, which is kept; dims are copied. */
struct tile_assignment tile_assignment_list(struct arena *arena, const int64_t *dims,
                                            uint32_t ndims, const int64_t *list);

/* Whether the order of an iota names each of its sizes once. */
bool tile_assignment_is_permutation(const struct tile_assignment *tiles);

/* The same array with other dims, of the same product. */
struct tile_assignment tile_assignment_reshaped(struct arena *arena,
                                                const struct tile_assignment *tiles,
                                                const int64_t *dims, uint32_t ndims);

/*
 * The array with its dims brought into `order`; an iota stays one where XLA can keep it
 * (IotaTileAssignment::Transpose), else it becomes a list. False when that list would be too long.
 */
MUST_USE bool tile_assignment_transposed(struct arena *arena, const struct tile_assignment *tiles,
                                         const uint32_t *order, struct tile_assignment *result);

/*
 * The array with the ids of each run along the last dim ascending; an iota stays one where XLA can
 * keep it. False when it would become a list that is too long.
 */
MUST_USE bool tile_assignment_sorted(struct arena *arena, const struct tile_assignment *tiles,
                                     struct tile_assignment *result);

/* The device ids in the order of the array, in the arena when they are not listed yet; NULL when
 * they are too many. */
const int64_t *tile_assignment_devices(struct arena *arena, const struct tile_assignment *tiles);

/* The iota that a list spells out; false when it is none. */
MUST_USE bool tile_assignment_as_iota(struct arena *arena, const struct tile_assignment *tiles,
                                      struct tile_assignment *result);
