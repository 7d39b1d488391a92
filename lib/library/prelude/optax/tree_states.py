"""Parts of states by their names. optax 0.2.8: tree_utils/_state_utils.py."""
from prelude.optax.params_maps import tree_map_params

MODULE = "optax.tree"

NamedTupleKey = named_tuple_class("NamedTupleKey", ["tuple_name", "name"], [])
map_params = tree_map_params


def _is_named(node):
    return isinstance(node, tuple) and hasattr(node, "_fields")


def _children(node):
    """Pairs of the key and the child of each part of a node."""
    if _is_named(node):
        title = type(node).__name__
        return [(NamedTupleKey(title, name), getattr(node, name)) for name in node._fields]
    if isinstance(node, dict):
        return [(jax.tree_util.DictKey(key), node[key]) for key in node]
    if isinstance(node, (list, tuple)):
        return [(jax.tree_util.SequenceKey(i), child) for i, child in enumerate(node)]
    if node is None or is_array(node) or isinstance(node, (int, float, str)):
        return []
    return unknown("parts of a state by name, in an object") if jax.tree.leaves(node) != [node] else []


def _name_of(key):
    if isinstance(key, NamedTupleKey):
        return key.name
    return key.key if isinstance(key, jax.tree_util.DictKey) else None


def _outermost(path, node, key):
    """Pairs of the paths and the outermost nodes that have the key or are called so, in the order of leaves."""
    children = _children(node)
    if _is_named(node) and type(node).__name__ == key or key in [_name_of(own) for own, _ in children]:
        return [(path, node)]
    if isinstance(node, dict):
        children = sorted(children, key=lambda pair: pair[0].key)
    return [pair for own, child in children for pair in _outermost(path + (own,), child, key)]


def _all_with_path(path, tree, key):
    """What stands under the key, outer ones first."""
    found, nodes = [], _outermost(path, tree, key)
    for path, node in nodes:
        if _is_named(node) and type(node).__name__ == key:
            found.append((path, node))
        else:
            found += [(path + (own,), child) for own, child in _children(node) if _name_of(own) == key]
    for path, node in nodes:
        for own, child in _children(node):
            found += _all_with_path(path + (own,), child, key)
    return found


def get_all_with_path(tree, key, filtering=None):
    found = _all_with_path((), tree, key)
    return [pair for pair in found if filtering is None or program_call(filtering, *pair)]


def get(tree, key, default=None, filtering=None):
    found = get_all_with_path(tree, key, filtering)
    if len(found) > 1:
        raise KeyError(f"Found multiple values for '{key}' in {tree}.")
    return found[0][1] if found else default


def set(tree, filtering=None, /, **kwargs):
    for key in kwargs:
        if not get_all_with_path(tree, key, filtering):
            given = " given the filtering operation" if filtering else ""
            raise KeyError(f"Found no values matching '{key}'{given} in {tree}")

    def is_meant(path, name, child):
        return name in kwargs and (filtering is None or program_call(filtering, path, child))

    def replaced(path, node):
        if _is_named(node) and is_meant(path, type(node).__name__, node):
            return kwargs[type(node).__name__]
        children = []
        for own, child in _children(node):
            below = path + (own,)
            meant = is_meant(below, _name_of(own), child)
            children.append(kwargs[_name_of(own)] if meant else replaced(below, child))
        return _with_children(node, children)

    return replaced((), tree)


def _with_children(node, children):
    if _is_named(node):
        return node._replace(**dict(zip(node._fields, children)))
    if isinstance(node, dict):
        return dict(zip(node, children))
    return type(node)(children) if isinstance(node, (list, tuple)) else node
