/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/mesh_links.h"

#include <assert.h>

static int64_t extent_of(const struct hardware *hardware, uint32_t axis)
{
	assert(axis <= PLACE_SLICE);
	if (axis == AXIS_CORE)
		return hardware->chip->devices;
	return axis == PLACE_SLICE ? hardware->slices : hardware->extent[axis];
}

struct mesh_place mesh_place_of(const struct hardware *hardware, uint64_t id)
{
	static const uint32_t order[] = {AXIS_CORE, AXIS_X, AXIS_Y, AXIS_Z, PLACE_SLICE};
	struct mesh_place place;
	for (uint32_t i = 0; i < PLACE_AXES; i++) {
		uint64_t extent = (uint64_t)extent_of(hardware, order[i]);
		place.at[order[i]] = (int64_t)(id % extent);
		id /= extent;
	}
	return place;
}

/* The places of the group along the axes, in the order of its members. */
static struct mesh_place *places_of(struct arena *arena, const struct hardware *hardware,
                                    const struct mesh_layout *layout, const uint32_t *axes,
                                    uint32_t naxes, int64_t *count)
{
	int64_t strides[64] = {0}, stride = 1;
	for (uint32_t i = layout->rank; i-- > 0;) {
		strides[i] = stride;
		stride *= layout->shape[i];
	}
	*count = 1;
	for (uint32_t i = 0; i < naxes; i++)
		*count *= layout->shape[axes[i]];
	struct mesh_place *places = arena_new(arena, struct mesh_place, (size_t)*count);
	for (int64_t member = 0; member < *count; member++) {
		int64_t rest = member, position = 0;
		for (uint32_t i = naxes; i-- > 0;) {
			position += rest % layout->shape[axes[i]] * strides[axes[i]];
			rest /= layout->shape[axes[i]];
		}
		places[member] = mesh_place_of(
		    hardware, (uint64_t)(layout->ids ? layout->ids[position] : position));
	}
	return places;
}

/* Which coordinates of one kind the members have. */
struct spread {
	int64_t distinct;
	int64_t stride; /* between neighbouring ones; 0 when it varies */
	int64_t least, most;
};

static struct spread spread_of(struct arena *arena, const struct mesh_place *places, int64_t count,
                               uint32_t axis, int64_t extent)
{
	bool *seen = arena_new(arena, bool, (size_t)extent);
	for (int64_t i = 0; i < count; i++)
		seen[places[i].at[axis]] = true;
	struct spread spread = {.least = -1};
	for (int64_t at = 0; at < extent; at++) {
		if (!seen[at])
			continue;
		if (spread.distinct == 0)
			spread.least = at;
		else if (spread.distinct == 1)
			spread.stride = at - spread.most;
		else if (spread.stride != at - spread.most)
			spread.stride = 0;
		spread.most = at;
		spread.distinct++;
	}
	return spread;
}

static int64_t ring_distance(int64_t from, int64_t to, int64_t extent, bool wraps)
{
	int64_t distance = from < to ? to - from : from - to;
	return wraps && extent - distance < distance ? extent - distance : distance;
}

/* Whether two devices are on one chip or on chips with a link between them. */
static bool are_neighbours(const struct hardware *hardware, const struct mesh_place *a,
                           const struct mesh_place *b)
{
	int64_t distance = 0;
	for (uint32_t axis = 0; axis < 3; axis++)
		distance += ring_distance(a->at[axis], b->at[axis], hardware->extent[axis],
		                          hardware->wraps[axis]);
	return distance <= 1 && a->at[PLACE_SLICE] == b->at[PLACE_SLICE];
}

static bool is_cycle(const struct hardware *hardware, const struct mesh_place *places,
                     int64_t count)
{
	for (int64_t i = 0; i < count; i++)
		if (!are_neighbours(hardware, &places[i], &places[(i + 1) % count]))
			return false;
	return count > 2 && hardware->chip->torus_axes > 0;
}

static void add_axis(struct mesh_links *links, enum cost_link link, int64_t size, bool wraps,
                     int64_t stride)
{
	assert(links->count < COST_AXES_MAX);
	if (size > 1)
		links->axes[links->count++] = (struct cost_axis){.link = link,
		                                                 .size = size,
		                                                 .wraps = wraps,
		                                                 .stride = stride,
		                                                 .sharing = 1,
		                                                 .distance = COST_ANY_DISTANCE};
}

static void add_torus_axis(const struct hardware *hardware, struct mesh_links *links, uint32_t axis,
                           const struct spread *spread)
{
	bool closes =
	    hardware->wraps[axis] && spread->distinct * spread->stride == hardware->extent[axis];
	add_axis(links, COST_LINK_TORUS, spread->distinct, closes, spread->stride);
}

/* Two devices of a chip that are in different groups use the same links outside it. */
static void share_between_cores(const struct hardware *hardware, struct mesh_links *links,
                                int64_t cores)
{
	int64_t siblings = hardware->chip->devices / cores;
	for (uint32_t i = 0; i < links->count; i++)
		if (links->axes[i].link != COST_LINK_CORE)
			links->axes[i].sharing = siblings;
}

static void describe(const struct hardware *hardware, const struct spread *spreads,
                     struct mesh_links *links)
{
	bool torus = hardware->chip->torus_axes > 0;
	int64_t slices = spreads[PLACE_SLICE].distinct, cores = spreads[AXIS_CORE].distinct;
	int64_t grid = 1, chips = 1;
	bool regular = true;
	for (uint32_t axis = 0; axis < PLACE_AXES; axis++)
		grid *= spreads[axis].distinct;
	for (uint32_t axis = 0; axis < 3; axis++) {
		chips *= spreads[axis].distinct;
		regular = regular && (spreads[axis].distinct == 1 || spreads[axis].stride > 0);
	}
	links->irregular = grid != links->devices || (torus && !regular);
	links->spans_slice =
	    !links->irregular &&
	    chips == hardware->extent[0] * hardware->extent[1] * hardware->extent[2];
	if (links->irregular) {
		cores = 1;
		chips = links->devices / slices;
	}
	add_axis(links, COST_LINK_CORE, cores, false, 1);
	if (!torus)
		add_axis(links, COST_LINK_SWITCH, chips, false, 1);
	else if (links->irregular)
		add_axis(links, COST_LINK_TORUS, chips, false, 1);
	for (uint32_t axis = 0; axis < 3 && torus && !links->irregular; axis++)
		add_torus_axis(hardware, links, axis, &spreads[axis]);
	add_axis(links, COST_LINK_NETWORK, slices, false, 1);
	share_between_cores(hardware, links, cores);
}

struct mesh_links mesh_links_of(struct arena *scratch, const struct hardware *hardware,
                                const struct mesh_layout *layout, const uint32_t *axes,
                                uint32_t naxes)
{
	assert(naxes <= COST_AXES_MAX);
	struct arena_mark mark = arena_mark(scratch);
	struct mesh_links links = {0};
	struct mesh_place *places =
	    places_of(scratch, hardware, layout, axes, naxes, &links.devices);
	struct spread spreads[PLACE_AXES];
	for (uint32_t axis = 0; axis < PLACE_AXES; axis++)
		spreads[axis] =
		    spread_of(scratch, places, links.devices, axis, extent_of(hardware, axis));
	describe(hardware, spreads, &links);
	links.is_cycle = is_cycle(hardware, places, links.devices);
	arena_rewind(scratch, mark);
	return links;
}

double mesh_links_twist(const struct hardware *hardware, const struct mesh_links *links)
{
	if (!hardware->twisted || !links->spans_slice)
		return 0;
	return chip_figure(hardware->chip, hardware->extent[0] == hardware->extent[1]
	                                       ? FIGURE_TWIST_N_N_2N
	                                       : FIGURE_TWIST_N_2N_2N);
}
