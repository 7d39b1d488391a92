/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/nccl.h"

#include <assert.h>
#include <math.h>

enum { LL, LL128, SIMPLE, PROTOCOLS };

/* Latencies in microseconds: at the start, of a step over NVLink, and of one over the network. */
struct latencies {
	double start, step, network;
};

/* NCCL's own, but where NCCL has 1 us of overhead between hosts of Intel and 2 of AMD, three times
 * that for Simple, it stands between both, and Simple at Intel's. */
static const struct {
	const char *ring_words, *tree_words;
	struct latencies ring, tree;
	double overhead; /* that a step over NVLink takes at least when others cross the network */
	double share;    /* of the bandwidth that carries data */
} protocols[] = {
    [LL] = {"rings, protocol LL", "trees, protocol LL", {6.6, 0.6, 2.7}, {6.8, 0.6, 5.0}, 1.5, 0.5},
    [LL128] = {"rings, protocol LL128",
               "trees, protocol LL128",
               {14, 1.9, 4.0},
               {14, 1.25, 8.5},
               1.5,
               0.92},
    [SIMPLE] =
	{"rings, protocol Simple", "trees, protocol Simple", {8.4, 3.4, 14}, {8.4, 4.0, 14}, 3, 1},
};

static const struct latencies in_switch_latencies = {0, 25, 20.9};

/* What a tree gets of a ring's bandwidth, and how much less of it LL carries. */
static const double tree_share = 0.46, tree_ll_share = 1 / 3.8;

/* Bytes/s that a ring of two nodes carries at most, and one of more. LL: between what NCCL has for
 * hosts of Intel and of AMD, llMaxBws. LL128: all-gathers of 2 x 8 H200 and B200 take 20 us more
 * for each MiB up to 2 MiB. */
static const double wire_limits[PROTOCOLS][2] = {
    [LL] = {30e9, 20e9}, [LL128] = {50e9, 50e9}, [SIMPLE] = {(double)INFINITY, (double)INFINITY}};

/* What trees get of their bandwidth at medium sizes, of powers of two from 64 bytes on. NCCL:
 * treeCorrectionFactor. */
static const double tree_corrections[PROTOCOLS][24] = {
    [LL] = {1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1, 1},
    [LL128] = {1,  1,  1,  1,  1,  .9, .8, .8, .8, .7, .6, .6,
               .6, .6, .6, .6, .8, .9, .9, .9, .9, 1,  1,  1},
    [SIMPLE] = {.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5,
                .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9, .9},
};

/* A ring has a step more than it has transfers, for what a device has itself: about half of one
 * where all links of a device are used, and hidden where the network is slower. XLA's measurements
 * of 2, 4 and 8 GPUs. */
static const double last_step = 0.5;

/* What the only device of a node gets of its network, which all of them together fill better: two
 * H200 and B200 of GKE, one in each node, take 32 to 39 GB/s of 50. */
static const double alone = 0.78;

struct run {
	const struct chip *chip;
	const struct cost_request *request;
	int64_t node, nodes;
	double members;
	double times; /* an all-reduce goes round twice */
	double link;  /* bytes/s into a device, within the node */
	double wire;  /* bytes/s into all devices of a node, from the network */
	double bus;   /* the slower of both as far as they are used */
};

static struct run run_of(const struct chip *chip, const struct cost_request *request,
                         const struct nccl_group *group)
{
	bool gathers = request->op == COST_ALL_GATHER || request->op == COST_REDUCE_SCATTER;
	struct run run = {.chip = chip,
	                  .request = request,
	                  .node = group->node,
	                  .nodes = group->nodes,
	                  .members = (double)group->node * (double)group->nodes,
	                  .times = request->op == COST_ALL_REDUCE ? 2 : 1};
	run.link =
	    chip_node_bandwidth(chip, group->node) * chip_figure(chip, FIGURE_RING_EFFICIENCY);
	run.wire = chip_figure(chip, FIGURE_NETWORK_BANDWIDTH) * (double)group->node *
	           chip_figure(chip, gathers ? FIGURE_NETWORK_GATHER_EFFICIENCY
	                                     : FIGURE_NETWORK_EFFICIENCY);
	if (run.node == 1)
		run.wire *= alone;
	run.bus = run.nodes == 1 ? run.link : run.node == 1 ? run.wire : fmin(run.link, run.wire);
	return run;
}

/* That step within a node: among few GPUs that have a link for each other one, transfers are slower
 * and it is not. */
static double own_step(const struct run *run)
{
	return last_step * chip_node_bandwidth(run->chip, run->node) /
	       chip_figure(run->chip, FIGURE_LINK_BANDWIDTH);
}

static double seconds(double microseconds)
{
	return microseconds * 1e-6;
}

/* NCCL's, with the step of LL as it was measured between such chips. */
static struct latencies latencies_of(const struct run *run, int protocol, struct latencies known)
{
	double measured = chip_figure(run->chip, FIGURE_LOW_LATENCY_STEP_SECONDS);
	if (protocol == LL && measured > 0)
		known.step = measured * 1e6;
	return known;
}

double nccl_ramp(const struct chip *chip, enum figure seconds_lost, enum figure half, double bytes)
{
	double most = chip_figure(chip, seconds_lost);
	return most > 0 && bytes > 0 ? most * bytes / (bytes + chip_figure(chip, half)) : 0;
}

/* Bytes/s round a ring that the protocol carries at most. */
static double limit(const struct run *run, int protocol)
{
	double within = chip_figure(run->chip, FIGURE_LOW_LATENCY_BANDWIDTH);
	if (run->nodes > 1)
		return wire_limits[protocol][run->nodes > 2];
	return protocol == LL && within > 0 ? within : (double)INFINITY;
}

static struct nccl_time ring(const struct run *run, int protocol)
{
	struct latencies latencies = latencies_of(run, protocol, protocols[protocol].ring);
	double bytes = (double)run->request->bytes, n = run->members;
	double steps = run->times * (n - 1), across = run->times * (double)(run->nodes - 1);
	if (run->node == 1)
		latencies.network = protocols[protocol].tree.network;
	if (run->nodes > 1)
		latencies.step = fmax(latencies.step, protocols[protocol].overhead);
	double rate = run->bus * protocols[protocol].share;
	double moved = bytes * (steps + (run->bus < run->link ? 0 : own_step(run))) / n;
	rate = fmin(rate, limit(run, protocol));
	bool reduces = run->request->op == COST_ALL_REDUCE && protocol != LL;
	return (struct nccl_time){
	    .latency = seconds(latencies.start + (steps - across) * latencies.step +
	                       across * latencies.network),
	    .bytes = moved / rate,
	    .ramp =
		reduces ? nccl_ramp(run->chip, FIGURE_RAMP_SECONDS, FIGURE_RAMP_BYTES, bytes) : 0,
	    .words = protocols[protocol].ring_words};
}

/*
 * Seconds for what an all-reduce along a pair of trees, each with half of the array, takes across
 * the network. Of two nodes each is the root of one tree and the leaf of the other, and takes half
 * of the array in each. Of more, a node that is within one tree takes a half from each of its two
 * children and one back from its parent, and a fourth as a leaf of the other.
 */
static double wire_seconds(const struct run *run)
{
	return (double)run->request->bytes * (run->nodes > 2 ? 2 : 1) / run->wire;
}

static double tree_correction(int protocol, double bytes)
{
	int power = bytes < 64 ? 0 : (int)log2(bytes / 64);
	return power < 24 ? tree_corrections[protocol][power] : 1;
}

static struct nccl_time tree(const struct run *run, int protocol)
{
	struct latencies latencies = latencies_of(run, protocol, protocols[protocol].tree);
	double bytes = (double)run->request->bytes;
	double share = protocol == LL ? tree_ll_share : protocols[protocol].share;
	double moving = fmax(bytes / (tree_share * run->link), wire_seconds(run)) / share;
	if (protocol == LL)
		moving = fmax(moving, 2 * bytes / limit(run, LL));
	moving /= tree_correction(protocol, bytes);
	return (struct nccl_time){
	    .latency = seconds(latencies.start + 2 * (double)(run->node - 1) * latencies.step +
	                       2 * log2((double)run->nodes) * latencies.network),
	    .bytes = fmax(moving, bytes / limit(run, protocol)),
	    .words = protocols[protocol].tree_words};
}

/* How much longer the switches take to sum where trees join them. Two nodes: 8 x H100, B300 and
 * racks of GB200 and GB300, 3 to 28 percent. More: NCCL has half the rate for it, as have 20 racks
 * of GB200. */
static const double across_two_nodes = 1.08, across_many_nodes = 2.16;

/* The figures of the ramp stand for so many devices at a switch; 16 and 72 lose as much more. */
static const double ramp_devices = 8;

/* Every device sends all it has to the switch and gets its part of the sum, which it then sends to
 * all others. */
static struct nccl_time in_switch(const struct run *run)
{
	const struct chip *chip = run->chip;
	double bytes = (double)run->request->bytes;
	double rate = chip_figure(chip, FIGURE_LINK_BANDWIDTH) *
	              chip_figure(chip, FIGURE_SWITCH_REDUCE_EFFICIENCY);
	double within = bytes * (1 + 1 / (double)run->node) / rate;
	if (run->nodes > 1)
		within *= run->nodes > 2 ? across_many_nodes : across_two_nodes;
	return (struct nccl_time){
	    .latency = seconds(in_switch_latencies.step +
	                       2 * log2((double)run->nodes) * in_switch_latencies.network),
	    .bytes = run->nodes > 1 ? fmax(within, wire_seconds(run)) : within,
	    .ramp = nccl_ramp(run->chip, FIGURE_SWITCH_REDUCE_RAMP_SECONDS,
	                      FIGURE_SWITCH_REDUCE_RAMP_BYTES, bytes) *
	            fmax(1, (double)run->node / ramp_devices),
	    .sums_in_switch = true,
	    .words = "sums in the switch"};
}

/* All devices send to each other: over the links within the node, and the rest over the network. */
static struct nccl_time exchange(const struct run *run)
{
	double held = (double)run->request->bytes / run->members;
	double own = (double)(run->node - 1) + own_step(run), nodes = (double)run->nodes;
	double within = run->node > 1 ? held * own / run->members / run->link : 0;
	double across = held * (nodes - 1) / nodes * (double)run->node / run->wire;
	int protocol = run->nodes > 1 ? SIMPLE : LL;
	struct latencies latencies = latencies_of(run, protocol, protocols[protocol].ring);
	return (struct nccl_time){
	    .latency = seconds(latencies.start + latencies.step +
	                       (run->nodes > 1 ? latencies.network : 0)),
	    .bytes = run->nodes > 1 ? fmax(within, across) : within,
	    .ramp = nccl_ramp(run->chip, FIGURE_RAMP_SECONDS, FIGURE_RAMP_BYTES, held),
	    .words = "all to all at once"};
}

static struct nccl_time pass_on(const struct run *run)
{
	struct latencies latencies = latencies_of(run, LL, protocols[LL].ring);
	double port =
	    chip_node_bandwidth(run->chip, 2) * chip_figure(run->chip, FIGURE_RING_EFFICIENCY);
	double card = chip_figure(run->chip, FIGURE_NETWORK_BANDWIDTH) *
	              chip_figure(run->chip, FIGURE_NETWORK_EFFICIENCY) *
	              (run->request->op == COST_SEND ? alone : 1);
	double rate = run->nodes > 1 ? card : port;
	return (struct nccl_time){
	    .latency =
		seconds(latencies.start + (run->nodes > 1 ? latencies.network : latencies.step)),
	    .bytes = (double)run->request->bytes / rate,
	    .ramp = nccl_ramp(run->chip, FIGURE_RAMP_SECONDS, FIGURE_RAMP_BYTES,
	                      (double)run->request->bytes),
	    .words = "from one to the next"};
}

static struct nccl_time quicker(struct nccl_time a, struct nccl_time b)
{
	return b.latency + b.bytes + b.ramp < a.latency + a.bytes + a.ramp ? b : a;
}

static struct nccl_time quickest_ring(const struct run *run)
{
	struct nccl_time best = ring(run, LL);
	for (int protocol = LL128; protocol < PROTOCOLS; protocol++)
		best = quicker(best, ring(run, protocol));
	return best;
}

static struct nccl_time quickest_tree(const struct run *run)
{
	struct nccl_time best = tree(run, LL);
	for (int protocol = LL128; protocol < PROTOCOLS; protocol++)
		best = quicker(best, tree(run, protocol));
	return best;
}

static bool sums_in_switch(const struct run *run)
{
	return run->request->op == COST_ALL_REDUCE && run->node > 2 &&
	       chip_figure(run->chip, FIGURE_SWITCH_REDUCE_EFFICIENCY) > 0;
}

/* Between racks all is summed so: 20 of 72 GB200 have half the rate of one, less than rings or
 * trees through the GPUs would. */
static bool sums_across_racks(const struct run *run)
{
	return sums_in_switch(run) && run->nodes > 1 && (double)run->node > ramp_devices;
}

struct nccl_time nccl_time(const struct chip *chip, const struct cost_request *request,
                           const struct nccl_group *group)
{
	assert(group->node >= 1 && group->nodes >= 1 && group->node * group->nodes > 1);
	struct run run = run_of(chip, request, group);
	if (request->op == COST_ALL_TO_ALL)
		return exchange(&run);
	if (request->op == COST_PERMUTE || request->op == COST_SEND)
		return pass_on(&run);
	if (sums_across_racks(&run))
		return in_switch(&run);
	struct nccl_time best = quickest_ring(&run);
	if (request->op != COST_ALL_REDUCE || run.node == 1)
		return best;
	if (run.nodes > 1)
		best = quicker(best, quickest_tree(&run));
	return sums_in_switch(&run) ? quicker(best, in_switch(&run)) : best;
}
