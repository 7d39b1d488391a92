/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the releases of JAX lay a mesh on each kind of device (jax/_src/mesh_utils.py; before 0.4.38,
 * jax/experimental/mesh_utils.py), as rows of data.
 */
#pragma once

#include "release/rules.h"

/* When the mesh is laid along a fixed ring of devices instead of on axes of the torus. */
struct ring_rule {
	uint32_t least, most;  /* devices given; `most` 0: any number above `least` */
	uint32_t last_axis;    /* size of the last logical axis; 0: any */
	uint8_t bound[3];      /* largest x, y, z plus one; {0}: any */
	bool one_axis_has_all; /* one logical axis spans all devices */
	bool at_most_2x2;      /* the cuboid is at most 2 chips long in x and y */
	bool asserts_2x2;      /* raises when it is longer, instead of looking further */
	bool count_unchecked;  /* takes the ring from the devices however many there are */
	bool by_coordinates;   /* the ring goes through devices sorted by z, y, x, else as listed */
	uint32_t length;       /* of the ring; every run of so many devices is reordered */
	const uint8_t *order;  /* positions within a run; length 0: the list stays as it is */
};

enum core_axis {
	CORE_NONE,   /* physical mesh x, y, z; a second core on a chip is an error */
	CORE_IF_TWO, /* x, y, z, core when the chip shows two devices, else as CORE_NONE */
	CORE_ALWAYS, /* x, y, z, core */
};

struct device_kind_rule {
	const char *since; /* the first release with this row; NULL: all have it */
	const char *device_kind;
	const struct ring_rule *rings; /* tried in turn */
	uint32_t nrings;
	enum core_axis core_axis;
	bool core_axis_first; /* candidate axes that include the core axis are tried first */
};

/*
 * What a release knows about a device kind; for a kind unknown to it, a row without rings and with
 * CORE_NONE. Never NULL.
 */
const struct device_kind_rule *device_kind_rule_of(const struct jax_rules *rules,
                                                   struct str device_kind);
