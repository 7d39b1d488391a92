/* SPDX-License-Identifier: Apache-2.0 */
/* jax.make_mesh as far as devices go: which ones it takes, and how it lays a mesh on them. */
#pragma once

#include "hardware/device_mesh.h"

/*
 * Lays request->mesh_shape on the first devices of the list as jax.make_mesh of this release does:
 * on v5e physical axes are split where need be, and newer releases refuse devices of several
 * slices. The request's options count for nothing. As device_mesh_create otherwise
 * (jax/_src/sharding_impls.py, make_mesh).
 */
struct device_mesh make_mesh(struct arena *arena, const struct device_list *devices,
                             const struct device_mesh_request *request,
                             const struct jax_rules *rules);
