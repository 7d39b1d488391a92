"""Where leaves stand in trees. JAX: tree_util.py."""


def _children(node):
    """The steps to the children of a node of a tree's structure, and the children."""
    if node is None:
        return []
    if isinstance(node, dict):
        return [(object_of("DictKey", "key", key), node[key]) for key in node]
    if isinstance(node, (tuple, list)):
        if type(node).__name__ in ("tuple", "list"):
            return [(object_of("SequenceKey", "idx", i), x) for i, x in enumerate(node)]
        return [(object_of("GetAttrKey", "name", name), x) for name, x in zip(node._fields, node)]
    return [(object_of("GetAttrKey", "name", key) if isinstance(key, str)
             else object_of("FlattenedIndexKey", "key", key), x) for key, x in node_children(node)]


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
    return treedef.unflatten([program_call(f, *row) for row in rows])


_WRITTEN = {"GetAttrKey": lambda step: f".{step.name}", "DictKey": lambda step: f"[{step.key!r}]",
            "SequenceKey": lambda step: f"[{step.idx}]", "FlattenedIndexKey": lambda step: f"[<flat index {step.key}>]"}


@function("jax.tree_util")
def keystr(keys, *, simple=False, separator=""):
    if simple:
        unknown("keystr(simple=True) is not followed")
    kinds = [type(step).__name__ for step in keys]
    if not all([kind in _WRITTEN for kind in kinds]):
        unknown("a path of this kind is not followed")
    return "".join([_WRITTEN[kind](step) for kind, step in zip(kinds, keys)])
