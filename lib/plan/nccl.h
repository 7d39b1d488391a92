/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long NCCL takes for a collective between GPUs. Its rings, trees and reductions in the switch,
 * each with its protocols, with the latencies that NCCL chooses by: src/graph/tuning.cc of
 * NCCL 2.28. The bandwidths stand with the chip.
 */
#pragma once

#include "hardware/chip.h"
#include "plan/cost_request.h"

/* The devices of a group: so many in each node, in so many nodes. */
struct nccl_group {
	int64_t node, nodes; /* >= 1 */
};

/* Seconds of one way to run it. */
struct nccl_time {
	double latency; /* steps that follow each other */
	double bytes;   /* over the links, at what a large transfer gets of them */
	double ramp;    /* lost until all links are busy */
	bool sums_in_switch;
	const char *words;
};

/* The quickest way for the request, between the devices of the group; not for a group of one. */
struct nccl_time nccl_time(const struct chip *chip, const struct cost_request *request,
                           const struct nccl_group *group);

/* Seconds that a transfer of so many bytes loses: of a large one all of the first figure, of one of
 * the size of the second half of it. */
double nccl_ramp(const struct chip *chip, enum figure seconds_lost, enum figure half, double bytes);
