/* SPDX-License-Identifier: Apache-2.0 */
/* What device_put and with_sharding_constraint make of the types of arrays. */
#ifndef OP_PLACE_PLACED_H
#define OP_PLACE_PLACED_H

#include "op/core/op.h"

/* What an array is placed with. */
enum placed_with {
	PLACED_WITH_DEVICE, /* a device, or nothing: types do not say where an array is */
	PLACED_WITH_NAMED,  /* a NamedSharding */
	PLACED_BY_JIT,      /* the same, as the out_sharding of what runs outside of jit */
	PLACED_WITH_OTHER,  /* another sharding, which no type can hold */
};

/*
 * The result of device_put; `sharding` is that of a NamedSharding, else NULL. Outside of jit the
 * array really has it. NULL when JAX raises. JAX: dispatch.py device_put_p, update_dp_aval.
 */
const struct array *lax_device_put(struct op *op, const struct array *x, enum placed_with with,
                                   const struct sharding_request *sharding);

/*
 * The result of a constraint that has been checked: its type changes its mesh at most. `sharding`
 * is that of a NamedSharding, else NULL. NULL when JAX raises. JAX: pjit.py sharding_constraint_p.
 */
const struct array *lax_sharding_constraint(struct op *op, const struct array *x,
                                            enum placed_with with,
                                            const struct sharding_request *sharding);

/* Whether an array lies on its devices as a sharding wants it. */
enum lies { LIES_UNKNOWN, LIES_SO, LIES_OTHERWISE };

/* Compares with what the array was placed with, or with its type when that says all. JAX:
 * op_shardings.py are_hlo_shardings_equal. */
enum lies array_lies(const struct array *x, const struct sharding_request *wanted);

#endif
