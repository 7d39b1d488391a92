/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/cost.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "plan/cost_level.h"
#include "plan/nccl.h"

struct levels {
	struct cost_level items[COST_LINKS];
	uint32_t count;
	int64_t devices;
};

/* What its time is made of between GPUs; no words where NCCL does not run. */
struct way {
	struct nccl_time time;
	bool crosses_network;
	double network_ramp;
};

static struct levels levels_of(const struct cost_request *request)
{
	struct levels levels = {.devices = 1};
	int64_t chips = 1;
	for (enum cost_link link = 0; link < COST_LINKS; link++) {
		struct cost_level level = {.link = link, .size = 1, .below = levels.devices};
		for (uint32_t i = 0; i < request->naxes; i++)
			if (request->axes[i].link == link && request->axes[i].size > 1) {
				level.axes[level.naxes++] = request->axes[i];
				level.size *= request->axes[i].size;
			}
		level.chips = chips;
		levels.devices *= level.size;
		if (link != COST_LINK_CORE)
			chips *= level.size;
		if (level.naxes)
			levels.items[levels.count++] = level;
	}
	for (uint32_t i = 0; i < levels.count; i++) {
		struct cost_level *level = &levels.items[i];
		level->above = levels.devices / level->size / level->below;
	}
	return levels;
}

/* Sums over the levels and the largest of them. */
struct totals {
	double low, longest, sum, staged, hops, bytes;
	double network; /* of `sum`, across the network */
};

/* Rounds of a collective overlap, so that hops or bytes count; a lone message takes its hops and
 * then flows in. */
static double with_hops(enum cost_op op, double hops, double bytes)
{
	return op == COST_SEND ? hops + bytes : fmax(hops, bytes);
}

static struct totals totals_of(const struct chip *chip, enum cost_setting setting,
                               const struct cost_request *request, const struct levels *levels)
{
	struct totals totals = {0};
	for (uint32_t i = 0; i < levels->count; i++) {
		struct cost_level_time time =
		    cost_level_time(chip, setting, request, &levels->items[i]);
		double loaded = with_hops(request->op, time.hops, time.loaded);
		double ideal = with_hops(request->op, time.hops, time.ideal);
		totals.low = fmax(totals.low, ideal);
		totals.longest = fmax(totals.longest, loaded);
		totals.sum += loaded;
		if (levels->items[i].link == COST_LINK_NETWORK)
			totals.network += loaded;
		totals.staged += with_hops(request->op, time.hops, time.staged);
		totals.hops += time.hops;
		totals.bytes += time.loaded;
	}
	return totals;
}

static const char *op_words(enum cost_op op)
{
	assert(op <= COST_SEND);
	static const char *const words[] = {
	    [COST_ALL_GATHER] = "all-gather: (n-1)/n of the array over the sum of the links",
	    [COST_REDUCE_SCATTER] = "reduce-scatter: as an all-gather",
	    [COST_ALL_REDUCE] = "all-reduce: a reduce-scatter and an all-gather",
	    [COST_ALL_TO_ALL] = "all-to-all: messages across the busiest link of each axis",
	    [COST_PERMUTE] = "permute: the most messages that share a link",
	    [COST_SEND] = "send: all ports towards the receiver at once",
	};
	return words[op];
}

struct words {
	struct arena *arena;
	struct str *items;
	uint32_t count;
};

enum { WORDS_MAX = COST_AXES_MAX + 12 };

static void say(struct words *words, struct str text)
{
	if (words->count < WORDS_MAX)
		words->items[words->count++] = text;
}

static void say_axis(struct words *words, const struct chip *chip, const struct cost_axis *axis)
{
	static const char *const links[] = {[COST_LINK_CORE] = "cores of a chip",
	                                    [COST_LINK_TORUS] = "torus",
	                                    [COST_LINK_SWITCH] = "switch",
	                                    [COST_LINK_NETWORK] = "network"};
	struct buf out = {.arena = words->arena};
	buf_printf(&out, "%" PRId64 " along the %s", axis->size, links[axis->link]);
	if (axis->link == COST_LINK_SWITCH && chip_figure(chip, FIGURE_PEER_LINKS) > 0)
		buf_puts(&out, ", which is a link between each two GPUs");
	if (axis->link == COST_LINK_TORUS)
		buf_puts(&out, cost_axis_is_ring(axis) ? ", a ring" : ", a line: no wraparound");
	if (axis->messages > 0 && axis->link == COST_LINK_TORUS)
		buf_printf(&out, ", at most %" PRId64 " hops and %.4g messages on a link",
		           axis->distance, axis->messages);
	if (axis->stride > 1)
		buf_printf(&out, ", %" PRId64 " hops apart, %" PRId64 " groups sharing each link",
		           axis->stride, axis->stride);
	if (axis->sharing > 1)
		buf_printf(&out, ", links shared by %" PRId64 " devices of a chip", axis->sharing);
	say(words, buf_str(&out));
}

static void say_figure(struct words *words, const struct chip *chip, enum figure figure)
{
	struct figure_value value = chip_figure_value(chip, figure);
	struct figure_field field = chip_figure_field(figure);
	if (value.source)
		say(words, str_format(words->arena, "%s %.4g %s (%s)", field.name, value.value,
		                      field.unit, value.source));
}

static void say_link(struct words *words, const struct chip *chip, enum cost_setting setting,
                     enum cost_op op, const struct cost_level *level)
{
	static const enum figure bandwidths[] = {[COST_LINK_CORE] = FIGURE_CORE_LINK_BANDWIDTH,
	                                         [COST_LINK_TORUS] = FIGURE_LINK_BANDWIDTH,
	                                         [COST_LINK_SWITCH] = FIGURE_LINK_BANDWIDTH,
	                                         [COST_LINK_NETWORK] = FIGURE_NETWORK_BANDWIDTH};
	if (cost_level_bandwidth(chip, level) <= 0) {
		say(words, str_format(words->arena,
		                      "no bandwidth is known for these links of %s: counted as 0 s",
		                      chip->names[0]));
		return;
	}
	say_figure(words, chip, bandwidths[level->link]);
	if (setting == COST_TEXTBOOK || level->link == COST_LINK_CORE)
		return;
	if (level->link == COST_LINK_NETWORK) {
		bool gathers = op == COST_ALL_GATHER || op == COST_REDUCE_SCATTER;
		say_figure(words, chip,
		           gathers && chip->platform == PLATFORM_GPU
		               ? FIGURE_NETWORK_GATHER_EFFICIENCY
		               : FIGURE_NETWORK_EFFICIENCY);
		return;
	}
	bool rings = level->link == COST_LINK_SWITCH, lines = false;
	for (uint32_t i = 0; i < level->naxes && level->link == COST_LINK_TORUS; i++) {
		bool ring = cost_axis_is_ring(&level->axes[i]);
		rings = rings || ring;
		lines = lines || !ring;
	}
	if (rings)
		say_figure(words, chip, FIGURE_RING_EFFICIENCY);
	if (lines)
		say_figure(words, chip, FIGURE_LINE_EFFICIENCY);
}

/* What NCCL does, and the figures of it that do not stand with the links. */
static void say_way(struct words *words, const struct chip *chip, const struct way *way)
{
	say(words, str_format(words->arena, "%s: %s", chip_collectives(chip), way->time.words));
	if (way->time.sums_in_switch)
		say_figure(words, chip, FIGURE_SWITCH_REDUCE_EFFICIENCY);
	if (way->time.ramp > 0)
		say_figure(words, chip,
		           way->time.sums_in_switch ? FIGURE_SWITCH_REDUCE_RAMP_SECONDS
		                                    : FIGURE_RAMP_SECONDS);
	if (way->network_ramp > 0)
		say_figure(words, chip, FIGURE_NETWORK_RAMP_SECONDS);
}

static void explain(struct words *words, const struct chip *chip, enum cost_setting setting,
                    const struct cost_request *request, const struct levels *levels,
                    const struct way *way)
{
	say(words, setting == COST_TEXTBOOK
	               ? STR("textbook: published formulas, links used in full")
	               : STR("calibrated: measured efficiencies and latencies"));
	say(words, str_of(op_words(request->op)));
	for (uint32_t i = 0; i < request->naxes; i++)
		if (request->axes[i].size > 1)
			say_axis(words, chip, &request->axes[i]);
	for (uint32_t i = 0; i < levels->count; i++)
		say_link(words, chip, setting, request->op, &levels->items[i]);
	if (setting == COST_CALIBRATED)
		say_figure(words, chip, FIGURE_LAUNCH_SECONDS);
	if (way->time.words) {
		say_figure(words, chip, FIGURE_HOST_SECONDS);
		if (way->crosses_network)
			say_figure(words, chip, FIGURE_NETWORK_LAUNCH_SECONDS);
		say_way(words, chip, way);
	}
	if (request->op == COST_ALL_TO_ALL && request->twist > 0)
		say(words,
		    str_format(words->arena, "the twisted torus exchanges %.3g times as fast",
		               request->twist));
	if (levels->count > 1 && setting == COST_TEXTBOOK)
		say(words, STR("the slower of the levels counts; high: they take turns"));
	else if (levels->count > 1 && !way->time.words)
		say_figure(words, chip, FIGURE_LEVEL_OVERLAP);
}

static struct way way_of(const struct chip *chip, enum cost_setting setting,
                         const struct cost_request *request, const struct levels *levels)
{
	struct way way = {0};
	struct nccl_group group = {1, 1};
	if (setting == COST_TEXTBOOK || chip->platform != PLATFORM_GPU)
		return way;
	for (uint32_t i = 0; i < levels->count; i++) {
		bool network = levels->items[i].link == COST_LINK_NETWORK;
		if (cost_level_bandwidth(chip, &levels->items[i]) > 0)
			*(network ? &group.nodes : &group.node) *= levels->items[i].size;
	}
	if (group.node * group.nodes == 1)
		return way;
	double held = (double)request->bytes;
	if (request->op == COST_ALL_TO_ALL)
		held /= (double)levels->devices;
	way.time = nccl_time(chip, request, &group);
	way.crosses_network = group.nodes > 1;
	if (group.nodes > 1 && request->op == COST_ALL_REDUCE)
		way.network_ramp =
		    nccl_ramp(chip, FIGURE_NETWORK_RAMP_SECONDS, FIGURE_NETWORK_RAMP_BYTES, held);
	return way;
}

/* How much slower than elsewhere a host or a network starts, and the network fills: in clouds. */
enum { START_SPREAD = 2, CLOUD_SPREAD = 4, NETWORK_SPREAD = 3, LAUNCH_SPREAD = 3 };

/* Between GPUs: as NCCL runs it, and no quicker than the host starts one after the other. */
static void calibrate_way(struct cost *cost, const struct chip *chip, const struct totals *totals,
                          const struct way *way)
{
	double launch =
	    chip_figure(chip, FIGURE_LAUNCH_SECONDS) +
	    (way->crosses_network ? chip_figure(chip, FIGURE_NETWORK_LAUNCH_SECONDS) : 0);
	double least = chip_figure(chip, FIGURE_HOST_SECONDS);
	double margin = 1 + chip_figure(chip, FIGURE_MARGIN);
	double busy = way->time.latency + way->time.bytes + way->time.ramp;
	double start = least * START_SPREAD * (way->crosses_network ? CLOUD_SPREAD : 1);
	cost->latency_bound = way->time.latency > way->time.bytes + way->time.ramp;
	cost->expected = fmax(totals->low, launch + busy + way->network_ramp);
	cost->low = totals->low;
	cost->high =
	    fmax(cost->expected, start + busy * margin + way->network_ramp * NETWORK_SPREAD);
}

/* On a torus: the start, the links' efficiencies, and how levels overlap. What slices get of the
 * network between them differs more than what links do. */
static void calibrate(struct cost *cost, const struct chip *chip, const struct totals *totals)
{
	double launch = chip_figure(chip, FIGURE_LAUNCH_SECONDS);
	double exposed = 1 - chip_figure(chip, FIGURE_LEVEL_OVERLAP);
	double margin = 1 + chip_figure(chip, FIGURE_MARGIN);
	cost->expected = launch + totals->longest + exposed * (totals->sum - totals->longest);
	cost->low = fmin(totals->low, cost->expected);
	cost->high = launch * LAUNCH_SPREAD + fmax(totals->sum, totals->staged) * margin +
	             totals->network * (NETWORK_SPREAD - 1);
}

struct cost cost_of(struct arena *arena, const struct chip *chip, enum cost_setting setting,
                    const struct cost_request *request)
{
	assert(request->naxes <= COST_AXES_MAX && request->bytes >= 0);
	struct levels levels = levels_of(request);
	struct totals totals = totals_of(chip, setting, request, &levels);
	struct way way = way_of(chip, setting, request, &levels);
	struct words words = {.arena = arena, .items = arena_new(arena, struct str, WORDS_MAX)};
	struct cost cost = {.latency_bound = totals.hops > totals.bytes};
	if (levels.count)
		explain(&words, chip, setting, request, &levels, &way);
	cost.assumptions = words.items;
	cost.nassumptions = words.count;
	if (totals.sum <= 0)
		return cost;
	if (way.time.words) {
		calibrate_way(&cost, chip, &totals, &way);
	} else if (setting == COST_CALIBRATED) {
		calibrate(&cost, chip, &totals);
	} else {
		cost.low = totals.low;
		cost.expected = totals.longest;
		cost.high = fmax(totals.sum, totals.staged);
	}
	return cost;
}

int64_t cost_bytes(enum cost_op op, int64_t operand_bytes, int64_t result_bytes, int64_t devices)
{
	assert(operand_bytes >= 0 && result_bytes >= 0 && devices >= 1);
	int64_t bytes = operand_bytes;
	if (op == COST_ALL_GATHER)
		return result_bytes;
	if (op == COST_ALL_TO_ALL && !checked_multiply(&bytes, operand_bytes, devices))
		return INT64_MAX;
	return bytes;
}
