/* SPDX-License-Identifier: Apache-2.0 */
/* What the sharding rules and batch rules of several operations on shapes share. */
#pragma once

#include "op/core/primitive.h"

/*
 * Since when a primitive has rules of its own for unreduced and for reduced axes; its `data` when
 * keep_partial is its rule. JAX: the arguments unreduced_rule, reduced_rule and, later, ur_rule
 * of lax/utils.py standard_primitive.
 */
struct partial_rules {
	enum jax_behaviour unreduced, reduced;
};

/*
 * Gives the result the unreduced and reduced axes of the first operand, or raises that the release
 * has no rule for them: a primitive's `unreduced`. JAX: lax/utils.py call_ur_rule.
 */
bool keep_partial(struct op *op, const struct application *application, struct array_type *result);

/*
 * Runs the sharding rule of a primitive whose result is on the mesh of its first operand, with
 * these entries; they are of the rank of *result. The result of a constant is on no mesh either.
 */
MUST_USE bool rule_of_operand(struct op *op, const struct application *application,
                              const struct dim_axes *spec, struct array_type *result);

/*
 * The same for a result of the operand's rank but other sizes: it keeps the entries where the new
 * sizes are multiples of the shards, and is replicated where all are 1 in releases that say so.
 * `words` begins the text ("slicing"). The shape of *result is set. JAX: slicing.py
 * _get_sharding_for_varying_out_shape.
 */
MUST_USE bool rule_varying_shape(struct op *op, const struct application *application,
                                 const char *words, struct array_type *result);

/* The set of all dimensions. */
#define NUMPY_SIZES UINT64_MAX

/* The same where the text shows the new sizes of a set of dimensions as numpy's. */
MUST_USE bool rule_varying_numpy(struct op *op, const struct application *application,
                                 const char *words, uint64_t numpy_dims, struct array_type *result);

/* Whether two types are sharded alike: mesh, entries, unreduced and reduced. */
bool sharding_equal(const struct array_type *a, const struct array_type *b);

/* Whether two types are one in all that they have. */
bool type_equal(const struct array_type *a, const struct array_type *b);

/* Whether the sharding that is asked for is the one the type has, entry by entry. */
bool request_equals_type(const struct sharding_request *request, const struct array_type *type);

/* The sizes with `size` inserted at `at`, in the arena. */
int64_t *sizes_insert(struct arena *arena, const int64_t *sizes, uint32_t count, uint32_t at,
                      int64_t size);

/* Fills a result with the dtype and weakness of the operand and this shape. */
void result_like(struct array_type *result, const struct array_type *operand, const int64_t *shape,
                 uint32_t rank);

/* Checks that all dtypes are the same, by the name that errors use. JAX: lax.py check_same_dtypes.
 */
MUST_USE bool check_same_dtypes(struct op *op, const char *name,
                                const struct array_type *const *types, uint32_t count);
