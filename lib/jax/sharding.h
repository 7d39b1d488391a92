/* SPDX-License-Identifier: Apache-2.0 */
/* A NamedSharding as one release of JAX holds it, and how that release prints it. */
#pragma once

#include "base/buf.h"
#include "release/rules.h"
#include "spec/spec.h"

struct jax_sharding {
	const struct jax_rules *rules;
	const struct mesh *mesh;     /* not broken, as many names as sizes */
	const enum axis_type *types; /* of the mesh's axes */
	struct partition_spec spec;  /* entries as the release canonicalises them */
	bool abstract;               /* the mesh is an AbstractMesh and prints as one */
};

/*
 * The entries of a spec as PartitionSpec keeps them (jaxlib canonicalize_partition): from 0.5.3 on
 * a tuple of one is its element and an empty one None. The result lives in the arena.
 */
struct partition_spec jax_canonical_spec(struct arena *arena, const struct jax_rules *rules,
                                         const struct partition_spec *spec);

/* Index of the mesh axis of this name, or mesh->naxes; the last of several equal ones, as in a
 * Python dict. */
uint32_t jax_axis_index(const struct mesh *mesh, struct str name);

/* Index of the mesh axis a reference names, or mesh->naxes when it names none. */
uint32_t jax_reference_axis(const struct mesh *mesh, const struct reference *reference);

/* Shards that an entry cuts a dimension into: the product of its axes. False when an axis is
 * unknown or it overflows. */
MUST_USE bool jax_entry_ways(const struct jax_sharding *sharding, const struct entry *entry,
                             int64_t *ways);

/* Whether every axis of the mesh is of the type; false where there is no axis at all. */
bool jax_all_axes(const struct jax_sharding *sharding, enum axis_type type);

/* Whether some axis of the mesh is of the type. */
bool jax_any_axis(const struct jax_sharding *sharding, enum axis_type type);

/* P('x', None) or PartitionSpec('x', None). */
void jax_spec_text(struct buf *out, const struct jax_rules *rules,
                   const struct partition_spec *spec);

/* The entries alone, as the tuple they are kept in: ('x', None). */
void jax_partitions_text(struct buf *out, const struct partition_spec *spec);

/* frozenset({'y'}) */
void jax_axis_set_text(struct buf *out, const struct reference *axes, uint32_t count);

/* ('x', 'y'): the axis names of a mesh. */
void jax_axis_names_text(struct buf *out, const struct mesh *mesh);

/* Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), or as an AbstractMesh. */
void jax_mesh_text(struct buf *out, const struct jax_sharding *sharding);

/* AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, …), as on the CPU it was recorded
 * on. */
void jax_abstract_mesh_text(struct buf *out, const struct jax_sharding *sharding);

/* (Auto, Explicit) */
void jax_types_text(struct buf *out, const enum axis_type *types, uint32_t count);

/* {Auto: ('x',), Explicit: ('y', 'z')} */
void jax_types_by_kind_text(struct buf *out, const struct jax_sharding *sharding);

/* The types of the mesh as errors print them: (Auto, Explicit), or {Auto: ('x',), Explicit: ('y',)}
 * in old releases. */
void jax_mesh_types_text(struct buf *out, const struct jax_sharding *sharding);

/* NamedSharding(mesh=Mesh(…), spec=P(…), memory_kind=device) */
void jax_sharding_text(struct buf *out, const struct jax_sharding *sharding);

/* The first entry that is P.UNCONSTRAINED, or NULL. */
const struct entry *jax_first_unconstrained(const struct partition_spec *spec);
