/* SPDX-License-Identifier: Apache-2.0 */
/* The verdicts of JAX on meshes and placements. Every function reports what JAX would raise, in
 * JAX's own order. */
#pragma once

#include "jax/sharding.h"
#include "jax/judge.h"

/* A mesh with what its release gives it. */
struct jax_mesh {
	const struct mesh *mesh;
	const enum axis_type *types; /* naxes of them */
	bool broken; /* it cannot be built, or was misread; nothing can be placed on it */
};

/* What a constraint checks: JAX looks at the ranks of all arrays before the axes of the first. */
enum constraint_part { CONSTRAINT_WHOLE, CONSTRAINT_RANK, CONSTRAINT_AXES };

/* A NamedSharding that is being judged. */
struct jax_case {
	const struct judge *judge;
	const struct tensor *tensor;
	const struct partition_spec *written;
	struct jax_sharding sharding;
	/* Of a constraint inside of a program: how the array is sharded, and whether all axes of
	 * the mesh in context are Explicit. NULL: not at all; those of the sharding's own mesh. */
	const struct partition_spec *held;
	const bool *explicit_context;
	enum constraint_part part; /* of what a constraint checks */
	bool entry_bad[MAX_RANK];  /* an entry with which something is wrong already */
	const char *unique_in;     /* what a repeated axis stands in; NULL: "NamedSharding spec" */
	const struct str
	    *key_path; /* of an argument or result of jit; NULL: that of x, or of it all */
	bool refused;  /* an error has been reported */
};

/* Checks the construction of a mesh (Mesh, make_mesh, create_device_mesh) and completes its axis
 * types. */
struct jax_mesh jax_check_mesh(const struct judge *judge, const struct jax_rules *rules,
                               const struct mesh *mesh);

/*
 * Has the mesh's constructor lay it on the devices of the spec's hardware; false after a finding
 * when it refuses. Sizes are positive, and no devices are listed.
 */
MUST_USE bool jax_check_device_mesh(const struct judge *judge, const struct mesh *mesh);

/* Checks that the devices listed in the mesh are on the hardware. */
void jax_check_device_ids(const struct judge *judge, const struct mesh *mesh);

/* Checks PartitionSpec(…) alone: the case is filled from its written spec, and needs no mesh. */
void jax_check_partition_spec(struct jax_case *judged);

/* Checks that no axis stands twice in the spec of the case's sharding. */
void jax_check_unique(struct jax_case *judged);

/* Checks PartitionSpec(…) and NamedSharding(mesh, spec): the case is filled from its written spec
 * first. */
void jax_check_construct(struct jax_case *judged);

/* Checks a constructed sharding against the tensor at one moment (device_put, jit, constraint,
 * ShapeDtypeStruct). */
void jax_check_moment(struct jax_case *judged, enum moment moment);

/* Checks a PositionalSharding and its rank, which must equal the tensor's. `key_path` is as in a
 * case. */
void jax_check_positional(const struct judge *judge, const struct jax_rules *rules,
                          const struct tensor *tensor, const struct layout *layout,
                          enum moment moment, const struct str *key_path);

/*
 * What a moment puts in front of its errors, e.g. "One of device_put args"; empty for
 * ShapeDtypeStruct. JAX: pjit_check_aval_sharding.
 */
void jax_moment_subject(struct buf *out, const struct jax_rules *rules, enum moment moment,
                        const struct str *key_path);

/* The help for a dimension that `ways` shards do not divide: the nearest sizes that they do. */
void jax_help_divisible(struct diag *diag, int64_t size, int64_t ways);
