/* SPDX-License-Identifier: Apache-2.0 */
/* Where devices stand in a mesh. */
#pragma once

#include "spec/spec.h"

struct held_device {
	int64_t device, position;
};

/* The devices of a mesh, in ascending order. */
struct device_index {
	const struct held_device *sorted; /* `count` of them; NULL: a device is its position */
	int64_t count;
};

/* Sorts the devices that the mesh lists; memory comes from `arena`. */
struct device_index device_index_make(struct arena *arena, const struct mesh *mesh);

/* The position of a device, or -1; one that stands several times has any of them. */
int64_t device_index_find(const struct device_index *index, int64_t device);

/* Number `i` of the devices in ascending order. */
struct held_device device_index_at(const struct device_index *index, int64_t i);
