/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Trees of values, as JAX takes and gives them: tuples, lists, dicts (by ascending key) and None,
 * which holds nothing, are nodes; everything else is a leaf. JAX: tree_util.py.
 */
#pragma once

#include "trace/state/trace.h"

struct pytree {
	const struct value *tree; /* the whole, with the keys of dicts in order */
	const struct value **leaves;
	uint32_t count; /* of leaves */
};

/* Takes a value apart. False after giving up on one that is nested too deeply, or has keys whose
 * order is not known. */
MUST_USE bool pytree_flatten(struct trace *trace, const struct value *value, struct pytree *pytree);

/* The same, with leaves where the function `is_leaf` says so; NULL: there is none. */
MUST_USE bool pytree_flatten_until(struct trace *trace, const struct value *value,
                                   const struct value *is_leaf, struct pytree *pytree);

/* The tree with Ellipsis for each leaf, and with its objects taken apart. */
const struct value *pytree_structure(struct trace *trace, const struct pytree *pytree);

/* A value of the same structure with other leaves, `pytree->count` of them. */
const struct value *pytree_unflatten(struct trace *trace, const struct pytree *pytree,
                                     const struct value *const *leaves);

/* The value with what `change` makes of each leaf, which is NULL when that fails. */
const struct value *pytree_map(struct trace *trace, const struct value *value,
                               const struct value *(*change)(struct trace *trace,
                                                             const struct value *leaf, void *data),
                               void *data);

/* Whether two trees differ in their leaves alone. */
bool pytree_same_structure(const struct pytree *a, const struct pytree *b);

/* Whether two trees surely have structures that JAX takes for one key of a cache (value_same_key).
 */
bool pytree_same_key(const struct pytree *a, const struct pytree *b);

/*
 * For each leaf of the tree the leaf of `prefix` above it: `prefix` has the structure of the upper
 * part of the tree, and None in it is a leaf. False when it has not. JAX: api_util.py flatten_axes.
 */
MUST_USE bool pytree_broadcast_prefix(struct trace *trace, const struct value *prefix,
                                      const struct pytree *pytree, const struct value ***leaves);

/*
 * How many of its parts keep `prefix` from being one of the tree; appends what is said of the first
 * of them. None is no leaf here. JAX: tree_util.py prefix_errors.
 */
uint32_t pytree_prefix_errors(struct trace *trace, struct buf *first, const struct value *prefix,
                              const struct pytree *pytree);

/*
 * The parts of `value` that stand where the leaves of the tree do; they may be trees themselves.
 * False after raising that the upper part of the value has another structure. JAX: PyTreeDef's
 * flatten_up_to.
 */
MUST_USE bool pytree_flatten_up_to(struct trace *trace, const struct pytree *pytree,
                                   const struct value *value, const struct value ***parts);

/*
 * A leaf as an array: Python's numbers become weak scalars. NULL after raising that anything else
 * is none. JAX: core.py typeof.
 */
const struct array *pytree_array(struct trace *trace, const struct value *leaf);

/* The class of a value with its module, as the repr of the class has it. */
struct str value_class_path(struct op *op, const struct value *value);

/* All leaves as arrays; NULL when one is none. */
const struct array **pytree_arrays(struct trace *trace, const struct pytree *pytree);

/* The leaves that are arrays, as their wholes (op/core/recording.h): *count of them. */
const struct array *const *pytree_held(struct trace *trace, const struct pytree *pytree,
                                       uint32_t *count);

/* A value of the structure of the tree with these arrays as its leaves. */
const struct value *pytree_of_arrays(struct trace *trace, const struct pytree *pytree,
                                     const struct array *const *arrays);
