/* SPDX-License-Identifier: Apache-2.0 */
/* What functions of trees share: is_leaf=. */
#ifndef LIBRARY_PYTHON_TREE_LEAVES_H
#define LIBRARY_PYTHON_TREE_LEAVES_H

#include "trace/convert/pytree.h"

/* Takes a tree apart, down to the parts of which is_leaf, a function or None, says that they are
 * leaves. False after an error or giving up. JAX: tree_util.py tree_flatten. */
MUST_USE bool flatten_tree(struct trace *trace, const struct value *tree,
                           const struct value *is_leaf, struct span at, struct pytree *pytree);

#endif
