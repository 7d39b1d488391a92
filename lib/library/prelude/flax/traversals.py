"""Nested dicts by paths. flax 0.12.8: traverse_util.py."""
from prelude.flax.dictionaries import FrozenDict

MODULE = "flax.traverse_util"


class _EmptyNode:
    pass


empty_node = _EmptyNode()


def flatten_dict(xs, keep_empty_nodes=False, is_leaf=None, sep=None):
    if not isinstance(xs, (FrozenDict, dict)):
        raise AssertionError(f"expected (frozen)dict; got {type(xs)}")
    result = {}

    def add(x, prefix):
        if not isinstance(x, (FrozenDict, dict)) or (is_leaf and program_call(is_leaf, prefix, x)):
            result[prefix if sep is None else sep.join(prefix)] = x
            return
        if not x and keep_empty_nodes and prefix:
            result[prefix if sep is None else sep.join(prefix)] = empty_node
        for key, value in x.items():
            add(value, prefix + (key,))

    add(xs, ())
    return result


def unflatten_dict(xs, sep=None):
    result = {}
    for path, value in xs.items():
        parts = path if sep is None else path.split(sep)
        here = result
        for part in parts[:-1]:
            here = here.setdefault(part, {})
        here[parts[-1]] = {} if value is empty_node else value
    return result


def path_aware_map(f, nested_dict):
    flat = flatten_dict(nested_dict, keep_empty_nodes=True)
    return unflatten_dict({k: v if v is empty_node else program_call(f, k, v) for k, v in flat.items()})
