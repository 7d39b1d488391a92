/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/pair_links.h"

#include <assert.h>
#include <math.h>

enum { TORUS_AXES = 3, DIRECTIONS = 2 };

/* Messages on the links of all chips, each of which has one each way along an axis. */
struct loads {
	const struct hardware *hardware;
	double *links[TORUS_AXES][DIRECTIONS];
	double most[TORUS_AXES];
	double travelled[TORUS_AXES][DIRECTIONS]; /* hops of all messages */
	int64_t hops[TORUS_AXES];
	bool crosses_cores, crosses_chips, crosses_slices;
};

static int64_t chip_number(const struct hardware *hardware, const struct mesh_place *place)
{
	const int64_t *at = place->at, *extent = hardware->extent;
	return at[0] + extent[0] * (at[1] + extent[1] * (at[2] + extent[2] * at[PLACE_SLICE]));
}

/* Sends part of a message so many links along an axis. */
static void go(struct loads *loads, struct mesh_place from, uint32_t axis, bool backwards,
               int64_t hops, double share)
{
	int64_t extent = loads->hardware->extent[axis];
	for (int64_t hop = 0; hop < hops; hop++) {
		double *load = &loads->links[axis][backwards][chip_number(loads->hardware, &from)];
		*load += share;
		loads->travelled[axis][backwards] += share;
		loads->most[axis] = fmax(loads->most[axis], *load);
		from.at[axis] = (from.at[axis] + (backwards ? extent - 1 : 1)) % extent;
	}
	if (hops > loads->hops[axis])
		loads->hops[axis] = hops;
}

/* Moves a message along an axis to where its target is. */
static void route_along(struct loads *loads, struct mesh_place *from, int64_t to, uint32_t axis)
{
	int64_t extent = loads->hardware->extent[axis], distance = to - from->at[axis];
	bool backwards = distance < 0;
	int64_t hops = backwards ? -distance : distance, round = extent - hops;
	if (!loads->hardware->wraps[axis] || hops < round) {
		go(loads, *from, axis, backwards, hops, 1);
	} else if (round < hops) {
		go(loads, *from, axis, !backwards, round, 1);
	} else {
		go(loads, *from, axis, false, hops, 0.5);
		go(loads, *from, axis, true, hops, 0.5);
	}
	from->at[axis] = to;
}

static void route(struct loads *loads, struct mesh_place from, const struct mesh_place *to)
{
	bool torus = loads->hardware->chip->torus_axes > 0;
	if (from.at[PLACE_SLICE] != to->at[PLACE_SLICE]) {
		loads->crosses_slices = true;
		return;
	}
	loads->crosses_cores |= from.at[AXIS_CORE] != to->at[AXIS_CORE];
	for (uint32_t axis = 0; axis < TORUS_AXES; axis++) {
		loads->crosses_chips |= from.at[axis] != to->at[axis];
		if (torus)
			route_along(loads, &from, to->at[axis], axis);
	}
}

/* What a link of the axis carries at least, however the ways are chosen: all the same. */
static double spread_evenly(const struct loads *loads, uint32_t axis)
{
	const struct hardware *hardware = loads->hardware;
	double extent = (double)hardware->extent[axis];
	double links = (double)(hardware->devices / hardware->chip->devices);
	if (!hardware->wraps[axis])
		links *= (extent - 1) / extent;
	double more = fmax(loads->travelled[axis][0], loads->travelled[axis][1]);
	return fmax(1, more / links);
}

static void add(struct mesh_links *links, enum cost_link link, int64_t size, bool wraps,
                double messages, int64_t hops)
{
	links->axes[links->count++] = (struct cost_axis){.link = link,
	                                                 .size = size,
	                                                 .wraps = wraps,
	                                                 .stride = 1,
	                                                 .sharing = 1,
	                                                 .messages = messages,
	                                                 .distance = hops};
}

static struct mesh_links links_of(const struct loads *loads, int64_t messages)
{
	const struct hardware *hardware = loads->hardware;
	bool torus = hardware->chip->torus_axes > 0, alone = messages == 1;
	double each = alone ? 0 : 1;
	struct mesh_links links = {.devices = messages};
	if (loads->crosses_cores)
		add(&links, COST_LINK_CORE, hardware->chip->devices, false, each, 1);
	for (uint32_t axis = 0; axis < TORUS_AXES && torus; axis++)
		if (loads->hops[axis]) {
			add(&links, COST_LINK_TORUS, hardware->extent[axis], hardware->wraps[axis],
			    alone ? 0 : loads->most[axis], loads->hops[axis]);
			links.axes[links.count - 1].least_messages = spread_evenly(loads, axis);
		}
	if (!torus && loads->crosses_chips)
		add(&links, COST_LINK_SWITCH, hardware->extent[0], false, each, 1);
	if (loads->crosses_slices)
		add(&links, COST_LINK_NETWORK, hardware->slices, false, each, 1);
	return links;
}

struct mesh_links pair_links_of(struct arena *scratch, const struct hardware *hardware,
                                const int32_t *ids, const struct reshard_pair *pairs,
                                uint32_t count)
{
	struct arena_mark mark = arena_mark(scratch);
	struct loads loads = {.hardware = hardware};
	size_t chips = (size_t)(hardware->devices / hardware->chip->devices);
	int64_t messages = 0;
	for (uint32_t axis = 0; axis < TORUS_AXES && hardware->chip->torus_axes; axis++)
		for (uint32_t way = 0; way < DIRECTIONS; way++)
			loads.links[axis][way] = arena_new(scratch, double, chips);
	for (uint32_t i = 0; i < count; i++) {
		int32_t source = pairs[i].source, target = pairs[i].target;
		if (source == target)
			continue;
		struct mesh_place to =
		    mesh_place_of(hardware, (uint64_t)(ids ? ids[target] : target));
		route(&loads, mesh_place_of(hardware, (uint64_t)(ids ? ids[source] : source)), &to);
		messages++;
	}
	arena_rewind(scratch, mark);
	return links_of(&loads, messages);
}
