/* SPDX-License-Identifier: Apache-2.0 */
/* Which dimensions of a reshape belong together. JAX: lax/lax.py _split_on_one_axis, release by
 * release. */
#include "base/checked.h"
#include "op/shape/reshape.h"

static struct sizes without_ones(struct op *op, struct sizes all)
{
	int64_t *kept = arena_new(op->arena, int64_t, all.count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < all.count; i++)
		if (all.sizes[i] != 1)
			kept[count++] = all.sizes[i];
	return (struct sizes){kept, count};
}

/* The product so far times the next size; one that does not fit is beyond any size. */
static int64_t product_with(int64_t product, int64_t size)
{
	return checked_multiply(&product, product, size) ? product : INT64_MAX;
}

/*
 * One group: dimensions of `fine` from *at on that make the size `whole`, the next of `coarse`
 * being `next` (0: none). *at is left on the last of them.
 */
static enum grouping_outcome collect_group(const struct op *op, struct sizes fine, int64_t whole,
                                           const int64_t *next, uint32_t *at)
{
	int64_t product = fine.sizes[*at];
	bool swallows = op_has(op, JAX_RESHAPE_SWALLOWS_ONES);
	for (;;) {
		bool is_one_next = swallows && *at + 1 < fine.count && fine.sizes[*at + 1] == 1;
		if (product == whole && !is_one_next)
			return GROUPS_FOUND;
		if (product > whole)
			return GROUPS_NONE;
		if (product == whole && op_has(op, JAX_RESHAPE_LEAVES_NEXT) && next && *next == 1)
			return GROUPS_FOUND;
		if (++*at >= fine.count)
			return swallows ? GROUPS_NONE : GROUPS_INDEX_ERROR;
		product = product_with(product, fine.sizes[*at]);
	}
}

/* Walks both shapes from the front. */
static enum grouping_outcome walk_groups(const struct op *op, struct sizes coarse,
                                         struct sizes fine, struct grouping *groups)
{
	bool found = false;
	uint32_t at = 0;
	for (; at < fine.count; at++) {
		uint32_t i = groups->count, first = at;
		if (i >= coarse.count)
			return GROUPS_INDEX_ERROR;
		if (coarse.sizes[i] != fine.sizes[at]) {
			if (found)
				return GROUPS_TWO;
			found = true;
			const int64_t *next = i + 1 < coarse.count ? &coarse.sizes[i + 1] : NULL;
			enum grouping_outcome outcome =
			    collect_group(op, fine, coarse.sizes[i], next, &at);
			if (outcome != GROUPS_FOUND)
				return outcome;
		}
		groups->lengths[groups->count++] = at - first + 1;
	}
	return GROUPS_FOUND;
}

/* How many 1s both shapes end in; -1 when one of them is nothing else, where JAX fails. */
static int32_t common_ones(struct sizes coarse, struct sizes fine)
{
	for (uint32_t ones = 0;; ones++) {
		if (ones == coarse.count || ones == fine.count)
			return -1;
		if (coarse.sizes[coarse.count - 1 - ones] != 1 ||
		    fine.sizes[fine.count - 1 - ones] != 1)
			return (int32_t)ones;
	}
}

enum grouping_outcome find_groups(struct op *op, struct sizes coarse, struct sizes fine,
                                  struct grouping *groups)
{
	int32_t ones = 0;
	if (op_has(op, JAX_RESHAPE_WITHOUT_ONES)) {
		coarse = without_ones(op, coarse);
		fine = without_ones(op, fine);
	}
	if (fine.count <= coarse.count)
		return GROUPS_NONE;
	if (op_has(op, JAX_RESHAPE_STRIPS_ONES))
		ones = common_ones(coarse, fine);
	if (ones < 0)
		return GROUPS_INDEX_ERROR;
	*groups = (struct grouping){arena_new(op->arena, uint32_t, fine.count), 0};
	uint32_t expected = coarse.count;
	coarse.count -= (uint32_t)ones;
	fine.count -= (uint32_t)ones;
	enum grouping_outcome outcome = walk_groups(op, coarse, fine, groups);
	if (outcome != GROUPS_FOUND)
		return outcome;
	for (int32_t i = 0; i < ones; i++)
		groups->lengths[groups->count++] = 1;
	return groups->count == expected ? GROUPS_FOUND : GROUPS_ASSERTION_ERROR;
}
