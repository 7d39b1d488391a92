/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long a collective takes on a torus, on switched nodes and across the network. A model: exact
 * loads of the links, divided by bandwidths and efficiencies that stand with the chip. Formulas:
 * jax-ml/scaling-book sharding.md and gpus.md; PyTorch and NCCL for the latencies of GPUs.
 */
#pragma once

#include "hardware/chip.h"
#include "plan/cost_request.h"

/* What one device holds and gets, in bytes, as the `bytes` of a request. */
int64_t cost_bytes(enum cost_op op, int64_t operand_bytes, int64_t result_bytes, int64_t devices);

struct cost {
	double low, expected, high;    /* seconds; low <= expected <= high */
	bool latency_bound;            /* hops, not bytes, make up most of `expected` */
	const struct str *assumptions; /* in words, for people */
	uint32_t nassumptions;
};

/*
 * The time of a collective of one group while all other groups of the same axes do the same. Low
 * supposes that the levels (cores, torus or switch, network) overlap and the links are used in
 * full; high that the levels and axes take turns. A group of one device costs nothing. A chip whose
 * links are not known gives 0 and says so in the assumptions. The arena owns the texts.
 */
struct cost cost_of(struct arena *arena, const struct chip *chip, enum cost_setting setting,
                    const struct cost_request *request);
