"""Functions called for the leaves of trees. JAX: tree_util.py."""


@function("jax.tree", name="map")
@function("jax.tree_util")
@function("jax", until="0.6.0")
def tree_map(f, tree, *rest, is_leaf=None):
    leaves, treedef = jax.tree.flatten(tree, is_leaf)
    columns = [treedef.flatten_up_to(r) for r in rest]
    return treedef.unflatten(program_map(f, zip(leaves, *columns)))


@function("jax.tree", name="reduce")
@function("jax.tree_util")
def tree_reduce(function, tree, initializer="no_initializer", is_leaf=None):
    leaves = jax.tree.leaves(tree, is_leaf)
    if not (isinstance(initializer, str) and initializer == "no_initializer"):
        leaves = [initializer] + leaves
    return functools.reduce(function, leaves)


@function("jax.tree", name="all")
@function("jax.tree_util")
def tree_all(tree, *, is_leaf=None):
    return all(jax.tree.leaves(tree, is_leaf))
