/* SPDX-License-Identifier: Apache-2.0 */
/* Finding the iota that a list of device ids spells out. */
#include <stdlib.h>

#include "base/checked.h"
#include "sharding/tile_assignment.h"

enum { MAX_DIGITS = 64 }; /* each is at least 2 */

/* Places in a list are numbers in mixed radix; each digit moves the device id by its stride. */
struct digit {
	int64_t size, stride;
};

/* How often ids `block` apart go on by the same step, from the first of the list on. */
static int64_t run_length(const int64_t *list, int64_t count, int64_t block)
{
	int64_t step = list[block] - list[0], length = 1, expected = list[0];
	while (length * block < count && checked_add(&expected, expected, step) &&
	       list[length * block] == expected)
		length++;
	return length;
}

/* The digits of a list, minor first; 0 when it cannot be an iota. */
static uint32_t find_digits(const int64_t *list, int64_t count, struct digit *digits)
{
	uint32_t found = 0;
	for (int64_t block = 1; block < count; found++) {
		int64_t length = run_length(list, count, block);
		if (length < 2 || count % (block * length) != 0 || found == MAX_DIGITS)
			return 0;
		digits[found] = (struct digit){length, list[block] - list[0]};
		block *= length;
	}
	return found;
}

static int descending_stride(const void *a, const void *b)
{
	const struct digit *x = a, *y = b;
	return x->stride < y->stride ? 1 : x->stride > y->stride ? -1 : 0;
}

/* The sizes of the iota, major first, and where each digit stands among them. */
static bool sizes_of_digits(const struct digit *digits, uint32_t count, int64_t *sizes,
                            uint32_t *order)
{
	struct digit sorted[MAX_DIGITS];
	int64_t stride = 1;
	memcpy(sorted, digits, count * sizeof *sorted);
	qsort(sorted, count, sizeof *sorted, descending_stride);
	for (uint32_t i = count; i-- > 0; stride *= sizes[i]) {
		if (sorted[i].stride != stride)
			return false;
		sizes[i] = sorted[i].size;
	}
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < count; k++)
			if (sorted[k].stride == digits[count - 1 - i].stride)
				order[i] = k;
	return true;
}

bool tile_assignment_as_iota(struct arena *arena, const struct tile_assignment *tiles,
                             struct tile_assignment *result)
{
	struct digit digits[MAX_DIGITS];
	int64_t sizes[MAX_DIGITS];
	uint32_t order[MAX_DIGITS];
	if (!tiles->list || tiles->count < 1 || tiles->count > MAX_LISTED_DEVICES ||
	    tiles->list[0] != 0)
		return false;
	uint32_t count = find_digits(tiles->list, tiles->count, digits);
	if ((!count && tiles->count > 1) || !sizes_of_digits(digits, count, sizes, order))
		return false;
	*result = tile_assignment_iota(arena, tiles->dims, tiles->ndims, sizes, order, count);
	const int64_t *devices = tile_assignment_devices(arena, result);
	return memcmp(devices, tiles->list, (size_t)tiles->count * sizeof *devices) == 0;
}
