/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules of placements applied to what a program places: the findings of lib/jax become the
 * error of the operation, with their class, text, words and help.
 */
#ifndef OP_PLACE_JUDGED_PLACEMENT_H
#define OP_PLACE_JUDGED_PLACEMENT_H

#include "jax/jax.h"
#include "op/core/op.h"

/* A NamedSharding of a program, on a mesh. */
struct named_placement {
	const struct abstract_mesh *mesh;
	bool abstract; /* it prints as an AbstractMesh */
	const struct partition_spec *spec;
	/* Of a constraint: how the array is sharded, and whether all axes of the mesh in context
	 * are Explicit. */
	const struct partition_spec *held;
	const bool *explicit_context;
	enum constraint_part part;
	struct str name;            /* of what is placed, for messages; may be empty */
	const struct str *key_path; /* of an argument or result of jit, or NULL */
	const struct spec *file;    /* whose other meshes are suggested, or NULL */
};

/* Makes of a written spec what PartitionSpec(…) keeps. False after raising what that raises. */
MUST_USE bool placement_spec(struct op *op, const struct partition_spec *written,
                             struct partition_spec *spec);

/* Checks PartitionSpec(…) and NamedSharding(mesh, spec). False after raising what they raise. */
MUST_USE bool placement_construct(struct op *op, const struct named_placement *placement);

/* Checks that no axis stands twice in a spec; `what` is what errors say it is. */
MUST_USE bool placement_unique(struct op *op, const struct partition_spec *spec, const char *what);

/* The same, and then what an array of the type meets at the moment. */
MUST_USE bool placement_meet(struct op *op, const struct named_placement *placement,
                             const struct array_type *type, enum moment moment);

/* Checks that a PositionalSharding and the calls on it can be made. */
MUST_USE bool placement_positional(struct op *op, const struct positional *positional);

/* Checks a PositionalSharding that an array of the type meets at the moment. `key_path`: of an
 * argument or result of jit, or NULL. */
MUST_USE bool placement_meet_positional(struct op *op, const struct positional *positional,
                                        const struct str *key_path, const struct array_type *type,
                                        enum moment moment);

/* Fails by the first finding that quotes the framework, or gives up by the first that says that
 * something is not known; true when there is neither. `type` is of the array that they are about,
 * or NULL. */
MUST_USE bool placement_outcome(struct op *op, const struct array_type *type,
                                const struct diags *diags);

#endif
