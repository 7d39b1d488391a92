/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes laid along a fixed ring of devices: small slices, and the trays of v2 and v3. */
#pragma once

#include "hardware/mesh_error.h"
#include "hardware/device_kind.h"
#include "hardware/topology.h"

struct ring_order {
	bool found;              /* a rule applied; then either ids or an error is set */
	const int32_t *ids;      /* in logical order */
	struct mesh_error error; /* type set: the framework raises */
};

/*
 * The order that the first applicable of the kind's ring rules gives for a logical mesh of `rank`
 * sizes, whose product is the number of devices (jax, mesh_utils.device_kind_handler_dict). The
 * arena owns the ids.
 */
struct ring_order ring_order_of(struct arena *arena, const struct device_list *devices,
                                const struct device_kind_rule *kind, const int64_t *shape,
                                uint32_t rank);
