"""Trees that are made of others. JAX: tree_util.py."""


@function("jax.tree", since="0.7.1", name="broadcast")
@function("jax.tree_util", since="0.7.1", name="tree_broadcast")
def tree_broadcast(prefix_tree, full_tree, is_leaf=None):
    return jax.tree.map(lambda x, part: jax.tree.map(lambda _: x, part), prefix_tree, full_tree, is_leaf=is_leaf)


@function("jax.tree", since="0.4.38", name="flatten_with_path", also="is_leaf_takes_path")
@function("jax.tree_util", name="tree_flatten_with_path", also="is_leaf_takes_path")
def tree_flatten_with_path(tree, is_leaf=None):
    return (jax.tree_util.tree_leaves_with_path(tree, is_leaf=is_leaf),
            jax.tree.structure(tree, is_leaf=is_leaf))


@function("jax.tree_util")
def all_leaves(iterable, is_leaf=None):
    if is_leaf is not None:
        unknown("all_leaves with is_leaf=")
    return all([jax.tree.structure(x) == jax.tree.structure(0) for x in iterable])


def _pairwise(operation, leaves):
    """Both halves apart, and then together."""
    if len(leaves) == 1:
        return leaves[0]
    middle = len(leaves) // 2
    return operation(_pairwise(operation, leaves[:middle]), _pairwise(operation, leaves[middle:]))


@function("jax.tree", since="0.7.1", name="reduce_associative")
@function("jax.tree_util", since="0.7.1", name="tree_reduce_associative")
def tree_reduce_associative(operation, tree, *, identity="not given", is_leaf=None):
    leaves = jax.tree.leaves(tree, is_leaf=is_leaf)
    if not leaves and isinstance(identity, str):
        unknown("reduce_associative of an empty tree")
    return _pairwise(operation, leaves) if leaves else identity
