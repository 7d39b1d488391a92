"""Where leaves stand in trees. JAX: tree_util.py."""
from prelude.tree.keys import DictKey, FlattenedIndexKey, GetAttrKey, SequenceKey


def _children(node):
    """The steps to the children of a node of a tree's structure, and the children."""
    if node is None:
        return []
    if isinstance(node, dict):
        return [(DictKey(key), node[key]) for key in node]
    if isinstance(node, (tuple, list)):
        if type(node).__name__ in ("tuple", "list"):
            return [(SequenceKey(i), x) for i, x in enumerate(node)]
        return [(GetAttrKey(name), x) for name, x in zip(node._fields, node)]
    return [(key[0] if isinstance(key, tuple) else GetAttrKey(key) if isinstance(key, str) else FlattenedIndexKey(key), x)
            for key, x in node_children(node)]


def _paths(node, way=()):
    if node is Ellipsis:
        return [way]
    return [path for step, child in _children(node) for path in _paths(child, way + (step,))]


@function("jax.tree", since="0.4.38", name="leaves_with_path", also="is_leaf_takes_path")
@function("jax.tree_util", also="is_leaf_takes_path")
def tree_leaves_with_path(tree, is_leaf=None):
    leaves, treedef = jax.tree.flatten(tree, is_leaf)
    return list(zip(_paths(treedef.tree), leaves))


@function("jax.tree", since="0.4.38", name="map_with_path", also="is_leaf_takes_path")
@function("jax.tree_util", also="is_leaf_takes_path")
def tree_map_with_path(f, tree, *rest, is_leaf=None):
    leaves, treedef = jax.tree.flatten(tree, is_leaf)
    columns = [treedef.flatten_up_to(r) for r in rest]
    rows = zip(_paths(treedef.tree), leaves, *columns)
    return treedef.unflatten(program_map(f, rows))


def _plain(step):
    if isinstance(step, SequenceKey):
        return step.idx
    if isinstance(step, (DictKey, FlattenedIndexKey)):
        return step.key
    return step.name if isinstance(step, GetAttrKey) else step


@function("jax.tree_util")
def keystr(keys, *, simple=False, separator=""):
    return separator.join([str(_plain(step) if simple else step) for step in keys])
