/* SPDX-License-Identifier: Apache-2.0 */
/* What messages say of trees: the places of leaves, structures, and where two differ. */
#pragma once

#include "trace/convert/pytree.h"

/* Appends where leaf number `index` stands in the tree: [0]['a']. JAX: tree_util.py keystr. */
void pytree_path_text(struct buf *out, const struct jax_rules *rules, const struct pytree *pytree,
                      uint32_t index);

/* The same for all leaves, each behind `before`; in the arena. */
struct str *pytree_paths(const struct op *op, const struct pytree *pytree, struct str before);

/* The structure as Python prints it: PyTreeDef((*, {'a': *})). */
struct message_argument pytree_shown(const struct pytree *pytree);

/* Appends how a node of a tree and the value in its place differ, as releases say it that compare
 * the trees again to find the place. JAX: tree_util.py equality_errors. */
void tree_difference_text(struct buf *out, const struct value *node, const struct value *value);

/* Appends the same as other releases say it. JAX: pytree.cc flatten_up_to. */
void tree_mismatch_text(struct buf *out, const struct jax_rules *rules, const struct value *node,
                        const struct value *value);

/* The way down to a node, from its own place back to the top. */
struct tree_way {
	const struct tree_way *above; /* NULL: the node above is the top */
	const struct value *node;     /* the one above */
	uint32_t child;               /* which of its children this is */
};

/* Appends the same in our own words, and where: "at ['w'] the first has 2 entries and the other 3".
 * `way` is NULL for the tops of both. */
void tree_difference_words(struct buf *out, const struct jax_rules *rules, const struct value *node,
                           const struct value *value, const struct tree_way *way);
