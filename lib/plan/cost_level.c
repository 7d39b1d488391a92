/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/cost_level.h"

#include <assert.h>
#include <math.h>

static int64_t smaller_of(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

double cost_level_bandwidth(const struct chip *chip, const struct cost_level *level)
{
	switch (level->link) {
	case COST_LINK_CORE:
		return chip_figure(chip, FIGURE_CORE_LINK_BANDWIDTH);
	case COST_LINK_TORUS:
		return chip_figure(chip, FIGURE_LINK_BANDWIDTH);
	case COST_LINK_SWITCH:
		return chip_node_bandwidth(chip, level->size);
	case COST_LINK_NETWORK:
		return chip_figure(chip, FIGURE_NETWORK_BANDWIDTH) * (double)level->chips;
	case COST_LINKS:
		break;
	}
	return 0;
}

/* Bytes/s one way that one device has to one other. */
static double port_bandwidth(const struct chip *chip, const struct cost_level *level)
{
	return level->link == COST_LINK_SWITCH
	           ? chip_node_bandwidth(chip, 2)
	           : cost_level_bandwidth(chip, level) / (double)level->chips;
}

/* Whether the switch of a node adds up on the way, so that what is reduced crosses the links once.
 */
static bool reduces_in_switch(const struct chip *chip, enum cost_op op)
{
	return op == COST_ALL_REDUCE && chip_figure(chip, FIGURE_SWITCH_REDUCE_EFFICIENCY) > 0;
}

/* Share of the bandwidth that a large transfer gets on an axis. */
static double efficiency(const struct chip *chip, enum cost_setting setting,
                         const struct cost_axis *axis)
{
	if (setting == COST_TEXTBOOK || axis->link == COST_LINK_CORE)
		return 1;
	if (axis->link == COST_LINK_NETWORK)
		return chip_figure(chip, FIGURE_NETWORK_EFFICIENCY);
	return chip_figure(chip, axis->link == COST_LINK_SWITCH || cost_axis_is_ring(axis)
	                             ? FIGURE_RING_EFFICIENCY
	                             : FIGURE_LINE_EFFICIENCY);
}

/* One way, of one link, for one of the groups that use it. */
static double link_share(double bandwidth, const struct cost_axis *axis)
{
	return bandwidth / (double)(axis->stride * axis->sharing);
}

/* What a gathering member receives per second along an axis: from both sides on a ring. */
static double gather_rate(double bandwidth, const struct cost_axis *axis)
{
	return link_share(bandwidth, axis) * (cost_axis_is_ring(axis) ? 2 : 1);
}

/* Share of the array that has to move to a member of `size`. */
static double moved_share(int64_t size)
{
	return (double)(size - 1) / (double)size;
}

/* The textbook drops the share that stays at home where all is rings, and of what is reduced over
 * the network of TPUs. */
static bool moves_everything(const struct chip *chip, enum cost_setting setting,
                             const struct cost_request *request, const struct cost_level *level)
{
	if (setting != COST_TEXTBOOK || chip->platform != PLATFORM_TPU)
		return false;
	if (level->link == COST_LINK_NETWORK)
		return request->op == COST_ALL_REDUCE;
	for (uint32_t i = 0; i < level->naxes; i++)
		if (!cost_axis_is_ring(&level->axes[i]))
			return false;
	return level->link == COST_LINK_TORUS;
}

/* Share of the array that each member of the level takes in. The textbook has a tree of nodes,
 * which join in scalable units, and these in the spine. */
static double gathered_share(const struct chip *chip, enum cost_setting setting,
                             const struct cost_request *request, const struct cost_level *level)
{
	double leaves = chip_figure(chip, FIGURE_RACK_NODES);
	if (moves_everything(chip, setting, request, level))
		return 1;
	if (setting == COST_TEXTBOOK && level->link == COST_LINK_NETWORK && leaves > 1 &&
	    (double)level->size > leaves)
		return (leaves - 1) / leaves;
	return moved_share(level->size);
}

/*
 * The network of GPUs has a second tier: scalable units of some nodes each, whose uplinks into the
 * spine all their members share. Seconds for `bytes` to reach every member of the group.
 */
static double spine_seconds(const struct chip *chip, const struct cost_level *level, double bytes)
{
	double rack = chip_figure(chip, FIGURE_RACK_BANDWIDTH);
	double nodes = chip_figure(chip, FIGURE_RACK_NODES);
	if (level->link != COST_LINK_NETWORK || rack <= 0 || (double)level->size <= nodes)
		return 0;
	double units = ceil((double)level->size / nodes);
	double share = (double)level->chips / chip->node_chips;
	return bytes * (units - 1) / units / (rack * share);
}

/* All-gather and what takes the same way back: all axes at once, each with its part of the array.
 */
static void time_gather(const struct chip *chip, enum cost_setting setting,
                        const struct cost_request *request, const struct cost_level *level,
                        struct cost_level_time *time)
{
	double bandwidth = cost_level_bandwidth(chip, level), full = 0, loaded = 0;
	double bytes = (double)request->bytes;
	double moved = gathered_share(chip, setting, request, level);
	int64_t gathered = 1;
	for (uint32_t i = 0; i < level->naxes; i++) {
		const struct cost_axis *axis = &level->axes[i];
		double rate = gather_rate(bandwidth, axis);
		double share = efficiency(chip, setting, axis);
		full += rate;
		loaded += rate * share;
		gathered *= axis->size;
		time->staged += bytes * (double)gathered / (double)level->size *
		                moved_share(axis->size) / (rate * share);
	}
	/* At best each device sends what it has to the switch once, and gets the sum once. */
	bool in_switch = setting == COST_CALIBRATED && level->link == COST_LINK_SWITCH &&
	                 reduces_in_switch(chip, request->op);
	time->ideal =
	    fmax(bytes * (in_switch ? 0.5 : moved) / full, spine_seconds(chip, level, bytes));
	time->loaded = fmax(bytes * moved / loaded, spine_seconds(chip, level, bytes));
	time->staged = fmax(time->staged, time->loaded);
}

/*
 * Messages between all pairs that cross the busiest link of an axis, in one direction, on shortest
 * routes that take the axes in order; `members` are the devices of the whole level.
 */
static double crossing_messages(const struct cost_axis *axis, int64_t members)
{
	int64_t n = axis->size, half = n / 2, quarter = n * n / 4;
	double across = cost_axis_is_ring(axis) ? (double)quarter / 2 : (double)(half * (n - half));
	return across / (double)n * (double)members;
}

/* The textbook rounds a ring to V / 4W, a line to twice that, whatever the parity of its length. */
static double textbook_messages(const struct cost_axis *axis, int64_t members)
{
	double n = (double)axis->size;
	return n / (cost_axis_is_ring(axis) ? 8 : 4) * (double)members;
}

static void time_exchange(const struct chip *chip, enum cost_setting setting,
                          const struct cost_request *request, const struct cost_level *level,
                          struct cost_level_time *time)
{
	double bandwidth = cost_level_bandwidth(chip, level);
	double devices = (double)level->size * (double)level->below * (double)level->above;
	/* From all devices below one member to all below another. */
	double message = (double)request->bytes * (double)level->below * (double)level->below /
	                 (devices * devices);
	double twist = level->link == COST_LINK_TORUS && request->twist > 0 ? request->twist : 1;
	for (uint32_t i = 0; i < level->naxes; i++) {
		const struct cost_axis *axis = &level->axes[i];
		double messages = (double)(level->size - 1);
		if (level->link == COST_LINK_TORUS && setting == COST_TEXTBOOK)
			messages = textbook_messages(axis, level->size);
		else if (level->link == COST_LINK_TORUS)
			messages = crossing_messages(axis, level->size);
		double seconds = messages * message / link_share(bandwidth, axis) / twist;
		double loaded = seconds / efficiency(chip, setting, axis);
		time->ideal = fmax(time->ideal, seconds);
		time->loaded = fmax(time->loaded, loaded);
		time->staged += loaded;
	}
}

/* Messages on the busiest link when all shift by the same distance: the least and the most. */
static void shift_loads(const struct cost_axis *axis, double *least, double *usual, double *most)
{
	int64_t n = axis->size;
	*least = *usual = *most = 1;
	if (axis->link != COST_LINK_TORUS)
		return;
	if (axis->messages > 0) {
		*least = axis->least_messages;
		*usual = *most = axis->messages;
		return;
	}
	if (axis->distance == COST_ANY_DISTANCE) {
		*usual = fmax(1, (double)n / (cost_axis_is_ring(axis) ? 8 : 4));
		*most = fmax(1, (double)n / (cost_axis_is_ring(axis) ? 4 : 2));
		return;
	}
	int64_t shift = axis->distance % n;
	*least = *usual = *most = (double)smaller_of(shift, n - shift);
}

static void time_permute(const struct chip *chip, enum cost_setting setting,
                         const struct cost_request *request, const struct cost_level *level,
                         struct cost_level_time *time)
{
	double bandwidth = port_bandwidth(chip, level);
	for (uint32_t i = 0; i < level->naxes; i++) {
		const struct cost_axis *axis = &level->axes[i];
		double least, usual, most;
		shift_loads(axis, &least, &usual, &most);
		double one = (double)request->bytes / link_share(bandwidth, axis);
		double share = efficiency(chip, setting, axis);
		time->ideal = fmax(time->ideal, one * least);
		time->loaded = fmax(time->loaded, one * usual / share);
		time->staged += one * most / share;
	}
}

/* One message uses a port on every axis on which it has to move, on a ring both. */
static void send(const struct chip *chip, enum cost_setting setting,
                 const struct cost_request *request, const struct cost_level *level,
                 struct cost_level_time *time)
{
	double bandwidth = port_bandwidth(chip, level);
	double full = 0, loaded = 0;
	for (uint32_t i = 0; i < level->naxes; i++) {
		const struct cost_axis *axis = &level->axes[i];
		if (axis->distance == 0)
			continue;
		double rate =
		    bandwidth * (axis->link == COST_LINK_TORUS && cost_axis_is_ring(axis) ? 2 : 1);
		full += rate;
		loaded += rate * efficiency(chip, setting, axis);
	}
	if (full <= 0)
		return;
	time->ideal = (double)request->bytes / full;
	time->loaded = (double)request->bytes / loaded;
	time->staged = time->loaded;
}

static bool is_gathering(enum cost_op op)
{
	return op == COST_ALL_GATHER || op == COST_REDUCE_SCATTER || op == COST_ALL_REDUCE;
}

/* Steps that follow each other on an axis. */
static int64_t steps_on(const struct cost_axis *axis, enum cost_op op)
{
	int64_t n = axis->size;
	if (axis->link == COST_LINK_NETWORK && is_gathering(op))
		return (int64_t)ceil(log2((double)n));
	if (axis->link != COST_LINK_TORUS)
		return is_gathering(op) ? n - 1 : 1;
	if (axis->messages > 0)
		return axis->distance;
	int64_t farthest = cost_axis_is_ring(axis) ? n / 2 : n - 1;
	if (is_gathering(op) || op == COST_ALL_TO_ALL || axis->distance == COST_ANY_DISTANCE)
		return farthest * axis->stride;
	int64_t distance = axis->distance % n;
	if (cost_axis_is_ring(axis))
		return smaller_of(distance, n - distance) * axis->stride;
	/* On a line the devices at the end send back to its start. */
	bool goes_round = op == COST_PERMUTE && distance > 0 && n - distance > distance;
	return (goes_round ? n - distance : distance) * axis->stride;
}

static double hop_seconds(const struct chip *chip, const struct cost_request *request,
                          const struct cost_level *level)
{
	double hop = chip_figure(chip, level->link == COST_LINK_NETWORK ? FIGURE_NETWORK_HOP_SECONDS
	                                                                : FIGURE_HOP_SECONDS);
	int64_t steps = 0;
	for (uint32_t i = 0; i < level->naxes; i++)
		steps += steps_on(&level->axes[i], request->op);
	return (double)steps * hop;
}

static struct cost_level_time scaled(struct cost_level_time time, double all)
{
	time.hops *= all;
	time.ideal *= all;
	time.loaded *= all;
	time.staged *= all;
	return time;
}

struct cost_level_time cost_level_time(const struct chip *chip, enum cost_setting setting,
                                       const struct cost_request *request,
                                       const struct cost_level *level)
{
	assert(level->naxes > 0 && level->naxes <= COST_AXES_MAX);
	struct cost_level_time time = {0};
	if (cost_level_bandwidth(chip, level) <= 0)
		return time;
	switch (request->op) {
	case COST_ALL_GATHER:
	case COST_REDUCE_SCATTER:
	case COST_ALL_REDUCE:
		time_gather(chip, setting, request, level, &time);
		break;
	case COST_ALL_TO_ALL:
		time_exchange(chip, setting, request, level, &time);
		break;
	case COST_PERMUTE:
		time_permute(chip, setting, request, level, &time);
		break;
	case COST_SEND:
		send(chip, setting, request, level, &time);
		break;
	}
	time.hops = hop_seconds(chip, request, level);
	return scaled(time, request->op == COST_ALL_REDUCE ? 2 : 1);
}
