/* SPDX-License-Identifier: Apache-2.0 */
/* The collective whose time is asked for. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum cost_op {
	COST_ALL_GATHER,
	COST_REDUCE_SCATTER,
	COST_ALL_REDUCE,
	COST_ALL_TO_ALL,
	COST_PERMUTE, /* every device sends along the group */
	COST_SEND,    /* one device sends to another, the links are free otherwise */
};

enum cost_setting {
	COST_TEXTBOOK,   /* the published formulas as they stand */
	COST_CALIBRATED, /* with measured efficiencies and latencies */
};

/* What joins the devices along an axis, from the inside out. */
enum cost_link {
	COST_LINK_CORE,    /* the two devices of a chip */
	COST_LINK_TORUS,   /* links to the neighbouring chips */
	COST_LINK_SWITCH,  /* a switch within a node */
	COST_LINK_NETWORK, /* the network between slices or nodes */
	COST_LINKS,
};

enum { COST_ANY_DISTANCE = -1, COST_AXES_MAX = 16 };

/* A group of devices is the product of its axes; their sizes multiply to a number of devices. */
struct cost_axis {
	enum cost_link link;
	int64_t size;    /* of the group along this axis, >= 1 */
	bool wraps;      /* the links go round */
	int64_t stride;  /* hops to the next member; so many groups are interleaved on the links */
	int64_t sharing; /* further groups on the same links: siblings on the cores of a chip */
	double messages; /* COST_PERMUTE: on the busiest link of the axis; 0: by the distance */
	double least_messages; /* with them: on each link if they were spread evenly */
	int64_t distance; /* COST_PERMUTE: how far all shift, cyclically, or with messages the most
	                     hops of one; COST_SEND: hops, in steps of the stride.
	                     COST_ANY_DISTANCE: any permutation */
};

/* Whether messages can go both ways round: two neighbours have a single link between them. */
static inline bool cost_axis_is_ring(const struct cost_axis *axis)
{
	return axis->wraps && axis->size * axis->stride > 2;
}

struct cost_request {
	enum cost_op op;
	/*
	 * Bytes of the whole array that one group is concerned with: the gathered result; for
	 * COST_REDUCE_SCATTER and COST_ALL_REDUCE the unreduced array on one device; for
	 * COST_ALL_TO_ALL the sum over the group; for COST_PERMUTE and COST_SEND what one device
	 * sends.
	 */
	int64_t bytes;
	const struct cost_axis *axes;
	uint32_t naxes; /* at most COST_AXES_MAX */
	double twist;   /* all-to-all over a whole twisted torus: its speed-up; else 0 */
};
