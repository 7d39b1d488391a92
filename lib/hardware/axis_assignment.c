/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/axis_assignment.h"

#include <assert.h>
#include <inttypes.h>

#include "hardware/axis_split.h"

enum { CANDIDATES_MAX = 1 << PHYSICAL_AXES, NO_AXIS = -1 };

/* Sets of physical axes as bit masks (bit i: axis i), in the order in which they are tried. */
struct candidates {
	uint32_t count;
	uint8_t sets[CANDIDATES_MAX];
};

static uint32_t set_size(uint32_t set)
{
	return (uint32_t)__builtin_popcount(set);
}

/*
 * How late a set comes among those of its size where the core axis is fastest: by its best axis,
 * then by the sum over its axes, core counting 0, x 1, y 2, z 3.
 */
static uint32_t slowness(uint32_t set)
{
	uint32_t best = PHYSICAL_AXES, sum = 0;
	for (uint32_t axis = 0; axis < PHYSICAL_AXES; axis++) {
		if (!(set >> axis & 1))
			continue;
		uint32_t rank = axis == AXIS_CORE ? 0 : axis + 1;
		best = rank < best ? rank : best;
		sum += rank;
	}
	return best * 16 + sum;
}

/* Whether set `a` comes before `b` of the same size when axis indices are compared in turn. */
static bool is_lexicographically_before(uint32_t a, uint32_t b)
{
	uint32_t differing = a ^ b;
	return differing && (a >> __builtin_ctz(differing) & 1);
}

static bool is_tried_before(uint32_t a, uint32_t b, bool core_axis_first)
{
	if (set_size(a) != set_size(b))
		return set_size(a) > set_size(b);
	if (core_axis_first && slowness(a) != slowness(b))
		return slowness(a) < slowness(b);
	return is_lexicographically_before(a, b);
}

static struct candidates candidates_of(uint32_t rank, bool core_axis_first)
{
	assert(rank <= PHYSICAL_AXES);
	struct candidates candidates = {0};
	for (uint32_t set = 1; set < 1u << rank; set++) {
		uint32_t at = candidates.count++;
		for (; at > 0 && is_tried_before(set, candidates.sets[at - 1], core_axis_first);
		     at--)
			candidates.sets[at] = candidates.sets[at - 1];
		candidates.sets[at] = (uint8_t)set;
	}
	return candidates;
}

static int64_t product_over(const int64_t *sizes, uint32_t rank, uint32_t set)
{
	int64_t product = 1;
	for (uint32_t axis = 0; axis < rank; axis++)
		if (set >> axis & 1)
			product *= sizes[axis];
	return product;
}

/* The first set whose remaining sizes multiply to `size`; 0 when there is none. */
static uint32_t matching_set(const struct candidates *candidates, const int64_t *remaining,
                             uint32_t rank, int64_t size)
{
	for (uint32_t i = 0; i < candidates->count; i++)
		if (product_over(remaining, rank, candidates->sets[i]) == size)
			return candidates->sets[i];
	return 0;
}

static void fill_ones(int64_t *sizes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		sizes[i] = 1;
}

/*
 * Gives whole physical axes to logical ones; an axis that is given away remains with size 0.
 * Returns the logical axis that got none though it needs some, or NO_AXIS.
 */
static int32_t assign_whole_axes(const struct physical_mesh *mesh, const int64_t *shape,
                                 bool core_axis_first, struct axis_assignment *assignment,
                                 int64_t *remaining)
{
	struct candidates candidates = candidates_of(mesh->rank, core_axis_first);
	for (uint32_t logical = assignment->rank; logical-- > 0;) {
		uint32_t set = matching_set(&candidates, remaining, mesh->rank, shape[logical]);
		if (!set && shape[logical] > 1)
			return (int32_t)logical;
		for (uint32_t axis = 0; axis < mesh->rank; axis++)
			if (set >> axis & 1) {
				assignment->sizes[axis * assignment->rank + logical] =
				    mesh->shape[axis];
				remaining[axis] = 0;
			}
	}
	return NO_AXIS;
}

static struct mesh_error no_assignment(struct arena *arena, int32_t logical, int64_t size,
                                       const int64_t *remaining, uint32_t rank)
{
	return (struct mesh_error){
	    "NotImplementedError",
	    str_format(arena,
	               "Failed to find assignment for logical_axis_index %" PRId32
	               " of size %" PRId64 " with remaining assignable mesh %.*s. The size of each "
	               "axis in your logical mesh must be equal to the product of some subset of "
	               "the physical mesh axis sizes. E.g. logical mesh (4, 16) is compatible with "
	               "physical mesh 4x4x4 since 4=4 and 16=4x4. If you want to split physical "
	               "axes, set  allow_split_physical_axes to True.",
	               logical, size, STR_ARG(mesh_error_sizes(arena, remaining, rank, true)))};
}

/* Without an owner an axis is missing when the physical mesh is transposed to logical order. */
static bool all_axes_taken(const int64_t *remaining, uint32_t rank)
{
	for (uint32_t axis = 0; axis < rank; axis++)
		if (remaining[axis] != 0)
			return false;
	return true;
}

static int64_t product_of(const int64_t *sizes, size_t count)
{
	int64_t product = 1;
	for (size_t i = 0; i < count; i++)
		if (!checked_multiply(&product, product, sizes[i]))
			return -1;
	return product;
}

/* A release that lets holes pass meets a physical mesh of more places than there are devices. */
static struct mesh_error count_error(struct arena *arena, const struct physical_mesh *mesh,
                                     const int64_t *shape, uint32_t rank)
{
	if (product_of(mesh->shape, mesh->rank) == product_of(shape, rank))
		return (struct mesh_error){0};
	struct str physical = mesh_error_sizes(arena, mesh->shape, mesh->rank, false);
	struct str logical = mesh_error_sizes(arena, shape, rank, false);
	return (struct mesh_error){
	    "ValueError", str_format(arena,
	                             "The number of devices in physical mesh %.*s does not "
	                             "match the number of devices in logical mesh %.*s.",
	                             STR_ARG(physical), STR_ARG(logical))};
}

struct axis_assignment axis_assignment_of(struct arena *arena, const struct physical_mesh *mesh,
                                          const int64_t *shape, uint32_t rank,
                                          struct axis_assignment_options options,
                                          const struct jax_rules *rules)
{
	assert(mesh->rank <= PHYSICAL_AXES && rules);
	size_t cells = (size_t)mesh->rank * rank;
	struct axis_assignment assignment = {.rank = rank,
	                                     .sizes = arena_new(arena, int64_t, cells)};
	int64_t remaining[PHYSICAL_AXES];
	memcpy(remaining, mesh->shape, sizeof remaining);
	fill_ones(assignment.sizes, cells);
	int32_t failed =
	    assign_whole_axes(mesh, shape, options.core_axis_first, &assignment, remaining);
	assignment.unassigned = failed;
	if (failed == NO_AXIS) {
		if (!all_axes_taken(remaining, mesh->rank))
			assignment.error =
			    (struct mesh_error){"ValueError", STR("axes don't match array")};
		return assignment;
	}
	if (!options.allow_split) {
		assignment.error =
		    no_assignment(arena, failed, shape[failed], remaining, mesh->rank);
		return assignment;
	}
	assignment.split = true;
	fill_ones(assignment.sizes, cells);
	assignment.error = count_error(arena, mesh, shape, rank);
	if (assignment.error.type)
		return assignment;
	assignment.error = axis_split_assign(mesh, shape, rank, rules, assignment.sizes);
	return assignment;
}

/* The parts of physical axes that are longer than 1, in physical and in logical order. */
struct parts {
	uint32_t count;
	int64_t sizes[64];
	uint32_t logical_order[64];
};

/* Parts number at most 32: each is at least 2 and their product is the number of devices. */
static struct parts parts_of(const struct axis_assignment *assignment, uint32_t physical_rank)
{
	struct parts parts = {0};
	uint32_t logical_of[64];
	for (uint32_t i = 0; i < physical_rank * assignment->rank; i++)
		if (assignment->sizes[i] > 1) {
			assert(parts.count < COUNT_OF(parts.sizes));
			logical_of[parts.count] = i % assignment->rank;
			parts.sizes[parts.count++] = assignment->sizes[i];
		}
	uint32_t placed = 0;
	for (uint32_t logical = 0; logical < assignment->rank; logical++)
		for (uint32_t i = 0; i < parts.count; i++)
			if (logical_of[i] == logical)
				parts.logical_order[placed++] = i;
	assert(placed == parts.count);
	return parts;
}

/* numpy's limit on the dimensions of an array, which splitting meets on very long shapes. */
enum { NUMPY_DIMENSIONS_MAX = 64 };

static struct mesh_error reshape_error(struct arena *arena, int64_t devices,
                                       const struct axis_assignment *assignment, uint32_t cells)
{
	if (assignment->split && cells > NUMPY_DIMENSIONS_MAX)
		return (struct mesh_error){
		    "ValueError", str_format(arena,
		                             "maximum supported dimension for an ndarray is "
		                             "currently %d, found %" PRIu32,
		                             NUMPY_DIMENSIONS_MAX, cells)};
	if (product_of(assignment->sizes, cells) == devices)
		return (struct mesh_error){0};
	struct str shape = mesh_error_shape(arena, assignment->sizes, cells);
	return (struct mesh_error){"ValueError", str_format(arena,
	                                                    "cannot reshape array of size %" PRId64
	                                                    " into shape %.*s",
	                                                    devices, STR_ARG(shape))};
}

const int32_t *axis_assignment_ids(struct arena *arena, const struct physical_mesh *mesh,
                                   const struct axis_assignment *assignment,
                                   struct mesh_error *error)
{
	int64_t devices = product_of(mesh->shape, mesh->rank);
	*error = reshape_error(arena, devices, assignment, mesh->rank * assignment->rank);
	if (error->type)
		return NULL;
	struct parts parts = parts_of(assignment, mesh->rank);
	return transposed_ids(arena, mesh->ids, parts.sizes, parts.logical_order, parts.count);
}
