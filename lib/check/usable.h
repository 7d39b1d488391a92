/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes that JAX builds, and on which XLA then places nothing. */
#pragma once

#include "jax/jax.h"

/* XLA cannot use a mesh with two axes of one name: refuses the case that places along one. */
void usable_check_axes(struct jax_case *judged, enum moment moment);

/* device_put fails on a mesh that has a device twice. *reported: this has been said of the mesh. */
void usable_check_devices(const struct jax_case *judged, enum moment moment, bool *reported);
