/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of a function under jax.vmap, and the checks of what is mapped away from them. */
#pragma once

#include "library/transform/transform.h"

/* What jax.vmap takes, in the order of its signature. */
enum vmap_option {
	VMAP_FUN,
	VMAP_IN_AXES,
	VMAP_OUT_AXES,
	VMAP_AXIS_NAME,
	VMAP_AXIS_SIZE,
	VMAP_SPMD_AXIS_NAME
};

/* One leaf of the arguments. */
struct vmap_leaf {
	bool mapped;
	const struct array *array; /* NULL: Python's own value, which is not mapped */
	int64_t axis;              /* that is mapped, as written */
	uint32_t dim;              /* the same, counted from the front */
};

struct vmap_arguments {
	struct pytree tree; /* the positional arguments, and the keywords */
	struct vmap_leaf *leaves;
};

/* Brings in_axes together with the arguments of a call. False when JAX raises. */
MUST_USE bool vmap_read_arguments(struct trace *trace, const struct transformed *vmap,
                                  const struct call_arguments *call,
                                  struct vmap_arguments *arguments);

/*
 * For each leaf of the tree the dimension that in_axes or out_axes, called `name` by the error,
 * says. False after raising that it is no prefix of the tree. JAX: api_util.py flatten_axes.
 */
MUST_USE bool vmap_flatten_axes(struct trace *trace, const char *name, const struct value *axes,
                                const struct pytree *tree, const struct value ***leaves);

/*
 * What is mapped: its size, and the mesh axes that it is sharded over, which must be the same in
 * all arguments. False when JAX raises. JAX: api.py _mapped_axis_size, _mapped_axis_spec,
 * _check_ema_unmapped_args.
 */
MUST_USE bool vmap_find_mapping(struct trace *trace, const struct transformed *vmap,
                                const struct vmap_arguments *arguments, struct mapping *mapping);
