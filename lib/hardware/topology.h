/* SPDX-License-Identifier: Apache-2.0 */
/* The devices of one or several slices, in the order in which the framework lists them. */
#pragma once

#include "base/checked.h"
#include "base/str.h"

enum device_platform { PLATFORM_TPU, PLATFORM_GPU, PLATFORM_OTHER };

/* Indices into coordinates and extents: x, y and z of the chip, then the core within the chip. */
enum { AXIS_X, AXIS_Y, AXIS_Z, AXIS_CORE, PHYSICAL_AXES };

struct device {
	int32_t id;
	int32_t at[PHYSICAL_AXES]; /* all zero on platforms without coordinates */
	int32_t slice, process;
};

/* What a run gets: `slices` equal cuboids of chips. */
struct topology {
	enum device_platform platform;
	struct str device_kind;  /* as the framework spells it: "TPU v5 lite" */
	int64_t extent[3];       /* chips along x, y and z, each >= 1; a GPU node is {n, 1, 1} */
	int64_t cores;           /* devices per chip, >= 1 */
	int64_t slices;          /* >= 1 */
	int64_t process_devices; /* devices of one process where there are no coordinates */
};

struct device_list {
	enum device_platform platform;
	struct str device_kind;
	const struct device *items;
	uint32_t count;
};

/* More devices than this are not listed one by one. */
enum { TOPOLOGY_DEVICES_MAX = 1 << 24 };

/*
 * Stores how many devices the topology has. False when an extent, `cores` or `slices` is below 1 or
 * the number is above TOPOLOGY_DEVICES_MAX.
 */
MUST_USE bool topology_device_count(const struct topology *topology, uint32_t *count);

/*
 * The devices in the order of jax.devices(); the arena owns the items. On TPU a process owns a
 * block of 2x2x1 chips; blocks are listed x fastest, then y, z and slice, and so are the chips and
 * cores within a block, while ids count through whole rows of the slice (jax,
 * tests/mesh_utils_test.py, mock_tpu_devices). Elsewhere devices are listed by id. An empty list
 * when topology_device_count fails.
 */
struct device_list topology_devices(struct arena *arena, const struct topology *topology);
