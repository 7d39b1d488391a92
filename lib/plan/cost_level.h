/* SPDX-License-Identifier: Apache-2.0 */
/* The part of a collective that crosses one kind of link. */
#pragma once

#include "hardware/chip.h"
#include "plan/cost_request.h"

struct cost_level {
	enum cost_link link;
	struct cost_axis axes[COST_AXES_MAX]; /* those of this kind that are longer than 1 */
	uint32_t naxes;
	int64_t size;  /* product of the axes */
	int64_t below; /* devices of the group that one member of this level stands for */
	int64_t above; /* product of the sizes of the levels outside */
	int64_t chips; /* chips among those below */
};

/* Seconds on one level. */
struct cost_level_time {
	double hops;   /* latency of the hops */
	double ideal;  /* bytes at full bandwidth, all axes at once */
	double loaded; /* bytes at the efficiency of the links */
	double staged; /* bytes at that efficiency, one axis after the other */
};

/* Time on a level; without efficiencies and, on rings, without the share that stays at home when
 * the setting is COST_TEXTBOOK. All zero when the bandwidth of the links is not known. */
struct cost_level_time cost_level_time(const struct chip *chip, enum cost_setting setting,
                                       const struct cost_request *request,
                                       const struct cost_level *level);

/* Bytes per second, one way, that one member of the level has into `link`; 0 when not known. */
double cost_level_bandwidth(const struct chip *chip, const struct cost_level *level);
