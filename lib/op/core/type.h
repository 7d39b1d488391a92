/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The type of an array as JAX traces it: shape, dtype and, since shardings are part of types, the
 * mesh axes that cut each dimension. JAX: core.py ShapedArray. Types are values: their parts live
 * in an arena and are never changed.
 */
#pragma once

#include "base/buf.h"
#include "jax/sharding.h"
#include "spec/spec.h"

struct op;

/* A mesh as types see it: without devices. JAX: mesh.py AbstractMesh. */
struct abstract_mesh {
	const struct mesh *mesh;
	const enum axis_type *types; /* of its axes; differ from the mesh's own under auto_axes */
	uint64_t explicit_axes;      /* a set: bit i is axis i of the mesh */
};

/* The mesh axes that one dimension is sharded over, major to minor; a count of 0 is None. */
struct dim_axes {
	const uint8_t *axes;
	uint32_t count;
};

/* Dimensions as somebody wrote them: the operation checks order and range. */
struct dimension_list {
	const int64_t *items;
	uint32_t count;
};

struct array_type {
	const struct dtype *dtype;
	bool weak; /* of a Python scalar: gives way in promotion */
	uint32_t rank;
	const int64_t *shape;
	const struct dim_axes *spec;        /* `rank` of them, over explicit axes only */
	const struct abstract_mesh *mesh;   /* NULL: the empty mesh, as constants have it */
	uint64_t unreduced, reduced;        /* sets of axes */
	enum unreduced_kind unreduced_kind; /* of a set that is not empty */
	/* Manual axes along which devices may hold different values: a set, empty unless shard_map
	 * checks that. JAX: core.py ManualAxisType. */
	uint64_t varying;
	/* The kind of memory that it is in, "pinned_host" or "unpinned_host"; NULL: that of its
	 * device, or it is not known. */
	const char *memory_kind;
};

/* Whether types say that the array is in the memory of the host. JAX: core.py mem_kind_to_space. */
static inline bool type_on_host(const struct array_type *type)
{
	return type->memory_kind && type->memory_kind[0] == 'p';
}

/*
 * A sharding that somebody asks for (out_sharding=, reshard), checked and over a known mesh, but
 * not yet brought together with a shape. JAX: sharding_impls.py canonicalize_sharding.
 */
struct sharding_request {
	const struct abstract_mesh *mesh;
	const struct dim_axes *spec; /* `count` of them, which may differ from the rank */
	uint32_t count;
	uint64_t unreduced, reduced;
	enum unreduced_kind unreduced_kind;
	uint64_t open; /* dimensions that it leaves to the compiler: P.UNCONSTRAINED */
};

/* A type without a sharding: on the empty mesh. `shape` must outlive it. */
struct array_type type_plain(struct arena *arena, const struct dtype *dtype, const int64_t *shape,
                             uint32_t rank);

/*
 * The type of an array made with this sharding: axes that are not Explicit are dropped, the spec is
 * padded to the rank and must not be longer, and must divide the shape. `dtype`, `shape`, `rank`
 * and `weak` of *type are set already. False when JAX raises. JAX: core.py get_sharding.
 */
MUST_USE bool type_shard(struct op *op, struct array_type *type,
                         const struct sharding_request *request);

/* The request that an array of this type answers. */
struct sharding_request type_request(const struct array_type *type);

/* Whether no dimension is sharded, nor anything unreduced or reduced. */
bool type_is_replicated(const struct array_type *type);

/* Whether no dimension is sharded, whatever is unreduced. */
bool spec_is_none(const struct array_type *type);

/* Whether every dimension is one shard: not sharded, or over axes of size 1. */
bool type_is_whole(const struct array_type *type);

/* Whether two entries name the same axes in the same order. */
bool dim_axes_equal(struct dim_axes a, struct dim_axes b);

/* Whether two specs of `rank` entries are equal. */
bool spec_equal(const struct dim_axes *a, const struct dim_axes *b, uint32_t rank);

/* Shards that the axes cut a dimension into; 1 for None. */
int64_t dim_axes_ways(const struct abstract_mesh *mesh, struct dim_axes axes);

/* The entry without the axes that types do not show. */
struct dim_axes dim_axes_explicit(struct arena *arena, const struct abstract_mesh *mesh,
                                  struct dim_axes axes);

/* Elements of the shape; INT64_MAX when there are more. */
int64_t shape_elements(const int64_t *shape, uint32_t rank);

/* Whether two types have the same shape. */
bool type_same_shape(const struct array_type *a, const struct array_type *b);

/* A copy of `rank` sizes, to be changed before it is put into a type. */
int64_t *shape_copy(struct arena *arena, const int64_t *shape, uint32_t rank);

/* The same of `rank` entries. The lists of axes of each are shared. */
struct dim_axes *spec_copy(struct arena *arena, const struct dim_axes *spec, uint32_t rank);

/* `rank` entries of None. */
struct dim_axes *spec_none(struct arena *arena, uint32_t rank);

/* The set of axes that the entries name. */
uint64_t spec_axes(const struct dim_axes *spec, uint32_t count);

/* dtype('float32'), or dtype(bfloat16) of one that is not NumPy's own. */
void dtype_repr_text(struct buf *out, const struct dtype *dtype);

/* f32[8@x,4]; with `long_dtype` float32[8@x,4]. */
void type_text(struct buf *out, const struct array_type *type, bool long_dtype);

/* The same as a release prints it. JAX: ShapedArray.str_short. */
void type_jax_text(struct buf *out, const struct jax_rules *rules, const struct array_type *type,
                   bool long_dtype);

/* The type and the axes of its mesh by type: f32[4@x]({Explicit: ('x',)}). */
void type_axes_text(struct buf *out, const struct jax_rules *rules, const struct array_type *type,
                    bool long_dtype);

/* The type as the repr of an abstract value prints it: ShapedArray(float32[8@x,4]). */
void type_shaped_array_text(struct buf *out, const struct jax_rules *rules,
                            const struct array_type *type);

/* The type as str() gives it: ~float32[4] when it is weak, or as repr() in older releases. */
void type_str_text(struct buf *out, const struct jax_rules *rules, const struct array_type *type);

/* One entry as Python prints it inside of a tuple: 'x', None, ('x', 'y'). */
void dim_axes_text(struct buf *out, const struct abstract_mesh *mesh, struct dim_axes axes);

/* (0, 2), (1,), (): dimensions as a tuple of Python. */
void dims_text(struct buf *out, const uint32_t *dims, uint32_t count);

/* Entries as a tuple: ('x', None). */
void spec_tuple_text(struct buf *out, const struct abstract_mesh *mesh, const struct dim_axes *spec,
                     uint32_t count);
