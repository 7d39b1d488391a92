/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the releases of JAX differ in laying a mesh on devices (jax/_src/mesh_utils.py; before
 * 0.4.38, jax/experimental/mesh_utils.py). A release is rows of data: what changed in it, by
 * behaviour and by kind of device. A release between two of the rows behaves as the older one.
 */
#ifndef HARDWARE_MESH_RULES_H
#define HARDWARE_MESH_RULES_H

#include "base/version.h"

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
	struct version since;
	const char *device_kind;
	const struct ring_rule *rings; /* tried in turn */
	uint32_t nrings;
	enum core_axis core_axis;
	bool core_axis_first; /* candidate axes that include the core axis are tried first */
};

/* From how many slices jax.make_mesh takes its devices. */
enum make_mesh_slices { MAKE_MESH_ANY_SLICES, MAKE_MESH_ONE_TPU_SLICE, MAKE_MESH_ONE_SLICE };

struct mesh_rules {
	struct version since;
	bool absolute_extent;    /* extents are counted from 0, not from the smallest coordinate */
	bool sizes_as_passed;    /* error texts print a list as a list */
	bool attribute_asserted; /* devices without slice_index raise a bare AssertionError */
	bool gpus_sorted_by_id;
	bool all_prime_factors; /* else the factors found before the last prime are lost */
	enum make_mesh_slices make_mesh_slices;
	const char *cpu_device; /* how the first CPU device prints */
};

/* The behaviour of a release; one older than all rows behaves as the oldest. Never NULL. */
const struct mesh_rules *mesh_rules_of(struct version release);

/*
 * What a release knows about a device kind; for a kind unknown to it, a row without rings and with
 * CORE_NONE. Never NULL.
 */
const struct device_kind_rule *device_kind_rule_of(struct version release, struct str device_kind);

#endif
