/* SPDX-License-Identifier: Apache-2.0 */
/* The devices that arrays are committed to. JAX: pxla.py _get_and_check_device_assignment. */
#pragma once

#include "op/core/op.h"

/* Whether they are the same devices in the same order; NULL: none. */
bool same_devices(const struct device_group *a, const struct device_group *b);

/* Whether they are certainly not the same devices in another order, which some releases put right.
 */
bool other_devices(const struct device_group *a, const struct device_group *b);

/* Those of the mesh in context; NULL: there is none, or they are not known. */
const struct device_group *context_devices(const struct op *op);

/* Devices, an argument of a function that is committed to them, and the mesh in context that has
 * them, as errors show them. */
struct str devices_shown(const struct op *op, const struct device_group *devices);
struct str committed_shown(const struct op *op, struct str name, struct str function,
                           const struct array *array);
struct str context_shown(const struct op *op, const struct device_group *devices);

/* Raises that two things, as these texts show them, meet on different devices. Always false. */
bool refuse_devices(struct op *op, struct str first, struct str second);

/* Raises that something, as the text shows it, is on other devices than the mesh in context. Errors
 * name that first but for an array as it is; NULL or one that vmap maps is none. Always false. */
bool refuse_context_devices(struct op *op, const struct device_group *context, struct str shown,
                            const struct array *array);

/* Whether operands of a primitive, from number `first` on, are on the devices of the mesh in
 * context, where it runs outside of jit and they are known; raises that one is not. */
MUST_USE bool check_context_devices(struct op *op, const char *primitive, uint32_t first,
                                    const struct array *const *operands, uint32_t count);
