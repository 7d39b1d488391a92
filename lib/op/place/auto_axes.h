/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A part of a program in which mesh axes are Auto: no sharding rule runs over them, and the result
 * is given the sharding asked for. JAX: pjit.py _auto_axes, which indexing, einsum, repeat and
 * random numbers use for their out_sharding=.
 *
 *	struct auto_axes scope;
 *	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, request, &scope))
 *		return NULL;
 *	x = auto_axes_operand(op, &scope, x);
 *	const struct array *result = x ? something(op, x) : NULL;
 *	return auto_axes_leave(op, &scope, result, request);
 */
#ifndef OP_PLACE_AUTO_AXES_H
#define OP_PLACE_AUTO_AXES_H

#include "op/core/op.h"

/* All axes of the mesh; and those that jax.numpy makes Auto for an out_sharding=: all of them up to
 * 0.7.0, the Explicit ones since. */
#define AUTO_AXES_ALL UINT64_MAX
#define AUTO_AXES_EXPLICIT (UINT64_MAX - 1)

struct auto_axes {
	const struct abstract_mesh *outer, *inner; /* contexts without and within */
	bool entered; /* false: there was nothing to change, and the result is left as it is */
};

/*
 * Makes `axes`, a set of those of the mesh in context (or of the request, when there is no mesh in
 * context), Auto. `request` is what auto_axes_leave will be given, or NULL when it names no mesh.
 * Fills *scope; false when JAX raises, with nothing changed.
 */
MUST_USE bool auto_axes_enter(struct op *op, uint64_t axes, const struct sharding_request *request,
                              struct auto_axes *scope);

/* Makes axes of the mesh in context Explicit. Fills *scope; false when JAX raises, with nothing
 * changed. JAX: pjit.py _explicit_axes. */
MUST_USE bool explicit_axes_enter(struct op *op, uint64_t axes, struct auto_axes *scope);

/* A result of a part with Explicit axes, once its context has been restored. NULL when JAX raises,
 * or for NULL. */
const struct array *explicit_axes_leave(struct op *op, const struct auto_axes *scope,
                                        const struct array *result);

/* An operand as the part sees it: without the axes that are Auto there. NULL when JAX raises, or
 * for NULL. */
const struct array *auto_axes_operand(struct op *op, const struct auto_axes *scope,
                                      const struct array *x);

/* Restores the context, in which nothing else has changed. */
void auto_axes_restore(struct op *op, const struct auto_axes *scope);

/* Restores the context and gives the result the sharding asked for; NULL for NULL. */
const struct array *auto_axes_leave(struct op *op, const struct auto_axes *scope,
                                    const struct array *result,
                                    const struct sharding_request *request);

/* The array with this sharding, by reshard or, in releases that had it, by mesh_cast. */
const struct array *auto_axes_cast(struct op *op, const struct array *x,
                                   const struct sharding_request *request);

#endif
