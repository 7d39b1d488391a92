"""Trees inside of trees turned inside out. JAX: tree_util.py tree_transpose."""


@function("jax.tree")
@function("jax.tree_util", name="tree_transpose")
def transpose(outer_treedef, inner_treedef, pytree_to_transpose):
    leaves = jax.tree.leaves(pytree_to_transpose)
    n = outer_treedef.num_leaves
    if inner_treedef is None:
        unknown("a transposition of trees without the inner structure")
    m = inner_treedef.num_leaves
    if len(leaves) != n * m:
        unknown("a transposition of trees of another structure")
    columns = [outer_treedef.unflatten([leaves[i * m + j] for i in range(n)]) for j in range(m)]
    return inner_treedef.unflatten(columns)
