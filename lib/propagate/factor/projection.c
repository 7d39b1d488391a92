/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/factor/projection.h"

#include "base/checked.h"
#include "propagate/factor/axis_list.h"

/* The axes of a dimension that no factor has taken yet. */
struct axes_left {
	const struct axis_parts *axes;
	uint32_t index;
	struct axis_part part; /* what is left of axes[index] */
};

static void take_next(struct axes_left *left)
{
	if (++left->index < left->axes->count)
		left->part = left->axes->items[left->index];
}

static bool any_left(const struct axes_left *left)
{
	return left->index < left->axes->count;
}

/* Gives a factor all that is left. */
static void take_all(struct arena *arena, struct axes_left *left, struct axis_parts *parts)
{
	for (; any_left(left); take_next(left))
		axis_parts_add(arena, parts, left->part);
}

/* Gives a factor that is not the last of its dimension the axes that fit in; returns how much of
 * it is not sharded. */
static int64_t take_fitting(struct arena *arena, struct axes_left *left, int64_t size,
                            struct axis_parts *parts)
{
	while (any_left(left)) {
		int64_t common = greatest_common_divisor(size, left->part.size);
		if (common <= 1)
			break;
		struct axis_part taken = left->part;
		taken.size = common;
		axis_parts_push(arena, parts, taken);
		size /= common;
		if (left->part.size == common) {
			take_next(left);
		} else {
			left->part.pre *= common;
			left->part.size /= common;
		}
	}
	return size;
}

/* Gives the axes of a dimension to its factor where it is one, and they are one at most, as mostly;
 * false where it is more. */
static bool project_whole(struct factor_axes *axes, const struct factor_map *map, uint32_t dim,
                          const struct named_dim *sharding)
{
	uint32_t first = map->starts[dim];
	struct factor_axes *factor = &axes[map->factors[first]];
	if (map->starts[dim + 1] != first + 1 || factor->present ||
	    (sharding && sharding->axes.count > 1))
		return false;
	*factor = (struct factor_axes){
	    .present = true, .last = true, .closed = sharding && !sharding->open};
	if (sharding)
		factor->axes = sharding->axes;
	return true;
}

/* Walks the axes of a dimension over its factors, major first. */
static void project_dim(struct arena *arena, struct factor_axes *axes, const struct step *step,
                        const struct factor_map *map, uint32_t dim,
                        const struct named_dim *sharding)
{
	static const struct named_dim none = {.open = true};
	sharding = sharding ? sharding : &none;
	struct axes_left left = {.axes = &sharding->axes};
	if (any_left(&left))
		left.part = left.axes->items[0];
	bool overflows = false;
	for (uint32_t i = map->starts[dim]; i < map->starts[dim + 1]; i++) {
		uint32_t index = map->factors[i];
		struct factor_axes *factor = &axes[index];
		factor->present = true;
		factor->last = i + 1 == map->starts[dim + 1];
		factor->closed = overflows || !sharding->open;
		if (overflows)
			return;
		if (factor->last) {
			take_all(arena, &left, &factor->axes);
			return;
		}
		int64_t rest =
		    take_fitting(arena, &left, step->rule->factors[index].size, &factor->axes);
		if (rest > 1 && any_left(&left)) {
			overflows = true;
			take_all(arena, &left, &factor->overflow);
		}
	}
}

struct projection projection_make(struct arena *arena, const struct step *step)
{
	const struct factor_rule *rule = step->rule;
	struct projection projection = {.step = step, .ntensors = rule->noperands + rule->nresults};
	projection.axes =
	    arena_new(arena, struct factor_axes, (size_t)projection.ntensors * rule->nfactors);
	for (uint32_t i = 0; i < projection.ntensors; i++) {
		const struct named_sharding *sharding = step->shardings[i];
		const struct factor_map *map = &rule->tensors[i];
		struct factor_axes *axes = projection_of(&projection, i, 0);
		for (uint32_t d = 0; d < map->rank; d++) {
			const struct named_dim *dim = sharding ? &sharding->dims[d] : NULL;
			if (!project_whole(axes, map, d, dim))
				project_dim(arena, axes, step, map, d, dim);
		}
	}
	return projection;
}

/* Appends axes of a factor; the first one is joined to the last before it where it continues it. */
static int64_t add_axes(struct arena *arena, struct axis_parts *dim, const struct axis_parts *axes)
{
	for (uint32_t i = 0; i < axes->count; i++) {
		if (i == 0)
			axis_parts_add(arena, dim, axes->items[i]);
		else
			axis_parts_push(arena, dim, axes->items[i]);
	}
	return axis_parts_ways(axes);
}

static struct named_dim dim_sharding(struct arena *arena, const struct projection *projection,
                                     uint32_t tensor, uint32_t dim)
{
	const struct factor_rule *rule = projection->step->rule;
	const struct factor_map *map = &rule->tensors[tensor];
	struct named_dim sharding = {.open = true, .priority = NO_PRIORITY};
	for (uint32_t i = map->starts[dim]; i < map->starts[dim + 1]; i++) {
		const struct factor_axes *factor =
		    projection_of(projection, tensor, map->factors[i]);
		sharding.open = sharding.open && !factor->closed;
		int64_t ways = add_axes(arena, &sharding.axes, &factor->axes);
		add_axes(arena, &sharding.axes, &factor->overflow);
		if (factor->overflow.count || ways < rule->factors[map->factors[i]].size)
			break;
	}
	return sharding;
}

static bool is_unchanged(const struct named_sharding *old, const struct named_sharding *new)
{
	for (uint32_t i = 0; i < new->rank; i++) {
		const struct named_dim *dim = &new->dims[i];
		if (old ? !axis_parts_equal(&old->dims[i].axes, &dim->axes) ||
		              old->dims[i].open != dim->open
		        : dim->axes.count != 0)
			return false;
	}
	return true;
}

const struct named_sharding *
projection_sharding(struct arena *arena, const struct projection *projection, uint32_t tensor)
{
	const struct named_sharding *old = projection->step->shardings[tensor];
	struct named_sharding *new = arena_new(arena, struct named_sharding, 1);
	uint32_t rank = projection->step->rule->tensors[tensor].rank;
	if (old)
		*new = *old;
	else
		*new = (struct named_sharding){.rank = rank};
	new->mesh = projection->step->mesh;
	new->dims = arena_new(arena, struct named_dim, rank);
	for (uint32_t i = 0; i < rank; i++)
		new->dims[i] = dim_sharding(arena, projection, tensor, i);
	return is_unchanged(old, new) ? NULL : new;
}
