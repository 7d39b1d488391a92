/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/factor/axis_list.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* Where the next part of the axis begins. Parts lie in an axis, so this fits. */
static int64_t next_of(const struct axis_part *part)
{
	return part->pre * part->size;
}

bool axis_part_contains(const struct axis_part *whole, const struct axis_part *part)
{
	return whole->axis == part->axis && whole->pre <= part->pre &&
	       next_of(whole) >= next_of(part);
}

bool axis_part_starts(const struct axis_part *a, const struct axis_part *b)
{
	return a->pre == b->pre && axis_part_contains(b, a);
}

/* Whether one axis can be cut so that both are parts of it. */
static bool can_coexist(const struct axis_part *a, const struct axis_part *b)
{
	int64_t low = MIN(a->pre, b->pre), high = MAX(a->pre, b->pre);
	int64_t low_next = MIN(next_of(a), next_of(b)), high_next = MAX(next_of(a), next_of(b));
	if (low_next > high)
		return low_next % high == 0 && high % low == 0 && high_next % low_next == 0;
	return high % low_next == 0;
}

static bool overlap(const struct axis_part *a, const struct axis_part *b)
{
	return a->pre < next_of(b) && b->pre < next_of(a);
}

bool axis_part_cut_before(struct axis_part *part, const struct axis_part *other)
{
	if (part->axis != other->axis)
		return true;
	if (!can_coexist(part, other))
		return false;
	if (!overlap(part, other))
		return true;
	if (part->pre >= other->pre)
		return false;
	part->size = other->pre / part->pre;
	return true;
}

bool axis_part_cut_before_all(struct axis_part *part, const struct axis_parts *others)
{
	for (uint32_t i = 0; i < others->count; i++)
		if (!axis_part_cut_before(part, &others->items[i]))
			return false;
	return true;
}

bool axis_parts_equal(const struct axis_parts *a, const struct axis_parts *b)
{
	if (a->count != b->count)
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (!axis_part_equal(&a->items[i], &b->items[i]))
			return false;
	return true;
}

bool axis_parts_start_with(const struct axis_parts *list, const struct axis_parts *start)
{
	if (start->count > list->count)
		return false;
	for (uint32_t i = 0; i + 1 < start->count; i++)
		if (!axis_part_equal(&start->items[i], &list->items[i]))
			return false;
	uint32_t last = start->count - 1;
	return start->count == 0 || axis_part_starts(&start->items[last], &list->items[last]);
}

bool axis_parts_extend(const struct axis_parts *list, const struct axis_parts *start)
{
	return axis_parts_start_with(list, start) && !axis_parts_equal(list, start);
}
