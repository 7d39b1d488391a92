/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/near_shapes.h"

/* Shapes found so far, nearest first. */
struct search {
	struct near_shapes found;
	double distances[NEAR_SHAPES_MAX];
	const int64_t *wanted;
	uint32_t rank;
};

/* By how much the sizes differ in all: the product of the larger over the smaller of each pair. */
static double distance_of(const struct search *search, const int64_t *sizes)
{
	double distance = 1;
	for (uint32_t i = 0; i < search->rank; i++) {
		double ratio = (double)sizes[i] / (double)search->wanted[i];
		distance *= ratio > 1 ? ratio : 1 / ratio;
	}
	return distance;
}

static bool is_found(const struct search *search, const int64_t *sizes)
{
	for (uint32_t i = 0; i < search->found.count; i++)
		if (memcmp(search->found.sizes[i], sizes, search->rank * sizeof *sizes) == 0)
			return true;
	return false;
}

static void insert(struct search *search, const int64_t *sizes, double distance)
{
	uint32_t at = search->found.count;
	if (at == NEAR_SHAPES_MAX)
		at--;
	else
		search->found.count++;
	for (; at > 0 && search->distances[at - 1] > distance; at--) {
		memcpy(search->found.sizes[at], search->found.sizes[at - 1],
		       sizeof search->found.sizes[at]);
		search->distances[at] = search->distances[at - 1];
	}
	memcpy(search->found.sizes[at], sizes, search->rank * sizeof *sizes);
	search->distances[at] = distance;
}

static bool lies_on(struct arena *scratch, const struct physical_mesh *mesh, const int64_t *sizes,
                    uint32_t rank, const struct jax_rules *rules)
{
	struct arena_mark mark = arena_mark(scratch);
	struct axis_assignment assignment = axis_assignment_of(
	    scratch, mesh, sizes, rank, (struct axis_assignment_options){0}, rules);
	bool lies = assignment.error.type == NULL;
	arena_rewind(scratch, mark);
	return lies;
}

struct near_shapes near_shapes_of(struct arena *scratch, const struct physical_mesh *mesh,
                                  const int64_t *shape, uint32_t rank,
                                  const struct jax_rules *rules)
{
	struct search search = {.wanted = shape, .rank = rank};
	uint32_t choices = 1;
	if (rank == 0 || rank > NEAR_SHAPES_RANK_MAX)
		return search.found;
	for (uint32_t axis = 0; axis < mesh->rank; axis++)
		choices *= rank;
	/* Each choice gives every physical axis, as a digit in base `rank`, to a logical one. */
	for (uint32_t choice = 0; choice < choices; choice++) {
		int64_t sizes[NEAR_SHAPES_RANK_MAX];
		uint32_t rest = choice;
		for (uint32_t i = 0; i < rank; i++)
			sizes[i] = 1;
		for (uint32_t axis = 0; axis < mesh->rank; axis++, rest /= rank)
			sizes[rest % rank] *= mesh->shape[axis];
		double distance = distance_of(&search, sizes);
		bool nearer = search.found.count < NEAR_SHAPES_MAX ||
		              distance < search.distances[NEAR_SHAPES_MAX - 1];
		if (nearer && !is_found(&search, sizes) &&
		    lies_on(scratch, mesh, sizes, rank, rules))
			insert(&search, sizes, distance);
	}
	return search.found;
}
