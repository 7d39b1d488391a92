/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Primitives: the operations that everything else is made of. Each is a row: how types follow, and
 * what vmap makes of it. JAX: core.py Primitive with its abstract evaluation and batching rule.
 */
#pragma once

#include "op/core/abstract_mesh.h"
#include "op/core/elements.h"
#include "op/core/op.h"

/* One use of a primitive. */
struct application {
	const struct primitive *primitive;
	const void *params; /* what the primitive's own header says */
	const struct array_type *const *operands;
	uint32_t count;
	uint32_t nresults;
};

/* One use of a primitive on arrays that vmap maps. */
struct batching {
	const struct primitive *primitive;
	const void *params;
	const struct array *const *operands; /* with the mapped dimension */
	const int32_t *dims;                 /* where it stands in each operand; -1: not mapped */
	uint32_t count;
	uint32_t nresults;
	const struct mapping *mapping;
};

/* One use of a primitive on arrays that depend on what a derivative is taken by, or may. */
struct tape_entry {
	const struct primitive *primitive;
	const void *params;
	const struct array *const *operands;
	const struct array *const *results;
	uint32_t count, nresults;
	const struct abstract_mesh *mesh; /* the one in context */
	bool mapped;                      /* by vmaps around the derivative */
	bool linear;                      /* it is part of a derivative forward */
};

/* What a batching rule gives. */
struct batched {
	const struct array **results; /* nresults of them, to be filled */
	int32_t *dims;                /* where the mapped dimension stands in each; -1: nowhere */
};

/* The one result that a batching rule gives, mapped along this dimension. False for NULL. */
static inline bool batched_result(const struct batched *out, const struct array *result,
                                  int32_t dim)
{
	out->results[0] = result;
	out->dims[0] = dim;
	return result != NULL;
}

/* By which operands a primitive is linear, so that a derivative forward that it is part of has a
 * way back. */
enum linearity {
	NOT_LINEAR,
	LINEAR,          /* in all operands together */
	LINEAR_IN_EACH,  /* in each while the others are constant, as a product */
	LINEAR_IN_FIRST, /* in the first while the others are constant, as a quotient */
};

/* What is known of how a primitive's derivative is sharded. */
enum derivative {
	DERIVATIVE_UNKNOWN,
	DERIVATIVE_OF_REPLICATED, /* shardings could make it fail */
	DERIVATIVE_TAKEN_ONCE,    /* vmap of it, or another derivative, could make it fail */
	DERIVATIVE_KEEPS_SHARDINGS,
};

/* The memory that the results of a primitive are in. */
enum memory_rule {
	MEMORY_OF_ALL,   /* that of all operands, which must be the same */
	MEMORY_OF_FIRST, /* that of the first one, whatever the others are in */
	MEMORY_AS_TYPED  /* what the primitive's own rule says */
};

/* A rule that a primitive lacks is NULL; every one has a name, and `infer` unless it is never
 * applied. */
struct primitive {
	const char *name; /* JAX's, as its texts print it */
	/* Fills dtype, weak, rank, shape and sharding of each result. */
	bool (*infer)(struct op *op, const struct application *application,
	              struct array_type *results);
	/*
	 * Gives the result's unreduced and reduced axes, once its spec is known; NULL: the
	 * primitive takes no operands that have any. JAX: lax/utils.py call_ur_rule.
	 */
	bool (*unreduced)(struct op *op, const struct application *application,
	                  struct array_type *result);
	/*
	 * The manual axes along which a result varies, where shard_map follows that; NULL: those
	 * along which any operand does, as functions of JAX make the operands alike first. JAX:
	 * core.py standard_vma_rule, auto_insert_reshard.
	 */
	uint64_t (*varying)(const struct application *application, uint32_t result);
	bool moves; /* it takes arrays from wherever they are */
	bool casts; /* it goes between the states of Manual axes, and infers all of them */
	/* Applies the primitive, or others, to the whole arrays; NULL: vmap of it is not known. */
	bool (*batch)(struct op *op, const struct batching *batching, const struct batched *out);
	/*
	 * Takes the derivative forward by this operand; NULL: that raises nothing which the
	 * primitive does not. False when it does, or when it is not known. JAX: ad.py
	 * primitive_jvps.
	 */
	bool (*forward)(struct op *op, const struct tape_entry *entry, uint32_t operand);
	/*
	 * Takes the cotangent of the result back to this operand; NULL: it gets there as it is.
	 * False when JAX raises, or when it is not known. JAX: ad.py backward_pass.
	 */
	bool (*transpose)(struct op *op, const struct tape_entry *entry, uint32_t operand);
	enum linearity linear;
	enum derivative derivative;
	bool constant; /* its derivative is 0: JAX: ad.py defjvp_zero */
	enum memory_rule memory;
	/*
	 * Fills what the results hold; operands[i] are the elements of the operands. NULL, or
	 * false: that is not known.
	 */
	bool (*elements)(struct op *op, const struct application *application,
	                 const union element *const *operands, const struct array_type *results,
	                 union element *const *items);
	bool same_elements; /* it changes no element: messages name its result as its operand */
	const void *data;   /* what rules shared by several primitives distinguish them by */
};

/*
 * Applies a primitive to arrays, under whatever vmaps there are. The results live in the arena.
 * False when JAX raises or nothing is known.
 */
MUST_USE bool primitive_apply(struct op *op, const struct primitive *primitive, const void *params,
                              const struct array *const *operands, uint32_t count,
                              const struct array **results, uint32_t nresults);

/* The same for a primitive of one result; NULL when it fails. */
const struct array *primitive_apply_one(struct op *op, const struct primitive *primitive,
                                        const void *params, const struct array *const *operands,
                                        uint32_t count);

/*
 * Whether the sharding rule of a primitive runs: some mesh of operands or context has an Explicit
 * axis. *mesh is the one they all share. False when JAX raises, because they differ. Without a
 * rule to run *runs is false, and the result is replicated on *mesh. *mesh is NULL when there is
 * none at all. JAX: lax/utils.py call_sharding_rule.
 */
MUST_USE bool rule_mesh(struct op *op, const struct application *application,
                        const struct abstract_mesh **mesh, bool *runs);

/*
 * Whether a rule for unreduced and reduced axes takes the operands: some releases assert that their
 * mesh is all Explicit. JAX: core.py getu, getr.
 */
MUST_USE bool rule_takes_partial(struct op *op, const struct application *application,
                                 const struct abstract_mesh *mesh);

/*
 * Completes the result of a sharding rule: `spec`, of the rank of *type, on the mesh of rule_mesh
 * (a NULL spec: replicated). An axis on two dimensions is an error that names the operands, an
 * indivisible dimension one of making the type. Unreduced and reduced axes are those of the
 * primitive's rule.
 */
MUST_USE bool rule_result(struct op *op, const struct application *application,
                          const struct abstract_mesh *mesh, const struct dim_axes *spec,
                          struct array_type *type);

/* What `unreduced` of a primitive without a rule of its own does: false after raising when an
 * operand has unreduced or reduced axes. JAX: lax/utils.py call_ur_rule. */
MUST_USE bool refuse_unreduced(struct op *op, const struct application *application);

/* Whether an array of this type can be used under the mesh in context; raises when not. JAX:
 * core.py check_avals_context_mesh. */
MUST_USE bool check_context(struct op *op, const struct array_type *type, const char *primitive);

/* The axes that the spec uses more than once, as a set. */
uint64_t spec_repeated_axes(const struct dim_axes *spec, uint32_t rank);

/* Raises DuplicateSpecError: that the spec of the type has these axes twice. Always false. JAX:
 * named_sharding.py _check_unique_resources. */
bool refuse_repeated(struct op *op, const struct array_type *type, uint64_t repeated);

/* Checks that no axis stands twice in a sharding that was put together, as NamedSharding does. */
MUST_USE bool check_request(struct op *op, const struct sharding_request *request);

/* Raises that the release has no sharding rule for the primitive. Always false. */
bool rule_missing(struct op *op, const struct application *application);
