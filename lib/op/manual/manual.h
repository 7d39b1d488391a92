/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside of shard_map: arrays as each device sees its part of them, and collectives along the axes
 * of the mesh that are Manual there. JAX: shard_map.py, lax/parallel.py.
 */
#pragma once

#include "op/core/op.h"

/* A shard_map around what is being applied. */
struct manual_scope {
	const struct abstract_mesh *outer; /* its mesh, without */
	const struct abstract_mesh *inner; /* the same, with the new axes Manual */
	uint64_t axes;                     /* those that become Manual, as a set */
	bool checked;                      /* it follows which arrays vary along them */
};

/* What a shard_map says of one array: over which axes its dimensions are cut. */
struct manual_spec {
	const struct manual_scope *scope;
	const struct dim_axes *spec; /* `count` of them, which is at most the rank */
	uint32_t count;
	uint64_t unreduced, reduced; /* of a result, where the scope does not follow that */
};

/* Whether a primitive "shard_map" cuts an argument; else it joins a result. */
bool manual_is_shard(const void *data);

/* The part of an argument that the function sees: each dimension divided by the axes that cut it.
 * NULL when JAX raises. JAX: shard_map.py _shard_shaped_array. */
const struct array *manual_shard(struct op *op, const struct array *x,
                                 const struct manual_spec *spec);

/* Records that a function is handed an array whole, which is another one there. */
void manual_record_whole(struct op *op, const struct manual_scope *scope,
                         const struct array *outside, const struct array *inside);

/* The whole of which a result of the function is a part, on the mesh outside. NULL when JAX
 * raises. JAX: shard_map.py _unshard_shaped_array. */
const struct array *manual_unshard(struct op *op, const struct array *x,
                                   const struct manual_spec *spec);

/* The axes over which shard_map cuts what this vmap maps. */
struct dim_axes mapping_cut_axes(struct op *op, const struct mapping *mapping,
                                 const struct abstract_mesh *mesh);

enum { NO_DIM = -1 };

/* A collective along Manual axes. */
struct collective {
	const char *name;                                              /* of JAX's primitive */
	uint64_t axes;                                                 /* along which it goes */
	enum { VARIES_AS_BEFORE, VARIES_MORE, VARIES_NO_MORE } varies; /* the result, along these */
	/* Its axes become unreduced or reduced (1), or are so no more (-1); 0: as before. */
	int8_t unreduced, reduced;
	int32_t gathered;  /* the dimension that becomes `ways` times as long, or NO_DIM */
	int32_t scattered; /* the dimension of which a part is left, or NO_DIM */
	int64_t ways;
	const int64_t *pairs; /* of ppermute: source and target of each, one behind the other */
	uint32_t npairs;
	bool checked;       /* its shard_map follows which arrays vary */
	bool no_derivative; /* JAX has no rule for that */
};

/* The result of a collective whose arguments have been checked; NULL when JAX raises. */
const struct array *manual_collective(struct op *op, const struct array *x,
                                      const struct collective *collective);

/* The number of the device along a Manual axis of the mesh in context, given as a set of one:
 * int32. JAX: lax/parallel.py axis_index. */
const struct array *manual_index(struct op *op, uint64_t axis);

/* The arrays, each varying along all axes that any of them does. JAX: core.py auto_insert_reshard.
 */
const struct array **manual_vary_alike(struct op *op, const struct array *const *arrays,
                                       uint32_t count);

/* The array, varying along these axes too where shard_map follows that; NULL for NULL. JAX: core.py
 * pvary. */
const struct array *manual_vary(struct op *op, const struct array *x, uint64_t axes);
