/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/ring_order.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

struct extents {
	int64_t
	    bound[3]; /* one more than the coordinates of the last device by x, then y, then z */
	int64_t cuboid[3];
};

static int compare_coordinates(const struct device *a, const struct device *b)
{
	for (uint32_t axis = 0; axis < AXIS_CORE; axis++)
		if (a->at[axis] != b->at[axis])
			return a->at[axis] < b->at[axis] ? -1 : 1;
	return 0;
}

static struct extents extents_of(const struct device_list *devices)
{
	assert(devices->count);
	const struct device *last = &devices->items[0];
	struct extents extents;
	for (uint32_t i = 1; i < devices->count; i++)
		if (compare_coordinates(&devices->items[i], last) > 0)
			last = &devices->items[i];
	for (uint32_t axis = 0; axis < AXIS_CORE; axis++) {
		int32_t least = last->at[axis], most = least;
		for (uint32_t i = 0; i < devices->count; i++) {
			int32_t at = devices->items[i].at[axis];
			least = at < least ? at : least;
			most = at > most ? at : most;
		}
		extents.bound[axis] = last->at[axis] + 1;
		extents.cuboid[axis] = most - least + 1;
	}
	return extents;
}

static bool has_bound(const struct ring_rule *rule, const struct extents *extents)
{
	if (rule->bound[0] == 0)
		return true;
	for (uint32_t axis = 0; axis < AXIS_CORE; axis++)
		if (extents->bound[axis] != rule->bound[axis])
			return false;
	return true;
}

static bool spans(const int64_t *shape, uint32_t rank, uint32_t count)
{
	for (uint32_t i = 0; i < rank; i++)
		if (shape[i] == count)
			return true;
	return false;
}

static bool applies(const struct ring_rule *rule, uint32_t count, const int64_t *shape,
                    uint32_t rank)
{
	assert(!rule->last_axis || rank);
	if (count < rule->least || (rule->most && count > rule->most))
		return false;
	if (rule->length && !rule->count_unchecked && count % rule->length != 0)
		return false;
	if (rule->last_axis && shape[rank - 1] != rule->last_axis)
		return false;
	return !rule->one_axis_has_all || spans(shape, rank, count);
}

static int by_reversed_coordinates(const void *left, const void *right)
{
	const struct device *a = *(const struct device *const *)left;
	const struct device *b = *(const struct device *const *)right;
	for (uint32_t axis = AXIS_CORE; axis-- > 0;)
		if (a->at[axis] != b->at[axis])
			return a->at[axis] < b->at[axis] ? -1 : 1;
	/* Devices lie in one array: their addresses keep the sort stable. */
	return (a > b) - (a < b);
}

static const struct device **in_order(struct arena *arena, const struct device_list *devices,
                                      bool by_coordinates)
{
	const struct device **order = arena_new(arena, const struct device *, devices->count);
	for (uint32_t i = 0; i < devices->count; i++)
		order[i] = &devices->items[i];
	if (by_coordinates)
		qsort(order, devices->count, sizeof(const struct device *),
		      by_reversed_coordinates);
	return order;
}

/* What numpy says when one ring is taken out of a list of another length, or nothing. */
static struct mesh_error count_error(struct arena *arena, const struct ring_rule *rule,
                                     uint32_t count, struct str shape)
{
	for (uint32_t i = 0; i < rule->length; i++)
		if (rule->order[i] >= count)
			return (struct mesh_error){
			    "IndexError",
			    str_format(arena,
			               "index %d is out of bounds for axis 0 with size %" PRIu32,
			               rule->order[i], count)};
	if (count == rule->length)
		return (struct mesh_error){0};
	return (struct mesh_error){"ValueError", str_format(arena,
	                                                    "cannot reshape array of size %" PRIu32
	                                                    " into shape %.*s",
	                                                    rule->length, STR_ARG(shape))};
}

static const int32_t *reordered(struct arena *arena, const struct device_list *devices,
                                const struct ring_rule *rule)
{
	const struct device **listed = in_order(arena, devices, rule->by_coordinates);
	int32_t *ids = arena_new(arena, int32_t, devices->count);
	for (uint32_t i = 0; i < devices->count; i++) {
		uint32_t from = i;
		if (rule->length)
			from = i - i % rule->length + rule->order[i % rule->length];
		ids[i] = listed[from]->id;
	}
	return ids;
}

static struct mesh_error long_error(struct arena *arena, const struct extents *extents,
                                    const struct device_list *devices)
{
	int64_t shape[PHYSICAL_AXES] = {extents->cuboid[0], extents->cuboid[1], extents->cuboid[2]};
	shape[AXIS_CORE] = devices->count / (shape[0] * shape[1] * shape[2]);
	return (struct mesh_error){
	    "AssertionError",
	    str_format(arena, "Unexpected physical mesh shape: %.*s.",
	               STR_ARG(mesh_error_sizes(arena, shape, PHYSICAL_AXES, false)))};
}

struct ring_order ring_order_of(struct arena *arena, const struct device_list *devices,
                                const struct device_kind_rule *kind, const int64_t *shape,
                                uint32_t rank)
{
	struct extents extents = extents_of(devices);
	bool is_long = extents.cuboid[AXIS_X] > 2 || extents.cuboid[AXIS_Y] > 2;
	for (uint32_t i = 0; i < kind->nrings; i++) {
		const struct ring_rule *rule = &kind->rings[i];
		if (rule->last_axis && rank == 0)
			return (struct ring_order){
			    true, NULL, {"IndexError", STR("tuple index out of range")}};
		if (!applies(rule, devices->count, shape, rank) || !has_bound(rule, &extents) ||
		    (rule->at_most_2x2 && is_long))
			continue;
		struct ring_order result = {.found = true};
		if (rule->asserts_2x2 && is_long)
			result.error = long_error(arena, &extents, devices);
		else if (rule->count_unchecked)
			result.error = count_error(arena, rule, devices->count,
			                           mesh_error_shape(arena, shape, rank));
		if (!result.error.type)
			result.ids = reordered(arena, devices, rule);
		return result;
	}
	return (struct ring_order){0};
}
