/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between the releases of JAX, as data. */
#ifndef CHECK_JAX_RULES_H
#define CHECK_JAX_RULES_H

#include "spec/framework.h"

/* One way of behaving that some releases have; the table in jax_rules.c says which. */
enum jax_behaviour {
	/* PartitionSpec */
	JAX_CANONICAL_ENTRIES,      /* ('x',) becomes 'x' and () becomes None */
	JAX_NESTED_TUPLE_REFUSED,   /* a tuple inside a tuple is an error of PartitionSpec */
	JAX_SHORT_SPEC_REPR,        /* prints P('x') rather than PartitionSpec('x') */
	JAX_UNREDUCED_UNKNOWN,      /* no argument `unreduced` */
	JAX_UNREDUCED_UNHASHABLE,   /* the argument is there, but a set cannot be given */
	JAX_UNREDUCED_MANUAL,       /* unreduced axes may be Manual */
	JAX_UNREDUCED_KIND,         /* prints unreduced_kind=sum */
	JAX_UNREDUCED_OVERLAP_LAST, /* the overlap with partitions is looked at before that with
	                               reduced */
	JAX_UNREDUCED_NEEDS_SHARDY, /* unreduced axes are an error of jit */
	/* NamedSharding */
	JAX_DUPLICATE_SPEC_ERROR,  /* a class of its own for an axis used twice */
	JAX_UNKNOWN_LISTS_MESH,    /* the text for an unknown axis lists those of the mesh */
	JAX_TYPES_BY_KIND,         /* prints the axis types as a dictionary from type to names */
	JAX_TUPLE_ONE_AXIS_TYPE,   /* axes of one tuple must be of one type */
	JAX_TUPLE_MANUAL_APART,    /* Manual axes may not share a tuple with others */
	JAX_MEMORY_KIND_REPR,      /* prints memory_kind */
	JAX_INDIVISIBLE_ERROR,     /* a class of its own for an indivisible dimension */
	JAX_INDIVISIBLE_WRAPPED,   /* whose text says which argument it is */
	JAX_SIZE_ONE_AXES_DROPPED, /* axes of size 1 do not reach the HLO sharding */
	/* moments */
	JAX_OUTPUT_KEY_PATH, /* jit names the output as `result` */
	JAX_UNCONSTRAINED_IN_REFUSED,
	JAX_UNCONSTRAINED_OUT_REFUSED,
	JAX_DEVICE_PUT_MAKES_TYPE, /* device_put makes the sharded type first */
	JAX_LENGTH_MUST_MATCH,     /* the spec of an explicit type must be as long as the rank */
	JAX_STRUCT_CHECKS_RANK,    /* ShapeDtypeStruct checks the rank */
	JAX_CONSTRAINT_REFUSES_EXPLICIT, /* a constraint on an all-Explicit mesh is an error */
	JAX_CONSTRAINT_ASSERTS,          /* … is an assertion of equality */
	JAX_CONSTRAINT_NAMES_RESHARD,    /* its text recommends reshard */
	JAX_CONSTRAINT_ITERATES_SPEC,    /* a constraint cannot take unreduced axes */
	JAX_SLICING_REDUCED_REFUSED, /* making a type of a too long spec with reduced axes fails by
	                                itself */
	JAX_UNREDUCED_PUT_REFUSED, /* device_put of unreduced axes fails on every all-Explicit mesh
	                            */
	/* meshes */
	JAX_MAKE_MESH,              /* jax.make_mesh exists */
	JAX_EQUAL_NAMES_REFUSED,    /* Mesh counts the types by name */
	JAX_AXIS_TYPES,             /* jax.sharding.AxisType exists */
	JAX_EXPLICIT_DEFAULT,       /* make_mesh makes Explicit axes */
	JAX_CONTEXT_REFUSES_MANUAL, /* set_mesh refuses Manual axes */
	JAX_ABSTRACT_TPU_CORES,     /* AbstractMesh prints device_kind and num_tpu_cores */
	JAX_ABSTRACT_CORES,         /* … device_kind and num_cores */
	JAX_ABSTRACT_PLATFORM,      /* … and platform */
	/* PositionalSharding */
	JAX_POSITIONAL_SHARDING,            /* exists */
	JAX_REPLICATED_POSITIONAL_ANY_RANK, /* fully replicated it fits every rank */
	JAX_BEHAVIOUR_COUNT
};

struct jax_rules {
	struct version version; /* the recorded release whose behaviour is taken */
	bool has[JAX_BEHAVIOUR_COUNT];
};

/* How the version asked for relates to the recorded ones. */
enum version_match {
	VERSION_RECORDED, /* it is one of them */
	VERSION_BETWEEN,  /* it behaves as the older neighbour, which was recorded */
	VERSION_TOO_OLD,  /* before the first one */
	VERSION_TOO_NEW,  /* after the last one */
};

/* The rules of the newest recorded release that is not newer than `version`; the first one when it
 * is too old. */
enum version_match jax_rules_at(struct version version, struct jax_rules *rules);

/* "0.10.2" in the arena. */
struct str version_text(struct arena *arena, struct version version);

#endif
